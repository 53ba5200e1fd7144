# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 760,704 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set multiplot
unset label
unset object
unset arrow
set lmargin at screen 0.0540132
set rmargin at screen 0.387149
set bmargin at screen 0.574574
set tmargin at screen 0.875
set logscale x
set xrange [0.0125:47.3043478261]
set logscale y
set yrange [1.13932291667:979.2]
set xtics nomirror out scale 0.6, 0.3 ('' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1 0, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1)
set ytics nomirror out scale 0.6, 0.3 ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100 0, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'gsrb_fp on v100_sxm2' at screen 0.013158, screen 0.97514 left front font ',13' textcolor rgb '#222222'
set label '16x16x128' at screen 0.040395, screen 0.94531 left front textcolor rgb '#222222'
set label '32x32x256' at screen 0.1675, screen 0.94531 left front textcolor rgb '#222222'
set label '64x64x512' at screen 0.29461, screen 0.94531 left front textcolor rgb '#222222'
set label '128x128x1024' at screen 0.040395, screen 0.92401 left front textcolor rgb '#222222'
set label 'performance (Ginst/s)' at screen 0.013158, screen 0.89631 left front textcolor rgb '#222222'
set label 'instruction intensity (inst/txn)' at screen 0.22058, screen 0.5277 center front textcolor rgb '#222222'
set label 'warp level' at screen 0.31476, screen 0.75888 left front textcolor rgb '#222222'
set label 'stride 0' at screen 0.21837, screen 0.61317 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 1, 8 B' at screen 0.13429, screen 0.63034 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 8' at screen 0.078235, screen 0.61317 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'issue 489.6 Ginst/s' at screen 0.31145, screen 0.85803 center front font ',10' textcolor rgb '#222222'
set label 'L1 437.5 Gtxn/s' at screen 0.09938, screen 0.71398 center front rotate by 45.5 font ',10' textcolor rgb '#009e73'
set label 'L2 93.62 Gtxn/s' at screen 0.24363, screen 0.80406 center front rotate by 45.5 font ',10' textcolor rgb '#d55e00'
set label 'DRAM 25.88 Gtxn/s' at screen 0.19989, screen 0.65923 center front rotate by 45.5 font ',10' textcolor rgb '#0072b2'
set label '' at screen 0.022237, screen 0.94531 front point pointtype 7 pointsize 0.8 linecolor rgb '#222222'
set label '' at screen 0.14934, screen 0.94531 front point pointtype 5 pointsize 0.8 linecolor rgb '#222222'
set label '' at screen 0.27645, screen 0.94531 front point pointtype 9 pointsize 0.8 linecolor rgb '#222222'
set label '' at screen 0.022237, screen 0.92401 front point pointtype 13 pointsize 0.8 linecolor rgb '#222222'
$d1 << END
1 1.13932292
1 437.5
END
$d2 << END
0.125 1.13932292
0.125 54.6875
END
$d3 << END
0.03125 1.13932292
0.03125 13.671875
END
$d4 << END
1.11908571 489.6
47.3043478 489.6
END
$d5 << END
0.0125 5.46875
1.11908571 489.6
END
$d6 << END
0.0125 1.1703125
5.2293725 489.6
END
$d7 << END
0.0440318035 1.13932292
18.9217391 489.6
END
$d8 << END
4.20578757 39.2187452
END
$d9 << END
4.20578757 39.2187452
END
$d10 << END
1.17915422 39.2187452
END
$d11 << END
0.390804598 39.2187452
END
$d12 << END
0.22605364 22.6853526
END
$d13 << END
0.260536398 71.901033
6.30868136 71.901033
END
$d14 << END
3.59911838 67.9669196
END
$d15 << END
3.59911838 67.9669196
END
$d16 << END
1.08331132 67.9669196
END
$d17 << END
0.376257545 67.9669196
END
$d18 << END
0.118712274 21.4441083
END
$d19 << END
0.250838364 67.9669196
5.39867756 67.9669196
END
$d20 << END
3.39060069 71.5577092
END
$d21 << END
3.39060069 71.5577092
END
$d22 << END
1.0111907 71.5577092
END
$d23 << END
0.384305835 71.5577092
END
$d24 << END
0.118712274 22.1042138
END
$d25 << END
0.25620389 71.5577092
5.08590103 71.5577092
END
$d26 << END
3.2242529 70.3761475
END
$d27 << END
3.2242529 70.3761475
END
$d28 << END
1.0111907 70.3761475
END
$d29 << END
0.384305835 70.3761475
END
$d30 << END
0.118712274 21.7392288
END
$d31 << END
0.25620389 70.3761475
4.83637935 70.3761475
END
plot $d1 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d2 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d3 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d4 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#222222', \
  $d5 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#009e73', \
  $d6 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#d55e00', \
  $d7 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#0072b2', \
  $d8 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#222222', \
  $d9 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#0072b2', \
  $d10 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#d55e00', \
  $d11 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#009e73', \
  $d12 using 1:2 with points pointtype 6 pointsize 0.9 linecolor rgb '#009e73', \
  $d13 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222', \
  $d14 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#222222', \
  $d15 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#0072b2', \
  $d16 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#d55e00', \
  $d17 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#009e73', \
  $d18 using 1:2 with points pointtype 4 pointsize 0.9 linecolor rgb '#009e73', \
  $d19 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222', \
  $d20 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#222222', \
  $d21 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#0072b2', \
  $d22 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#d55e00', \
  $d23 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#009e73', \
  $d24 using 1:2 with points pointtype 8 pointsize 0.9 linecolor rgb '#009e73', \
  $d25 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222', \
  $d26 using 1:2 with points pointtype 13 pointsize 0.9 linecolor rgb '#222222', \
  $d27 using 1:2 with points pointtype 13 pointsize 0.9 linecolor rgb '#0072b2', \
  $d28 using 1:2 with points pointtype 13 pointsize 0.9 linecolor rgb '#d55e00', \
  $d29 using 1:2 with points pointtype 13 pointsize 0.9 linecolor rgb '#009e73', \
  $d30 using 1:2 with points pointtype 12 pointsize 0.9 linecolor rgb '#009e73', \
  $d31 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222'
unset label
unset object
unset arrow
set lmargin at screen 0.549934
set rmargin at screen 0.88307
set bmargin at screen 0.574574
set tmargin at screen 0.875
set logscale x
set xrange [0.0125:47.3043478261]
set logscale y
set yrange [1.13932291667:979.2]
set xtics nomirror out scale 0.6, 0.3 ('' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1 0, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1)
set ytics nomirror out scale 0.6, 0.3 ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100 0, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'gsrb_branch on v100_sxm2' at screen 0.50908, screen 0.97514 left front font ',13' textcolor rgb '#222222'
set label '16x16x128' at screen 0.53632, screen 0.94531 left front textcolor rgb '#222222'
set label '32x32x256' at screen 0.66342, screen 0.94531 left front textcolor rgb '#222222'
set label '64x64x512' at screen 0.79053, screen 0.94531 left front textcolor rgb '#222222'
set label '128x128x1024' at screen 0.53632, screen 0.92401 left front textcolor rgb '#222222'
set label 'performance (Ginst/s)' at screen 0.50908, screen 0.89631 left front textcolor rgb '#222222'
set label 'instruction intensity (inst/txn)' at screen 0.7165, screen 0.5277 center front textcolor rgb '#222222'
set label 'warp level' at screen 0.79271, screen 0.75863 left front textcolor rgb '#222222'
set label 'stride 0' at screen 0.7143, screen 0.61317 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 1, 8 B' at screen 0.63021, screen 0.63034 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 8' at screen 0.57416, screen 0.61317 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'issue 489.6 Ginst/s' at screen 0.80737, screen 0.85803 center front font ',10' textcolor rgb '#222222'
set label 'L1 437.5 Gtxn/s' at screen 0.5953, screen 0.71398 center front rotate by 45.5 font ',10' textcolor rgb '#009e73'
set label 'L2 93.62 Gtxn/s' at screen 0.72384, screen 0.78678 center front rotate by 45.5 font ',10' textcolor rgb '#d55e00'
set label 'DRAM 25.88 Gtxn/s' at screen 0.69581, screen 0.65923 center front rotate by 45.5 font ',10' textcolor rgb '#0072b2'
set label '' at screen 0.51816, screen 0.94531 front point pointtype 7 pointsize 0.8 linecolor rgb '#222222'
set label '' at screen 0.64526, screen 0.94531 front point pointtype 5 pointsize 0.8 linecolor rgb '#222222'
set label '' at screen 0.77237, screen 0.94531 front point pointtype 9 pointsize 0.8 linecolor rgb '#222222'
set label '' at screen 0.51816, screen 0.92401 front point pointtype 13 pointsize 0.8 linecolor rgb '#222222'
$d32 << END
1 1.13932292
1 437.5
END
$d33 << END
0.125 1.13932292
0.125 54.6875
END
$d34 << END
0.03125 1.13932292
0.03125 13.671875
END
$d35 << END
1.11908571 489.6
47.3043478 489.6
END
$d36 << END
0.0125 5.46875
1.11908571 489.6
END
$d37 << END
0.0125 1.1703125
5.2293725 489.6
END
$d38 << END
0.0440318035 1.13932292
18.9217391 489.6
END
$d39 << END
2.69625472 24.050671
END
$d40 << END
2.69625472 24.050671
END
$d41 << END
0.76027868 24.050671
END
$d42 << END
0.261523046 24.050671
END
$d43 << END
0.236472946 21.7469669
END
$d44 << END
0.174348697 71.5069758
4.04438207 71.5069758
END
$d45 << END
2.16956092 38.9051149
END
$d46 << END
2.16956092 38.9051149
END
$d47 << END
0.660283005 38.9051149
END
$d48 << END
0.233779609 38.9051149
END
$d49 << END
0.121524202 20.2238042
END
$d50 << END
0.155853072 66.4986104
3.25434137 66.4986104
END
$d51 << END
2.08600189 41.8113902
END
$d52 << END
2.08600189 41.8113902
END
$d53 << END
0.644277031 41.8113902
END
$d54 << END
0.242018538 41.8113902
END
$d55 << END
0.121524202 20.9946555
END
$d56 << END
0.161345692 70.4566405
3.12900283 70.4566405
END
$d57 << END
2.03376869 40.6923483
END
$d58 << END
2.03376869 40.6923483
END
$d59 << END
0.644277031 40.6923483
END
$d60 << END
0.242018538 40.6923483
END
$d61 << END
0.121524202 20.4327536
END
$d62 << END
0.161345692 68.5709358
3.05065303 68.5709358
END
plot $d32 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d33 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d34 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d35 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#222222', \
  $d36 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#009e73', \
  $d37 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#d55e00', \
  $d38 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#0072b2', \
  $d39 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#222222', \
  $d40 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#0072b2', \
  $d41 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#d55e00', \
  $d42 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#009e73', \
  $d43 using 1:2 with points pointtype 6 pointsize 0.9 linecolor rgb '#009e73', \
  $d44 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222', \
  $d45 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#222222', \
  $d46 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#0072b2', \
  $d47 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#d55e00', \
  $d48 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#009e73', \
  $d49 using 1:2 with points pointtype 4 pointsize 0.9 linecolor rgb '#009e73', \
  $d50 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222', \
  $d51 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#222222', \
  $d52 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#0072b2', \
  $d53 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#d55e00', \
  $d54 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#009e73', \
  $d55 using 1:2 with points pointtype 8 pointsize 0.9 linecolor rgb '#009e73', \
  $d56 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222', \
  $d57 using 1:2 with points pointtype 13 pointsize 0.9 linecolor rgb '#222222', \
  $d58 using 1:2 with points pointtype 13 pointsize 0.9 linecolor rgb '#0072b2', \
  $d59 using 1:2 with points pointtype 13 pointsize 0.9 linecolor rgb '#d55e00', \
  $d60 using 1:2 with points pointtype 13 pointsize 0.9 linecolor rgb '#009e73', \
  $d61 using 1:2 with points pointtype 12 pointsize 0.9 linecolor rgb '#009e73', \
  $d62 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222'
unset label
unset object
unset arrow
set lmargin at screen 0.0540132
set rmargin at screen 0.387149
set bmargin at screen 0.071733
set tmargin at screen 0.372159
set logscale x
set xrange [0.0125:47.3043478261]
set logscale y
set yrange [1.13932291667:979.2]
set xtics nomirror out scale 0.6, 0.3 ('' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1 0, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1)
set ytics nomirror out scale 0.6, 0.3 ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100 0, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'gsrb_stride2 on v100_sxm2' at screen 0.013158, screen 0.4723 left front font ',13' textcolor rgb '#222222'
set label '8x16x128' at screen 0.040395, screen 0.44247 left front textcolor rgb '#222222'
set label '16x32x256' at screen 0.15842, screen 0.44247 left front textcolor rgb '#222222'
set label '32x64x512' at screen 0.28553, screen 0.44247 left front textcolor rgb '#222222'
set label '64x128x1024' at screen 0.040395, screen 0.42116 left front textcolor rgb '#222222'
set label 'performance (Ginst/s)' at screen 0.013158, screen 0.39347 left front textcolor rgb '#222222'
set label 'instruction intensity (inst/txn)' at screen 0.22058, screen 0.024858 center front textcolor rgb '#222222'
set label 'warp level' at screen 0.28642, screen 0.22577 left front textcolor rgb '#222222'
set label 'stride 0' at screen 0.21837, screen 0.11033 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 1, 8 B' at screen 0.15995, screen 0.1275 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 8' at screen 0.078235, screen 0.11033 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'issue 489.6 Ginst/s' at screen 0.31145, screen 0.35519 center front font ',10' textcolor rgb '#222222'
set label 'L1 437.5 Gtxn/s' at screen 0.09938, screen 0.21114 center front rotate by 45.5 font ',10' textcolor rgb '#009e73'
set label 'L2 93.62 Gtxn/s' at screen 0.20351, screen 0.2571 center front rotate by 45.5 font ',10' textcolor rgb '#d55e00'
set label 'DRAM 25.88 Gtxn/s' at screen 0.27965, screen 0.28364 center front rotate by 45.5 font ',10' textcolor rgb '#0072b2'
set label '' at screen 0.022237, screen 0.44247 front point pointtype 7 pointsize 0.8 linecolor rgb '#222222'
set label '' at screen 0.14026, screen 0.44247 front point pointtype 5 pointsize 0.8 linecolor rgb '#222222'
set label '' at screen 0.26737, screen 0.44247 front point pointtype 9 pointsize 0.8 linecolor rgb '#222222'
set label '' at screen 0.022237, screen 0.42116 front point pointtype 13 pointsize 0.8 linecolor rgb '#222222'
$d63 << END
1 1.13932292
1 437.5
END
$d64 << END
0.125 1.13932292
0.125 54.6875
END
$d65 << END
0.03125 1.13932292
0.03125 13.671875
END
$d66 << END
1.11908571 489.6
47.3043478 489.6
END
$d67 << END
0.0125 5.46875
1.11908571 489.6
END
$d68 << END
0.0125 1.1703125
5.2293725 489.6
END
$d69 << END
0.0440318035 1.13932292
18.9217391 489.6
END
$d70 << END
2.08676064 19.8745245
END
$d71 << END
2.08676064 19.8745245
END
$d72 << END
0.652720675 19.8745245
END
$d73 << END
0.204660588 19.8745245
END
$d74 << END
0.121580547 11.8066482
END
$d75 << END
0.136440392 36.4038319
3.13014097 36.4038319
END
$d76 << END
1.28265656 20.7423874
END
$d77 << END
1.28265656 20.7423874
END
$d78 << END
0.582593208 20.7423874
END
$d79 << END
0.190035953 20.7423874
END
$d80 << END
0.061633282 6.72726078
END
$d81 << END
0.126690635 20.7423874
1.92398484 20.7423874
END
$d82 << END
1.15990821 20.2798271
END
$d83 << END
1.15990821 20.2798271
END
$d84 << END
0.552403449 20.2798271
END
$d85 << END
0.191489362 20.2798271
END
$d86 << END
0.0607902736 6.43804036
END
$d87 << END
0.127659574 20.2798271
1.73986232 20.2798271
END
$d88 << END
0.987312647 17.3330046
END
$d89 << END
0.987312647 17.3330046
END
$d90 << END
0.552403449 17.3330046
END
$d91 << END
0.191489362 17.3330046
END
$d92 << END
0.0607902736 5.50254113
END
$d93 << END
0.127659574 17.3330046
1.48096897 17.3330046
END
plot $d63 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d64 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d65 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d66 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#222222', \
  $d67 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#009e73', \
  $d68 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#d55e00', \
  $d69 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#0072b2', \
  $d70 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#222222', \
  $d71 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#0072b2', \
  $d72 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#d55e00', \
  $d73 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#009e73', \
  $d74 using 1:2 with points pointtype 6 pointsize 0.9 linecolor rgb '#009e73', \
  $d75 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222', \
  $d76 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#222222', \
  $d77 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#0072b2', \
  $d78 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#d55e00', \
  $d79 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#009e73', \
  $d80 using 1:2 with points pointtype 4 pointsize 0.9 linecolor rgb '#009e73', \
  $d81 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222', \
  $d82 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#222222', \
  $d83 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#0072b2', \
  $d84 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#d55e00', \
  $d85 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#009e73', \
  $d86 using 1:2 with points pointtype 8 pointsize 0.9 linecolor rgb '#009e73', \
  $d87 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222', \
  $d88 using 1:2 with points pointtype 13 pointsize 0.9 linecolor rgb '#222222', \
  $d89 using 1:2 with points pointtype 13 pointsize 0.9 linecolor rgb '#0072b2', \
  $d90 using 1:2 with points pointtype 13 pointsize 0.9 linecolor rgb '#d55e00', \
  $d91 using 1:2 with points pointtype 13 pointsize 0.9 linecolor rgb '#009e73', \
  $d92 using 1:2 with points pointtype 12 pointsize 0.9 linecolor rgb '#009e73', \
  $d93 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222'
unset multiplot

# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 1140,719 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set multiplot
unset label
unset object
unset arrow
set label '2 labels left out' at screen 0.0087719, screen 0.024339 left front font ',10' textcolor rgb '#222222'
set lmargin at screen 0.0360088
set rmargin at screen 0.259006
set bmargin at screen 0.583449
set tmargin at screen 0.89847
set logscale x
set xrange [0.0125:47.3043478261]
set logscale y
set yrange [0.542019443312:979.2]
set xtics nomirror out scale 0.6, 0.3 ('' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1 0, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1)
set ytics nomirror out scale 0.6, 0.3 ('' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100 0, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'naive on v100_sxm2' at screen 0.0087719, screen 0.97566 left front font ',13' textcolor rgb '#222222'
set label 'DRAM' at screen 0.02693, screen 0.94645 left front textcolor rgb '#222222'
set label 'L2' at screen 0.086306, screen 0.94645 left front textcolor rgb '#222222'
set label 'L1' at screen 0.1294, screen 0.94645 left front textcolor rgb '#222222'
set label 'loads and stores' at screen 0.1725, screen 0.94645 left front textcolor rgb '#222222'
set label 'performance (Ginst/s)' at screen 0.0087719, screen 0.91933 left front textcolor rgb '#222222'
set label 'instruction intensity (inst/txn)' at screen 0.14751, screen 0.53755 center front textcolor rgb '#222222'
set label 'warp level' at screen 0.17386, screen 0.68913 left front textcolor rgb '#222222'
set label 'stride 0' at screen 0.14607, screen 0.62124 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 1, 4 B' at screen 0.12565, screen 0.63805 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 8' at screen 0.052258, screen 0.62124 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'issue 489.6 Ginst/s' at screen 0.20833, screen 0.88291 center front font ',10' textcolor rgb '#222222'
set label 'L1 437.5 Gtxn/s' at screen 0.066523, screen 0.74688 center front rotate by 44.4 font ',10' textcolor rgb '#009e73'
set label 'L2 93.62 Gtxn/s' at screen 0.079042, screen 0.70154 center front rotate by 44.4 font ',10' textcolor rgb '#d55e00'
set label 'DRAM 25.88 Gtxn/s' at screen 0.19413, screen 0.78819 center front rotate by 44.4 font ',10' textcolor rgb '#0072b2'
set label '' at screen 0.014825, screen 0.94645 front point pointtype 7 pointsize 0.8 linecolor rgb '#0072b2'
set label '' at screen 0.074201, screen 0.94645 front point pointtype 5 pointsize 0.8 linecolor rgb '#d55e00'
set label '' at screen 0.1173, screen 0.94645 front point pointtype 9 pointsize 0.8 linecolor rgb '#009e73'
set label '' at screen 0.16039, screen 0.94645 front point pointtype 8 pointsize 0.8 linecolor rgb '#009e73'
$d1 << END
1 0.542019443
1 437.5
END
$d2 << END
0.25 0.542019443
0.25 109.375
END
$d3 << END
0.03125 0.542019443
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
0.0209476113 0.542019443
18.9217391 489.6
END
$d8 << END
1.08540423 6.70749061
END
$d9 << END
0.229166667 6.70749061
END
$d10 << END
0.229166667 6.70749061
END
$d11 << END
0.0555555556 1.62605833
END
$d12 << END
0.152777778 6.70749061
1.62810634 6.70749061
END
plot $d1 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d2 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d3 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d4 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#222222', \
  $d5 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#009e73', \
  $d6 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#d55e00', \
  $d7 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#0072b2', \
  $d8 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#0072b2', \
  $d9 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#d55e00', \
  $d10 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#009e73', \
  $d11 using 1:2 with points pointtype 8 pointsize 0.9 linecolor rgb '#009e73', \
  $d12 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222'
unset label
unset object
unset arrow
set lmargin at screen 0.367529
set rmargin at screen 0.590526
set bmargin at screen 0.583449
set tmargin at screen 0.89847
set logscale x
set xrange [0.0125:47.3043478261]
set logscale y
set yrange [1.13932291667:979.2]
set xtics nomirror out scale 0.6, 0.3 ('' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1 0, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1)
set ytics nomirror out scale 0.6, 0.3 ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100 0, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'coalesced on v100_sxm2' at screen 0.34029, screen 0.97566 left front font ',13' textcolor rgb '#222222'
set label 'DRAM' at screen 0.35845, screen 0.94645 left front textcolor rgb '#222222'
set label 'L2' at screen 0.41783, screen 0.94645 left front textcolor rgb '#222222'
set label 'L1' at screen 0.46092, screen 0.94645 left front textcolor rgb '#222222'
set label 'loads and stores' at screen 0.50402, screen 0.94645 left front textcolor rgb '#222222'
set label 'performance (Ginst/s)' at screen 0.34029, screen 0.91933 left front textcolor rgb '#222222'
set label 'instruction intensity (inst/txn)' at screen 0.47903, screen 0.53755 center front textcolor rgb '#222222'
set label 'warp level' at screen 0.52905, screen 0.73088 left front textcolor rgb '#222222'
set label 'stride 0' at screen 0.47759, screen 0.62124 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 1, 4 B' at screen 0.44006, screen 0.63805 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 8' at screen 0.38378, screen 0.6437 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'issue 489.6 Ginst/s' at screen 0.53985, screen 0.87971 center front font ',10' textcolor rgb '#222222'
set label 'L1 437.5 Gtxn/s' at screen 0.42815, screen 0.78103 center front rotate by 47.4 font ',10' textcolor rgb '#009e73'
set label 'L2 93.62 Gtxn/s' at screen 0.4065, screen 0.63181 center front rotate by 47.4 font ',10' textcolor rgb '#d55e00'
set label 'DRAM 25.88 Gtxn/s' at screen 0.5184, screen 0.80466 center front rotate by 47.4 font ',10' textcolor rgb '#0072b2'
set label '' at screen 0.34635, screen 0.94645 front point pointtype 7 pointsize 0.8 linecolor rgb '#0072b2'
set label '' at screen 0.40572, screen 0.94645 front point pointtype 5 pointsize 0.8 linecolor rgb '#d55e00'
set label '' at screen 0.44882, screen 0.94645 front point pointtype 9 pointsize 0.8 linecolor rgb '#009e73'
set label '' at screen 0.49191, screen 0.94645 front point pointtype 8 pointsize 0.8 linecolor rgb '#009e73'
$d13 << END
1 1.13932292
1 437.5
END
$d14 << END
0.25 1.13932292
0.25 109.375
END
$d15 << END
0.03125 1.13932292
0.03125 13.671875
END
$d16 << END
1.11908571 489.6
47.3043478 489.6
END
$d17 << END
0.0125 5.46875
1.11908571 489.6
END
$d18 << END
0.0125 1.1703125
5.2293725 489.6
END
$d19 << END
0.0440318035 1.13932292
18.9217391 489.6
END
$d20 << END
2.6022028 26.9099373
END
$d21 << END
1.3125 26.9099373
END
$d22 << END
0.075 26.9099373
END
$d23 << END
0.25 5.12570234
END
$d24 << END
0.05 26.9099373
3.9033042 26.9099373
END
plot $d13 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d14 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d15 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d16 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#222222', \
  $d17 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#009e73', \
  $d18 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#d55e00', \
  $d19 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#0072b2', \
  $d20 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#0072b2', \
  $d21 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#d55e00', \
  $d22 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#009e73', \
  $d23 using 1:2 with points pointtype 8 pointsize 0.9 linecolor rgb '#009e73', \
  $d24 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222'
unset label
unset object
unset arrow
set lmargin at screen 0.69905
set rmargin at screen 0.982149
set bmargin at screen 0.583449
set tmargin at screen 0.89847
set logscale x
set xrange [0.0125:11.1908571429]
set logscale y
set yrange [0.284830729167:979.2]
set xtics nomirror out scale 0.6, 0.3 ('' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1 0, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0)
set ytics nomirror out scale 0.6, 0.3 ('' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100 0, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'coalesced on v100_sxm2, shared memory' at screen 0.67181, screen 0.97566 left front font ',13' textcolor rgb '#222222'
set label 'loads and stores' at screen 0.68997, screen 0.94645 left front textcolor rgb '#222222'
set label 'performance (Ginst/s)' at screen 0.67181, screen 0.91933 left front textcolor rgb '#222222'
set label 'instruction intensity (inst/txn)' at screen 0.8406, screen 0.53755 center front textcolor rgb '#222222'
set label 'no conflicts' at screen 0.87301, screen 0.63653 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label '32-way conflicts' at screen 0.72866, screen 0.65267 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'shared memory 109.4 Gtxn/s' at screen 0.7927, screen 0.74684 center front rotate by 30.4 font ',10' textcolor rgb '#cc79a7'
set label '' at screen 0.67787, screen 0.94645 front point pointtype 12 pointsize 0.8 linecolor rgb '#cc79a7'
$d25 << END
1 0.284830729
1 109.375
END
$d26 << END
0.03125 0.284830729
0.03125 3.41796875
END
$d27 << END
4.47634286 489.6
11.1908571 489.6
END
$d28 << END
0.0125 1.3671875
4.47634286 489.6
END
$d29 << END
0.0606060606 5.12570234
END
plot $d25 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d26 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d27 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#222222', \
  $d28 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#cc79a7', \
  $d29 using 1:2 with points pointtype 12 pointsize 0.9 linecolor rgb '#cc79a7'
unset label
unset object
unset arrow
set lmargin at screen 0.0360088
set rmargin at screen 0.259006
set bmargin at screen 0.0910987
set tmargin at screen 0.40612
set logscale x
set xrange [0.0125:47.3043478261]
set logscale y
set yrange [1.13932291667:979.2]
set xtics nomirror out scale 0.6, 0.3 ('' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1 0, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1)
set ytics nomirror out scale 0.6, 0.3 ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100 0, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'padded on v100_sxm2' at screen 0.0087719, screen 0.48331 left front font ',13' textcolor rgb '#222222'
set label 'DRAM' at screen 0.02693, screen 0.4541 left front textcolor rgb '#222222'
set label 'L2' at screen 0.086306, screen 0.4541 left front textcolor rgb '#222222'
set label 'L1' at screen 0.1294, screen 0.4541 left front textcolor rgb '#222222'
set label 'loads and stores' at screen 0.1725, screen 0.4541 left front textcolor rgb '#222222'
set label 'performance (Ginst/s)' at screen 0.0087719, screen 0.42698 left front textcolor rgb '#222222'
set label 'instruction intensity (inst/txn)' at screen 0.14751, screen 0.045202 center front textcolor rgb '#222222'
set label 'warp level' at screen 0.19753, screen 0.26229 left front textcolor rgb '#222222'
set label 'stride 0' at screen 0.14607, screen 0.12889 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 1, 4 B' at screen 0.10854, screen 0.1457 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 8' at screen 0.052258, screen 0.15135 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'issue 489.6 Ginst/s' at screen 0.20833, screen 0.38736 center front font ',10' textcolor rgb '#222222'
set label 'L1 437.5 Gtxn/s' at screen 0.066212, screen 0.23629 center front rotate by 47.4 font ',10' textcolor rgb '#009e73'
set label 'L2 93.62 Gtxn/s' at screen 0.074979, screen 0.13946 center front rotate by 47.4 font ',10' textcolor rgb '#d55e00'
set label 'DRAM 25.88 Gtxn/s' at screen 0.19386, screen 0.32433 center front rotate by 47.4 font ',10' textcolor rgb '#0072b2'
set label '' at screen 0.014825, screen 0.4541 front point pointtype 7 pointsize 0.8 linecolor rgb '#0072b2'
set label '' at screen 0.074201, screen 0.4541 front point pointtype 5 pointsize 0.8 linecolor rgb '#d55e00'
set label '' at screen 0.1173, screen 0.4541 front point pointtype 9 pointsize 0.8 linecolor rgb '#009e73'
set label '' at screen 0.16039, screen 0.4541 front point pointtype 8 pointsize 0.8 linecolor rgb '#009e73'
$d30 << END
1 1.13932292
1 437.5
END
$d31 << END
0.25 1.13932292
0.25 109.375
END
$d32 << END
0.03125 1.13932292
0.03125 13.671875
END
$d33 << END
1.11908571 489.6
47.3043478 489.6
END
$d34 << END
0.0125 5.46875
1.11908571 489.6
END
$d35 << END
0.0125 1.1703125
5.2293725 489.6
END
$d36 << END
0.0440318035 1.13932292
18.9217391 489.6
END
$d37 << END
2.6022028 44.786836
END
$d38 << END
1.3125 44.786836
END
$d39 << END
0.65625 44.786836
END
$d40 << END
0.25 8.5308259
END
$d41 << END
0.4375 44.786836
3.9033042 44.786836
END
plot $d30 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d31 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d32 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d33 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#222222', \
  $d34 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#009e73', \
  $d35 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#d55e00', \
  $d36 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#0072b2', \
  $d37 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#0072b2', \
  $d38 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#d55e00', \
  $d39 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#009e73', \
  $d40 using 1:2 with points pointtype 8 pointsize 0.9 linecolor rgb '#009e73', \
  $d41 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222'
unset label
unset object
unset arrow
set lmargin at screen 0.367529
set rmargin at screen 0.650629
set bmargin at screen 0.0910987
set tmargin at screen 0.40612
set logscale x
set xrange [0.0125:11.1908571429]
set logscale y
set yrange [0.284830729167:979.2]
set xtics nomirror out scale 0.6, 0.3 ('' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1 0, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0)
set ytics nomirror out scale 0.6, 0.3 ('' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100 0, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'padded on v100_sxm2, shared memory' at screen 0.34029, screen 0.48331 left front font ',13' textcolor rgb '#222222'
set label 'loads and stores' at screen 0.35845, screen 0.4541 left front textcolor rgb '#222222'
set label 'performance (Ginst/s)' at screen 0.34029, screen 0.42698 left front textcolor rgb '#222222'
set label 'instruction intensity (inst/txn)' at screen 0.50908, screen 0.045202 center front textcolor rgb '#222222'
set label 'no conflicts' at screen 0.54149, screen 0.14418 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label '32-way conflicts' at screen 0.39714, screen 0.16032 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'shared memory 109.4 Gtxn/s' at screen 0.46118, screen 0.25449 center front rotate by 30.4 font ',10' textcolor rgb '#cc79a7'
set label '' at screen 0.34635, screen 0.4541 front point pointtype 12 pointsize 0.8 linecolor rgb '#cc79a7'
$d42 << END
1 0.284830729
1 109.375
END
$d43 << END
0.03125 0.284830729
0.03125 3.41796875
END
$d44 << END
4.47634286 489.6
11.1908571 489.6
END
$d45 << END
0.0125 1.3671875
4.47634286 489.6
END
$d46 << END
1 8.5308259
END
plot $d42 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d43 using 1:2 with lines linewidth 1 dashtype 1 linecolor rgb '#999999', \
  $d44 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#222222', \
  $d45 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#cc79a7', \
  $d46 using 1:2 with points pointtype 12 pointsize 0.9 linecolor rgb '#cc79a7'
unset multiplot

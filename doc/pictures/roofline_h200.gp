# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 640,420 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set multiplot
unset label
unset object
unset arrow
set lmargin at screen 0.0749219
set rmargin at screen 0.861145
set bmargin at screen 0.120238
set tmargin at screen 0.82619
set logscale x
set xrange [0.0125:18.8792776524]
set logscale y
set yrange [2.490234375:2090.88]
set xtics nomirror out scale 0.6, 0.3 ('0.02' 0.02 0, '' 0.03 1, '' 0.04 1, '0.05' 0.05 0, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1 0, '0.2' 0.2 0, '' 0.3 1, '' 0.4 1, '0.5' 0.5 0, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '2' 2 0, '' 3 1, '' 4 1, '5' 5 0, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0)
set ytics nomirror out scale 0.6, 0.3 ('' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100 0, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000 0, '' 2000 1)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'gsrb_branch on h200' at screen 0.015625, screen 0.95833 left front font ',13' textcolor rgb '#222222'
set label 'gsrb_branch' at screen 0.047969, screen 0.90833 left front textcolor rgb '#222222'
set label 'gsrb_branch, measured' at screen 0.21227, screen 0.90833 left front textcolor rgb '#222222'
set label 'performance (Ginst/s)' at screen 0.015625, screen 0.8619 left front textcolor rgb '#222222'
set label 'instruction intensity (inst/txn)' at screen 0.46803, screen 0.041667 center front textcolor rgb '#222222'
set label 'warp level' at screen 0.66199, screen 0.59841 left front textcolor rgb '#222222'
set label 'stride 0' at screen 0.53034, screen 0.18494 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 1, 8 B' at screen 0.307, screen 0.21371 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'stride 8' at screen 0.1581, screen 0.30783 center front rotate by 90.0 font ',10' textcolor rgb '#999999'
set label 'issue 1.045 Tinst/s' at screen 0.76954, screen 0.77673 center front font ',10' textcolor rgb '#222222'
set label 'L1 956.2 Gtxn/s' at screen 0.18676, screen 0.42146 center front rotate by 32.6 font ',10' textcolor rgb '#009e73'
set label 'L2 320.3 Gtxn/s' at screen 0.23257, screen 0.29635 center front rotate by 32.6 font ',10' textcolor rgb '#d55e00'
set label 'DRAM 138.4 Gtxn/s' at screen 0.39772, screen 0.42476 center front rotate by 32.6 font ',10' textcolor rgb '#0072b2'
set label '' at screen 0.026406, screen 0.90833 front point pointtype 7 pointsize 0.8 linecolor rgb '#222222'
set label '' at screen 0.19071, screen 0.90833 front point pointtype 5 pointsize 0.8 linecolor rgb '#222222'
$d1 << END
1 2.49023438
1 956.25
END
$d2 << END
0.125 2.49023438
0.125 119.53125
END
$d3 << END
0.03125 2.49023438
0.03125 29.8828125
END
$d4 << END
1.09327059 1045.44
18.8792777 1045.44
END
$d5 << END
0.0125 11.953125
1.09327059 1045.44
END
$d6 << END
0.0125 4.00390625
3.26381268 1045.44
END
$d7 << END
0.017988149 2.49023438
7.55171106 1045.44
END
$d8 << END
1.78253403 187.431695
END
$d9 << END
1.78253403 187.431695
END
$d10 << END
0.876094826 187.431695
END
$d11 << END
0.524691358 187.431695
END
$d12 << END
0.12345679 44.1015752
END
$d13 << END
0.349794239 238.148506
2.67380104 238.148506
END
$d14 << END
1.73501499 162.634934
END
$d15 << END
1.73501499 162.634934
END
$d16 << END
0.863968611 162.634934
END
$d17 << END
0.512345679 162.634934
END
$d18 << END
0.12345679 39.1891407
END
$d19 << END
0.341563786 207.702446
2.60252248 207.702446
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
  $d19 using 1:2 with lines linewidth 1 dashtype 3 linecolor rgb '#222222'
unset multiplot

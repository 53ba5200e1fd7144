# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 640,667 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set multiplot
unset label
unset object
unset arrow
set lmargin at screen 0.118047
set rmargin at screen 0.968203
set bmargin at screen 0.744378
set tmargin at screen 0.924288
unset logscale x
set xrange [0:840]
unset logscale y
set yrange [5.5:-0.5]
set xtics nomirror out scale 0.6, 0.3 ('0' 0 0, '100' 100 0, '200' 200 0, '300' 300 0, '400' 400 0, '500' 500 0, '600' 600 0, '700' 700 0, '800' 800 0)
unset ytics
set border 3 front linecolor rgb '#666666'
set grid xtics noytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'L2 load' at screen 0.015625, screen 0.97376 left front font ',13' textcolor rgb '#222222'
set label 'compulsory' at screen 0.047969, screen 0.94228 left front textcolor rgb '#222222'
set label 'capacity' at screen 0.20635, screen 0.94228 left front textcolor rgb '#222222'
set label 'requested from L1' at screen 0.33831, screen 0.94228 left front textcolor rgb '#222222'
set label 'volume (B/LUP)' at screen 0.54313, screen 0.6949 center front textcolor rgb '#222222'
set label '1024x1x1' at screen 0.10727, screen 0.9093 right front textcolor rgb '#222222'
set label '512x2x1' at screen 0.10727, screen 0.87931 right front textcolor rgb '#222222'
set label '64x4x4' at screen 0.10727, screen 0.84933 right front textcolor rgb '#222222'
set label '16x2x32' at screen 0.10727, screen 0.81934 right front textcolor rgb '#222222'
set label '2x512x1' at screen 0.10727, screen 0.78936 right front textcolor rgb '#222222'
set label '1x16x64' at screen 0.10727, screen 0.75937 right front textcolor rgb '#222222'
set label '136' at screen 0.18687, screen 0.9093 center front font ',10' textcolor rgb '#ffffff'
set label '104' at screen 0.17078, screen 0.87931 center front font ',10' textcolor rgb '#ffffff'
set label '41' at screen 0.13879, screen 0.84933 center front font ',10' textcolor rgb '#ffffff'
set label '46' at screen 0.14132, screen 0.81934 center front font ',10' textcolor rgb '#ffffff'
set label '176' at screen 0.20711, screen 0.78936 center front font ',10' textcolor rgb '#ffffff'
set label '116' at screen 0.17675, screen 0.75937 center front font ',10' textcolor rgb '#ffffff'
set label '117' at screen 0.35529, screen 0.78936 center front font ',10' textcolor rgb '#ffffff'
set label '222' at screen 0.34795, screen 0.75937 center front font ',10' textcolor rgb '#ffffff'
set object rectangle from screen 0.018203, screen 0.93441 to screen 0.034609, screen 0.95015 fillcolor rgb '#0072b2' fillstyle solid 1 noborder
set object rectangle from screen 0.17658, screen 0.93441 to screen 0.19299, screen 0.95015 fillcolor rgb '#d55e00' fillstyle solid 1 noborder
set object rectangle from screen 0.30854, screen 0.93441 to screen 0.32495, screen 0.95015 fillstyle empty border rgb '#222222'
$d1 << END
68 0 0 136 -0.4 0.4
52.1 1 0 104.2 0.6 1.4
20.5 2 0 41 1.6 2.4
23 3 0 46 2.6 3.4
88 4 0 176 3.6 4.4
58 5 0 116 4.6 5.4
END
$d2 << END
136.169534 0 136 136.339069 -0.4 0.4
104.509253 1 104.2 104.818506 0.6 1.4
41.5935485 2 41 42.187097 1.6 2.4
46.9869221 3 46 47.9738442 2.6 3.4
234.404979 4 176 292.809958 3.6 4.4
227.155271 5 116 338.310543 4.6 5.4
END
$d3 << END
103 0 0 206 -0.45 0.45
103 1 0 206 0.55 1.45
103 2 0 206 1.55 2.45
106 3 0 212 2.55 3.45
216 4 0 432 3.55 4.45
400 5 0 800 4.55 5.45
END
plot $d1 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#0072b2', \
  $d2 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#d55e00', \
  $d3 using 1:2:3:4:5:6 with boxxyerror fillstyle empty border linewidth 1 linecolor rgb '#222222'
unset label
unset object
unset arrow
set lmargin at screen 0.118047
set rmargin at screen 0.968203
set bmargin at screen 0.384558
set tmargin at screen 0.564468
unset logscale x
set xrange [0:81.0260133593]
unset logscale y
set yrange [5.5:-0.5]
set xtics nomirror out scale 0.6, 0.3 ('0' 0 0, '10' 10 0, '20' 20 0, '30' 30 0, '40' 40 0, '50' 50 0, '60' 60 0, '70' 70 0, '80' 80 0)
unset ytics
set border 3 front linecolor rgb '#666666'
set grid xtics noytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'DRAM load' at screen 0.015625, screen 0.63643 left front font ',13' textcolor rgb '#222222'
set label 'compulsory' at screen 0.047969, screen 0.60495 left front textcolor rgb '#222222'
set label 'capacity' at screen 0.20635, screen 0.60495 left front textcolor rgb '#222222'
set label 'partial lines' at screen 0.33831, screen 0.60495 left front textcolor rgb '#222222'
set label 'first waves' at screen 0.50369, screen 0.60495 left front textcolor rgb '#222222'
set label 'saved by rows' at screen 0.66056, screen 0.60495 left front textcolor rgb '#222222'
set label 'saved by layers' at screen 0.047969, screen 0.58246 left front textcolor rgb '#222222'
set label 'volume (B/LUP)' at screen 0.54313, screen 0.33508 center front textcolor rgb '#222222'
set label '1024x1x1' at screen 0.10727, screen 0.54948 right front textcolor rgb '#222222'
set label '512x2x1' at screen 0.10727, screen 0.51949 right front textcolor rgb '#222222'
set label '64x4x4' at screen 0.10727, screen 0.48951 right front textcolor rgb '#222222'
set label '16x2x32' at screen 0.10727, screen 0.45952 right front textcolor rgb '#222222'
set label '2x512x1' at screen 0.10727, screen 0.42954 right front textcolor rgb '#222222'
set label '1x16x64' at screen 0.10727, screen 0.39955 right front textcolor rgb '#222222'
set label '33.1' at screen 0.29175, screen 0.54948 center front font ',10' textcolor rgb '#ffffff'
set label '33.1' at screen 0.29175, screen 0.51949 center front font ',10' textcolor rgb '#ffffff'
set label '23' at screen 0.23877, screen 0.48951 center front font ',10' textcolor rgb '#ffffff'
set label '9.87' at screen 0.16985, screen 0.45952 center front font ',10' textcolor rgb '#ffffff'
set label '33.1' at screen 0.29175, screen 0.42954 center front font ',10' textcolor rgb '#ffffff'
set label '8.91' at screen 0.16477, screen 0.39955 center front font ',10' textcolor rgb '#ffffff'
set label '5.93' at screen 0.25406, screen 0.45952 center front font ',10' textcolor rgb '#222222'
set label '38.9' at screen 0.67413, screen 0.54948 center front font ',10' textcolor rgb '#222222'
set label '38.9' at screen 0.67401, screen 0.51949 center front font ',10' textcolor rgb '#222222'
set label '38.9' at screen 0.7237, screen 0.42954 center front font ',10' textcolor rgb '#222222'
set object rectangle from screen 0.018203, screen 0.59708 to screen 0.034609, screen 0.61282 fillcolor rgb '#0072b2' fillstyle solid 1 noborder
set object rectangle from screen 0.17658, screen 0.59708 to screen 0.19299, screen 0.61282 fillcolor rgb '#d55e00' fillstyle solid 1 noborder
set object rectangle from screen 0.30854, screen 0.59708 to screen 0.32495, screen 0.61282 fillcolor rgb '#009e73' fillstyle solid 1 noborder
set object rectangle from screen 0.47393, screen 0.59708 to screen 0.49033, screen 0.61282 fillcolor rgb '#cc79a7' fillstyle solid 1 noborder
set object rectangle from screen 0.63079, screen 0.59708 to screen 0.6472, screen 0.61282 fillcolor rgb '#b8b8b8' fillstyle solid 1 noborder
set object rectangle from screen 0.018203, screen 0.57459 to screen 0.034609, screen 0.59033 fillcolor rgb '#dcdcdc' fillstyle solid 1 noborder
$d4 << END
16.5550295 0 0 33.1100589 -0.4 0.4
16.5550295 1 0 33.1100589 0.6 1.4
11.5058315 2 0 23.0116631 1.6 2.4
4.93749871 3 0 9.87499741 2.6 3.4
16.5550295 4 0 33.1100589 3.6 4.4
4.45279271 5 0 8.90558543 4.6 5.4
END
$d5 << END
33.1212262 0 33.1100589 33.1323935 -0.4 0.4
33.1157543 1 33.1100589 33.1214497 0.6 1.4
23.0118244 2 23.0116631 23.0119857 1.6 2.4
9.87503273 3 9.87499741 9.87506804 2.6 3.4
35.2479326 4 33.1100589 37.3858062 3.6 4.4
8.90580462 5 8.90558543 8.90602382 4.6 5.4
END
$d6 << END
33.1323935 0 33.1323935 33.1323935 -0.4 0.4
33.1214497 1 33.1214497 33.1214497 0.6 1.4
23.0119857 2 23.0119857 23.0119857 1.6 2.4
9.87506804 3 9.87506804 9.87506804 2.6 3.4
37.6211003 4 37.3858062 37.8563944 3.6 4.4
8.91504415 5 8.90602382 8.92406448 4.6 5.4
END
$d7 << END
33.1948935 0 33.1323935 33.2573935 -0.4 0.4
33.1839497 1 33.1214497 33.2464497 0.6 1.4
23.0744857 2 23.0119857 23.1369857 1.6 2.4
9.93756804 3 9.87506804 10.000068 2.6 3.4
37.9188944 4 37.8563944 37.9813944 3.6 4.4
8.98656448 5 8.92406448 9.04906448 4.6 5.4
END
$d8 << END
33.4055417 0 33.2573935 33.5536898 -0.4 0.4
33.3945978 1 33.2464497 33.542746 0.6 1.4
23.5073561 2 23.1369857 23.8777264 1.6 2.4
12.963031 3 10.000068 15.9259939 2.6 3.4
38.1295426 4 37.9813944 38.2776907 3.6 4.4
11.2745125 5 9.04906448 13.4999605 4.6 5.4
END
$d9 << END
52.9986603 0 33.5536898 72.4436309 -0.4 0.4
52.9877165 1 33.542746 72.432687 0.6 1.4
24.3718949 2 23.8777264 24.8660634 1.6 2.4
15.9884952 3 15.9259939 16.0509966 2.6 3.4
57.7226612 4 38.2776907 77.1676318 3.6 4.4
13.5624605 5 13.4999605 13.6249605 4.6 5.4
END
plot $d4 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#0072b2', \
  $d5 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#d55e00', \
  $d6 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#009e73', \
  $d7 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#cc79a7', \
  $d8 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#b8b8b8', \
  $d9 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#dcdcdc'
unset label
unset object
unset arrow
set lmargin at screen 0.118047
set rmargin at screen 0.968203
set bmargin at screen 0.0764618
set tmargin at screen 0.256372
unset logscale x
set xrange [0:34.7180803599]
unset logscale y
set yrange [5.5:-0.5]
set xtics nomirror out scale 0.6, 0.3 ('0' 0 0, '5' 5 0, '10' 10 0, '15' 15 0, '20' 20 0, '25' 25 0, '30' 30 0)
unset ytics
set border 3 front linecolor rgb '#666666'
set grid xtics noytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'predicted time, and what limits it' at screen 0.015625, screen 0.27661 left front font ',13' textcolor rgb '#222222'
set label 'time (ms)' at screen 0.54313, screen 0.026987 center front textcolor rgb '#222222'
set label '1024x1x1' at screen 0.10727, screen 0.24138 right front textcolor rgb '#222222'
set label '512x2x1' at screen 0.10727, screen 0.21139 right front textcolor rgb '#222222'
set label '64x4x4' at screen 0.10727, screen 0.18141 right front textcolor rgb '#222222'
set label '16x2x32' at screen 0.10727, screen 0.15142 right front textcolor rgb '#222222'
set label '2x512x1' at screen 0.10727, screen 0.12144 right front textcolor rgb '#222222'
set label '1x16x64' at screen 0.10727, screen 0.091454 right front textcolor rgb '#222222'
set label '5.851 ms  dram' at screen 0.2721, screen 0.24138 left front font ',10' textcolor rgb '#222222'
set label '5.504 ms  dram' at screen 0.26361, screen 0.21139 left front font ',10' textcolor rgb '#222222'
set label '4.006 ms  dram' at screen 0.22693, screen 0.18141 left front font ',10' textcolor rgb '#222222'
set label '2.854 ms  dram' at screen 0.19872, screen 0.15142 left front font ',10' textcolor rgb '#222222'
set label '15.01 ms  l1' at screen 0.4963, screen 0.12144 left front font ',10' textcolor rgb '#222222'
set label '29.19 ms  l1' at screen 0.84368, screen 0.091454 left front font ',10' textcolor rgb '#222222'
$d10 << END
2.92548887 0 0 5.85097773 -0.4 0.4
2.75216473 1 0 5.50432946 0.6 1.4
2.00314473 2 0 4.00628947 1.6 2.4
1.42713452 3 0 2.85426903 2.6 3.4
7.50327317 4 0 15.0065463 3.6 4.4
14.5963016 5 0 29.1926031 4.6 5.4
END
plot $d10 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#0072b2'
unset multiplot

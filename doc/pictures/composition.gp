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
set label '138' at screen 0.30532, screen 0.75937 center front font ',10' textcolor rgb '#ffffff'
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
136.000009 0 136 136.000019 -0.4 0.4
104.223084 1 104.2 104.246168 0.6 1.4
41.2435173 2 41 41.4870345 1.6 2.4
46.3732031 3 46 46.7464062 2.6 3.4
193.813425 4 176 211.626851 3.6 4.4
185.036018 5 116 254.072036 4.6 5.4
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
set xrange [0:79.5852793152]
unset logscale y
set yrange [5.5:-0.5]
set xtics nomirror out scale 0.6, 0.3 ('0' 0 0, '10' 10 0, '20' 20 0, '30' 30 0, '40' 40 0, '50' 50 0, '60' 60 0, '70' 70 0)
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
set label '33.1' at screen 0.29489, screen 0.54948 center front font ',10' textcolor rgb '#ffffff'
set label '33.1' at screen 0.29489, screen 0.51949 center front font ',10' textcolor rgb '#ffffff'
set label '23' at screen 0.24096, screen 0.48951 center front font ',10' textcolor rgb '#ffffff'
set label '9.87' at screen 0.17079, screen 0.45952 center front font ',10' textcolor rgb '#ffffff'
set label '33.1' at screen 0.29489, screen 0.42954 center front font ',10' textcolor rgb '#ffffff'
set label '8.91' at screen 0.16561, screen 0.39955 center front font ',10' textcolor rgb '#ffffff'
set label '5.93' at screen 0.25652, screen 0.45952 center front font ',10' textcolor rgb '#222222'
set label '38.9' at screen 0.68419, screen 0.54948 center front font ',10' textcolor rgb '#222222'
set label '38.9' at screen 0.68408, screen 0.51949 center front font ',10' textcolor rgb '#222222'
set label '38.9' at screen 0.72, screen 0.42954 center front font ',10' textcolor rgb '#222222'
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
33.121167 0 33.1100589 33.132275 -0.4 0.4
33.1156541 1 33.1100589 33.1212493 0.6 1.4
23.0118181 2 23.0116631 23.0119731 1.6 2.4
9.87503142 3 9.87499741 9.87506543 2.6 3.4
34.5618687 4 33.1100589 36.0136785 3.6 4.4
8.90574849 5 8.90558543 8.90591154 4.6 5.4
END
$d6 << END
33.132275 0 33.132275 33.132275 -0.4 0.4
33.1212493 1 33.1212493 33.1212493 0.6 1.4
23.0119731 2 23.0119731 23.0119731 1.6 2.4
9.87506543 3 9.87506543 9.87506543 2.6 3.4
36.2489726 4 36.0136785 36.4842668 3.6 4.4
8.91493187 5 8.90591154 8.9239522 4.6 5.4
END
$d7 << END
33.194775 0 33.132275 33.257275 -0.4 0.4
33.1837493 1 33.1212493 33.2462493 0.6 1.4
23.0744731 2 23.0119731 23.1369731 1.6 2.4
9.93756543 3 9.87506543 10.0000654 2.6 3.4
36.5467668 4 36.4842668 36.6092668 3.6 4.4
8.9864522 5 8.9239522 9.0489522 4.6 5.4
END
$d8 << END
33.4054232 0 33.257275 33.5535713 -0.4 0.4
33.3943975 1 33.2462493 33.5425456 0.6 1.4
23.5073435 2 23.1369731 23.8777138 1.6 2.4
12.9630284 3 10.0000654 15.9259913 2.6 3.4
36.7574149 4 36.6092668 36.9055631 3.6 4.4
11.2744002 5 9.0489522 13.4998482 4.6 5.4
END
$d9 << END
52.9985419 0 33.5535713 72.4435124 -0.4 0.4
52.9875161 1 33.5425456 72.4324867 0.6 1.4
24.3718823 2 23.8777138 24.8660508 1.6 2.4
15.9884926 3 15.9259913 16.0509939 2.6 3.4
56.3505336 4 36.9055631 75.7955041 3.6 4.4
13.5623482 5 13.4998482 13.6248483 4.6 5.4
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
set xrange [0:34.6761874625]
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
set label '5.764 ms  dram' at screen 0.27014, screen 0.24138 left front font ',10' textcolor rgb '#222222'
set label '5.416 ms  dram' at screen 0.26161, screen 0.21139 left front font ',10' textcolor rgb '#222222'
set label '3.958 ms  dram' at screen 0.22587, screen 0.18141 left front font ',10' textcolor rgb '#222222'
set label '2.89 ms  l1' at screen 0.19968, screen 0.15142 left front font ',10' textcolor rgb '#222222'
set label '15.11 ms  l1' at screen 0.4992, screen 0.12144 left front font ',10' textcolor rgb '#222222'
set label '29.6 ms  l1' at screen 0.85446, screen 0.091454 left front font ',10' textcolor rgb '#222222'
$d10 << END
2.88183917 0 0 5.76367835 -0.4 0.4
2.70792423 1 0 5.41584846 0.6 1.4
1.97915017 2 0 3.95830035 1.6 2.4
1.4450186 3 0 2.8900372 2.6 3.4
7.55340569 4 0 15.1068114 3.6 4.4
14.7985617 5 0 29.5971234 4.6 5.4
END
plot $d10 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#0072b2'
unset multiplot

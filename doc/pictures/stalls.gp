# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 640,220 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set multiplot
unset label
unset object
unset arrow
set lmargin at screen 0.153733
set rmargin at screen 0.968203
set bmargin at screen 0.229545
set tmargin at screen 0.865909
unset logscale x
set xrange [0:56128.8629991]
unset logscale y
set yrange [6.5:-0.5]
set xtics nomirror out scale 0.6, 0.3 ('0' 0 0, '10 000' 10000 0, '20 000' 20000 0, '30 000' 30000 0, '40 000' 40000 0, '50 000' 50000 0)
unset ytics
set border 3 front linecolor rgb '#666666'
set grid xtics noytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'mdm.base' at screen 0.047969, screen 0.92045 left front textcolor rgb '#222222'
set label 'mdm.mshr' at screen 0.19373, screen 0.92045 left front textcolor rgb '#222222'
set label 'mdm.noc' at screen 0.34025, screen 0.92045 left front textcolor rgb '#222222'
set label 'mdm.dram' at screen 0.47523, screen 0.92045 left front textcolor rgb '#222222'
set label 'cyc' at screen 0.56097, screen 0.079545 center front textcolor rgb '#222222'
set label 'mshrs = 32' at screen 0.14295, screen 0.82045 right front textcolor rgb '#222222'
set label 'mshrs = 64' at screen 0.14295, screen 0.72955 right front textcolor rgb '#222222'
set label 'mshrs = 128' at screen 0.14295, screen 0.63864 right front textcolor rgb '#222222'
set label 'mshrs = 256' at screen 0.14295, screen 0.54773 right front textcolor rgb '#222222'
set label 'mshrs = 512' at screen 0.14295, screen 0.45682 right front textcolor rgb '#222222'
set label 'mshrs = 1024' at screen 0.14295, screen 0.36591 right front textcolor rgb '#222222'
set label 'mshrs = 2048' at screen 0.14295, screen 0.275 right front textcolor rgb '#222222'
set label '52 100' at screen 0.53707, screen 0.82045 center front font ',10' textcolor rgb '#ffffff'
set label '40 800' at screen 0.45459, screen 0.72955 center front font ',10' textcolor rgb '#ffffff'
set label '34 300' at screen 0.40805, screen 0.63864 center front font ',10' textcolor rgb '#ffffff'
set label '29 700' at screen 0.37417, screen 0.54773 center front font ',10' textcolor rgb '#ffffff'
set label '24 400' at screen 0.33601, screen 0.45682 center front font ',10' textcolor rgb '#ffffff'
set label '15 900' at screen 0.2745, screen 0.36591 center front font ',10' textcolor rgb '#ffffff'
set label '5050' at screen 0.42674, screen 0.36591 center front font ',10' textcolor rgb '#ffffff'
set label '5050' at screen 0.19547, screen 0.275 center front font ',10' textcolor rgb '#ffffff'
set label '5690' at screen 0.59214, screen 0.45682 center front font ',10' textcolor rgb '#222222'
set label '11 000' at screen 0.54344, screen 0.36591 center front font ',10' textcolor rgb '#222222'
set label '11 000' at screen 0.31218, screen 0.275 center front font ',10' textcolor rgb '#222222'
set object rectangle from screen 0.018203, screen 0.89659 to screen 0.034609, screen 0.94432 fillcolor rgb '#0072b2' fillstyle solid 1 noborder
set object rectangle from screen 0.16397, screen 0.89659 to screen 0.18037, screen 0.94432 fillcolor rgb '#d55e00' fillstyle solid 1 noborder
set object rectangle from screen 0.31048, screen 0.89659 to screen 0.32689, screen 0.94432 fillcolor rgb '#009e73' fillstyle solid 1 noborder
set object rectangle from screen 0.44546, screen 0.89659 to screen 0.46187, screen 0.94432 fillcolor rgb '#cc79a7' fillstyle solid 1 noborder
$d1 << END
176.75 0 0 353.5 -0.4 0.4
176.75 1 0 353.5 0.6 1.4
176.75 2 0 353.5 1.6 2.4
176.75 3 0 353.5 2.6 3.4
176.75 4 0 353.5 3.6 4.4
176.75 5 0 353.5 4.6 5.4
176.75 6 0 353.5 5.6 6.4
END
$d2 << END
26417.356 0 353.5 52481.212 -0.4 0.4
20733.644 1 353.5 41113.788 0.6 1.4
17526.22 2 353.5 34698.94 1.6 2.4
15191.372 3 353.5 30029.244 2.6 3.4
12561.676 4 353.5 24769.852 3.6 4.4
8322.284 5 353.5 16291.068 4.6 5.4
353.5 6 353.5 353.5 5.6 6.4
END
$d3 << END
52634.1293 0 52481.212 52787.0467 -0.4 0.4
41343.164 1 41113.788 41572.54 0.6 1.4
35081.2333 2 34698.94 35463.5267 1.6 2.4
30717.372 3 30029.244 31405.5 2.6 3.4
26069.6493 4 24769.852 27369.4467 3.6 4.4
18814.204 5 16291.068 21337.34 4.6 5.4
2876.636 6 353.5 5399.772 5.6 6.4
END
$d4 << END
53121.5533 0 52787.0467 53456.06 -0.4 0.4
42074.3 1 41572.54 42576.06 0.6 1.4
36299.7933 2 35463.5267 37136.06 1.6 2.4
32910.78 3 31405.5 34416.06 2.6 3.4
30212.7533 4 27369.4467 33056.06 3.6 4.4
26856.7 5 21337.34 32376.06 4.6 5.4
10919.132 6 5399.772 16438.492 5.6 6.4
END
plot $d1 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#0072b2', \
  $d2 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#d55e00', \
  $d3 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#009e73', \
  $d4 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#cc79a7'
unset multiplot

# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 640,490 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set multiplot
unset label
unset object
unset arrow
set label 'star25 on a100, domain 640x512x512, block 256x1x2, model wsp' at screen 0.015625, screen 0.96429 left front font ',13' textcolor rgb '#222222'
set lmargin at screen 0.136052
set rmargin at screen 0.968203
set bmargin at screen 0.727551
set tmargin at screen 0.890816
unset logscale x
set xrange [0:216.3]
unset logscale y
set yrange [3.5:-0.5]
set xtics nomirror out scale 0.6, 0.3 ('0' 0 0, '20' 20 0, '40' 40 0, '60' 60 0, '80' 80 0, '100' 100 0, '120' 120 0, '140' 140 0, '160' 160 0, '180' 180 0, '200' 200 0)
unset ytics
set border 3 front linecolor rgb '#666666'
set grid xtics noytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'compulsory' at screen 0.047969, screen 0.91531 left front textcolor rgb '#222222'
set label 'first waves' at screen 0.20635, screen 0.91531 left front textcolor rgb '#222222'
set label 'saved by rows' at screen 0.36321, screen 0.91531 left front textcolor rgb '#222222'
set label 'saved by layers' at screen 0.54984, screen 0.91531 left front textcolor rgb '#222222'
set label 'requested from L1' at screen 0.74907, screen 0.91531 left front textcolor rgb '#222222'
set label 'volume (B/LUP)' at screen 0.55213, screen 0.6602 center front textcolor rgb '#222222'
set label 'L2 load' at screen 0.12527, screen 0.87041 right front textcolor rgb '#222222'
set label 'L2 store' at screen 0.12527, screen 0.82959 right front textcolor rgb '#222222'
set label 'DRAM load' at screen 0.12527, screen 0.78878 right front textcolor rgb '#222222'
set label 'DRAM store' at screen 0.12527, screen 0.74796 right front textcolor rgb '#222222'
set label '104' at screen 0.33668, screen 0.87041 center front font ',10' textcolor rgb '#ffffff'
set label '8' at screen 0.15144, screen 0.82959 center front font ',10' textcolor rgb '#ffffff'
set label '30.3' at screen 0.19429, screen 0.78878 center front font ',10' textcolor rgb '#ffffff'
set label '8' at screen 0.15144, screen 0.74796 center front font ',10' textcolor rgb '#ffffff'
set object rectangle from screen 0.018203, screen 0.90459 to screen 0.034609, screen 0.92602 fillcolor rgb '#0072b2' fillstyle solid 1 noborder
set object rectangle from screen 0.17658, screen 0.90459 to screen 0.19299, screen 0.92602 fillcolor rgb '#cc79a7' fillstyle solid 1 noborder
set object rectangle from screen 0.33345, screen 0.90459 to screen 0.34985, screen 0.92602 fillcolor rgb '#b8b8b8' fillstyle solid 1 noborder
set object rectangle from screen 0.52007, screen 0.90459 to screen 0.53648, screen 0.92602 fillcolor rgb '#dcdcdc' fillstyle solid 1 noborder
set object rectangle from screen 0.71931, screen 0.90459 to screen 0.73571, screen 0.92602 fillstyle empty border rgb '#222222'
$d1 << END
52.15 0 0 104.3 -0.4 0.4
4 1 0 8 0.6 1.4
15.1385106 2 0 30.2770211 1.6 2.4
4 3 0 8 2.6 3.4
END
$d2 << END
104.3 0 104.3 104.3 -0.4 0.4
8 1 8 8 0.6 1.4
30.3395211 2 30.2770211 30.4020211 1.6 2.4
8 3 8 8 2.6 3.4
END
$d3 << END
104.3 0 104.3 104.3 -0.4 0.4
8 1 8 8 0.6 1.4
30.6242433 2 30.4020211 30.8464656 1.6 2.4
8 3 8 8 2.6 3.4
END
$d4 << END
104.3 0 104.3 104.3 -0.4 0.4
8 1 8 8 0.6 1.4
35.707955 2 30.8464656 40.5694444 1.6 2.4
8 3 8 8 2.6 3.4
END
$d5 << END
103 0 0 206 -0.45 0.45
END
plot $d1 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#0072b2', \
  $d2 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#cc79a7', \
  $d3 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#b8b8b8', \
  $d4 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#dcdcdc', \
  $d5 using 1:2:3:4:5:6 with boxxyerror fillstyle empty border linewidth 1 linecolor rgb '#222222'
unset label
unset object
unset arrow
set lmargin at screen 0.231573
set rmargin at screen 0.968203
set bmargin at screen 0.104082
set tmargin at screen 0.553061
unset logscale x
set xrange [0:5.78685106359]
unset logscale y
set yrange [10.5:-0.5]
set xtics nomirror out scale 0.6, 0.3 ('0' 0 0, '1' 1 0, '2' 2 0, '3' 3 0, '4' 4 0, '5' 5 0)
unset ytics
set border 3 front linecolor rgb '#666666'
set grid xtics noytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'how long each limit would take alone' at screen 0.015625, screen 0.58061 left front font ',13' textcolor rgb '#222222'
set label 'time (ms)' at screen 0.59989, screen 0.036735 center front textcolor rgb '#222222'
set label 'predicted' at screen 0.22079, screen 0.53265 right front textcolor rgb '#222222'
set label 'DRAM bandwidth' at screen 0.22079, screen 0.49184 right front textcolor rgb '#222222'
set label 'L2 bandwidth' at screen 0.22079, screen 0.45102 right front textcolor rgb '#222222'
set label 'L1 throughput' at screen 0.22079, screen 0.4102 right front textcolor rgb '#222222'
set label 'latency' at screen 0.22079, screen 0.36939 right front textcolor rgb '#222222'
set label 'FP64 units' at screen 0.22079, screen 0.32857 right front textcolor rgb '#222222'
set label 'instruction issue' at screen 0.22079, screen 0.28776 right front textcolor rgb '#222222'
set label 'lines of L1 under way' at screen 0.22079, screen 0.24694 right front textcolor rgb '#222222'
set label 'block launch rate' at screen 0.22079, screen 0.20612 right front textcolor rgb '#222222'
set label 'integer units' at screen 0.22079, screen 0.16531 right front textcolor rgb '#222222'
set label 'launch overhead' at screen 0.22079, screen 0.12449 right front textcolor rgb '#222222'
set label '4.966 ms' at screen 0.87451, screen 0.53265 left front font ',10' textcolor rgb '#222222'
set label '4.455 ms' at screen 0.80943, screen 0.49184 left front font ',10' textcolor rgb '#222222'
set label '3.308 ms' at screen 0.66342, screen 0.45102 left front font ',10' textcolor rgb '#222222'
set label '2.183 ms' at screen 0.52018, screen 0.4102 left front font ',10' textcolor rgb '#222222'
set label '1.268 ms' at screen 0.40372, screen 0.36939 left front font ',10' textcolor rgb '#222222'
set label '860.8 us' at screen 0.35192, screen 0.32857 left front font ',10' textcolor rgb '#222222'
set label '688.6 us' at screen 0.33001, screen 0.28776 left front font ',10' textcolor rgb '#222222'
set label '331.3 us' at screen 0.28453, screen 0.24694 left front font ',10' textcolor rgb '#222222'
set label '293.4 us' at screen 0.27971, screen 0.20612 left front font ',10' textcolor rgb '#222222'
set label '241 us' at screen 0.27303, screen 0.16531 left front font ',10' textcolor rgb '#222222'
set label '2.6 us' at screen 0.24269, screen 0.12449 left front font ',10' textcolor rgb '#222222'
$d6 << END
2.48307407 0 0 4.96614814 -0.4 0.4 2236962
2.22742071 1 0 4.45484142 0.6 1.4 29362
1.65390809 2 0 3.30781619 1.6 2.4 29362
1.09127573 3 0 2.18255147 2.6 3.4 29362
0.633823404 4 0 1.26764681 3.6 4.4 29362
0.430378251 5 0 0.860756501 4.6 5.4 29362
0.3443026 6 0 0.688605201 5.6 6.4 29362
0.165665182 7 0 0.331330363 6.6 7.4 29362
0.146722388 8 0 0.293444776 7.6 8.4 29362
0.12050591 9 0 0.24101182 8.6 9.4 29362
0.0013 10 0 0.0026 9.6 10.4 29362
END
plot $d6 using 1:2:3:4:5:6:7 with boxxyerror linecolor rgb variable
unset multiplot

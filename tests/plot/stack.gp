# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 640,122 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set multiplot
unset label
unset object
unset arrow
set lmargin at screen 0.121389
set rmargin at screen 0.968203
set bmargin at screen 0.266393
set tmargin at screen 0.758197
unset logscale x
set xrange [0:42]
unset logscale y
set yrange [2.5:-0.5]
set xtics nomirror out scale 0.6, 0.3 ('0' 0 0, '5' 5 0, '10' 10 0, '15' 15 0, '20' 20 0, '25' 25 0, '30' 30 0, '35' 35 0, '40' 40 0)
unset ytics
set border 3 front linecolor rgb '#666666'
set grid xtics noytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'base' at screen 0.047969, screen 0.85656 left front textcolor rgb '#222222'
set label 'mshr' at screen 0.145, screen 0.85656 left front textcolor rgb '#222222'
set label 'mshrs = 1' at screen 0.11061, screen 0.67623 right front textcolor rgb '#222222'
set label 'mshrs = 2' at screen 0.11061, screen 0.5123 right front textcolor rgb '#222222'
set label 'mshrs = 4' at screen 0.11061, screen 0.34836 right front textcolor rgb '#222222'
set label '10' at screen 0.2222, screen 0.67623 center front font ',10' textcolor rgb '#ffffff'
set label '10' at screen 0.2222, screen 0.5123 center front font ',10' textcolor rgb '#ffffff'
set label '10' at screen 0.2222, screen 0.34836 center front font ',10' textcolor rgb '#ffffff'
set label '30' at screen 0.62545, screen 0.67623 center front font ',10' textcolor rgb '#ffffff'
set label '15' at screen 0.47423, screen 0.5123 center front font ',10' textcolor rgb '#ffffff'
set label '7.5' at screen 0.39862, screen 0.34836 center front font ',10' textcolor rgb '#ffffff'
set object rectangle from screen 0.018203, screen 0.81352 to screen 0.034609, screen 0.89959 fillcolor rgb '#0072b2' fillstyle solid 1 noborder
set object rectangle from screen 0.11523, screen 0.81352 to screen 0.13164, screen 0.89959 fillcolor rgb '#d55e00' fillstyle solid 1 noborder
$d1 << END
5 0 0 10 -0.4 0.4
5 1 0 10 0.6 1.4
5 2 0 10 1.6 2.4
END
$d2 << END
25 0 10 40 -0.4 0.4
17.5 1 10 25 0.6 1.4
13.75 2 10 17.5 1.6 2.4
END
plot $d1 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#0072b2', \
  $d2 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#d55e00'
unset multiplot

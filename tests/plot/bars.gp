# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 640,83 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set multiplot
unset label
unset object
unset arrow
set lmargin at screen 0.0749219
set rmargin at screen 0.968203
set bmargin at screen 0.39759
set tmargin at screen 0.879518
unset logscale x
set xrange [0:3.36]
unset logscale y
set yrange [1.5:-0.5]
set xtics nomirror out scale 0.6, 0.3 ('0' 0 0, '0.5' 0.5 0, '1' 1 0, '1.5' 1.5 0, '2' 2 0, '2.5' 2.5 0, '3' 3 0)
unset ytics
set border 3 front linecolor rgb '#666666'
set grid xtics noytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'copy' at screen 0.064141, screen 0.75904 right front textcolor rgb '#222222'
set label 'triad' at screen 0.064141, screen 0.51807 right front textcolor rgb '#222222'
$d1 << END
1.55 0 0 3.1 -0.4 0.4
1.6 1 0 3.2 0.6 1.4
END
plot $d1 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#0072b2'
unset multiplot

# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 640,435 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set multiplot
unset label
unset object
unset arrow
set label '2 points not shown (no number, or not above 0 on a logarithmic axis)' at screen 0.015625, screen 0.04023 left front font ',10' textcolor rgb '#222222'
set lmargin at screen 0.0600438
set rmargin at screen 0.968203
set bmargin at screen 0.150575
set tmargin at screen 0.977011
unset logscale x
set xrange [1.95:3.05]
set logscale y
set yrange [1.93187265785:4.14105969537]
set xtics nomirror out scale 0.6, 0.3 ('2' 2 0, '3' 3 0)
set ytics nomirror out scale 0.6, 0.3 ('2' 2 0, '2.5' 2.5 0, '3' 3 0, '3.5' 3.5 0, '4' 4 0)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'index' at screen 0.51412, screen 0.074713 center front textcolor rgb '#222222'
$d1 << END


2 2
3 4
END
plot $d1 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#0072b2', \
  $d1 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#0072b2'
unset multiplot

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
set lmargin at screen 0.0533594
set rmargin at screen 0.968203
set bmargin at screen 0.077381
set tmargin at screen 0.97619
unset logscale x
set xrange [0.9:3.1]
unset logscale y
set yrange [0:31.5]
set xtics nomirror out scale 0.6, 0.3 ('1' 1 0, '1.2' 1.2 0, '1.4' 1.4 0, '1.6' 1.6 0, '1.8' 1.8 0, '2' 2 0, '2.2' 2.2 0, '2.4' 2.4 0, '2.6' 2.6 0, '2.8' 2.8 0, '3' 3 0)
set ytics nomirror out scale 0.6, 0.3 ('0' 0 0, '5' 5 0, '10' 10 0, '15' 15 0, '20' 20 0, '25' 25 0, '30' 30 0)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'one' at screen 0.1068, screen 0.36272 left front font ',10' textcolor rgb '#222222'
set label 'two' at screen 0.52264, screen 0.93339 left front font ',10' textcolor rgb '#222222'
set label 'three' at screen 0.93848, screen 0.64805 left front font ',10' textcolor rgb '#222222'
$d1 << END
1 10
2 30
3 20
END
plot $d1 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#0072b2'
unset multiplot

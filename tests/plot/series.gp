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
set lmargin at screen 0.0425781
set rmargin at screen 0.946641
set bmargin at screen 0.120238
set tmargin at screen 0.97619
unset logscale x
set xrange [0:2.1]
unset logscale y
set yrange [0:9.45]
set xtics nomirror out scale 0.6, 0.3 ('0' 0 0, '1' 1 0, '2' 2 0)
set ytics nomirror out scale 0.6, 0.3 ('0' 0 0, '2' 2 0, '4' 4 0, '6' 6 0, '8' 8 0)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'index' at screen 0.49461, screen 0.041667 center front textcolor rgb '#222222'
set label 'b' at screen 0.91437, screen 0.39197 left front textcolor rgb '#d55e00'
set label 'a' at screen 0.91437, screen 0.93543 left front textcolor rgb '#0072b2'
$d1 << END
0 1
1 4
2 9
END
$d2 << END
0 1
1 2
2 3
END
plot $d1 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#0072b2', \
  $d2 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#d55e00'
unset multiplot

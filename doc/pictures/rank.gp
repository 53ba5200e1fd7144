# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 640,301 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set multiplot
unset label
unset object
unset arrow
set lmargin at screen 0.246559
set rmargin at screen 0.968203
set bmargin at screen 0.169435
set tmargin at screen 0.966777
unset logscale x
set xrange [0:64.1669666581]
unset logscale y
set yrange [11.5:-0.5]
set xtics nomirror out scale 0.6, 0.3 ('0' 0 0, '10' 10 0, '20' 20 0, '30' 30 0, '40' 40 0, '50' 50 0, '60' 60 0)
unset ytics
set border 3 front linecolor rgb '#666666'
set grid xtics noytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'performance (GLUP/s)' at screen 0.60738, screen 0.059801 center front textcolor rgb '#222222'
set label '(16, 2, 32) fold (1, 1, 1)' at screen 0.23578, screen 0.93355 right front textcolor rgb '#222222'
set label '(16, 1, 64) fold (1, 2, 1)' at screen 0.23578, screen 0.86711 right front textcolor rgb '#222222'
set label '(32, 2, 16) fold (1, 1, 1)' at screen 0.23578, screen 0.80066 right front textcolor rgb '#222222'
set label '(16, 4, 16) fold (1, 1, 1)' at screen 0.23578, screen 0.73422 right front textcolor rgb '#222222'
set label '(32, 1, 32) fold (1, 2, 1)' at screen 0.23578, screen 0.66777 right front textcolor rgb '#222222'
set label '(16, 2, 32) fold (1, 2, 1)' at screen 0.23578, screen 0.60133 right front textcolor rgb '#222222'
set label '(16, 1, 64) fold (1, 1, 1)' at screen 0.23578, screen 0.53488 right front textcolor rgb '#222222'
set label '(32, 1, 32) fold (1, 1, 1)' at screen 0.23578, screen 0.46844 right front textcolor rgb '#222222'
set label '(64, 1, 16) fold (1, 2, 1)' at screen 0.23578, screen 0.40199 right front textcolor rgb '#222222'
set label '(32, 2, 16) fold (1, 2, 1)' at screen 0.23578, screen 0.33555 right front textcolor rgb '#222222'
set label '(64, 1, 16) fold (1, 1, 1)' at screen 0.23578, screen 0.2691 right front textcolor rgb '#222222'
set label '(16, 4, 16) fold (1, 2, 1)' at screen 0.23578, screen 0.20266 right front textcolor rgb '#222222'
set label '58.8' at screen 0.91839, screen 0.93355 left front font ',10' textcolor rgb '#222222'
set label '56.9' at screen 0.89739, screen 0.86711 left front font ',10' textcolor rgb '#222222'
set label '56.4' at screen 0.89117, screen 0.80066 left front font ',10' textcolor rgb '#222222'
set label '55.9' at screen 0.886, screen 0.73422 left front font ',10' textcolor rgb '#222222'
set label '55.9' at screen 0.88557, screen 0.66777 left front font ',10' textcolor rgb '#222222'
set label '55.5' at screen 0.88096, screen 0.60133 left front font ',10' textcolor rgb '#222222'
set label '54.8' at screen 0.87406, screen 0.53488 left front font ',10' textcolor rgb '#222222'
set label '54.6' at screen 0.87169, screen 0.46844 left front font ',10' textcolor rgb '#222222'
set label '53.2' at screen 0.85543, screen 0.40199 left front font ',10' textcolor rgb '#222222'
set label '53' at screen 0.85305, screen 0.33555 left front font ',10' textcolor rgb '#222222'
set label '52.6' at screen 0.84873, screen 0.2691 left front font ',10' textcolor rgb '#222222'
set label '52.5' at screen 0.84784, screen 0.20266 left front font ',10' textcolor rgb '#222222'
$d1 << END
29.3896911 0 0 58.7793823 -0.4 0.4
28.4559983 1 0 56.9119965 0.6 1.4
28.1791707 2 0 56.3583414 1.6 2.4
27.949562 3 0 55.8991241 2.6 3.4
27.9304419 4 0 55.8608838 3.6 4.4
27.7256073 5 0 55.4512146 4.6 5.4
27.4184885 6 0 54.8369771 5.6 6.4
27.3133178 7 0 54.6266356 6.6 7.4
26.5902785 8 0 53.1805571 7.6 8.4
26.4843627 9 0 52.9687254 8.6 9.4
26.2925953 10 0 52.5851906 9.6 10.4
26.2528936 11 0 52.5057871 10.6 11.4
END
plot $d1 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#0072b2'
unset multiplot

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
set xrange [0:63.3728085973]
unset logscale y
set yrange [11.5:-0.5]
set xtics nomirror out scale 0.6, 0.3 ('0' 0 0, '10' 10 0, '20' 20 0, '30' 30 0, '40' 40 0, '50' 50 0, '60' 60 0)
unset ytics
set border 3 front linecolor rgb '#666666'
set grid xtics noytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'performance (GLUP/s)' at screen 0.60738, screen 0.059801 center front textcolor rgb '#222222'
set label '(16, 2, 32) fold (1, 1, 1)' at screen 0.23578, screen 0.93355 right front textcolor rgb '#222222'
set label '(32, 2, 16) fold (1, 1, 1)' at screen 0.23578, screen 0.86711 right front textcolor rgb '#222222'
set label '(32, 1, 32) fold (1, 2, 1)' at screen 0.23578, screen 0.80066 right front textcolor rgb '#222222'
set label '(16, 1, 64) fold (1, 2, 1)' at screen 0.23578, screen 0.73422 right front textcolor rgb '#222222'
set label '(16, 2, 32) fold (1, 2, 1)' at screen 0.23578, screen 0.66777 right front textcolor rgb '#222222'
set label '(16, 1, 64) fold (1, 1, 1)' at screen 0.23578, screen 0.60133 right front textcolor rgb '#222222'
set label '(32, 1, 32) fold (1, 1, 1)' at screen 0.23578, screen 0.53488 right front textcolor rgb '#222222'
set label '(16, 4, 16) fold (1, 1, 1)' at screen 0.23578, screen 0.46844 right front textcolor rgb '#222222'
set label '(64, 1, 16) fold (1, 2, 1)' at screen 0.23578, screen 0.40199 right front textcolor rgb '#222222'
set label '(32, 2, 16) fold (1, 2, 1)' at screen 0.23578, screen 0.33555 right front textcolor rgb '#222222'
set label '(64, 1, 16) fold (1, 1, 1)' at screen 0.23578, screen 0.2691 right front textcolor rgb '#222222'
set label '(16, 4, 16) fold (1, 2, 1)' at screen 0.23578, screen 0.20266 right front textcolor rgb '#222222'
set label '58.1' at screen 0.91839, screen 0.93355 left front font ',10' textcolor rgb '#222222'
set label '57.2' at screen 0.90903, screen 0.86711 left front font ',10' textcolor rgb '#222222'
set label '57.2' at screen 0.90878, screen 0.80066 left front font ',10' textcolor rgb '#222222'
set label '57' at screen 0.90697, screen 0.73422 left front font ',10' textcolor rgb '#222222'
set label '55.8' at screen 0.89317, screen 0.66777 left front font ',10' textcolor rgb '#222222'
set label '55.8' at screen 0.893, screen 0.60133 left front font ',10' textcolor rgb '#222222'
set label '55.6' at screen 0.89051, screen 0.53488 left front font ',10' textcolor rgb '#222222'
set label '55.6' at screen 0.89049, screen 0.46844 left front font ',10' textcolor rgb '#222222'
set label '54.5' at screen 0.87741, screen 0.40199 left front font ',10' textcolor rgb '#222222'
set label '54.3' at screen 0.87581, screen 0.33555 left front font ',10' textcolor rgb '#222222'
set label '53.5' at screen 0.86634, screen 0.2691 left front font ',10' textcolor rgb '#222222'
set label '53.1' at screen 0.86196, screen 0.20266 left front font ',10' textcolor rgb '#222222'
$d1 << END
29.0259516 0 0 58.0519033 -0.4 0.4
28.6148366 1 0 57.2296732 0.6 1.4
28.6039383 2 0 57.2078767 1.6 2.4
28.5242274 3 0 57.0484548 2.6 3.4
27.9182449 4 0 55.8364898 3.6 4.4
27.9111579 5 0 55.8223158 4.6 5.4
27.8016917 6 0 55.6033835 5.6 6.4
27.8006963 7 0 55.6013926 6.6 7.4
27.2262882 8 0 54.4525764 7.6 8.4
27.1560485 9 0 54.312097 8.6 9.4
26.7403778 10 0 53.4807556 9.6 10.4
26.5478423 11 0 53.0956846 10.6 11.4
END
plot $d1 using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#0072b2'
unset multiplot

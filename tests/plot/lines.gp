# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 640,444 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set multiplot
unset label
unset object
unset arrow
set label 'Bandwidth' at screen 0.015625, screen 0.96059 left front font ',13' textcolor rgb '#222222'
set lmargin at screen 0.0600438
set rmargin at screen 0.968203
set bmargin at screen 0.113739
set tmargin at screen 0.872748
set logscale x
set xrange [1.56916819579:326.287520594]
unset logscale y
set yrange [0:3.15]
set xtics nomirror out scale 0.6, 0.3 ('2' 2 0, '' 3 1, '' 4 1, '5' 5 0, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '20' 20 0, '' 30 1, '' 40 1, '50' 50 0, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100 0, '200' 200 0, '' 300 1)
set ytics nomirror out scale 0.6, 0.3 ('0' 0 0, '0.5' 0.5 0, '1' 1 0, '1.5' 1.5 0, '2' 2 0, '2.5' 2.5 0, '3' 3 0)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'GB/s' at screen 0.015625, screen 0.90653 left front textcolor rgb '#222222'
set label 'MB' at screen 0.51412, screen 0.039414 center front textcolor rgb '#222222'
$d1 << END
2 3
4 1.5
8 1
16 0.75
32 0.6
64 0.5
128 0.428571429
256 0.375
END
plot $d1 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#0072b2', \
  $d1 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#0072b2'
unset multiplot

# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 990,380 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set multiplot
unset label
unset object
unset arrow
set label 'colours: blocks wide in x are red, in y green, in z blue' at screen 0.010101, screen 0.085526 left front font ',10' textcolor rgb '#222222'
set label '3 points not shown (no number, or not above 0 on a logarithmic axis)' at screen 0.010101, screen 0.046053 left front font ',10' textcolor rgb '#222222'
set lmargin at screen 0.0344949
set rmargin at screen 0.28298
set bmargin at screen 0.211842
set tmargin at screen 0.859211
set logscale x
set xrange [4:16]
set logscale y
set yrange [4:16]
set xtics nomirror out scale 0.6, 0.3 ('' 4 1, '5' 5 0, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0)
set ytics nomirror out scale 0.6, 0.3 ('' 4 1, '5' 5 0, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'dram.load: median error 0.0 %' at screen 0.010101, screen 0.95395 left front font ',13' textcolor rgb '#222222'
set label 'predicted (B/LUP)' at screen 0.010101, screen 0.89868 left front textcolor rgb '#222222'
set label 'measured (B/LUP)' at screen 0.15874, screen 0.125 center front textcolor rgb '#222222'
$d1 << END
4 4
16 16
END
$d2 << END
8 8 9240576
8 8 11075584
8 8 14745600
END
plot $d1 using 1:2 with lines linewidth 1 linecolor rgb '#999999', \
  $d2 using 1:2:3 with points pointtype 7 pointsize 0.9 linecolor rgb variable
unset label
unset object
unset arrow
set lmargin at screen 0.365741
set rmargin at screen 0.614226
set bmargin at screen 0.211842
set tmargin at screen 0.859211
set logscale x
set xrange [0.891250938134:11.220184543]
set logscale y
set yrange [0.891250938134:11.220184543]
set xtics nomirror out scale 0.6, 0.3 ('' 0.9 1, '1' 1 0, '2' 2 0, '' 3 1, '' 4 1, '5' 5 0, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0)
set ytics nomirror out scale 0.6, 0.3 ('' 0.9 1, '1' 1 0, '2' 2 0, '' 3 1, '' 4 1, '5' 5 0, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'dram.store: median error 419430400.0 %' at screen 0.34135, screen 0.95395 left front font ',13' textcolor rgb '#222222'
set label 'predicted (B/LUP)' at screen 0.34135, screen 0.89868 left front textcolor rgb '#222222'
set label 'measured (B/LUP)' at screen 0.48998, screen 0.125 center front textcolor rgb '#222222'
$d3 << END
0.891250938 0.891250938
11.2201845 11.2201845
END
$d4 << END



END
plot $d3 using 1:2 with lines linewidth 1 linecolor rgb '#999999', \
  $d4 using 1:2:3 with points pointtype 7 pointsize 0.9 linecolor rgb variable
unset label
unset object
unset arrow
set lmargin at screen 0.703956
set rmargin at screen 0.932744
set bmargin at screen 0.211842
set tmargin at screen 0.807895
set logscale x
set xrange [90.2346100836:342.109057837]
set logscale y
set yrange [90.2346100836:342.109057837]
set xtics nomirror out scale 0.6, 0.3 ('100' 100 0, '200' 200 0, '' 300 1)
set ytics nomirror out scale 0.6, 0.3 ('100' 100 0, '200' 200 0, '' 300 1)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'time: median error 11.2 %' at screen 0.67259, screen 0.95395 left front font ',13' textcolor rgb '#222222'
set label 'from measured volumes' at screen 0.6935, screen 0.89868 left front textcolor rgb '#222222'
set label 'predicted (us)' at screen 0.67259, screen 0.84737 left front textcolor rgb '#222222'
set label 'measured (us)' at screen 0.81835, screen 0.125 center front textcolor rgb '#222222'
set label '' at screen 0.67956, screen 0.89868 front point pointtype 6 pointsize 0.8 linecolor rgb '#999999'
$d5 << END
90.2346101 90.2346101
342.109058 342.109058
END
$d6 << END
322 95.8698057
212 95.8698057
216 95.8698057
END
$d7 << END
322 191.739611 9240576
212 191.739611 11075584
216 191.739611 14745600
END
plot $d5 using 1:2 with lines linewidth 1 linecolor rgb '#999999', \
  $d6 using 1:2 with points pointtype 6 pointsize 0.6 linecolor rgb '#999999', \
  $d7 using 1:2:3 with points pointtype 7 pointsize 0.9 linecolor rgb variable
unset multiplot

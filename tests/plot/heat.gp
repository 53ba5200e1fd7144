# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 640,420 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set palette defined (0 '#ffffcc', 1 '#a1dab4', 2 '#41b6c4', 3 '#2c7fb8', 4 '#253494')
set multiplot
unset label
unset object
unset arrow
set lmargin at screen 0.0425781
set rmargin at screen 0.892734
set bmargin at screen 0.120238
set tmargin at screen 0.922619
unset logscale x
set xrange [-0.5:2.5]
unset logscale y
set yrange [-0.5:2.5]
unset xtics
unset ytics
set border 15 front linecolor rgb '#666666'
unset grid
set colorbox user origin screen 0.9143, screen 0.12024 size screen 0.021562, screen 0.80238
unset logscale cb
set cbrange [1:16]
set cbtics scale 0.5 out nomirror ('5' 5 0, '10' 10 0, '15' 15 0)
set label 'performance (GLUP/s)' at screen 0.94664, screen 0.95833 right front textcolor rgb '#222222'
set label 'block y' at screen 0.015625, screen 0.95833 left front textcolor rgb '#222222'
set label 'block x' at screen 0.46766, screen 0.041667 center front textcolor rgb '#222222'
set label '1' at screen 0.18427, screen 0.084524 center front textcolor rgb '#222222'
set label '2' at screen 0.46766, screen 0.084524 center front textcolor rgb '#222222'
set label '4' at screen 0.75104, screen 0.084524 center front textcolor rgb '#222222'
set label '1' at screen 0.031797, screen 0.25397 right front textcolor rgb '#222222'
set label '2' at screen 0.031797, screen 0.52143 right front textcolor rgb '#222222'
set label '4' at screen 0.031797, screen 0.78889 right front textcolor rgb '#222222'
set label '1' at screen 0.18427, screen 0.25397 center front font ',10' textcolor rgb '#222222'
set label '2' at screen 0.46766, screen 0.25397 center front font ',10' textcolor rgb '#222222'
set label '4' at screen 0.75104, screen 0.25397 center front font ',10' textcolor rgb '#222222'
set label '2' at screen 0.18427, screen 0.52143 center front font ',10' textcolor rgb '#222222'
set label '4' at screen 0.46766, screen 0.52143 center front font ',10' textcolor rgb '#222222'
set label '8' at screen 0.75104, screen 0.52143 center front font ',10' textcolor rgb '#222222'
set label '4' at screen 0.18427, screen 0.78889 center front font ',10' textcolor rgb '#222222'
set label '8' at screen 0.46766, screen 0.78889 center front font ',10' textcolor rgb '#222222'
set label '16' at screen 0.75104, screen 0.78889 center front font ',10' textcolor rgb '#ffffff'
$d1 << END
0 0 -0.5 0.5 -0.5 0.5 1
1 0 0.5 1.5 -0.5 0.5 2
2 0 1.5 2.5 -0.5 0.5 4
0 1 -0.5 0.5 0.5 1.5 2
1 1 0.5 1.5 0.5 1.5 4
2 1 1.5 2.5 0.5 1.5 8
0 2 -0.5 0.5 1.5 2.5 4
1 2 0.5 1.5 1.5 2.5 8
2 2 1.5 2.5 1.5 2.5 16
END
plot $d1 using 1:2:3:4:5:6:7 with boxxyerror linewidth 1 linecolor palette fillstyle solid 1 border linecolor rgb 'white'
unset multiplot

# Made by wsp. To draw it:  gnuplot FILE.gp >FILE.svg
set terminal svg size 760,350 noenhanced background rgb 'white' font 'sans-serif,12'
set encoding utf8
unset key
set clip two
set style fill solid 1 noborder
set palette defined (0 '#ffffcc', 1 '#a1dab4', 2 '#41b6c4', 3 '#2c7fb8', 4 '#253494')
set multiplot
unset label
unset object
unset arrow
set lmargin at screen 0.0630921
set rmargin at screen 0.41375
set bmargin at screen 0.144286
set tmargin at screen 0.847143
unset logscale x
set xrange [-0.5:10.5]
unset logscale y
set yrange [-0.5:10.5]
unset xtics
unset ytics
set border 15 front linecolor rgb '#666666'
unset grid
set colorbox user origin screen 0.43191, screen 0.14429 size screen 0.018158, screen 0.70286
unset logscale cb
set cbrange [5.70380716176:58.7793785999]
set cbtics scale 0.5 out nomirror ('20' 20 0, '40' 40 0)
set label 'fold (1, 1, 1)' at screen 0.013158, screen 0.95 left front font ',13' textcolor rgb '#222222'
set label 'performance (GLUP/s)' at screen 0.45914, screen 0.89 right front textcolor rgb '#222222'
set label 'block y' at screen 0.013158, screen 0.89 left front textcolor rgb '#222222'
set label 'block x' at screen 0.23842, screen 0.05 center front textcolor rgb '#222222'
set label '1' at screen 0.079031, screen 0.10143 center front textcolor rgb '#222222'
set label '4' at screen 0.14279, screen 0.10143 center front textcolor rgb '#222222'
set label '16' at screen 0.20654, screen 0.10143 center front textcolor rgb '#222222'
set label '64' at screen 0.2703, screen 0.10143 center front textcolor rgb '#222222'
set label '256' at screen 0.33406, screen 0.10143 center front textcolor rgb '#222222'
set label '1024' at screen 0.39781, screen 0.10143 center front textcolor rgb '#222222'
set label '1' at screen 0.054013, screen 0.17623 right front textcolor rgb '#222222'
set label '2' at screen 0.054013, screen 0.24013 right front textcolor rgb '#222222'
set label '4' at screen 0.054013, screen 0.30403 right front textcolor rgb '#222222'
set label '8' at screen 0.054013, screen 0.36792 right front textcolor rgb '#222222'
set label '16' at screen 0.054013, screen 0.43182 right front textcolor rgb '#222222'
set label '32' at screen 0.054013, screen 0.49571 right front textcolor rgb '#222222'
set label '64' at screen 0.054013, screen 0.55961 right front textcolor rgb '#222222'
set label '128' at screen 0.054013, screen 0.62351 right front textcolor rgb '#222222'
set label '256' at screen 0.054013, screen 0.6874 right front textcolor rgb '#222222'
set label '512' at screen 0.054013, screen 0.7513 right front textcolor rgb '#222222'
set label '1024' at screen 0.054013, screen 0.81519 right front textcolor rgb '#222222'
$d1 << END
4 0 3.5 4.5 -0.5 0.5 54.0873924
5 0 4.5 5.5 -0.5 0.5 54.0616114
6 0 5.5 6.5 -0.5 0.5 52.1368202
7 0 6.5 7.5 -0.5 0.5 47.5564815
8 0 7.5 8.5 -0.5 0.5 39.2652524
9 0 8.5 9.5 -0.5 0.5 32.0247055
10 0 9.5 10.5 -0.5 0.5 28.6742093
3 1 2.5 3.5 0.5 1.5 39.5435178
4 1 3.5 4.5 0.5 1.5 58.7793786
5 1 4.5 5.5 0.5 1.5 56.3583393
6 1 5.5 6.5 0.5 1.5 50.8977433
7 1 6.5 7.5 0.5 1.5 42.003628
8 1 7.5 8.5 0.5 1.5 34.4062409
9 1 8.5 9.5 0.5 1.5 30.480036
2 2 1.5 2.5 1.5 2.5 21.7036118
3 2 2.5 3.5 1.5 2.5 39.3844787
4 2 3.5 4.5 1.5 2.5 55.8991221
5 2 4.5 5.5 1.5 2.5 50.6506112
6 2 5.5 6.5 1.5 2.5 41.8771937
7 2 6.5 7.5 1.5 2.5 35.0722074
8 2 7.5 8.5 1.5 2.5 31.8936362
1 3 0.5 1.5 2.5 3.5 11.2823613
2 3 1.5 2.5 2.5 3.5 21.6961991
3 3 2.5 3.5 2.5 3.5 38.9885642
4 3 3.5 4.5 2.5 3.5 50.096897
5 3 4.5 5.5 2.5 3.5 41.6256243
6 3 5.5 6.5 2.5 3.5 34.9586289
7 3 6.5 7.5 2.5 3.5 32.4191338
0 4 -0.5 0.5 3.5 4.5 5.74707776
1 4 0.5 1.5 3.5 4.5 11.282099
2 4 1.5 2.5 3.5 4.5 21.6770586
3 4 2.5 3.5 3.5 4.5 37.8659186
4 4 3.5 4.5 3.5 4.5 41.0286004
5 4 4.5 5.5 3.5 4.5 34.7307925
6 4 5.5 6.5 3.5 4.5 32.4271047
0 5 -0.5 0.5 4.5 5.5 5.74706866
1 5 0.5 1.5 4.5 5.5 11.2813685
2 5 1.5 2.5 4.5 5.5 21.617134
3 5 2.5 3.5 4.5 5.5 34.8029905
4 5 3.5 4.5 4.5 5.5 34.1547712
5 5 4.5 5.5 4.5 5.5 32.2396596
0 6 -0.5 0.5 5.5 6.5 5.74704395
1 6 0.5 1.5 5.5 6.5 11.2790156
2 6 1.5 2.5 5.5 6.5 21.4014244
3 6 2.5 3.5 5.5 6.5 30.9899507
4 6 3.5 4.5 5.5 6.5 31.6448353
0 7 -0.5 0.5 6.5 7.5 5.74696446
1 7 0.5 1.5 6.5 7.5 11.2700307
2 7 1.5 2.5 6.5 7.5 20.9751211
3 7 2.5 3.5 6.5 7.5 29.4093007
0 8 -0.5 0.5 7.5 8.5 5.74666931
1 8 0.5 1.5 7.5 8.5 11.2485876
2 8 1.5 2.5 7.5 8.5 21.1443805
0 9 -0.5 0.5 8.5 9.5 5.7458613
1 9 0.5 1.5 8.5 9.5 11.1799315
0 10 -0.5 0.5 9.5 10.5 5.70380716
END
plot $d1 using 1:2:3:4:5:6:7 with boxxyerror linewidth 1 linecolor palette fillstyle solid 1 border linecolor rgb 'white'
unset label
unset object
unset arrow
set lmargin at screen 0.559013
set rmargin at screen 0.909671
set bmargin at screen 0.144286
set tmargin at screen 0.847143
unset logscale x
set xrange [-0.5:10.5]
unset logscale y
set yrange [-0.5:10.5]
unset xtics
unset ytics
set border 15 front linecolor rgb '#666666'
unset grid
set colorbox user origin screen 0.92783, screen 0.14429 size screen 0.018158, screen 0.70286
unset logscale cb
set cbrange [5.70380716176:58.7793785999]
set cbtics scale 0.5 out nomirror ('20' 20 0, '40' 40 0)
set label 'fold (1, 2, 1)' at screen 0.50908, screen 0.95 left front font ',13' textcolor rgb '#222222'
set label 'performance (GLUP/s)' at screen 0.95507, screen 0.89 right front textcolor rgb '#222222'
set label 'block y' at screen 0.50908, screen 0.89 left front textcolor rgb '#222222'
set label 'block x' at screen 0.73434, screen 0.05 center front textcolor rgb '#222222'
set label '1' at screen 0.57495, screen 0.10143 center front textcolor rgb '#222222'
set label '4' at screen 0.63871, screen 0.10143 center front textcolor rgb '#222222'
set label '16' at screen 0.70246, screen 0.10143 center front textcolor rgb '#222222'
set label '64' at screen 0.76622, screen 0.10143 center front textcolor rgb '#222222'
set label '256' at screen 0.82998, screen 0.10143 center front textcolor rgb '#222222'
set label '1024' at screen 0.89373, screen 0.10143 center front textcolor rgb '#222222'
set label '1' at screen 0.54993, screen 0.17623 right front textcolor rgb '#222222'
set label '2' at screen 0.54993, screen 0.24013 right front textcolor rgb '#222222'
set label '4' at screen 0.54993, screen 0.30403 right front textcolor rgb '#222222'
set label '8' at screen 0.54993, screen 0.36792 right front textcolor rgb '#222222'
set label '16' at screen 0.54993, screen 0.43182 right front textcolor rgb '#222222'
set label '32' at screen 0.54993, screen 0.49571 right front textcolor rgb '#222222'
set label '64' at screen 0.54993, screen 0.55961 right front textcolor rgb '#222222'
set label '128' at screen 0.54993, screen 0.62351 right front textcolor rgb '#222222'
set label '256' at screen 0.54993, screen 0.6874 right front textcolor rgb '#222222'
set label '512' at screen 0.54993, screen 0.7513 right front textcolor rgb '#222222'
set label '1024' at screen 0.54993, screen 0.81519 right front textcolor rgb '#222222'
$d2 << END
4 0 3.5 4.5 -0.5 0.5 56.9119967
5 0 4.5 5.5 -0.5 0.5 55.860884
6 0 5.5 6.5 -0.5 0.5 53.1805571
7 0 6.5 7.5 -0.5 0.5 47.7972426
8 0 7.5 8.5 -0.5 0.5 38.0028507
9 0 8.5 9.5 -0.5 0.5 30.2635836
10 0 9.5 10.5 -0.5 0.5 27.9537026
3 1 2.5 3.5 0.5 1.5 42.2807755
4 1 3.5 4.5 0.5 1.5 55.451216
5 1 4.5 5.5 0.5 1.5 52.9687261
6 1 5.5 6.5 0.5 1.5 47.6808338
7 1 6.5 7.5 0.5 1.5 39.520196
8 1 7.5 8.5 0.5 1.5 32.3534536
9 1 8.5 9.5 0.5 1.5 28.4313217
2 2 1.5 2.5 1.5 2.5 24.6184699
3 2 2.5 3.5 1.5 2.5 41.997326
4 2 3.5 4.5 1.5 2.5 52.5057884
5 2 4.5 5.5 1.5 2.5 47.4488985
6 2 5.5 6.5 1.5 2.5 39.4059271
7 2 6.5 7.5 1.5 2.5 33.261217
8 2 7.5 8.5 1.5 2.5 30.1229598
1 3 0.5 1.5 2.5 3.5 13.0868955
2 3 1.5 2.5 2.5 3.5 24.602651
3 3 2.5 3.5 2.5 3.5 41.311109
4 3 3.5 4.5 2.5 3.5 46.9246452
5 3 4.5 5.5 2.5 3.5 39.1788345
6 3 5.5 6.5 2.5 3.5 33.157849
7 3 6.5 7.5 2.5 3.5 30.8713138
0 4 -0.5 0.5 3.5 4.5 6.73147268
1 4 0.5 1.5 3.5 4.5 13.0862893
2 4 1.5 2.5 3.5 4.5 24.5618999
3 4 2.5 3.5 3.5 4.5 39.4947227
4 4 3.5 4.5 3.5 4.5 38.6304338
5 4 4.5 5.5 3.5 4.5 32.9516804
6 4 5.5 6.5 3.5 4.5 30.8143595
0 5 -0.5 0.5 4.5 5.5 6.73145694
1 5 0.5 1.5 4.5 5.5 13.0846441
2 5 1.5 2.5 4.5 5.5 24.4354287
3 5 2.5 3.5 4.5 5.5 35.2192222
4 5 3.5 4.5 4.5 5.5 32.4185242
5 5 4.5 5.5 4.5 5.5 30.62024
0 6 -0.5 0.5 5.5 6.5 6.73140181
1 6 0.5 1.5 5.5 6.5 13.0793624
2 6 1.5 2.5 5.5 6.5 23.993369
3 6 2.5 3.5 5.5 6.5 30.7011939
4 6 3.5 4.5 5.5 6.5 30.0997256
0 7 -0.5 0.5 6.5 7.5 6.73122323
1 7 0.5 1.5 6.5 7.5 13.0598917
2 7 1.5 2.5 6.5 7.5 23.1966463
3 7 2.5 3.5 6.5 7.5 32.8779145
0 8 -0.5 0.5 7.5 8.5 6.73052078
1 8 0.5 1.5 7.5 8.5 13.0090551
2 8 1.5 2.5 7.5 8.5 22.5564285
0 9 -0.5 0.5 8.5 9.5 6.60125227
1 9 0.5 1.5 8.5 9.5 12.4674229
0 10 -0.5 0.5 9.5 10.5 6.32653373
END
plot $d2 using 1:2:3:4:5:6:7 with boxxyerror linewidth 1 linecolor palette fillstyle solid 1 border linecolor rgb 'white'
unset multiplot

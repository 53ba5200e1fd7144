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
set cbrange [5.62754950734:58.0519032601]
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
4 0 3.5 4.5 -0.5 0.5 55.8223158
5 0 4.5 5.5 -0.5 0.5 55.6033835
6 0 5.5 6.5 -0.5 0.5 53.4807556
7 0 6.5 7.5 -0.5 0.5 48.5845109
8 0 7.5 8.5 -0.5 0.5 39.955618
9 0 8.5 9.5 -0.5 0.5 32.5866888
10 0 9.5 10.5 -0.5 0.5 29.1085224
3 1 2.5 3.5 0.5 1.5 39.8085775
4 1 3.5 4.5 0.5 1.5 58.0519033
5 1 4.5 5.5 0.5 1.5 57.2296732
6 1 5.5 6.5 0.5 1.5 51.6113752
7 1 6.5 7.5 0.5 1.5 42.4854391
8 1 7.5 8.5 0.5 1.5 34.8658933
9 1 8.5 9.5 0.5 1.5 30.9780012
2 2 1.5 2.5 1.5 2.5 22.2038356
3 2 2.5 3.5 1.5 2.5 39.776588
4 2 3.5 4.5 1.5 2.5 55.6013926
5 2 4.5 5.5 1.5 2.5 51.4334532
6 2 5.5 6.5 1.5 2.5 42.3848989
7 2 6.5 7.5 1.5 2.5 35.4106028
8 2 7.5 8.5 1.5 2.5 32.2959804
1 3 0.5 1.5 2.5 3.5 11.3118902
2 3 1.5 2.5 2.5 3.5 22.2184526
3 3 2.5 3.5 2.5 3.5 39.4233091
4 3 3.5 4.5 2.5 3.5 50.1676678
5 3 4.5 5.5 2.5 3.5 42.1393369
6 3 5.5 6.5 2.5 3.5 35.3001911
7 3 6.5 7.5 2.5 3.5 32.7729449
0 4 -0.5 0.5 3.5 4.5 5.66852926
1 4 0.5 1.5 3.5 4.5 11.3176678
2 4 1.5 2.5 3.5 4.5 22.2038056
3 4 2.5 3.5 3.5 4.5 38.2749055
4 4 3.5 4.5 3.5 4.5 41.2728611
5 4 4.5 5.5 3.5 4.5 35.0698218
6 4 5.5 6.5 3.5 4.5 32.7771072
0 5 -0.5 0.5 4.5 5.5 5.6701833
1 5 0.5 1.5 4.5 5.5 11.3145495
2 5 1.5 2.5 4.5 5.5 22.1308241
3 5 2.5 3.5 4.5 5.5 35.1183026
4 5 3.5 4.5 4.5 5.5 34.3812266
5 5 4.5 5.5 4.5 5.5 32.5867078
0 6 -0.5 0.5 5.5 6.5 5.66755276
1 6 0.5 1.5 5.5 6.5 11.3002106
2 6 1.5 2.5 5.5 6.5 21.8712552
3 6 2.5 3.5 5.5 6.5 31.2068607
4 6 3.5 4.5 5.5 6.5 31.9899593
0 7 -0.5 0.5 6.5 7.5 5.65978057
1 7 0.5 1.5 6.5 7.5 11.2656294
2 7 1.5 2.5 6.5 7.5 21.3659967
3 7 2.5 3.5 6.5 7.5 29.5884178
0 8 -0.5 0.5 7.5 8.5 5.64565131
1 8 0.5 1.5 7.5 8.5 11.2065945
2 8 1.5 2.5 7.5 8.5 21.5061065
0 9 -0.5 0.5 8.5 9.5 5.62754951
1 9 0.5 1.5 8.5 9.5 11.1057294
0 10 -0.5 0.5 9.5 10.5 5.63103569
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
set cbrange [5.62754950734:58.0519032601]
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
4 0 3.5 4.5 -0.5 0.5 57.0484548
5 0 4.5 5.5 -0.5 0.5 57.2078767
6 0 5.5 6.5 -0.5 0.5 54.4525764
7 0 6.5 7.5 -0.5 0.5 48.8802145
8 0 7.5 8.5 -0.5 0.5 38.9266932
9 0 8.5 9.5 -0.5 0.5 31.0449625
10 0 9.5 10.5 -0.5 0.5 28.6252817
3 1 2.5 3.5 0.5 1.5 42.9404053
4 1 3.5 4.5 0.5 1.5 55.8364898
5 1 4.5 5.5 0.5 1.5 54.312097
6 1 5.5 6.5 0.5 1.5 48.8036514
7 1 6.5 7.5 0.5 1.5 40.3045994
8 1 7.5 8.5 0.5 1.5 33.0146421
9 1 8.5 9.5 0.5 1.5 29.124531
2 2 1.5 2.5 1.5 2.5 25.3404043
3 2 2.5 3.5 1.5 2.5 42.7199954
4 2 3.5 4.5 1.5 2.5 53.0956846
5 2 4.5 5.5 1.5 2.5 48.5812763
6 2 5.5 6.5 1.5 2.5 40.1932321
7 2 6.5 7.5 1.5 2.5 33.8156505
8 2 7.5 8.5 1.5 2.5 30.7048774
1 3 0.5 1.5 2.5 3.5 13.2243029
2 3 1.5 2.5 2.5 3.5 25.3372458
3 3 2.5 3.5 2.5 3.5 42.038297
4 3 3.5 4.5 2.5 3.5 47.6325774
5 3 4.5 5.5 2.5 3.5 39.9599498
6 3 5.5 6.5 2.5 3.5 33.7101241
7 3 6.5 7.5 2.5 3.5 31.381886
0 4 -0.5 0.5 3.5 4.5 6.61088776
1 4 0.5 1.5 3.5 4.5 13.2277115
2 4 1.5 2.5 3.5 4.5 25.2915354
3 4 2.5 3.5 3.5 4.5 40.1659338
4 4 3.5 4.5 3.5 4.5 39.2502314
5 4 4.5 5.5 3.5 4.5 33.4973751
6 4 5.5 6.5 3.5 4.5 31.3221336
0 5 -0.5 0.5 4.5 5.5 6.61038928
1 5 0.5 1.5 4.5 5.5 13.2219727
2 5 1.5 2.5 4.5 5.5 25.1358887
3 5 2.5 3.5 4.5 5.5 35.7594938
4 5 3.5 4.5 4.5 5.5 32.8910871
5 5 4.5 5.5 4.5 5.5 31.1227376
0 6 -0.5 0.5 5.5 6.5 6.60561832
1 6 0.5 1.5 5.5 6.5 13.2034433
2 6 1.5 2.5 5.5 6.5 24.615118
3 6 2.5 3.5 5.5 6.5 31.1091999
4 6 3.5 4.5 5.5 6.5 30.591432
0 7 -0.5 0.5 6.5 7.5 6.59576736
1 7 0.5 1.5 6.5 7.5 13.1445227
2 7 1.5 2.5 6.5 7.5 23.7011744
3 7 2.5 3.5 6.5 7.5 33.2863613
0 8 -0.5 0.5 7.5 8.5 6.58051348
1 8 0.5 1.5 7.5 8.5 13.0433
2 8 1.5 2.5 7.5 8.5 23.0127574
0 9 -0.5 0.5 8.5 9.5 6.58537787
1 9 0.5 1.5 8.5 9.5 12.603388
0 10 -0.5 0.5 9.5 10.5 6.35987173
END
plot $d2 using 1:2:3:4:5:6:7 with boxxyerror linewidth 1 linecolor palette fillstyle solid 1 border linecolor rgb 'white'
unset multiplot

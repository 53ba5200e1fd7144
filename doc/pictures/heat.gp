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
set cbrange [5.70380973067:58.7793822521]
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
4 0 3.5 4.5 -0.5 0.5 54.8369771
5 0 4.5 5.5 -0.5 0.5 54.6266356
6 0 5.5 6.5 -0.5 0.5 52.5851906
7 0 6.5 7.5 -0.5 0.5 47.8614786
8 0 7.5 8.5 -0.5 0.5 39.3704134
9 0 8.5 9.5 -0.5 0.5 32.0580533
10 0 9.5 10.5 -0.5 0.5 28.697372
3 1 2.5 3.5 0.5 1.5 39.5435224
4 1 3.5 4.5 0.5 1.5 58.7793823
5 1 4.5 5.5 0.5 1.5 56.3583414
6 1 5.5 6.5 0.5 1.5 50.8977472
7 1 6.5 7.5 0.5 1.5 42.0036481
8 1 7.5 8.5 0.5 1.5 34.43331
9 1 8.5 9.5 0.5 1.5 30.5057732
2 2 1.5 2.5 1.5 2.5 21.7036124
3 2 2.5 3.5 1.5 2.5 39.3844796
4 2 3.5 4.5 1.5 2.5 55.8991241
5 2 4.5 5.5 1.5 2.5 50.650614
6 2 5.5 6.5 1.5 2.5 41.8772076
7 2 6.5 7.5 1.5 2.5 35.072436
8 2 7.5 8.5 1.5 2.5 31.9305614
1 3 0.5 1.5 2.5 3.5 11.2823613
2 3 1.5 2.5 2.5 3.5 21.6961992
3 3 2.5 3.5 2.5 3.5 38.9885649
4 3 3.5 4.5 2.5 3.5 50.0969004
5 3 4.5 5.5 2.5 3.5 41.6256369
6 3 5.5 6.5 2.5 3.5 34.9588312
7 3 6.5 7.5 2.5 3.5 32.4690381
0 4 -0.5 0.5 3.5 4.5 5.74707776
1 4 0.5 1.5 3.5 4.5 11.282099
2 4 1.5 2.5 3.5 4.5 21.6770587
3 4 2.5 3.5 3.5 4.5 37.8659206
4 4 3.5 4.5 3.5 4.5 41.028618
5 4 4.5 5.5 3.5 4.5 34.7310055
6 4 5.5 6.5 3.5 4.5 32.4731166
0 5 -0.5 0.5 4.5 5.5 5.74706866
1 5 0.5 1.5 4.5 5.5 11.2813685
2 5 1.5 2.5 4.5 5.5 21.6171346
3 5 2.5 3.5 4.5 5.5 34.8030135
4 5 3.5 4.5 4.5 5.5 34.1550645
5 5 4.5 5.5 4.5 5.5 32.2865399
0 6 -0.5 0.5 5.5 6.5 5.74704395
1 6 0.5 1.5 5.5 6.5 11.2790157
2 6 1.5 2.5 5.5 6.5 21.4014353
3 6 2.5 3.5 5.5 6.5 30.9905867
4 6 3.5 4.5 5.5 6.5 31.7015938
0 7 -0.5 0.5 6.5 7.5 5.74696447
1 7 0.5 1.5 6.5 7.5 11.2700326
2 7 1.5 2.5 6.5 7.5 20.9756776
3 7 2.5 3.5 6.5 7.5 29.4449706
0 8 -0.5 0.5 7.5 8.5 5.74666953
1 8 0.5 1.5 7.5 8.5 11.248687
2 8 1.5 2.5 7.5 8.5 21.1725697
0 9 -0.5 0.5 8.5 9.5 5.74587227
1 9 0.5 1.5 8.5 9.5 11.190812
0 10 -0.5 0.5 9.5 10.5 5.70380973
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
set cbrange [5.70380973067:58.7793822521]
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
4 0 3.5 4.5 -0.5 0.5 56.9119965
5 0 4.5 5.5 -0.5 0.5 55.8608838
6 0 5.5 6.5 -0.5 0.5 53.1805571
7 0 6.5 7.5 -0.5 0.5 47.7972429
8 0 7.5 8.5 -0.5 0.5 38.009106
9 0 8.5 9.5 -0.5 0.5 30.2692337
10 0 9.5 10.5 -0.5 0.5 27.9638147
3 1 2.5 3.5 0.5 1.5 42.2807737
4 1 3.5 4.5 0.5 1.5 55.4512146
5 1 4.5 5.5 0.5 1.5 52.9687254
6 1 5.5 6.5 0.5 1.5 47.6808328
7 1 6.5 7.5 0.5 1.5 39.5201939
8 1 7.5 8.5 0.5 1.5 32.3560108
9 1 8.5 9.5 0.5 1.5 28.43999
2 2 1.5 2.5 1.5 2.5 24.6184698
3 2 2.5 3.5 1.5 2.5 41.9973253
4 2 3.5 4.5 1.5 2.5 52.5057871
5 2 4.5 5.5 1.5 2.5 47.448897
6 2 5.5 6.5 1.5 2.5 39.4059227
7 2 6.5 7.5 1.5 2.5 33.2612299
8 2 7.5 8.5 1.5 2.5 30.1371671
1 3 0.5 1.5 2.5 3.5 13.0868955
2 3 1.5 2.5 2.5 3.5 24.6026509
3 3 2.5 3.5 2.5 3.5 41.3111083
4 3 3.5 4.5 2.5 3.5 46.9246428
5 3 4.5 5.5 2.5 3.5 39.1788286
6 3 5.5 6.5 2.5 3.5 33.1578444
7 3 6.5 7.5 2.5 3.5 30.8929076
0 4 -0.5 0.5 3.5 4.5 6.73147268
1 4 0.5 1.5 3.5 4.5 13.0862893
2 4 1.5 2.5 3.5 4.5 24.5618999
3 4 2.5 3.5 3.5 4.5 39.4947208
4 4 3.5 4.5 3.5 4.5 38.6304252
5 4 4.5 5.5 3.5 4.5 32.9516696
6 4 5.5 6.5 3.5 4.5 30.8350816
0 5 -0.5 0.5 4.5 5.5 6.73145694
1 5 0.5 1.5 4.5 5.5 13.0846441
2 5 1.5 2.5 4.5 5.5 24.4354284
3 5 2.5 3.5 4.5 5.5 35.2192113
4 5 3.5 4.5 4.5 5.5 32.4185207
5 5 4.5 5.5 4.5 5.5 30.6420865
0 6 -0.5 0.5 5.5 6.5 6.7314018
1 6 0.5 1.5 5.5 6.5 13.0793623
2 6 1.5 2.5 5.5 6.5 23.9933688
3 6 2.5 3.5 5.5 6.5 30.7012802
4 6 3.5 4.5 5.5 6.5 30.127627
0 7 -0.5 0.5 6.5 7.5 6.73122323
1 7 0.5 1.5 6.5 7.5 13.059891
2 7 1.5 2.5 6.5 7.5 23.1969969
3 7 2.5 3.5 6.5 7.5 32.9041899
0 8 -0.5 0.5 7.5 8.5 6.73052084
1 8 0.5 1.5 7.5 8.5 13.0091208
2 8 1.5 2.5 7.5 8.5 22.6068784
0 9 -0.5 0.5 8.5 9.5 6.60125227
1 9 0.5 1.5 8.5 9.5 12.4674458
0 10 -0.5 0.5 9.5 10.5 6.32653374
END
plot $d2 using 1:2:3:4:5:6:7 with boxxyerror linewidth 1 linecolor palette fillstyle solid 1 border linecolor rgb 'white'
unset multiplot

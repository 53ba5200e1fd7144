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
set lmargin at screen 0.0923875
set rmargin at screen 0.968203
set bmargin at screen 0.120238
set tmargin at screen 0.82619
set logscale x
set xrange [0.0424242424242:23.652173913]
set logscale y
set yrange [116.183591601:15667.2]
set xtics nomirror out scale 0.6, 0.3 ('0.05' 0.05 0, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1 0, '0.2' 0.2 0, '' 0.3 1, '' 0.4 1, '0.5' 0.5 0, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1 0, '2' 2 0, '' 3 1, '' 4 1, '5' 5 0, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10 0, '20' 20 0)
set ytics nomirror out scale 0.6, 0.3 ('' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000 0, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10 000' 10000 0)
set border 3 front linecolor rgb '#666666'
set grid xtics ytics linetype 1 linecolor rgb '#e4e4e4' linewidth 0.7
set label 'heat on v100_sxm2' at screen 0.015625, screen 0.95833 left front font ',13' textcolor rgb '#222222'
set label 'DRAM' at screen 0.047969, screen 0.90833 left front textcolor rgb '#222222'
set label 'L2' at screen 0.15373, screen 0.90833 left front textcolor rgb '#222222'
set label 'L1' at screen 0.2305, screen 0.90833 left front textcolor rgb '#222222'
set label 'performance (GFLOP/s)' at screen 0.015625, screen 0.8619 left front textcolor rgb '#222222'
set label 'arithmetic intensity (FLOP/B)' at screen 0.5303, screen 0.041667 center front textcolor rgb '#222222'
set label 'FP64 7.834 TFLOP/s' at screen 0.86449, screen 0.74963 center front font ',10' textcolor rgb '#222222'
set label 'FP64 without fma 3.917 TFLOP/s' at screen 0.82214, screen 0.64985 center front font ',10' textcolor rgb '#222222'
set label 'L1 14 TB/s' at screen 0.17312, screen 0.46711 center front rotate by 34.3 font ',10' textcolor rgb '#009e73'
set label 'L2 2.996 TB/s' at screen 0.24367, screen 0.2623 center front rotate by 34.3 font ',10' textcolor rgb '#d55e00'
set label 'DRAM 828 GB/s' at screen 0.36612, screen 0.26065 center front rotate by 34.3 font ',10' textcolor rgb '#0072b2'
set label '' at screen 0.026406, screen 0.90833 front point pointtype 7 pointsize 0.8 linecolor rgb '#0072b2'
set label '' at screen 0.13217, screen 0.90833 front point pointtype 5 pointsize 0.8 linecolor rgb '#d55e00'
set label '' at screen 0.20893, screen 0.90833 front point pointtype 9 pointsize 0.8 linecolor rgb '#009e73'
$d1 << END
0.559542857 7833.6
23.6521739 7833.6
END
$d2 << END
0.279771429 3916.8
23.6521739 3916.8
END
$d3 << END
0.0424242424 593.939394
0.559542857 7833.6
END
$d4 << END
0.0424242424 127.10303
2.61468625 7833.6
END
$d5 << END
0.140318347 116.183592
9.46086957 7833.6
END
$d6 << END
0.436343952 348.550775
END
$d7 << END
0.189104349 348.550775
END
$d8 << END
0.106060606 348.550775
END
plot $d1 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#222222', \
  $d2 using 1:2 with lines linewidth 1 dashtype 2 linecolor rgb '#222222', \
  $d3 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#009e73', \
  $d4 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#d55e00', \
  $d5 using 1:2 with lines linewidth 2 dashtype 1 linecolor rgb '#0072b2', \
  $d6 using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#0072b2', \
  $d7 using 1:2 with points pointtype 5 pointsize 0.9 linecolor rgb '#d55e00', \
  $d8 using 1:2 with points pointtype 9 pointsize 0.9 linecolor rgb '#009e73'
unset multiplot

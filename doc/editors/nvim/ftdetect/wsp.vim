autocmd BufRead,BufNewFile *.wsp setfiletype wsp
autocmd FileType wsp setlocal commentstring=#\ %s

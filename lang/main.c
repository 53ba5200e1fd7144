#include <stdio.h>
#include <string.h>
#include "lang/wsp.h"
int main(int argc, char **argv){ struct wsp *w=wsp_new(); wsp_allow_files(w,true);
 char line[65536]; 
 if (argc>1){ struct wsp_result *r=wsp_eval_file(w,argv[1]); fputs(wsp_text(r),stdout); fputs(wsp_error_text(r),stderr); wsp_result_free(r);} else
 while(fgets(line,sizeof line,stdin)){ struct wsp_result *r=wsp_eval_named(w,"<repl>",line,strlen(line)); fputs(wsp_text(r),stdout); fputs(wsp_error_text(r),stdout); wsp_result_free(r);} wsp_free(w);}

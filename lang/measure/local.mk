liblang_la_SOURCES += \
	%D%/builtin_fit.c \
	%D%/builtin_profile.c \
	%D%/counter.def \
	%D%/counters.c \
	%D%/counters.h \
	%D%/counters_name.c \
	%D%/intervals.c \
	%D%/intervals.h \
	%D%/launched.c \
	%D%/launched.h \
	%D%/measured.c \
	%D%/measured.def \
	%D%/measured.h \
	%D%/profile.c \
	%D%/profile.h \
	%D%/refit.c \
	%D%/refit.h \
	%D%/validate.c \
	%D%/validate.h \
	%D%/validate_leave.c \
	%D%/validate_picture.c \
	%D%/validate_points.c \
	%D%/validate_predict.c \
	%D%/validate_print.c \
	%D%/validate_question.c \
	%D%/validate_question.h \
	%D%/validate_summary.c

PROGRAM += \
	%D%/document.c \
	%D%/document.h \
	%D%/lsp.c \
	%D%/message.c \
	%D%/message.h \
	%D%/rpc.c \
	%D%/serve.c \
	%D%/serve.h \
	%D%/transport.c \
	%D%/transport.h

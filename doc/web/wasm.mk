# libwsp and the server as WebAssembly, from the sources that Makefile.am
# lists.  doc/web/build.sh runs this in build/web with
#
#	TOP	the source tree		BUILD	the build folder
#	DEPS	where GMP and isl are	SOURCES	as Makefile.am lists them

CC = $(TOP)/doc/web/cc.sh
CFLAGS = -std=c11 -O2 -D_XOPEN_SOURCE=700 -DHAVE_PTHREAD_GETATTR_NP=1 \
	-DPACKAGE_VERSION=\"$(VERSION)\" -Wall -Wextra -Wpedantic -Werror -Wno-unused \
	-I$(TOP) -I$(BUILD) -I$(DEPS)/include
VERSION = web
OBJECTS = $(patsubst %,o/%.o,$(basename $(filter %.c %.y %.l,$(SOURCES)))) \
	o/doc/web/web.o

vpath %.c $(TOP) $(BUILD)

all: page/wsp.js

o/%.o: %.c
	@mkdir -p $(@D)
	@echo "  WASM     $*"
	@$(CC) $(CFLAGS) -MMD -c -o $@ $<
-include $(OBJECTS:.o=.d)

# Memory grows to what the budget `memory` of the language allows.
page/wsp.js: $(OBJECTS)
	@mkdir -p $(@D)
	@echo "  LINK     $@"
	@$(CC) -O3 -o $@ $(OBJECTS) -L$(DEPS)/lib -lisl -lgmp \
		-s MODULARIZE=1 -s EXPORT_ES6=1 -s EXPORT_NAME=createWsp \
		-s ENVIRONMENT=worker -s ALLOW_MEMORY_GROWTH=1 \
		-s INITIAL_MEMORY=33554432 -s MAXIMUM_MEMORY=2147483648 \
		-s TOTAL_STACK=4194304 -s EXPORTED_FUNCTIONS=_web_take,_malloc,_free \
		-s FORCE_FILESYSTEM=1 -s INCOMING_MODULE_JS_API=instantiateWasm \
		-s EXPORTED_RUNTIME_METHODS=FS

# Tests: `make check`, or `make check TESTS=tests/unit/test_files`.
#
# A test in C is a name in C_TESTS and a file of that name; golden scripts
# and shell tests are found.  Tests link the parts of the library, as it
# hides what they test.

LDADD = $(PARTS) $(ISL_LIBS) $(GMP_LIBS) -lm -lpthread

C_TESTS = \
	tests/measured/test_compiled \
	tests/measured/test_instructions \
	tests/measured/test_l1 \
	tests/fault/test_fault \
	tests/fault/test_hostile \
	tests/fault/test_interrupt \
	tests/fault/test_load \
	tests/fault/test_matrix \
	tests/fault/test_sessions \
	tests/fault/test_budgets \
	tests/fault/test_watchdog \
	tests/fault/test_host \
	tests/fault/test_unload \
	tests/fault/test_chains \
	tests/measured/test_reference \
	tests/measured/test_registers \
	tests/prop/prop_footprint \
	tests/prop/prop_instruction \
	tests/prop/prop_json \
	tests/prop/prop_laws \
	tests/prop/prop_linear \
	tests/prop/prop_order \
	tests/prop/prop_cause \
	tests/prop/prop_conditions \
	tests/prop/prop_effort \
	tests/prop/prop_divergence \
	tests/prop/prop_model \
	tests/prop/prop_number \
	tests/prop/prop_parse \
	tests/prop/prop_picture \
	tests/prop/prop_plots \
	tests/prop/prop_recount \
	tests/prop/prop_simulate \
	tests/prop/prop_tables \
	tests/prop/prop_trust \
	tests/prop/prop_witness \
	tests/repl/test_rank \
	tests/repl/test_repl \
	tests/unit/test_answer \
	tests/unit/test_arith \
	tests/unit/test_builtin \
	tests/unit/test_complete \
	tests/unit/test_csv \
	tests/unit/test_derive \
	tests/unit/test_device \
	tests/unit/test_doctest_blocks \
	tests/unit/test_doctest_match \
	tests/unit/test_files \
	tests/unit/test_footprint \
	tests/unit/test_history \
	tests/unit/test_incomplete \
	tests/unit/test_keys \
	tests/unit/test_layers \
	tests/unit/test_memory \
	tests/unit/test_mdm \
	tests/unit/test_number \
	tests/unit/test_occupancy \
	tests/unit/test_parse \
	tests/unit/test_prelude \
	tests/unit/test_published \
	tests/unit/test_quasi \
	tests/unit/test_contexts \
	tests/unit/test_safe \
	tests/unit/test_saved \
	tests/unit/test_sections \
	tests/unit/test_statistics \
	tests/unit/test_threads \
	tests/unit/test_unit \
	tests/unit/test_least \
	tests/unit/test_validate \
	tests/unit/test_value \
	tests/unit/test_warps \
	tests/unit/test_wsp_model \
	tests/unit/test_wsp_number
tests_unit_test_doctest_blocks_SOURCES = tests/unit/test_doctest_blocks.c \
	lang/cli/doctest_blocks.c lang/cli/doctest_lines.c
tests_unit_test_doctest_match_SOURCES = tests/unit/test_doctest_match.c \
	lang/cli/doctest_match.c
tests_measured_test_registers_CPPFLAGS = $(AM_CPPFLAGS) \
	-DREGISTERS_DIR='"$(abs_srcdir)/tests/measured/registers"'
tests_measured_test_compiled_CPPFLAGS = $(AM_CPPFLAGS) \
	-DMEASURED_DIR='"$(abs_srcdir)/tests/measured/h200"'
tests_measured_test_l1_CPPFLAGS = $(AM_CPPFLAGS) \
	-DMEASURED_DIR='"$(abs_srcdir)/tests/measured/h200"'
tests_measured_test_instructions_CPPFLAGS = $(AM_CPPFLAGS) \
	-DMEASURED_DIR='"$(abs_srcdir)/tests/measured/h200"'
tests_measured_test_reference_CPPFLAGS = $(AM_CPPFLAGS) \
	-DREFERENCE_DIR='"$(abs_srcdir)/tests/measured/reference"'
tests_fault_test_fault_SOURCES = tests/fault/test_fault.c tests/fault/fault.c
tests_fault_test_fault_LDADD = libwsp.la -lpthread
tests_fault_test_fault_LDFLAGS = $(AM_LDFLAGS) $(WRAP_MALLOC) -static
tests_fault_test_hostile_CPPFLAGS = $(AM_CPPFLAGS) \
	-DHOSTILE='"$(abs_srcdir)/tests/fault/hostile.txt"'
tests_fault_test_hostile_LDADD = libwsp.la
tests_fault_test_load_LDADD = libwsp.la -lpthread
tests_fault_test_watchdog_CPPFLAGS = $(AM_CPPFLAGS) \
	-DCOMPILED='"$(abs_srcdir)/tests/ptx/branches.ptx"'
tests_fault_test_matrix_SOURCES = tests/fault/test_matrix.c \
	tests/fault/fault.c
tests_fault_test_matrix_LDADD = libwsp.la
tests_fault_test_matrix_LDFLAGS = $(AM_LDFLAGS) $(WRAP_MALLOC) -static
tests_fault_test_sessions_LDADD = libwsp.la libtext.la
tests_fault_test_sessions_LDFLAGS = $(AM_LDFLAGS) -static
tests_fault_test_budgets_SOURCES = tests/fault/test_budgets.c \
	tests/fault/fault.c
tests_fault_test_unload_CPPFLAGS = $(AM_CPPFLAGS) \
	-DLIBWSP='"$(abs_builddir)/.libs/libwsp.so"'
tests_fault_test_unload_LDADD = libtext.la $(GMP_LIBS) -ldl
tests_fault_test_host_LDADD = libwsp.la -lpthread
tests_fault_test_chains_LDADD = libwsp.la -lpthread
tests_fault_test_watchdog_LDADD = libwsp.la $(LDADD)
tests_fault_test_watchdog_LDFLAGS = $(AM_LDFLAGS) -static
tests_fault_test_budgets_LDADD = libwsp.la
tests_fault_test_budgets_LDFLAGS = $(AM_LDFLAGS) $(WRAP_MALLOC) -static
tests_prop_prop_plots_LDADD = libwsp.la libtext.la
tests_prop_prop_recount_LDADD = libwsp.la libtext.la -lm
tests_prop_prop_tables_LDADD = libwsp.la libtext.la
tests_prop_prop_trust_LDADD = libwsp.la -lm
tests_unit_test_complete_LDADD = libwsp.la
tests_unit_test_keys_LDADD = libwsp.la libtext.la
tests_unit_test_contexts_LDADD = libwsp.la -lpthread
tests_unit_test_safe_LDADD = libwsp.la
tests_unit_test_saved_LDADD = libwsp.la
tests_unit_test_wsp_number_LDADD = libwsp.la
tests_unit_test_memory_LDADD = libwsp.la -lpthread
tests_unit_test_history_SOURCES = tests/unit/test_history.c lang/cli/history.c

# The program, with a library that does what a test tells it.
check_PROGRAMS += $(C_TESTS) tests/unit/dump_syntax tests/fake/wsp
tests_fake_wsp_SOURCES = $(PROGRAM) tests/fake/fake.c
tests_fake_wsp_LDADD = libtext.la $(READLINE_LIBS) $(MPI_LIBS) -lm

# Fuzz targets: with clang and --enable-fuzz they are programs of libFuzzer,
# else tests/fuzz/drive.c runs them.  This list is the one place that names
# them; scripts get FUZZ_TARGETS, the same names without their folder.
FUZZERS = tests/fuzz/fuzz_count tests/fuzz/fuzz_csv tests/fuzz/fuzz_device \
	tests/fuzz/fuzz_doctest tests/fuzz/fuzz_eval tests/fuzz/fuzz_kernel \
	tests/fuzz/fuzz_parse tests/fuzz/fuzz_ptx
FUZZ_TARGETS = $(FUZZERS:tests/fuzz/fuzz_%=%)
check_PROGRAMS += $(FUZZERS)
tests_fuzz_fuzz_count_SOURCES = tests/fuzz/fuzz_count.c $(DRIVER)
tests_fuzz_fuzz_csv_SOURCES = tests/fuzz/fuzz_csv.c $(DRIVER)
tests_fuzz_fuzz_device_SOURCES = tests/fuzz/fuzz_device.c \
	tests/fault/fault.c $(DRIVER)
tests_fuzz_fuzz_doctest_SOURCES = tests/fuzz/fuzz_doctest.c \
	lang/cli/doctest_blocks.c lang/cli/doctest_lines.c lang/cli/doctest_match.c \
	$(DRIVER)
tests_fuzz_fuzz_eval_SOURCES = tests/fuzz/fuzz_eval.c tests/fault/fault.c \
	$(DRIVER)
tests_fuzz_fuzz_kernel_SOURCES = tests/fuzz/fuzz_kernel.c \
	tests/fault/fault.c $(DRIVER)
tests_fuzz_fuzz_parse_SOURCES = tests/fuzz/fuzz_parse.c $(DRIVER)
tests_fuzz_fuzz_ptx_SOURCES = tests/fuzz/fuzz_ptx.c $(DRIVER)
tests_fuzz_fuzz_count_LDFLAGS = $(DRIVEN)
tests_fuzz_fuzz_csv_LDFLAGS = $(DRIVEN)
tests_fuzz_fuzz_device_LDFLAGS = $(DRIVEN) $(WRAP_MALLOC)
tests_fuzz_fuzz_doctest_LDFLAGS = $(DRIVEN)
tests_fuzz_fuzz_eval_LDFLAGS = $(DRIVEN) $(WRAP_MALLOC)
tests_fuzz_fuzz_kernel_LDFLAGS = $(DRIVEN) $(WRAP_MALLOC)
tests_fuzz_fuzz_parse_LDFLAGS = $(DRIVEN)
tests_fuzz_fuzz_ptx_LDFLAGS = $(DRIVEN)
tests_fuzz_fuzz_device_LDADD = libwsp.la libtext.la
tests_fuzz_fuzz_eval_LDADD = libwsp.la libtext.la
tests_fuzz_fuzz_kernel_LDADD = libwsp.la libtext.la
if LIBFUZZER
DRIVER =
DRIVEN = $(AM_LDFLAGS) -static $(FUZZ_MAIN)
else
DRIVER = tests/fuzz/drive.c
DRIVEN = $(AM_LDFLAGS) -static
endif

GOLDEN = $(filter-out tests/golden/syntax/%,$(call files,tests/golden/*/*.wsp))
SHELL_TESTS = $(call files,tests/cli/*.sh tests/lint-*.sh) \
	tests/run-fuzz.sh tests/run-syntax.sh

TESTS = $(C_TESTS) @FOUND_TESTS@
TEST_EXTENSIONS = .wsp .sh
WSP_LOG_COMPILER = $(SHELL) $(srcdir)/tests/run-golden.sh
SH_LOG_COMPILER = $(SHELL)
AM_TESTS_ENVIRONMENT = \
	WSP="$(abs_builddir)/wsp"; FAKE="$(abs_builddir)/tests/fake/wsp"; \
	BUILD="$(abs_builddir)"; CC="$(CC)"; \
	DUMP="$(abs_builddir)/tests/unit/dump_syntax"; \
	FUZZ="$(abs_builddir)/tests/fuzz"; \
	FUZZ_TARGETS="$${FUZZ_TARGETS-$(FUZZ_TARGETS)}"; \
	ASAN_OPTIONS="$${ASAN_OPTIONS-detect_leaks=0}"; \
	export WSP FAKE BUILD CC DUMP FUZZ FUZZ_TARGETS ASAN_OPTIONS;

EXTRA_DIST += .clang-tidy $(call files,tests/*.txt tests/*.sh tests/*/*.sh \
	tests/*/*.h \
	tests/fault/*.txt tests/fault/*.py tests/fuzz/*.* tests/fuzz/corpus/* \
	tests/fuzz/findings/*/* \
	tests/python/*.py tests/bench/*.py tests/editors/* \
	tests/adapters/* \
	tests/golden/*/* tests/ptx/*.* tests/ptx/hostile/* tests/install/* tests/measured/*/* tests/plot/*)

# Benchmarks print figures, and check nothing.
EXTRA_PROGRAMS = tests/bench/bench_footprint tests/bench/bench_published \
	tests/bench/bench_simulate tests/bench/bench_space \
	tests/bench/bench_growth tests/bench/bench_conditions \
	tests/bench/bench_questions tests/bench/bench_rows tests/bench/bench_ptx
tests_bench_bench_questions_LDADD = libwsp.la libtext.la
tests_bench_bench_rows_LDADD = libwsp.la
tests_bench_bench_ptx_LDADD = libwsp.la
tests_bench_bench_ptx_LDFLAGS = $(AM_LDFLAGS) -static
tests_bench_bench_rows_LDFLAGS = $(AM_LDFLAGS) -static
tests_bench_bench_questions_LDFLAGS = $(AM_LDFLAGS) -static
tests_bench_bench_growth_LDADD = libwsp.la libtext.la -lm
tests_bench_bench_conditions_LDADD = libwsp.la libtext.la -lm
bench: $(EXTRA_PROGRAMS)
	@./tests/bench/bench_space $(srcdir)/tests/measured/h200/kernels.wsp \
		bench.json
	@./tests/bench/bench_footprint
	@./tests/bench/bench_published
	@./tests/bench/bench_growth
	@./tests/bench/bench_conditions
	@./tests/bench/bench_questions
	@./tests/bench/bench_ptx
	@./tests/bench/bench_rows $(srcdir)/tests/measured/h200/programs.wsp \
		$(srcdir)/tests/measured/h200/programs.csv
	@./tests/bench/bench_simulate bench_simulate.json

# The tests say how many checks they made: add them up.
check-local: check-TESTS
	@$(MAKE) -s sum
sum:
	@$(SHELL) $(srcdir)/tests/sum.sh $(TEST_LOGS)

# The golden scripts once more under valgrind: no error and no leak.
check-valgrind: wsp
	@cd $(srcdir) && WSP="$(abs_builddir)/wsp" \
	$(SHELL) tests/run-valgrind.sh $(GOLDEN)

# All that .ci/run leaves out: the long form of each test that tries to break
# wsp, all tests with sanitizers, valgrind, static analysis.  tests/hard.sh has
# the list and prints a table of results.
check-hard: all $(check_PROGRAMS) tests/bench/bench_growth \
		tests/bench/bench_conditions
	@srcdir="$(abs_srcdir)" WSP="$(abs_builddir)/wsp" \
	FAKE="$(abs_builddir)/tests/fake/wsp" $(SHELL) $(srcdir)/tests/hard.sh

# gcc -fanalyzer, clang-tidy and cppcheck over all that is built into wsp.
LINTED = $(filter-out lang/cli/mpi.c tests/%,$(filter %.c,$(libhw_la_SOURCES) \
	$(libengine_la_SOURCES) $(libtext_la_SOURCES) $(liblang_la_SOURCES) \
	$(libwsp_la_SOURCES) $(PROGRAM)))
lint: $(BUILT_SOURCES)
	@$(SHELL) $(srcdir)/tests/run-lint.sh $(srcdir) . \
		$(addprefix $(srcdir)/,$(LINTED))

# Each fuzz target for a while, with -j2 two at a time:
#	make -j2 fuzz FUZZ_TIME=60
FUZZ_TIME = 60
fuzzers: $(BUILT_SOURCES)
	@$(MAKE) $(FUZZERS)
fuzz: $(FUZZ_TARGETS:%=fuzz-%)
$(FUZZ_TARGETS:%=fuzz-%): fuzz-%: tests/fuzz/fuzz_%
	@FUZZ_TARGETS=$* FUZZ_TIME="$(FUZZ_TIME)" srcdir="$(srcdir)" \
	FUZZ="$(abs_builddir)/tests/fuzz" $(SHELL) $(srcdir)/tests/run-fuzz.sh

# Predictions against what was measured on an H200: model wsp, also with each
# kernel left out of the fit, the published models, and kernels that were
# never fitted.
h200 = $(srcdir)/tests/measured/h200
MEASURED = $(h200)/measured.csv --kernels $(h200)/kernels.wsp --device h200 \
	--time 3600
validate: wsp
	@./wsp validate $(MEASURED) --leave-one-out; echo
	@for model in ernst2022 warpspeed2025; do \
		./wsp validate $(MEASURED) --model $$model || exit 1; echo; \
	done
	@./wsp validate $(h200)/stencils.csv --device h200 \
		--kernels $(srcdir)/tests/measured/probes/stencils.wsp; echo
	@./wsp validate $(h200)/programs.csv --device h200 \
		--kernels $(h200)/programs.wsp; echo
	@for set in blind blind_loops math; do \
		./wsp validate $(h200)/$$set.csv --device h200 --kernels \
		$(srcdir)/tests/measured/probes/$$set.wsp || exit 1; echo; \
	done
	@./wsp validate $(h200)/tensor.csv --device h200 --time 600 \
		--kernels $(srcdir)/tests/measured/probes/tensor.wsp; echo
	@for part in fit held; do \
		./wsp validate $(h200)/users_$$part.csv --device h200 \
		--kernels $(srcdir)/tests/measured/probes/users.wsp || exit 1; \
	done

# After a change of the model: constants and intervals from the measurements,
# put into their tables.
refit: wsp
	$(SHELL) $(srcdir)/tests/measured/refit.sh $(srcdir) ./wsp "$(MAKE)"

# After that, or where only intervals are to be made anew: those of kernels
# that are not plain stencils, and of plain ones far from what was measured.
calibrate: wsp
	$(SHELL) $(srcdir)/tests/measured/calibrate.sh $(srcdir) ./wsp \
		"$(MAKE)"

# FluidX3D's table: D3Q19 from figures of data sheets, on 76 boards.
validate-lbm: wsp
	@$(SHELL) $(srcdir)/tests/measured/public/lbm.sh $(srcdir) ./wsp

# Measurements of others on boards that are not here, by device.
validate-public: wsp
	@$(SHELL) $(srcdir)/tests/measured/public/score.sh $(srcdir) ./wsp

# The spread of errors on these boards, for fit.spread of hw/.
spread-public: wsp
	@$(SHELL) $(srcdir)/tests/measured/public/spread.sh $(srcdir) ./wsp

# The pictures of the manual.
pictures: wsp
	@cd $(srcdir)/doc/pictures && for program in *.wsp; do \
		echo "  $$program"; \
		"$(abs_builddir)/wsp" $$program >/dev/null || exit 1; \
	done

# Editors and a client of the language server, where they are installed.
check-editors: wsp$(EXEEXT)
	@WSP=$(abs_builddir)/wsp $(SHELL) $(srcdir)/tests/editors/check.sh
.PHONY: check-editors

# Generators that end in PTX, installed from PyPI: needs a network and nvcc.
check-generators: wsp$(EXEEXT)
	WSP=$(abs_builddir)/wsp sh $(srcdir)/examples/generators/check.sh \
		$(abs_builddir)/generators
.PHONY: check-generators

# Tuners and code generators, installed from PyPI: needs a network, no GPU.
check-adapters: all
	@BUILD=$(abs_builddir) $(SHELL) $(srcdir)/tests/adapters/check.sh \
		$(abs_builddir)/adapters
.PHONY: check-adapters

# SPDX-License-Identifier: MIT
#
# The tests. All Criterion suites are one program per variant, build/VARIANT/suites, or
# build/VARIANT/plain-suites without Criterion's runner (tests/support/plain_main.c);
# tests/support/run-suites.py runs it and judges the outcome. A new tests/ROOM/test_TOPIC.c,
# tests/fuzz/fuzz_TARGET.c, tests/tools/test_NAME.py, examples/NAME.c or man/PAGE.3 is found by its
# name.

TEST_SRC := $(sort $(wildcard tests/*/test_*.c))
PLAIN_MAIN := tests/support/plain_main.c
CRITERION_RUNNER := tests/support/criterion_runner.c
# Excludes the sources of separate programs.
SUPPORT_SRC := $(filter-out $(PLAIN_MAIN) $(CRITERION_RUNNER) tests/support/fail_call.c,\
    $(sort $(wildcard tests/support/*.c)))
FUZZ_SRC := $(sort $(wildcard tests/fuzz/fuzz_*.c))
FUZZ_TARGETS := $(FUZZ_SRC:tests/fuzz/fuzz_%.c=%)
# Benchmark programs that scripts start, in addition to the command.
PROGRAM_SRC := $(sort $(wildcard tests/harness/programs/*.c))
# The fake drivers that scripts use.
TEST_DRIVERS := build/test/fakecuda/libcuda.so.1 build/test/fakecuda/old/libcuda.so.1
# The program that makes system calls fail; the same for every variant.
FAIL_CALL := build/test/fail-call
programs = $(patsubst %.c,build/$1/programs/%,$(notdir $(PROGRAM_SRC)))
SCRIPTS := $(sort $(wildcard tests/tools/test_*.py tests/tools/test_*.sh))
# A sanitizer makes its own system calls, and ends or hangs if one of them fails.
ASAN_SCRIPTS := $(filter-out tests/tools/test_failing_calls.py,$(SCRIPTS))
# The tests that prove that the scripts of tests/checks can fail.
CHECK_SCRIPTS := $(sort $(wildcard tests/checks/test_*.py))
# The scripts that repeat their work under check-long.
LONG_SCRIPTS := tests/tools/test_bench_killed.py tests/tools/test_collect.py \
    tests/tools/test_failing_calls.py tests/tools/test_growth.py tests/tools/test_judge_lies.py \
    tests/tools/test_judge_load.py tests/tools/test_race_killed.py \
    tests/tools/test_time.py tests/tools/test_tune.py
ROOMS := $(sort $(patsubst tests/%/,%,$(dir $(TEST_SRC))))
GOLDEN := build/golden/stamp

# $(call test-rules,VARIANT): its library, command, suites, planted faults and fuzz targets
define test-rules
build/$1/libbenchresult.a: $$(call objects,$1,$$(LIB_SRC))
	$$(Q)rm -f $$@
	$$(Q)$$(AR) qcs $$@ $$^

build/$1/bin/benchresult: $$(call objects,$1,$$(TOOL_SRC)) build/$1/libbenchresult.a
	$$(call say,LINK,$$@)
	@mkdir -p $$(@D)
	$$(call link,$1) -o $$@ $$^ $$(LIB_LIBS)

build/$1/programs/%: build/$1/tests/harness/programs/%.o build/$1/libbenchresult.a
	$$(call say,LINK,$$@)
	@mkdir -p $$(@D)
	$$(call link,$1) -o $$@ $$^ $$(LIB_LIBS)

build/$1/suites: $$(call objects,$1,$$(TEST_SRC) $$(SUPPORT_SRC) $$(CRITERION_RUNNER)) \
    build/$1/libbenchresult.a
	$$(call say,LINK,$$@)
	$$(call link,$1) -o $$@ $$^ $$(LIB_LIBS) -lcriterion

build/$1/plain-suites: $$(call objects,$1,$$(TEST_SRC) $$(SUPPORT_SRC) $$(PLAIN_MAIN)) \
    build/$1/libbenchresult.a
	$$(call say,LINK,$$@)
	$$(call link,$1) -o $$@ $$^ $$(LIB_LIBS)

build/$1/selftest/%: build/$1/tests/selftest/%.o $$(call objects,$1,$$(CRITERION_RUNNER))
	@mkdir -p $$(@D)
	$$(call link,$1) -o $$@ $$^ -lpthread -lcriterion

build/$1/plain-selftest/%: build/$1/tests/selftest/%.o $$(call objects,$1,$$(PLAIN_MAIN))
	@mkdir -p $$(@D)
	$$(call link,$1) -o $$@ $$^ -lpthread

build/$1/fuzz/%: build/$1/tests/fuzz/fuzz_%.o build/$1/tests/fuzz/standalone.o \
    build/$1/libbenchresult.a
	$$(call say,LINK,$$@)
	@mkdir -p $$(@D)
	$$(call link,$1) -o $$@ $$^ $$(LIB_LIBS)

-include $$(patsubst %.c,build/$1/%.d,$$(LIB_SRC) $$(TOOL_SRC) $$(TEST_SRC) $$(SUPPORT_SRC) \
    $$(PLAIN_MAIN) $$(FUZZ_SRC) $$(PROGRAM_SRC))
endef
$(foreach variant,test asan tsan coverage,$(eval $(call test-rules,$(variant))))

$(FAIL_CALL): build/test/tests/support/fail_call.o
	$(call say,LINK,$@)
	$(call link,test) -o $@ $< -lpthread $(SECCOMP_LIBS)

-include build/test/tests/support/fail_call.d

# Tests fork processes that die half-way, whose leaks are not faults. Programs of the system are not
# checked, and a program that starts valgrind cannot run under valgrind.
VALGRIND := valgrind -q --trace-children=yes \
    --trace-children-skip=/bin/*,/usr/bin/*,*/gnuplot,*/ptxas,*/fake-valgrind,*/counted/tasks,*/benchresult-judge-runner,*/benchresult-compile-supervisor \
    --child-silent-after-fork=yes --suppressions=$(CURDIR)/tests/support/valgrind.supp \
    --leak-check=full --show-leak-kinds=definite,indirect,possible

# $(call run-suites,NAME,PROGRAM[,WRAPPER]); FILTER='base/map*' selects tests
run-suites = $(Q)$(PYTHON) tests/support/run-suites.py --name $1 --skips tests/skips.txt \
    $(if $(FILTER),--filter '$(FILTER)',$(ROOMS:%=--require %)) --wrapper '$3' -- build/$2
# $(call run-programs,NAME,PROGRAMS)
run-programs = $(if $2,$(Q)$(PYTHON) tests/support/run-programs.py --name $1 -- $2)
# $(call fuzz-seeds,TARGET): the directories of seeds; some targets also use files of other tools
fuzz-seeds = $(wildcard tests/fuzz/corpus/$1) $(if $(filter import write,$1),tests/formats/data)
# $(call fuzz-runs,VARIANT): each target over its seeds and its past crashes
fuzz-runs = $(foreach target,$(FUZZ_TARGETS),'build/$1/fuzz/$(target) \
    $(call fuzz-seeds,$(target)) tests/fuzz/crashes/$(target)')
# $(call selftest,NAME,FOLDER,FAULTS[,WRAPPER]): the target NAME must notice each planted fault
define selftest
	$(call say,CHECK,'self-test of $1')
	$(Q)$(PYTHON) tests/selftest/selftest.py --name $1 --programs build/$2 \
	    --wrapper '$4' $3
endef
planted = $(patsubst %,build/$1/%,clean $2)

FAULTS_check := assertion skip empty
FAULTS_asan := assertion leak use_after_free undefined
FAULTS_tsan := assertion skip empty race
FAULTS_valgrind := assertion leak use_after_free

# Scripts find the tree through the environment, C tests through macros (tests/support/support.h).
# Tests see no machine unless they name one, because the state of the real machine would change
# their logs.
export BENCHRESULT_SYSTEM_ROOT := $(CURDIR)/build/no-machine
# Tests also do not see the user's records about this machine.
export XDG_STATE_HOME := $(CURDIR)/build/no-state
export BRES_TEST_SOURCE_DIR := $(CURDIR)
export BRES_TEST_BUILD_DIR := $(CURDIR)/build
export BRES_TEST_TOOL = $(CURDIR)/build/bin/benchresult
export BENCHRESULT_LIBEXEC := $(CURDIR)/build/libexec
export BRES_TEST_PROGRAMS = $(CURDIR)/build/test/programs

$(GOLDEN): tests/golden/make-inputs.py tests/golden/gen_nvbench.py $(wildcard tests/golden/*.jsonl)
	$(call say,GEN,build/golden)
	$(Q)$(PYTHON) tests/golden/make-inputs.py build/golden
	@touch $@

CHECKS := check-floors check-headers check-symbols check-abi check-man check-examples check-tools \
    check-cxx check-fuzz check-staging check-selftest check-words check-sources
.PHONY: check $(CHECKS) check-words check-suites check-asan check-tsan \
    check-valgrind check-long check-repeat abi-record

# The suites come last, so that Criterion's closing line ends the run.
check: all $(CHECKS) build/test/suites $(GOLDEN) ## build everything and run all tests
	$(call run-suites,check,test/suites)

check-suites: build/test/suites $(GOLDEN) ## the Criterion suites alone; FILTER='base/map*' picks
	$(call run-suites,suites,test/suites)

check-long: export BRES_TEST_LONG := 1
# The scripts that measure run last, one after the other.
check-long: ## the suites and what kills programs, repeating hundreds of times
check-long: build/test/suites $(call programs,test) $(TOOL) $(EXAMPLES) $(FAIL_CALL) $(GOLDEN)
	$(call run-programs,long-tools,$(LONG_SCRIPTS))
	$(call run-suites,long,test/suites)
	$(call run-programs,long-gate,tests/tools/test_gate_measured.py)
	$(call run-programs,long-recipes,tests/tools/test_recipes.py)

N ?= 20
# The goals whose tests could depend on time.
REPEATED ?= check-suites check-tools check-cxx check-python

check-repeat: ## REPEATED goals, N (20) times alone and beside busy processes; logs in build/repeat
	$(Q)$(PYTHON) tests/support/repeat.py --times $(N) --logs build/repeat \
	    $(REPEATED:%='$(MAKE) --no-print-directory %')

check-asan: ## all tests under the address and undefined sanitizers
check-asan: export BRES_TEST_TOOL := $(CURDIR)/build/asan/bin/benchresult
check-asan: export BRES_TEST_PROGRAMS := $(CURDIR)/build/asan/programs
check-asan: build/asan/suites build/asan/bin/benchresult $(call programs,asan) \
    build/cxx/asan/tests $(FUZZ_TARGETS:%=build/asan/fuzz/%) $(EXAMPLES) $(TEST_DRIVERS) \
    $(GOLDEN) $(call planted,asan/selftest,$(FAULTS_asan))
	$(call selftest,asan,asan/selftest,$(FAULTS_asan))
	$(call run-programs,asan-tools,$(ASAN_SCRIPTS))
	$(call run-programs,asan-cxx,build/cxx/asan/tests)
	$(call run-programs,asan-fuzz,$(call fuzz-runs,asan))
	$(call run-suites,asan,asan/suites)

check-tsan: ## the suites under the thread sanitizer
check-tsan: build/tsan/plain-suites $(GOLDEN) $(call planted,tsan/plain-selftest,$(FAULTS_tsan))
	$(call selftest,tsan,tsan/plain-selftest,$(FAULTS_tsan))
	$(call run-suites,tsan,tsan/plain-suites)

check-valgrind: ## the suites under valgrind's memcheck
check-valgrind: build/test/plain-suites $(GOLDEN) \
    $(call planted,test/plain-selftest,$(FAULTS_valgrind))
	$(call selftest,valgrind,test/plain-selftest,$(FAULTS_valgrind),$(VALGRIND))
	$(call run-suites,valgrind,test/plain-suites,$(VALGRIND))

check-selftest: $(call planted,test/selftest,$(FAULTS_check))
	$(call selftest,check,test/selftest,$(FAULTS_check))
	$(call run-programs,selftest-checks,$(CHECK_SCRIPTS))

check-headers:
	$(call say,CHECK,'public headers')
	$(Q)sh tests/checks/check-headers.sh $(HEADERS) $(CXX_HEADERS)

check-symbols: $(LIBS)
	$(call say,CHECK,'exported symbols')
	$(Q)$(PYTHON) tests/checks/check-symbols.py $(SHARED) lib/libbenchresult.map $(HEADERS)

# FLOORS: options of the script, --circles or --edges.
check-floors: all ## calls between rooms against the table of floors in doc/design.md
	$(call say,CHECK,'the floors of the rooms')
	$(Q)$(PYTHON) tests/checks/check-floors.py $(FLOORS) build/normal

# WORDS: options of the script, --summary or --list, or files to check.
check-words: ## phrases that tests/checks/words.txt refuses; WORDS=--summary counts by file
	$(call say,CHECK,words)
	$(Q)$(PYTHON) tests/checks/check-words.py $(WORDS)

check-man: all
	$(call say,CHECK,'manual pages')
	$(Q)$(PYTHON) tests/man/check-pages.py
	$(Q)$(PYTHON) tests/man/check-examples.py

# The comment of an example says how to run it: `Run as: NAME ARGUMENT...`. make_sample_data makes
# all files in examples/data, except the measured results and the files of other tools.
run-as = $(shell sed -n 's|^.*Run as: $(notdir $1) *\(.*[^ */]\).*|\1|p' \
    $(wildcard $(1:build/%=%.c) $(1:build/%=%.cpp) $(filter %.sh,$1)))
check-examples: $(EXAMPLES) $(TOOL)
	$(call say,CHECK,examples)
	$(Q)rm -rf build/sample-data
	$(call run-programs,examples,$(foreach program,$(EXAMPLES) $(EXAMPLE_SCRIPTS),\
	    '$(program) $(call run-as,$(program))'))
	$(Q)diff -r --exclude=measured --exclude=other-tools build/sample-data examples/data

check-tools: $(TOOL) $(EXAMPLES) $(call programs,test) $(GOLDEN) $(TEST_DRIVERS) $(FAIL_CALL)
	$(call say,CHECK,'the command')
	$(call run-programs,tools,$(SCRIPTS))

check-fuzz: $(FUZZ_TARGETS:%=build/test/fuzz/%)
	$(call say,CHECK,'the fuzz corpus')
	$(call run-programs,fuzz,$(call fuzz-runs,test))

check-staging: all
	$(call say,CHECK,installation)
	$(Q)+sh tests/install/check-staging.sh '$(MAKE)'

.PHONY: check-install
check-install: all wheel ## installation in a bare Debian: /usr/local, a venv, ~/.local; needs root, debootstrap
	$(call say,CHECK,'installation in a bare root')
	$(Q)+sh tests/install/check-install.sh '$(MAKE)'

.PHONY: check-slurm
check-slurm: $(TOOL) build/examples/bench ## examples/slurm on a Slurm of one node; needs root, deps-slurm
	$(call say,CHECK,'the examples of Slurm')
	$(Q)sh tests/slurm/check-slurm.sh build/slurm build/examples/bench $(TOOL)

# The ABI is that of the public headers: check-symbols proves that the library has it.
ABI_LIB := build/abi/$(SONAME)
build/abi/abi.c: tests/checks/abi-source.py $(HEADERS)
	@mkdir -p $(@D)
	$(Q)$(PYTHON) $< $(HEADERS) >$@

$(ABI_LIB): build/abi/abi.c lib/libbenchresult.map
	$(call say,LINK,$@)
	$(Q)gcc -std=c11 -g -O0 -fPIC -fvisibility=hidden -Iinclude -shared -Wl,-soname,$(SONAME) \
	    -Wl,--version-script=lib/libbenchresult.map -o $@ $<

check-abi: $(ABI_LIB) ## compare the ABI with the recorded one
	$(call say,CHECK,'the ABI')
	$(Q)sh tests/checks/check-abi.sh compare $(ABI_LIB) lib/benchresult.abi build/abi

abi-record: $(ABI_LIB) ## record the ABI as it is now in lib/benchresult.abi
	$(Q)sh tests/checks/check-abi.sh record $(ABI_LIB) lib/benchresult.abi

# SPDX-License-Identifier: MIT
#
# Goals that are not part of `check`: measuring, fuzzing, coverage, formatting.

FUZZ_SECONDS ?= 60
FUZZ_INPUTS ?= 1000000
COVERAGE_MIN ?= 90
BENCH_RUNS ?= 10
SPEED = $(PYTHON) $(CURDIR)/tests/bench/speed.py $(CURDIR)/build

# `bench` runs bench_*, which start the other programs there.
BENCH_SRC := $(sort $(wildcard tests/bench/*.c))
BENCH_PROGRAMS := $(BENCH_SRC:tests/bench/%.c=build/bench/%)
# The quality of the tuner is also a benchmark.
BENCHES := $(filter build/bench/bench_%,$(BENCH_PROGRAMS)) build/truth/tuner \
    $(sort $(wildcard tests/bench/bench_*.py))
FUZZ_RUNS := $(FUZZ_TARGETS:%=fuzz-%)
LONG_FUZZ_RUNS := $(FUZZ_TARGETS:%=fuzz-long-%)

.PHONY: demo sample-data bench bench-compare fuzz $(FUZZ_RUNS) check-fuzz-long $(LONG_FUZZ_RUNS) \
    coverage size format lint check-sources

demo: all ## the summary of a sample result, and how it compares with another
	$(TOOL) summary examples/data/main.json
	$(TOOL) compare examples/data/main.json examples/data/branch.json

sample-data: build/examples/make_sample_data build/examples/bench ## generate the results in examples/data
	$(Q)find examples/data -mindepth 1 -maxdepth 1 ! -name other-tools -exec rm -r {} +
	$(Q)$< examples/data
	$(Q)$(PYTHON) tests/support/sample-runs.py build/examples/bench examples/data/measured

build/bench/%: build/normal/tests/bench/%.o $(LIBS)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(call link,normal) -o $@ $< -Lbuild/lib -lbenchresult '-Wl,-rpath,$$ORIGIN/../lib' $(LIB_LIBS)

build/bench/libnulldriver.so: tests/bench/nulldriver/nulldriver.c
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -O2 -Wall -Wextra -shared -fPIC -o $@ $<

# Unlike tests, measurements use the state of this machine.
bench: export BENCHRESULT_SYSTEM_ROOT :=
bench: all $(BENCH_PROGRAMS) $(SOLUTIONS) build/truth/tuner build/bench/libnulldriver.so ## measure speed and memory against other readers and Google Benchmark
	$(Q)for program in $(BENCHES); do \
	    case $$program in *.py) $(PYTHON) $$program build;; *) $$program;; esac || exit; \
	done
	$(Q)rm -rf build/bench/speed
	$(Q)$(TOOL) collect --runs 3 -o build/bench/speed -- $(SPEED) build '{}'
	$(Q)$(TOOL) summary build/bench/speed/run-0001.json

# Each revision is built in its own work tree; both read the generated files of this build.
bench-compare: $(TOOL) ## the times of revision REV against those of HEAD, BENCH_RUNS (10) runs of each; WORKLOADS selects workloads
	$(Q)test -n '$(REV)' || { echo 'bench-compare: name a revision: REV=...'; exit 2; }
	$(Q)rm -rf build/bench/revisions
	@mkdir -p build/bench
	$(Q)$(TOOL) collect --ref-checkout $(REV) --cmp-checkout HEAD --runs $(BENCH_RUNS) \
	    --build '$(MAKE) -j2 all build/bench/load_worker >&2' -o build/bench/revisions -- \
	    $(SPEED) build '{}' $(WORKLOADS)
	$(Q)$(TOOL) compare --ref build/bench/revisions/reference-*.json \
	    --cmp build/bench/revisions/candidate-*.json

build/fuzz/bin/%: build/fuzz/tests/fuzz/fuzz_%.o $(call objects,fuzz,$(LIB_SRC))
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(call link,fuzz) -fsanitize=fuzzer -o $@ $^ $(LIB_LIBS)

-include $(patsubst %.c,build/fuzz/%.d,$(LIB_SRC) $(FUZZ_SRC))

fuzz: $(FUZZ_RUNS) ## each fuzz target for FUZZ_SECONDS (60); crashes go to tests/fuzz/crashes

$(FUZZ_RUNS): fuzz-%: build/fuzz/bin/%
	$(Q)sh tests/fuzz/run-fuzz.sh $* -max_total_time=$(FUZZ_SECONDS) $(call fuzz-seeds,$*)

FUZZ_SHARE = $(shell expr $(FUZZ_INPUTS) / $(words $(FUZZ_TARGETS)))

check-fuzz-long: $(LONG_FUZZ_RUNS) ## FUZZ_INPUTS (1000000) inputs, as many for each fuzz target

$(LONG_FUZZ_RUNS): fuzz-long-%: build/fuzz/bin/%
	$(Q)sh tests/fuzz/run-fuzz.sh $* -runs=$(FUZZ_SHARE) $(call fuzz-seeds,$*)

GCOV := $(if $(findstring clang,$(CC)),llvm-cov gcov,gcov)

# Deletes the counts of earlier runs, which would be added.
coverage: ## line coverage of lib/, at least COVERAGE_MIN (90) percent
coverage: export BRES_TEST_TOOL := $(CURDIR)/build/coverage/bin/benchresult
coverage: export BRES_TEST_PROGRAMS := $(CURDIR)/build/coverage/programs
coverage: build/coverage/suites build/coverage/bin/benchresult $(call programs,coverage) \
    $(GOLDEN) $(EXAMPLES) $(TEST_DRIVERS) $(FAIL_CALL)
	$(Q)find build/coverage -name '*.gcda' -delete
	$(call run-programs,coverage-tools,$(SCRIPTS))
	$(call run-suites,coverage,coverage/suites)
	$(Q)gcovr --root . --filter lib/ --gcov-executable '$(GCOV)' \
	    --fail-under-line $(COVERAGE_MIN) build/coverage

TREE ?= .

size: ## lines of code by room; TREE=PATH counts another tree
	$(Q)$(PYTHON) tests/support/size.py $(TREE)

# Files under version control, and new files that are not ignored.
C_FILES = $(wildcard $(shell git ls-files -co --exclude-standard '*.c' '*.h' '*.cpp' '*.hpp'))
TEXT_FILES = $(C_FILES) $(wildcard $(shell git ls-files -co --exclude-standard '*.py' '*.sh' \
    '*.mk' Makefile '*.md' '*.map' '*.in' 'man/*' .ci/run ':!tests/report/expected'))

format: ## bring all C files into the tree's style
	$(Q)clang-format -i $(C_FILES)

check-sources: ## rules for sources that neither compiler nor formatter knows
	$(call say,CHECK,sources)
	$(Q)$(PYTHON) tests/checks/check-sources.py

lint: check-floors check-man check-sources check-words ## style and rules of sources, white space, manual pages
	$(Q)clang-format --dry-run -Werror $(C_FILES)
	$(Q)$(PYTHON) tests/checks/check-text.py $(TEXT_FILES)

# SPDX-License-Identifier: MIT
#
# Programs that measure how often decisions are wrong, on synthetic data with known true values.
# Each tests/truth/NAME.c is a program, linked with the static library and with
# tests/truth/common/*.c. It prints a table and exits with 1 if a figure violates its limit. `make
# truth` runs all programs with --full (minutes), `make check` without (a second or two each).

TRUTH_SRC := $(sort $(wildcard tests/truth/*.c))
# The suites use the same synthetic machine for the probe.
TRUTH_COMMON_SRC := $(sort $(wildcard tests/truth/common/*.c)) tests/support/synthetic_machine.c
TRUTH_PROGRAMS := $(TRUTH_SRC:tests/truth/%.c=build/truth/%)

$(TRUTH_PROGRAMS): build/truth/%: build/normal/tests/truth/%.o \
    $(call objects,normal,$(TRUTH_COMMON_SRC)) $(STATIC)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(call link,normal) -o $@ $^ $(LIB_LIBS)

-include $(patsubst %.c,build/normal/%.d,$(TRUTH_SRC) $(TRUTH_COMMON_SRC))

.PHONY: truth check-truth
check-truth: $(TRUTH_PROGRAMS)
	$(call say,CHECK,'rates of wrong decisions')
	$(call run-programs,truth,$(TRUTH_PROGRAMS))

# Shows the output of the programs directly. DATA is a directory with measured results; without it,
# the claims about measured results are not checked.
truth: $(TRUTH_PROGRAMS) ## how often decisions are wrong, on data whose truth is known (minutes)
	$(Q)set -e; for program in $(TRUTH_PROGRAMS); do $$program --full $(if $(DATA),--data '$(DATA)'); done

check: check-truth

# Measures tools that compare results on generated pairs of results. ADAPTERS are programs that
# receive two files and print a word for each row.
REFEREE_SRC := $(sort $(wildcard tests/referee/*.c))
ADAPTERS ?= tests/referee/adapters/benchresult.py tests/referee/adapters/nvbench_rule.py \
    tests/referee/adapters/mann_whitney.py tests/referee/adapters/welch.py \
    tests/referee/adapters/threshold.py

build/referee/generate: $(call objects,normal,$(REFEREE_SRC) $(TRUTH_COMMON_SRC)) $(STATIC)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(call link,normal) -o $@ $^ $(LIB_LIBS)

-include $(patsubst %.c,build/normal/%.d,$(REFEREE_SRC))

.PHONY: referee check-referee
check-referee: all build/referee/generate
	$(call run-programs,referee,tests/referee/test_referee.py)

check: check-referee

referee: export BENCHRESULT ?= $(CURDIR)/$(TOOL)
referee: all build/referee/generate ## how often tools that compare results err: DIR=... receives the pairs, ADAPTERS='...' are the tools
	$(Q)test -n '$(DIR)' || { echo 'make referee: DIR is missing (expected DIR=DIRECTORY)' >&2; exit 2; }
	$(Q)build/referee/generate '$(DIR)'
	$(Q)$(PYTHON) tests/referee/referee.py '$(DIR)' $(ADAPTERS)

# SPDX-License-Identifier: MIT
#
# Programs that measure how often decisions are wrong, on synthetic data whose truth is known. Each
# tests/truth/NAME.c is one, linked with the static library and with tests/truth/common/*.c; it
# prints a table and exits with 1 when a figure is not what it must be. `make truth` runs all with
# --full (minutes), `make check` without (a second or two each).

TRUTH_SRC := $(sort $(wildcard tests/truth/*.c))
TRUTH_COMMON_SRC := $(sort $(wildcard tests/truth/common/*.c))
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

# What they print is the point: it is shown as it comes. DATA is a directory with measured results;
# without it, the claims about measured results are not checked.
truth: $(TRUTH_PROGRAMS) ## how often decisions are wrong, on data whose truth is known (minutes)
	$(Q)set -e; for program in $(TRUTH_PROGRAMS); do $$program --full $(if $(DATA),--data '$(DATA)'); done

check: check-truth

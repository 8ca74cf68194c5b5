# SPDX-License-Identifier: MIT
#
# The solutions that tests judge: build/solutions/NAME.so from each tests/judge/solutions/NAME.c,
# honest or broken, and from each tests/judge/cheats/NAME.c. They are the same in every variant,
# like the program that loads them.

SOLUTION_DIRS := tests/judge/solutions tests/judge/cheats
SOLUTION_SRC := $(sort $(wildcard $(SOLUTION_DIRS:%=%/*.c)))
SOLUTIONS := $(patsubst %.c,build/solutions/%.so,$(notdir $(SOLUTION_SRC)))

define solution-rule
build/solutions/%.so: $1/%.c mk/judge.mk
	$$(call say,LINK,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) -std=c11 $$(WARNINGS) -O2 -g -D_GNU_SOURCE -MMD -MP -shared -fPIC -pthread \
	    -o $$@ $$< -lm
endef
$(foreach folder,$(SOLUTION_DIRS),$(eval $(call solution-rule,$(folder))))

$(foreach variant,test asan tsan coverage,$(eval $(call objects,$(variant),\
    $(wildcard tests/judge/test_*.c)): | $(SOLUTIONS) $(LIBEXEC) $(TEST_DRIVERS)))
check-tools check-asan coverage: $(SOLUTIONS) $(LIBEXEC)

-include $(SOLUTIONS:%.so=%.d)

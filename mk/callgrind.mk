# SPDX-License-Identifier: MIT
#
# The programs whose instructions tests count: build/counted. They are the same in every variant,
# because sanitizers do not work under valgrind. valgrind 3.19 does not read the DWARF 5 of clang.

COUNTED_DIR := tests/callgrind/programs
COUNTED := $(addprefix build/counted/,libcounted.so command tasks)
counted-compile = $(Q)$(CC) -std=c11 $(WARNINGS) -O1 -gdwarf-4 -D_GNU_SOURCE -Iinclude -MMD -MP

build/counted/libcounted.so: $(COUNTED_DIR)/counted.c $(COUNTED_DIR)/counted.S mk/callgrind.mk
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(counted-compile) -shared -fPIC -Wl,-Bsymbolic -o $@ $(filter %.c %.S,$^)

build/counted/command: $(COUNTED_DIR)/command.c $(COUNTED_DIR)/counted.S mk/callgrind.mk
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(counted-compile) -o $@ $(filter %.c %.S,$^)

build/counted/tasks: $(COUNTED_DIR)/tasks.c $(COUNTED_DIR)/counted.S $(STATIC) mk/callgrind.mk
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(counted-compile) -o $@ $(filter %.c %.S %.a,$^) $(LIB_LIBS)

$(foreach variant,test asan tsan coverage,$(eval $(call objects,$(variant),\
    $(wildcard tests/callgrind/test_*.c)): | $(COUNTED) $(LIBEXEC)))
check-tools check-asan coverage: $(COUNTED) $(LIBEXEC) $(TOOL)

-include $(COUNTED:%=%.d)

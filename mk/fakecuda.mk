# SPDX-License-Identifier: MIT
#
# The fake CUDA driver for tests: build/VARIANT/fakecuda/libcuda.so.1 has all symbols of
# tests/fakecuda/symbols.h, old/libcuda.so.1 only the required symbols, and without/SYMBOL/ all
# symbols but one.

FAKE_SRC := $(sort $(wildcard tests/fakecuda/*.c))
fake-symbols = $(shell sed -n 's/^ *$1(\(cu[A-Za-z0-9_]*\)).*/\1/p' tests/fakecuda/symbols.h)
FAKE_REQUIRED := $(call fake-symbols,REQUIRED)
FAKE_SYMBOLS := $(FAKE_REQUIRED) $(call fake-symbols,OPTIONAL)
FAKES := libcuda.so.1 old/libcuda.so.1 $(FAKE_SYMBOLS:%=without/%/libcuda.so.1)
fakes = $(FAKES:%=build/$1/fakecuda/%)

# The symbols that a fake driver exports; it is named by its path under fakecuda/.
fake-exports = $(if $(filter old/%,$1),$(FAKE_REQUIRED),\
    $(filter-out $(patsubst without/%/,%,$(dir $1)),$(FAKE_SYMBOLS)))

$(FAKES:%.so.1=build/fakecuda/%.map): build/fakecuda/%.map: tests/fakecuda/symbols.h mk/fakecuda.mk
	@mkdir -p $(@D)
	$(Q)printf '{ global: fake_control_get; %s local: *; };\n' \
	    '$(addsuffix ;,$(call fake-exports,$*))' >$@

# The control functions are found through the handle of the fake driver, never through the program.
define fake-rules
$$(call fakes,$1): build/$1/fakecuda/%.so.1: build/fakecuda/%.map $$(call objects,$1,$$(FAKE_SRC))
	$$(if $$(filter libcuda old/%,$$*),$$(call say,LINK,$$@))
	@mkdir -p $$(@D)
	$$(call link,$1) -shared -Wl,-soname,libcuda.so.1 -Wl,-Bsymbolic -Wl,--version-script=$$< \
	    -o $$@ $$(filter %.o,$$^) -lpthread

build/$1/suites build/$1/plain-suites: | $$(call fakes,$1)

-include $$(patsubst %.c,build/$1/%.d,$$(FAKE_SRC))
endef
$(foreach variant,test asan tsan coverage,$(eval $(call fake-rules,$(variant))))

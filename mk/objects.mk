# SPDX-License-Identifier: MIT
#
# Shared objects that tests load: tests/objects/NAME.c becomes build/VARIANT/objects/libNAME.so.

TEST_OBJECTS := $(patsubst tests/objects/%.c,objects/lib%.so,$(sort $(wildcard tests/objects/*.c)))

define object-rules
build/$1/objects/lib%.so: tests/objects/%.c
	$$(call say,LINK,$$@)
	@mkdir -p $$(@D)
	$$(call link,$1) $$(COMMON) -shared -o $$@ $$<

build/$1/suites build/$1/plain-suites: | $$(TEST_OBJECTS:%=build/$1/%)
endef
$(foreach variant,test asan tsan coverage,$(eval $(call object-rules,$(variant))))

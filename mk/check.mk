# SPDX-License-Identifier: MIT
#
# The tests. All Criterion suites are one program per variant; tests/support/run_suites.py runs it
# and judges the outcome.

TEST_SRC := $(sort $(wildcard tests/*/test_*.c))
SUPPORT_SRC := $(filter-out %_main.c,$(sort $(wildcard tests/support/*.c)))
ROOMS := $(sort $(patsubst tests/%/,%,$(dir $(TEST_SRC))))
GOLDEN := build/golden/stamp

# $(call suites-rule,VARIANT): the library of a variant and the program of all suites
define suites-rule
build/$1/libbenchresult.a: $$(call objects,$1,$$(LIB_SRC))
	$$(Q)rm -f $$@
	$$(Q)$$(AR) rcs $$@ $$^
build/$1/suites: $$(call objects,$1,$$(TEST_SRC) $$(SUPPORT_SRC)) build/$1/libbenchresult.a
	$$(call say,LINK,$$@)
	$$(call link,$1) -o $$@ $$^ $$(LIB_LIBS) -lcriterion
-include $$(patsubst %.c,build/$1/%.d,$$(LIB_SRC) $$(TEST_SRC) $$(SUPPORT_SRC))
endef
$(foreach variant,test asan coverage,$(eval $(call suites-rule,$(variant))))

# $(call run-suites,NAME,VARIANT[,OPTIONS])
run-suites = $(Q)BRES_TEST_TOOL=$(CURDIR)/build/bin/benchresult $(PYTHON) \
    tests/support/run_suites.py --name $1 --skips tests/skips.txt $(ROOMS:%=--require %) $3 \
    -- build/$2/suites $(if $(FILTER),--filter '$(FILTER)')

$(GOLDEN): tests/golden/make_inputs.py tests/golden/gen_nvbench.py tests/golden/summary.jsonl
	$(call say,GEN,build/golden)
	$(Q)$(PYTHON) tests/golden/make_inputs.py build/golden
	@touch $@

.PHONY: check check-suites check-asan

check: all check-suites ## build and run all tests

check-suites: build/test/suites $(GOLDEN) ## the Criterion suites alone (FILTER='base/map*')
	$(call run-suites,check,test)

check-asan: build/asan/suites $(GOLDEN) ## the suites under address and undefined sanitizers
	$(call run-suites,asan,asan)

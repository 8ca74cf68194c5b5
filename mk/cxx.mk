# SPDX-License-Identifier: MIT
#
# The users compile the C++ header, so its tests are compiled in each supported way: all of
# tests/cxx is one program per variant, build/cxx/VARIANT/tests. In `values` errors are values of
# the header's own class, in `expected` of the standard class.

CXX_VARIANTS := gcc-17 gcc-20 clang-17 clang-20 values expected
cxx_gcc-17 := g++ -std=c++17
cxx_gcc-20 := g++ -std=c++20
cxx_clang-17 := clang++ -std=c++17
cxx_clang-20 := clang++ -std=c++20
cxx_values := g++ -std=c++17 -fno-exceptions
cxx_expected := g++ -std=c++2b -fno-exceptions
# CC has built the library, which links only with the sanitizers of CC.
cxx_asan := $(if $(findstring clang,$(CC)),clang++,g++) -std=c++17
link_asan = build/asan/libbenchresult.a $(LIB_LIBS)
link_cxx = -Lbuild/lib -lbenchresult -Wl,-rpath,$(CURDIR)/build/lib

CXXFLAGS ?= -O1 -g
CXX_DRIVER := build/test/fakecuda/libcuda.so.1
CXX_FLAGS = $(WARNINGS) -Werror -Iinclude -Ibindings/cxx $(CPPFLAGS) $(CXXFLAGS)
CXX_TEST_SRC := $(sort $(wildcard tests/cxx/*.cpp))
CXX_TESTS := $(CXX_VARIANTS:%=build/cxx/%/tests)

# $(call cxx-rules,VARIANT,FLAGS,LIBRARY TO WAIT FOR,HOW TO LINK)
define cxx-rules
build/cxx/$1/%.o: tests/cxx/%.cpp mk/cxx.mk
	$$(call say,CXX,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(cxx_$1) $$(CXX_FLAGS) $2 -DBRES_TEST_SOURCE_DIR='"$$(CURDIR)"' \
	    -DBRES_TEST_BUILD_DIR='"$$(CURDIR)/build/cxx/$1"' \
	    -DBRES_TEST_CUDA_LIBRARY='"$$(CURDIR)/$$(CXX_DRIVER)"' -MMD -MP -c $$< -o $$@

build/cxx/$1/tests: $$(CXX_TEST_SRC:tests/cxx/%.cpp=build/cxx/$1/%.o) $3 | $$(CXX_DRIVER) $$(LIBEXEC)
	$$(call say,LINK,$$@)
	$$(Q)$$(cxx_$1) $$(CXXFLAGS) $2 $$(LDFLAGS) -o $$@ $$(filter %.o,$$^) $$($4)

-include $$(CXX_TEST_SRC:tests/cxx/%.cpp=build/cxx/$1/%.d)
endef
$(foreach variant,$(CXX_VARIANTS),$(eval $(call cxx-rules,$(variant),,$$(LIBS),link_cxx)))
$(eval $(call cxx-rules,asan,$(flags_asan),build/asan/libbenchresult.a,link_asan))

build/examples/%: examples/%.cpp $(CXX_HEADERS) $(LIBS)
	$(call say,CXX,$@)
	@mkdir -p $(@D)
	$(Q)g++ -std=c++17 $(CXX_FLAGS) $< -o $@ $(LDFLAGS) -Lbuild/lib -lbenchresult \
	    '-Wl,-rpath,$$ORIGIN/../lib'

.PHONY: check-cxx
check-cxx: $(CXX_TESTS) ## the tests of the C++ header, compiled in each way
	$(call say,CHECK,'the C++ header')
	$(Q)$(PYTHON) tests/checks/check-cxx.py $(HEADERS) $(CXX_HEADERS)
	$(call run-programs,cxx,$(CXX_TESTS))

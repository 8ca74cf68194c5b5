# SPDX-License-Identifier: MIT
#
# The library, the command and the examples. A variant is a set of compiler flags with its own
# object tree: build/VARIANT/lib/base/map.o comes from lib/base/map.c.

VERSION := $(shell sed -n 's/^\#define BRES_VERSION_STRING *"\(.*\)"/\1/p' \
    include/benchresult/base.h)
SOVERSION := 1
SONAME := libbenchresult.so.$(SOVERSION)
# The soname already has the major number; this adds the rest of the version.
REALNAME := $(SONAME).$(shell echo $(VERSION) | cut -d. -f2-)

LIB_SRC := $(sort $(wildcard lib/*/*.c lib/*/*/*.c))
TOOL_SRC := $(sort $(wildcard tools/*.c))
# The option engine of room base, its dependencies, and visible texts. They are linked into the
# command, because the shared library does not export them. They must not use the error record: the
# command would get its own copy.
TOOL_BASE_SRC := $(sort $(wildcard lib/base/command/*.c)) \
    $(patsubst %,lib/base/%.c,alloc number/number number/parse number/shortest git/git text/cut \
    text/nearest text/text text/visible text/width visible)
# The judge's helper programs belong to its room, but not to the library.
JUDGE_RUNNER_SRC := tools/libexec/judge_runner.c $(sort $(wildcard lib/judge/runner/helper/*.c))
COMPILE_SUPERVISOR_SRC := tools/libexec/compile_supervisor.c \
    $(sort $(wildcard lib/judge/compile/helper/*.c))
EXAMPLE_SRC := $(sort $(wildcard examples/*.c))
CXX_EXAMPLE_SRC := $(sort $(wildcard examples/*.cpp))
EXAMPLE_SCRIPTS := $(sort $(wildcard examples/*.sh))
HEADERS := include/benchresult.h $(sort $(wildcard include/benchresult/*.h))
CXX_HEADERS := bindings/cxx/benchresult.hpp $(sort $(wildcard bindings/cxx/benchresult/*.hpp))

# The libraries that read the files of other tools. Tests also use json-c as an oracle.
JSON_CFLAGS := $(shell pkg-config --cflags json-c)
JSON_LIBS := $(shell pkg-config --libs json-c)
XML_LIBS := $(shell pkg-config --libs expat)
ZLIB_LIBS := $(shell pkg-config --libs zlib)
LIB_LIBS := $(JSON_LIBS) $(XML_LIBS) $(ZLIB_LIBS) -lpthread -ldl -lm
FFI_CFLAGS := $(shell pkg-config --cflags libffi)
FFI_LIBS := $(shell pkg-config --libs libffi)
SECCOMP_CFLAGS := $(shell pkg-config --cflags libseccomp)
SECCOMP_LIBS := $(shell pkg-config --libs libseccomp)

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion $(WERROR)
COMMON := -std=c11 $(WARNINGS) -fPIC -ffp-contract=off

# The headers that each part of the tree may include: the examples only public headers, the command
# also the headers of the parts of room base that it links.
cpp_lib := -D_GNU_SOURCE -Iinclude -iquote lib $(JSON_CFLAGS)
cpp_tools := -D_GNU_SOURCE -Iinclude -iquote lib
cpp_examples := -Iinclude
cpp_tests = $(cpp_lib) -iquote tests -DBRES_TEST_SOURCE_DIR='"$(CURDIR)"' \
    -DBRES_TEST_BUILD_DIR='"$(CURDIR)/build"'

# The flags that define a variant come after CFLAGS, so that CFLAGS cannot override them.
VARIANTS := normal test asan tsan coverage fuzz
cc_normal = $(CC)
cc_test = $(CC)
cc_asan = $(CC)
cc_tsan = $(CC)
cc_coverage = $(CC)
cc_fuzz := clang
flags_normal := -fvisibility=hidden
# valgrind 3.19 reads the DWARF 5 of gcc, but not that of clang.
flags_test := -DBRES__FAULTS -gdwarf-4
flags_asan := -DBRES__FAULTS -O1 -fno-omit-frame-pointer -fsanitize=address,undefined \
    -fno-sanitize-recover=all
flags_tsan := -DBRES__FAULTS -O1 -fno-omit-frame-pointer -fsanitize=thread
# Atomic counters: lost counts of threads would make the number of a branch negative.
flags_coverage := -DBRES__FAULTS -O0 --coverage -fprofile-update=atomic
flags_fuzz := -DBRES__FAULTS -O1 -fno-omit-frame-pointer \
    -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

# $(call objects,VARIANT,SOURCES)
objects = $(patsubst %.c,build/$1/%.o,$2)

flags_of = $(cc_$*) $(COMMON) $(CPPFLAGS) $(CFLAGS) $(flags_$*) $(LDFLAGS) $(cpp_tests)
# A target that is made each time, but replaced only if its text has changed. The recipe writes
# $(new). The name has the process of make in it: a test of the wheel runs a second make in the tree.
MAKE_PROCESS := $(shell echo $$PPID)
new = $@.$(MAKE_PROCESS)
replace-if-changed = @cmp -s $@ $(new) && rm $(new) || mv $(new) $@

# Objects depend on this file, which changes when the compiler or a flag changes.
build/%/flags: FORCE
	@$(shell mkdir -p $(@D))$(file >$(new),$(flags_of))
	$(replace-if-changed)
.PHONY: FORCE
FORCE:

# $(call compile-rule,VARIANT,TOP FOLDER)
define compile-rule
build/$1/$2/%.o: $2/%.c build/$1/flags
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(cc_$1) $$(COMMON) $$(cpp_$2) $$(CPPFLAGS) $$(CFLAGS) $$(flags_$1) -MMD -MP -c $$< -o $$@
endef
$(foreach variant,$(VARIANTS),$(foreach part,lib tools examples tests,\
    $(eval $(call compile-rule,$(variant),$(part)))))

link = $(Q)$(cc_$1) $(CFLAGS) $(flags_$1) $(LDFLAGS)
link-shared = $(call link,$1) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs \
    -Wl,--version-script=lib/libbenchresult.map -o $@ $(filter %.o,$^) $(LIB_LIBS)

LIB_OBJ := $(call objects,normal,$(LIB_SRC))
TOOL_OBJ := $(call objects,normal,$(TOOL_SRC) $(TOOL_BASE_SRC))
C_EXAMPLES := $(patsubst examples/%.c,build/examples/%,$(EXAMPLE_SRC))
EXAMPLES := $(C_EXAMPLES) $(patsubst examples/%.cpp,build/examples/%,$(CXX_EXAMPLE_SRC))
SHARED := build/lib/$(REALNAME)
STATIC := build/lib/libbenchresult.a
LIBS := $(SHARED) build/lib/$(SONAME) build/lib/libbenchresult.so $(STATIC)
TOOL := build/bin/benchresult
# The programs that the library starts. It finds them in BENCHRESULT_LIBEXEC, or in the directory of
# the installation.
LIBEXEC := $(addprefix build/libexec/benchresult-,callgrind-runner judge-runner compile-supervisor \
    probe-runner)

all: $(LIBS) $(TOOL) $(LIBEXEC) ## build the library and the command (default)

$(SHARED): $(LIB_OBJ) lib/libbenchresult.map
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(call link-shared,normal)

build/lib/$(SONAME) build/lib/libbenchresult.so: $(SHARED)
	$(Q)ln -sf $(REALNAME) $@

$(STATIC): $(LIB_OBJ)
	$(call say,AR,$@)
	@mkdir -p $(@D)
	$(Q)rm -f $@
	$(Q)$(AR) qcs $@ $(LIB_OBJ)

# The command that runs from the build tree, with a run path to the library there.
build/bin/benchresult: $(TOOL_OBJ) $(LIBS)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(call link,normal) -o $@ $(TOOL_OBJ) -Lbuild/lib -lbenchresult '-Wl,-rpath,$$ORIGIN/../lib'

# This program loads the code whose instructions are counted, so it links as little as possible.
build/libexec/benchresult-callgrind-runner: build/normal/tools/libexec/callgrind_runner.o $(STATIC)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(call link,normal) -Wl,--as-needed -o $@ $^ $(LIB_LIBS)

build/normal/tools/libexec/compile_supervisor.o: cpp_tools := $(cpp_lib)
build/libexec/benchresult-compile-supervisor: $(call objects,normal,$(COMPILE_SUPERVISOR_SRC)) \
    $(STATIC)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(call link,normal) -Wl,--as-needed -o $@ $^ $(LIB_LIBS)

# A run of the probe: its measurement must not depend on other work of the library at its start.
build/normal/tools/libexec/probe_runner.o: cpp_tools := $(cpp_lib)
build/libexec/benchresult-probe-runner: build/normal/tools/libexec/probe_runner.o $(STATIC)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(call link,normal) -Wl,--as-needed -o $@ $^ $(LIB_LIBS)

# The part of room judge that is a program. It binds all its calls at the start (-z now), so that a
# solution that it loads later cannot replace them.
build/normal/tools/libexec/judge_runner.o: cpp_tools := $(cpp_lib)
build/normal/lib/judge/runner/helper/%.o: cpp_lib += $(FFI_CFLAGS) $(SECCOMP_CFLAGS)
build/libexec/benchresult-judge-runner: $(call objects,normal,$(JUDGE_RUNNER_SRC)) $(STATIC)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(call link,normal) -Wl,--as-needed -Wl,-z,relro,-z,now -o $@ $^ $(LIB_LIBS) $(FFI_LIBS) \
	    $(SECCOMP_LIBS)

$(C_EXAMPLES): build/examples/%: build/normal/examples/%.o $(LIBS)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(call link,normal) -o $@ $< -Lbuild/lib -lbenchresult '-Wl,-rpath,$$ORIGIN/../lib'

-include $(patsubst %.o,%.d,$(LIB_OBJ) $(TOOL_OBJ) \
    $(addprefix build/normal/tools/libexec/,callgrind_runner.o probe_runner.o) \
    $(call objects,normal,$(JUDGE_RUNNER_SRC) $(COMPILE_SUPERVISOR_SRC) $(EXAMPLE_SRC)))

# SPDX-License-Identifier: MIT
#
# Installation. The list build/install/list has the target of each file; install and uninstall both
# follow it. DESTDIR is put before every target, and appears in no installed file.

PREFIX ?= /usr/local
bindir ?= $(PREFIX)/bin
libdir ?= $(PREFIX)/lib
libexecdir ?= $(PREFIX)/libexec
includedir ?= $(PREFIX)/include
mandir ?= $(PREFIX)/share/man
pkgconfigdir ?= $(libdir)/pkgconfig
bashcompletiondir ?= $(PREFIX)/share/bash-completion/completions
export DESTDIR

# $(call pc,PREFIX,LIBDIR,INCLUDEDIR,RPATH,FURTHER FLAGS): fills in the template
pc = sed -e 's|@prefix@|$1|' -e 's|@libdir@|$2|' -e 's|@includedir@|$3|' -e 's|@rpath@|$4|' \
    -e 's|@cxx@|$5|' -e 's|@version@|$(VERSION)|' -e 's|@private@|$(LIB_LIBS)|' \
    pkgconfig/benchresult.pc.in
below_prefix = $(patsubst $(PREFIX)/%,$${prefix}/%,$1)

# For PKG_CONFIG_PATH=build/pkgconfig: pkg-config prefers this file to the installed one.
PC_BUILD := build/pkgconfig/benchresult-uninstalled.pc
$(PC_BUILD): pkgconfig/benchresult.pc.in include/benchresult/base.h mk/install.mk
	@mkdir -p $(@D)
	$(Q)$(call pc,$(CURDIR),$${prefix}/build/lib,$${prefix}/include,$(rpath),$(cxx_in_tree)) >$@
comma := ,
rpath = $(empty) -Wl$(comma)-rpath$(comma)$${libdir}
cxx_in_tree = $(empty) -I$${prefix}/bindings/cxx

all: $(PC_BUILD)

# Every install makes the files that depend on the directories again.
.PHONY: install-list
install-list: build/install/benchresult build/install/$(REALNAME) build/install/libbenchresult.a
	$(Q)$(call pc,$(PREFIX),$(call below_prefix,$(libdir)),$(call below_prefix,$(includedir)),,) \
	    >build/install/benchresult.pc
	$(Q)sh mk/install-list.sh $(bindir) $(libdir) $(libexecdir) $(includedir) $(mandir) \
	    $(pkgconfigdir) $(bashcompletiondir) $(REALNAME) $(SONAME) >build/install/list

# The library with the directory of its installed helper programs, which one object contains.
build/install/libexecdir: FORCE
	@mkdir -p $(@D)
	@echo '$(libexecdir)' >$(new)
	$(replace-if-changed)

# Depends on the normal object, whose dependencies are known.
build/install/libexec.o: build/normal/lib/base/process/libexec.o build/install/libexecdir
	$(Q)$(CC) $(COMMON) $(cpp_lib) -DBRES_LIBEXECDIR='"$(libexecdir)"' $(CPPFLAGS) $(CFLAGS) \
	    $(flags_normal) -c lib/base/process/libexec.c -o $@

INSTALL_OBJ := $(filter-out %/base/process/libexec.o,$(LIB_OBJ)) build/install/libexec.o

build/install/$(REALNAME): $(INSTALL_OBJ) lib/libbenchresult.map
	$(call link-shared,normal)

build/install/libbenchresult.a: $(INSTALL_OBJ)
	$(Q)rm -f $@
	$(Q)$(AR) qcs $@ $^

# The command has a run path only if the loader does not search the directory of the library; it
# never has a run path to the build tree.
build/install/run-path: FORCE
	@mkdir -p $(@D)
	@sh mk/loader.sh run-path '$(bindir)' '$(libdir)' >$(new)
	$(replace-if-changed)

build/install/benchresult: $(TOOL_OBJ) $(LIBS) build/install/run-path
	@mkdir -p $(@D)
	$(call link,normal) -o $@ $(TOOL_OBJ) -Lbuild/lib -lbenchresult \
	    "$$(cat build/install/run-path)"

all: build/install/benchresult

.PHONY: install uninstall dist
install: all install-list ## install below PREFIX (/usr/local), staged in DESTDIR
	$(Q)sh mk/install.sh install build/install/list
	$(Q)sh mk/loader.sh refresh '$(libdir)'

uninstall: install-list ## remove what install puts there
	$(Q)sh mk/install.sh uninstall build/install/list
	$(Q)sh mk/loader.sh refresh '$(libdir)' >/dev/null

dist: ## a tarball of the committed tree
	@mkdir -p build
	$(Q)git archive --format=tar.gz --prefix=benchresult-$(VERSION)/ \
	    -o build/benchresult-$(VERSION).tar.gz HEAD
	@echo build/benchresult-$(VERSION).tar.gz

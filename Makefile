# SPDX-License-Identifier: MIT
#
# The build of libbenchresult. `make help` lists the goals. Everything is built under build/. The
# user may set CC, CFLAGS, CPPFLAGS, LDFLAGS, PREFIX and the other directories of mk/install.mk,
# DESTDIR, and V=1 to see the commands.

all:

.DELETE_ON_ERROR:
.SECONDARY:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

ifeq ($(origin CC),default)
CC := gcc
endif
# valgrind reads the debug information; clang must write it in an older format.
CFLAGS ?= -O2 $(if $(findstring clang,$(CC)),-gdwarf-4,-g)
PYTHON ?= python3

ifeq ($(V),1)
Q :=
say = @:
else
Q := @
say = @printf '  %-8s %s\n' $1 $2
endif

include mk/deps.mk

# `make deps check` installs first and then runs make again for the other goals, so that the
# packages that the makefiles query (pkg-config) are there, and no goal starts before deps has
# ended, even with -j.
DEPS_GOALS := $(filter deps deps-%,$(MAKECMDGOALS))
AFTER_DEPS := $(if $(DEPS_GOALS),$(filter-out $(DEPS_GOALS),$(MAKECMDGOALS)))
ifneq ($(AFTER_DEPS),)
.PHONY: $(AFTER_DEPS) after-deps
$(AFTER_DEPS): after-deps
	@:
after-deps: $(DEPS_GOALS)
	@+$(MAKE) --no-print-directory $(AFTER_DEPS)
else
include mk/build.mk
include mk/install.mk
include mk/check.mk
include mk/cxx.mk
include mk/callgrind.mk
include mk/judge.mk
include mk/fakecuda.mk
include mk/fakenvml.mk
include mk/objects.mk
include mk/truth.mk
include mk/gpu.mk
include mk/extra.mk
include mk/python.mk

.PHONY: all clean help
clean: ## remove everything that was built
	$(Q)rm -rf build

help: ## show this list
	@sed -n 's/^\([a-z][a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' Makefile mk/*.mk | sort | expand -t 16
endif

# SPDX-License-Identifier: MIT
#
# What has to be installed on a Debian machine to build, test, fuzz, lint and measure. Of valgrind the
# build needs <valgrind/callgrind.h> alone.

DEPS_BUILD := gcc libc6-dev binutils pkg-config libffi-dev libseccomp-dev valgrind
DEPS_TEST := libjson-c-dev g++ clang libclang-rt-dev llvm libcriterion-dev abigail-tools gcovr \
    mandoc python3 clang-format git ca-certificates
DEPS_RUN := gnuplot-nox
DEPS_BENCH := libbenchmark-dev
DEPS := $(DEPS_BUILD) $(DEPS_TEST) $(DEPS_RUN) $(DEPS_BENCH)

SUDO := $(if $(filter-out 0,$(shell id -u)),sudo)

.PHONY: deps
deps: ## install what everything here needs (Debian, apt-get)
	@if [ "$$(dpkg-query -W -f='$${db:Status-Status}\n' $(DEPS) 2>/dev/null | grep -cx installed)" \
	    = $(words $(DEPS)) ]; then \
	    echo 'deps: everything is installed'; \
	else \
	    $(SUDO) apt-get update && $(SUDO) env DEBIAN_FRONTEND=noninteractive \
	        apt-get install -y --no-install-recommends $(DEPS); \
	fi

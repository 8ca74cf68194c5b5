# SPDX-License-Identifier: MIT
#
# Installs the required packages on a Debian machine: `deps` for `all`, `demo` and `check`, other
# deps-* goals for other goals. The build needs only <valgrind/callgrind.h> of valgrind.

DEPS_BUILD := gcc libc6-dev binutils pkg-config libffi-dev libseccomp-dev valgrind \
    libjson-c-dev libexpat1-dev zlib1g-dev
DEPS_TEST := g++ clang libclang-rt-dev llvm libcriterion-dev abigail-tools \
    mandoc python3 clang-format git mypy parallel
# For wheels of the Python package.
DEPS_WHEEL := patchelf
DEPS_RUN := gnuplot-nox
deps: PACKAGES := $(DEPS_BUILD) $(DEPS_TEST) $(DEPS_WHEEL) $(DEPS_RUN)
deps-bench: PACKAGES := hyperfine libbenchmark-dev libsimdjson-dev
deps-coverage: PACKAGES := gcovr
deps-slurm: PACKAGES := slurmctld slurmd slurm-client munge

SUDO := $(if $(filter-out 0,$(shell id -u)),sudo)

.PHONY: deps deps-bench deps-coverage deps-npm deps-slurm
deps: ## install what the build, demo and check need (Debian, apt-get)
deps-bench: ## install what bench needs beside that
deps-coverage: ## install what coverage needs beside that
deps-slurm: ## install what check-slurm needs beside that
deps deps-bench deps-coverage deps-slurm:
	@if [ "$$(dpkg-query -W -f='$${db:Status-Status}\n' $(PACKAGES) 2>/dev/null | \
	    grep -cx installed)" = $(words $(PACKAGES)) ]; then \
	    echo '$@: everything is installed'; \
	else \
	    $(SUDO) apt-get update && $(SUDO) env DEBIAN_FRONTEND=noninteractive \
	        apt-get install -y --no-install-recommends $(PACKAGES); \
	fi

# Uses the user's npm; the lock file pins the version and the checksum of pyright.
deps-npm: ## install what check-pyright needs, in build/npm (npm, from its registry)
	@mkdir -p build/npm
	@cp bindings/python/tests/typing/package*.json build/npm
	npm ci --prefix build/npm

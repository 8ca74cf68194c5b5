# SPDX-License-Identifier: MIT
#
# The Python package: its tests with every available interpreter, and its installation.

PYTHON_TESTS := bindings/python/tests
# The directory that PYTHON searches; a staged installation puts DESTDIR before it.
PYTHONDIR ?= $(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
PYTHON_FUZZ_SECONDS := 600
# The programs that repeat their work, with arguments: a short run, and a full run.
PYTHON_SAMPLE := 'fuzz.py 5' 'abuse.py 30' 'lifetime.py 1' 'soak.py 100'
PYTHON_LONG := 'fuzz.py $(PYTHON_FUZZ_SECONDS)' 'abuse.py 1' 'lifetime.py 200' 'soak.py 50000'

# $(call python-tests,INTERPRETERS[,COMMAND BEFORE THEM])
python-tests = $(foreach interpreter,$1,'$2 $(interpreter) -m unittest discover -s $(PYTHON_TESTS)')
# User programs for type checkers. The caches are in build, because a cache in the source tree would
# be installed.
TYPED_PROGRAMS := $(PYTHON_TESTS)/typing/client.py $(PYTHON_TESTS)/typing/wrong.py
MYPY := MYPYPATH=bindings/python mypy --strict --python-version 3.9 --follow-imports=silent \
    --cache-dir=build/mypy
PYRIGHT := build/npm/node_modules/.bin/pyright
# $(call python-programs,PROGRAMS)
python-programs = $(patsubst '%,'$(PYTHON) $(PYTHON_TESTS)/%,$1)
# Preloads the sanitizer for the whole interpreter. Leak detection is off: the suites find leaks.
asan-preload = env LD_PRELOAD=$(shell $(CC) -print-file-name=libasan.so) \
    ASAN_OPTIONS=detect_leaks=0:log_path=$(CURDIR)/build/reports/asan-python/sanitizer

.PHONY: check-python check-python-asan check-python-long check-pyright install-python \
    uninstall-python

check: check-python

check-python: all $(GOLDEN) build/examples/bench build/test/fakecuda/libcuda.so.1
check-python: ## the Python package, under each Python from 3.9 on
	$(call say,CHECK,'the Python package')
	$(Q)$(PYTHON) bindings/python/generate_abi.py --check
	$(Q)$(MYPY) $(TYPED_PROGRAMS)
	$(call run-programs,python,$(call python-tests,$(shell \
	    $(PYTHON) $(PYTHON_TESTS)/interpreters.py)) $(call python-programs,$(PYTHON_SAMPLE)))

check-pyright: all ## the types of the Python package with pyright; first make deps-npm
	$(call say,CHECK,'the types of the Python package')
	$(Q)$(PYTHON) $(PYTHON_TESTS)/typing/check_pyright.py $(PYRIGHT)

# Python loads this library, so the runtime of the sanitizer must be preloaded.
build/asan/lib/$(SONAME): $(call objects,asan,$(LIB_SRC)) lib/libbenchresult.map
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(call link,asan) -shared -Wl,-soname,$(SONAME) \
	    -Wl,--version-script=lib/libbenchresult.map -o $@ $(filter %.o,$^) $(LIB_LIBS)

check-asan: check-python-asan
check-python-asan: export BENCHRESULT_LIBRARY := $(CURDIR)/build/asan/lib/$(SONAME)
check-python-asan: build/asan/lib/$(SONAME) wheel-parts $(GOLDEN) $(EXAMPLES)
	$(call run-programs,asan-python,$(call python-tests,$(PYTHON),$(asan-preload)) \
	    '$(asan-preload) $(PYTHON) $(PYTHON_TESTS)/fuzz.py 5')

check-long: check-python-long
check-python-long: all
	$(call run-programs,long-python,$(call python-programs,$(PYTHON_LONG)))

.PHONY: wheel wheel-parts
# The files of a wheel in addition to the Python files; the build backend makes this goal.
wheel-parts: $(SHARED) build/lib/$(SONAME) $(LIBEXEC)

wheel: ## a wheel of the Python package with the library, in build/wheel
	$(Q)rm -rf build/wheel
	$(Q)MAKE='$(MAKE)' $(PYTHON) bindings/python/build_backend.py --wheel build/wheel

install-python: ## install the Python package into PYTHONDIR (where PYTHON looks), staged in DESTDIR
	$(Q)$(PYTHON) bindings/python/build_backend.py '$(DESTDIR)$(PYTHONDIR)'

uninstall-python: ## remove what install-python puts there
	$(Q)rm -rf '$(DESTDIR)$(PYTHONDIR)'/benchresult \
	    '$(DESTDIR)$(PYTHONDIR)'/benchresult-*.dist-info
	$(if $(DESTDIR),$(Q)rmdir --ignore-fail-on-non-empty '$(DESTDIR)$(PYTHONDIR)')

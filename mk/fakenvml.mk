# SPDX-License-Identifier: MIT
#
# The fake NVML (NVIDIA's management library) for tests: build/VARIANT/fakenvml/libnvidia-ml.so.1,
# and old/libnvidia-ml.so.1 with only the functions that find a device.

FAKE_NVML := fakenvml/libnvidia-ml.so.1 fakenvml/old/libnvidia-ml.so.1

build/%/fakenvml/libnvidia-ml.so.1: tests/fakenvml/fakenvml.c tests/fakenvml/fakenvml.h
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(call link,$*) $(COMMON) -fvisibility=hidden -shared -o $@ $<

build/%/fakenvml/old/libnvidia-ml.so.1: tests/fakenvml/fakenvml.c tests/fakenvml/fakenvml.h
	@mkdir -p $(@D)
	$(call link,$*) $(COMMON) -fvisibility=hidden -DFAKE_NVML_OLD -shared -o $@ $<

$(foreach variant,test asan tsan coverage,$(eval build/$(variant)/suites \
    build/$(variant)/plain-suites: | $(FAKE_NVML:%=build/$(variant)/%)))

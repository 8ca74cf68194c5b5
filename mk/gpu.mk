# SPDX-License-Identifier: MIT
#
# Checks on a real device: the folder build/gpu-bundle, which runs on another machine that has only
# a driver, and `check-gpu`, which runs it here. The bundle contains the parts that nvcc compiles if
# this machine has nvcc.

GPU_BUNDLE := build/gpu-bundle
ifeq ($(origin NVCC),undefined)
NVCC := $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc))
endif

GPU_CHECK_SRC := $(sort $(wildcard tests/gpu/*.c))
GPU_CHECK_OBJ := $(call objects,normal,$(GPU_CHECK_SRC))
GPU_EXAMPLES := cuda_copy cuda_tile tune_cuda bench

gpu-link = $(call link,normal) -o $@ $(filter %.o,$^)
gpu-rpath := '-Wl,-rpath,$$ORIGIN/../lib'

# Without nvcc the bundle has only these files.
GPU_PLAIN := $(GPU_BUNDLE)/bin/gpu-check $(GPU_BUNDLE)/lib/$(SONAME) \
    $(GPU_EXAMPLES:%=$(GPU_BUNDLE)/bin/%) $(GPU_BUNDLE)/bin/benchresult $(GPU_BUNDLE)/run.sh \
    $(GPU_BUNDLE)/LICENSE $(GPU_BUNDLE)/ASSUMPTIONS.md
GPU_NVCC := $(if $(NVCC),$(GPU_BUNDLE)/bin/gpu-check-runtime $(GPU_BUNDLE)/kernels/matmul.fatbin)

.PHONY: check-gpu gpu-bundle
# Links the libraries for other tools' files statically: another machine may lack them.
gpu-libs := -Wl,-Bstatic $(filter-out -lpthread -ldl -lm,$(LIB_LIBS)) -Wl,-Bdynamic -lpthread -ldl -lm

$(GPU_BUNDLE)/bin/gpu-check: $(GPU_CHECK_OBJ) $(STATIC)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(gpu-link) $(STATIC) $(gpu-libs) $(gpu-rpath)

$(GPU_BUNDLE)/lib/$(SONAME): $(LIB_OBJ) lib/libbenchresult.map
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(gpu-link) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs \
	    -Wl,--version-script=lib/libbenchresult.map $(gpu-libs) $(gpu-rpath)

$(GPU_EXAMPLES:%=$(GPU_BUNDLE)/bin/%): $(GPU_BUNDLE)/bin/%: build/normal/examples/%.o \
    $(GPU_BUNDLE)/lib/$(SONAME)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(gpu-link) $(GPU_BUNDLE)/lib/$(SONAME) $(gpu-rpath)

$(GPU_BUNDLE)/bin/benchresult: $(TOOL_OBJ) $(GPU_BUNDLE)/lib/$(SONAME)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(gpu-link) $(GPU_BUNDLE)/lib/$(SONAME) $(gpu-rpath)

$(GPU_BUNDLE)/run.sh: tests/gpu/run.sh
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(GPU_BUNDLE)/LICENSE: LICENSE
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(GPU_BUNDLE)/ASSUMPTIONS.md: tests/fakecuda/ASSUMPTIONS.md
	@mkdir -p $(@D)
	$(Q)cp $< $@

# Object code for all architectures that nvcc knows, and PTX for later ones.
GPU_CODES = $(patsubst sm_%,%,$(shell $(NVCC) --list-gpu-code))
gpu-code = $(foreach code,$(GPU_CODES),-gencode arch=compute_$(code),code=sm_$(code)) \
    -gencode arch=compute_$(firstword $(GPU_CODES)),code=compute_$(firstword $(GPU_CODES))

$(GPU_BUNDLE)/kernels/%.fatbin: tests/gpu/nvcc/%.cu mk/gpu.mk
	$(call say,NVCC,$@)
	@mkdir -p $(@D)
	$(Q)$(NVCC) $(gpu-code) -fatbin -o $@ $<

build/gpu/runtime.o: tests/gpu/nvcc/runtime.cu $(HEADERS) mk/gpu.mk
	$(call say,NVCC,$@)
	@mkdir -p $(@D)
	$(Q)$(NVCC) $(gpu-code) -std=c++17 -O2 -Iinclude -Xcompiler \
	    -fno-exceptions,-fno-threadsafe-statics -c -o $@ $<

# Links with the C compiler, because neither the CUDA runtime nor this program needs a C++ library.
$(GPU_BUNDLE)/bin/gpu-check-runtime: build/gpu/runtime.o $(STATIC)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(gpu-link) $(STATIC) $(patsubst %/bin/nvcc,-L%/lib64,$(realpath $(NVCC))) \
	    -lcudart_static -lrt $(gpu-libs) $(gpu-rpath)

# A model of a device on top of the fake driver, for tests of the checks.
build/test/gpu/libmodel.so: tests/gpu/model/model.c build/test/fakecuda/libcuda.so.1 \
    tests/fakecuda/driver.h tests/fakecuda/fakecuda.h
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(COMMON) $(cpp_tests) $(CFLAGS) -shared -o $@ $< build/test/fakecuda/libcuda.so.1 \
	    '-Wl,-rpath,$$ORIGIN/../fakecuda' -ldl

check-tools check-asan coverage: $(GPU_PLAIN) build/test/gpu/libmodel.so \
    build/test/fakecuda/without/cuStreamQuery/libcuda.so.1

gpu-bundle: $(GPU_PLAIN) $(GPU_NVCC) ## a folder (and .tar.gz) of checks for a machine with a GPU
	$(call say,CHECK,$(GPU_BUNDLE))
	$(if $(NVCC),,@echo 'gpu-bundle: there is no nvcc: without gpu-check-runtime and matmul')
	$(if $(NVCC),,$(Q)rm -rf $(GPU_BUNDLE)/bin/gpu-check-runtime $(GPU_BUNDLE)/kernels)
	$(Q)sh tests/gpu/check-bundle.sh $(GPU_BUNDLE)
	$(Q)tar -C $(dir $(GPU_BUNDLE)) -czf $(GPU_BUNDLE).tar.gz $(notdir $(GPU_BUNDLE))
	@echo '$(GPU_BUNDLE).tar.gz: unpack it on a machine with a GPU, run gpu-bundle/run.sh there'

check-gpu: $(GPU_PLAIN) $(GPU_NVCC) ## check a real GPU, DEVICE (0); without one: Error 77
	$(Q)LOG=build/gpu-check.log sh $(GPU_BUNDLE)/run.sh $(DEVICE)

-include $(GPU_CHECK_OBJ:.o=.d)

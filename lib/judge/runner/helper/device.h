/* SPDX-License-Identifier: MIT */
/*
 * Arrays on a GPU. The memory of a set, including its guards, is copied to the GPU and back.
 */
#ifndef BRES_JUDGE_RUNNER_HELPER_DEVICE_H
#define BRES_JUDGE_RUNNER_HELPER_DEVICE_H

#include "judge/runner/wire.h"

#include <benchresult/base.h>
#include <stddef.h>

/* A GPU, which is released when the process ends. */
struct device;

/* Opens the GPU; BRES_ERROR_MEMORY also if the arrays do not fit into its memory. */
bres_status device_open(const bres__wire_setup *setup, struct device **device);
/* Copies the memory of a set to the GPU, to an address other than the last one, and flushes the
 * caches. */
bres_status device_prepare(struct device *device, const void *memory, size_t size);
/* The address of the copy on the GPU. */
uint64_t device_arrays(const struct device *device);
/* Starts timing, before a call. */
bres_status device_begin(struct device *device);
/* Stops timing, after a call: waits for all work on the device. */
bres_status device_finish(struct device *device);
/* The time between device_begin() and device_finish(). */
bres_status device_elapsed(struct device *device, uint64_t *ns);
/* Copies back all arrays that are not on the host. */
bres_status device_download(struct device *device, const bres__wire_setup *setup,
                            unsigned char *memory);

#endif

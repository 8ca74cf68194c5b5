/* SPDX-License-Identifier: MIT */
/*
 * The helper program benchresult-judge-runner, between its files. It is three processes: the
 * keeper, which the judge starts and which ends when the judge does; the one that adopts what a
 * solution leaves behind, the first of the process namespace where there is one; and the runner,
 * which loads the solution and calls it.
 */
#ifndef JUDGE_RUNNER_H
#define JUDGE_RUNNER_H

#include "judge/runner/runner.h"
#include "judge/runner/wire.h"

#include <stdint.h>

/* --- judge_keeper.c ------------------------------------------------------------------------- */

/* The keeper's life; gives its exit status. `object` is the solution's path. */
int keeper_main(const char *object);

/* --- judge_sandbox.c ------------------------------------------------------------------------ */

/* All of these give the BRES__SANDBOX_* bits of what is on. */

/* The namespaces, which children are then in. */
unsigned sandbox_namespaces(void);
/* The limits and privileges of a process that is to load a solution. */
unsigned sandbox_limits(const bres__wire_setup *setup);
/* The filter of system calls, of all threads that there are and will be; the last thing before it
 * is loaded. */
unsigned sandbox_filter(bool on_device);

/* --- judge_call.c --------------------------------------------------------------------------- */

/* The runner's life, which the end of the process ends. */
_Noreturn void runner_main(const char *object);

/* --- judge_solution.c ----------------------------------------------------------------------- */

/* A solution and how it is called. */
struct solution;

/* Prepares the call; NULL: no memory, or a type that there is not. */
struct solution *solution_new(const bres__wire_setup *setup);
/* Loads it; false with the reason in `why`. */
bool solution_load(struct solution *solution, const char *object, char *why, size_t size);
/* Calls it with arrays at their offsets of `arrays`, or those on the host of `host`. */
void solution_call(struct solution *solution, uintptr_t arrays, uintptr_t host);

/* --- judge_device.c ------------------------------------------------------------------------- */

/* A GPU. It is given back when the process ends. */
struct device;

/* Opens it; BRES_ERROR_MEMORY also when it has no room for the arrays. */
bres_status device_open(const bres__wire_setup *setup, struct device **device);
/* Copies the memory of a set there, to another place than the last, and empties the caches. */
bres_status device_prepare(struct device *device, const void *memory, size_t size);
/* Where it is. */
uint64_t device_arrays(const struct device *device);
/* Before and after a call: the second waits for all work on the device before it takes the time. */
bres_status device_begin(struct device *device);
bres_status device_finish(struct device *device);
/* What has passed between. */
bres_status device_elapsed(struct device *device, uint64_t *ns);
/* Copies back what is not on the host. */
bres_status device_take(struct device *device, const bres__wire_setup *setup,
                        unsigned char *memory);

#endif

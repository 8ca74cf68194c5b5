/* SPDX-License-Identifier: MIT */
/*
 * A benchmark program: its command line, and the modes that run no benchmark.
 */
#ifndef BRES_HARNESS_CLI_PROGRAM_H
#define BRES_HARNESS_CLI_PROGRAM_H

#include "harness/run/invocation.h"

typedef struct bres__gpus bres__gpus; /* measure/gpu/devices.h */

/* Reads a command line. After success, free the invocation with bres__invocation_free(). Errors
 * name the option, its value and the accepted values. */
bres_status bres__arguments_read(bres_suite *suite, int argc, char *const *argv,
                                 bres__invocation *invocation);
void bres__invocation_free(bres__invocation *invocation);
/* Changes the settings of the devices that the last --devices selects, or of all devices. */
bres_status bres__device_settings_apply(const bres__invocation *invocation, const bres__gpus *gpus);
/* true when a selected benchmark runs on GPUs. */
bool bres__invocation_uses_gpus(const bres__invocation *invocation);
/* Sets the devices of each benchmark for GPUs: the devices of the command line, or all; none
 * without a GPU. BRES_ERROR_ARGUMENT for an unknown device. */
bres_status bres__invocation_resolve_devices(bres__invocation *invocation, const bres__gpus *gpus);
/* Append the texts of the modes that only print. The lists fail only if memory runs out or the
 * driver fails; `gpus` is NULL if no benchmark needs GPUs. */
void bres__put_help(bres__text *text, const bres_suite *suite, const char *program);
void bres__put_help_axes(bres__text *text);
bres_status bres__put_list(bres__text *text, const bres__invocation *invocation,
                           const bres__gpus *gpus);
bres_status bres__put_json_benches(bres__text *text, const bres__invocation *invocation);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * A benchmark program: its command line, and the modes that run no benchmark.
 */
#ifndef BRES_HARNESS_CLI_PROGRAM_H
#define BRES_HARNESS_CLI_PROGRAM_H

#include "harness/run/invocation.h"

typedef struct bres__gpus bres__gpus; /* measure/gpu/devices.h */

/* Reads a command line; bres__invocation_free() the invocation after success. Errors name the
 * option, its value and what is accepted. */
bres_status bres__arguments_read(bres_suite *suite, int argc, char *const *argv,
                                 bres__invocation *invocation);
void bres__invocation_free(bres__invocation *invocation);
/* Changes the settings of the devices of the last --devices, or of all. */
bres_status bres__device_settings_apply(const bres__invocation *invocation, const bres__gpus *gpus);
/* true when a selected benchmark runs on GPUs. */
bool bres__invocation_uses_gpus(const bres__invocation *invocation);
/* Gives each benchmark for GPUs its devices: those of the command line, or all; none without a GPU.
 * BRES_ERROR_ARGUMENT for an unknown device. */
bres_status bres__invocation_resolve_devices(bres__invocation *invocation, const bres__gpus *gpus);
/* Append the texts of the modes that only print. The lists fail without memory only, or when the
 * driver does; `gpus` is NULL when no benchmark needs them. */
void bres__put_help(bres__text *text, const bres_suite *suite, const char *program);
void bres__put_help_axes(bres__text *text);
bres_status bres__put_list(bres__text *text, const bres__invocation *invocation,
                           const bres__gpus *gpus);
bres_status bres__put_json_benches(bres__text *text, const bres__invocation *invocation);

#endif

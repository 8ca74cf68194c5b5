/* SPDX-License-Identifier: MIT */
/*
 * What the parts of a state that runs share.
 */
#ifndef BRES_HARNESS_RUN_RUN_H
#define BRES_HARNESS_RUN_RUN_H

#include "harness/harness.h"

/* Keeps the first failure inside of the body; returns `status`. */
bres_status bres__run_keep(bres_run *run, bres_status status);
/* Marks the state as skipped. Whatever is not UTF-8 in the reason becomes U+FFFD. */
bres_status bres__run_set_skipped(bres_run *run, const char *reason);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * A processor that sleeps forgets branch predictions, may empty its caches, and takes time to wake
 * up. The kernel keeps processors awake on request, by default only for root.
 */
#ifndef BRES_JUDGE_PROCESSORS_AWAKE_H
#define BRES_JUDGE_PROCESSORS_AWAKE_H

/* Keeps all processors awake until the descriptor is closed; -1 if the kernel does not. `root` is
 * that of /sys and /dev. */
int bres__awake_begin(const char *root);
void bres__awake_end(int awake);

#endif

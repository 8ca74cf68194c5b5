/* SPDX-License-Identifier: MIT */
/*
 * A processor that sleeps forgets branch predictions, may empty its caches, and takes time to wake
 * up. The kernel keeps processors awake on request, by default only for root.
 */
#ifndef BRES_JUDGE_PROCESSORS_AWAKE_H
#define BRES_JUDGE_PROCESSORS_AWAKE_H

/* Asks that all processors sleep only lightly, or not at all in a virtual machine, until the
 * descriptor is closed; -1 if the kernel does not permit it. `root` is that of /sys and /dev.
 * Without a driver for idle processors it has no effect. */
int bres__awake_begin(const char *root);
void bres__awake_end(int awake);

#endif

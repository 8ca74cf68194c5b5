/* SPDX-License-Identifier: MIT */
/*
 * A sleeping processor loses its branch predictions, may flush its caches, and takes time to wake
 * up. The kernel keeps processors awake on request, by default only for root.
 */
#ifndef BRES_JUDGE_PROCESSORS_AWAKE_H
#define BRES_JUDGE_PROCESSORS_AWAKE_H

/* Requests that all processors sleep only lightly, or not at all in a virtual machine, until
 * bres__awake_end() closes the returned descriptor; -1 if the kernel does not permit it. `root` is
 * the path before /sys and /dev. Has no effect without a driver for idle processors. */
int bres__awake_begin(const char *root);
void bres__awake_end(int awake);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Fault injection for the test build (BRES__FAULTS): the n-th allocation, or the n-th system call
 * that can fail, is made to fail. In the library that is installed there is nothing of it.
 */
#ifndef BRES_BASE_FAULT_H
#define BRES_BASE_FAULT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef BRES__FAULTS

#define BRES__FAULT_ALLOC   1u /* allocations */
#define BRES__FAULT_IO      2u /* open, read, write, fsync, rename, ... */
#define BRES__FAULT_EXIT    4u /* added to others: the process ends there, with this status */
#define BRES__FAULT_UNNAMED 8u /* the file system has no files without a name */

/* From now on the n-th (counted from 1) operation of these kinds in the process fails, and with
 * `lasting` each one after it. n = 0 disarms. Resets the counter. Operations of any thread count.
 */
void bres__faults_arm(unsigned kinds, size_t n, bool lasting);
/* true when one has failed since the last arming. */
bool bres__faults_hit(void);
/* Asked by the operation itself. */
bool bres__fault(unsigned kind);

#define BRES__FAULT(kind) bres__fault(kind)

#else

#define BRES__FAULT(kind) false

#endif

#endif

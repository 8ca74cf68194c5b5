/* SPDX-License-Identifier: MIT */
/*
 * Fault injection for the test build (BRES__FAULTS): makes the n-th allocation, or the n-th system
 * call that can fail, fail. The installed library contains none of this code.
 */
#ifndef BRES_BASE_FAULT_H
#define BRES_BASE_FAULT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef BRES__FAULTS

#define BRES__FAULT_ALLOC   1u /* allocations */
#define BRES__FAULT_IO      2u /* open, read, write, fsync, rename, ... */
#define BRES__FAULT_EXIT    4u /* flag: the process exits at the fault, with this status */
#define BRES__FAULT_UNNAMED 8u /* the file system does not support unnamed files (O_TMPFILE) */

/* Makes the n-th (from 1) operation of these kinds fail and, with `lasting`, every later operation.
 * Counts the operations of all threads of the process, from this call. n = 0 disarms. */
void bres__faults_arm(unsigned kinds, size_t n, bool lasting);
/* true when an operation was made to fail since the last bres__faults_arm(). */
bool bres__faults_hit(void);
/* Counts an operation; true when the operation must fail. */
bool bres__fault(unsigned kind);

#define BRES__FAULT(kind) bres__fault(kind)

#else

#define BRES__FAULT(kind) false

#endif

#endif

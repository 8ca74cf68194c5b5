/* SPDX-License-Identifier: MIT */
/*
 * void solution(int what, const float *in, float *out, size_t n) does one of these actions on the
 * fake driver. Actions that do not fail write out[i] = in[i] + 1.
 */
#ifndef BRES_TEST_ON_DEVICE_H
#define BRES_TEST_ON_DEVICE_H

enum {
    DEVICE_ADD,
    DEVICE_ADD_ON_HOST,   /* its arrays are host memory */
    DEVICE_SIDE_STREAM,   /* runs a kernel for a second of virtual time on its own stream */
    DEVICE_BUSY_HOST,     /* runs a kernel for a microsecond, and the host for a millisecond */
    DEVICE_WRITE_AFTER,   /* writes beyond the end of the array */
    DEVICE_FAULT,         /* a kernel fails with an illegal address */
    DEVICE_NAME_ADDRESSES /* writes the addresses of both arrays to `out`, as 64-bit numbers */
};

#endif

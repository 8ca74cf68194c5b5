/* SPDX-License-Identifier: MIT */
/*
 * void solution(int what, const float *in, float *out, size_t n) on the double of the driver, which
 * does one of these. All but those that fail write out[i] = in[i] + 1.
 */
#ifndef BRES_TEST_ON_DEVICE_H
#define BRES_TEST_ON_DEVICE_H

enum {
    DEVICE_ADD,
    DEVICE_ADD_ON_HOST,   /* its arrays are host memory */
    DEVICE_SIDE_STREAM,   /* has a kernel run for a second of virtual time on a stream of its own */
    DEVICE_BUSY_HOST,     /* has a kernel run for a microsecond, and the host for a millisecond */
    DEVICE_WRITE_AFTER,   /* the array */
    DEVICE_FAULT,         /* a kernel ends in an illegal address */
    DEVICE_NAME_ADDRESSES /* out has the addresses as 64-bit numbers */
};

#endif

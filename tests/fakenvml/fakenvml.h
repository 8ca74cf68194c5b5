/* SPDX-License-Identifier: MIT */
/*
 * A double of the NVIDIA management library with one device. Its results, and what its callers have
 * set, are in one variable, which a test finds with dlsym("fake_nvml").
 */
#ifndef FAKENVML_H
#define FAKENVML_H

typedef struct fake_nvml_state {
    const char *bus_id;  /* of the device */
    const char *failing; /* the function that fails with `result`; NULL: none */
    int result;
    unsigned users;    /* initializations without a shutdown */
    unsigned sm_clock; /* megahertz */
    unsigned memory_clock;
    unsigned long long reasons;
    int persistence;
    int ecc;
    unsigned power_limit; /* milliwatts */
    unsigned highest_clock;
    unsigned temperature;
    unsigned processes;
    unsigned lowest; /* the lock; 0: none */
    unsigned highest;
} fake_nvml_state;

#endif

/* SPDX-License-Identifier: MIT */
/*
 * A probe of a synthetic machine.
 */
#ifndef BRES_TEST_PROBED_H
#define BRES_TEST_PROBED_H

#include "support/synthetic_machine.h"

typedef struct bres_test_probed {
    bres_test_machine machine;
    bres_probe_options options;
    bres_probe *probe;
    const bres_probe_outcome *outcome;
} bres_test_probed;

/* A quiet machine whose runs differ by this deviation, and a probe of 10 s. */
void bres_test_probed_open(bres_test_probed *probed, double deviation);
/* Runs the probe. */
bres_status bres_test_probed_run(bres_test_probed *probed);
/* The same; the test fails if the probe does. */
void bres_test_probed_measure(bres_test_probed *probed);

#endif

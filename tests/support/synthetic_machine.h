/* SPDX-License-Identifier: MIT */
/*
 * A machine in virtual time, for the probe: its processors, its load, and the variation between its
 * runs. It needs no test framework, and shares no code with the decisions of the library.
 */
#ifndef BRES_TEST_SYNTHETIC_MACHINE_H
#define BRES_TEST_SYNTHETIC_MACHINE_H

#include "base/random.h"
#include "race/probe/probe.h"

typedef enum bres_test_shift {
    BRES_TEST_SHIFT_NORMAL, /* an AR(1) process with `correlation` */
    BRES_TEST_SHIFT_MODES,  /* two modes, each as likely as the other */
    BRES_TEST_SHIFT_HEAVY   /* Student's t with three degrees of freedom */
} bres_test_shift;

/* Initialize with bres_test_machine_init(), which makes a quiet machine whose runs do not
 * differ. */
typedef struct bres_test_machine {
    bres__random random;
    uint64_t now;  /* nanoseconds */
    uint64_t tick; /* of the clock, in nanoseconds; 0: 1 */

    int processors;
    int spinners;
    double busy_from; /* seconds between which the spinners run; both 0: always */
    double busy_to;

    bres_test_shift shift;
    double deviation[BRES_PROBE_WORKS]; /* of the logarithm of a run's level */
    double correlation;                 /* of consecutive runs */
    double drift;                       /* of the logarithm, per minute */
    double step;                        /* of the logarithm, once `step_at` has passed */
    double step_at;                     /* seconds */
    double noise;                       /* of a block, relative */

    double quota;   /* share of each period of 100 ms in which the cgroup may run; 0: no limit */
    double stolen;  /* share of the time that a hypervisor takes and does not report */
    bool no_counts; /* the system does not count waiting */
    bool fails;     /* runs fail */

    /* State. */
    double levels[BRES_PROBE_WORKS];
    double until_switch; /* nanoseconds on a processor until the next switch */
    double waited;       /* nanoseconds, as the kernel counts them */
    uint64_t switches;
    uint64_t runs;
} bres_test_machine;

/* A quiet machine with two processors and blocks with 0.05 % noise. */
void bres_test_machine_init(bres_test_machine *machine, uint64_t seed);
/* A source for the probe that measures this machine. */
void bres_test_machine_source(bres_test_machine *machine, bres__probe_source *source);
/* The typical times of one run, in seconds. */
void bres_test_machine_run(bres_test_machine *machine, const bres__work_size *sizes,
                           double typical[BRES_PROBE_WORKS]);
double bres_test_machine_normal(bres__random *random);

#endif

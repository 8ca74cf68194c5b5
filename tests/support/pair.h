/* SPDX-License-Identifier: MIT */
/*
 * Pairs of states in a short notation, loaded from files and compared.
 *
 * A state is a list of words separated by blanks:
 *   R(min,q1,median,q3|d)  those summaries and iqr/relative d (without |d: 0.01)
 *   M(m|d)                 mean and stdev/relative
 *   NAME=VALUE             sets or replaces a summary; NAME is one of min, max, mean, sd,
 *                          sdr, q1, med, q3, iqr, iqrr, ir, irr, k (the clock rate)
 *   -NAME                  without that summary
 *   t=[V,V,...]            sample times; VxN is N times the value V
 *   f=[V,V,...]            sample frequencies
 *   tsize=N  fsize=N       the recorded number of values, if it differs from the true number
 *   tfile=WORD  ffile=WORD a fault of the file: missing, empty, or stray (two bytes more)
 *   tdata=JSON  fdata=JSON the data of the sidecar's summary
 *   skip  skip=REASON      skipped
 *   nosum  nullsum         the summaries are [] or null
 *   cpu                    (first) of a CPU-only measurement
 *   raw={...}              a whole summary
 * A VALUE becomes a JSON string, except null, true, false and values that begin with '#', which are
 * copied as they are. In JSON every ' stands for ".
 */
#ifndef BRES_TEST_PAIR_H
#define BRES_TEST_PAIR_H

#include "support/loading.h"

#include <benchresult/compare.h>

/* A result with one benchmark and this one state; sidecars go below `directory`, which may be NULL
 * if there are none. */
bres_result *bres_test_side(const char *notation, const char *directory, const char *name);

/* Compares two such states. `options` may be NULL. `log`, which may be NULL, receives the warnings.
 * With default flags and metric, checks that bres_compare_states() gives the same decision. */
bres_comparison *bres_test_compare(const char *reference, const char *candidate,
                                   const bres_compare_options *options, bres_test_log *log);

/* One numbered case of NVBench's rule, for which a few samples suffice. */
typedef struct bres_test_pair {
    const char *number;
    const char *reference;
    const char *candidate;
    const char *preset; /* NULL: default */
    bres_verdict verdict;
    bres_reason reason;
    size_t warnings;
} bres_test_pair;

void bres_test_pairs(const bres_test_pair *pairs, size_t count);

/* The default thresholds with this rule; the struct is static. */
const bres_thresholds *bres_test_rule(bres_rule rule);
/* The default thresholds, but assuming normal variation between runs; the struct is static. */
const bres_thresholds *bres_test_normal(void);

#endif

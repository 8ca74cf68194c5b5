/* SPDX-License-Identifier: MIT */
/*
 * Pairs of states in a short notation, loaded from files and compared.
 *
 * A state is a list of words with blanks between them:
 *   R(min,q1,median,q3|d)  those summaries and iqr/relative d (without |d: 0.01)
 *   M(m|d)                 mean and stdev/relative
 *   NAME=VALUE             a summary, set anew when it is there; NAME is one of min, max, mean, sd,
 *                          sdr, q1, med, q3, iqr, iqrr, ir, irr, k (the clock rate)
 *   -NAME                  without that summary
 *   t=[V,V,...]            sample times; VxN is N times the value V
 *   f=[V,V,...]            sample frequencies
 *   tsize=N  fsize=N       the number of values that is recorded, instead of the true one
 *   tfile=WORD  ffile=WORD what became of the file: missing, empty, or stray (two bytes more)
 *   tdata=JSON  fdata=JSON the data of the sidecar's summary
 *   skip  skip=REASON      skipped
 *   nosum  nullsum         the summaries are [] or null
 *   cpu                    (first) of a CPU-only measurement
 *   raw={...}              a whole summary
 * A VALUE is written as a JSON string, but for null, true, false and what begins with '#', which
 * stand as they are. In JSON every ' is a ".
 */
#ifndef BRES_TEST_PAIR_H
#define BRES_TEST_PAIR_H

#include "support/loading.h"

#include <benchresult/compare.h>

/* A result with one benchmark and the one state; sidecars go below `directory`, which may be NULL
 * when there are none. */
bres_result *bres_test_side(const char *notation, const char *directory, const char *name);

/* Compares two such states. `options` may be NULL, and so may `log`, which hears the warnings.
 * Checks that bres_compare_states() says the same where it can. */
bres_comparison *bres_test_compare(const char *reference, const char *candidate,
                                   const bres_compare_options *options, bres_test_log *log);

/* One numbered case of NVBench's rule, so that a few samples suffice. */
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
/* The default thresholds, which assume normal variation between runs; the struct is static. */
const bres_thresholds *bres_test_normal(void);

#endif

/* SPDX-License-Identifier: MIT */
/* The number of active threads, computed from the times of an exchange. */
#include "judge/runner/exchange.h"

#include <criterion/criterion.h>

/* On two processors, in hundredths of the wall time. */
static const struct {
    const char *name;
    uint64_t cpu;
    uint64_t first_cpu;
    uint64_t waited;
    uint64_t first_waited;
    uint64_t ended_waited;
    double active;
} rows[] = {
    { "one thread", 100, 100, 0, 0, 0, 1 },
    { "one thread that waits half of the time", 50, 50, 50, 50, 0, 1 },
    { "two threads", 200, 100, 0, 0, 0, 2 },
    { "three equal threads", 198, 66, 102, 34, 0, 3 },
    { "the first one starts two, which use its processor", 190, 10, 85, 85, 0, 2 },
    { "the first one starts three", 190, 10, 185, 85, 0, 3 },
    { "the first one starts three, which end", 190, 10, 85, 85, 100, 3 },
    { "the first one starts two and waits for them", 190, 1, 0, 0, 0, 1.9 },
};

Test(judge, exchange_counts_active_threads)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const bres__exchange made = {
            .wall = 90,
            .late = 10,
            .cpu = rows[i].cpu,
            .first_cpu = rows[i].first_cpu,
            .waited = { .sum_ns = rows[i].waited, .first_ns = rows[i].first_waited },
            .ended_waited = rows[i].ended_waited,
        };

        cr_expect_float_eq(bres__exchange_active(&made), rows[i].active, 1e-9, "%s", rows[i].name);
    }
}

/* SPDX-License-Identifier: MIT */
#include "judge/clock_check.h"

#include <criterion/criterion.h>

#define COUNT  8
#define ROUNDS 4

typedef struct claimed {
    const char *name;
    bool is_wrong;
    bres_backend backend;
    size_t count;
    double seconds; /* claimed of each but each fourth, which is claimed as `truth` has it */
    double truth;
    double wall;
    double cpu;
    double delay; /* of the wall time of each second sample */
    double idle;
    double waited;
    double cpu_thread;
} claimed;

static bool is_wrong(const claimed *claim, char message[256])
{
    bres__sample samples[ROUNDS * COUNT];
    size_t count = 0;
    size_t doubted = 0;
    size_t delayed = 0;

    for (size_t i = 0; i < ROUNDS * claim->count; i++) {
        bool is_doubted;
        bool is_delayed;

        samples[count] = (bres__sample){
            .seconds = i % 4 == 3 ? claim->truth : claim->seconds,
            .wall = claim->wall + (i % 2 == 1 ? claim->delay : 0),
            .cpu = claim->cpu,
            .cpu_thread = claim->cpu_thread,
            .waited = claim->waited,
            .overhead_wall = claim->idle,
            .processors = 2,
        };
        is_doubted = bres__clock_doubts(claim->backend, &samples[count]);
        is_delayed = bres__clock_is_delayed(&samples[count]);
        doubted += is_doubted;
        delayed += is_delayed && !is_doubted;
        count += !is_doubted && !is_delayed;
    }
    return bres__clock_is_wrong(samples, count, doubted, delayed, message);
}

Test(judge, clock_check_finds_what_waiting_does_not_explain)
{
    const claimed claims[] = {
        { "honest", false, 0, COUNT, 0.01, 0.01, 0.0102, 0.0101, 0, 2e-4, 0, 0 },
        { "honest, by two threads", false, 0, COUNT, 0.01, 0.01, 0.0102, 0.0195, 0, 2e-4, 0,
          0.0101 },
        { "honest, by threads that are gone, and much around it", false, 0, COUNT, 0.004, 0.004,
          0.0083, 0.008, 0, 2e-4, 0, 0.0002 },
        { "a third of it, by threads that are gone", true, 0, COUNT, 0.003, 0.003, 0.0101, 0.0101,
          0, 2e-4, 0, 0.0002 },
        { "half of it, by a thread that stays", true, 0, COUNT, 0.004, 0.004, 0.0085, 0.008, 0,
          2e-4, 0.0043, 0.008 },
        { "more than all processors can do", true, 0, COUNT, 0.002, 0.002, 0.0085, 0.008, 0, 2e-4,
          0.0043, 0 },
        { "honest, on a busy machine", false, 0, COUNT, 0.01, 0.01, 0.013, 0.004, 0.02, 2e-4, 0,
          0 },
        { "honest, where all wait", false, 0, COUNT, 0.01, 0.01, 0.03, 0.0101, 0, 2e-4, 0.0198, 0 },
        { "all wait, nobody knows", true, 0, COUNT, 0.01, 0.01, 0.03, 0.0101, 0, 2e-4, 0, 0 },
        { "a third of it, and all wait", true, 0, COUNT, 0.003, 0.003, 0.03, 0.01, 0, 2e-4, 0.02,
          0.01 },
        { "honest and short", false, 0, COUNT, 1e-6, 1e-6, 5e-4, 1e-4, 0, 2e-4, 0, 1e-4 },
        { "honest, on a GPU", false, BRES_BACKEND_CUDA, COUNT, 0.01, 0.01, 0.0102, 0.03, 0, 2e-4, 0,
          0 },
        { "half of it", true, 0, COUNT, 0.004, 0.004, 0.0101, 0.01, 0, 2e-4, 0, 0 },
        { "half of it, with waiting", true, 0, COUNT, 0.01, 0.01, 0.0201, 0.02, 0.01, 2e-4, 0, 0 },
        { "the truth now and then", true, 0, COUNT, 0.001, 0.01, 0.0101, 0.01, 0, 2e-4, 0, 0 },
        { "asleep", true, 0, COUNT, 0.001, 0.001, 0.0101, 1e-4, 0, 2e-4, 0, 0 },
        { "more than there was", true, 0, COUNT, 0.02, 0.02, 0.0101, 0.01, 0, 2e-4, 0, 0 },
        { "more than there was, once", true, 0, 1, 0.02, 0.02, 0.0101, 0.01, 0, 2e-4, 0, 0 },
        { "by one thread", true, 0, COUNT, 0.002, 0.002, 0.0101, 0.0101, 0, 2e-4, 0.007, 0.01 },
        { "the truth now and then, where it waits", true, 0, COUNT, 0.002, 0.01, 0.0121, 0.01, 0,
          2e-4, 0.009, 0.01 },
        { "no lie on a GPU", false, BRES_BACKEND_CUDA, COUNT, 0.01, 0.01, 0.0101, 0.03, 0, 2e-4, 0,
          0.02 },
        { "too few to tell", false, 0, 4, 0.001, 0.001, 0.0101, 0.001, 0, 2e-4, 0, 0 },
        { "none", false, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
    };

    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        char message[256];
        const bool found = is_wrong(&claims[i], message);

        cr_expect_eq(found, claims[i].is_wrong, "%s: %s", claims[i].name, message);
        cr_expect_eq(found, message[0] != '\0', "%s", claims[i].name);
    }
}

Test(judge, clock_check_leaves_out_what_was_disturbed)
{
    static const struct {
        size_t doubted;
        size_t delayed;
        size_t count;
        bool is_wrong;
    } rows[] = {
        { 0, 0, 0, false }, { 4, 0, 0, false },   { 5, 0, 0, true },   { 5, 0, 4, true },
        { 5, 0, 5, false }, { 9, 0, 8, true },    { 4, 19, 0, false }, { 0, 20, 0, true },
        { 0, 20, 8, true }, { 0, 20, 10, false }, { 0, 22, 8, true },
    };
    bres__sample samples[ROUNDS * COUNT];

    for (size_t i = 0; i < ROUNDS * COUNT; i++)
        samples[i] = (bres__sample){ .seconds = 0.01, .wall = 0.0102, .cpu = 0.01 };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char message[256];

        cr_expect_eq(
            bres__clock_is_wrong(samples, rows[i].count, rows[i].doubted, rows[i].delayed, message),
            rows[i].is_wrong, "row %zu: %s", i, message);
    }
}

Test(judge, clock_check_allows_few_calls_that_were_disturbed)
{
    static const struct {
        size_t disturbed;
        size_t count;
        bool are_too_many;
    } rows[] = {
        { 0, 0, false }, { 4, 0, false }, { 5, 0, true },   { 5, 3, true },
        { 5, 4, false }, { 6, 4, true },  { 9, 20, false }, { 10, 20, true },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect_eq(bres__too_many_are_disturbed(rows[i].disturbed, rows[i].count),
                     rows[i].are_too_many, "row %zu", i);
}

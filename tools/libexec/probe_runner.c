/* SPDX-License-Identifier: MIT */
/*
 * benchresult-probe-runner ITERATIONS:BLOCKS ITERATIONS:BLOCKS ITERATIONS:BLOCKS
 *
 * One run of the race in bres_probe_run(): executes blocks of each kind of work, in the order of
 * bres_probe_work, and prints their times.
 */
#include "race/probe/work.h"

#include <stdio.h>
#include <stdlib.h>

static int fail(const char *message)
{
    fprintf(stderr, "benchresult-probe-runner: %s\n", message);
    return EXIT_FAILURE;
}

/* Parses "ITERATIONS:BLOCKS"; false if the text is malformed or a number is out of range. */
static bool size_read(const char *text, bres__work_size *size)
{
    const size_t length = strcspn(text, ":");
    int64_t iterations;
    int64_t blocks;

    if (text[length] != ':' || bres__parse_int64(text, length, &iterations) != BRES__PARSE_OK ||
        bres__parse_int64(text + length + 1, strlen(text + length + 1), &blocks) != BRES__PARSE_OK)
        return false;
    *size = (bres__work_size){ .iterations = (uint64_t)iterations, .blocks = (uint64_t)blocks };
    return iterations > 0 && blocks > 0 && blocks <= BRES__WORK_BLOCKS_MAX;
}

static bres_status work_measure(bres_probe_work kind, const bres__work_size *size,
                                bres__work_times *times)
{
    bres__work work;
    const bres_status status = bres__work_open(&work, kind);

    if (status == BRES_OK)
        bres__work_execute(&work, size, times);
    bres__work_close(&work);
    return status;
}

/* Measures each kind of work and appends its times. Returns NULL, or an error message. */
static const char *works_measure(char *const *sizes, bres__work_times *times, bres__text *text)
{
    for (int kind = 0; kind < BRES_PROBE_WORKS; kind++) {
        bres__work_size size;

        if (!size_read(sizes[kind], &size))
            return "expected ITERATIONS:BLOCKS, both above 0";
        if (work_measure((bres_probe_work)kind, &size, times) != BRES_OK)
            return bres_last_error();
        bres__work_times_put(text, times);
    }
    return text->failed ? "out of memory" : NULL;
}

int main(int argc, char **argv)
{
    bres__work_times times;
    bres__text text = { 0 };
    const char *wrong;

    if (argc != 1 + BRES_PROBE_WORKS)
        return fail("expected ITERATIONS:BLOCKS for each kind of work");
    if (!bres__work_times_open(&times))
        return fail("out of memory");
    wrong = works_measure(argv + 1, &times, &text);
    if (wrong == NULL && (fputs(text.data, stdout) == EOF || fflush(stdout) != 0))
        wrong = "cannot print the times";
    bres__text_free(&text);
    bres__work_times_free(&times);
    return wrong != NULL ? fail(wrong) : EXIT_SUCCESS;
}

/* SPDX-License-Identifier: MIT */
/*
 * The texts that a benchmark program shows to people: lists, lines about its states, and the
 * progress line.
 */
#ifndef BRES_REPORT_BENCH_BENCH_H
#define BRES_REPORT_BENCH_BENCH_H

#include "report/report.h"

/* A benchmark in a list. */
typedef struct bres__listed_bench {
    const bres_subbench *bench; /* with its axes */
    size_t index;               /* in the program; the option --benchmark accepts it */
    size_t state_count;
} bres__listed_bench;

/* Appends the devices of a result as Markdown, or the reason why it has none. */
void bres__list_devices(bres__text *text, const bres_result *result, const char *reason);
/* Append benchmarks and their axes, as Markdown or as a JSON document. */
void bres__list_benches(bres__text *text, const bres__listed_bench *benches, size_t count);
void bres__list_benches_json(bres__text *text, const bres__listed_bench *benches, size_t count);

typedef enum bres__status_tag {
    BRES__STATUS_RUN,
    BRES__STATUS_PASS,
    BRES__STATUS_SKIP,
    BRES__STATUS_FAIL,
    BRES__STATUS_WARN,
    BRES__STATUS_INFO
} bres__status_tag;

/* Appends "Tag: message" and a newline; control characters of the message are made visible. */
void bres__status_put(bres__text *text, bres__status_tag tag, bool color, const char *message);
/* Appends "bench [axis=value ...]". */
void bres__status_put_state(bres__text *text, const bres_state *state);
/* Appends the Run line of state `index`, from 1, of `count`; `state` names it. */
void bres__status_put_run(bres__text *text, bool color, size_t index, size_t count,
                          const char *state);
/* Appends a Pass line for each measurement that the state has. */
void bres__status_put_pass(bres__text *text, bool color, const bres_state *state);

/* The progress of a run, as the progress line shows it. */
typedef struct bres__progress_line {
    size_t index; /* of the state, from 1 */
    size_t count; /* all states */
    const char *state;
    int64_t samples;  /* so far */
    double noise;     /* relative; negative: unknown */
    uint64_t elapsed; /* nanoseconds since the first state began */
    size_t ended;     /* states that have ended in this time */
    size_t to_run;    /* states to run, including the ended states */
} bres__progress_line;

/* Appends the progress line for a terminal of this width. */
void bres__progress_line_put(bres__text *text, const bres__progress_line *line, size_t columns);

#endif

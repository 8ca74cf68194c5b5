/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of loading: documents in C strings, and the messages of a log handler.
 */
#ifndef BRES_TEST_LOADING_H
#define BRES_TEST_LOADING_H

#include "base/text/text.h"

#include <benchresult/nvbench.h>

/* The messages that a log handler has received, one per line. All zero: no messages. */
typedef struct bres_test_log {
    bres__text lines;
    size_t count;
} bres_test_log;

/* A bres_log_fn; `user` is the log. */
void bres_test_log_add(void *user, bres_log_level level, const char *message);
/* The lines, "" for none; valid until the next message. */
const char *bres_test_log_text(const bres_test_log *log);
void bres_test_log_clear(bres_test_log *log);

/* The text with every ' replaced by ". free() it. */
char *bres_test_json(const char *text);

/* Options with these flags, one thread and a handler for `log`, which may be NULL. */
bres_load_options bres_test_options(uint32_t flags, bres_test_log *log);

/* Loads a text in which ' stands for " from memory, under the name "r.json". */
bres_status bres_test_load_text(const char *text, const bres_load_options *options,
                                bres_result **result);

#define BRES_TEST_COLD_TIMES "nv/json/bin:nv/cold/sample_times"
#define BRES_TEST_COLD_RATES "nv/json/freqs-bin:nv/cold/sample_freqs"
#define BRES_TEST_CPU_TIMES  "nv/json/bin:nv/cpu_only/sample_times"

/* A summary that names a sidecar. */
typedef struct bres_test_sidecar {
    const char *tag;
    const char *filename; /* NULL: the summary has no data, as after a failed write */
    const char *size;     /* the recorded number of values, such as "3" */
} bres_test_sidecar;

/* Writes directory/r.json: one state, "s", with these summaries. */
void bres_test_write_result(const char *directory, const bres_test_sidecar *sidecars, size_t count);
/* Writes `count` floats (first, first + 1, ...) to directory/name, and makes its directories. */
void bres_test_write_samples(const char *directory, const char *name, float first, size_t count);
/* Loads directory/r.json. */
bres_status bres_test_load_result(const char *directory, uint32_t flags, bres_test_log *log,
                                  bres_result **result);
/* The first state of the first benchmark. */
const bres_state *bres_test_state(const bres_result *result);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * What tests of loading share: documents in C strings, and what a log handler has heard.
 */
#ifndef BRES_TEST_LOADING_H
#define BRES_TEST_LOADING_H

#include "base/text.h"

#include <benchresult/nvbench.h>

/* What a log handler was told, a line each. All zero has heard nothing. */
typedef struct bres_test_log {
    bres__text lines;
    size_t count;
} bres_test_log;

/* A bres_log_fn; `user` is the log. */
void bres_test_log_add(void *user, bres_log_level level, const char *message);
/* The lines, "" for none; valid until the next message. */
const char *bres_test_log_text(const bres_test_log *log);
void bres_test_log_clear(bres_test_log *log);

/* JSON in which every ' of the text is a ". free() it. */
char *bres_test_json(const char *text);

/* Options with these flags, one thread and a handler for `log`, which may be NULL. */
bres_load_options bres_test_options(uint32_t flags, bres_test_log *log);

/* Loads such a text from memory, under the name "r.json". */
bres_status bres_test_load_text(const char *text, const bres_load_options *options,
                                bres_result **result);

/* The one state of a document that holds the members of a state, or those of its summaries. The
 * texts are as above; the benchmark has an int64 axis N with the values 1 and 2. */
char *bres_test_state_document(const char *state_members);

/* Writes `text` as such a document to directory/name. */
void bres_test_write_json(const char *directory, const char *name, const char *text);

#endif

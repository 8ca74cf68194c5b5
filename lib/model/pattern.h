/* SPDX-License-Identifier: MIT */
/*
 * Regular expressions that select benchmarks and states by their texts.
 */
#ifndef BRES_MODEL_PATTERN_H
#define BRES_MODEL_PATTERN_H

#include "model/model.h"

#include <regex.h>

/* All zero is an empty list, which selects everything. */
typedef struct bres__patterns {
    regex_t **items;
    size_t count;
    size_t capacity;
} bres__patterns;

/* Compiles a POSIX extended regular expression without groups; regfree() it. BRES_ERROR_ARGUMENT
 * for one that is not valid. Characters are those of UTF-8, whatever the locale of the program. */
bres_status bres__regex_compile(const char *text, regex_t *regex);
bool bres__regex_matches(const regex_t *regex, const char *text);

void bres__patterns_free(bres__patterns *patterns);
/* Appends a POSIX extended regular expression. BRES_ERROR_ARGUMENT for one that is not valid. */
bres_status bres__patterns_add(bres__patterns *patterns, const char *regex);
/* true when each pattern matches the name of the state's benchmark, or the text
 * "BENCHMARK/AXIS=VALUE AXIS=VALUE". */
bool bres__patterns_select_state(const bres__patterns *patterns, const bres_state *state);
/* true when they select a state of the benchmark, or match its name. */
bool bres__patterns_select_benchmark(const bres__patterns *patterns, const bres_subbench *bench);

#endif

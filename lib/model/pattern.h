/* SPDX-License-Identifier: MIT */
/*
 * Regular expressions that select benchmarks and states by name.
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

/* Compiles a POSIX extended regular expression, without reporting groups; the caller must regfree()
 * it. BRES_ERROR_ARGUMENT if it is not valid. Characters are UTF-8, regardless of the program's
 * locale. */
bres_status bres__regex_compile(const char *text, regex_t *regex);
bool bres__regex_matches(const regex_t *regex, const char *text);

void bres__patterns_free(bres__patterns *patterns);
/* Appends a POSIX extended regular expression. BRES_ERROR_ARGUMENT if it is not valid. */
bres_status bres__patterns_add(bres__patterns *patterns, const char *regex);
/* true when each pattern matches the name of the state's benchmark, or the text
 * "BENCHMARK/AXIS=VALUE AXIS=VALUE". */
bool bres__patterns_select_state(const bres__patterns *patterns, const bres_state *state);
/* true when the patterns select a state of the benchmark, or all match its name. */
bool bres__patterns_select_benchmark(const bres__patterns *patterns, const bres_subbench *bench);

#endif

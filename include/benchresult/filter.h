/* SPDX-License-Identifier: MIT */
/*
 * Selecting benchmarks and states with the -b and -a arguments of the command.
 *
 * The order matters: an axis filter before any benchmark name is global, one after a benchmark name
 * belongs to it. Without a name every benchmark is selected, under the global filters. With names,
 * a state is selected when its benchmark has one of them and, for at least one mention of the name,
 * all global filters and all filters of that mention hold.
 */
#ifndef BENCHRESULT_FILTER_H
#define BENCHRESULT_FILTER_H

#include <benchresult/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bres_filter bres_filter;

/* A filter that selects everything. The caller owns *filter. */
BRES_API bres_status bres_filter_new(bres_filter **filter);
BRES_API void bres_filter_free(bres_filter *filter);

/* Appends a benchmark name, compared exactly. */
BRES_API bres_status bres_filter_add_benchmark(bres_filter *filter, const char *name);
/*
 * Appends an axis filter: NAME=VALUE or NAME=[VALUE,VALUE,...], compared with the text of the
 * state's axis value; NAME[pow2]=EXPONENT for the value 2^EXPONENT. BRES_ERROR_ARGUMENT, with the
 * argument in the message, when it does not parse.
 */
BRES_API bres_status bres_filter_add_axis(bres_filter *filter, const char *expression);

/* A NULL filter selects everything. Thread-safe on a filter that nobody changes. */
BRES_API bool bres_filter_selects_benchmark(const bres_filter *filter, const bres_subbench *bench);
BRES_API bool bres_filter_selects_state(const bres_filter *filter, const bres_state *state);

#ifdef __cplusplus
}
#endif

#endif

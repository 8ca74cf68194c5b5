/* SPDX-License-Identifier: MIT */
/*
 * Filters select benchmarks and states, like the options -b, -a and --filter of the command.
 *
 * A filter is a list of benchmark names and axis filters. An axis filter names the values that a
 * state must have on an axis. An axis filter before the first benchmark name is global; any other
 * axis filter belongs to the last benchmark name before it. A state must match all global axis
 * filters. If the list has benchmark names, the state must also match one of them: the name of its
 * benchmark, and all axis filters that belong to this name. The same name may appear several times,
 * each time with its own axis filters. A filter may also have regular expressions, which apply to
 * all benchmarks: a state must match all of them, wherever they are in the list.
 *
 * Ownership: a filter holds no pointers into a result, and works with any number of results.
 *
 * Thread safety: any number of threads may use a filter while it does not change.
 *
 * Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY. After an error the filter is unchanged.
 * Since 0.1.
 */
#ifndef BENCHRESULT_FILTER_H
#define BENCHRESULT_FILTER_H

#include <benchresult/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Names of benchmarks, axis filters and regular expressions. */
typedef struct bres_filter bres_filter;

/* Makes a filter that selects everything. The caller owns *filter and frees it with
 * bres_filter_free(). */
BRES_API bres_status bres_filter_new(bres_filter **filter);
/* Frees a filter. NULL is ignored. */
BRES_API void bres_filter_free(bres_filter *filter);

/* Appends a benchmark name, which must match exactly. */
BRES_API bres_status bres_filter_add_benchmark(bres_filter *filter, const char *name);
/*
 * Appends an axis filter: NAME=VALUE, NAME=[VALUE,VALUE,...], or NAME[pow2]=EXPONENT for the value
 * 2 to the power of EXPONENT. The comparison uses the text of the value in the file. Errors:
 * BRES_ERROR_ARGUMENT if the expression is malformed; the message quotes the expression.
 */
BRES_API bres_status bres_filter_add_axis(bres_filter *filter, const char *expression);

/* Appends a POSIX extended regular expression. The expression matches a state if it matches a part
 * of the benchmark's name, or a part of the text BENCHMARK/AXIS=VALUE AXIS=VALUE, such as
 * "copy/N=2^20 T=F32": the name of the benchmark and the name of the state without its device. '^'
 * and '$' stand for the ends of the name or of the text. Errors: BRES_ERROR_ARGUMENT for an
 * expression that is not valid; the message gives the reason. */
BRES_API bres_status bres_filter_add_regex(bres_filter *filter, const char *regex);

/* Returns true if the filter has no benchmark names, or has the name of this benchmark, and if its
 * regular expressions match the name or select a state of the benchmark. True for a NULL filter,
 * false for a NULL benchmark. */
BRES_API bool bres_filter_selects_benchmark(const bres_filter *filter, const bres_subbench *bench);
/* Returns whether the filter selects this state. True for a NULL filter, false for a NULL state,
 * or if memory runs out for a long name. */
BRES_API bool bres_filter_selects_state(const bres_filter *filter, const bres_state *state);

#ifdef __cplusplus
}
#endif

#endif

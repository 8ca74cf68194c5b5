/* SPDX-License-Identifier: MIT */
/*
 * benchresult compare: the exit status.
 */
#include "compare.h"
#include "undecided.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Largest number of names in a message; the message only counts further names. */
#define NAMES_MAX 20

/* Distinct names in the order of first occurrence. Names are dropped if memory runs out. */
struct names {
    const char **names;
    size_t count;
};

static void names_add(struct names *names, const char *name)
{
    const char **grown;

    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->names[i], name) == 0)
            return;
    }
    grown = realloc(names->names, (names->count + 1) * sizeof *grown);
    if (grown == NULL)
        return;
    names->names = grown;
    names->names[names->count++] = name;
}

static void names_print(const struct names *names, const char *what)
{
    fprintf(stderr, "benchresult: %s:", what);
    for (size_t i = 0; i < names->count && i < NAMES_MAX; i++) {
        fputs(i > 0 ? ", '" : " '", stderr);
        tool_put(stderr, names->names[i]);
        fputc('\'', stderr);
    }
    if (names->count > NAMES_MAX)
        fprintf(stderr, " and %zu more", names->count - NAMES_MAX);
    fputs(names->count == 0 ? " none\n" : "\n", stderr);
}

/* Adds the benchmarks of a result, and the axes of the benchmarks that the filter selects. */
static void names_of(const bres_result *result, const bres_filter *filter, struct names *benches,
                     struct names *axes)
{
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        names_add(benches, bres_subbench_name(bench));
        if (!bres_filter_selects_benchmark(filter, bench))
            continue;
        for (size_t a = 0; a < bres_subbench_axis_count(bench); a++)
            names_add(axes, bres_axis_name(bres_subbench_axis_at(bench, a)));
    }
}

static void names_of_runs(const struct compare_runs *runs, const bres_filter *filter,
                          struct names *benches, struct names *axes)
{
    for (size_t i = 0; i < runs->count; i++)
        names_of(runs->results[i], filter, benches, axes);
}

static int refuse_nothing(const struct compare_pairs *pairs, const bres_filter *filter)
{
    struct names references = { .names = NULL };
    struct names candidates = { .names = NULL };
    struct names axes = { .names = NULL };

    for (size_t i = 0; i < pairs->count; i++) {
        names_of_runs(&pairs->pairs[i].runs[0], filter, &references, &axes);
        names_of_runs(&pairs->pairs[i].runs[1], filter, &candidates, &axes);
    }
    tool_error("nothing matched: the two sides have no %sstate in common",
               filter != NULL ? "selected " : "");
    names_print(&references, "benchmarks of the reference");
    names_print(&candidates, "benchmarks of the candidate");
    if (filter != NULL)
        names_print(&axes, "axes of the selected benchmarks");
    free(references.names);
    free(candidates.names);
    free(axes.names);
    return TOOL_REFUSED;
}

static bool some_run_has(const struct compare_runs *runs, const char *bench)
{
    for (size_t i = 0; i < runs->count; i++) {
        if (bres_result_subbench(runs->results[i], bench) != NULL)
            return true;
    }
    return false;
}

static bool some_result_has(const struct compare_pairs *pairs, const char *bench)
{
    for (size_t i = 0; i < pairs->count; i++) {
        if (some_run_has(&pairs->pairs[i].runs[0], bench) ||
            some_run_has(&pairs->pairs[i].runs[1], bench))
            return true;
    }
    return false;
}

/* Without the warning, an unknown benchmark beside known benchmarks could go unnoticed. */
static void warn_of_unknown(const bres__option_list *benchmarks, const struct compare_pairs *pairs)
{
    for (size_t i = 0; i < benchmarks->count; i++) {
        if (!some_result_has(pairs, benchmarks->items[i]))
            tool_say("warning: unknown benchmark '%s'", benchmarks->items[i]);
    }
}

static size_t count_rows(const struct compare_pairs *pairs, bres_verdict verdict)
{
    size_t count = 0;

    for (size_t i = 0; i < pairs->count; i++)
        count += bres_comparison_count(pairs->pairs[i].comparison, verdict);
    return count;
}

static size_t count_missing(const struct compare_pairs *pairs)
{
    size_t count = pairs->missing_count;

    for (size_t i = 0; i < pairs->count; i++)
        count += bres_comparison_missing_bench_count(pairs->pairs[i].comparison) +
                 bres_comparison_missing_state_count(pairs->pairs[i].comparison);
    return count;
}

/* Prints a warning if the gate uses verdicts that do not include the variation between runs. */
static void warn_of_one_run(const struct compare_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++) {
        const char *note = bres_comparison_note(pairs->pairs[i].comparison);

        if (note == NULL)
            continue;
        tool_say("warning: --fail-on: %s (see --run-variation, and benchresult race)", note);
        return;
    }
}

int compare_judge(const struct compare_arguments *arguments, const struct compare_pairs *pairs)
{
    const size_t missing = count_missing(pairs);
    size_t total = 0;
    int status = TOOL_DONE;

    for (int verdict = BRES_UNKNOWN; verdict <= BRES_AMBIGUOUS; verdict++)
        total += count_rows(pairs, (bres_verdict)verdict);
    if (total == 0)
        return refuse_nothing(pairs, arguments->filter);
    warn_of_unknown(&arguments->benchmarks, pairs);
    if (arguments->fail_on != 0)
        warn_of_one_run(pairs);
    for (int verdict = BRES_UNKNOWN; verdict <= BRES_AMBIGUOUS; verdict++) {
        const size_t rows = count_rows(pairs, (bres_verdict)verdict);

        if (rows == 0 || (arguments->fail_on & BRES_VERDICT_BIT(verdict)) == 0)
            continue;
        tool_say("--fail-on: %zu of %zu states: %s", rows, total,
                 bres_verdict_name((bres_verdict)verdict));
        status = TOOL_TRIPPED;
    }
    if (missing > 0 && (arguments->report.flags & BRES_REPORT_FAIL_ON_MISSING) != 0) {
        tool_say("--fail-on-missing: files, benchmarks or states without a partner: %zu", missing);
        status = TOOL_TRIPPED;
    }
    return status == TOOL_DONE ? tool_judge_undecided(arguments->undecided, arguments->fail_on,
                                                      count_rows(pairs, BRES_AMBIGUOUS), total)
                               : status;
}

/* SPDX-License-Identifier: MIT */
/*
 * The report of benchresult count as markdown.
 */
#include "count.h"

#include <inttypes.h>
#include <stdio.h>

/* Largest number of rows without --all. */
#define ROWS_MAX 20

int count_total(const bres_callgrind *run, int64_t *total)
{
    return bres_counts_sum(bres_callgrind_statement(run, 0, false), total) == BRES_OK
               ? TOOL_DONE
               : tool_library_error();
}

int count_baseline_total(const struct count_report *report, uint64_t *total)
{
    return bres_profile_total(report->baseline, BRES_PROFILE_ALL_PARTS, NULL, total) == BRES_OK
               ? TOOL_DONE
               : tool_library_error();
}

int count_functions(const struct count_report *report, bres_counts **functions)
{
    const bres_inclusion inclusion = report->inclusive ? BRES_INCLUSIVE : BRES_EXCLUSIVE;
    const bres_counts *counts =
        bres_callgrind_statement(report->runs->runs[0], 0, report->inclusive);
    bres_counts *before = NULL;
    bres_counts *changes = NULL;
    bres_status status;

    *functions = NULL;
    if (report->baseline == NULL) {
        status = bres_counts_sort(counts, BRES_COUNTS_BY_COUNT, functions);
    } else {
        status = bres_profile_counts(report->baseline, BRES_PROFILE_ALL_PARTS, NULL, inclusion,
                                     BRES_PROFILE_MERGE_RECURSION, &before);
        if (status == BRES_OK)
            status = bres_counts_subtract(counts, before, &changes);
        if (status == BRES_OK)
            status = bres_counts_sort(changes, BRES_COUNTS_BY_MAGNITUDE, functions);
    }
    bres_counts_free(changes);
    bres_counts_free(before);
    return status == BRES_OK ? TOOL_DONE : tool_library_error();
}

static void put_command(FILE *stream, const char *const *arguments)
{
    for (size_t i = 0; arguments[i] != NULL; i++) {
        fputs(i > 0 ? " " : "", stream);
        tool_put(stream, arguments[i]);
    }
}

/* Prints the smallest and the largest total if the command ran more than once. */
static int put_repeats(FILE *stream, const struct count_runs *runs, int64_t first)
{
    int64_t least = first;
    int64_t most = first;

    if (runs->count == 1)
        return TOOL_DONE;
    for (size_t i = 1; i < runs->count; i++) {
        int64_t total;

        if (count_total(runs->runs[i], &total) != TOOL_DONE)
            return TOOL_REFUSED;
        least = total < least ? total : least;
        most = total > most ? total : most;
    }
    fprintf(stream, "- Runs: %zu, of %" PRId64 " to %" PRId64 " instructions\n", runs->count, least,
            most);
    return TOOL_DONE;
}

static void put_baseline(FILE *stream, const struct count_report *report, int64_t total,
                         uint64_t before)
{
    const double change = (double)total - (double)before;

    fprintf(stream, "- Baseline: %" PRIu64 " in ", before);
    tool_put(stream, report->baseline_file);
    fprintf(stream, "\n- Change: %+.0f", change);
    if (before != 0)
        fprintf(stream, " (%+.2f%%)", change / (double)before * 100);
    fputc('\n', stream);
}

static int put_head(FILE *stream, const struct count_report *report, int64_t total)
{
    fputs("# Instructions\n\n- Command: ", stream);
    put_command(stream, report->arguments);
    fprintf(stream, "\n- Exit status: %d\n", report->runs->exit_status);
    if (report->toggle != NULL) {
        fputs("- While this function runs: ", stream);
        tool_put(stream, report->toggle);
        fputc('\n', stream);
    }
    fprintf(stream, "- Instructions: %" PRId64 "\n", total);
    return put_repeats(stream, report->runs, total);
}

/* Prints a name in a table cell. */
static void put_name(FILE *stream, const char *name)
{
    while (*name != '\0') {
        if (*name == '|')
            fputc('\\', stream);
        name = tool_put_character(stream, name);
    }
}

/* `whole` is the count that the shares refer to. */
static void put_rows(FILE *stream, const struct count_report *report, const bres_counts *functions,
                     double whole)
{
    const bool changes = report->baseline != NULL;
    const size_t size = bres_counts_size(functions);
    const size_t shown = report->all || size < ROWS_MAX ? size : ROWS_MAX;

    fprintf(stream, "\n| %15s |   Share | Function |\n|----------------:|--------:|:---------|\n",
            changes ? "Change" : "Instructions");
    for (size_t i = 0; i < shown; i++) {
        const bres_count *entry = bres_counts_at(functions, i);
        const double share = whole > 0.0 ? (double)entry->count / whole * 100 : 0.0;

        fprintf(stream, changes ? "| %+15" PRId64 " | %+6.2f%% | " : "| %15" PRId64 " | %6.2f%% | ",
                entry->count, share);
        put_name(stream, entry->name);
        fputs(" |\n", stream);
    }
    if (shown < size)
        fprintf(stream, "\n%zu more functions are shown with --all.\n", size - shown);
}

static int put_all(FILE *stream, const struct count_report *report)
{
    bres_counts *functions;
    uint64_t before;
    int64_t total;
    double whole;

    if (count_total(report->runs->runs[0], &total) != TOOL_DONE ||
        put_head(stream, report, total) != TOOL_DONE)
        return TOOL_REFUSED;
    whole = (double)total;
    if (report->baseline != NULL) {
        if (count_baseline_total(report, &before) != TOOL_DONE)
            return TOOL_REFUSED;
        put_baseline(stream, report, total, before);
        whole = (double)before;
    }
    if (count_functions(report, &functions) != TOOL_DONE)
        return TOOL_REFUSED;
    put_rows(stream, report, functions, whole);
    bres_counts_free(functions);
    return TOOL_DONE;
}

int count_report_markdown(const struct count_report *report, char **text, size_t *length)
{
    FILE *stream = open_memstream(text, length);
    int status;

    if (stream == NULL)
        return tool_error("out of memory");
    status = put_all(stream, report);
    if (fclose(stream) != 0 && status == TOOL_DONE)
        status = tool_error("out of memory");
    return status;
}

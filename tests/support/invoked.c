/* SPDX-License-Identifier: MIT */
#include "support/invoked.h"

#include <benchresult/report.h>
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MAX 64

static void put_value(FILE *out, const bres__axis *axis, size_t index)
{
    if (axis->type == BRES__AXIS_INT64)
        fprintf(out, "%" PRId64, axis->integers[index]);
    else if (axis->type == BRES__AXIS_POW2)
        fprintf(out, "2^%" PRId64, axis->integers[index]);
    else if (axis->type == BRES__AXIS_FLOAT64)
        fprintf(out, "%.17g", axis->reals[index]);
    else
        for (const char *c = axis->strings[index]; *c != '\0'; c++)
            fprintf(out, *c == ',' ? "<comma>" : "%c", *c);
}

static char *describe_axis(const bres__axis *axis)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    fprintf(out, " %s=", axis->name);
    for (size_t i = 0; i < axis->count; i++) {
        if (i > 0)
            fputc(',', out);
        put_value(out, axis, i);
    }
    fclose(out);
    return text;
}

static void put_axes(FILE *out, const bres_bench *bench, const bres_bench *original)
{
    for (size_t i = 0; i < bench->axis_count; i++) {
        char *now = describe_axis(&bench->axes[i]);
        char *before = describe_axis(&original->axes[i]);

        if (strcmp(now, before) != 0)
            fputs(now, out);
        free(now);
        free(before);
    }
}

static void put_criterion(FILE *out, const bres_criterion *criterion)
{
    if (criterion == NULL)
        return;
    fprintf(out, " %s(", bres_criterion_name(criterion));
    for (size_t i = 0; i < bres_criterion_parameter_count(criterion); i++) {
        const char *name = bres_criterion_parameter_at(criterion, i);
        int64_t integer;
        double real;

        fprintf(out, "%s%s=", i > 0 ? "," : "", name);
        if (bres_criterion_int64(criterion, name, &integer))
            fprintf(out, "%" PRId64, integer);
        else if (bres_criterion_float64(criterion, name, &real))
            fprintf(out, "%.15g", real);
        else
            fputs(bres_criterion_string(criterion, name), out);
    }
    fputc(')', out);
}

static void put_settings(FILE *out, const bres__settings *now, const bres__settings *before)
{
    const struct {
        const char *key;
        double now;
        double before;
    } rows[] = {
        { "min_samples", (double)now->min_samples, (double)before->min_samples },
        { "warmup_runs", (double)now->warmup_runs, (double)before->warmup_runs },
        { "max_warmup_time", now->max_warmup_time, before->max_warmup_time },
        { "skip_time", now->skip_time, before->skip_time },
        { "timeout", now->timeout, before->timeout },
        { "batch_target_time", now->batch_target_time, before->batch_target_time },
        { "run_once", now->run_once, before->run_once },
        { "clock", now->clock_kind, before->clock_kind },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].now != rows[i].before)
            fprintf(out, " %s=%g", rows[i].key, rows[i].now);
    }
    put_criterion(out, now->criterion);
}

static const bres_bench *find_original(const bres_suite *suite, const char *name)
{
    size_t i = 0;

    while (strcmp(suite->benches[i]->name, name) != 0)
        i++;
    return suite->benches[i];
}

static void put_benches(FILE *out, const bres_suite *suite, const bres__invocation *invocation)
{
    for (size_t i = 0; i < invocation->bench_count; i++) {
        const bres_bench *bench = invocation->benches[i];
        const bres_bench *original = find_original(suite, bench->name);

        fprintf(out, "%s%s", i > 0 ? "; " : "", bench->name);
        put_axes(out, bench, original);
        put_settings(out, &bench->settings, &original->settings);
    }
}

static void put_columns(FILE *out, uint32_t columns)
{
    if (columns != 0)
        fputs("; columns", out);
    for (uint32_t i = 0; bres_column_name((bres_column)i) != NULL; i++) {
        if ((columns & BRES_COLUMN_BIT(i)) != 0)
            fprintf(out, " %s", bres_column_name((bres_column)i));
    }
}

static void put_invocation(FILE *out, const bres_suite *suite, const bres__invocation *invocation)
{
    static const char *const modes[] = { "",       "; help",         "; help axes",   "; version",
                                         "; list", "; json benches", "; json devices" };
    static const char *const formats[] = { "markdown", "csv", "json", "jsonbin" };
    const bres__plan_options *plan = &invocation->plan;

    put_benches(out, suite, invocation);
    fputs(modes[invocation->mode], out);
    for (size_t i = 0; i < invocation->output_count; i++)
        fprintf(out, "; %s %s", formats[invocation->outputs[i].format],
                invocation->outputs[i].path);
    if (plan->shard != 0 || plan->shards != 1)
        fprintf(out, "; shard %" PRIu32 " of %" PRIu32, plan->shard, plan->shards);
    if (plan->repeat != 1)
        fprintf(out, "; repeat %" PRIu32, plan->repeat);
    if (plan->shuffle)
        fprintf(out, "; shuffle %" PRIu64, plan->seed);
    put_columns(out, invocation->columns);
    fputs(invocation->quiet ? "; quiet" : "", out);
    fputs(invocation->color ? "; color" : "", out);
    fputs(invocation->resume ? "; resume" : "", out);
    fputs(invocation->isolate ? "" : "; not isolated", out);
}

/* Splits a line in place into words[1] and later, after the name of the program in words[0];
 * returns the number of words with this name. */
static int split_line(char *line, char *words[WORDS_MAX + 1])
{
    int count = 0;
    char *rest = NULL;

    words[count++] = "program";
    for (char *word = strtok_r(line, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        cr_assert_lt(count, WORDS_MAX);
        for (char *blank = word; (blank = strchr(blank, '~')) != NULL;)
            *blank = ' ';
        words[count++] = word;
    }
    words[count] = NULL;
    return count;
}

char *bres_test_invoked(bres_suite *suite, const char *line)
{
    bres__invocation invocation;
    char *words[WORDS_MAX + 1];
    char *copy = strdup(line);
    const int count = split_line(copy, words);
    const bres_status status = bres__arguments_read(suite, count, words, &invocation);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    if (status != BRES_OK) {
        cr_assert_eq(bres_last_error_status(), status, "%s", line);
        cr_assert(invocation.benches == NULL && invocation.outputs == NULL,
                  "'%s' leaves an invocation", line);
        fprintf(out, "%s: %s", bres_status_name(status), bres_last_error());
    } else {
        put_invocation(out, suite, &invocation);
        bres__invocation_free(&invocation);
    }
    fclose(out);
    free(copy);
    return text;
}

/* SPDX-License-Identifier: MIT */
/*
 * The numbers, texts and tables that torch.utils.benchmark makes of the same times.
 */
#include "support/support.h"
#include "support/timings.h"

#include <criterion/criterion.h>
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEASUREMENT_COUNT 60
#define TABLE_COUNT       30

static const char *string_of(json_object *object, const char *key)
{
    return json_object_get_string(json_object_object_get(object, key));
}

static bres_measurement *measurement_read(json_object *number, json_object *times,
                                          json_object *spec)
{
    const size_t count = json_object_array_length(times);
    double *seconds = calloc(count, sizeof(*seconds));
    bres_measurement *measurement;
    bres_task_spec task;

    bres_task_spec_init(&task);
    task.stmt = string_of(spec, "stmt");
    task.setup = string_of(spec, "setup");
    task.label = string_of(spec, "label");
    task.sub_label = string_of(spec, "sub_label");
    task.description = string_of(spec, "description");
    task.env = string_of(spec, "env");
    task.num_threads = json_object_get_int(json_object_object_get(spec, "num_threads"));
    for (size_t i = 0; i < count; i++)
        seconds[i] = json_object_get_double(json_object_array_get_idx(times, i));
    measurement = bres_test_timing(&task, (uint64_t)json_object_get_int64(number), seconds, count);
    free(seconds);
    return measurement;
}

/* The next line of a text without its newline, in the same memory; NULL at the end. */
static char *line_next(char **next)
{
    char *line = *next;
    char *end;

    if (line == NULL || *line == '\0')
        return NULL;
    end = strchr(line, '\n');
    *next = end != NULL ? end + 1 : NULL;
    if (end != NULL)
        *end = '\0';
    return line;
}

/* Replaces a sentence that both sides word differently by its essential content; copies other
 * lines. */
static void line_put(FILE *stream, const char *line, bres_spread spread)
{
    const char *unit = strstr(line, "Times are in ");
    const char *percent = strchr(line, '%');

    if (strncmp(line, "  WARNING: ", 11) == 0) {
        while (percent > line && strchr("0123456789.", percent[-1]) != NULL)
            percent--;
        fprintf(stream, "  WARNING %.*s%%", (int)strcspn(percent, "%"), percent);
    } else if (strncmp(line, "           ", 11) == 0 && line[11] != ' ') {
        fprintf(stream, "           %s", spread == BRES_SPREAD_SEVERE ? "severe" : "mild");
    } else if (unit == line) {
        fprintf(stream, "Unit %.*s", (int)strcspn(strchr(line, '('), "."), strchr(line, '('));
    } else if (strncmp(line, "(! XX%) ", 8) == 0) {
        fputs("(! legend)", stream);
    } else {
        fputs(line, stream);
    }
}

/* The library's text with its sentences replaced as in the answers; free() it. */
static char *canonical(const char *text, bres_spread spread)
{
    char *copy = bres_test_trim_lines(strdup(text));
    const bool ended = copy[0] != '\0' && copy[strlen(copy) - 1] == '\n';
    char *next = copy;
    char *made = NULL;
    size_t size;
    FILE *stream = open_memstream(&made, &size);

    for (char *line = line_next(&next); line != NULL; line = line_next(&next)) {
        line_put(stream, line, spread);
        if (next != NULL && (*next != '\0' || ended))
            fputc('\n', stream);
    }
    fclose(stream);
    free(copy);
    return made;
}

static void check_number(int id, const char *what, double found, double expected)
{
    cr_assert(fabs(found - expected) <= 1e-12 * fabs(expected),
              "measurement %d: %s is %.17g, not %.17g", id, what, found, expected);
}

static void check_measurement(int id, json_object *answer)
{
    bres_measurement *measurement = measurement_read(
        json_object_object_get(answer, "number_per_run"),
        json_object_object_get(answer, "raw_times"), json_object_object_get(answer, "spec"));
    char *text =
        canonical(bres_measurement_text(measurement), bres_measurement_spread(measurement));
    char *expected = bres_test_trim_lines(strdup(string_of(answer, "repr")));
    double value;

    cr_assert(bres_measurement_median(measurement, &value));
    check_number(id, "median", value,
                 json_object_get_double(json_object_object_get(answer, "median")));
    cr_assert(bres_measurement_mean(measurement, &value));
    check_number(id, "mean", value, json_object_get_double(json_object_object_get(answer, "mean")));
    cr_assert(bres_measurement_iqr(measurement, &value));
    check_number(id, "iqr", value, json_object_get_double(json_object_object_get(answer, "iqr")));
    cr_assert_eq(bres_measurement_significant_figures(measurement),
                 json_object_get_int(json_object_object_get(answer, "sig")), "measurement %d", id);
    cr_assert_eq(bres_measurement_spread(measurement) != BRES_SPREAD_STEADY,
                 json_object_get_boolean(json_object_object_get(answer, "warn")), "measurement %d",
                 id);
    cr_assert_str_eq(bres_measurement_title(measurement), string_of(answer, "title"),
                     "measurement %d", id);
    cr_assert_str_eq(bres_measurement_row_name(measurement), string_of(answer, "row"),
                     "measurement %d", id);
    cr_assert_str_eq(text, expected, "measurement %d:\n%s\n---\n%s", id, text, expected);
    free(expected);
    free(text);
    bres_measurement_free(measurement);
}

static uint32_t color_of(const char *name)
{
    if (strcmp(name, "none") == 0)
        return BRES_TIMING_COLOR_NONE;
    return strcmp(name, "row") == 0 ? BRES_TIMING_COLOR_ROWS : BRES_TIMING_COLOR_COLUMNS;
}

static void check_table(int id, json_object *answer)
{
    json_object *list = json_object_object_get(answer, "measurements");
    json_object *options = json_object_object_get(answer, "options");
    const size_t count = json_object_array_length(list);
    bres_measurement **measurements = calloc(count, sizeof(*measurements));
    uint32_t flags = 0;
    char *expected = bres_test_trim_lines(strdup(string_of(answer, "text")));
    char *table;
    char *text;

    for (size_t i = 0; i < count; i++) {
        json_object *item = json_object_array_get_idx(list, i);

        measurements[i] =
            measurement_read(json_object_array_get_idx(item, 0), json_object_array_get_idx(item, 1),
                             json_object_array_get_idx(item, 2));
    }
    if (json_object_get_boolean(json_object_object_get(options, "trim")))
        flags |= BRES_TIMING_TABLE_TRIM;
    if (json_object_get_boolean(json_object_object_get(options, "highlight")))
        flags |= BRES_TIMING_TABLE_HIGHLIGHT;
    table =
        bres_test_timing_table(measurements, count, flags, color_of(string_of(options, "color")));
    text = canonical(table, BRES_SPREAD_STEADY);
    cr_assert_str_eq(text, expected, "table %d:\n%s\n---\n%s", id, text, expected);
    free(text);
    bres_string_free(table);
    free(expected);
    bres_test_timings_free(measurements, count);
    free(measurements);
}

/* Passes each answer of a kind to `check`. */
static size_t answers_check(const char *kind, void (*check)(int id, json_object *answer))
{
    char *text = bres_test_read_file(bres_test_source("tests/golden/torch.jsonl"), NULL);
    char *next = text;
    size_t count = 0;

    for (char *line = line_next(&next); line != NULL; line = line_next(&next)) {
        json_object *answer = json_tokener_parse(line);

        cr_assert_not_null(answer);
        if (strcmp(string_of(answer, "kind"), kind) == 0) {
            check(json_object_get_int(json_object_object_get(answer, "id")), answer);
            count++;
        }
        json_object_put(answer);
    }
    free(text);
    return count;
}

Test(timer, measurements_are_those_of_torch)
{
    cr_assert_eq(answers_check("measurement", check_measurement), MEASUREMENT_COUNT);
}

Test(timer, timing_tables_are_those_of_torch)
{
    cr_assert_eq(answers_check("compare", check_table), TABLE_COUNT);
}

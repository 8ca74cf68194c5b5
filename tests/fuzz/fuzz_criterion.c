/* SPDX-License-Identifier: MIT */
/*
 * Reads a criterion, parameters and measurements: an expression on the first line, NAME=VALUE on
 * each line up to an empty line, then doubles. Invalid times must be refused and must not affect
 * the decision; a criterion that is started again, and a copy of it, must decide the same.
 */
#include <benchresult.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES_MAX 4096u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* Whether the call succeeded; a failure must have a message. */
static bool done(bres_status status)
{
    check(status == BRES_OK || bres_last_error()[0] != '\0');
    return status == BRES_OK;
}

/* Takes a line off the input; the caller must free() it. NULL without a further newline. */
static char *take_line(const uint8_t **data, size_t *size)
{
    const uint8_t *end = *size > 0 ? memchr(*data, '\n', *size) : NULL;
    const size_t length = end != NULL ? (size_t)(end - *data) : 0;
    char *line = end != NULL ? malloc(length + 1) : NULL;

    if (line == NULL)
        return NULL;
    memcpy(line, *data, length);
    line[length] = '\0';
    *data += length + 1;
    *size -= length + 1;
    return line;
}

static void set_parameters(bres_criterion *criterion, const uint8_t **data, size_t *size)
{
    char *line;

    while ((line = take_line(data, size)) != NULL && line[0] != '\0') {
        char *equals = strchr(line, '=');

        if (equals != NULL) {
            *equals = '\0';
            if (done(bres_criterion_set_text(criterion, line, equals + 1)))
                check(bres_criterion_parameter_kind(criterion, line) != BRES_KIND_ABSENT);
        }
        free(line);
    }
    free(line);
}

/* Returns after how many samples the criterion was finished; count + 1 if it never was. */
static size_t add_each(bres_criterion *criterion, const double *times, size_t count)
{
    size_t good = 0;

    check(bres_criterion_count(criterion) == 0 && bres_criterion_refused(criterion) == 0);
    for (size_t i = 0; i < count; i++) {
        const bool sane = isfinite(times[i]) && times[i] >= 0;

        check(done(bres_criterion_add(criterion, times[i])) == sane);
        good += sane;
        check(bres_criterion_count(criterion) == good);
        check(bres_criterion_refused(criterion) == i + 1 - good);
        if (sane && bres_criterion_is_finished(criterion))
            return i + 1;
    }
    return count + 1;
}

static size_t feed(bres_criterion *criterion, const double *times, size_t count)
{
    size_t fed;
    bool stopped;

    check(bres_criterion_feed(criterion, times, count, 0, &fed, &stopped) == BRES_OK);
    return stopped ? fed : count + 1;
}

static void measure(bres_criterion *criterion, const double *times, size_t count)
{
    bres_criterion *copy = NULL;
    size_t stop;

    if (!done(bres_criterion_start(criterion)))
        return;
    stop = add_each(criterion, times, count);
    check(bres_criterion_start(criterion) == BRES_OK);
    check(feed(criterion, times, count) == stop);
    check(bres_criterion_copy(criterion, &copy) == BRES_OK);
    check(bres_criterion_start(copy) == BRES_OK);
    check(feed(copy, times, count) == stop);
    bres_criterion_free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bres_criteria *criteria = NULL;
    bres_criterion *criterion = NULL;
    char *expression = take_line(&data, &size);
    double *times;
    size_t count;

    if (expression == NULL)
        return 0;
    check(bres_criteria_new(&criteria) == BRES_OK);
    if (done(bres_criterion_new(criteria, expression, &criterion))) {
        set_parameters(criterion, &data, &size);
        count = size / sizeof *times < SAMPLES_MAX ? size / sizeof *times : SAMPLES_MAX;
        times = malloc((count + 1) * sizeof *times);
        if (times != NULL && count > 0)
            memcpy(times, data, count * sizeof *times);
        if (times != NULL)
            measure(criterion, times, count);
        free(times);
    }
    bres_criterion_free(criterion);
    bres_criteria_free(criteria);
    free(expression);
    return 0;
}

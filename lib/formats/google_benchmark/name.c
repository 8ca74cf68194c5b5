/* SPDX-License-Identifier: MIT */
/*
 * Names of benchmarks: a function (which may contain slashes), arguments, and options in a fixed
 * order.
 */
#include "formats/google_benchmark/google_benchmark.h"

#include <math.h>
#include <string.h>

/* The options in their order in a name, each at most once. Alternatives share a place. */
static const struct {
    const char *text;
    int place;
} options[] = {
    { "min_time:", 1 },    { "min_warmup_time:", 2 }, { "iterations:", 3 }, { "repeats:", 4 },
    { "process_time", 5 }, { "real_time", 6 },        { "manual_time", 6 }, { "threads:", 7 },
};

#define PLACE_OF_THREADS 7

/* The start of the part of the name that ends at `end`; NULL if no slash precedes the part. */
static const char *part_before(const char *text, size_t end)
{
    while (end > 0 && text[end - 1] != '/')
        end--;
    return end > 0 ? text + end : NULL;
}

/* The place of an option in a name; 0 if the part is not an option. */
static int part_option_place(const char *part, size_t length)
{
    for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++) {
        const size_t known = strlen(options[i].text);
        const bool has_value = options[i].text[known - 1] == ':';

        if (length >= known && memcmp(part, options[i].text, known) == 0 &&
            (has_value ? length > known : length == known))
            return options[i].place;
    }
    return 0;
}

static size_t digits_length(const char *text, size_t length)
{
    size_t count = 0;

    while (count < length && text[count] >= '0' && text[count] <= '9')
        count++;
    return count;
}

/* Whether a part is `INTEGER` or `NAME:INTEGER`. *name becomes the length of the name. */
static bool part_is_argument(const char *part, size_t length, size_t *name)
{
    const size_t named = bres__identifier_length(part, length);
    size_t at = 0;

    *name = 0;
    if (named > 0 && named < length && part[named] == ':') {
        *name = named;
        at = named + 1;
    }
    if (at < length && part[at] == '-')
        at++;
    return at < length && digits_length(part + at, length - at) == length - at;
}

static void name_cut_arguments(bres__google_name *name)
{
    const char *part;
    size_t ignored;

    name->function = name->arguments;
    name->count = 0;
    while ((part = part_before(name->text, name->function)) != NULL &&
           part_is_argument(part, (size_t)(name->text + name->function - part), &ignored)) {
        name->function = (size_t)(part - name->text) - 1;
        name->count++;
    }
}

/* The number in the last part "threads:N" of a name; NaN: the last part is different. */
static double threads_at_end(const char *text, size_t end)
{
    static const char option[] = "threads:";
    const size_t known = strlen(option);
    const char *part = part_before(text, end);
    const size_t length = part != NULL ? (size_t)(text + end - part) : 0;
    int64_t number = 0;

    return length > known && memcmp(part, option, known) == 0 &&
                   digits_length(part + known, length - known) == length - known &&
                   bres__parse_int64(part + known, length - known, &number) == BRES__PARSE_OK
               ? (double)number
               : NAN;
}

/* Splits off the options at the end of the name, as long as they are in order. */
static void name_cut_options(bres__google_name *name)
{
    int last = PLACE_OF_THREADS;
    const char *part;
    int place;

    name->arguments = name->options;
    while ((part = part_before(name->text, name->arguments)) != NULL) {
        place = part_option_place(part, (size_t)(name->text + name->arguments - part));
        if (place == 0 || place >= last)
            break;
        last = place;
        name->arguments = (size_t)(part - name->text) - 1;
    }
}

bres__google_name bres__google_name_cut(const char *text, double threads)
{
    bres__google_name name = { .text = text, .options = strlen(text) };
    const double named = threads_at_end(text, name.options);

    name.has_threads = !isnan(named) && (isnan(threads) || named == threads);
    name.is_odd = !isnan(named) && !name.has_threads;
    if (name.has_threads)
        name.options = (size_t)(part_before(text, name.options) - text) - 1;
    if (name.is_odd)
        name.arguments = name.options;
    else
        name_cut_options(&name);
    name_cut_arguments(&name);
    return name;
}

double bres__google_name_threads(const char *text)
{
    return threads_at_end(text, strlen(text));
}

double bres__google_record_threads(const bres__google_record *record)
{
    return isnan(record->threads) ? bres__google_name_threads(record->run_name) : record->threads;
}

static bool names_are_alike(const bres__google_name *names, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (names[i].function != names[0].function || names[i].count != names[0].count ||
            memcmp(names[i].text, names[0].text, names[0].function) != 0)
            return false;
    }
    return true;
}

/* The length, at most `limit`, of the longest common prefix after which a part ends in both. */
static size_t common_prefix(const bres__google_name *a, const bres__google_name *b, size_t limit)
{
    size_t end = 0;

    for (size_t i = 0; i <= limit && i <= b->arguments; i++) {
        const bool ends_a = i == a->arguments || a->text[i] == '/';
        const bool ends_b = i == b->arguments || b->text[i] == '/';

        if (ends_a && ends_b)
            end = i;
        if (i == a->arguments || i == b->arguments || a->text[i] != b->text[i])
            break;
    }
    return end;
}

/* Makes the function end at `function`, so that all later parts are arguments. false: one of these
 * parts is not a valid argument. */
static bool name_take_arguments(bres__google_name *name, size_t function)
{
    const size_t known = name->count;

    if (function < name->function)
        return false;
    for (size_t i = name->function; i < function; i++)
        name->count -= name->text[i] == '/';
    name->function = function;
    return name->count <= known;
}

/* If "threads:N" disagrees with one record of the family, it is an argument in all names. */
static void names_settle_threads(bres__google_name *names, size_t count)
{
    bool is_argument = false;

    for (size_t i = 0; i < count; i++)
        is_argument = is_argument || names[i].is_odd;
    for (size_t i = 0; i < count && is_argument; i++) {
        names[i].has_threads = false;
        names[i].options = names[i].arguments = strlen(names[i].text);
        name_cut_arguments(&names[i]);
    }
}

/* The length of the common options at the ends of two names; at most `most`. */
static size_t common_options(const bres__google_name *a, const bres__google_name *b, size_t most)
{
    size_t common = 0;

    for (size_t i = 1; i <= most && i <= b->options - b->arguments; i++) {
        const char last = a->text[a->options - i];

        if (last != b->text[b->options - i])
            break;
        if (last == '/')
            common = i;
    }
    return common;
}

/* All names of a family have the same options, except for the number of threads. Parts that differ
 * are therefore arguments. */
static void names_settle_options(bres__google_name *names, size_t count)
{
    size_t common = names[0].options - names[0].arguments;

    for (size_t i = 1; i < count; i++)
        common = common_options(&names[0], &names[i], common);
    for (size_t i = 0; i < count; i++) {
        if (names[i].options - names[i].arguments == common)
            continue;
        names[i].arguments = names[i].options - common;
        name_cut_arguments(&names[i]);
    }
}

bool bres__google_names_agree(bres__google_name *names, size_t count)
{
    size_t prefix;

    names_settle_threads(names, count);
    names_settle_options(names, count);
    if (names_are_alike(names, count))
        return true;
    prefix = names[0].arguments;
    for (size_t i = 1; i < count; i++)
        prefix = common_prefix(&names[0], &names[i], prefix);
    if (prefix == 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!name_take_arguments(&names[i], prefix))
            return false;
    }
    return names_are_alike(names, count);
}

bool bres__google_name_argument(const bres__google_name *cut, size_t *at, bres__slice *name,
                                bres__slice *value)
{
    const char *part = cut->text + *at + 1;
    size_t length = 0;
    size_t named;

    if (*at >= cut->arguments)
        return false;
    while (*at + 1 + length < cut->arguments && part[length] != '/')
        length++;
    *at += 1 + length;
    part_is_argument(part, length, &named);
    *name = (bres__slice){ part, named };
    if (named > 0)
        named++;
    *value = (bres__slice){ part + named, length - named };
    return true;
}

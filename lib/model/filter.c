/* SPDX-License-Identifier: MIT */
/*
 * Filters: the benchmarks and states that the -b and -a arguments select.
 */
#include "model/pattern.h"

#include <math.h>
#include <string.h>

#define FILTER_BLANKS       " \t\n\v\f\r"
#define FILTER_POW2         "[pow2]"
/* The exponents e for which 2^e can be an axis value. A filter value outside matches nothing. */
#define FILTER_EXPONENT_MIN (-1074)
#define FILTER_EXPONENT_MAX 64

/* NAME=VALUE: holds if the state has one of the values on the axis. */
typedef struct axis_filter {
    const char *name;
    const char *single; /* the value as typed, `2^e` for a power; NULL for a list */
    const char **values;
    size_t value_count;
    size_t value_capacity;
} axis_filter;

/* One mention of a benchmark with the axis filters that follow it. The first scope, without a
 * benchmark, has the global axis filters. */
typedef struct filter_scope {
    const char *benchmark;
    axis_filter *filters;
    size_t count;
    size_t capacity;
} filter_scope;

struct bres_filter {
    bres__arena arena; /* the texts */
    filter_scope *scopes;
    size_t scope_count;
    size_t scope_capacity;
    bres__patterns patterns;
};

static bool filter_append_scope(bres_filter *filter, const char *benchmark)
{

    if (!BRES__RESERVE(&filter->scopes, &filter->scope_capacity, filter->scope_count + 1))
        return false;
    filter->scopes[filter->scope_count++] = (filter_scope){ .benchmark = benchmark };
    return true;
}

bres_status bres_filter_new(bres_filter **filter)
{
    bres_filter *made;

    if (filter == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_filter_new: filter is NULL");
    *filter = NULL;
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL || !filter_append_scope(made, NULL)) {
        bres__free(made);
        return bres__error_memory();
    }
    *filter = made;
    return BRES_OK;
}

void bres_filter_free(bres_filter *filter)
{
    if (filter == NULL)
        return;
    for (size_t s = 0; s < filter->scope_count; s++) {
        filter_scope *scope = &filter->scopes[s];

        for (size_t i = 0; i < scope->count; i++)
            bres__free(scope->filters[i].values);
        bres__free(scope->filters);
    }
    bres__free(filter->scopes);
    bres__patterns_free(&filter->patterns);
    bres__arena_free(&filter->arena);
    bres__free(filter);
}

bres_status bres_filter_add_benchmark(bres_filter *filter, const char *name)
{
    const char *copy;

    if (filter == NULL || name == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_filter_add_benchmark: filter or name is "
                                                "NULL");
    copy = bres__arena_strdup(&filter->arena, name);
    if (copy == NULL || !filter_append_scope(filter, copy))
        return bres__error_memory();
    return BRES_OK;
}

static bres__slice slice_trim(const char *begin, const char *end)
{
    while (begin < end && strchr(FILTER_BLANKS, *begin) != NULL)
        begin++;
    while (begin < end && strchr(FILTER_BLANKS, end[-1]) != NULL)
        end--;
    return (bres__slice){ .data = begin, .length = (size_t)(end - begin) };
}

/* The state of parsing an axis filter. */
typedef struct filter_parse {
    axis_filter filter;
    const char *expression;
    bres__arena *arena;
    bool pow2;
} filter_parse;

static bres_status parse_error(const filter_parse *parse, const char *fault)
{
    return bres__error(BRES_ERROR_ARGUMENT, "axis filter '%s': %s", parse->expression, fault);
}

static bres_status parse_append_text(filter_parse *parse, const char *data, size_t length)
{
    axis_filter *filter = &parse->filter;
    const char *copy = bres__arena_copy(parse->arena, data, length);

    if (copy == NULL ||
        !BRES__RESERVE(&filter->values, &filter->value_capacity, filter->value_count + 1))
        return bres__error_memory();
    filter->values[filter->value_count++] = copy;
    return BRES_OK;
}

/* Appends 2 to the power of the value. */
static bres_status parse_append_power(filter_parse *parse, const bres__slice *item)
{
    char text[BRES__NUMBER_SIZE];
    int64_t exponent;

    if (bres__parse_int64(item->data, item->length, &exponent) == BRES__PARSE_MALFORMED)
        return parse_error(parse, "an exponent of a [pow2] axis must be an integer");
    if (exponent < FILTER_EXPONENT_MIN || exponent > FILTER_EXPONENT_MAX)
        return BRES_OK;
    if (exponent < 0)
        bres__format_float64(text, ldexp(1, (int)exponent), BRES__FLOAT_VALUE);
    else
        bres__format(text, sizeof(text), "%.0f", ldexp(1, (int)exponent));
    return parse_append_text(parse, text, strlen(text));
}

/* Stores the single value as typed, for titles. */
static bres_status parse_single(filter_parse *parse, const bres__slice *item)
{
    bres__text text = { 0 };

    if (parse->pow2)
        bres__text_puts(&text, "2^");
    bres__text_append(&text, item->data, item->length);
    if (!text.failed)
        parse->filter.single = bres__arena_strdup(parse->arena, text.data);
    bres__text_free(&text);
    return parse->filter.single != NULL ? BRES_OK : bres__error_memory();
}

static bres_status parse_append(filter_parse *parse, const bres__slice *item)
{
    return parse->pow2 ? parse_append_power(parse, item)
                       : parse_append_text(parse, item->data, item->length);
}

/* Appends the items between the brackets; ignores empty items. */
static bres_status parse_list(filter_parse *parse, const char *begin, const char *end)
{
    bres_status status = BRES_OK;
    bool any = false;

    while (begin <= end && status == BRES_OK) {
        const char *comma = memchr(begin, ',', (size_t)(end - begin));
        const char *stop = comma != NULL ? comma : end;
        const bres__slice item = slice_trim(begin, stop);

        if (item.length != 0) {
            any = true;
            status = parse_append(parse, &item);
        }
        begin = stop + 1;
    }
    if (status == BRES_OK && !any)
        return parse_error(parse, "the list has no value");
    return status;
}

static bres_status parse_name(filter_parse *parse, bres__slice name)
{
    const size_t suffix = strlen(FILTER_POW2);

    parse->pow2 =
        name.length >= suffix && memcmp(name.data + name.length - suffix, FILTER_POW2, suffix) == 0;
    if (parse->pow2)
        name = slice_trim(name.data, name.data + name.length - suffix);
    if (name.length == 0)
        return parse_error(parse, "the axis name before [pow2] is missing");
    parse->filter.name = bres__arena_copy(parse->arena, name.data, name.length);
    return parse->filter.name != NULL ? BRES_OK : bres__error_memory();
}

static bres_status parse_expression(filter_parse *parse)
{
    const char *end = parse->expression + strlen(parse->expression);
    const char *equals = strchr(parse->expression, '=');
    bres__slice name;
    bres__slice value;
    bres_status status;

    if (equals == NULL)
        return parse_error(parse, "expected NAME=VALUE");
    name = slice_trim(parse->expression, equals);
    value = slice_trim(equals + 1, end);
    if (name.length == 0 || value.length == 0)
        return parse_error(parse, "expected NAME=VALUE");
    status = parse_name(parse, name);
    if (status != BRES_OK)
        return status;
    if (value.length >= 2 && value.data[0] == '[' && value.data[value.length - 1] == ']')
        return parse_list(parse, value.data + 1, value.data + value.length - 1);
    status = parse_append(parse, &value);
    return status == BRES_OK ? parse_single(parse, &value) : status;
}

static bool scope_append(filter_scope *scope, const axis_filter *added)
{

    if (!BRES__RESERVE(&scope->filters, &scope->capacity, scope->count + 1))
        return false;
    scope->filters[scope->count++] = *added;
    return true;
}

bres_status bres_filter_add_axis(bres_filter *filter, const char *expression)
{
    filter_parse parse = { .expression = expression };
    bres_status status;

    if (filter == NULL || expression == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_filter_add_axis: filter or expression is NULL");
    parse.arena = &filter->arena;
    status = parse_expression(&parse);
    if (status == BRES_OK && !scope_append(&filter->scopes[filter->scope_count - 1], &parse.filter))
        status = bres__error_memory();
    if (status != BRES_OK)
        bres__free(parse.filter.values);
    return status;
}

bres_status bres_filter_add_regex(bres_filter *filter, const char *regex)
{
    if (filter == NULL || regex == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_filter_add_regex: filter or regex is NULL");
    return bres__patterns_add(&filter->patterns, regex);
}

static bool axis_filter_holds(const axis_filter *filter, const bres_state *state)
{
    for (uint32_t i = 0; i < state->axis_value_count; i++) {
        const bres_value *value = &state->axis_values[i];

        if (value->json == BRES__JSON_MISSING || value->json == BRES__JSON_NULL ||
            value->field->name == NULL || strcmp(value->field->name, filter->name) != 0)
            continue;
        for (size_t v = 0; v < filter->value_count; v++) {
            if (strcmp(filter->values[v], value->text) == 0)
                return true;
        }
    }
    return false;
}

static bool scope_holds(const filter_scope *scope, const bres_state *state)
{
    for (size_t i = 0; i < scope->count; i++) {
        if (!axis_filter_holds(&scope->filters[i], state))
            return false;
    }
    return true;
}

bool bres_filter_selects_benchmark(const bres_filter *filter, const bres_subbench *bench)
{
    if (bench == NULL)
        return false;
    if (filter == NULL)
        return true;
    if (!bres__patterns_select_benchmark(&filter->patterns, bench))
        return false;
    if (filter->scope_count == 1)
        return true;
    for (size_t s = 1; s < filter->scope_count; s++) {
        if (strcmp(filter->scopes[s].benchmark, bench->name) == 0)
            return true;
    }
    return false;
}

bool bres_filter_selects_state(const bres_filter *filter, const bres_state *state)
{
    if (state == NULL)
        return false;
    if (filter == NULL)
        return true;
    if (!bres__patterns_select_state(&filter->patterns, state) ||
        !scope_holds(&filter->scopes[0], state))
        return false;
    if (filter->scope_count == 1)
        return true;
    for (size_t s = 1; s < filter->scope_count; s++) {
        const filter_scope *scope = &filter->scopes[s];

        if (strcmp(scope->benchmark, state->bench->name) == 0 && scope_holds(scope, state))
            return true;
    }
    return false;
}

static bool scope_fixes(const filter_scope *scope, const char *axis)
{
    for (size_t i = 0; i < scope->count; i++) {
        if (scope->filters[i].single != NULL && strcmp(scope->filters[i].name, axis) == 0)
            return true;
    }
    return false;
}

bool bres__filter_fixes_axis(const bres_filter *filter, const bres_state *state, const char *axis)
{
    if (filter == NULL)
        return false;
    if (scope_fixes(&filter->scopes[0], axis))
        return true;
    for (size_t s = 1; s < filter->scope_count; s++) {
        const filter_scope *scope = &filter->scopes[s];

        if (strcmp(scope->benchmark, state->bench->name) == 0 && scope_holds(scope, state))
            return scope_fixes(scope, axis);
    }
    return false;
}

void bres__filter_put_global(bres__text *text, const bres_filter *filter)
{
    bool any = false;

    for (size_t i = 0; filter != NULL && i < filter->scopes[0].count; i++) {
        const axis_filter *one = &filter->scopes[0].filters[i];

        if (one->single == NULL)
            continue;
        bres__text_puts(text, any ? ", " : "");
        bres__text_puts(text, one->name);
        bres__text_putc(text, '=');
        bres__text_puts(text, one->single);
        any = true;
    }
}

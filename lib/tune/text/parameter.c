/* SPDX-License-Identifier: MIT */
/*
 * Parameters as texts, such as "TILE=8,16,32", "TILE[pow2]=[3:6]" or "MODE=fast,safe".
 */
#include "tune/text/parameter.h"
#include "harness/cli/values.h"

#include <math.h>
#include <string.h>

/* The parts of the text. */
typedef struct declaration {
    bres__slice name;
    bres__slice kind; /* empty: follows from the values */
    bres__slice values;
} declaration;

static bres_status declaration_read(declaration *read, const char *text)
{
    const size_t length = bres__identifier_length(text, strlen(text));
    const char *rest = text + length;

    *read = (declaration){ .name = { text, length } };
    if (length != 0 && *rest == '[') {
        const char *close = strchr(rest, ']');

        if (close != NULL) {
            read->kind = (bres__slice){ rest + 1, (size_t)(close - rest - 1) };
            rest = close + 1;
        }
    }
    if (length == 0 || *rest != '=')
        return bres__error(BRES_ERROR_VALUE,
                           "expected NAME=VALUES or NAME[KIND]=VALUES, with letters, digits and "
                           "underscores in NAME");
    read->values = bres__trim(rest + 1, rest + strlen(rest));
    return BRES_OK;
}

/* Other integers, such as 08 or 1_000, would be passed on in another form than written. */
static bool is_integer(bres__slice item)
{
    char number[BRES__NUMBER_SIZE];
    int64_t value;

    if (bres__parse_int64(item.data, item.length, &value) != BRES__PARSE_OK)
        return false;
    bres__format_int64(number, value);
    return bres__slice_is(&item, number);
}

static bool is_real(bres__slice item)
{
    const size_t sign = item.data[0] == '-';
    double value;

    if (item.length > sign + 1 && item.data[sign] == '0' && item.data[sign + 1] >= '0' &&
        item.data[sign + 1] <= '9')
        return false;
    return item.data[0] != '+' &&
           bres__parse_float64(item.data, item.length, &value) == BRES__PARSE_OK && isfinite(value);
}

/* A text such as [row:column] is not a range. */
static bool is_range(bres__slice values)
{
    static const char characters[] = "+-.:0123456789eE ";

    if (values.length < 2 || values.data[0] != '[' || values.data[values.length - 1] != ']')
        return false;
    for (size_t i = 1; i + 1 < values.length; i++) {
        if (strchr(characters, values.data[i]) == NULL || values.data[i] == '\0')
            return false;
    }
    return memchr(values.data, ':', values.length) != NULL;
}

/* Finds the kind that fits all items: integers, else reals, else strings. */
static bres_status list_kind(bres__slice values, bool range, bres__axis_type *type)
{
    bres__operand_list list;
    bres_status status = bres__operand_list_read(&list, values, range);

    *type = BRES__AXIS_INT64;
    for (size_t i = 0; i < list.count && status == BRES_OK; i++) {
        if (*type == BRES__AXIS_INT64 && !is_integer(list.items[i]))
            *type = BRES__AXIS_FLOAT64;
        if (!range && *type == BRES__AXIS_FLOAT64 && !is_real(list.items[i]))
            *type = BRES__AXIS_STRING;
    }
    bres__operand_list_free(&list);
    return status;
}

static bres_status declaration_kind(const declaration *read, bres__axis_type *type)
{
    static const struct {
        const char *name;
        bres__axis_type type;
    } kinds[] = {
        { "int64", BRES__AXIS_INT64 },
        { "float64", BRES__AXIS_FLOAT64 },
        { "string", BRES__AXIS_STRING },
        { "pow2", BRES__AXIS_POW2 },
    };

    if (read->kind.length == 0)
        return list_kind(read->values, is_range(read->values), type);
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        if (bres__slice_is(&read->kind, kinds[i].name)) {
            *type = kinds[i].type;
            return BRES_OK;
        }
    }
    return bres__error(BRES_ERROR_VALUE,
                       "unknown kind '%.*s' (expected int64, float64, string or pow2)",
                       (int)read->kind.length, read->kind.data);
}

void bres__parameter_put_value(bres__text *text, const bres__axis *axis, size_t index)
{
    char number[BRES__NUMBER_SIZE];

    switch (axis->type) {
    case BRES__AXIS_FLOAT64:
        bres__format_float64(number, axis->reals[index], BRES__FLOAT_VALUE);
        bres__text_puts(text, number);
        break;
    case BRES__AXIS_INT64:
    case BRES__AXIS_POW2:
        bres__format_int64(number, axis->type == BRES__AXIS_INT64
                                       ? axis->integers[index]
                                       : INT64_C(1) << axis->integers[index]);
        bres__text_puts(text, number);
        break;
    default:
        bres__text_puts(text, axis->strings[index]);
    }
}

static const void *value_key(const bres__axis *values, size_t index, size_t *length)
{
    switch (values->type) {
    case BRES__AXIS_STRING:
        *length = strlen(values->strings[index]);
        return values->strings[index];
    case BRES__AXIS_FLOAT64:
        *length = sizeof(*values->reals);
        return &values->reals[index];
    default:
        *length = sizeof(*values->integers);
        return &values->integers[index];
    }
}

static bres_status refuse_repeat(const bres__axis *values, size_t index)
{
    bres__axis shown = *values;
    bres__text text = { 0 };
    bres_status status;

    /* Prints exponents as they are given. */
    if (shown.type == BRES__AXIS_POW2)
        shown.type = BRES__AXIS_INT64;
    bres__parameter_put_value(&text, &shown, index);
    status = text.failed ? bres__error_memory()
                         : bres__error(BRES_ERROR_VALUE, "the value %s is repeated", text.data);
    bres__text_free(&text);
    return status;
}

static bres_status check_repeats(const bres__axis *values)
{
    bres__map seen = { 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < values->count && status == BRES_OK; i++) {
        size_t length;
        const void *key = value_key(values, i, &length);

        if (bres__map_get(&seen, key, length) != NULL)
            status = refuse_repeat(values, i);
        else if (!bres__map_set(&seen, key, length, (void *)values))
            status = bres__error_memory();
    }
    bres__map_free(&seen);
    return status;
}

static bres_status add_axis(bres_bench *bench, const char *name, const bres__axis *values)
{
    switch (values->type) {
    case BRES__AXIS_POW2:
        return bres_bench_add_int64_pow2_axis(bench, name, values->integers, values->count);
    case BRES__AXIS_FLOAT64:
        return bres_bench_add_float64_axis(bench, name, values->reals, values->count);
    case BRES__AXIS_STRING:
        return bres_bench_add_string_axis(bench, name, (const char *const *)values->strings,
                                          values->count);
    default:
        return bres_bench_add_int64_axis(bench, name, values->integers, values->count);
    }
}

static bres_status add_declaration(bres_bench *bench, const declaration *read)
{
    bres__axis values = { .name = NULL };
    bres__text name = { 0 };
    bres_status status = declaration_kind(read, &values.type);

    if (status == BRES_OK)
        status = bres__axis_fill_operand(&values, read->values);
    if (status == BRES_OK)
        status = check_repeats(&values);
    bres__text_append(&name, read->name.data, read->name.length);
    if (status == BRES_OK)
        status = name.failed ? bres__error_memory() : add_axis(bench, name.data, &values);
    bres__text_free(&name);
    bres__axis_clear(&values);
    return status;
}

bres_status bres__parameter_add_text(bres_bench *bench, const char *text)
{
    declaration read;
    bres_status status = declaration_read(&read, text);

    if (status == BRES_OK)
        status = add_declaration(bench, &read);
    if (status != BRES_OK)
        bres__error_prefix("'%s'", text);
    return status;
}

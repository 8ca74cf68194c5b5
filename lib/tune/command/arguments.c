/* SPDX-License-Identifier: MIT */
#include "tune/command/arguments.h"
#include "compare/replicates/command.h"
#include "tune/text/parameter.h"

#include <string.h>

typedef enum placeholder_kind {
    PLACEHOLDER_NONE, /* the end of the argument */
    PLACEHOLDER_PARAMETER,
    PLACEHOLDER_RESULT,
    PLACEHOLDER_QUOTED, /* stands for itself */
    PLACEHOLDER_UNKNOWN /* a parameter that the tuner does not have */
} placeholder_kind;

typedef struct placeholder {
    placeholder_kind kind;
    const char *begin;
    const char *end;
    const char *name; /* between the braces */
    size_t length;    /* of the name */
    size_t axis;      /* of a parameter */
} placeholder;

static bool axis_find(const bres_bench *bench, const char *name, size_t length, size_t *index)
{
    for (size_t i = 0; i < bench->axis_count; i++) {
        if (strlen(bench->axes[i].name) == length &&
            memcmp(bench->axes[i].name, name, length) == 0) {
            *index = i;
            return true;
        }
    }
    return false;
}

/* Whether a placeholder begins with this brace. */
static bool placeholder_at(const bres_bench *bench, const char *brace, placeholder *found)
{
    const bool quoted = brace[1] == '{';
    const char *name = brace + 1 + quoted;
    const char *close = strchr(name, '}');

    if (close == NULL || (quoted && close[1] != '}'))
        return false;
    *found = (placeholder){
        .begin = brace, .end = close + 1 + quoted, .name = name, .length = (size_t)(close - name)
    };
    if (found->length == 0)
        found->kind = PLACEHOLDER_RESULT;
    else if (axis_find(bench, name, found->length, &found->axis))
        found->kind = PLACEHOLDER_PARAMETER;
    else if (bres__identifier_length(name, found->length) == found->length)
        found->kind = PLACEHOLDER_UNKNOWN;
    if (quoted && found->kind != PLACEHOLDER_NONE)
        found->kind = PLACEHOLDER_QUOTED;
    return found->kind != PLACEHOLDER_NONE;
}

/* The first placeholder at or after `next`. */
static placeholder placeholder_next(const bres_bench *bench, const char *next)
{
    placeholder found = { .kind = PLACEHOLDER_NONE };

    for (next = strchr(next, '{'); next != NULL; next = strchr(next + 1, '{')) {
        if (placeholder_at(bench, next, &found))
            return found;
    }
    return (placeholder){ .kind = PLACEHOLDER_NONE };
}

static bres_status unknown_parameter(const bres_bench *bench, const char *argument,
                                     const placeholder *found)
{
    bres__text name = { 0 };
    bres__names names = { .nearest.unknown = "" };
    bres_status status;

    bres__text_append(&name, found->name, found->length);
    if (!name.failed)
        names.nearest.unknown = name.data;
    for (size_t i = 0; i < bench->axis_count; i++)
        bres__names_add(&names, bench->axes[i].name);
    status = bres__names_error(&names, "unknown parameter '{%s}' in the argument '%s'",
                               names.nearest.unknown, argument);
    bres__text_free(&name);
    return status;
}

/* Checks the placeholders of an argument and records which parameters it uses. */
static bres_status argument_check(const bres_bench *bench, const char *argument, bool *used,
                                  bool *writes_result)
{
    placeholder found = placeholder_next(bench, argument);

    for (; found.kind != PLACEHOLDER_NONE; found = placeholder_next(bench, found.end)) {
        if (found.kind == PLACEHOLDER_UNKNOWN)
            return unknown_parameter(bench, argument, &found);
        if (found.kind == PLACEHOLDER_PARAMETER)
            used[found.axis] = true;
        if (found.kind == PLACEHOLDER_RESULT)
            *writes_result = true;
    }
    return BRES_OK;
}

bres_status bres__command_arguments_check(const bres_bench *bench, const char *const *arguments,
                                          bool *writes_result)
{
    bool *used = bres__calloc(bench->axis_count + 1, sizeof(*used));
    bres_status status = used != NULL ? BRES_OK : bres__error_memory();

    *writes_result = false;
    for (size_t i = 0; arguments[i] != NULL && status == BRES_OK; i++)
        status = argument_check(bench, arguments[i], used, writes_result);
    for (size_t i = 0; i < bench->axis_count && status == BRES_OK; i++) {
        if (!used[i])
            status = bres__error(BRES_ERROR_ARGUMENT,
                                 "the parameter '%s' is in no argument (expected '{%s}')",
                                 bench->axes[i].name, bench->axes[i].name);
    }
    bres__free(used);
    return status;
}

bool bres__command_arguments_vary(const bres_bench *bench, const char *argument)
{
    return placeholder_next(bench, argument).kind != PLACEHOLDER_NONE;
}

static size_t value_index(const bres_bench *bench, uint64_t index, size_t axis)
{
    for (size_t i = 0; i < axis; i++)
        index /= bench->axes[i].count;
    return (size_t)(index % bench->axes[axis].count);
}

static void put_placeholder(bres__text *text, const bres_bench *bench, uint64_t index,
                            const placeholder *found, const char *result)
{
    switch (found->kind) {
    case PLACEHOLDER_PARAMETER:
        bres__parameter_put_value(text, &bench->axes[found->axis],
                                  value_index(bench, index, found->axis));
        break;
    case PLACEHOLDER_RESULT:
        bres__text_puts(text, result != NULL ? result : "{}");
        break;
    default:
        bres__text_printf(text, "{%.*s}", (int)found->length, found->name);
    }
}

bres_status bres__command_arguments_fill(const bres_bench *bench, uint64_t index,
                                         const char *const *arguments, const char *result,
                                         bres__argv *filled)
{
    bres__text text = { 0 };
    size_t count = 0;

    for (; arguments[count] != NULL; count++) {
        const char *rest = arguments[count];
        placeholder found = placeholder_next(bench, rest);

        for (; found.kind != PLACEHOLDER_NONE; found = placeholder_next(bench, rest)) {
            bres__text_append(&text, rest, (size_t)(found.begin - rest));
            put_placeholder(&text, bench, index, &found, result);
            rest = found.end;
        }
        bres__text_append(&text, rest, strlen(rest) + 1);
    }
    return bres__argv_take(filled, &text, count);
}

void bres__command_arguments_put(bres__text *text, const char *const *arguments)
{
    for (size_t i = 0; arguments[i] != NULL; i++) {
        if (i > 0)
            bres__text_putc(text, ' ');
        bres__put_word(text, arguments[i]);
    }
}

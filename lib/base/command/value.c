/* SPDX-License-Identifier: MIT */
/*
 * Checks, converts and stores the values of options.
 */
#include "base/alloc.h"
#include "base/command/command.h"
#include "base/number/number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define SHOWN_MAX 200

static bres_status refuse_whole(bres__command *command, const bres__option *option,
                                const char *text)
{
    return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                               option->kind == BRES__OPTION_BYTES
                                   ? "'%.*s' is not a number of bytes"
                                   : "'%.*s' is not a whole number",
                               SHOWN_MAX, text);
}

static bres_status refuse_range(bres__command *command, const bres__option *option,
                                const char *text, uint64_t max)
{
    if (max == UINT64_MAX)
        return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                   "'%.*s' is out of range (expected at least %" PRIu64 ")",
                                   SHOWN_MAX, text, option->min);
    return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                               "'%.*s' is out of range (expected %" PRIu64 " to %" PRIu64 ")",
                               SHOWN_MAX, text, option->min, max);
}

/* Reads decimal digits, or 0x and hexadecimal digits. Returns the character after them, NULL if the
 * text does not begin with a digit. A number that is too large sets *large and becomes
 * UINT64_MAX. */
static const char *read_digits(const char *text, uint64_t *number, bool *large)
{
    static const char digits[] = "0123456789abcdef";
    const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const uint64_t base = hexadecimal ? 16 : 10;
    const char *const begin = text + (hexadecimal ? 2 : 0);
    const char *next = begin;

    *number = 0;
    *large = false;
    for (; *next != '\0'; next++) {
        const char *const digit = strchr(digits, *next >= 'A' && *next <= 'F' ? *next | 32 : *next);
        const uint64_t value = digit != NULL ? (uint64_t)(digit - digits) : base;

        if (value >= base)
            break;
        *large = *large || *number > (UINT64_MAX - value) / base;
        *number = *large ? UINT64_MAX : *number * base + value;
    }
    return next > begin ? next : NULL;
}

/* Moves past K, M or G and returns the base-2 logarithm of the unit; 0 without a unit. */
static unsigned read_unit(const char **text)
{
    static const char units[] = "KMG";
    const char *const unit = **text != '\0' ? strchr(units, **text) : NULL;

    *text += unit != NULL;
    return unit != NULL ? 10 * (unsigned)(unit - units + 1) : 0;
}

static uint64_t whole_max(const bres__option *option)
{
    if (option->max != 0)
        return option->max;
    if (option->kind == BRES__OPTION_UINT32)
        return UINT32_MAX;
    return option->kind == BRES__OPTION_INT64 ? INT64_MAX : UINT64_MAX;
}

static bres_status store_whole(bres__command *command, const bres__option *option, const char *text,
                               void *target)
{
    const uint64_t max = whole_max(option);
    unsigned shift = 0;
    uint64_t number;
    uint32_t narrow;
    bool large;
    const char *end = read_digits(text, &number, &large);

    if (end != NULL && option->kind == BRES__OPTION_BYTES)
        shift = read_unit(&end);
    if (end == NULL || *end != '\0')
        return refuse_whole(command, option, text);
    if (large || number > max >> shift || number << shift < option->min)
        return refuse_range(command, option, text, max);
    number <<= shift;
    narrow = (uint32_t)number;
    if (option->kind == BRES__OPTION_UINT32)
        memcpy(target, &narrow, sizeof(narrow));
    else
        memcpy(target, &number, sizeof(number));
    return BRES_OK;
}

/* Reads a number of seconds, or of the unit at the end of the text. */
static bool read_duration(const char *text, double *seconds)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = { { "ms", 1e-3 }, { "s", 1 }, { "m", 60 }, { "h", 3600 } };
    size_t length = strlen(text);
    double unit = 1;

    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        const size_t name = strlen(units[i].name);

        if (length > name && strcmp(text + length - name, units[i].name) == 0) {
            unit = units[i].seconds;
            length -= name;
            break;
        }
    }
    if (bres__parse_float64(text, length, seconds) != BRES__PARSE_OK)
        return false;
    *seconds *= unit;
    return isfinite(*seconds);
}

static bool read_real(const bres__option *option, const char *text, double *number)
{
    if (option->kind == BRES__OPTION_DURATION)
        return read_duration(text, number);
    return bres__parse_float64(text, strlen(text), number) == BRES__PARSE_OK && isfinite(*number);
}

static bres_status store_real(bres__command *command, const bres__option *option, const char *text,
                              void *target)
{
    double number;

    if (!read_real(option, text, &number))
        return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                   option->kind == BRES__OPTION_DURATION
                                       ? "'%.*s' is not a duration (expected a number of seconds, "
                                         "or with a unit, such as 500ms, 90s, 10m or 1h)"
                                       : "'%.*s' is not a number",
                                   SHOWN_MAX, text);
    if (number < (double)option->min || (option->max != 0 && number > (double)option->max))
        return refuse_range(command, option, text, option->max != 0 ? option->max : UINT64_MAX);
    if (option->kind == BRES__OPTION_PERCENT)
        number /= 100;
    memcpy(target, &number, sizeof(number));
    return BRES_OK;
}

bool bres__option_list_add(bres__option_list *list, const char *text)
{

    if (!BRES__RESERVE(&list->items, &list->capacity, list->count + 2))
        return false;
    list->items[list->count++] = text;
    list->items[list->count] = NULL;
    return true;
}

void bres__option_list_free(bres__option_list *list)
{
    bres__free(list->items);
    *list = (bres__option_list){ .items = NULL };
}

static void store_bits(const bres__option *option, void *target)
{
    uint32_t bits = 0;

    if (option->kind == BRES__OPTION_BITS)
        memcpy(&bits, target, sizeof(bits));
    bits |= option->value;
    memcpy(target, &bits, sizeof(bits));
}

bres_status bres__option_apply(bres__command *command, const bres__option *option,
                               const char *value, void *target)
{
    void *const place = target != NULL ? (char *)target + option->target : NULL;

    command->message[0] = '\0';
    switch (option->kind) {
    case BRES__OPTION_ACTION:
        return option->action(command, option, value, place);
    case BRES__OPTION_HELP:
        command->help = true;
        return BRES_OK;
    case BRES__OPTION_FLAG:
    case BRES__OPTION_NO_FLAG:
        *(bool *)place = option->kind == BRES__OPTION_FLAG;
        return BRES_OK;
    case BRES__OPTION_VALUE:
    case BRES__OPTION_BITS:
        store_bits(option, place);
        return BRES_OK;
    case BRES__OPTION_TEXT:
        *(const char **)place = value;
        return BRES_OK;
    case BRES__OPTION_LIST:
        return bres__option_list_add(place, value)
                   ? BRES_OK
                   : bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
    case BRES__OPTION_CHOICE:
        return bres__choices_store(command, option, value, place);
    case BRES__OPTION_CHOICES:
        return bres__choices_store_bits(command, option, value, place);
    case BRES__OPTION_FLOAT64:
    case BRES__OPTION_DURATION:
    case BRES__OPTION_PERCENT:
        return store_real(command, option, value, place);
    default:
        return store_whole(command, option, value, place);
    }
}

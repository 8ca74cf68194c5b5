/* SPDX-License-Identifier: MIT */
#include "base/options.h"

#include "base/error.h"
#include "base/number/number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Bytes by which a newer header's struct may exceed this library's; a larger size is garbage. */
#define OPTIONS_TAIL_MAX 4096u

/* Size of the buffer for a range as text. */
#define EXPECTED_SIZE 64

bres_status bres__options_load(void *full, size_t full_size, const void *user, size_t first_size,
                               const char *name)
{
    size_t size;

    if (user == NULL)
        return BRES_OK;
    memcpy(&size, user, sizeof(size));
    if (size < first_size || size > full_size + OPTIONS_TAIL_MAX)
        return bres__error(BRES_ERROR_VERSION,
                           "%s: size is %zu (expected at least %zu): was it initialized?", name,
                           size, first_size);
    for (size_t i = full_size; i < size; i++) {
        if (((const unsigned char *)user)[i] != 0)
            return bres__error(BRES_ERROR_VERSION,
                               "%s: an option is set that this version of the library does not "
                               "know",
                               name);
    }
    memcpy(full, user, size < full_size ? size : full_size);
    memcpy(full, &full_size, sizeof(full_size));
    return BRES_OK;
}

bres_status bres__options_check_flags(uint32_t flags, uint32_t known, const char *name)
{
    if ((flags & ~known) == 0)
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT, "%s: unknown flags 0x%x", name,
                       (unsigned)(flags & ~known));
}

static const char *const range_texts[] = {
    [BRES__RANGE_FINITE] = "a finite number",
    [BRES__RANGE_NOT_NEGATIVE] = "a finite number of at least 0",
    [BRES__RANGE_POSITIVE] = "a finite number above 0",
    [BRES__RANGE_FRACTION] = "a fraction from 0 to 1",
    [BRES__RANGE_RATE] = "a fraction of at least 0 and below 1",
    [BRES__RANGE_PROBABILITY] = "a fraction above 0 and below 1",
    [BRES__RANGE_NOT_NAN] = "a number",
};

const char *bres__range_text(bres__range range)
{
    return range_texts[range];
}

bool bres__range_has(bres__range range, double value)
{
    switch (range) {
    case BRES__RANGE_FINITE:
        return isfinite(value);
    case BRES__RANGE_NOT_NEGATIVE:
        return isfinite(value) && value >= 0;
    case BRES__RANGE_POSITIVE:
        return isfinite(value) && value > 0;
    case BRES__RANGE_FRACTION:
        return value >= 0 && value <= 1;
    case BRES__RANGE_RATE:
        return value >= 0 && value < 1;
    case BRES__RANGE_PROBABILITY:
        return value > 0 && value < 1;
    case BRES__RANGE_NOT_NAN:
        break;
    }
    return !isnan(value);
}

static bres_status refuse(const char *name, const bres__option_field *field, const char *value,
                          const char *expected)
{
    bres__error(BRES_ERROR_ARGUMENT, "%s.%s is %s (expected %s)", name, field->name, value,
                expected);
    bres__error_set_expected(expected);
    return BRES_ERROR_ARGUMENT;
}

static bres_status check_real(const char *name, const bres__option_field *field, double value)
{
    char text[BRES__NUMBER_SIZE];

    if (bres__range_has(field->range, value))
        return BRES_OK;
    bres__format(text, sizeof(text), "%g", value);
    return refuse(name, field, text, bres__range_text(field->range));
}

static bres_status refuse_integer(const char *name, const bres__option_field *field,
                                  const char *value, bool low)
{
    char expected[EXPECTED_SIZE];

    if (field->least == field->most)
        bres__format(expected, sizeof(expected), "%" PRId64, field->least);
    else if (low && field->most == INT64_MAX)
        bres__format(expected, sizeof(expected), "at least %" PRId64, field->least);
    else
        bres__format(expected, sizeof(expected), "%" PRId64 " to %" PRId64, field->least,
                     field->most);
    return refuse(name, field, value, expected);
}

static bres_status check_signed(const char *name, const bres__option_field *field, int64_t value)
{
    char text[BRES__NUMBER_SIZE];

    if (value >= field->least && value <= field->most)
        return BRES_OK;
    bres__format(text, sizeof(text), "%" PRId64, value);
    return refuse_integer(name, field, text, value < field->least);
}

static bres_status check_unsigned(const char *name, const bres__option_field *field, uint64_t value)
{
    char text[BRES__NUMBER_SIZE];

    if (value >= (uint64_t)field->least && value <= (uint64_t)field->most)
        return BRES_OK;
    bres__format(text, sizeof(text), "%" PRIu64, value);
    return refuse_integer(name, field, text, value < (uint64_t)field->least);
}

static bres_status check_flags(const char *name, const bres__option_field *field, uint32_t flags)
{
    const uint32_t unknown = flags & ~(uint32_t)field->most;

    if (unknown == 0)
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT, "%s.%s: unknown flags 0x%" PRIx32, name, field->name,
                       unknown);
}

static bres_status check_choice(const char *name, const bres__option_field *field, uint32_t choice)
{
    if (choice <= (uint32_t)field->most)
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT, "%s: unknown %s %" PRIu32, name, field->name, choice);
}

static bres_status check_pointer(const char *name, const bres__option_field *field,
                                 const void *pointer)
{
    if (pointer != NULL)
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT, "%s.%s is NULL", name, field->name);
}

static bres_status check_field(const char *name, const void *full, const bres__option_field *field)
{
    const char *at = (const char *)full + field->offset;
    union {
        int32_t int32;
        int64_t int64;
        uint32_t uint32;
        uint64_t uint64;
        double real;
        const void *pointer;
    } value = { 0 };

    switch (field->kind) {
    case BRES__MEMBER_INT32:
        memcpy(&value.int32, at, sizeof(value.int32));
        return check_signed(name, field, value.int32);
    case BRES__MEMBER_INT64:
        memcpy(&value.int64, at, sizeof(value.int64));
        return check_signed(name, field, value.int64);
    case BRES__MEMBER_UINT32:
        memcpy(&value.uint32, at, sizeof(value.uint32));
        return check_unsigned(name, field, value.uint32);
    case BRES__MEMBER_UINT64:
        memcpy(&value.uint64, at, sizeof(value.uint64));
        return check_unsigned(name, field, value.uint64);
    case BRES__MEMBER_FLOAT64:
        memcpy(&value.real, at, sizeof(value.real));
        return check_real(name, field, value.real);
    case BRES__MEMBER_FLAGS:
        memcpy(&value.uint32, at, sizeof(value.uint32));
        return check_flags(name, field, value.uint32);
    case BRES__MEMBER_CHOICE:
        memcpy(&value.uint32, at, sizeof(value.uint32));
        return check_choice(name, field, value.uint32);
    case BRES__MEMBER_POINTER:
        break;
    }
    memcpy(&value.pointer, at, sizeof(value.pointer));
    return check_pointer(name, field, value.pointer);
}

bres_status bres__options_check(const void *full, const bres__options_type *type)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < type->count && status == BRES_OK; i++)
        status = check_field(type->name, full, &type->fields[i]);
    return status;
}

bres_status bres__options_take(void *full, const void *user, const bres__options_type *type)
{
    const bres_status status =
        bres__options_load(full, type->size, user, type->first_size, type->name);

    return status == BRES_OK ? bres__options_check(full, type) : status;
}

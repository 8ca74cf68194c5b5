/* SPDX-License-Identifier: MIT */
#include "model/build/build.h"

#include <math.h>
#include <string.h>

bres_status bres__check_text(const char *text, const char *what)
{
    size_t length;
    size_t valid;

    if (text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s is NULL", what);
    length = strlen(text);
    valid = bres__utf8_valid(text, length);
    if (valid != length)
        return bres__error(BRES_ERROR_ARGUMENT, "%s is not UTF-8, from byte %zu on", what, valid);
    return BRES_OK;
}

bool bres__value_make(const char *name, const char *type, const char *text, bres__arena *arena,
                      bres_value *value)
{
    bres__field *field = bres__arena_calloc(arena, 1, sizeof(*field));
    const char *copy = bres__arena_strdup(arena, text);
    bres_kind kind;

    if (field == NULL || copy == NULL)
        return false;
    field->name = name;
    field->type = (bres__scalar){ .text = type, .json = BRES__JSON_STRING };
    bres__value_classify(&field->type, BRES__JSON_STRING, copy, &kind);
    *value = (bres_value){
        .field = field, .text = copy, .json = BRES__JSON_STRING, .kind = (uint8_t)kind
    };
    return true;
}

bres_status bres__member_text(const char *json, const char *key, bres__arena *arena,
                              const char **member)
{
    bres__slice slice;

    *member = NULL;
    if (json[strspn(json, " \t\r\n")] != '{' || !bres__json_member(json, key, &slice))
        return BRES_OK;
    *member = bres__arena_copy(arena, slice.data, slice.length);
    return *member != NULL ? BRES_OK : bres__error_memory();
}

bool bres__pow2_exponent(int64_t value, int64_t *exponent)
{
    uint64_t bits = (uint64_t)value;

    if (bits == 0 || (bits & (bits - 1)) != 0)
        return false;
    *exponent = 0;
    while (bits >>= 1)
        *exponent += 1;
    return true;
}

void bres__format_short(char buffer[BRES__NUMBER_SIZE], double value)
{
    if (isnan(value))
        strcpy(buffer, "nan");
    else
        bres__format(buffer, BRES__NUMBER_SIZE, "%.5g", value);
}

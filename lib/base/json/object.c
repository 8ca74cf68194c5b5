/* SPDX-License-Identifier: MIT */
/* Look-ups in small, valid object texts. */
#include "base/json/json.h"

#include "base/error.h"
#include "base/number/number.h"

#include <string.h>

bres__json_kind bres__json_kind_at(const bres__slice *text)
{
    bres__cursor cursor = bres__json_unchecked_cursor(text->data, text->length);
    const bres__json_kind kind = bres__json_peek(&cursor);
    bool is_real = false;

    if (kind == BRES__JSON_INTEGER)
        for (size_t i = 0; i < text->length; i++)
            is_real = is_real || strchr(".eEN", text->data[i]) != NULL;
    return is_real ? BRES__JSON_REAL : kind;
}

bres_status bres__json_find(const bres__slice *object, const char *key, bres__slice *value)
{
    bres__cursor cursor = bres__json_unchecked_cursor(object->data, object->length);
    bres__arena arena = { 0 }; /* for decoded keys */
    bres__json_walk walk = bres__json_walk_object(&cursor, &arena);
    bres__slice text;

    *value = (bres__slice){ 0 };
    while (bres__json_walk_pass(&walk, &text)) {
        if (bres__slice_is(&walk.key, key))
            *value = text;
    }
    bres__arena_free(&arena);
    return walk.status;
}

bool bres__json_member(const char *object, const char *key, bres__slice *slice)
{
    const bres__slice text = { object, strlen(object) };
    bres__slice value;

    if (bres__json_find(&text, key, &value) != BRES_OK || value.data == NULL)
        return false;
    *slice = value;
    return true;
}

static bool is_number(const bres__slice *slice)
{
    return strchr("-0123456789NI", slice->data[0]) != NULL;
}

bool bres__json_member_int64(const char *object, const char *key, int64_t *value)
{
    bres__slice slice;
    int64_t number;

    if (!bres__json_member(object, key, &slice) || !is_number(&slice) ||
        bres__parse_int64(slice.data, slice.length, &number) != BRES__PARSE_OK)
        return false;
    *value = number;
    return true;
}

bool bres__json_member_float64(const char *object, const char *key, double *value)
{
    bres__slice slice;
    double number;

    if (!bres__json_member(object, key, &slice) || !is_number(&slice) ||
        bres__parse_float64(slice.data, slice.length, &number) != BRES__PARSE_OK)
        return false;
    *value = number;
    return true;
}

bres_status bres__json_check_object(const char *text)
{
    bres__cursor cursor = bres__json_cursor(text, strlen(text));
    bres__json_kind kind = bres__json_peek(&cursor);
    bres_status status = bres__json_skip(&cursor, NULL);

    if (status == BRES_OK)
        status = bres__json_finish(&cursor);
    if (status == BRES_OK && kind != BRES__JSON_OBJECT) {
        status = bres__error(BRES_ERROR_KIND, "expected an object, found %s",
                             bres__json_kind_name(kind));
        bres__error_set_expected("an object");
    }
    return status;
}

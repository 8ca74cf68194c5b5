/* SPDX-License-Identifier: MIT */
/* Look-ups in small object texts that have been checked already. */
#include "base/json/json.h"

#include "base/error.h"
#include "base/number.h"

#include <string.h>

/* Keys with escapes are decoded into memory of their own, so that a look-up finds them, too. A key
 * that cannot be decoded for want of memory counts as another key. */
bool bres__json_member(const char *object, const char *key, bres__slice *slice)
{
    bres__cursor cursor = bres__json_unchecked_cursor(object, strlen(object));
    bres__arena arena = { 0 };
    size_t length = strlen(key);
    bool found = false;
    bool first = true;
    bool more = bres__json_enter(&cursor, '{') == BRES_OK;

    while (more) {
        bres__slice name;
        bres__slice value;

        if (bres__json_next_member(&cursor, &arena, &first, &more, &name) != BRES_OK || !more ||
            bres__json_skip(&cursor, &value) != BRES_OK)
            break;
        if (name.length == length && memcmp(name.data, key, length) == 0) {
            *slice = value;
            found = true;
        }
    }
    bres__arena_free(&arena);
    return found;
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

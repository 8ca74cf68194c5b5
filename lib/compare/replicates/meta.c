/* SPDX-License-Identifier: MIT */
/*
 * Members of the meta section of a result.
 */
#include "compare/replicates/replicates.h"
#include "model/build/build.h"

bres_status bres__meta_member(const bres_result *result, const char *const *keys, size_t count,
                              bres__arena *arena, const char **member)
{
    const char *text = result->meta;
    bres_status status = BRES_OK;

    *member = NULL;
    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        if (text == NULL || text[0] != '{')
            return BRES_OK;
        status = bres__member_text(text, keys[i], arena, &text);
    }
    if (status == BRES_OK)
        *member = text;
    return status;
}

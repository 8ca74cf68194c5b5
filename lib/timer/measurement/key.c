/* SPDX-License-Identifier: MIT */
/*
 * Keys made of texts, to find equal rows, columns and specs.
 */
#include "timer/measurement/measurement.h"

#include <string.h>

void bres__key_put(bres__text *key, const char *string)
{
    bres__text_putc(key, string != NULL ? '+' : '-');
    if (string != NULL)
        bres__text_append(key, string, strlen(string) + 1);
}

void bres__key_put_spec(bres__text *key, const bres_task_spec *spec)
{
    for (size_t i = 0; i < BRES__SPEC_TEXT_COUNT; i++)
        bres__key_put(key, bres__spec_get(spec, &bres__spec_texts[i]));
    bres__text_printf(key, "%d", (int)spec->num_threads);
}

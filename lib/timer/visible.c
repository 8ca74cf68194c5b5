/* SPDX-License-Identifier: MIT */
/*
 * Control characters made visible.
 */
#include "timer/measurement.h"

#include <string.h>

/* The control character at `string`, U+0001 to U+001F or U+007F to U+009F, and how many bytes it
 * takes; 0 when there is none. */
static unsigned control_at(const char *string, size_t *length)
{
    const unsigned char first = (unsigned char)string[0];
    const unsigned char second = first != '\0' ? (unsigned char)string[1] : 0;

    *length = 1;
    if (first < 0x20 || first == 0x7F)
        return first;
    *length = 2;
    return first == 0xC2 && second >= 0x80 && second < 0xA0 ? second : 0;
}

static void put_visible(bres__text *text, const char *string, const char *kept)
{
    const char *plain = string;

    while (*string != '\0') {
        const char *named = strchr("\nn\tt\rr", *string);
        size_t length;
        const unsigned control = control_at(string, &length);

        if (control == 0 || strchr(kept, *string) != NULL) {
            string++;
            continue;
        }
        bres__text_append(text, plain, (size_t)(string - plain));
        if (named != NULL)
            bres__text_printf(text, "\\%c", named[1]);
        else
            bres__text_printf(text, "\\x%02x", control);
        string += length;
        plain = string;
    }
    bres__text_append(text, plain, (size_t)(string - plain));
}

void bres__put_visible(bres__text *text, const char *string)
{
    put_visible(text, string, "\n\t");
}

void bres__put_visible_line(bres__text *text, const char *string)
{
    put_visible(text, string, "");
}

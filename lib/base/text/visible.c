/* SPDX-License-Identifier: MIT */
#include "base/text/visible.h"

#include "base/visible.h"

#include <string.h>

static void append_visible(bres__text *text, const char *data, size_t length, const char *kept)
{
    size_t plain = 0;

    if (length == 0)
        return;
    for (size_t i = 0; i < length;) {
        char escape[BRES__ESCAPE_SIZE];
        size_t control = bres__visible_escape(data + i, length - i, escape);

        if (control > 0 && data[i] != '\0' && strchr(kept, data[i]) != NULL)
            control = 0;
        if (control > 0) {
            bres__text_append(text, data + plain, i - plain);
            bres__text_puts(text, escape);
            plain = i + control;
        }
        i += control > 0 ? control : 1;
    }
    bres__text_append(text, data + plain, length - plain);
}

void bres__text_append_visible(bres__text *text, const char *data, size_t length)
{
    append_visible(text, data, length, "");
}

void bres__text_puts_visible(bres__text *text, const char *string)
{
    append_visible(text, string, strlen(string), "");
}

void bres__text_puts_visible_lines(bres__text *text, const char *string)
{
    append_visible(text, string, strlen(string), "\n\t");
}

void bres__log_say(bres_log_fn log, void *user, bres_log_level level, const char *message)
{
    bres__text text = { 0 };

    bres__text_puts_visible(&text, message);
    /* Better as it is than not at all. */
    log(user, level, text.failed || text.data == NULL ? message : text.data);
    bres__text_free(&text);
}

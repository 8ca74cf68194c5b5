/* SPDX-License-Identifier: MIT */
#include "base/text/visible.h"

#include "base/visible.h"

#include <string.h>

/* Messages up to this size need no allocation. */
#define LOG_SIZE 4096u

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
    char buffer[LOG_SIZE];
    bres__text text = { 0 };

    if (bres__visible_copy(buffer, sizeof(buffer), message)) {
        log(user, level, buffer);
        return;
    }
    bres__text_puts_visible(&text, message);
    log(user, level, text.failed ? buffer : text.data);
    bres__text_free(&text);
}

/* SPDX-License-Identifier: MIT */
#include "base/visible.h"

#include "base/number.h"

#include <string.h>

size_t bres__visible_escape(const char *data, size_t length, char escape[BRES__ESCAPE_SIZE])
{
    const unsigned char first = (unsigned char)data[0];
    const unsigned char second = length > 1 ? (unsigned char)data[1] : 0;

    if (first < 0x20 || first == 0x7F) {
        bres__format(escape, BRES__ESCAPE_SIZE, "\\x%02X", first);
        return 1;
    }
    if (first == 0xC2 && second >= 0x80 && second <= 0x9F) {
        bres__format(escape, BRES__ESCAPE_SIZE, "\\u%04X", second);
        return 2;
    }
    return 0;
}

void bres__text_append_visible(bres__text *text, const char *data, size_t length)
{
    size_t plain = 0;

    if (length == 0)
        return;
    for (size_t i = 0; i < length;) {
        char escape[BRES__ESCAPE_SIZE];
        const size_t control = bres__visible_escape(data + i, length - i, escape);

        if (control > 0) {
            bres__text_append(text, data + plain, i - plain);
            bres__text_puts(text, escape);
            plain = i + control;
        }
        i += control > 0 ? control : 1;
    }
    bres__text_append(text, data + plain, length - plain);
}

void bres__text_puts_visible(bres__text *text, const char *string)
{
    bres__text_append_visible(text, string, strlen(string));
}

void bres__log_say(bres_log_fn log, void *user, bres_log_level level, const char *message)
{
    bres__text text = { 0 };

    bres__text_puts_visible(&text, message);
    /* Better as it is than not at all. */
    log(user, level, text.failed || text.data == NULL ? message : text.data);
    bres__text_free(&text);
}

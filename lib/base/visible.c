/* SPDX-License-Identifier: MIT */
#include "base/visible.h"

#include "base/number.h"

#include <string.h>

size_t bres__visible_escape(const char *data, size_t length, char escape[BRES__ESCAPE_SIZE])
{
    const unsigned char first = (unsigned char)data[0];
    const unsigned char second = length > 1 ? (unsigned char)data[1] : 0;

    if (first == '\n' || first == '\t' || first == '\r') {
        bres__format(escape, BRES__ESCAPE_SIZE, "\\%c",
                     first == '\n' ? 'n' : (first == '\t' ? 't' : 'r'));
        return 1;
    }
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

bool bres__visible_copy(char *buffer, size_t size, const char *text)
{
    size_t left = strlen(text);
    size_t used = 0;

    while (left > 0) {
        char escape[BRES__ESCAPE_SIZE];
        const size_t control = bres__visible_escape(text, left, escape);
        const size_t taken = control > 0 ? control : 1;
        const size_t put = control > 0 ? strlen(escape) : 1;

        if (used + put >= size)
            break;
        memcpy(buffer + used, control > 0 ? escape : text, put);
        used += put;
        text += taken;
        left -= taken;
    }
    buffer[used] = '\0';
    return left == 0;
}

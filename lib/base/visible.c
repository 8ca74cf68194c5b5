/* SPDX-License-Identifier: MIT */
#include "base/visible.h"

#include "base/number/number.h"

#include <string.h>

/* The code point of the first character, if it changes the direction of the text, ends the line or
 * has no width; else 0. Covers U+061C, U+200B, U+200E, U+200F, U+2028 to U+202E, U+2060 to U+2064,
 * U+2066 to U+2069 and U+FEFF, but not the joiners U+200C and U+200D, which scripts and emoji
 * need. */
static unsigned format_character(const unsigned char *bytes, size_t length)
{
    if (length >= 2 && bytes[0] == 0xD8 && bytes[1] == 0x9C)
        return 0x061C;
    if (length >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF)
        return 0xFEFF;
    if (length < 3 || bytes[0] != 0xE2)
        return 0;
    if (bytes[1] == 0x80 && (bytes[2] == 0x8B || bytes[2] == 0x8E || bytes[2] == 0x8F ||
                             (bytes[2] >= 0xA8 && bytes[2] <= 0xAE)))
        return 0x2000 + (bytes[2] & 0x3Fu);
    if (bytes[1] == 0x81 && bytes[2] >= 0xA0 && bytes[2] <= 0xA9 && bytes[2] != 0xA5)
        return 0x2040 + (bytes[2] & 0x3Fu);
    return 0;
}

size_t bres__visible_escape(const char *data, size_t length, char escape[BRES__ESCAPE_SIZE])
{
    const unsigned char first = (unsigned char)data[0];
    const unsigned char second = length > 1 ? (unsigned char)data[1] : 0;
    const unsigned format = format_character((const unsigned char *)data, length);

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
    if (format != 0) {
        bres__format(escape, BRES__ESCAPE_SIZE, "\\u%04X", format);
        return format < 0x800 ? 2 : 3;
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

/* SPDX-License-Identifier: MIT */
/*
 * Lines of a text.
 */
#ifndef BRES_FORMATS_LINES_H
#define BRES_FORMATS_LINES_H

#include "base/json/json.h"

/* Takes the next line off the text, without its LF or CR LF. false: the text is empty. */
static inline bool bres__line_next(bres__slice *text, bres__slice *line)
{
    const char *end = text->length != 0 ? memchr(text->data, '\n', text->length) : NULL;
    const size_t length = end != NULL ? (size_t)(end - text->data) : text->length;

    if (text->length == 0)
        return false;
    *line = (bres__slice){ text->data, length };
    if (length != 0 && line->data[length - 1] == '\r')
        line->length--;
    text->data += length + (end != NULL);
    text->length -= length + (end != NULL);
    return true;
}

static inline bool bres__slice_begins(const bres__slice *text, const char *prefix)
{
    return text->length >= strlen(prefix) && memcmp(text->data, prefix, strlen(prefix)) == 0;
}

#endif

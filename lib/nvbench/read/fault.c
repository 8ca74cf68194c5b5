/* SPDX-License-Identifier: MIT */
/*
 * Faults in a file: an error of a strict load, a warning of a lenient one.
 */
#include "nvbench/nvbench.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void bres__load_warn(const bres__load *load, const char *path, const char *message)
{
    bres__text text = { 0 };

    if (load->options.log == NULL)
        return;
    bres__text_printf(&text, "%s: %s%s%s", load->name, path, path[0] != '\0' ? ": " : "", message);
    /* Without memory, the warning lacks its file and path. */
    bres__log_say(load->options.log, load->options.log_user, BRES_LOG_WARNING,
                  text.failed ? message : text.data);
    bres__text_free(&text);
}

bres__cursor bres__load_cursor(const bres__load *load)
{
    bres__cursor cursor = bres__json_cursor(load->text, load->size);

    cursor.max_depth = load->options.max_depth;
    cursor.max_string = load->options.max_string;
    cursor.refuses_lone_surrogates = (load->options.flags & BRES_LOAD_LENIENT) == 0;
    return cursor;
}

/* Whether the escape at `p` is half of a surrogate pair: its fourth digit is one of `digits`. */
static bool is_half(const char *p, const char *end, const char *digits)
{
    return end - p >= 6 && p[0] == '\\' && p[1] == 'u' && (p[2] | 0x20) == 'd' &&
           memchr(digits, p[3], strlen(digits)) != NULL;
}

void bres__load_warn_of_surrogates(const bres__load *load)
{
    const char *end = load->text + load->size;
    const char *first = NULL;
    char message[128];

    /* In a correct text, each backslash begins an escape. */
    for (const char *p = load->text; (p = memchr(p, '\\', (size_t)(end - p))) != NULL;) {
        const bool is_first = is_half(p, end, "89abAB");

        if (is_first && is_half(p + 6, end, "cdefCDEF")) {
            p += 12;
            continue;
        }
        if ((is_first || is_half(p, end, "cdefCDEF")) && first == NULL)
            first = p;
        p += 2;
    }
    if (first == NULL)
        return;
    snprintf(message, sizeof message,
             "a string has half of a surrogate pair, which is read as U+FFFD (the first one at "
             "byte %td)",
             first - load->text);
    bres__load_warn(load, "", message);
}

bres_status bres__load_fault(const bres__load *load, bres_status status, const char *at,
                             const char *expected, const char *path, const char *format, ...)
{
    char message[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if ((load->options.flags & BRES_LOAD_LENIENT) != 0) {
        bres__load_warn(load, path, message);
        return BRES_OK;
    }
    bres__error(status, "%s", message);
    bres__error_set_file(load->name);
    bres__error_set_path("%s", path);
    bres__error_set_expected(expected);
    if (at != NULL)
        bres__error_set_offset(at - load->text);
    return status;
}

bres_status bres__load_old_layout(const bres__load *load, const char *at, const char *format, ...)
{
    char path[160];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(path, sizeof path, format, arguments);
    va_end(arguments);
    bres__error(BRES_ERROR_VERSION, "expected a list, found an object (the layout of before 2022 "
                                    "is not supported)");
    bres__error_set_file(load->name);
    bres__error_set_path("%s", path);
    bres__error_set_expected("a list");
    bres__error_set_offset(at - load->text);
    return BRES_ERROR_VERSION;
}

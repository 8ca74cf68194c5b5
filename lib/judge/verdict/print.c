/* SPDX-License-Identifier: MIT */
#include "judge/verdict/print.h"
#include "report/report.h"

#include <string.h>

/* `convert` makes control characters visible. */
static void put_converted(bres__text *text, const char *untrusted,
                          void (*convert)(bres__text *text, const char *string))
{
    bres__text valid = { 0 };

    bres__put_valid(&valid, untrusted);
    if (valid.data != NULL)
        convert(text, valid.data);
    text->failed |= valid.failed;
    bres__text_free(&valid);
}

void bres__put_untrusted(bres__text *text, const char *untrusted)
{
    put_converted(text, untrusted, bres__text_puts_visible);
}

void bres__put_printed(bres__text *text, const char *printer, const char *printed)
{
    bres__text visible = { 0 };
    const char *line;

    put_converted(&visible, printed, bres__text_puts_visible_lines);
    line = visible.data != NULL ? visible.data : "";
    while (*line != '\0') {
        const size_t length = strcspn(line, "\n");

        bres__text_printf(text, "    %s| ", printer);
        bres__text_append(text, line, length);
        bres__text_putc(text, '\n');
        line += length + (line[length] == '\n');
    }
    text->failed |= visible.failed;
    bres__text_free(&visible);
}

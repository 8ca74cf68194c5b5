/* SPDX-License-Identifier: MIT */
/*
 * Tables as comma-separated values.
 */
#include "report/table.h"

#include <string.h>

static void csv_field(bres__text *text, size_t column, const char *field)
{
    if (column > 0)
        bres__text_putc(text, ',');
    if (strpbrk(field, ",\"\r\n") == NULL) {
        bres__text_puts(text, field);
        return;
    }
    bres__text_putc(text, '"');
    for (; *field != '\0'; field++) {
        if (*field == '"')
            bres__text_putc(text, '"');
        bres__text_putc(text, *field);
    }
    bres__text_putc(text, '"');
}

bres_status bres__table_csv(const bres__table *table, bres__text *text)
{
    if (table->failed)
        return bres__error_memory();
    if (table->rows == 0)
        return BRES_OK;
    for (size_t i = 0; i < table->count; i++)
        csv_field(text, i, table->columns[i]->header);
    bres__text_putc(text, '\n');
    for (size_t row = 0; row < table->rows; row++) {
        for (size_t i = 0; i < table->count; i++)
            csv_field(text, i, bres__table_cell(table, row, i));
        bres__text_putc(text, '\n');
    }
    return BRES_OK;
}

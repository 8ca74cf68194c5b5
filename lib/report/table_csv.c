/* SPDX-License-Identifier: MIT */
/*
 * Tables as comma-separated values.
 */
#include "report/table.h"

#include <string.h>

/* Whether a spreadsheet may interpret a field as a formula. */
static bool is_formula(const char *field)
{
    double number;

    return field[0] != '\0' && strchr("=+-@\t\r", field[0]) != NULL &&
           bres__parse_float64(field, strlen(field), &number) == BRES__PARSE_MALFORMED;
}

static void csv_field(bres__text *text, size_t column, bool is_safe, const char *field)
{
    const bool is_guarded = is_safe && is_formula(field);

    if (column > 0)
        bres__text_putc(text, ',');
    if (strpbrk(field, ",\"\r\n") == NULL) {
        bres__text_puts(text, is_guarded ? "'" : "");
        bres__text_puts(text, field);
        return;
    }
    bres__text_puts(text, is_guarded ? "\"'" : "\"");
    for (; *field != '\0'; field++) {
        if (*field == '"')
            bres__text_putc(text, '"');
        bres__text_putc(text, *field);
    }
    bres__text_putc(text, '"');
}

bres_status bres__table_csv(const bres__table *table, bool is_safe, bres__text *text)
{
    if (table->failed)
        return bres__error_memory();
    if (table->rows == 0)
        return BRES_OK;
    for (size_t i = 0; i < table->count; i++)
        csv_field(text, i, is_safe, table->columns[i]->header);
    bres__text_putc(text, '\n');
    for (size_t row = 0; row < table->rows; row++) {
        for (size_t i = 0; i < table->count; i++)
            csv_field(text, i, is_safe, bres__table_cell(table, row, i));
        bres__text_putc(text, '\n');
    }
    return BRES_OK;
}

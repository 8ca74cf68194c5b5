/* SPDX-License-Identifier: MIT */
#include "report/report.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

static void put(bres__table *table, const char *name, const char *text)
{
    bres__text_puts(&table->cell, text);
    bres__table_put(table, BRES__COLUMN_SUMMARY, name, name, "");
}

Test(report, table_centres_headers_and_aligns_cells)
{
    bres__table table = { 0 };
    bres__text text = { 0 };

    put(&table, "A", "12345");
    put(&table, "Odd", "1234");
    put(&table, "Header", "");
    bres__table_next_row(&table);
    put(&table, "A", "é");
    put(&table, "Odd", "日本");
    put(&table, "Header", "1");
    cr_assert_eq(bres__table_markdown(&table, &text), BRES_OK);
    cr_assert_str_eq(text.data, "|   A   | Odd  | Header |\n"
                                "|-------|------|--------|\n"
                                "| 12345 | 1234 |        |\n"
                                "|     é | 日本 |      1 |\n");
    bres__table_free(&table);
    bres__text_free(&text);
}

Test(report, table_columns_come_in_order_of_first_use)
{
    bres__table table = { 0 };
    bres__text text = { 0 };

    put(&table, "b", "1");
    bres__table_next_row(&table);
    bres__table_next_row(&table);
    put(&table, "a", "2");
    put(&table, "b", "3");
    put(&table, "b", "4");
    /* The same name in another kind of column; the first header stays. */
    bres__text_puts(&table.cell, "5");
    bres__table_put(&table, BRES__COLUMN_AXIS, "a", "axis", " (x)");
    bres__text_puts(&table.cell, "6");
    bres__table_put(&table, BRES__COLUMN_AXIS, "a", "later", "");
    bres__table_next_row(&table);
    bres__table_next_row(&table);
    cr_assert_eq(table.rows, 3, "rows without cells at the end vanish");
    cr_assert_eq(bres__table_markdown(&table, &text), BRES_OK);
    cr_assert_str_eq(text.data, "| b | a | axis (x) |\n"
                                "|---|---|----------|\n"
                                "| 1 |   |          |\n"
                                "|   |   |          |\n"
                                "| 4 | 2 |        6 |\n");
    bres__table_free(&table);
    bres__text_free(&text);
}

Test(report, table_without_columns_says_so)
{
    bres__table table = { 0 };
    bres__text text = { 0 };

    bres__table_next_row(&table);
    cr_assert_eq(bres__table_csv(&table, false, &text), BRES_OK);
    cr_assert_eq(text.length, 0);
    cr_assert_eq(bres__table_markdown(&table, &text), BRES_OK);
    cr_assert_eq(strncmp(text.data, "No data", 7), 0);
    cr_assert_eq(strchr(text.data, '\n'), text.data + text.length - 1, "one line");
    bres__table_free(&table);
    bres__text_free(&text);
}

Test(report, table_quotes_csv_only_where_needed)
{
    bres__table table = { 0 };
    bres__text text = { 0 };

    put(&table, "plain", "a b|c;d'e");
    put(&table, "comma,", "1,5");
    put(&table, "quote", "say \"hi\"");
    put(&table, "line", "one\ntwo\r");
    bres__table_next_row(&table);
    put(&table, "last", "1");
    cr_assert_eq(bres__table_csv(&table, false, &text), BRES_OK);
    cr_assert_str_eq(text.data, "plain,\"comma,\",quote,line,last\n"
                                "a b|c;d'e,\"1,5\",\"say \"\"hi\"\"\",\"one\ntwo\r\",\n"
                                ",,,,1\n");
    bres__table_free(&table);
    bres__text_free(&text);
}

static bres_status make_table(void *context)
{
    bres__table table = { 0 };
    bres__text text = { 0 };
    bres_status status;

    (void)context;
    put(&table, "a", "1");
    bres__table_next_row(&table);
    put(&table, "b", "2");
    status = bres__table_markdown(&table, &text);
    if (status == BRES_OK)
        status = bres__table_csv(&table, false, &text);
    if (status == BRES_OK && text.failed)
        status = BRES_ERROR_MEMORY;
    bres__table_free(&table);
    bres__text_free(&text);
    return status;
}

Test(report, table_reports_want_of_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, make_table, NULL);
}

Test(report, named_keeps_the_first_place_and_the_last_item)
{
    static const char *const items[] = { "1", "2", "3", "4" };
    bres__ordered_map named = { 0 };

    for (int round = 0; round < 2; round++) {
        cr_assert(bres__ordered_map_put(&named, "a", items[0]));
        cr_assert(bres__ordered_map_put(&named, "b", items[1]));
        cr_assert(bres__ordered_map_put(&named, "", items[2]));
        cr_assert(bres__ordered_map_put(&named, "a", items[3]));
        cr_assert_eq(named.count, 3);
        cr_assert_eq(named.items[0], items[3]);
        cr_assert_eq(named.items[1], items[1]);
        cr_assert_eq(named.items[2], items[2]);
        bres__ordered_map_clear(&named);
        cr_assert_eq(named.count, 0);
    }
    bres__ordered_map_free(&named);
}

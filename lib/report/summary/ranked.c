/* SPDX-License-Identifier: MIT */
#include "report/summary/ranked.h"
#include "report/wrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TAG_STATUS "bres/tune/status"
#define TAG_RANK   "bres/tune/rank"
#define TAG_TIME   "bres/tune/time"
#define TAG_LOWER  "bres/tune/time/lower"
#define TAG_UPPER  "bres/tune/time/upper"
#define TAG_CHANCE "bres/tune/chance"
#define TAG_LISTED "bres/tune/short_listed"
/* Smallest width of a name in columns. */
#define NAME_MIN   8u

bool bres__states_are_tuned(const bres_state *const *states, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bres_state_summary(states[i], TAG_STATUS) != NULL)
            return true;
    }
    return false;
}

struct ranked {
    const bres_state *state;
    int64_t rank;
    size_t index;
};

static int ranked_order(const void *a, const void *b)
{
    const struct ranked *left = a;
    const struct ranked *right = b;

    if (left->rank != right->rank)
        return left->rank < right->rank ? -1 : 1;
    return (left->index > right->index) - (left->index < right->index);
}

bres_status bres__states_sort_by_rank(const bres_state **states, size_t count)
{
    struct ranked *list = bres__calloc(count + 1, sizeof *list);

    if (list == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++) {
        list[i] = (struct ranked){ states[i], INT64_MAX, i };
        (void)bres_summary_int64(bres_state_summary(states[i], TAG_RANK), &list[i].rank);
    }
    qsort(list, count, sizeof *list, ranked_order);
    for (size_t i = 0; i < count; i++)
        states[i] = list[i].state;
    bres__free(list);
    return BRES_OK;
}

static bool state_float64(const bres_state *state, const char *tag, double *value)
{
    return bres_summary_float64(bres_state_summary(state, tag), value);
}

/* Large numbers have an exponent: a wide interval may end far beyond the unit of its time. */
static void put_number(bres__text *text, double value, int digits)
{
    if (fabs(value) < 1e4)
        bres__text_printf(text, "%.*f", digits, value);
    else
        bres__text_printf(text, "%.1e", value);
}

/* "500.1 us [499.8, 500.4]": four significant digits, and the ends in the same unit. */
static void put_time(bres__text *text, const bres_state *state)
{
    static const struct {
        double factor;
        const char *name;
    } units[] = { { 1, "s" }, { 1e3, "ms" }, { 1e6, "us" }, { 1e9, "ns" } };
    double time;
    double lower;
    double upper;
    size_t unit = 0;
    int digits;

    if (!state_float64(state, TAG_TIME, &time))
        return;
    while (unit < 3 && time * units[unit].factor < 1)
        unit++;
    time *= units[unit].factor;
    digits = time >= 100 ? 1 : time >= 10 ? 2 : 3;
    put_number(text, time, digits);
    bres__text_printf(text, " %s", units[unit].name);
    if (!state_float64(state, TAG_LOWER, &lower) || !state_float64(state, TAG_UPPER, &upper))
        return;
    bres__text_puts(text, " [");
    put_number(text, lower * units[unit].factor, digits);
    bres__text_puts(text, ", ");
    put_number(text, upper * units[unit].factor, digits);
    bres__text_putc(text, ']');
}

static void put_samples(bres__text *text, const bres_state *state)
{
    static const char *const tags[] = { "nv/cpu_only/sample_size", "nv/cold/sample_size" };
    int64_t count;

    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        if (bres_summary_int64(bres_state_summary(state, tags[i]), &count)) {
            bres__text_printf(text, "%lld", (long long)count);
            return;
        }
    }
    bres__text_putc(text, '0');
}

static bool state_is_eliminated(const bres_state *state)
{
    const char *status = bres_summary_string(bres_state_summary(state, TAG_STATUS));

    return status != NULL && strcmp(status, "eliminated") == 0;
}

static bool state_is_listed(const bres_state *state)
{
    int64_t is_listed;

    return bres_summary_int64(bres_state_summary(state, TAG_LISTED), &is_listed) && is_listed != 0;
}

/* "* 62.5%", with a mark for the short list. */
static void put_chance(bres__text *text, const bres_state *state)
{
    double chance;

    if (!state_float64(state, TAG_CHANCE, &chance))
        return;
    if (state_is_listed(state))
        bres__text_puts(text, "* ");
    /* Only an eliminated configuration is proven to have no chance. */
    if (chance < 0.0005 && !state_is_eliminated(state))
        bres__text_puts(text, "<0.1%");
    else if (chance > 0.9995 && chance < 1)
        bres__text_puts(text, ">99.9%");
    else
        bres__text_printf(text, "%.1f%%", 100 * chance);
}

static bool states_have_chances(const bres_state *const *states, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bres_state_summary(states[i], TAG_CHANCE) != NULL)
            return true;
    }
    return false;
}

/* Puts all columns except the name into the current row. */
static void put_standing(bres__table *table, const bres_state *state, bool has_chances)
{
    const char *status = bres_summary_string(bres_state_summary(state, TAG_STATUS));
    bres__text *cell = &table->cell;
    int64_t rank;

    if (bres_summary_int64(bres_state_summary(state, TAG_RANK), &rank))
        bres__text_printf(cell, "%lld", (long long)rank);
    bres__table_put_fact(table, "Rank");
    bres__put_cell(cell, status != NULL ? status : "");
    bres__table_put_fact(table, "Status");
    put_time(cell, state);
    bres__table_put_fact(table, "Time [95% CI]");
    put_samples(cell, state);
    bres__table_put_fact(table, "Samples");
    if (!has_chances)
        return;
    put_chance(cell, state);
    bres__table_put_fact(table, "Chance");
}

/* Computes the width of the standings in columns. */
static bres_status measure_standings(const bres_state *const *states, size_t count,
                                     bool has_chances, size_t *width)
{
    bres__table table = { 0 };
    bool failed;

    for (size_t i = 0; i < count; i++) {
        put_standing(&table, states[i], has_chances);
        bres__table_next_row(&table);
    }
    *width = bres__table_markdown_width(&table) + strlen("  |");
    failed = table.failed;
    bres__table_free(&table);
    return failed ? bres__error_memory() : BRES_OK;
}

/* Computes the width that is left for names beside the standings. Omits the chances if they do not
 * fit. */
static bres_status measure_names(const bres_state *const *states, size_t count, bool *has_chances,
                                 size_t *width)
{
    size_t taken;
    bres_status status = measure_standings(states, count, *has_chances, &taken);

    if (status == BRES_OK && *has_chances && taken + NAME_MIN > BRES__REPORT_WIDTH) {
        *has_chances = false;
        status = measure_standings(states, count, false, &taken);
    }
    if (status == BRES_OK)
        *width = taken + NAME_MIN < BRES__REPORT_WIDTH ? BRES__REPORT_WIDTH - taken : NAME_MIN;
    return status;
}

/* Puts a state into the current row, and the rest of a long name into the rows after it. */
static void put_state(bres__table *table, bres__text *lines, size_t width, const bres_state *state,
                      bool has_chances)
{
    const char *name = bres_state_point_name(state);

    put_standing(table, state, has_chances);
    bres__text_clear(lines);
    bres__put_wrapped(lines, width, "", 0, name != NULL ? name : "");
    table->failed = table->failed || lines->failed;
    if (lines->failed)
        return;
    for (char *line = lines->data, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        bres__put_cell(&table->cell, line);
        bres__table_put_fact(table, "Config");
        bres__table_next_row(table);
    }
}

static bres_status put_table(bres__summary_report *report, const bres_state *const *states,
                             size_t count)
{
    static const bres__align aligns[] = { BRES__ALIGN_RIGHT, BRES__ALIGN_LEFT,  BRES__ALIGN_LEFT,
                                          BRES__ALIGN_RIGHT, BRES__ALIGN_RIGHT, BRES__ALIGN_LEFT };
    static const bres__align without[] = { BRES__ALIGN_RIGHT, BRES__ALIGN_LEFT, BRES__ALIGN_LEFT,
                                           BRES__ALIGN_RIGHT, BRES__ALIGN_LEFT };
    bool has_chances = states_have_chances(states, count);
    bres__table table = { 0 };
    size_t width;
    bres_status status = measure_names(states, count, &has_chances, &width);

    if (status != BRES_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        put_state(&table, &report->cell, width, states[i], has_chances);
    status = bres__table_markdown_narrow(&table, has_chances ? aligns : without, &report->text);
    bres__text_clear(&report->cell);
    bres__table_free(&table);
    return status;
}

static void put_reasons(bres__summary_report *report, const bres_state *const *states, size_t count)
{
    bool first = true;

    for (size_t i = 0; i < count; i++) {
        const char *name = bres_state_point_name(states[i]);
        const char *reason = bres_state_skip_reason(states[i]);

        if (!bres_state_is_skipped(states[i]))
            continue;
        if (first)
            bres__text_putc(&report->text, '\n');
        first = false;
        bres__text_clear(&report->cell);
        bres__text_printf(&report->cell, "%s: %s", name != NULL ? name : "",
                          reason != NULL ? reason : "failed");
        report->text.failed |= report->cell.failed;
        if (!report->cell.failed)
            bres__put_wrapped(&report->text, BRES__REPORT_WIDTH, "- ", 2, report->cell.data);
    }
    bres__text_clear(&report->cell);
}

/* Replaces an object with its member `key`. *part becomes empty if it is not an object or lacks the
 * member. */
static bres_status enter_member(bres__slice *part, const char *key)
{
    const bres__slice object = *part;

    *part = (bres__slice){ .data = NULL };
    return object.data != NULL && object.data[0] == '{' ? bres__json_find(&object, key, part)
                                                        : BRES_OK;
}

/* Finds the tuner's section; it is empty for a merged result, which lacks the section. */
static bres_status find_section(const bres_result *result, bres__slice *section)
{
    const char *meta = bres_result_meta_json(result);
    bres_status status;

    *section = (bres__slice){ meta, meta != NULL ? strlen(meta) : 0 };
    status = enter_member(section, "benchresult");
    return status == BRES_OK ? enter_member(section, "tune") : status;
}

/* Appends the message of the section, if it has one. */
static bres_status find_message(const bres__slice *section, bres__text *message)
{
    bres__slice part = *section;
    bres__arena arena = { 0 };
    bres__cursor cursor;
    bres_status status = enter_member(&part, "message");

    if (status != BRES_OK || part.data == NULL || part.data[0] != '"')
        return status;
    cursor = bres__json_cursor(part.data, part.length);
    status = bres__json_string(&cursor, &arena, &part);
    if (status == BRES_OK)
        bres__text_append(message, part.data, part.length);
    bres__arena_free(&arena);
    return status;
}

static double find_number(const bres__slice *section, const char *key)
{
    double number;

    return section->data != NULL && section->data[0] == '{' &&
                   bres__json_member_float64(section->data, key, &number)
               ? number
               : 0;
}

static void put_short_list(bres__summary_report *report, const bres__slice *section)
{
    const double listed = find_number(section, "short_list");
    const double configs = find_number(section, "configs");
    const double margin = find_number(section, "equivalence_margin");

    if (!(listed > 0))
        return;
    bres__text_printf(&report->cell,
                      "Short list (*): %.0f of %.0f configurations. With a probability of 90%%, "
                      "the list has one within %.3g%% of the fastest.",
                      listed, configs, 100 * margin);
    report->text.failed |= report->cell.failed;
    if (!report->cell.failed) {
        bres__text_putc(&report->text, '\n');
        bres__put_wrapped(&report->text, BRES__REPORT_WIDTH, "", 0, report->cell.data);
    }
    bres__text_clear(&report->cell);
}

static bres_status put_message(bres__summary_report *report, const bres__slice *section)
{
    const bres_status status = find_message(section, &report->cell);

    report->text.failed |= report->cell.failed;
    if (status == BRES_OK && !report->cell.failed && report->cell.length > 0) {
        bres__text_putc(&report->text, '\n');
        bres__put_wrapped(&report->text, BRES__REPORT_WIDTH, "", 0, report->cell.data);
    }
    bres__text_clear(&report->cell);
    return status;
}

bres_status bres__summary_ranked(bres__summary_report *report, const bres_result *result,
                                 const bres_state *const *states, size_t count)
{
    bres__slice section;
    bres_status status = put_table(report, states, count);

    if (status == BRES_OK)
        status = find_section(result, &section);
    if (status != BRES_OK)
        return status;
    put_reasons(report, states, count);
    put_short_list(report, &section);
    return put_message(report, &section);
}

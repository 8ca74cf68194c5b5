/* SPDX-License-Identifier: MIT */
/*
 * The findings about a machine: the rows of the table that hold, counters that grew, and settings
 * that changed.
 */
#include "system/handle/findings.h"
#include "system/handle/finding_table.h"

#include <string.h>

void bres__fact_put_path(bres__text *text, const bres__machine *machine, bres__fact_id id)
{
    const char *path = bres__fact_path(machine, id);

    if (path == NULL)
        return;
    if (path[0] != '/')
        bres__text_puts(text, "/sys/devices/system/cpu/cpu*/");
    bres__text_puts(text, path);
}

/* The texts of a finding that is being made. */
typedef struct draft {
    bres__text message;
    bres__text file;
    bres__text fix;
} draft;

static void draft_put_fix(draft *made, const char *fix)
{
    const char *place = strstr(fix, "{file}");

    if (place == NULL) {
        bres__text_puts(&made->fix, fix);
        return;
    }
    bres__text_append(&made->fix, fix, (size_t)(place - fix));
    bres__text_puts(&made->fix, made->file.length > 0 ? made->file.data : "");
    bres__text_puts(&made->fix, place + strlen("{file}"));
}

static bres_status draft_add(const draft *made, bres__fact_id id, bres_severity severity,
                             bres__finding_fn add, void *context)
{
    const bres_finding finding = {
        .severity = severity,
        .key = bres__fact_describe(id)->key,
        .message = made->message.data,
        .file = made->file.data,
        .fix = made->fix.data,
    };

    if (made->message.failed || made->file.failed || made->fix.failed)
        return bres__error_memory();
    return add(context, &finding);
}

static void draft_clear(draft *made)
{
    bres__text_free(&made->message);
    bres__text_free(&made->file);
    bres__text_free(&made->fix);
    *made = (draft){ .message = { 0 } };
}

static void put_value(bres__text *text, const bres__machine *machine, bres__fact_id id)
{
    const char *unit = bres__fact_describe(id)->unit;
    double number;

    bres__fact_put_quoted(text, machine, id);
    if (unit != NULL && bres__fact_number(machine, id, &number))
        bres__text_printf(text, " %s", unit);
}

static bres_status rows_find(const bres__machine *machine, bres__finding_fn add, void *context)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; bres__finding_row_at(i) != NULL && status == BRES_OK; i++) {
        const bres__finding_row *row = bres__finding_row_at(i);
        draft made = { .message = { 0 } };

        if (!row->holds(machine, row->id))
            continue;
        bres__text_printf(&made.message, "%s is ", bres__fact_describe(row->id)->name);
        put_value(&made.message, machine, row->id);
        bres__text_printf(&made.message, ": %s", row->meaning);
        bres__fact_put_path(&made.file, machine, row->id);
        if (row->fix != NULL)
            draft_put_fix(&made, row->fix);
        status = draft_add(&made, row->id, row->severity, add, context);
        draft_clear(&made);
    }
    return status;
}

static bres_status growth_find(const bres__observation *seen, bres__finding_fn add, void *context)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; bres__counter_row_at(i) != NULL && status == BRES_OK; i++) {
        const bres__counter_row *row = bres__counter_row_at(i);
        const double growth = bres__machine_growth(seen->begin, seen->end, row->id);
        draft made = { .message = { 0 } };

        if (growth <= row->share * seen->seconds)
            continue;
        bres__text_printf(&made.message, "%s %.4g %s %.3g s%s: %s", row->before, growth,
                          row->between, seen->seconds, row->after, row->meaning);
        bres__fact_put_path(&made.file, seen->end, row->id);
        status = draft_add(&made, row->id, row->severity, add, context);
        draft_clear(&made);
    }
    return status;
}

static bres_status changes_find(const bres__observation *seen, bres__finding_fn add, void *context)
{
    bres_status status = BRES_OK;

    for (int i = 0; i < BRES__FACT_COUNT && status == BRES_OK; i++) {
        const bres__fact_id id = (bres__fact_id)i;
        draft made = { .message = { 0 } };

        if (bres__fact_describe(id)->kind != BRES__CLASS_SETTING ||
            bres__fact_equals(seen->begin, seen->end, id))
            continue;
        bres__text_printf(&made.message, "%s changed: it was ", bres__fact_describe(id)->name);
        put_value(&made.message, seen->begin, id);
        bres__text_puts(&made.message, ", and is now ");
        put_value(&made.message, seen->end, id);
        bres__fact_put_path(&made.file, seen->end, id);
        status = draft_add(&made, id, BRES_SEVERITY_WARNING, add, context);
        draft_clear(&made);
    }
    return status;
}

bres_status bres__machine_find(const bres__observation *observation, bres__finding_fn add,
                               void *context)
{
    bres_status status;

    if (observation->end == NULL)
        return rows_find(observation->begin, add, context);
    status = rows_find(observation->end, add, context);
    if (status == BRES_OK)
        status = growth_find(observation, add, context);
    if (status == BRES_OK)
        status = changes_find(observation, add, context);
    return status;
}

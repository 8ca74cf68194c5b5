/* SPDX-License-Identifier: MIT */
/*
 * Writing a machine into the `meta` section of a result, and reporting its changes as warnings.
 */
#include "system/system.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool fact_is_known(const bres__machine *machine, bres__fact_id id)
{
    return machine->facts[id].state == BRES__FACT_KNOWN;
}

static bool fact_is_of(bres__fact_id id, bres__fact_class kind)
{
    return bres__fact_describe(id)->kind == kind;
}

static void put_value(bres__json_writer *json, const bres__machine *machine, bres__fact_id id)
{
    const bres__fact *fact = &machine->facts[id];

    switch (fact->form) {
    case BRES__FORM_TEXT:
        bres__json_write_string(json, bres__machine_text(machine, id));
        break;
    case BRES__FORM_INTEGER:
        bres__json_write_int64(json, fact->integer);
        break;
    case BRES__FORM_REAL:
        bres__json_write_float64(json, fact->real);
        break;
    }
}

static void put_known(bres__json_writer *json, const bres__machine *machine, bres__fact_class kind)
{
    for (int id = 0; id < BRES__FACT_COUNT; id++) {
        if (!fact_is_known(machine, (bres__fact_id)id) || !fact_is_of((bres__fact_id)id, kind))
            continue;
        bres__json_key(json, bres__fact_describe((bres__fact_id)id)->key);
        put_value(json, machine, (bres__fact_id)id);
    }
}

static void put_gauges(bres__json_writer *json, const char *key, const bres__machine *machine)
{
    bres__json_key(json, key);
    bres__json_begin(json, '{');
    put_known(json, machine, BRES__CLASS_GAUGE);
    bres__json_end(json, '}');
}

/* Rounds to nanoseconds, because the last digits of a sum of small steps are noise. */
static double rounded(double seconds)
{
    return round(seconds * 1e9) / 1e9;
}

static void put_growth(bres__json_writer *json, const bres__machine *begin,
                       const bres__machine *end)
{
    bres__json_key(json, "during");
    bres__json_begin(json, '{');
    for (int i = 0; i < BRES__FACT_COUNT; i++) {
        const bres__fact_id id = (bres__fact_id)i;

        if (!fact_is_of(id, BRES__CLASS_COUNTER) || !fact_is_known(begin, id) ||
            !fact_is_known(end, id))
            continue;
        bres__json_key(json, bres__fact_describe(id)->key);
        if (end->facts[id].form == BRES__FORM_INTEGER)
            bres__json_write_int64(json, (int64_t)bres__machine_growth(begin, end, id));
        else
            bres__json_write_float64(json, rounded(bres__machine_growth(begin, end, id)));
    }
    bres__json_end(json, '}');
}

static bool setting_changed(const bres__machine *begin, const bres__machine *end, bres__fact_id id)
{
    return fact_is_of(id, BRES__CLASS_SETTING) && !bres__fact_equals(begin, end, id);
}

static void put_or_null(bres__json_writer *json, const char *key, const bres__machine *machine,
                        bres__fact_id id)
{
    bres__json_key(json, key);
    if (fact_is_known(machine, id))
        put_value(json, machine, id);
    else
        bres__json_write_literal(json, "null");
}

static void put_changes(bres__json_writer *json, const bres__machine *begin,
                        const bres__machine *end)
{
    bool any = false;

    for (int i = 0; i < BRES__FACT_COUNT; i++) {
        const bres__fact_id id = (bres__fact_id)i;

        if (!setting_changed(begin, end, id))
            continue;
        if (!any) {
            bres__json_key(json, "changed");
            bres__json_begin(json, '{');
            any = true;
        }
        bres__json_key(json, bres__fact_describe(id)->key);
        bres__json_begin(json, '{');
        put_or_null(json, "begin", begin, id);
        put_or_null(json, "end", end, id);
        bres__json_end(json, '}');
    }
    if (any)
        bres__json_end(json, '}');
}

/* The keys of unknown facts, grouped by reason. */
static void put_unknown(bres__json_writer *json, const bres__machine *machine)
{
    bres__json_key(json, "unknown");
    bres__json_begin(json, '{');
    for (int state = 0; state <= BRES__FACT_MALFORMED; state++) {
        const char *reason = bres__fact_state_name((bres__fact_state)state);
        bool any = false;

        for (int id = 0; id < BRES__FACT_COUNT && reason != NULL; id++) {
            if (machine->facts[id].state != (bres__fact_state)state)
                continue;
            if (!any) {
                bres__json_key(json, reason);
                bres__json_begin(json, '[');
                any = true;
            }
            bres__json_write_string(json, bres__fact_describe((bres__fact_id)id)->key);
        }
        if (any)
            bres__json_end(json, ']');
    }
    bres__json_end(json, '}');
}

/* Without randomization all processes of a run have the same memory layout. */
static void put_layout(bres__json_writer *json, const bres__machine *machine)
{
    double aslr;

    if (!bres__fact_number(machine, BRES__FACT_ASLR, &aslr) || aslr != 0)
        return;
    bres__json_key(json, "one_layout");
    bres__json_write_literal(json, "true");
}

void bres__machine_put(bres__json_writer *json, const bres__machine *begin,
                       const bres__machine *end)
{
    bres__json_key(json, "host");
    bres__json_begin(json, '{');
    put_known(json, begin, BRES__CLASS_SETTING);
    bres__saved_put(json, &begin->saved);
    put_layout(json, begin);
    put_gauges(json, "begin", begin);
    if (end != NULL) {
        put_gauges(json, "end", end);
        put_growth(json, begin, end);
        put_changes(json, begin, end);
    }
    put_unknown(json, begin);
    bres__json_end(json, '}');
}

/* Describes the growth of a counter that shows that the run was slowed down. */
static void text_disturbance(bres__text *text, const bres__machine *begin, const bres__machine *end,
                             bres__fact_id id)
{
    const double growth = bres__machine_growth(begin, end, id);

    if (growth <= 0)
        return;
    if (id == BRES__FACT_THERMAL_THROTTLES)
        bres__text_printf(text, "the CPUs were throttled because of heat %.0f times during the run",
                          growth);
    else if (id == BRES__FACT_THROTTLED_PERIODS)
        bres__text_printf(text,
                          "the cgroup's CPU limit throttled the run in %.0f periods, for %.3g s",
                          growth, bres__machine_growth(begin, end, BRES__FACT_THROTTLED_TIME));
}

bres_status bres__machine_report_changes(const bres__machine *begin, const bres__machine *end,
                                         void (*report)(void *context, const char *message),
                                         void *context)
{
    bres__text text = { 0 };
    bool failed;

    for (int i = 0; i < BRES__FACT_COUNT && !text.failed; i++) {
        const bres__fact_id id = (bres__fact_id)i;

        bres__text_clear(&text);
        if (setting_changed(begin, end, id)) {
            bres__text_printf(&text, "%s changed during the run: it was ",
                              bres__fact_describe(id)->name);
            bres__fact_put_quoted(&text, begin, id);
            bres__text_puts(&text, ", and is now ");
            bres__fact_put_quoted(&text, end, id);
        } else {
            text_disturbance(&text, begin, end, id);
        }
        if (text.length > 0 && !text.failed)
            report(context, text.data);
    }
    failed = text.failed;
    bres__text_free(&text);
    return failed ? bres__error_memory() : BRES_OK;
}

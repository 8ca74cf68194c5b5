/* SPDX-License-Identifier: MIT */
/*
 * The report of a diagnosis for people: the machine, findings, facts that are not visible, and the
 * results of the probe.
 */
#include "report/doctor/doctor.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Width of a list marker in columns. */
#define LIST_INDENT 2

/* Puts a line of the first section; nothing if the fact is unknown or empty. */
static void put_fact(bres__text *text, const bres_machine *machine, const char *label,
                     const char *key)
{
    const bres_machine_fact *fact = bres_machine_fact_find(machine, key);
    char lead[32];

    if (fact == NULL || fact->value == NULL || fact->value[0] == '\0')
        return;
    bres__format(lead, sizeof(lead), "- %s: ", label);
    bres__put_wrapped(text, BRES__REPORT_WIDTH, lead, LIST_INDENT, fact->value);
}

static void put_machine(bres__text *text, const bres_machine *machine)
{
    static const struct {
        const char *label;
        const char *key;
    } rows[] = {
        { "Processor", "processor" },
        { "CPUs", "processors" },
        { "Allowed CPUs", "cpus_allowed" },
        { "Microcode", "microcode" },
        { "Kernel", "release" },
        { "Governor", "governor" },
        { "Turbo", "turbo" },
        { "Hypervisor", "hypervisor" },
        { "Container", "container" },
        { "NVIDIA driver", "gpu_driver" },
    };

    bres__text_puts(text, "# Machine\n\n");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        put_fact(text, machine, rows[i].label, rows[i].key);
}

static void put_finding(bres__text *text, const bres_finding *finding)
{
    bres__text words = { 0 };

    bres__text_printf(&words, "%s: %s", bres_severity_name((bres_severity)finding->severity),
                      finding->message);
    bres__put_wrapped(text, BRES__REPORT_WIDTH, "- ", LIST_INDENT, words.failed ? "" : words.data);
    if (finding->file != NULL)
        bres__put_wrapped(text, BRES__REPORT_WIDTH, "  file: ", 2 * LIST_INDENT, finding->file);
    if (finding->fix != NULL)
        bres__put_wrapped(text, BRES__REPORT_WIDTH, "  fix: ", 2 * LIST_INDENT, finding->fix);
    text->failed = text->failed || words.failed;
    bres__text_free(&words);
}

static void put_findings(bres__text *text, const bres_machine *machine)
{
    const size_t count = bres_machine_finding_count(machine);
    bool any = false;

    bres__text_puts(text, "\n# Findings\n\n");
    for (size_t i = 0; i < count; i++) {
        const bres_finding *finding = bres_machine_finding_at(machine, i);

        put_finding(text, finding);
        any = any || finding->fix != NULL;
    }
    if (count == 0)
        bres__put_wrapped(text, BRES__REPORT_WIDTH, "", 0,
                          "No visible fact of this machine disturbs measurements.");
    if (!any)
        return;
    bres__text_putc(text, '\n');
    bres__put_wrapped(text, BRES__REPORT_WIDTH, "", 0,
                      "The doctor changed nothing. Some of these commands need administrator "
                      "rights, and their effect ends when the machine restarts.");
}

/* Puts the keys of unknown facts, grouped by reason. */
static void put_unknown(bres__text *text, const bres_machine *machine)
{
    const size_t count = bres_machine_fact_count(machine);
    bres__text words = { 0 };
    size_t done = 0;

    for (size_t i = 0; i < count; i++) {
        const char *reason = bres_machine_fact_at(machine, i)->unknown;
        bool is_first = reason != NULL;

        for (size_t k = 0; k < i && is_first; k++) {
            const char *earlier = bres_machine_fact_at(machine, k)->unknown;

            is_first = earlier == NULL || strcmp(earlier, reason) != 0;
        }
        if (!is_first)
            continue;
        if (done++ == 0)
            bres__text_puts(text, "\n# Not visible\n\n");
        bres__text_clear(&words);
        bres__text_printf(&words, "%s: ", reason);
        for (size_t k = i; k < count; k++) {
            const bres_machine_fact *fact = bres_machine_fact_at(machine, k);

            if (fact->unknown != NULL && strcmp(fact->unknown, reason) == 0)
                bres__text_printf(&words, "%s%s", k > i ? ", " : "", fact->key);
        }
        text->failed = text->failed || words.failed;
        bres__put_wrapped(text, BRES__REPORT_WIDTH, "- ", LIST_INDENT,
                          words.failed ? "" : words.data);
    }
    bres__text_free(&words);
}

static void put_duration(bres__text *cell, double seconds)
{
    const bres__display_value value = { .kind = BRES_KIND_FLOAT64, .real = seconds };

    if (isnan(seconds))
        bres__text_putc(cell, '?');
    else
        bres__display_put_with_unit(cell, &value, "duration");
}

static void put_percent(bres__text *cell, double fraction)
{
    if (isnan(fraction))
        bres__text_putc(cell, '?');
    else
        bres__text_printf(cell, "%.2f%%", 100 * fraction);
}

static void put_ratio(bres__text *cell, double ratio)
{
    if (isnan(ratio))
        bres__text_putc(cell, '?');
    else
        bres__text_printf(cell, "%.4f", ratio);
}

static void idle_row(bres__table *table, const char *name, const bres_probe_idle *idle)
{
    bres__text *cell = &table->cell;

    bres__put_cell(cell, name);
    bres__table_put_fact(table, "Work");
    put_duration(cell, idle->floor);
    bres__table_put_fact(table, "Floor");
    put_ratio(cell, idle->median_ratio);
    bres__table_put_fact(table, "p50");
    put_ratio(cell, idle->p99_ratio);
    bres__table_put_fact(table, "p99");
    put_percent(cell, idle->slow_share);
    bres__table_put_fact(table, "Slow");
    put_percent(cell, idle->waiting);
    bres__table_put_fact(table, "Wait");
    put_percent(cell, idle->lost);
    bres__table_put_fact(table, "Lost");
    bres__table_next_row(table);
}

static void race_row(bres__table *table, const char *name, const bres_probe_race *race)
{
    bres__text *cell = &table->cell;

    bres__put_cell(cell, name);
    bres__table_put_fact(table, "Work");
    bres__text_printf(cell, "%" PRIu64, race->runs);
    bres__table_put_fact(table, "Runs");
    put_duration(cell, race->time);
    bres__table_put_fact(table, "Block");
    put_percent(cell, race->variation);
    bres__table_put_fact(table, "SD");
    put_percent(cell, race->drift);
    bres__table_put_fact(table, "Drift");
    put_percent(cell, race->detectable_effect);
    bres__table_put_fact(table, "Pairs");
    put_percent(cell, race->one_run_effect);
    bres__table_put_fact(table, "One run");
    bres__table_next_row(table);
}

#define LEFT  BRES__ALIGN_LEFT
#define RIGHT BRES__ALIGN_RIGHT

static const char idle_caption[] =
    "The idle test: the fastest block, the median and the 99th percentile relative to the fastest "
    "block, the share of blocks that were slower by 0.5 %, and the time that the test waited and "
    "lost:";
static const char race_caption[] =
    "The race of a program against itself: the median block, the standard deviation between runs, "
    "the drift per minute, and the changes that pairs of runs and one run per side can show:";

static bres_status put_works(bres__text *text, const bres_diagnosis *diagnosis, bool raced)
{
    static const bres__align aligns[] = { LEFT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT };
    bres__table table = { 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < diagnosis->work_count; i++) {
        const bres_diagnosed_work *work = &diagnosis->works[i];

        if (raced && work->race != NULL && work->race->runs > 0)
            race_row(&table, work->name, work->race);
        else if (!raced && work->idle != NULL && work->idle->blocks > 0)
            idle_row(&table, work->name, work->idle);
    }
    if (table.rows > 0 || table.failed) {
        bres__text_putc(text, '\n');
        bres__put_wrapped(text, BRES__REPORT_WIDTH, "", 0, raced ? race_caption : idle_caption);
        bres__text_putc(text, '\n');
        status = bres__table_markdown_aligned(&table, aligns, text);
    }
    bres__table_free(&table);
    return status;
}

static void put_probe_findings(bres__text *text, uint32_t findings)
{
    const bres__probe_finding *finding;
    const char *lead = "\n- ";

    for (size_t i = 0; (finding = bres__probe_finding_at(i)) != NULL; i++) {
        if ((findings & finding->bit) == 0)
            continue;
        bres__text_puts(text, lead);
        lead = "- ";
        bres__put_wrapped(text, BRES__REPORT_WIDTH,
                          (finding->bit & BRES_PROBE_CRITICAL) != 0 ? "critical: " : "warning: ",
                          LIST_INDENT, finding->message);
    }
}

static void put_sentence(bres__text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Puts a paragraph. */
static void put_sentence(bres__text *text, const char *format, ...)
{
    char sentence[1024];
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(sentence, sizeof(sentence), format, arguments);
    va_end(arguments);
    bres__text_putc(text, '\n');
    bres__put_wrapped(text, BRES__REPORT_WIDTH, "", 0, sentence);
}

static void put_verdict(bres__text *text, const bres_diagnosis *diagnosis)
{
    put_sentence(text, "Result: %s.", diagnosis->outcome->message);
    if (diagnosis->fitness != NULL)
        put_sentence(text, "This machine is now: %s.", diagnosis->fitness);
    if (diagnosis->change > 0)
        put_sentence(text, "It is %sfit for the required %g %%.",
                     diagnosis->is_fit != 0 ? "" : "not ", 100 * diagnosis->change);
}

bres_status bres__doctor_markdown(const bres_diagnosis *diagnosis, bres__text *text)
{
    bres_status status;

    put_machine(text, diagnosis->machine);
    put_findings(text, diagnosis->machine);
    put_unknown(text, diagnosis->machine);
    if (diagnosis->outcome == NULL && diagnosis->failure == NULL)
        return BRES_OK;
    bres__text_puts(text, "\n# Measurement\n");
    if (diagnosis->outcome == NULL) {
        put_sentence(text, "Nothing was measured: %s.", diagnosis->failure);
        return BRES_OK;
    }
    status = put_works(text, diagnosis, false);
    if (status == BRES_OK)
        status = put_works(text, diagnosis, true);
    put_probe_findings(text, diagnosis->outcome->findings);
    put_verdict(text, diagnosis);
    return status;
}

/* SPDX-License-Identifier: MIT */
#include "harness/run/log.h"
#include "harness/run/progress.h"

#include <stdarg.h>
#include <string.h>

static const struct {
    const char *text; /* padded to five characters */
    const char *color;
} log_tags[] = {
    [BRES__LOG_RUN] = { "Run: ", "\033[1m" },   [BRES__LOG_PASS] = { "Pass:", "\033[32m" },
    [BRES__LOG_SKIP] = { "Skip:", "\033[33m" }, [BRES__LOG_FAIL] = { "Fail:", "\033[31m" },
    [BRES__LOG_WARN] = { "Warn:", "\033[33m" }, [BRES__LOG_INFO] = { "Info:", "\033[36m" },
};

void bres__log_open(bres__log *log, int fd, bool quiet, bool color)
{
    *log = (bres__log){ .fd = fd, .quiet = quiet, .color = color };
    bres__progress_open(&log->progress, quiet ? -1 : fd);
}

void bres__log_free(bres__log *log)
{
    bres__progress_free(&log->progress);
    bres__text_free(&log->run);
}

static void line_begin(const bres__log *log, bres__text *line, bres__log_tag tag)
{
    if (log->color)
        bres__text_puts(line, log_tags[tag].color);
    bres__text_puts(line, log_tags[tag].text);
    if (log->color)
        bres__text_puts(line, "\033[0m");
    bres__text_putc(line, ' ');
}

/* Log lines are written as they come. There is nobody to tell that they cannot be. */
static void log_write(bres__log *log, bres__text *lines)
{
    bres__text_putc(lines, '\n');
    if (lines->failed)
        return;
    bres__progress_clear(&log->progress);
    bres__write_full(log->fd, lines->data, lines->length);
}

void bres__log_line(bres__log *log, bres__log_tag tag, const char *format, ...)
{
    bres__text lines = { 0 };
    char message[2048];
    va_list arguments;

    if (log->quiet)
        return;
    if (log->run.length > 0) {
        bres__text_append(&lines, log->run.data, log->run.length);
        bres__text_putc(&lines, '\n');
        bres__text_clear(&log->run);
    }
    line_begin(log, &lines, tag);
    va_start(arguments, format);
    bres__vformat(message, sizeof message, format, arguments);
    va_end(arguments);
    bres__text_puts_visible(&lines, message);
    log_write(log, &lines);
    bres__text_free(&lines);
}

/* Appends "bench [axis=value ...]". */
static void put_state(bres__text *text, const bres_state *state)
{
    const char *name = bres_state_name(state);

    bres__text_puts_visible(text, bres_subbench_name(bres_state_subbench(state)));
    if (name == NULL || name[0] == '\0')
        return;
    bres__text_puts(text, " [");
    bres__text_puts_visible(text, name);
    bres__text_putc(text, ']');
}

void bres__log_begin_state(bres__log *log, size_t index, const bres_state *state)
{
    bres__text name = { 0 };

    if (log->quiet)
        return;
    put_state(&name, state);
    if (name.failed)
        goto out;
    bres__text_clear(&log->run);
    line_begin(log, &log->run, BRES__LOG_RUN);
    bres__text_printf(&log->run, "[%zu/%zu] %s", index, log->progress.count, name.data);
    if (log->progress.fd < 0) {
        log_write(log, &log->run);
        bres__text_clear(&log->run);
    } else {
        bres__progress_begin_state(&log->progress, index, name.data);
    }
out:
    bres__text_free(&name);
}

static bool state_number(const bres_state *state, const char *tag, double *number)
{
    return bres_value_float64(bres_summary_field(bres_state_summary(state, tag), "value"), number);
}

static void put_seconds(bres__text *text, double seconds)
{
    static const struct {
        double scale;
        const char *unit;
    } units[] = { { 1e9, "ns" }, { 1e6, "us" }, { 1e3, "ms" }, { 1, "s" } };
    size_t i = 0;

    while (i < sizeof units / sizeof *units - 1 && seconds * units[i].scale >= 1000)
        i++;
    bres__text_printf(text, "%.3f %s", seconds * units[i].scale, units[i].unit);
}

/* The tags that make a line. */
typedef struct pass_tags {
    const char *count;
    const char *mean;
    const char *walltime;
    const char *kind; /* of samples */
} pass_tags;

static const pass_tags pass_lines[] = {
    { "nv/cpu_only/sample_size", "nv/cpu_only/time/cpu/mean", "nv/cpu_only/walltime", "samples" },
    { "nv/cold/sample_size", "nv/cold/time/gpu/mean", "nv/cold/walltime", "samples" },
    { "nv/batch/sample_size", "nv/batch/time/gpu/mean", "nv/batch/walltime", "launches in a row" },
};

/* false: the state has no such summaries. */
static bool log_pass_line(bres__log *log, const bres_state *state, const pass_tags *tags)
{
    bres__text text = { 0 };
    double count;
    double mean;
    double walltime;

    if (!state_number(state, tags->count, &count) || !state_number(state, tags->mean, &mean) ||
        !state_number(state, tags->walltime, &walltime))
        return false;
    put_seconds(&text, mean);
    bres__text_printf(&text, " mean, %.0f %s, ", count, tags->kind);
    put_seconds(&text, mean * count);
    bres__text_puts(&text, " measured, ");
    put_seconds(&text, walltime);
    bres__text_puts(&text, " in all");
    if (!text.failed)
        bres__log_line(log, BRES__LOG_PASS, "%s", text.data);
    bres__text_free(&text);
    return true;
}

/* What the standard summaries say; a body may have made others alone. */
static void log_pass(bres__log *log, const bres_state *state)
{
    bool said = false;

    for (size_t i = 0; i < sizeof(pass_lines) / sizeof(pass_lines[0]); i++)
        said = log_pass_line(log, state, &pass_lines[i]) || said;
    if (!said)
        bres__log_line(log, BRES__LOG_PASS, "done");
}

void bres__log_end_state(bres__log *log, const bres_state *state, bool failed)
{
    bres__progress_end_state(&log->progress);
    if (bres_state_is_skipped(state))
        bres__log_line(log, failed ? BRES__LOG_FAIL : BRES__LOG_SKIP, "%s",
                       bres_state_skip_reason(state));
    else if (log->progress.fd < 0)
        log_pass(log, state);
    bres__text_clear(&log->run);
}

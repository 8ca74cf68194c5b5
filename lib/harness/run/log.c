/* SPDX-License-Identifier: MIT */
#include "harness/run/log.h"

#include <stdarg.h>

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

/* Writes log lines at once. Ignores a failure, which could not be reported. */
static void log_write(bres__log *log, const bres__text *lines)
{
    if (lines->failed)
        return;
    bres__progress_clear(&log->progress);
    bres__write_full(log->fd, lines->data, lines->length);
}

void bres__log_line(bres__log *log, bres__status_tag tag, const char *format, ...)
{
    bres__text lines = { 0 };
    char message[2048];
    va_list arguments;

    if (log->quiet)
        return;
    if (log->run.length > 0)
        bres__text_append(&lines, log->run.data, log->run.length);
    bres__text_clear(&log->run);
    va_start(arguments, format);
    bres__vformat(message, sizeof message, format, arguments);
    va_end(arguments);
    bres__status_put(&lines, tag, log->color, message);
    log_write(log, &lines);
    bres__text_free(&lines);
}

void bres__log_begin_state(bres__log *log, size_t index, const bres_state *state)
{
    bres__text name = { 0 };

    if (log->quiet)
        return;
    bres__status_put_state(&name, state);
    if (name.failed)
        goto out;
    bres__text_clear(&log->run);
    bres__status_put_run(&log->run, log->color, index, log->progress.line.count, name.data);
    if (log->progress.fd < 0) {
        log_write(log, &log->run);
        bres__text_clear(&log->run);
    } else {
        bres__progress_begin_state(&log->progress, index, name.data);
    }
out:
    bres__text_free(&name);
}

static void log_pass(bres__log *log, const bres_state *state)
{
    bres__text lines = { 0 };

    bres__status_put_pass(&lines, log->color, state);
    log_write(log, &lines);
    bres__text_free(&lines);
}

void bres__log_end_state(bres__log *log, const bres_state *state, bool failed)
{
    bres__progress_end_state(&log->progress);
    if (bres_state_is_skipped(state))
        bres__log_line(log, failed ? BRES__STATUS_FAIL : BRES__STATUS_SKIP, "%s",
                       bres_state_skip_reason(state));
    else if (log->progress.fd < 0 && !log->quiet)
        log_pass(log, state);
    bres__text_clear(&log->run);
}

/* SPDX-License-Identifier: MIT */
/*
 * The progress of benchresult tune: one line that changes on a terminal, else one line for each
 * batch.
 */
#include "tune.h"

#include <inttypes.h>
#include <unistd.h>

#define COLUMNS 78

void tune_progress_clear(struct tune *tune)
{
    if (tune->drawn)
        fputs("\r\033[K", stderr);
    tune->drawn = false;
}

/* Texts of the caller are part of the line. */
static void line_print(const char *line)
{
    for (int column = 0; *line != '\0' && column < COLUMNS; column++)
        line = tool_put_character(stderr, line);
}

void tune_progress_show(void *user, const bres_tuner *tuner)
{
    struct tune *tune = user;
    const uint64_t total = bres_tuner_config_count(tuner);
    const uint64_t left = bres_tuner_remaining_count(tuner);
    const bres_trial *leader = bres_tuner_trial_at(tuner, 0);
    const bool is_terminal = isatty(STDERR_FILENO);
    char line[512];

    if (tune->quiet || (!is_terminal && !tune->shows_progress))
        return;
    snprintf(line, sizeof line, "%" PRIu64 " of %" PRIu64 " done, %" PRIu64 " left, leader %s",
             total - left, total, left, leader != NULL ? bres_trial_name(leader) : "none");
    if (is_terminal)
        fputs("\r\033[K", stderr);
    line_print(line);
    if (!is_terminal)
        fputc('\n', stderr);
    tune->drawn = is_terminal;
}

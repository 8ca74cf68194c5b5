/* SPDX-License-Identifier: MIT */
/*
 * The progress line of benchresult judge.
 */
#include "judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COLUMNS 78

void judge_progress_begin(struct judge_progress *progress, const char *problem)
{
    const char *terminal = getenv("TERM");

    progress->problem = problem;
    progress->is_shown = isatty(STDERR_FILENO) && terminal != NULL && terminal[0] != '\0' &&
                         strcmp(terminal, "dumb") != 0;
}

/* Names of cases are those of problems, which are text without control characters. */
static void line_show(struct judge_progress *progress, const char *what,
                      const bres_judge_event *event)
{
    char line[256];
    int length = snprintf(line, sizeof line, "%s: %s", progress->problem, what);

    if (event->test_id > 0)
        length +=
            snprintf(line + length, sizeof line - (size_t)length, " %" PRIu64 "/%" PRIu64 " %.40s",
                     event->test_id, event->total_tests, event->name);
    if (event->sample > 0)
        snprintf(line + length, sizeof line - (size_t)length, ", %" PRIu64 " samples",
                 event->sample);
    fprintf(stderr, "\r\033[K%.*s", COLUMNS, line);
    progress->is_visible = true;
}

void judge_progress_update(struct judge_progress *progress, const bres_judge_event *event)
{
    if (!progress->is_shown)
        return;
    switch (event->kind) {
    case BRES_JUDGE_EVENT_COMPILING:
        line_show(progress, "compiling", event);
        break;
    case BRES_JUDGE_EVENT_CHECKING:
    case BRES_JUDGE_EVENT_TEST_RESULT:
        line_show(progress, "checking", event);
        break;
    case BRES_JUDGE_EVENT_BENCHMARKING:
    case BRES_JUDGE_EVENT_SAMPLE:
        line_show(progress, "timing", event);
        break;
    default:
        break;
    }
}

void judge_progress_end(struct judge_progress *progress)
{
    if (progress->is_visible)
        fputs("\r\033[K", stderr);
    progress->is_visible = false;
}

/* SPDX-License-Identifier: MIT */
/*
 * Drawing the progress line on a terminal.
 */
#include "harness/run/progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PROGRESS_INTERVAL UINT64_C(100000000)
#define PROGRESS_COLUMNS  80

void bres__progress_open(bres__progress *progress, int fd)
{
    const char *terminal = getenv("TERM");
    const bool can = terminal != NULL && terminal[0] != '\0' && strcmp(terminal, "dumb") != 0;

    *progress = (bres__progress){ .fd = can && isatty(fd) ? fd : -1, .line.noise = -1 };
}

void bres__progress_free(bres__progress *progress)
{
    bres__progress_clear(progress);
    bres__text_free(&progress->name);
}

void bres__progress_start(bres__progress *progress, const bres_clock *clock, size_t count,
                          size_t to_run)
{
    progress->clock = clock;
    progress->line.count = count;
    progress->line.to_run = to_run;
    progress->line.ended = 0;
    progress->start = clock->now(clock->user);
}

/* The last column stays free: writing there makes some terminals begin a new line. */
static size_t terminal_columns(int fd)
{
    struct winsize size;

    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return PROGRESS_COLUMNS - 1;
    return size.ws_col > 1 ? size.ws_col - 1u : 1;
}

/* Draws the line, unless it has been drawn within the last tenth of a second. */
static void progress_draw(bres__progress *progress)
{
    bres__progress_line *line = &progress->line;
    bres__text text = { 0 };
    uint64_t now;

    if (progress->fd < 0 || progress->clock == NULL)
        return;
    now = progress->clock->now(progress->clock->user);
    if (progress->drawn != 0 && now - progress->drawn < PROGRESS_INTERVAL)
        return;
    line->state = progress->name.data != NULL ? progress->name.data : "";
    line->elapsed = now > progress->start ? now - progress->start : 0;
    bres__text_puts(&text, "\r\033[K");
    bres__progress_line_put(&text, line, terminal_columns(progress->fd));
    /* A failed write means that the terminal has gone, together with the line. */
    if (!text.failed && bres__write_full(progress->fd, text.data, text.length) == 0) {
        progress->drawn = now;
        progress->visible = true;
    }
    bres__text_free(&text);
}

void bres__progress_begin_state(bres__progress *progress, size_t index, const char *name)
{
    progress->line.index = index;
    progress->line.samples = 0;
    progress->line.noise = -1;
    bres__text_clear(&progress->name);
    bres__text_puts(&progress->name, name);
    progress_draw(progress);
}

void bres__progress_end_state(bres__progress *progress)
{
    progress->line.ended++;
}

void bres__progress_update(bres__progress *progress, int64_t samples, double noise)
{
    progress->line.samples = samples;
    progress->line.noise = noise;
    progress_draw(progress);
}

void bres__progress_clear(bres__progress *progress)
{
    static const char clear[] = "\r\033[K";

    if (progress->visible)
        bres__write_full(progress->fd, clear, sizeof clear - 1);
    progress->visible = false;
}

/* SPDX-License-Identifier: MIT */
/*
 * The progress line: state i of n, its name, samples and noise so far, time and what is left of it.
 */
#include "harness/run/progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PROGRESS_INTERVAL UINT64_C(100000000)
#define PROGRESS_COLUMNS  80
/* Names that get less are not worth their place. */
#define PROGRESS_NAME_MIN 8

void bres__progress_open(bres__progress *progress, int fd)
{
    const char *terminal = getenv("TERM");
    const bool can = terminal != NULL && terminal[0] != '\0' && strcmp(terminal, "dumb") != 0;

    *progress = (bres__progress){ .fd = can && isatty(fd) ? fd : -1, .noise = -1 };
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
    progress->count = count;
    progress->to_run = to_run;
    progress->ended = 0;
    progress->start = clock->now(clock->user);
}

static void put_duration(bres__text *text, uint64_t nanoseconds)
{
    const unsigned long long seconds = nanoseconds / UINT64_C(1000000000);

    if (seconds < 60)
        bres__text_printf(text, "%llu s", seconds);
    else if (seconds < 3600)
        bres__text_printf(text, "%llu min %02llu s", seconds / 60, seconds % 60);
    else
        bres__text_printf(text, "%llu h %02llu min", seconds / 3600, seconds / 60 % 60);
}

/* What stands behind the name. The states to come are taken to last as long as those that have
 * ended did on average. */
static void put_tail(const bres__progress *progress, bres__text *text, uint64_t now)
{
    const uint64_t elapsed = now > progress->start ? now - progress->start : 0;

    if (progress->samples > 0)
        bres__text_printf(text, "  %lld samples", (long long)progress->samples);
    if (progress->noise >= 0)
        bres__text_printf(text, ", noise %.2f%%", progress->noise * 100);
    bres__text_puts(text, "  ");
    put_duration(text, elapsed);
    if (progress->ended > 0 && progress->ended <= progress->to_run) {
        const double average = (double)elapsed / (double)progress->ended;
        const double left = average * (double)(progress->to_run - progress->ended);

        bres__text_puts(text, ", about ");
        put_duration(text, left < 1e18 ? (uint64_t)left : UINT64_C(1000000000000000000));
        bres__text_puts(text, " left");
    }
}

/* Appends as much of a text as fits in the columns. */
static void put_cut(bres__text *text, const char *string, size_t columns)
{
    const size_t start = text->length;

    for (size_t length = strlen(string); length > 0 && !text->failed; length--) {
        if (((unsigned char)string[length] & 0xC0) == 0x80)
            continue;
        text->length = start;
        bres__text_append(text, string, length);
        if (text->failed || bres__text_width(text->data + start) <= columns)
            return;
    }
    if (text->data != NULL) {
        text->length = start;
        text->data[start] = '\0';
    }
}

void bres__progress_put(const bres__progress *progress, bres__text *text, uint64_t now,
                        size_t columns)
{
    const char *name = progress->name.data != NULL ? progress->name.data : "";
    bres__text head = { 0 };
    bres__text tail = { 0 };
    size_t fixed;

    bres__text_printf(&head, "[%zu/%zu] ", progress->index, progress->count);
    put_tail(progress, &tail, now);
    if (head.failed || tail.failed)
        goto out;
    fixed = bres__text_width(head.data) + bres__text_width(tail.data);
    if (fixed + PROGRESS_NAME_MIN <= columns) {
        bres__text_puts(text, head.data);
        put_cut(text, name, columns - fixed);
        bres__text_puts(text, tail.data);
    } else {
        bres__text_puts(&head, name);
        if (!head.failed)
            put_cut(text, head.data, columns);
    }
out:
    bres__text_free(&head);
    bres__text_free(&tail);
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
    bres__text line = { 0 };
    uint64_t now;

    if (progress->fd < 0 || progress->clock == NULL)
        return;
    now = progress->clock->now(progress->clock->user);
    if (progress->drawn != 0 && now - progress->drawn < PROGRESS_INTERVAL)
        return;
    bres__text_puts(&line, "\r\033[K");
    bres__progress_put(progress, &line, now, terminal_columns(progress->fd));
    /* A terminal that has gone takes the line with it. */
    if (!line.failed && bres__write_full(progress->fd, line.data, line.length) == 0) {
        progress->drawn = now;
        progress->visible = true;
    }
    bres__text_free(&line);
}

void bres__progress_begin_state(bres__progress *progress, size_t index, const char *name)
{
    progress->index = index;
    progress->samples = 0;
    progress->noise = -1;
    bres__text_clear(&progress->name);
    bres__text_puts(&progress->name, name);
    progress_draw(progress);
}

void bres__progress_end_state(bres__progress *progress)
{
    progress->ended++;
}

void bres__progress_update(bres__progress *progress, int64_t samples, double noise)
{
    progress->samples = samples;
    progress->noise = noise;
    progress_draw(progress);
}

void bres__progress_clear(bres__progress *progress)
{
    static const char clear[] = "\r\033[K";

    if (progress->visible)
        bres__write_full(progress->fd, clear, sizeof clear - 1);
    progress->visible = false;
}

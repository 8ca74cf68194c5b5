/* SPDX-License-Identifier: MIT */
/*
 * Names of settings that are not compared.
 */
#include "report/pivot/pivot.h"

#include <string.h>
#include <strings.h>

/* Members that differ from run to run. */
static const char *const ignored[] = { "calibrate_loops",
                                       "command_max_rss",
                                       "cpu_freq",
                                       "cpu_temp",
                                       "duration",
                                       "load_avg_1min",
                                       "loops",
                                       "mem_max_rss",
                                       "mem_peak_pagefile_usage",
                                       "recalibrate_loops",
                                       "runnable_threads",
                                       "timestamp",
                                       "uptime",
                                       NULL };

/* The first or last words of members that describe the date or the sources of a result. */
static const char *const origins[] = { "build", "commit", "date", "git", "time", NULL };

/* Settings that are compared although they have such a word. */
static const char *const settings_kept[] = { "build-type", "build_type", "min_time", NULL };

static bool has_name(const char *const *names, const char *name)
{
    for (; *names != NULL; names++) {
        if (strcmp(*names, name) == 0)
            return true;
    }
    return false;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_origin(const char *name, const char *word)
{
    const size_t length = strlen(word);
    const size_t size = strlen(name);

    if (size < length)
        return false;
    return (strncasecmp(name, word, length) == 0 && !is_letter(name[length])) ||
           (strcasecmp(name + size - length, word) == 0 &&
            (size == length || !is_letter(name[size - length - 1])));
}

bool bres__pivot_setting_is_ignored(const char *name)
{
    if (has_name(ignored, name))
        return true;
    for (const char *const *word = origins; *word != NULL && !has_name(settings_kept, name);
         word++) {
        if (is_origin(name, *word))
            return true;
    }
    return false;
}

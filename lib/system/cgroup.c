/* SPDX-License-Identifier: MIT */
/*
 * The limits of the process's control group (cgroup version 1 or 2). Limits of parent groups also
 * apply, so the effective limit is the smallest one on the path to the root. A missing file does
 * not prove that the group is unlimited.
 */
#include "system/facts.h"

#include <math.h>
#include <string.h>

#define MOUNT         "/sys/fs/cgroup"
#define PATH_SIZE     1024
#define MICROSECOND   1e-6
#define NANOSECOND    1e-9
/* Version 1 writes a huge number if memory is unlimited. */
#define MEMORY_LIMITS (INT64_C(1) << 60)

/* The control group of a controller. */
typedef struct group {
    const char *mount;
    char path[PATH_SIZE]; /* "" for the root */
    bool first_version;
} group;

/* Finds the line of a controller ("" for version 2) in /proc/self/cgroup: "4:cpu,cpuacct:/path". A
 * path that leaves the mounted tree ("..") is replaced by the root. */
static bool group_find(const char *lines, const char *controller, char path[PATH_SIZE])
{
    const size_t size = strlen(controller);

    for (const char *line = lines; line != NULL;) {
        const char *names = strchr(line, ':');
        const char *end = strchr(line, '\n');
        const char *name = names != NULL ? names + 1 : NULL;

        while (name != NULL) {
            const size_t length = strcspn(name, ",:\n");

            if (length == size && memcmp(name, controller, size) == 0) {
                const char *found = name + strcspn(name, ":\n");
                size_t rest = *found == ':' ? strcspn(++found, "\n") : 0;

                if (rest > 0 && found[rest - 1] == '/')
                    rest--;
                if (rest >= PATH_SIZE)
                    rest = 0;
                memcpy(path, found, rest);
                path[rest] = '\0';
                if (strstr(path, "..") != NULL)
                    path[0] = '\0';
                return true;
            }
            name = name[length] == ',' ? name + length + 1 : NULL;
        }
        line = end != NULL ? end + 1 : NULL;
    }
    return false;
}

/* Values collected on the path from a group to the root. */
typedef struct limits {
    double cpus; /* INFINITY: no limit */
    double bytes;
    double periods;
    double seconds;
} limits;

typedef bool (*level_fn)(bres__probe *probe, const group *own, size_t level, limits *found);

static bool level_read(bres__probe *probe, const group *own, size_t level, const char *file)
{
    return bres__system_read(probe->root, &probe->reading, "%s%.*s/%s", own->mount, (int)level,
                             own->path, file);
}

/* Calls `read` for the group and each parent. Returns BRES__FACT_KNOWN if any call succeeded, else
 * the last state other than BRES__FACT_ABSENT. */
static bres__fact_state group_walk(bres__probe *probe, const group *own, level_fn read,
                                   limits *found)
{
    bres__fact_state state = BRES__FACT_ABSENT;
    size_t level = strlen(own->path);

    for (;;) {
        if (read(probe, own, level, found))
            state = BRES__FACT_KNOWN;
        else if (state != BRES__FACT_KNOWN && probe->reading.state != BRES__FACT_ABSENT)
            state = probe->reading.state == BRES__FACT_KNOWN ? BRES__FACT_MALFORMED
                                                             : probe->reading.state;
        if (level == 0)
            return state;
        while (level > 0 && own->path[--level] != '/')
            continue;
    }
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* "max 100000" or "50000 100000": quota and period in microseconds. */
static bool cpu_max_read(bres__probe *probe, const group *own, size_t level, limits *found)
{
    const char *text = probe->reading.data;
    size_t length;
    int64_t quota;
    int64_t period;

    if (!level_read(probe, own, level, "cpu.max"))
        return false;
    length = strcspn(text, " ");
    if (length == 3 && memcmp(text, "max", 3) == 0)
        return true;
    if (!bres__text_integer(text, length, 1, &quota) ||
        !bres__text_integer(text + length, strlen(text + length), 1, &period))
        return false;
    found->cpus = smaller(found->cpus, (double)quota / (double)period);
    return true;
}

static bool cpu_quota_read(bres__probe *probe, const group *own, size_t level, limits *found)
{
    int64_t quota;
    int64_t period;

    if (!level_read(probe, own, level, "cpu.cfs_quota_us") ||
        !bres__text_integer(probe->reading.data, probe->reading.length, -1, &quota))
        return false;
    if (quota <= 0)
        return true;
    if (!level_read(probe, own, level, "cpu.cfs_period_us") ||
        !bres__text_integer(probe->reading.data, probe->reading.length, 1, &period))
        return false;
    found->cpus = smaller(found->cpus, (double)quota / (double)period);
    return true;
}

static bool memory_read(bres__probe *probe, const group *own, size_t level, limits *found)
{
    int64_t bytes;

    if (!level_read(probe, own, level, own->first_version ? "memory.limit_in_bytes" : "memory.max"))
        return false;
    if (strcmp(probe->reading.data, "max") == 0)
        return true;
    if (!bres__text_integer(probe->reading.data, probe->reading.length, 0, &bytes))
        return false;
    if (bytes < MEMORY_LIMITS)
        found->bytes = smaller(found->bytes, (double)bytes);
    return true;
}

static bool stat_number(const bres__probe *probe, const char *key, int64_t *value)
{
    size_t length;
    const char *text = bres__line_find(probe->reading.data, key, &length);

    return text != NULL && bres__text_integer(text, length, 0, value);
}

/* A group without its own quota may lack these lines. */
static bool throttled_read(bres__probe *probe, const group *own, size_t level, limits *found)
{
    int64_t periods;
    int64_t time;

    if (!level_read(probe, own, level, "cpu.stat"))
        return false;
    if (!stat_number(probe, "nr_throttled", &periods)) {
        probe->reading.state = BRES__FACT_ABSENT;
        return false;
    }
    if (!stat_number(probe, own->first_version ? "throttled_time" : "throttled_usec", &time))
        return false;
    found->periods += (double)periods;
    found->seconds += (double)time * (own->first_version ? NANOSECOND : MICROSECOND);
    return true;
}

static void set_limit(bres__probe *probe, bres__fact_id id, bres__fact_state state, double limit)
{
    if (state != BRES__FACT_KNOWN)
        bres__probe_set_unknown(probe, id, state);
    else if (isinf(limit))
        bres__probe_set_string(probe, id, "none");
    else if (id == BRES__FACT_MEMORY_LIMIT)
        bres__probe_set_integer(probe, id, (int64_t)limit);
    else
        bres__probe_set_real(probe, id, limit);
}

static void probe_cpu(bres__probe *probe, const group *own)
{
    limits found = { .cpus = INFINITY };
    bres__fact_state state =
        group_walk(probe, own, own->first_version ? cpu_quota_read : cpu_max_read, &found);

    set_limit(probe, BRES__FACT_CPU_LIMIT, state, found.cpus);
    state = group_walk(probe, own, throttled_read, &found);
    if (state == BRES__FACT_KNOWN) {
        bres__probe_set_integer(probe, BRES__FACT_THROTTLED_PERIODS, (int64_t)found.periods);
        bres__probe_set_real(probe, BRES__FACT_THROTTLED_TIME, found.seconds);
    } else {
        bres__probe_set_unknown(probe, BRES__FACT_THROTTLED_PERIODS, state);
        bres__probe_set_unknown(probe, BRES__FACT_THROTTLED_TIME, state);
    }
}

static void probe_memory(bres__probe *probe, const group *own)
{
    limits found = { .bytes = INFINITY };
    const bres__fact_state state = group_walk(probe, own, memory_read, &found);

    set_limit(probe, BRES__FACT_MEMORY_LIMIT, state, found.bytes);
}

static void set_unknown(bres__probe *probe, bres__fact_state state)
{
    bres__probe_set_unknown(probe, BRES__FACT_CPU_LIMIT, state);
    bres__probe_set_unknown(probe, BRES__FACT_MEMORY_LIMIT, state);
    bres__probe_set_unknown(probe, BRES__FACT_THROTTLED_PERIODS, state);
    bres__probe_set_unknown(probe, BRES__FACT_THROTTLED_TIME, state);
}

/* Each controller is either in a version 1 tree or in the version 2 tree. */
void bres__probe_cgroup(bres__probe *probe)
{
    static const struct {
        const char *controller;
        const char *mount;
        void (*probe)(bres__probe *probe, const group *own);
    } rows[] = {
        { "cpu", MOUNT "/cpu", probe_cpu },
        { "memory", MOUNT "/memory", probe_memory },
    };
    const bres__reading *reading = &probe->reading;
    const bool read = bres__system_read(probe->root, &probe->reading, "/proc/self/cgroup");
    const bres__fact_state state = reading->state;
    group second = { .mount = MOUNT };
    group first[2];
    bool has_first[2];
    bool has_second;

    for (size_t i = 0; i < 2; i++) {
        first[i] = (group){ .mount = rows[i].mount, .first_version = true };
        has_first[i] = read && group_find(reading->data, rows[i].controller, first[i].path);
    }
    has_second = read && group_find(reading->data, "", second.path);
    if (has_second && !bres__system_exists(probe->root, MOUNT "/cgroup.controllers"))
        second.mount = MOUNT "/unified";
    for (size_t i = 0; i < 2; i++) {
        if (has_first[i])
            rows[i].probe(probe, &first[i]);
        else if (has_second)
            rows[i].probe(probe, &second);
    }
    if (!read)
        set_unknown(probe, state);
}

double bres__cgroup_throttled(const char *root)
{
    bres__machine machine = { .used = 0 };
    bres__probe probe = { .root = root, .machine = &machine };
    double seconds;

    bres__probe_cgroup(&probe);
    return bres__fact_number(&machine, BRES__FACT_THROTTLED_TIME, &seconds) ? seconds : 0;
}

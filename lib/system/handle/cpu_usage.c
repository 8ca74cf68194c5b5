/* SPDX-License-Identifier: MIT */
#include "system/handle/cpu_usage.h"

#include "system/file.h"

#include <math.h>
#include <string.h>

/* Bound on /proc/stat, which has a line for each CPU and one with the counts of all interrupts. */
#define STAT_MAX    (1 << 22)
/* Fraction of the time above which a CPU counts as busy. */
#define BUSY_SHARE  0.1
#define FIELD_COUNT 8

/* USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STEAL; the guests' time is part of USER. */
static bool ticks_read(const char *fields, bres__cpu_ticks *ticks)
{
    static const bool is_idle[FIELD_COUNT] = { [3] = true, [4] = true };

    ticks->busy = 0;
    ticks->total = 0;
    for (int i = 0; i < FIELD_COUNT; i++) {
        int64_t value;

        fields += strspn(fields, " ");
        if (!bres__text_integer(fields, strcspn(fields, " \n"), 0, &value) ||
            value > INT64_MAX / FIELD_COUNT)
            return false;
        ticks->total += value;
        ticks->busy += is_idle[i] ? 0 : value;
        fields += strcspn(fields, " \n");
    }
    return true;
}

/* The first sibling on the CPU's core, from a list such as "0,4" or "0-1"; the CPU itself if the
 * list cannot be read. */
static int32_t core_read(const char *root, int32_t cpu, bres__reading *reading)
{
    bres__cpu_list siblings;

    if (bres__system_read(root, reading,
                          "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
                          (int)cpu) &&
        bres__cpu_list_parse(&siblings, reading->data, reading->length) && siblings.count > 0)
        return siblings.ranges[0].first;
    return cpu;
}

/* "cpu3 ..." is a CPU, "cpu  ..." the sum of all. */
static bool line_read(const char *line, bres__cpu_ticks *ticks)
{
    const size_t digits = strspn(line, "0123456789");
    int64_t cpu;

    if (digits == 0 || !bres__text_integer(line, digits, 0, &cpu) || cpu >= BRES__CPU_MAX)
        return false;
    ticks->cpu = (int32_t)cpu;
    return ticks_read(line + digits, ticks);
}

static bres_status usage_parse(const char *root, const char *line, bres__cpu_usage *usage)
{
    bres__reading *reading = bres__malloc(sizeof(*reading));

    if (reading == NULL)
        return bres__error_memory();
    while (line != NULL && strncmp(line, "cpu", strlen("cpu")) == 0) {
        const char *end = strchr(line, '\n');
        bres__cpu_ticks ticks;

        if (line_read(line + strlen("cpu"), &ticks) &&
            (usage->count == 0 || ticks.cpu > usage->items[usage->count - 1].cpu)) {
            if (!BRES__RESERVE(&usage->items, &usage->capacity, usage->count + 1)) {
                bres__free(reading);
                return bres__error_memory();
            }
            ticks.core = core_read(root, ticks.cpu, reading);
            usage->items[usage->count++] = ticks;
        }
        line = end != NULL ? end + 1 : NULL;
    }
    bres__free(reading);
    return BRES_OK;
}

bres_status bres__cpu_usage_read(const char *root, bres__cpu_usage *usage)
{
    bres__fact_state state;
    bres__buffer buffer;
    bres_status status;

    *usage = (bres__cpu_usage){ .items = NULL };
    status = bres__system_read_large(root, "/proc/stat", STAT_MAX, &buffer, &state);
    if (status == BRES_OK && state == BRES__FACT_KNOWN)
        status = usage_parse(root, buffer.data, usage);
    bres__free(buffer.data);
    if (status != BRES_OK)
        bres__cpu_usage_free(usage);
    return status;
}

void bres__cpu_usage_free(bres__cpu_usage *usage)
{
    bres__free(usage->items);
    *usage = (bres__cpu_usage){ .items = NULL };
}

/* The CPU has the same index in both readings, unless the set of CPUs has changed. */
static const bres__cpu_ticks *usage_find(const bres__cpu_usage *usage, int32_t cpu, size_t index)
{
    if (index < usage->count && usage->items[index].cpu == cpu)
        return &usage->items[index];
    for (size_t i = 0; i < usage->count; i++) {
        if (usage->items[i].cpu == cpu)
            return &usage->items[i];
    }
    return NULL;
}

static double busy_share(const bres__cpu_usage *begin, const bres__cpu_usage *end, size_t index)
{
    const bres__cpu_ticks *first = &begin->items[index];
    const bres__cpu_ticks *last = end != NULL ? usage_find(end, first->cpu, index) : NULL;

    if (last == NULL || last->total <= first->total)
        return 0;
    return (double)(last->busy - first->busy) / (double)(last->total - first->total);
}

/* A core is as busy as the busiest of its CPUs. */
static double core_share(const bres__cpu_usage *begin, const bres__cpu_usage *end, int32_t core)
{
    double share = 0;

    for (size_t i = 0; i < begin->count; i++) {
        if (begin->items[i].core == core)
            share = fmax(share, busy_share(begin, end, i));
    }
    return share;
}

/* Marks the first allowed CPU of each core; returns their number. */
static size_t candidates_mark(const bres__cpu_usage *usage, const bres__cpu_list *allowed,
                              bool *chosen)
{
    size_t count = 0;

    for (size_t i = 0; i < usage->count; i++) {
        chosen[i] = bres__cpu_list_has(allowed, usage->items[i].cpu);
        for (size_t k = 0; k < i && chosen[i]; k++)
            chosen[i] = !chosen[k] || usage->items[k].core != usage->items[i].core;
        count += chosen[i];
    }
    return count;
}

/* If any chosen CPU is isolated, keeps only the isolated CPUs. Returns the number of kept CPUs. */
static size_t isolated_keep(const bres__cpu_usage *usage, const bres__cpu_list *isolated,
                            bool *chosen, size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < usage->count; i++)
        kept += chosen[i] && bres__cpu_list_has(isolated, usage->items[i].cpu);
    if (kept == 0)
        return count;
    for (size_t i = 0; i < usage->count; i++)
        chosen[i] = chosen[i] && bres__cpu_list_has(isolated, usage->items[i].cpu);
    return kept;
}

/* The index of the busiest or the quietest chosen CPU; the first one if several are equal. */
static size_t extreme_find(const bres__cpu_usage *begin, const bres__cpu_usage *end,
                           const bool *chosen, bool busiest)
{
    size_t found = begin->count;
    double best = 0;

    for (size_t i = 0; i < begin->count; i++) {
        const double share = core_share(begin, end, begin->items[i].core);

        if (chosen[i] && (found == begin->count || (busiest ? share > best : share < best))) {
            found = i;
            best = share;
        }
    }
    return found;
}

static size_t busy_drop(const bres__cpu_usage *begin, const bres__cpu_usage *end, bool *chosen,
                        size_t count)
{
    const size_t quietest = extreme_find(begin, end, chosen, false);

    for (size_t i = 0; i < begin->count; i++) {
        if (chosen[i] && i != quietest &&
            core_share(begin, end, begin->items[i].core) > BUSY_SHARE) {
            chosen[i] = false;
            count--;
        }
    }
    return count;
}

static size_t core_count(const bres__cpu_usage *usage)
{
    size_t count = 0;

    for (size_t i = 0; i < usage->count; i++) {
        bool first = true;

        for (size_t k = 0; k < i && first; k++)
            first = usage->items[k].core != usage->items[i].core;
        count += first;
    }
    return count;
}

size_t bres__quiet_cpus_choose(const bres__cpu_usage *begin, const bres__cpu_usage *end,
                               const bres__cpu_list *allowed, const bres__cpu_list *isolated,
                               bool *chosen)
{
    size_t count = candidates_mark(begin, allowed, chosen);

    if (count == 0)
        return 0;
    count = isolated_keep(begin, isolated, chosen, count);
    count = busy_drop(begin, end, chosen, count);
    if (count > 1 && count == core_count(begin)) {
        chosen[extreme_find(begin, end, chosen, true)] = false;
        count--;
    }
    return count;
}

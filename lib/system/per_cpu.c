/* SPDX-License-Identifier: MIT */
/*
 * Facts with one file for each CPU. CPUs with the same value form a group. Most machines have one
 * group, hybrid machines two.
 */
#include "system/facts.h"

#include <string.h>

/* Largest number of CPUs that are read. */
#define CPUS_MAX   1024
#define GROUPS_MAX 6
#define VALUE_MAX  48

typedef struct cpu_group {
    char value[VALUE_MAX];
    bres__cpu_list cpus;
} cpu_group;

typedef struct cpu_groups {
    cpu_group items[GROUPS_MAX];
    size_t count;
    bool mixed;              /* more values than groups */
    bres__fact_state failed; /* the first failure */
    bool has_failed;
} cpu_groups;

static void groups_fail(cpu_groups *groups, bres__fact_state state)
{
    if (!groups->has_failed)
        groups->failed = state;
    groups->has_failed = true;
}

static void groups_add(cpu_groups *groups, const char *value, int32_t cpu)
{
    size_t i = 0;

    while (i < groups->count && strcmp(groups->items[i].value, value) != 0)
        i++;
    if (i == GROUPS_MAX) {
        groups->mixed = true;
        return;
    }
    if (i == groups->count) {
        groups->count++;
        bres__format(groups->items[i].value, VALUE_MAX, "%s", value);
        groups->items[i].cpus.count = 0;
    }
    if (!bres__cpu_list_add(&groups->items[i].cpus, cpu))
        groups->mixed = true;
}

static void set_value(bres__probe *probe, bres__fact_id id, const char *value)
{
    int64_t number;

    if (bres__fact_row_of(id)->reader == BRES__READ_CPU_FREQUENCY &&
        bres__text_integer(value, strlen(value), 0, &number))
        bres__probe_set_integer(probe, id, number);
    else
        bres__probe_set_string(probe, id, value);
}

/* "performance (0-3), powersave (4-7)" */
static void set_groups(bres__probe *probe, bres__fact_id id, const cpu_groups *groups)
{
    char text[BRES__FACT_TEXT_MAX];
    size_t used = 0;

    for (size_t i = 0; i < groups->count; i++) {
        char cpus[BRES__FACT_TEXT_MAX];
        const size_t length = bres__cpu_list_format(&groups->items[i].cpus, cpus, sizeof(cpus) - 1);
        int added;

        cpus[length] = '\0';
        added = bres__format(text + used, sizeof(text) - used, "%s%s (%s)", i > 0 ? ", " : "",
                             groups->items[i].value, cpus);
        if (length == 0 || added < 0 || (size_t)added >= sizeof(text) - used) {
            bres__probe_set_string(probe, id, "mixed");
            return;
        }
        used += (size_t)added;
    }
    bres__probe_set_text(probe, id, text, used);
}

/* Reads the value of one CPU as text; a frequency is converted to hertz. */
static bool cpu_value(bres__probe *probe, const bres__fact_row *row, int32_t cpu,
                      char value[VALUE_MAX], cpu_groups *groups)
{
    const bres__reading *reading = &probe->reading;
    int64_t kilohertz;

    if (!bres__system_read(probe->root, &probe->reading, "/sys/devices/system/cpu/cpu%d/%s",
                           (int)cpu, row->shown.path)) {
        groups_fail(groups, reading->state);
        return false;
    }
    if (reading->length == 0 || reading->length >= VALUE_MAX) {
        groups_fail(groups, reading->length == 0 ? BRES__FACT_EMPTY : BRES__FACT_TOO_LARGE);
        return false;
    }
    if (row->reader != BRES__READ_CPU_FREQUENCY) {
        memcpy(value, reading->data, reading->length + 1);
        return true;
    }
    if (!bres__text_integer(reading->data, reading->length, 0, &kilohertz) ||
        kilohertz > INT64_MAX / BRES__KILOHERTZ) {
        groups_fail(groups, BRES__FACT_MALFORMED);
        return false;
    }
    bres__format_int64(value, kilohertz * BRES__KILOHERTZ);
    return true;
}

static void set_sum(bres__probe *probe, bres__fact_id id, const cpu_groups *groups, int64_t sum,
                    bool any)
{
    if (any)
        bres__probe_set_integer(probe, id, sum);
    else
        bres__probe_set_unknown(probe, id, groups->failed);
}

void bres__probe_cpus(bres__probe *probe, bres__fact_id id)
{
    const bres__fact_row *row = bres__fact_row_of(id);
    cpu_groups groups = { .count = 0 };
    int64_t sum = 0;
    bool any = false;
    size_t asked = 0;

    for (size_t i = 0; i < probe->online.count; i++) {
        const int32_t last = probe->online.ranges[i].last;

        for (int32_t cpu = probe->online.ranges[i].first; cpu <= last && asked < CPUS_MAX; cpu++) {
            char value[VALUE_MAX];
            int64_t number;

            asked++;
            if (!cpu_value(probe, row, cpu, value, &groups))
                continue;
            if (row->reader != BRES__READ_CPU_SUM) {
                groups_add(&groups, value, cpu);
            } else if (!bres__text_integer(value, strlen(value), 0, &number) ||
                       number > INT64_MAX - sum) {
                groups_fail(&groups, BRES__FACT_MALFORMED);
            } else {
                sum += number;
                any = true;
            }
        }
    }
    if (row->reader == BRES__READ_CPU_SUM)
        set_sum(probe, id, &groups, sum, any);
    else if (groups.mixed)
        bres__probe_set_string(probe, id, "mixed");
    else if (groups.count == 0)
        bres__probe_set_unknown(probe, id, groups.failed);
    else if (groups.count == 1)
        set_value(probe, id, groups.items[0].value);
    else
        set_groups(probe, id, &groups);
}

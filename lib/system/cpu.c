/* SPDX-License-Identifier: MIT */
/*
 * The CPUs of the machine, and those CPUs that the process may use.
 */
#include "system/facts.h"

#include <string.h>

#define CPU "/sys/devices/system/cpu/"

/* A container without /sys still has the lines "cpu0 ..." of /proc/stat. Returns false if the
 * bounded reading ends within these lines. */
static bool online_from_stat(bres__probe *probe)
{
    const char *line = probe->reading.data;

    if (!bres__system_read_prefix(probe->root, &probe->reading, "/proc/stat"))
        return false;
    while (strncmp(line, "cpu", 3) == 0) {
        const char *digits = line + strlen("cpu");
        const char *end = strchr(line, '\n');
        size_t length = 0;
        int64_t cpu;

        while (digits[length] >= '0' && digits[length] <= '9')
            length++;
        if (length > 0 && (!bres__text_integer(digits, length, 0, &cpu) || cpu >= BRES__CPU_MAX ||
                           !bres__cpu_list_add(&probe->online, (int32_t)cpu)))
            return false;
        if (end == NULL)
            return false;
        line = end + 1;
    }
    return true;
}

void bres__probe_online(bres__probe *probe)
{
    if (bres__system_read(probe->root, &probe->reading, CPU "online") &&
        bres__cpu_list_parse(&probe->online, probe->reading.data, probe->reading.length))
        return;
    probe->online.count = 0;
    if (!online_from_stat(probe))
        probe->online.count = 0;
}

static void set_line(bres__probe *probe, bres__fact_id id, const char *key)
{
    size_t length;
    const char *found = bres__line_find(probe->reading.data, key, &length);

    if (found == NULL)
        bres__probe_set_unknown(probe, id, BRES__FACT_ABSENT);
    else if (length == 0)
        bres__probe_set_unknown(probe, id, BRES__FACT_EMPTY);
    else
        bres__probe_set_text(probe, id, found, length);
}

/* Whether `words`, a list separated by blanks, contains a word. */
static bool words_have(const char *words, size_t length, const char *word)
{
    const size_t size = strlen(word);

    for (size_t i = 0; i + size <= length; i++) {
        if ((i == 0 || words[i - 1] == ' ') && memcmp(words + i, word, size) == 0 &&
            (i + size == length || words[i + size] == ' '))
            return true;
    }
    return false;
}

/* /proc/cpuinfo repeats its lines for each CPU; its beginning has the lines of the first CPU. */
void bres__probe_cpuinfo(bres__probe *probe)
{
    const char *flags = NULL;
    size_t length = 0;
    bool flagged = false;

    if (bres__system_read_prefix(probe->root, &probe->reading, "/proc/cpuinfo")) {
        set_line(probe, BRES__FACT_PROCESSOR, "model name");
        set_line(probe, BRES__FACT_MICROCODE, "microcode");
        flags = bres__line_find(probe->reading.data, "flags", &length);
        flagged = flags != NULL && words_have(flags, length, "hypervisor");
    } else {
        bres__probe_set_unknown(probe, BRES__FACT_PROCESSOR, probe->reading.state);
        bres__probe_set_unknown(probe, BRES__FACT_MICROCODE, probe->reading.state);
    }
    bres__probe_hypervisor(probe, flagged, flags != NULL);
    if (probe->machine->facts[BRES__FACT_PROCESSORS].state == BRES__FACT_ABSENT &&
        probe->online.count > 0)
        bres__probe_set_integer(probe, BRES__FACT_PROCESSORS,
                                bres__cpu_list_length(&probe->online));
}

void bres__probe_allowed(bres__probe *probe)
{
    if (bres__system_read_prefix(probe->root, &probe->reading, "/proc/self/status"))
        set_line(probe, BRES__FACT_CPUS_ALLOWED, "Cpus_allowed_list");
    else
        bres__probe_set_unknown(probe, BRES__FACT_CPUS_ALLOWED, probe->reading.state);
}

/* Each frequency driver has its own file for turbo. */
void bres__probe_turbo(bres__probe *probe)
{
    static const struct {
        const char *path;
        int64_t on;
    } switches[] = {
        { CPU "intel_pstate/no_turbo", 0 },
        { CPU "cpufreq/boost", 1 },
    };
    bres__fact *fact = &probe->machine->facts[BRES__FACT_TURBO];

    for (size_t i = 0; i < sizeof(switches) / sizeof(switches[0]); i++) {
        int64_t value;

        if (!bres__probe_read(probe, BRES__FACT_TURBO, switches[i].path)) {
            if (probe->reading.state == BRES__FACT_ABSENT)
                continue;
        } else if (bres__text_integer(probe->reading.data, probe->reading.length, 0, &value) &&
                   value <= 1) {
            bres__probe_set_string(probe, BRES__FACT_TURBO, value == switches[i].on ? "on" : "off");
        } else {
            bres__probe_set_unknown(probe, BRES__FACT_TURBO, BRES__FACT_MALFORMED);
        }
        fact->path = switches[i].path;
        return;
    }
}

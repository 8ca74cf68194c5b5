/* SPDX-License-Identifier: MIT */
/*
 * Other work on the machine: the run queue, pressure, steal time.
 */
#include "system/facts.h"

#include <string.h>
#include <unistd.h>

#define MICROSECOND 1e-6
#define NANOSECOND  1e-9

/* "0.00 0.01 0.05 2/456 1234": 2 runnable threads of 456. The averages before them follow the load
 * too slowly. */
static void probe_running(bres__probe *probe)
{
    const bres__fact_id id = BRES__FACT_RUNNING;
    const char *field;
    int64_t running;

    if (!bres__probe_read(probe, id, bres__fact_describe(id)->path))
        return;
    field = probe->reading.data;
    for (int i = 0; i < 3; i++) {
        field += strcspn(field, " ");
        field += strspn(field, " ");
    }
    if (field[strcspn(field, "/")] == '/' &&
        bres__text_integer(field, strcspn(field, "/"), 0, &running))
        bres__probe_set_integer(probe, id, running);
    else
        bres__probe_set_unknown(probe, id, BRES__FACT_MALFORMED);
}

/* Reads VALUE of "key=VALUE" in a line; `key` includes "=". Returns false if the pair is missing or
 * VALUE is not a number of at least 0. */
static bool pair_read(const char *line, size_t length, const char *key, double *value)
{
    const size_t key_length = strlen(key);

    for (size_t i = 0; i + key_length < length; i++) {
        if ((i == 0 || line[i - 1] == ' ') && memcmp(line + i, key, key_length) == 0) {
            const char *text = line + i + key_length;
            size_t size = 0;

            while (i + key_length + size < length && text[size] != ' ')
                size++;
            return bres__parse_float64(text, size, value) == BRES__PARSE_OK && *value >= 0 &&
                   *value <= 1e300;
        }
    }
    return false;
}

/* "some avg10=0.12 avg60=... avg300=... total=1234": averages in percent, total in microseconds
 * since boot. */
static void probe_pressure(bres__probe *probe, bres__fact_id share, bres__fact_id total)
{
    const char *line;
    size_t length;
    double value;

    if (!bres__probe_read(probe, share, bres__fact_describe(share)->path)) {
        bres__probe_set_unknown(probe, total, probe->reading.state);
        return;
    }
    line = bres__line_find(probe->reading.data, "some", &length);
    if (line != NULL && pair_read(line, length, "avg10=", &value))
        bres__probe_set_real(probe, share, value);
    else
        bres__probe_set_unknown(probe, share, BRES__FACT_MALFORMED);
    if (line != NULL && pair_read(line, length, "total=", &value))
        bres__probe_set_real(probe, total, value * MICROSECOND);
    else
        bres__probe_set_unknown(probe, total, BRES__FACT_MALFORMED);
}

/* "cpu  USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STEAL ...": ticks of all CPUs together. */
static void probe_steal(bres__probe *probe)
{
    const long ticks = sysconf(_SC_CLK_TCK);
    const char *field;
    size_t length;
    int64_t steal;

    if (!bres__system_read_prefix(probe->root, &probe->reading, "/proc/stat")) {
        bres__probe_set_unknown(probe, BRES__FACT_STEAL, probe->reading.state);
        return;
    }
    bres__probe_set_unknown(probe, BRES__FACT_STEAL, BRES__FACT_MALFORMED);
    field = bres__line_find(probe->reading.data, "cpu", &length);
    for (int i = 0; field != NULL && i < 7; i++) {
        field += strcspn(field, " \n");
        field = *field == ' ' ? field + strspn(field, " ") : NULL;
    }
    if (field != NULL && ticks > 0 && bres__text_integer(field, strcspn(field, " \n"), 0, &steal))
        bres__probe_set_real(probe, BRES__FACT_STEAL, (double)steal / (double)ticks);
}

/* "RUN WAIT SLICES" of the main thread; RUN and WAIT are in nanoseconds. */
static void probe_wait(bres__probe *probe)
{
    const bres__fact_id id = BRES__FACT_CPU_WAIT;
    const char *field;
    int64_t wait;

    if (!bres__probe_read(probe, id, bres__fact_describe(id)->path))
        return;
    field = probe->reading.data + strcspn(probe->reading.data, " ");
    field += strspn(field, " ");
    if (bres__text_integer(field, strcspn(field, " \n"), 0, &wait))
        bres__probe_set_real(probe, id, (double)wait * NANOSECOND);
    else
        bres__probe_set_unknown(probe, id, BRES__FACT_MALFORMED);
}

void bres__probe_load(bres__probe *probe)
{
    probe_running(probe);
    probe_pressure(probe, BRES__FACT_CPU_PRESSURE, BRES__FACT_CPU_STALL);
    probe_pressure(probe, BRES__FACT_MEMORY_PRESSURE, BRES__FACT_MEMORY_STALL);
    probe_pressure(probe, BRES__FACT_IO_PRESSURE, BRES__FACT_IO_STALL);
    probe_steal(probe);
    probe_wait(probe);
}

/* SPDX-License-Identifier: MIT */
/*
 * Reading a machine, and reading the facts that are the content of one file.
 */
#include "system/facts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#define ROOT_VARIABLE    "BENCHRESULT_SYSTEM_ROOT"
#define SETTING_VARIABLE "BENCHRESULT_SETTING"

const char *bres__system_root(void)
{
    const char *root = secure_getenv(ROOT_VARIABLE);

    return root != NULL ? root : "";
}

static bool text_is_printable(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)text[i];

        if (byte < 0x20 || byte == 0x7F)
            return false;
    }
    return bres__utf8_valid(text, length) == length;
}

void bres__probe_set_text(bres__probe *probe, bres__fact_id id, const char *text, size_t length)
{
    bres__machine *machine = probe->machine;
    bres__fact *fact = &machine->facts[id];

    if (!text_is_printable(text, length)) {
        bres__probe_set_unknown(probe, id, BRES__FACT_MALFORMED);
        return;
    }
    if (length >= BRES__FACT_TEXT_MAX || length >= sizeof(machine->texts) - machine->used) {
        bres__probe_set_unknown(probe, id, BRES__FACT_TOO_LARGE);
        return;
    }
    memcpy(machine->texts + machine->used, text, length);
    machine->texts[machine->used + length] = '\0';
    *fact = (bres__fact){ .state = BRES__FACT_KNOWN,
                          .form = BRES__FORM_TEXT,
                          .text = (uint32_t)machine->used };
    machine->used += length + 1;
}

void bres__probe_set_string(bres__probe *probe, bres__fact_id id, const char *text)
{
    bres__probe_set_text(probe, id, text, strlen(text));
}

void bres__probe_set_integer(bres__probe *probe, bres__fact_id id, int64_t value)
{
    probe->machine->facts[id] =
        (bres__fact){ .state = BRES__FACT_KNOWN, .form = BRES__FORM_INTEGER, .integer = value };
}

void bres__probe_set_real(bres__probe *probe, bres__fact_id id, double value)
{
    probe->machine->facts[id] =
        (bres__fact){ .state = BRES__FACT_KNOWN, .form = BRES__FORM_REAL, .real = value };
}

void bres__probe_set_unknown(bres__probe *probe, bres__fact_id id, bres__fact_state state)
{
    probe->machine->facts[id] = (bres__fact){ .state = state };
}

bool bres__probe_read(bres__probe *probe, bres__fact_id id, const char *path)
{
    if (bres__system_read(probe->root, &probe->reading, "%s", path))
        return true;
    bres__probe_set_unknown(probe, id, probe->reading.state);
    return false;
}

static void set_choice(bres__probe *probe, bres__fact_id id)
{
    const char *begin = strchr(probe->reading.data, '[');
    const char *end = begin != NULL ? strchr(begin, ']') : NULL;

    if (end == NULL || end == begin + 1)
        bres__probe_set_unknown(probe, id, BRES__FACT_MALFORMED);
    else
        bres__probe_set_text(probe, id, begin + 1, (size_t)(end - begin - 1));
}

static void set_integer(bres__probe *probe, bres__fact_id id, int64_t least, int64_t unit)
{
    int64_t value;

    if (bres__text_integer(probe->reading.data, probe->reading.length, least, &value) &&
        value <= INT64_MAX / unit)
        bres__probe_set_integer(probe, id, value * unit);
    else
        bres__probe_set_unknown(probe, id, BRES__FACT_MALFORMED);
}

static void set_list(bres__probe *probe, bres__fact_id id, bool length)
{
    bres__cpu_list list;
    char text[BRES__FACT_TEXT_MAX];

    if (!bres__cpu_list_parse(&list, probe->reading.data, probe->reading.length))
        bres__probe_set_unknown(probe, id, BRES__FACT_MALFORMED);
    else if (length)
        bres__probe_set_integer(probe, id, bres__cpu_list_length(&list));
    else
        bres__probe_set_text(probe, id, text, bres__cpu_list_format(&list, text, sizeof(text)));
}

/* A fact that is the whole content of a file. */
static void probe_file(bres__probe *probe, bres__fact_id id, const bres__fact_row *row)
{
    if (!bres__probe_read(probe, id, row->shown.path))
        return;
    if (probe->reading.length == 0 && row->reader != BRES__READ_LIST) {
        bres__probe_set_unknown(probe, id, BRES__FACT_EMPTY);
        return;
    }
    switch (row->reader) {
    case BRES__READ_TEXT:
        bres__probe_set_text(probe, id, probe->reading.data, probe->reading.length);
        break;
    case BRES__READ_CHOICE:
        set_choice(probe, id);
        break;
    case BRES__READ_SIGNED:
        set_integer(probe, id, INT64_MIN, 1);
        break;
    case BRES__READ_FREQUENCY:
        set_integer(probe, id, 0, BRES__KILOHERTZ);
        break;
    case BRES__READ_LIST:
    case BRES__READ_LENGTH:
        set_list(probe, id, row->reader == BRES__READ_LENGTH);
        break;
    default:
        set_integer(probe, id, 0, 1);
        break;
    }
}

void bres__probe_row(bres__probe *probe, bres__fact_id id)
{
    const bres__fact_row *row = bres__fact_row_of(id);

    switch (row->reader) {
    case BRES__READ_OTHER:
        break;
    case BRES__READ_CPU_TEXT:
    case BRES__READ_CPU_FREQUENCY:
    case BRES__READ_CPU_SUM:
        bres__probe_cpus(probe, id);
        break;
    default:
        probe_file(probe, id, row);
        break;
    }
}

/* The architecture comes from uname(), not from a file. */
static void probe_architecture(bres__probe *probe)
{
    struct utsname system;

    if (uname(&system) == 0)
        bres__probe_set_string(probe, BRES__FACT_MACHINE, system.machine);
    else
        bres__probe_set_unknown(probe, BRES__FACT_MACHINE, BRES__FACT_UNREADABLE);
}

/* The program that prepared the run describes its setting in an environment variable. */
static void probe_setting(bres__probe *probe)
{
    const char *setting = secure_getenv(SETTING_VARIABLE);

    bres__probe_set_string(probe, BRES__FACT_RUN_SETTING, setting != NULL ? setting : "none");
}

void bres__machine_read(const char *root, bres__machine *machine)
{
    bres__probe probe = { .root = root, .machine = machine };

    memset(machine, 0, sizeof(*machine));
    bres__probe_online(&probe);
    for (int id = 0; id < BRES__FACT_COUNT; id++)
        bres__probe_row(&probe, (bres__fact_id)id);
    probe_architecture(&probe);
    bres__probe_cpuinfo(&probe);
    bres__probe_allowed(&probe);
    bres__probe_turbo(&probe);
    bres__probe_aslr(&probe);
    bres__probe_mitigations(&probe);
    bres__probe_gpu_driver(&probe);
    bres__probe_container(&probe);
    bres__probe_power(&probe);
    bres__probe_load(&probe);
    bres__probe_swap(&probe);
    bres__probe_temperature(&probe);
    probe_setting(&probe);
    bres__probe_cgroup(&probe);
}

const char *bres__machine_text(const bres__machine *machine, bres__fact_id id)
{
    const bres__fact *fact = &machine->facts[id];

    return fact->state == BRES__FACT_KNOWN && fact->form == BRES__FORM_TEXT
               ? machine->texts + fact->text
               : NULL;
}

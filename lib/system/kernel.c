/* SPDX-License-Identifier: MIT */
/*
 * Kernel settings that are not simply the content of one file.
 */
#include "system/facts.h"

#include <stdlib.h>
#include <string.h>

/* ADDR_NO_RANDOMIZE of personality(2). */
#define PERSONALITY_NO_RANDOMIZE 0x0040000ul

/* Whether this process was started without address space randomization. */
static bool process_is_fixed(bres__probe *probe)
{
    char *end;
    unsigned long personality;

    if (!bres__system_read(probe->root, &probe->reading, "%s", BRES__PERSONALITY_PATH))
        return false;
    personality = strtoul(probe->reading.data, &end, 16);
    return end != probe->reading.data && (personality & PERSONALITY_NO_RANDOMIZE) != 0;
}

void bres__probe_aslr(bres__probe *probe)
{
    int64_t value;

    if (!bres__probe_read(probe, BRES__FACT_ASLR, bres__fact_describe(BRES__FACT_ASLR)->path))
        return;
    if (!bres__text_integer(probe->reading.data, probe->reading.length, 0, &value)) {
        bres__probe_set_unknown(probe, BRES__FACT_ASLR, BRES__FACT_MALFORMED);
    } else if (value != 0 && process_is_fixed(probe)) {
        bres__probe_set_integer(probe, BRES__FACT_ASLR, 0);
        probe->machine->facts[BRES__FACT_ASLR].path = BRES__PERSONALITY_PATH;
    } else {
        bres__probe_set_integer(probe, BRES__FACT_ASLR, value);
    }
}

/* Names of processor faults. */
#define FAULTS_MAX 64
#define FAULT_SIZE 40

typedef struct fault_list {
    char names[FAULTS_MAX][FAULT_SIZE];
    size_t count;
    bool too_many;
} fault_list;

static bool fault_add(void *context, const char *name)
{
    fault_list *list = context;

    if (list->count == FAULTS_MAX || strlen(name) >= FAULT_SIZE) {
        list->too_many = true;
        return false;
    }
    memcpy(list->names[list->count++], name, strlen(name) + 1);
    return true;
}

static int fault_compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* "vulnerable: a; mitigated: b, c". Omits the details of the kernel's texts, such as the method. */
typedef struct fault_report {
    char text[BRES__FACT_TEXT_MAX];
    size_t used;
    bool cut;
} fault_report;

static void report_add(fault_report *report, const char *text)
{
    const size_t length = strlen(text);

    if (report->used + length >= sizeof(report->text)) {
        report->cut = true;
        return;
    }
    memcpy(report->text + report->used, text, length + 1);
    report->used += length;
}

static void report_faults(bres__probe *probe, const fault_list *list, const char *prefix,
                          const char *heading, fault_report *report)
{
    bool first = true;

    for (size_t i = 0; i < list->count; i++) {
        if (!bres__system_read(probe->root, &probe->reading, "%s/%s",
                               bres__fact_describe(BRES__FACT_MITIGATIONS)->path, list->names[i]) ||
            strncmp(probe->reading.data, prefix, strlen(prefix)) != 0)
            continue;
        if (first) {
            report_add(report, report->used > 0 ? "; " : "");
            report_add(report, heading);
        }
        report_add(report, first ? ": " : ", ");
        report_add(report, list->names[i]);
        first = false;
    }
}

void bres__probe_mitigations(bres__probe *probe)
{
    fault_list list = { .count = 0 };
    fault_report report = { .used = 0 };
    const bres__fact_state state = bres__system_list(
        probe->root, bres__fact_describe(BRES__FACT_MITIGATIONS)->path, fault_add, &list);

    if (state != BRES__FACT_KNOWN && !list.too_many) {
        bres__probe_set_unknown(probe, BRES__FACT_MITIGATIONS, state);
        return;
    }
    qsort(list.names, list.count, FAULT_SIZE, fault_compare);
    report_faults(probe, &list, "Vulnerable", "vulnerable", &report);
    report_faults(probe, &list, "Mitigation", "mitigated", &report);
    if (list.count == 0)
        bres__probe_set_unknown(probe, BRES__FACT_MITIGATIONS, BRES__FACT_EMPTY);
    else if (list.too_many || report.cut)
        bres__probe_set_unknown(probe, BRES__FACT_MITIGATIONS, BRES__FACT_TOO_LARGE);
    else
        bres__probe_set_string(probe, BRES__FACT_MITIGATIONS,
                               report.used > 0 ? report.text : "none needed");
}

/* "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  ...": the first word of digits and
 * points. */
void bres__probe_gpu_driver(bres__probe *probe)
{
    const bres__fact_id id = BRES__FACT_GPU_DRIVER;
    const char *word;

    if (!bres__probe_read(probe, id, bres__fact_describe(id)->path))
        return;
    bres__probe_set_unknown(probe, id, BRES__FACT_MALFORMED);
    word = bres__line_find(probe->reading.data, "NVRM version", &(size_t){ 0 });
    while (word != NULL && *word != '\0' && *word != '\n') {
        const size_t length = strcspn(word, " \n");

        if (strspn(word, "0123456789.") == length && memchr(word, '.', length) != NULL) {
            bres__probe_set_text(probe, id, word, length);
            return;
        }
        word += length;
        word += strspn(word, " ");
    }
}

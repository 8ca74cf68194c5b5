/* SPDX-License-Identifier: MIT */
/*
 * The report of a diagnosis.
 */
#include "base/base.h"
#include "report/doctor/doctor.h"
#include "support/machine_tree.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CPU "/sys/devices/system/cpu/"

/* A diagnosis with everything that a probe can measure. */
typedef struct stage {
    bres_test_tree tree;
    bres_diagnosis diagnosis;
    bres_machine *machine;
    bres_probe_outcome outcome;
    bres_probe_idle idle;
    bres_probe_race race;
    bres_diagnosed_work works[2];
} stage;

static void stage_open(stage *s, bool filled)
{
    *s = (stage){ .machine = NULL };
    bres_test_tree_open(&s->tree);
    if (filled)
        bres_test_tree_fill(&s->tree);
    cr_assert_eq(bres_machine_read(s->tree.root, &s->machine), BRES_OK);
    bres_diagnosis_init(&s->diagnosis);
    s->diagnosis.machine = s->machine;
}

static void stage_probe(stage *s)
{
    s->outcome = (bres_probe_outcome){ .size = sizeof(s->outcome),
                                       .fitness = BRES_PROBE_FIT_2,
                                       .findings = BRES_PROBE_SLOWED | BRES_PROBE_STOLEN,
                                       .limit = 0.013,
                                       .detectable_effect = 0.013,
                                       .one_run_effect = 0.04,
                                       .run_variation = NAN,
                                       .pairs = 10,
                                       .runs = 30,
                                       .seconds = 58.5,
                                       .message = "on this machine, now, 10 pairs detect 1.3 %" };
    s->idle = (bres_probe_idle){ .size = sizeof(s->idle),
                                 .blocks = 1000,
                                 .floor = 1.01e-3,
                                 .median_ratio = 1.004,
                                 .p99_ratio = 1.25,
                                 .slow_share = 0.31,
                                 .longest_gap = 4e-3,
                                 .waiting = 0.001,
                                 .lost = NAN };
    s->race = (bres_probe_race){ .size = sizeof(s->race),
                                 .runs = 30,
                                 .time = 1.02e-3,
                                 .variation = 0.0042,
                                 .correlation = 0.1,
                                 .drift = -0.0003,
                                 .drift_p = 0.5,
                                 .detectable_effect = 0.013,
                                 .one_run_effect = 0.04 };
    s->works[0] = (bres_diagnosed_work){ .name = "spin", .idle = &s->idle, .race = &s->race };
    s->works[1] = (bres_diagnosed_work){ .name = "system calls", .race = &s->race };
    s->diagnosis.outcome = &s->outcome;
    s->diagnosis.fitness = "not fit for 1 %";
    s->diagnosis.works = s->works;
    s->diagnosis.work_count = 2;
}

static char *report_of(const stage *s)
{
    size_t length;
    char *text;

    cr_assert_eq(bres_doctor_report(&s->diagnosis, &text, &length), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(length, strlen(text));
    return text;
}

static void expect_has(const char *text, const char *part)
{
    cr_expect_not_null(strstr(text, part), "'%s' is not in %s", part, text);
}

static void expect_narrow(const char *text)
{
    char line[4096];

    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");

        cr_assert_lt(length, sizeof(line));
        memcpy(line, text, length);
        line[length] = '\0';
        cr_expect_leq(bres__text_width(line), 80, "%s", line);
        cr_expect(length == 0 || line[length - 1] != ' ', "'%s'", line);
        text += length + (text[length] == '\n');
    }
}

Test(report, doctor_facts_and_findings)
{
    char *text;
    stage s;

    stage_open(&s, true);
    text = report_of(&s);
    expect_narrow(text);
    expect_has(text, "# Machine\n\n- Processor: Made-up CPU @ 3.00GHz\n- CPUs: 5\n");
    expect_has(text, "\n# Findings\n\n- warning: the CPU limit of the cgroup is 1.5 CPUs: ");
    expect_has(text, "- Governor: performance\n- Turbo: off\n");
    expect_has(text, "\n- warning: the CPU pressure is 1.5 %: threads waited for a CPU "
                     "during this share\n  of the last 10 seconds\n"
                     "  file: /proc/pressure/cpu\n");
    expect_has(text, "  file: /proc/sys/kernel/nmi_watchdog\n"
                     "  fix: sudo sysctl kernel.nmi_watchdog=0\n");
    expect_has(text, "\nThe doctor changed nothing. Some of these commands need administrator "
                     "rights,\nand their effect ends when the machine restarts.\n");
    cr_expect_null(strstr(text, "Not visible"), "%s", text);
    cr_expect_null(strstr(text, "Measurement"), "%s", text);
    bres_string_free(text);
    bres_machine_free(s.machine);
}

/* A machine without files, as in a container without /proc and /sys. */
Test(report, doctor_without_files)
{
    char *text;
    stage s;

    stage_open(&s, false);
    text = report_of(&s);
    expect_narrow(text);
    expect_has(text, "No visible fact of this machine disturbs measurements.\n");
    expect_has(text, "\n# Not visible\n\n- absent: system, release, processor,");
    expect_has(text, "governor,");
    cr_expect_null(strstr(text, "changed nothing"));
    bres_string_free(text);
    bres_machine_free(s.machine);
}

Test(report, doctor_reasons_of_unknown_facts)
{
    char *text;
    stage s;

    stage_open(&s, true);
    bres_machine_free(s.machine);
    bres_test_tree_put(&s.tree, CPU "smt/control", "");
    bres_test_tree_put(&s.tree, "/proc/sys/kernel/nmi_watchdog", "x\n");
    bres_test_tree_remove(&s.tree, "/proc/swaps");
    cr_assert_eq(bres_machine_read(s.tree.root, &s.machine), BRES_OK);
    s.diagnosis.machine = s.machine;
    text = report_of(&s);
    expect_has(text, "\n# Not visible\n\n- empty: smt\n- absent: swap, swap_used\n"
                     "- malformed: nmi_watchdog\n");
    bres_string_free(text);
    bres_machine_free(s.machine);
}

Test(report, doctor_measurement)
{
    char *text;
    stage s;

    stage_open(&s, false);
    stage_probe(&s);
    text = report_of(&s);
    expect_narrow(text);
    expect_has(text, "\n# Measurement\n\nThe idle test: the fastest block,");
    expect_has(text, "| spin ");
    expect_has(text, "| 1.0040 | 1.2500 | 31.00% |");
    expect_has(text, "\nThe race of a program against itself: the median block,");
    expect_has(text, "| system calls |");
    expect_has(text, "\n- critical: most blocks of the spin work were slower than the fastest: the"
                     "\n  frequency changes, or another program shares the core\n- warning: the "
                     "hypervisor gave the CPUs to other machines\n");
    expect_has(text, "\nResult: on this machine, now, 10 pairs detect 1.3 %.\n"
                     "\nThis machine is now: not fit for 1 %.\n");
    cr_expect_null(strstr(text, "required"));
    bres_string_free(text);
    s.diagnosis.change = 0.01;
    text = report_of(&s);
    expect_has(text, "\nIt is not fit for the required 1 %.\n");
    bres_string_free(text);
    s.diagnosis.change = 0.05;
    s.diagnosis.is_fit = 1;
    text = report_of(&s);
    expect_has(text, "\nIt is fit for the required 5 %.\n");
    bres_string_free(text);
    bres_machine_free(s.machine);
}

Test(report, doctor_measurement_that_failed)
{
    char *text;
    stage s;

    stage_open(&s, false);
    s.diagnosis.failure = "the helper program is missing";
    text = report_of(&s);
    expect_has(text, "\n# Measurement\n\nNothing was measured: the helper program is missing.\n");
    bres_string_free(text);
    bres_machine_free(s.machine);
}

Test(report, doctor_json)
{
    char *text;
    stage s;

    stage_open(&s, true);
    s.diagnosis.format = BRES_FORMAT_JSON;
    text = report_of(&s);
    cr_assert_eq(bres__json_check_object(text), BRES_OK, "%s: %s", bres_last_error(), text);
    expect_has(text, "\"format_version\": 1,\n");
    expect_has(text, "\"governor\": \"performance\"");
    expect_has(text, "\"findings\": [");
    expect_has(text,
               "\"probe\": null,\n  \"failure\": null,\n  \"require\": null,\n  \"fit\": null");
    bres_string_free(text);
    stage_probe(&s);
    s.diagnosis.change = 0.05;
    text = report_of(&s);
    cr_assert_eq(bres__json_check_object(text), BRES_OK, "%s: %s", bres_last_error(), text);
    expect_has(text, "\"class\": \"not fit for 1 %\"");
    expect_has(text, "\"run_variation\": null");
    expect_has(text, "\"limit\": 0.013");
    expect_has(text, "\"findings\": [\n      \"slowed\",\n      \"stolen\"\n    ]");
    expect_has(text, "\"p99_ratio\": 1.25");
    expect_has(text, "\"work\": \"system calls\"");
    expect_has(text, "\"require\": 0.05,\n  \"fit\": false");
    bres_string_free(text);
    bres_machine_free(s.machine);
}

Test(report, doctor_arguments)
{
    static bres_diagnosed_work unnamed[1];
    size_t length = 7;
    char *text = (char *)1;
    stage s;

    bres_diagnosis_init(NULL);
    stage_open(&s, false);
    cr_expect_eq(bres_doctor_report(NULL, &text, &length), BRES_ERROR_ARGUMENT);
    cr_expect(text == NULL && length == 0);
    cr_expect_eq(bres_doctor_report(&s.diagnosis, NULL, NULL), BRES_ERROR_ARGUMENT);
    s.diagnosis.work_count = 1;
    cr_expect_eq(bres_doctor_report(&s.diagnosis, &text, NULL), BRES_ERROR_ARGUMENT);
    s.diagnosis.works = unnamed;
    cr_expect_eq(bres_doctor_report(&s.diagnosis, &text, NULL), BRES_ERROR_ARGUMENT);
    s.diagnosis.work_count = 0;
    s.diagnosis.format = BRES_FORMAT_CSV;
    cr_expect_eq(bres_doctor_report(&s.diagnosis, &text, NULL), BRES_ERROR_ARGUMENT);
    s.diagnosis.format = BRES_FORMAT_JSON;
    s.diagnosis.change = -1;
    cr_expect_eq(bres_doctor_report(&s.diagnosis, &text, NULL), BRES_ERROR_ARGUMENT);
    s.diagnosis.change = 0;
    s.diagnosis.machine = NULL;
    cr_expect_eq(bres_doctor_report(&s.diagnosis, &text, NULL), BRES_ERROR_ARGUMENT);
    bres_machine_free(s.machine);
}

/* Words that are wide, that are long, or that have control characters. */
Test(report, doctor_lines_are_narrow)
{
    bres__text text = { 0 };
    char word[300];

    memset(word, 'x', sizeof(word) - 1);
    word[sizeof(word) - 1] = '\0';
    bres__put_wrapped(&text, BRES__REPORT_WIDTH, "- ", 2, word);
    cr_expect_eq(text.length, 2 + 299 + 3 * 3 + 1, "%s", text.data);
    expect_narrow(text.data);
    bres__text_clear(&text);
    bres__put_wrapped(&text, BRES__REPORT_WIDTH, "- ", 2, "  two   words  ");
    cr_expect_str_eq(text.data, "- two words\n");
    bres__text_clear(&text);
    bres__put_wrapped(&text, BRES__REPORT_WIDTH, "", 0, "a\x1b[31mb\xc2\x9b");
    cr_expect_str_eq(text.data, "a\\x1B[31mb\\u009B\n");
    bres__text_clear(&text);
    for (int i = 0; i < 60; i++)
        memcpy(word + 3 * i, "\xe6\xb0\xb4", 4);
    bres__put_wrapped(&text, BRES__REPORT_WIDTH, "- ", 2, word);
    expect_narrow(text.data);
    cr_expect_eq(bres__utf8_valid(text.data, text.length), text.length, "no character is divided");
    bres__text_free(&text);
}

static bres_status report_once(void *context)
{
    const stage *s = context;
    char *text;
    const bres_status status = bres_doctor_report(&s->diagnosis, &text, NULL);

    bres_string_free(text);
    return status;
}

Test(report, doctor_survives_failing_allocations)
{
    stage s;

    stage_open(&s, true);
    stage_probe(&s);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, report_once, &s);
    s.diagnosis.format = BRES_FORMAT_JSON;
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, report_once, &s);
    bres_machine_free(s.machine);
}

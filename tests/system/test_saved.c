/* SPDX-License-Identifier: MIT */
/*
 * The file with the results of probes, by machine.
 */
#include "base/fault.h"
#include "support/machine_tree.h"
#include "support/support.h"
#include "system/system.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define GOVERNOR "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor"

/* A machine, and the file. */
typedef struct stage {
    bres_test_tree tree;
    bres__machine machine;
    char path[8192];
    char state[8192]; /* the directory of all state files */
    bres__text log;
} stage;

static const bres__saved sample = { .run_variation = 0.0125,
                                    .detectable_effect = 0.02,
                                    .one_run_effect = 0.05,
                                    .date = "2026-11-23T08:00:00Z" };

static stage *stage_open(void)
{
    static stage s;

    memset(&s, 0, sizeof(s));
    bres_test_tree_open(&s.tree);
    bres_test_tree_fill(&s.tree);
    bres__machine_read(s.tree.root, &s.machine);
    snprintf(s.state, sizeof(s.state), "%.4000s/state", s.tree.root);
    snprintf(s.path, sizeof(s.path), "%.4100s/benchresult/machine.json", s.state);
    return &s;
}

static void store(stage *s)
{
    cr_assert_eq(bres__saved_store(s->path, &s->machine, &sample), BRES_OK, "%s",
                 bres_last_error());
}

static bres__saved load(stage *s)
{
    bres__saved saved;

    cr_assert_eq(bres__saved_load(s->path, &s->machine, &saved), BRES_OK, "%s", bres_last_error());
    return saved;
}

static void set_governor(stage *s, const char *governor)
{
    static const int cpus[] = { 0, 1, 2, 3, 8 };

    for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
        char path[128];

        snprintf(path, sizeof(path), GOVERNOR, cpus[i]);
        if (governor != NULL)
            bres_test_tree_put(&s->tree, path, governor);
        else
            bres_test_tree_remove(&s->tree, path);
    }
    bres__machine_read(s->tree.root, &s->machine);
}

/* Replaces a text in the file. */
static void damage(stage *s, const char *from, const char *to)
{
    char *text = bres_test_read_file(s->path, NULL);
    char *place = strstr(text, from);
    bres__text changed = { 0 };

    cr_assert_not_null(place, "'%s' in %s", from, text);
    bres__text_append(&changed, text, (size_t)(place - text));
    bres__text_puts(&changed, to);
    bres__text_puts(&changed, place + strlen(from));
    bres_test_write_file(s->path, changed.data, changed.length);
    bres__text_free(&changed);
    free(text);
}

static void report(void *context, const char *message)
{
    bres__text_puts(&((stage *)context)->log, message);
}

Test(system, saved_is_found_again)
{
    stage *s = stage_open();
    bres__saved saved = load(s);
    char *text;

    cr_expect_eq(saved.run_variation, 0, "no file");
    store(s);
    saved = load(s);
    cr_expect_eq(saved.run_variation, 0.0125);
    cr_expect_eq(saved.detectable_effect, 0.02);
    cr_expect_eq(saved.one_run_effect, 0.05);
    cr_expect_str_eq(saved.date, "2026-11-23T08:00:00Z");
    text = bres_test_read_file(s->path, NULL);
    cr_expect_not_null(strstr(text, "\"processor\": \"Made-up CPU @ 3.00GHz\""), "%s", text);
    cr_expect_not_null(strstr(text, "\"kernel\": \"6.1.0-17-amd64\""), "%s", text);
    cr_expect_not_null(strstr(text, "\"governor\": \"performance\""), "%s", text);
    cr_expect_eq(bres__json_check_object(text), BRES_OK);
    free(text);
}

/* Each processor, kernel and governor has a record of its own. */
Test(system, saved_of_several_machines)
{
    static const struct {
        const char *path;
        const char *text;
    } changes[] = {
        { "/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n" },
        { "/proc/cpuinfo", "processor\t: 0\nmodel name\t: Other \"CPU\"\n" },
    };
    bres__saved other = sample;
    stage *s = stage_open();

    store(s);
    for (size_t i = 0; i < 2; i++) {
        bres_test_tree_put(&s->tree, changes[i].path, changes[i].text);
        bres__machine_read(s->tree.root, &s->machine);
        cr_expect_eq(load(s).run_variation, 0, "change %zu", i);
        other.run_variation = 0.1 * (double)(i + 1);
        cr_assert_eq(bres__saved_store(s->path, &s->machine, &other), BRES_OK);
        cr_expect_eq(load(s).run_variation, other.run_variation);
    }
    set_governor(s, "powersave\n");
    cr_expect_eq(load(s).run_variation, 0);
    set_governor(s, NULL);
    cr_expect_eq(load(s).run_variation, 0);
    store(s);
    cr_expect_eq(load(s).run_variation, 0.0125, "an unknown governor is one of its own");
    set_governor(s, "performance\n");
    cr_expect_eq(load(s).run_variation, 0.2);
    bres_test_tree_fill(&s->tree);
    bres__machine_read(s->tree.root, &s->machine);
    cr_expect_eq(load(s).run_variation, 0.0125);
    /* The record is replaced. */
    other.run_variation = 0.5;
    cr_assert_eq(bres__saved_store(s->path, &s->machine, &other), BRES_OK);
    cr_expect_eq(load(s).run_variation, 0.5);
}

Test(system, saved_of_an_unknown_machine)
{
    stage *s = stage_open();

    store(s);
    bres_test_tree_remove(&s->tree, "/proc/cpuinfo");
    bres__machine_read(s->tree.root, &s->machine);
    cr_expect_eq(load(s).run_variation, 0);
    cr_expect_eq(bres__saved_store(s->path, &s->machine, &sample), BRES_ERROR_UNSUPPORTED);
    cr_expect_str_eq(bres_last_error(), "the processor is not known (/proc/cpuinfo: absent), so "
                                        "that later runs would not recognize this machine");
}

/* A pipe without a writer must not stop each run. */
Test(system, saved_in_a_pipe, .timeout = 60)
{
    stage *s = stage_open();
    bres__saved saved;

    store(s);
    cr_assert_eq(remove(s->path), 0);
    cr_assert_eq(mkfifo(s->path, 0600), 0);
    cr_expect_eq(bres__saved_load(s->path, &s->machine, &saved), BRES_ERROR_IO);
    cr_expect_not_null(strstr(bres_last_error(), "not a regular file"), "%s", bres_last_error());
    cr_expect_eq(saved.run_variation, 0);
    cr_expect_eq(bres__saved_store(s->path, &s->machine, &sample), BRES_ERROR_IO);
}

/* A file that the library would not write gives an error and no value. */
Test(system, saved_that_is_damaged)
{
    static const struct {
        const char *from;
        const char *to;
        bres_status status;
        const char *message;
        bool stores; /* the record is replaced */
    } rows[] = {
        { "{", "[", BRES_ERROR_SYNTAX, "", false },
        { "}\n", "", BRES_ERROR_SYNTAX, "", false },
        { "\"version\": 1", "\"version\": 2", BRES_ERROR_VERSION, "a newer benchresult", false },
        { "\"version\": 1", "\"version\": 0", BRES_ERROR_VALUE, "'version'", false },
        { "\"version\": 1", "\"version\": \"1\"", BRES_ERROR_VALUE, "'version'", false },
        { "\"version\"", "\"versions\"", BRES_ERROR_VALUE, "'version'", false },
        { "\"machines\"", "\"machine\"", BRES_ERROR_KIND, "'machines'", false },
        { "\"run_variation\": 0.0125", "\"run_variation\": 0", BRES_ERROR_VALUE, "'run_variation'",
          true },
        { "\"run_variation\": 0.0125", "\"run_variation\": -1", BRES_ERROR_VALUE, "'run_variation'",
          true },
        { "\"run_variation\": 0.0125", "\"run_variation\": 1.5", BRES_ERROR_VALUE,
          "'run_variation'", true },
        { "\"run_variation\": 0.0125", "\"run_variation\": NaN", BRES_ERROR_VALUE,
          "'run_variation'", true },
        { "\"run_variation\": 0.0125", "\"run_variation\": \"0.0125\"", BRES_ERROR_VALUE,
          "'run_variation'", true },
        { "\"run_variation\"", "\"variation\"", BRES_ERROR_VALUE, "'run_variation'", true },
        { "\"detectable_effect\": 0.02", "\"detectable_effect\": Infinity", BRES_ERROR_VALUE,
          "an effect", true },
        { "\"one_run_effect\": 0.05", "\"one_run_effect\": null", BRES_ERROR_VALUE, "an effect",
          true },
        { "2026-11-23T08:00:00Z", "yesterday", BRES_ERROR_VALUE, "'date'", true },
        { "2026-11-23T08:00:00Z", "", BRES_ERROR_VALUE, "'date'", true },
        { "2026-11-23T08:00:00Z", "2026-11-23T08:00:00.0000000000000Z", BRES_ERROR_VALUE, "'date'",
          true },
        { "\"2026-11-23T08:00:00Z\"", "1", BRES_ERROR_VALUE, "'date'", true },
        { "Made-up CPU", "Other CPU", BRES_ERROR_VALUE, "'processor'", true },
        { "\"governor\": \"performance\"", "\"governor\": null", BRES_ERROR_VALUE, "'governor'",
          true },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        stage *s = stage_open();
        bres__saved saved;
        bres_status status;

        store(s);
        damage(s, rows[i].from, rows[i].to);
        status = bres__saved_load(s->path, &s->machine, &saved);
        cr_expect_eq(status, rows[i].status, "row %zu: %s", i, bres_status_name(status));
        cr_expect_eq(saved.run_variation, 0, "row %zu", i);
        cr_expect_not_null(strstr(bres_last_error(), rows[i].message), "row %zu: %s", i,
                           bres_last_error());
        cr_expect_str_eq(bres_last_error_file(), s->path, "row %zu", i);
        status = bres__saved_store(s->path, &s->machine, &sample);
        cr_expect_eq(status, rows[i].stores ? BRES_OK : rows[i].status, "row %zu: %s", i,
                     bres_status_name(status));
        cr_expect_eq(bres__saved_load(s->path, &s->machine, &saved),
                     rows[i].stores ? BRES_OK : rows[i].status, "row %zu: a file stays", i);
    }
}

Test(system, saved_record_of_another_kind)
{
    stage *s = stage_open();
    bres__saved saved;
    char *text;
    char *record;

    store(s);
    text = bres_test_read_file(s->path, NULL);
    record = strstr(text, "\": {\n      \"processor\"");
    cr_assert_not_null(record, "%s", text);
    strcpy(record, "\": 1}}");
    bres_test_write_file(s->path, text, strlen(text));
    cr_expect_eq(bres__saved_load(s->path, &s->machine, &saved), BRES_ERROR_KIND);
    cr_expect_not_null(strstr(bres_last_error(), "not an object"), "%s", bres_last_error());
    free(text);
}

Test(system, saved_that_is_too_large)
{
    static char large[(1 << 20) + 1];
    stage *s = stage_open();
    bres__saved saved;

    store(s);
    memset(large, ' ', sizeof(large));
    bres_test_write_file(s->path, large, sizeof(large));
    cr_expect_eq(bres__saved_load(s->path, &s->machine, &saved), BRES_ERROR_LIMIT);
    bres_test_write_file(s->path, "{}\0", 3);
    cr_expect_eq(bres__saved_load(s->path, &s->machine, &saved), BRES_ERROR_SYNTAX);
    bres_test_write_file(s->path, "", 0);
    cr_expect_eq(bres__saved_load(s->path, &s->machine, &saved), BRES_ERROR_SYNTAX);
}

Test(system, saved_in_a_place_that_refuses)
{
    stage *s = stage_open();
    bres__saved saved;
    char path[8192];

    snprintf(path, sizeof(path), "%.4000s/proc/cpuinfo/x.json", s->tree.root);
    /* A directory instead of the file, and a file instead of the directory. */
    cr_assert_eq(bres__make_parents(s->path), BRES_OK);
    cr_assert_eq(mkdir(s->path, 0700), 0);
    cr_expect_eq(bres__saved_load(s->path, &s->machine, &saved), BRES_ERROR_IO);
    cr_expect_neq(bres__saved_store(s->path, &s->machine, &sample), BRES_OK);
    cr_expect_eq(bres__saved_load(path, &s->machine, &saved), BRES_OK, "no such file");
    cr_expect_neq(bres__saved_store(path, &s->machine, &sample), BRES_OK);
}

Test(system, saved_path_of_the_environment)
{
    static const struct {
        const char *state;
        const char *home;
        const char *path; /* NULL: an error */
    } rows[] = {
        { "/state", "/home/x", "/state/benchresult/machine.json" },
        { NULL, "/home/x", "/home/x/.local/state/benchresult/machine.json" },
        { "", "/home/x", "/home/x/.local/state/benchresult/machine.json" },
        { "state", "/home/x", "/home/x/.local/state/benchresult/machine.json" },
        { "/state", NULL, "/state/benchresult/machine.json" },
        { NULL, NULL, NULL },
        { "state", "home", NULL },
        { "", "", NULL },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_status status;
        char *path;

        unsetenv("XDG_STATE_HOME");
        unsetenv("HOME");
        if (rows[i].state != NULL)
            setenv("XDG_STATE_HOME", rows[i].state, 1);
        if (rows[i].home != NULL)
            setenv("HOME", rows[i].home, 1);
        status = bres__saved_path(&path);
        cr_expect_eq(status, rows[i].path != NULL ? BRES_OK : BRES_ERROR_NO_FILE, "row %zu", i);
        if (rows[i].path != NULL)
            cr_expect_str_eq(path, rows[i].path, "row %zu", i);
        else
            cr_expect_not_null(strstr(bres_last_error(), "neither XDG_STATE_HOME nor HOME"));
        bres__free(path);
    }
}

/* The saved values that a run reads, and those in its passport. */
Test(system, saved_is_recalled)
{
    stage *s = stage_open();
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };

    setenv("XDG_STATE_HOME", s->state, 1);
    cr_assert_eq(bres__saved_recall(&s->machine, report, s), BRES_OK);
    cr_expect_eq(s->machine.saved.run_variation, 0);
    store(s);
    cr_assert_eq(bres__saved_recall(&s->machine, report, s), BRES_OK);
    cr_expect_eq(s->machine.saved.run_variation, 0.0125);
    cr_expect_eq(s->log.length, 0, "%s", s->log.data);
    bres__json_begin(&json, '{');
    bres__machine_put(&json, &s->machine, NULL);
    bres__json_end(&json, '}');
    cr_expect_not_null(strstr(text.data, "\"run_variation\":0.0125,\"run_variation_date\":"
                                         "\"2026-11-23T08:00:00Z\""),
                       "%s", text.data);
    bres__text_free(&text);
    damage(s, "\"run_variation\": 0.0125", "\"run_variation\": 7");
    bres__error(BRES_ERROR_KEY, "an earlier error");
    cr_assert_eq(bres__saved_recall(&s->machine, report, s), BRES_OK);
    cr_expect_eq(s->machine.saved.run_variation, 0);
    cr_expect_not_null(strstr(s->log.data, "the known run variation of this machine is not "
                                           "recorded: "),
                       "%s", s->log.data);
    cr_expect_not_null(strstr(s->log.data, "machine.json"), "%s", s->log.data);
    cr_expect_str_eq(bres_last_error(), "an earlier error");
    bres__text_clear(&s->log);
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    cr_assert_eq(bres__saved_recall(&s->machine, report, s), BRES_OK);
    cr_expect_eq(s->log.length, 0, "without a directory there is no file");
    bres__text_free(&s->log);
}

static bres_status store_and_load(void *context)
{
    stage *s = context;
    bres__saved saved;
    bres_status status;

    unlink(s->path);
    status = bres__saved_store(s->path, &s->machine, &sample);
    if (status == BRES_OK)
        status = bres__saved_load(s->path, &s->machine, &saved);
    cr_assert(status != BRES_OK || saved.run_variation == 0.0125);
    return status;
}

Test(system, saved_faults)
{
    stage *s = stage_open();

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, store_and_load, s);
}

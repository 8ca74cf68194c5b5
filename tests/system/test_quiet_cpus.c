/* SPDX-License-Identifier: MIT */
/*
 * The choice of quiet CPUs on synthetic machines.
 */
#include "base/base.h"
#include "support/machine_tree.h"
#include "support/support.h"

#include <benchresult/system.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CPU  "/sys/devices/system/cpu/"
#define CPUS 8

/* A machine: CPUs from 0 on, and the busy ticks of each CPU in 100 ticks between the readings. */
static const struct {
    const char *what;
    int count;
    int busy[CPUS];
    const char *siblings[CPUS]; /* NULL: no file */
    const char *allowed;        /* NULL: no file */
    const char *isolated;
    const char *chosen;
} rows[] = {
    { "one CPU", 1, { 0 }, { NULL }, "0", NULL, "0" },
    { "one busy CPU", 1, { 100 }, { NULL }, "0", NULL, "0" },
    { "two idle CPUs: the first is left to others", 2, { 0 }, { NULL }, "0-1", NULL, "1" },
    { "two CPUs, one busy", 2, { 0, 60 }, { NULL }, "0-1", NULL, "0" },
    { "two busy CPUs: the quieter one", 2, { 90, 60 }, { NULL }, "0-1", NULL, "1" },
    { "a little work is not busy", 4, { 0, 9, 10, 3 }, { NULL }, "0-3", NULL, "0,1,3" },
    { "a busy CPU is left to others", 4, { 0, 11, 0, 0 }, { NULL }, "0-3", NULL, "0,2,3" },
    { "siblings: one CPU of each core",
      4,
      { 0 },
      { "0,2", "1,3", "0,2", "1,3" },
      "0-3",
      NULL,
      "1" },
    { "a busy sibling that may not be used",
      4,
      { 0, 0, 90, 0 },
      { "0,2", "1,3", "0,2", "1,3" },
      "0-1",
      NULL,
      "1" },
    { "the allowed sibling", 4, { 0 }, { "0,2", "1,3", "0,2", "1,3" }, "2-3", NULL, "3" },
    { "others have CPUs of their own", 4, { 0 }, { NULL }, "2-3", NULL, "2,3" },
    { "isolated CPUs", 4, { 0 }, { NULL }, "0-3", "2-3", "2,3" },
    { "isolated CPUs that may not be used", 4, { 0 }, { NULL }, "0-1", "2-3", "0,1" },
    { "a busy isolated CPU", 4, { 0, 0, 50, 0 }, { NULL }, "0-3", "2-3", "3" },
    { "an unknown list of allowed CPUs", 2, { 0 }, { NULL }, NULL, NULL, "1" },
    { "allowed CPUs that do not exist", 2, { 0 }, { NULL }, "4-5", NULL, "" },
};

static void put_stat(const bres_test_tree *tree, int count, const int *busy, int ticks)
{
    char text[2048] = "cpu  1 2 3 4 5 6 7 8 9 10\n";

    for (int cpu = 0; cpu < count; cpu++) {
        const int own = busy != NULL ? busy[cpu] : 0;
        const size_t used = strlen(text);

        snprintf(text + used, sizeof(text) - used, "cpu%d 10 0 %d %d 3 0 0 0 0 0\n", cpu, own,
                 1000 + ticks - own);
    }
    strcat(text, "intr 1 2 3\n");
    bres_test_tree_put(tree, "/proc/stat", text);
}

static const char *chosen_text(const bres_machine *machine)
{
    static char text[128];
    int32_t cpus[CPUS];
    size_t count;

    cr_assert_eq(bres_machine_quiet_cpus(machine, cpus, CPUS, &count), BRES_OK);
    text[0] = '\0';
    for (size_t i = 0; i < count && i < CPUS; i++) {
        const size_t used = strlen(text);

        snprintf(text + used, sizeof(text) - used, "%s%d", i > 0 ? "," : "", cpus[i]);
    }
    return text;
}

Test(system, quiet_cpus_are_chosen)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_tree tree;
        bres_machine *machine;
        char path[128];

        bres_test_tree_open(&tree);
        put_stat(&tree, rows[i].count, NULL, 0);
        for (int cpu = 0; cpu < CPUS; cpu++) {
            snprintf(path, sizeof(path), CPU "cpu%d/topology/thread_siblings_list", cpu);
            if (rows[i].siblings[cpu] != NULL)
                bres_test_tree_put(&tree, path, rows[i].siblings[cpu]);
        }
        snprintf(path, sizeof(path), "Cpus_allowed_list:\t%s\n",
                 rows[i].allowed != NULL ? rows[i].allowed : "");
        if (rows[i].allowed != NULL)
            bres_test_tree_put(&tree, "/proc/self/status", path);
        if (rows[i].isolated != NULL)
            bres_test_tree_put(&tree, CPU "isolated", rows[i].isolated);
        cr_assert_eq(bres_machine_read(tree.root, &machine), BRES_OK);
        put_stat(&tree, rows[i].count, rows[i].busy, 100);
        cr_assert_eq(bres_machine_update(machine), BRES_OK);
        cr_expect_str_eq(chosen_text(machine), rows[i].chosen, "%s: %s", rows[i].what,
                         chosen_text(machine));
        bres_machine_free(machine);
    }
}

/* Files that do not name the CPUs, or name them oddly. */
Test(system, quiet_cpus_of_odd_files)
{
    static const struct {
        const char *stat;
        const char *chosen;
    } odd[] = {
        { "", "" },
        { "cpu  1 2 3 4 5 6 7 8\n", "" },
        { "cpux 1 2 3 4 5 6 7 8\n", "" },
        { "cpu0 1 2 3 4\n", "" },
        { "cpu0 1 2 3 4 5 6 7 -8\n", "" },
        { "cpu0 1 2 3 4 5 6 7 99999999999999999999\n", "" },
        { "cpu99999999999 1 2 3 4 5 6 7 8\n", "" },
        { "cpu5 1 2 3 4 5 6 7 8", "5" },
        { "cpu1 1 2 3 4 5 6 7 8\ncpu0 1 2 3 4 5 6 7 8\n", "1" },
        { "cpu1 1 2 3 4 5 6 7 8\ncpu1 1 2 3 4 5 6 7 8\ncpu3 1 2 3 4 5 6 7 8\n", "3" },
        { "intr 1\ncpu1 1 2 3 4 5 6 7 8\n", "" },
    };
    bres_machine *machine;
    bres_test_tree tree;

    for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
        bres_test_tree_open(&tree);
        bres_test_tree_put(&tree, "/proc/stat", odd[i].stat);
        cr_assert_eq(bres_machine_read(tree.root, &machine), BRES_OK);
        cr_expect_str_eq(chosen_text(machine), odd[i].chosen, "'%s': %s", odd[i].stat,
                         chosen_text(machine));
        bres_machine_free(machine);
    }
}

static void make_directory(const char *path)
{
    cr_assert_eq(mkdir(path, 0700), 0);
}

/* A pipe without a writer must not block the library. */
static void make_pipe(const char *path)
{
    cr_assert_eq(mkfifo(path, 0600), 0);
}

static void make_loop(const char *path)
{
    cr_assert_eq(symlink("stat", path), 0);
}

static void make_binary(const char *path)
{
    bres_test_write_file(path, "cpu0\0 1 2 3 4 5 6 7 8\n", 22);
}

/* A file above the library's size limit. */
static void make_huge(const char *path)
{
    enum { HUGE_SIZE = 5 << 20 };
    char *content = calloc(1, HUGE_SIZE);

    cr_assert_not_null(content);
    memset(content, ' ', HUGE_SIZE);
    memcpy(content, "cpu0 1 2 3 4 5 6 7 8\n", 21);
    bres_test_write_file(path, content, HUGE_SIZE);
    free(content);
}

Test(system, quiet_cpus_without_a_usable_file)
{
    static void (*const makers[])(const char *path) = { make_directory, make_pipe, make_loop,
                                                        make_binary, make_huge };

    for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]); i++) {
        bres_machine *machine;
        bres_test_tree tree;
        char path[8192];

        bres_test_tree_open(&tree);
        bres_test_tree_put(&tree, "/proc/loadavg", "");
        snprintf(path, sizeof(path), "%s/proc/stat", tree.root);
        makers[i](path);
        cr_assert_eq(bres_machine_read(tree.root, &machine), BRES_OK);
        cr_expect_str_eq(chosen_text(machine), "", "maker %zu: %s", i, chosen_text(machine));
        bres_machine_free(machine);
    }
}

/* More CPUs than fit into the first part of the file, which other facts read. */
Test(system, quiet_cpus_of_a_large_machine)
{
    enum { MANY = 1024 };
    bres__text text = { 0 };
    bres_machine *machine;
    bres_test_tree tree;
    int32_t last[1];
    size_t count;

    for (int cpu = 0; cpu < MANY; cpu++)
        bres__text_printf(&text, "cpu%d 1 2 3 4 5 6 7 8 9 10\n", cpu);
    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, "/proc/stat", text.data);
    cr_assert_eq(bres_machine_read(tree.root, &machine), BRES_OK);
    cr_assert_eq(bres_machine_quiet_cpus(machine, last, 1, &count), BRES_OK);
    cr_expect_eq(count, MANY - 1);
    cr_expect_eq(last[0], 1, "no more than fits");
    bres_machine_free(machine);
    bres__text_free(&text);
}

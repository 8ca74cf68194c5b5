/* SPDX-License-Identifier: MIT */
/*
 * Places where a load looks for a recorded file name. The result is p/q/r.json below a scratch
 * directory; each file holds one number, which identifies the file.
 */
#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define MAX_FILES    4
#define RESULT       "p/q"
#define WORKING      "cwd"
#define ROOT         "@" /* begins an absolute recorded name in the scratch directory */
#define ABSENT       0.0f

typedef struct place_row {
    const char *recorded;
    const char *files[MAX_FILES]; /* file i holds i + 1 */
    float found;                  /* with the working directory as the last candidate */
    bool strictly;                /* also found without the working directory */
} place_row;

static const place_row rows[] = {
    /* beside the result */
    { "r.json-bin/0.bin", { "p/q/r.json-bin/0.bin" }, 1, true },
    { "./r.json-bin/../r.json-bin/0.bin", { "p/q/r.json-bin/0.bin" }, 1, true },
    { "0.bin", { "p/q/0.bin" }, 1, true },
    { "../q/r.json-bin/0.bin", { "p/q/r.json-bin/0.bin" }, 1, true },
    { "../../other/0.bin", { "other/0.bin" }, 1, true },
    { "r.json-bin/0.bin", { "p/q/r.json-bin/1.bin" }, ABSENT, true },
    /* an absolute name is used unchanged, and no other place is tried */
    { ROOT "/a/r.json-bin/0.bin", { "p/q/r.json-bin/0.bin", "a/r.json-bin/0.bin" }, 2, true },
    { ROOT "/a/r.json-bin/0.bin", { "p/q/r.json-bin/0.bin" }, ABSENT, true },
    /* the relocation rule */
    { "../../x/r.json-bin/0.bin", { "p/q/r.json-bin/0.bin" }, 1, true },
    { "../../../../../../../../../../../../x/r.json-bin/0.bin",
      { "p/q/r.json-bin/0.bin" },
      1,
      true },
    { "..\\x\\r.json-bin\\0.bin", { "p/q/r.json-bin/0.bin" }, 1, true },
    { "C:\\runs\\r.json-bin\\0.bin", { "p/q/r.json-bin/0.bin" }, 1, true },
    { "x/y\\r.json-bin/0.bin", { "p/q/r.json-bin/0.bin" }, 1, true },
    { "x/r.json-freqs-bin/0.bin", { "p/q/r.json-freqs-bin/0.bin" }, 1, true },
    { "x/r.json-bin/sub/0.bin", { "p/q/r.json-bin/sub/0.bin" }, 1, true },
    { "x/r.json-bin/gone/../0.bin", { "p/q/r.json-bin/0.bin" }, 1, true },
    { "r.json-bin/./gone/../0.bin", { "p/q/r.json-bin/0.bin" }, 1, true },
    { "r.json-bin/r.json-bin/0.bin", { "p/q/r.json-bin/0.bin" }, 1, true },
    { "x/r.json-bin/r.json-bin/0.bin",
      { "p/q/r.json-bin/0.bin", "p/q/r.json-bin/r.json-bin/0.bin" },
      2,
      true },
    { "x/r.json-bin/../r.json-freqs-bin/0.bin",
      { "p/q/r.json-bin/0.bin", "p/q/r.json-freqs-bin/0.bin" },
      2,
      true },
    { "x/s.json-bin/0.bin", { "p/q/r.json-bin/0.bin", "p/q/s.json-bin/0.bin" }, ABSENT, true },
    { "x/R.json-bin/0.bin", { "p/q/r.json-bin/0.bin" }, ABSENT, true },
    { "x/r.json-bin2/0.bin", { "p/q/r.json-bin/0.bin" }, ABSENT, true },
    { "x/r.json-bi/0.bin", { "p/q/r.json-bin/0.bin" }, ABSENT, true },
    /* the parent of the result's directory */
    { "q/r.json-bin/0.bin", { "p/q/r.json-bin/0.bin" }, 1, true },
    { "s/0.bin", { "p/s/0.bin" }, 1, true },
    { "s/0.bin", { "s/0.bin" }, ABSENT, true },
    /* the working directory, if asked for */
    { "s/0.bin", { "cwd/s/0.bin" }, 1, false },
    /* the order of all places */
    { "x/r.json-bin/0.bin",
      { "p/q/x/r.json-bin/0.bin", "p/q/r.json-bin/0.bin", "p/x/r.json-bin/0.bin",
        "cwd/x/r.json-bin/0.bin" },
      1,
      true },
    { "x/r.json-bin/0.bin",
      { "cwd/x/r.json-bin/0.bin", "p/x/r.json-bin/0.bin", "p/q/r.json-bin/0.bin" },
      3,
      true },
    { "x/r.json-bin/0.bin", { "cwd/x/r.json-bin/0.bin", "p/x/r.json-bin/0.bin" }, 2, true },
};

static const char *make_tree(const place_row *row)
{
    const char *root = bres_test_directory();
    char directory[PATH_MAX];
    char recorded[PATH_MAX];
    bres_test_sidecar sidecar = { BRES_TEST_COLD_TIMES, recorded, "1" };

    bres_test_write_samples(root, RESULT "/other.bin", 0, 0);
    bres_test_write_samples(root, WORKING "/other.bin", 0, 0);
    for (size_t i = 0; i < MAX_FILES && row->files[i] != NULL; i++)
        bres_test_write_samples(root, row->files[i], (float)(i + 1), 1);
    if (row->recorded[0] == ROOT[0])
        snprintf(recorded, sizeof recorded, "%s%s", root, row->recorded + 1);
    else
        snprintf(recorded, sizeof recorded, "%s", row->recorded);
    snprintf(directory, sizeof directory, "%s/" RESULT, root);
    bres_test_write_result(directory, &sidecar, 1);
    return root;
}

/* Changes the working directory; returns a descriptor of the old one. */
static int enter(const char *root, const char *directory)
{
    int old = open(".", O_RDONLY | O_DIRECTORY);
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", root, directory);
    cr_assert_geq(old, 0);
    cr_assert_eq(chdir(path), 0);
    return old;
}

static void leave(int old)
{
    cr_assert_eq(fchdir(old), 0);
    close(old);
}

/* The number in the file that is found. ABSENT: no file, which must give a warning. */
static float find(const char *path, uint32_t flags, const char *what)
{
    bres_test_log log = { 0 };
    bres_load_options options = bres_test_options(flags, &log);
    bres_result *result;
    const float *values;
    float found = ABSENT;
    size_t count;

    cr_assert_eq(bres_result_load(path, &options, &result), BRES_OK, "%s: %s", what,
                 bres_last_error());
    cr_assert_eq(bres_state_samples(bres_test_state(result), &values, &count), BRES_OK, "%s: %s",
                 what, bres_last_error());
    cr_assert_eq(values != NULL, count == 1, "%s", what);
    if (values != NULL)
        found = values[0];
    cr_assert_eq(log.count, values == NULL, "%s: %s", what, bres_test_log_text(&log));
    if (values == NULL)
        cr_assert(strstr(bres_test_log_text(&log), "is missing") != NULL, "%s: %s", what,
                  bres_test_log_text(&log));
    bres_test_log_clear(&log);
    bres_result_unref(result);
    return found;
}

Test(nvbench, sidecars_are_found)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *root = make_tree(&rows[i]);
        float strictly = rows[i].strictly ? rows[i].found : ABSENT;
        char path[PATH_MAX];
        char what[512];
        int old;

        snprintf(what, sizeof what, "row %zu, %s", i, rows[i].recorded);
        snprintf(path, sizeof path, "%s/" RESULT "/r.json", root);
        old = enter(root, WORKING);
        cr_assert_eq(find(path, 0, what), strictly, "%s", what);
        cr_assert_eq(find(path, BRES_LOAD_LENIENT, what), strictly, "%s", what);
        cr_assert_eq(find(path, BRES_LOAD_CWD_FALLBACK, what), rows[i].found, "%s", what);
        leave(old);
    }
}

/* The directory of the result comes from its absolute path, for every spelling of the path. */
Test(nvbench, sidecars_are_found_from_relative_paths)
{
    static const struct {
        const char *working;
        const char *path;
    } ways[] = {
        { ".", "p/q/r.json" },    { "p", "q/r.json" },        { "p/q", "r.json" },
        { "p/q", "./r.json" },    { "p/q", "../q/r.json" },   { "cwd", "../p/q/r.json" },
        { ".", "p//q///r.json" }, { "p/q", ".././q/r.json" },
    };
    static const size_t picked[] = { 0, 8, 24, 25, 26 };

    for (size_t i = 0; i < COUNT(picked) * COUNT(ways); i++) {
        const place_row *row = &rows[picked[i / COUNT(ways)]];
        const char *root = make_tree(row);
        int old = enter(root, ways[i % COUNT(ways)].working);
        char what[256];

        snprintf(what, sizeof what, "%s from %s: %s", ways[i % COUNT(ways)].path,
                 ways[i % COUNT(ways)].working, row->recorded);
        cr_assert_eq(find(ways[i % COUNT(ways)].path, 0, what), row->found, "%s", what);
        leave(old);
    }
}

/* A result from memory has sidecars in the directory that the caller names, or no sidecars. */
Test(nvbench, sidecars_of_a_result_from_memory)
{
    const char *root = make_tree(&rows[8]);
    char path[PATH_MAX];
    char directory[PATH_MAX];
    char *text;
    size_t size;

    snprintf(path, sizeof path, "%s/" RESULT "/r.json", root);
    snprintf(directory, sizeof directory, "%s/" RESULT, root);
    text = bres_test_read_file(path, &size);
    for (int way = 0; way < 6; way++) {
        bres_test_log log = { 0 };
        bres_load_options options = bres_test_options(0, &log);
        static const char *const names[] = { "r.json", "any/where/r.json", "s.json", NULL };
        bool given = way < 4;
        const float *values;
        bres_result *result;
        size_t count;
        int old = -1;

        options.name = names[given ? way : 0];
        options.directory = given ? directory : way == 4 ? NULL : RESULT "/";
        if (way == 5)
            old = enter(root, ".");
        cr_assert_eq(bres_result_load_memory(text, size, &options, &result), BRES_OK);
        cr_assert_eq(bres_state_samples(bres_test_state(result), &values, &count), BRES_OK);
        /* The relocation rule derives the name of the folder from the name of the result. */
        cr_assert_eq(count, way < 2 || way == 5, "way %d", way);
        cr_assert_eq(log.count, way == 2 || way == 3, "way %d: %s", way, bres_test_log_text(&log));
        cr_assert_str_eq(bres_result_path(result),
                         options.name != NULL ? options.name : "<memory>");
        bres_test_log_clear(&log);
        bres_result_unref(result);
        if (way == 5)
            leave(old);
    }
    free(text);
}

static void link_to(const char *root, const char *target, const char *name)
{
    char path[PATH_MAX];
    char full[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", root, name);
    if (target[0] == ROOT[0])
        snprintf(full, sizeof full, "%s%s", root, target + 1);
    else
        snprintf(full, sizeof full, "%s", target);
    cr_assert_eq(symlink(full, path), 0, "%s", path);
}

/* A confined load takes a file only if it is in the result's directory, by any path to it. */
Test(nvbench, sidecars_are_confined)
{
    static const struct {
        const char *recorded;
        bool inside;
    } names[] = {
        { "r.json-bin/0.bin", true },      { ROOT "/p/q/r.json-bin/0.bin", true },
        { "../q/r.json-bin/0.bin", true }, { "../../p/q/r.json-bin/0.bin", true },
        { "x/r.json-bin/0.bin", true },    { "r.json-bin/in.bin", true },
        { "loop/r.json-bin/0.bin", true }, { ROOT "/link/r.json-bin/0.bin", true },
        { "../../outside/0.bin", false },  { ROOT "/outside/0.bin", false },
        { ROOT "/p/q2/0.bin", false },     { "r.json-bin/out.bin", false },
        { "outdir/0.bin", false },         { "q2/0.bin", false },
    };
    const char *root = bres_test_directory();
    char directories[2][PATH_MAX];

    bres_test_write_samples(root, "p/q/r.json-bin/0.bin", 1, 1);
    bres_test_write_samples(root, "outside/0.bin", 2, 1);
    bres_test_write_samples(root, "p/q2/0.bin", 3, 1);
    link_to(root, "0.bin", "p/q/r.json-bin/in.bin");
    link_to(root, ROOT "/outside/0.bin", "p/q/r.json-bin/out.bin");
    link_to(root, "../../outside", "p/q/outdir");
    link_to(root, ".", "p/q/loop");
    link_to(root, "p/q", "link");
    snprintf(directories[0], PATH_MAX, "%s/p/q", root);
    snprintf(directories[1], PATH_MAX, "%s/link", root);
    for (size_t i = 0; i < COUNT(names) * 2; i++) {
        const char *directory = directories[i % 2];
        bool inside = names[i / 2].inside;
        bres_test_log log = { 0 };
        char recorded[PATH_MAX];
        bres_test_sidecar sidecar = { BRES_TEST_COLD_TIMES, recorded, "1" };
        const float *values;
        bres_result *result;
        size_t count;

        if (names[i / 2].recorded[0] == ROOT[0])
            snprintf(recorded, sizeof recorded, "%s%s", root, names[i / 2].recorded + 1);
        else
            snprintf(recorded, sizeof recorded, "%s", names[i / 2].recorded);
        /* The parent of the link is another directory. */
        if (i % 2 == 1 && strncmp(recorded, "q2/", 3) == 0)
            continue;
        bres_test_write_result(directory, &sidecar, 1);
        cr_assert_eq(bres_test_load_result(directory, BRES_LOAD_CONFINE, &log, &result),
                     inside ? BRES_OK : BRES_ERROR_SIDECAR, "%s: %s", recorded, bres_last_error());
        cr_assert_eq(log.count, 0, "%s", bres_test_log_text(&log));
        if (!inside)
            cr_assert(strstr(bres_last_error(), "outside") != NULL, "%s", bres_last_error());
        bres_result_unref(result);
        cr_assert_eq(
            bres_test_load_result(directory, BRES_LOAD_CONFINE | BRES_LOAD_LENIENT, &log, &result),
            BRES_OK, "%s: %s", recorded, bres_last_error());
        cr_assert_eq(log.count, !inside, "%s: %s", recorded, bres_test_log_text(&log));
        cr_assert_eq(bres_state_samples(bres_test_state(result), &values, &count), BRES_OK);
        cr_assert_eq(values != NULL, inside, "%s", recorded);
        bres_test_log_clear(&log);
        bres_result_unref(result);
        cr_assert_eq(bres_test_load_result(directory, 0, &log, &result), BRES_OK, "%s: %s",
                     recorded, bres_last_error());
        cr_assert_eq(bres_state_samples(bres_test_state(result), &values, &count), BRES_OK);
        cr_assert_eq(count, 1, "%s", recorded);
        bres_result_unref(result);
    }
}

/* The first use refuses a link that leads outside only after the load. */
Test(nvbench, sidecars_are_confined_at_first_use)
{
    const char *root = bres_test_directory();
    const bres_test_sidecar sidecar = { BRES_TEST_COLD_TIMES, "0.bin", "1" };
    bres_test_log log = { 0 };
    const float *values;
    bres_result *result;
    char directory[PATH_MAX];
    char path[PATH_MAX];
    size_t count;

    bres_test_write_samples(root, "in/0.bin", 1, 1);
    bres_test_write_samples(root, "out/0.bin", 2, 1);
    snprintf(directory, sizeof directory, "%s/in", root);
    snprintf(path, sizeof path, "%s/in/0.bin", root);
    bres_test_write_result(directory, &sidecar, 1);
    cr_assert_eq(bres_test_load_result(directory, BRES_LOAD_CONFINE, &log, &result), BRES_OK);
    cr_assert_eq(unlink(path), 0);
    cr_assert_eq(symlink("../out/0.bin", path), 0);
    cr_assert_eq(bres_state_samples(bres_test_state(result), &values, &count), BRES_ERROR_SIDECAR);
    cr_assert(values == NULL && count == 0);
    bres_result_unref(result);
}

/* A confined load needs an existing directory. */
Test(nvbench, confinement_needs_its_directory)
{
    bres_load_options options = bres_test_options(BRES_LOAD_CONFINE, NULL);
    bres_result *result;

    options.directory = "/nonexistent/results";
    cr_assert_eq(bres_test_load_text("{'benchmarks':[]}", &options, &result), BRES_ERROR_NO_FILE);
    options.directory = NULL;
    cr_assert_eq(bres_test_load_text("{'benchmarks':[]}", &options, &result), BRES_OK);
    bres_result_unref(result);
}

/* In the root directory, every file is inside. */
Test(nvbench, sidecars_of_a_result_in_the_root)
{
    const char *root = bres_test_directory();
    bres_load_options options = bres_test_options(BRES_LOAD_CONFINE, NULL);
    char text[PATH_MAX + 256];

    for (int dots = 0; dots < 2; dots++) {
        const float *values;
        bres_result *result;
        size_t count;

        bres_test_write_samples(root, "0.bin", 3, 1);
        snprintf(
            text, sizeof text,
            "{'benchmarks':[{'name':'b','states':[{'name':'s','summaries':[{'tag':'%s','data':["
            "{'name':'filename','type':'string','value':'%s%s/0.bin'},"
            "{'name':'size','type':'int64','value':'1'}]}]}]}]}",
            BRES_TEST_COLD_TIMES, dots == 0 ? "" : "../..", dots == 0 ? root + 1 : root);
        options.directory = dots == 0 ? "/" : "//.//";
        cr_assert_eq(bres_test_load_text(text, &options, &result), BRES_OK, "%s",
                     bres_last_error());
        cr_assert_eq(bres_state_samples(bres_test_state(result), &values, &count), BRES_OK);
        cr_assert(count == 1 && values[0] == 3);
        bres_result_unref(result);
    }
}

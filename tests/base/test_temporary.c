/* SPDX-License-Identifier: MIT */
/* Temporary files: their names, their owners, and files that a killed process leaves. */
#include "base/base.h"
#include "base/file/temporary.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char *target_in(const char *top)
{
    static char path[2200];

    snprintf(path, sizeof(path), "%s/file", top);
    return path;
}

/* Expected names in the order of strcmp(), each with a blank after it. */
static void expect_names(const char *top, const char *names)
{
    struct dirent **entries;
    const int count = scandir(top, &entries, NULL, alphasort);
    char found[256] = "";

    cr_assert_geq(count, 2);
    for (int i = 0; i < count; i++) {
        if (strcmp(entries[i]->d_name, ".") != 0 && strcmp(entries[i]->d_name, "..") != 0) {
            strcat(found, entries[i]->d_name);
            strcat(found, " ");
        }
        free(entries[i]);
    }
    free(entries);
    cr_expect_str_eq(found, names);
}

/* Opens a temporary file as on a system without unnamed files. */
static void open_named(bres__temporary *temporary, const char *path)
{
    bres__faults_arm(BRES__FAULT_UNNAMED, 1, false);
    cr_assert_eq(bres__temporary_open(temporary, path, 0666), 0);
    bres__faults_arm(0, 0, false);
    cr_assert_not_null(temporary->name);
}

static bool make_file(const char *path)
{
    bres__temporary temporary;

    bres__faults_arm(BRES__FAULT_UNNAMED, 1, false);
    return bres__temporary_open(&temporary, path, 0666) == 0;
}

/* Makes a scratch directory with a directory and a file in it. */
static bool make_scratch(const char *unused)
{
    bres__scratch_dir scratch;

    (void)unused;
    return bres__scratch_dir_make(&scratch) == BRES_OK && chdir(scratch.path) == 0 &&
           mkdir("inner", 0777) == 0 && close(creat("inner/file", 0666)) == 0;
}

static void be_killed_after(bool (*make)(const char *path), const char *path)
{
    const pid_t child = fork();
    int status;

    if (child == 0) {
        if (make(path))
            raise(SIGKILL);
        _exit(1);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

Test(base, temporary_file_has_no_name)
{
    const char *top = bres_test_directory();
    char *path = target_in(top);
    bres__temporary temporary;

    cr_assert_eq(bres__temporary_open(&temporary, path, 0666), 0);
    expect_names(top, "");
    cr_assert_eq(bres__write_full(temporary.fd, "new", 3), 0);
    cr_assert_eq(bres__temporary_replace(&temporary, path), 0);
    expect_names(top, "file ");
    cr_expect_eq(bres__temporary_publish(&temporary, path), -1);
    cr_expect_eq(errno, EEXIST);
    bres__temporary_close(&temporary);
    expect_names(top, "file ");
}

Test(base, temporary_files_of_living_processes_stay)
{
    const char *top = bres_test_directory();
    char *path = target_in(top);
    bres__temporary first;
    bres__temporary second;
    bres__temporary third;

    open_named(&first, path);
    open_named(&second, path);
    expect_names(top, ".file.tmp-0 .file.tmp-1 ");
    cr_assert_eq(bres__temporary_open(&third, path, 0666), 0);
    cr_assert_eq(bres__temporary_replace(&third, path), 0);
    bres__temporary_close(&third);
    expect_names(top, ".file.tmp-0 .file.tmp-1 file ");
    cr_expect_eq(bres__temporary_publish(&second, path), -1);
    cr_expect_eq(errno, EEXIST);
    cr_assert_eq(bres__temporary_replace(&second, path), 0);
    bres__temporary_close(&second);
    expect_names(top, ".file.tmp-0 file ");
    cr_assert_eq(unlink(path), 0);
    cr_assert_eq(bres__temporary_publish(&first, path), 0);
    bres__temporary_close(&first);
    expect_names(top, "file ");
}

Test(base, temporary_files_of_killed_processes_are_removed)
{
    const char *top = bres_test_directory();
    char *path = target_in(top);
    bres__temporary living;
    bres__temporary next;

    be_killed_after(make_file, path);
    expect_names(top, ".file.tmp-0 ");
    open_named(&living, path);
    be_killed_after(make_file, path);
    expect_names(top, ".file.tmp-0 .file.tmp-1 ");
    bres__temporary_close(&living);
    expect_names(top, ".file.tmp-1 ");
    cr_assert_eq(bres__temporary_open(&next, path, 0666), 0);
    bres__temporary_close(&next);
    expect_names(top, "");
}

/* Only regular files are removed. */
Test(base, temporary_names_may_be_taken)
{
    const char *top = bres_test_directory();
    char *path = target_in(top);
    bres__temporary temporary;
    char taken[2300];

    snprintf(taken, sizeof(taken), "%s/.file.tmp-0", top);
    cr_assert_eq(mkdir(taken, 0777), 0);
    snprintf(taken, sizeof(taken), "%s/.file.tmp-1", top);
    cr_assert_eq(symlink("file", taken), 0);
    snprintf(taken, sizeof(taken), "%s/.file.tmp-2", top);
    cr_assert_eq(mkfifo(taken, 0666), 0);
    bres_test_write_file(path, "old", 3);
    cr_assert_eq(bres__temporary_open(&temporary, path, 0666), 0);
    cr_assert_eq(bres__temporary_replace(&temporary, path), 0);
    bres__temporary_close(&temporary);
    open_named(&temporary, path);
    cr_expect_str_eq(strrchr(temporary.name, '/'), "/.file.tmp-3");
    bres__temporary_close(&temporary);
    expect_names(top, ".file.tmp-0 .file.tmp-1 .file.tmp-2 file ");
}

/* Neither directories of living processes nor those with other names are removed. */
Test(base, scratch_directories_of_killed_processes_are_removed)
{
    const char *top = bres_test_directory();
    const char *const others[] = { "benchresult-tmp-mine", "benchresult-mine01" };
    char path[2300];
    bres__scratch_dir living;
    bres__scratch_dir next;

    cr_assert_eq(setenv("TMPDIR", top, 1), 0);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        snprintf(path, sizeof(path), "%s/%s", top, others[i]);
        cr_assert_eq(mkdir(path, 0777), 0);
    }
    cr_assert_eq(bres__scratch_dir_make(&living), BRES_OK);
    be_killed_after(make_scratch, NULL);
    be_killed_after(make_scratch, NULL);
    cr_assert_eq(bres__scratch_dir_make(&next), BRES_OK);
    bres__scratch_dir_remove(&next);
    cr_expect_eq(access(living.path, F_OK), 0);
    bres__scratch_dir_remove(&living);
    expect_names(top, "benchresult-mine01 benchresult-tmp-mine ");
}

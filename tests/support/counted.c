/* SPDX-License-Identifier: MIT */
#include "support/counted.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char tmpdir[PATH_MAX];
static char tmpdir_before[PATH_MAX];

int64_t bres_test_count_of(const bres_counts *counts, const char *function)
{
    const size_t length = strlen(function);
    int64_t count = 0;

    for (size_t i = 0; i < bres_counts_size(counts); i++) {
        const bres_count *entry = bres_counts_at(counts, i);
        const char *colon = strstr(entry->name, ":");

        if (colon != NULL && strncmp(colon + 1, function, length) == 0 &&
            (colon[1 + length] == ' ' || colon[1 + length] == '\0'))
            count += entry->count;
    }
    return count;
}

void bres_test_tmpdir_begin(void)
{
    const char *before = getenv("TMPDIR");

    snprintf(tmpdir_before, sizeof tmpdir_before, "%s", before != NULL ? before : "");
    /* A user's path may have such characters. */
    snprintf(tmpdir, sizeof tmpdir, "%s/100%% of it", bres_test_directory());
    cr_assert_eq(mkdir(tmpdir, 0777), 0);
    setenv("TMPDIR", tmpdir, 1);
}

void bres_test_tmpdir_leave(void)
{
    if (tmpdir_before[0] != '\0')
        setenv("TMPDIR", tmpdir_before, 1);
    else
        unsetenv("TMPDIR");
}

void bres_test_tmpdir_end(void)
{
    DIR *directory = opendir(tmpdir);
    struct dirent *entry;

    bres_test_tmpdir_leave();
    cr_assert_not_null(directory, "%s is gone", tmpdir);
    while ((entry = readdir(directory)) != NULL)
        cr_expect(entry->d_name[0] == '.', "%s/%s is left", tmpdir, entry->d_name);
    closedir(directory);
}

const char *bres_test_fake_valgrind(const char *version, const char *script)
{
    static char path[PATH_MAX];
    char text[4096];
    const int length =
        snprintf(text, sizeof text,
                 "#!/bin/sh\n"
                 "[ \"$1\" != --version ] || { echo '%s'; exit; }\n"
                 "for word; do case $word in --callgrind-out-file=*) file=${word#*=};; esac; done\n"
                 "directory=${file%%/*}; directory=$TMPDIR/${directory##*/}\n"
                 "file=$directory/profile.$$\n"
                 "%s\n",
                 version, script);

    cr_assert(length > 0 && (size_t)length < sizeof text);
    snprintf(path, sizeof path, "%s/fake-valgrind", bres_test_directory());
    bres_test_write_file(path, text, (size_t)length);
    cr_assert_eq(chmod(path, 0755), 0);
    return path;
}

#define PART(number, trigger, cost)                                                                \
    "part: " #number "\ndesc: Trigger: " trigger                                                   \
    "\nevents: Ir\n\nob=(1) /lib/o.so\nfl=(1) a.c\nfn=(1) f\n1 " #cost "\ntotals: " #cost "\n"

const char bres_test_fake_profile[] =
    "cat >\"$file\" <<'end'\n"
    "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 1\ncmd: c\n"
    /* clang-format off */
    PART(1, "Client Request: warm-up", 5)
    PART(2, "Client Request: statement", 100)
    PART(3, "Client Request: statement", 100)
    PART(4, "Client Request: baseline", 10)
    PART(5, "Program termination", 7)
    /* clang-format on */
    "end";

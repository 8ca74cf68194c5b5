/* SPDX-License-Identifier: MIT */
/*
 * Git on a repository whose hooks and file monitor would leave a trace if they ran.
 */
#include "base/alloc.h"
#include "base/git/git.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A directory outside any repository. */
static char directory[64];

/* Runs a script in the directory. */
static void script(const char *text)
{
    char command[2048];

    snprintf(command, sizeof command, "cd %s && export GIT_CONFIG_GLOBAL=/dev/null && %s",
             directory, text);
    cr_assert_eq(system(command), 0, "%s", text);
}

static void repository_make(void)
{
    snprintf(directory, sizeof directory, "/tmp/benchresult-test-XXXXXX");
    cr_assert_not_null(mkdtemp(directory));
    script("git init -q repo && cd repo && git config user.name n && git config user.email e@x && "
           "echo 1 >file && git add file && git commit -qm one && "
           "printf '#!/bin/sh\ntouch %s/ran\n' \"$PWD\" >.git/hooks/post-checkout && "
           "cp .git/hooks/post-checkout monitor && chmod +x .git/hooks/post-checkout monitor && "
           "git config core.fsmonitor \"$PWD/monitor\"");
}

Test(base, git_checks_a_commit_out)
{
    char top[80];
    char tree[80];
    char file[96];
    bres__git git = { .directory = top };
    bres__text hash = { 0 };
    bres__text path = { 0 };

    repository_make();
    snprintf(top, sizeof top, "%s/repo", directory);
    snprintf(tree, sizeof tree, "%s/tree", directory);
    snprintf(file, sizeof file, "%s/file", tree);
    cr_assert(bres__git_top(&git, &path), "%s", git.message);
    cr_expect_str_eq(path.data, top);
    cr_assert(bres__git_commit(&git, "HEAD", &hash), "%s", git.message);
    cr_expect_eq(hash.length, 40);
    cr_assert(bres__git_add_tree(&git, tree, hash.data), "%s", git.message);
    cr_expect_eq(access(file, F_OK), 0);
    cr_assert(bres__git_remove_tree(&git, tree), "%s", git.message);
    cr_expect_neq(access(tree, F_OK), 0);
    cr_expect_not(bres__git_add_tree(&git, top, hash.data));
    cr_expect_not_null(strstr(git.message, "already exists"), "%s", git.message);
    snprintf(file, sizeof file, "%s/ran", top);
    cr_expect_neq(access(file, F_OK), 0, "a hook has run");
    bres__text_free(&path);
    bres__text_free(&hash);
    script("rm -rf repo");
    cr_expect_eq(rmdir(directory), 0);
}

Test(base, git_refuses)
{
    static const char *const revisions[] = { "none", "--help", "-c", "" };
    char top[80];
    bres__git git = { .directory = top };
    bres__text text = { 0 };

    repository_make();
    snprintf(top, sizeof top, "%s/repo", directory);
    for (size_t i = 0; i < sizeof revisions / sizeof *revisions; i++) {
        char expected[96];

        bres__text_clear(&text);
        cr_expect_not(bres__git_commit(&git, revisions[i], &text));
        snprintf(expected, sizeof expected, "git does not know the revision '%s'", revisions[i]);
        cr_expect_str_eq(git.message, expected);
    }
    git.directory = directory;
    bres__text_clear(&text);
    cr_expect_not(bres__git_top(&git, &text));
    cr_expect_not_null(strstr(git.message, "not a git repository"), "%s", git.message);
    git.directory = "/no/such/directory";
    cr_expect_not(bres__git_top(&git, &text));
    cr_expect_not_null(strstr(git.message, "cannot start git"), "%s", git.message);
    bres__text_free(&text);
    script("rm -rf repo");
    cr_expect_eq(rmdir(directory), 0);
}

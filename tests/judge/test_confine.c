/* SPDX-License-Identifier: MIT */
/*
 * A solution and its compiler cannot read a secret of the judge's user: no verdict contains it.
 */
#include "judge/verdict/judgement.h"
#include "support/negate.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECRET "sesame_opens"
#define LOOP   "for (size_t i = 0; i < n; i++) output[i] = -input[i];\n"

/* Writes a file that only the user can read, in a directory that each user can enter, and returns
 * its path. */
static const char *secret_make(void)
{
    static char path[] = "/tmp/benchresult-secret-XXXXXX";
    const int fd = mkstemp(path);

    cr_assert_geq(fd, 0);
    close(fd);
    bres_test_write_file(path, SECRET "\n", sizeof SECRET);
    return path;
}

/* Judges a solution with this body, in which `secret` replaces %s. */
static bres_judgement *judged(const char *format, const char *secret, const char *const *readable)
{
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    bres_judge_options options = bres_test_judge_quick();
    static const char *const flags[] = { "-O2", "-include", "stdio.h", NULL };
    const char *at = strstr(format, "%s");
    char body[8192];

    snprintf(body, sizeof body, "%.*s%s%s", (int)(at - format), format, secret, at + 2);
    options.compiler_flags = flags;
    options.flags = BRES_JUDGE_CHECK_ONLY;
    options.allow_read = readable;
    return bres_test_judged(&problem, bres_test_negate_write(body), &options);
}

static const char *const leaks[] = {
    "#include \"%s\"\n" LOOP,
    "char *line = NULL; size_t size = 0;\n"
    "FILE *file = fopen(\"%s\", \"r\");\n" LOOP
    "if (file != NULL && getline(&line, &size, file) > 0) puts(line);\n"
    "fflush(stdout);\n",
    "extern const char secret[];\n"
    "__asm__(\".pushsection .rodata\\nsecret: .incbin \\\"%s\\\"\\n.byte 0\\n.popsection\\n\");\n"
    "puts(secret); fflush(stdout);\n" LOOP,
};

static bool is_leaked(const char *format, const char *secret, const char *const *readable)
{
    bres_judgement *judgement = judged(format, secret, readable);
    const bool is_found = strstr(bres_judgement_output(judgement), SECRET) != NULL;
    char *json;

    cr_assert_eq(bres_judgement_json(judgement, &json), BRES_OK);
    cr_expect_eq(strstr(json, SECRET) != NULL, is_found);
    if (readable != NULL) {
        cr_expect_not_null(strstr(json, "\"allow_read\":[\"/"), "%s", json);
        cr_expect_eq(bres_test_notes_with(judgement, "the solution was allowed to read '/"), 1);
    }
    bres_string_free(json);
    bres_judgement_free(judgement);
    return is_found;
}

Test(judge, confined_reading_keeps_a_secret)
{
    const char *secret = secret_make();
    const char *const readable[] = { secret, NULL };

    for (size_t i = 0; i < sizeof leaks / sizeof *leaks; i++) {
        cr_expect_eq(chmod(secret, 0600), 0);
        cr_expect_not(is_leaked(leaks[i], secret, NULL), "%zu", i);
        /* If the judge is root, the solution runs as another user. */
        cr_expect_eq(chmod(secret, 0644), 0);
        cr_expect_not(is_leaked(leaks[i], secret, NULL), "%zu", i);
        cr_expect(is_leaked(leaks[i], secret, readable), "%zu", i);
    }
    unlink(secret);
}

Test(judge, confined_reading_allows_paths_that_exist_only)
{
    static const char *const readable[] = { "/nowhere", NULL };
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement;

    options.allow_read = readable;
    cr_expect_eq(bres_judge(&problem, bres_test_negate_write(LOOP), &options, &judgement),
                 BRES_ERROR_NO_FILE);
    cr_expect_not_null(strstr(bres_last_error(), "/nowhere"), "%s", bres_last_error());
}

/* Hides Landlock from this process and its children. */
static bool landlock_hide(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_landlock_create_ruleset, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = { sizeof code / sizeof *code, code };

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* Exit statuses of the process without landlock. */
enum { NOTED, NOT_HIDDEN, NOT_NOTED, NOT_PRIVATE };

/* Prints whether the solution can read the command line of the process %s. */
static const char command_line[] = "FILE *file = fopen(\"/proc/%s/cmdline\", \"r\");\n" LOOP
                                   "puts(file != NULL ? \"is read\" : \"is hidden\");\n"
                                   "fflush(stdout);\n";

static int judge_without_landlock(void)
{
    char process[32];
    bres_judgement *judgement;
    int result;

    if (!landlock_hide())
        return NOT_HIDDEN;
    snprintf(process, sizeof process, "%ld", (long)getpid());
    judgement = judged(command_line, process, NULL);
    if ((judgement->metadata.sandbox & BRES__SANDBOX_PROC) != 0 &&
        strstr(bres_judgement_output(judgement), "is hidden") == NULL)
        return NOT_PRIVATE;
    result = bres_judgement_is_accepted(judgement) &&
                     bres_test_notes_with(judgement, "the compiler ran without a limit") == 1 &&
                     bres_test_notes_with(
                         judgement, "the solution ran without a limit of the files that it") == 1 &&
                     bres_test_notes_with(judgement, "without a ban on writing files") == 1
                 ? NOTED
                 : NOT_NOTED;
    bres_judgement_free(judgement);
    return result;
}

Test(judge, confined_reading_is_noted_when_missing)
{
    const pid_t child = fork();
    int status = 0;

    cr_assert_geq(child, 0);
    if (child == 0)
        _exit(judge_without_landlock());
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == NOTED, "%x", (unsigned)status);
}

/* SPDX-License-Identifier: MIT */
/*
 * Runs Criterion's tests without Criterion's runner: one process walks the section that Test()
 * fills, one test after the other. Under ThreadSanitizer the runner cannot start, and under
 * valgrind its process for each test takes a second or more. Takes the options that run-suites.py
 * gives (--tap, --filter) and prints the same closing line.
 *
 * The classic asserts call the functions below that criterion/ declares. A test that ends its
 * process (.signal, .exit_code) or is parameterised cannot run here and counts as skipped.
 */
#include "support/support.h"

#include <criterion/criterion.h>
#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The linker's names for the ends of the two sections; either may be missing. */
extern struct criterion_test *const __start_cr_tst[] __attribute__((weak));
extern struct criterion_test *const __stop_cr_tst[] __attribute__((weak));
extern struct criterion_suite *const __start_cr_sts[] __attribute__((weak));
extern struct criterion_suite *const __stop_cr_sts[] __attribute__((weak));

struct criterion_options criterion_options;

unsigned bres_test_number;

static const struct criterion_test *current_test;
static const struct criterion_suite *current_suite;
static jmp_buf body_end;
static _Thread_local bool in_body; /* false in threads that a test starts */
static atomic_bool failed;
static char skip_reason[256];

void criterion_abort_test(void)
{
    failed = true;
    if (!in_body) {
        fprintf(stderr, "%s::%s failed outside its body: in a thread, init or fini\n",
                current_test->category, current_test->name);
        exit(1);
    }
    longjmp(body_end, 1);
}

void criterion_continue_test(void)
{
    failed = true;
}

void criterion_skip_test(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(skip_reason, sizeof skip_reason, format, arguments);
    va_end(arguments);
    if (skip_reason[0] == '\0')
        strcpy(skip_reason, "without a reason");
    longjmp(body_end, 1);
}

void criterion_send_assert(struct criterion_assert_stats *stats)
{
    if (!stats->passed)
        fprintf(stderr, "[----] %s:%u: Assertion failed: %s\n", stats->file, stats->line,
                stats->message);
}

void cri_asserts_passed_incr(void)
{
}

int cr_asprintf(char **text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int length = vasprintf(text, format, arguments);
    va_end(arguments);
    return length;
}

void cr_asprintf_free(char *text)
{
    free(text);
}

/* Every message of the classic asserts has one argument: the text of the expression. */
char *cr_translate_assert_msg(int message, ...)
{
    va_list arguments;
    char *text = NULL;

    (void)message;
    va_start(arguments, message);
    if (vasprintf(&text, "%s", arguments) < 0)
        text = NULL;
    va_end(arguments);
    return text;
}

void cr_log(enum criterion_severity severity, const char *format, ...)
{
    va_list arguments;

    (void)severity;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

void criterion_internal_test_setup(void)
{
    if (current_suite != NULL && current_suite->data->init != NULL)
        current_suite->data->init();
    if (current_test->data->init != NULL)
        current_test->data->init();
}

void criterion_internal_test_main(void (*body)(void))
{
    in_body = true;
    if (setjmp(body_end) == 0)
        body();
    in_body = false;
}

void criterion_internal_test_teardown(void)
{
    if (current_test->data->fini != NULL)
        current_test->data->fini();
    if (current_suite != NULL && current_suite->data->fini != NULL)
        current_suite->data->fini();
}

static const struct criterion_suite *suite_find(const char *name)
{
    for (struct criterion_suite *const *suite = __start_cr_sts; suite < __stop_cr_sts; suite++) {
        if (*suite != NULL && strcmp((*suite)->name, name) == 0)
            return *suite;
    }
    return NULL;
}

static bool test_is_selected(const struct criterion_test *test, const char *filter)
{
    char name[512];

    snprintf(name, sizeof name, "%s/%s", test->category, test->name);
    return filter == NULL || fnmatch(filter, name, FNM_EXTMATCH) == 0;
}

/* The environment before the first test; ended by NULL. */
static char **first_environment;

static bool environment_save(void)
{
    size_t count = 0;

    while (environ[count] != NULL)
        count++;
    first_environment = calloc(count + 1, sizeof *first_environment);
    for (size_t i = 0; first_environment != NULL && i < count; i++) {
        first_environment[i] = strdup(environ[i]);
        if (first_environment[i] == NULL)
            return false;
    }
    return first_environment != NULL;
}

/* Each test starts with the environment of the program, as in its own process. */
static void environment_restore(void)
{
    clearenv();
    for (char **entry = first_environment; *entry != NULL; entry++)
        putenv(*entry);
}

/* Why a test cannot run here; NULL if it can. */
static const char *test_obstacle(const struct criterion_test *test)
{
    const struct criterion_test_extra_data *data = test->data;

    if (data->disabled || (current_suite != NULL && current_suite->data->disabled))
        return "disabled";
    if (data->kind_ != CR_TEST_NORMAL)
        return "parameterised";
    if (data->signal != 0 || data->exit_code != 0)
        return "ends its process";
    return NULL;
}

static void test_run(const struct criterion_test *test)
{
    const char *obstacle;

    current_test = test;
    bres_test_number++;
    current_suite = suite_find(test->category);
    failed = false;
    skip_reason[0] = '\0';
    obstacle = test_obstacle(test);
    if (obstacle != NULL)
        snprintf(skip_reason, sizeof skip_reason, "%s", obstacle);
    else
        test->test();
    environment_restore();
}

/* The value of the last `--name=VALUE` or `--name VALUE`; NULL if the option is missing. */
static const char *option_value(int argc, char **argv, const char *name)
{
    const char *value = NULL;
    size_t length = strlen(name);

    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], name, length) != 0)
            continue;
        if (argv[i][length] == '=')
            value = argv[i] + length + 1;
        else if (argv[i][length] == '\0' && i + 1 < argc)
            value = argv[i + 1];
    }
    return value;
}

int main(int argc, char **argv)
{
    const char *filter = option_value(argc, argv, "--filter");
    const char *report = option_value(argc, argv, "--tap");
    FILE *tap = report != NULL ? fopen(report, "w") : stdout;
    size_t tested = 0;
    size_t failing = 0;

    if (tap == NULL || !environment_save()) {
        perror(report);
        return 2;
    }
    for (struct criterion_test *const *slot = __start_cr_tst; slot < __stop_cr_tst; slot++) {
        const struct criterion_test *test = *slot;

        if (test == NULL || !test_is_selected(test, filter))
            continue;
        test_run(test);
        fprintf(tap, "%s - %s::%s%s%s\n", failed ? "not ok" : "ok", test->category, test->name,
                skip_reason[0] != '\0' ? " # SKIP " : "", skip_reason);
        if (failed)
            fprintf(stderr, "[FAIL] %s::%s\n", test->category, test->name);
        tested += skip_reason[0] == '\0';
        failing += failed;
    }
    fclose(tap);
    fprintf(stderr, "[====] Synthesis: Tested: %zu | Passing: %zu | Failing: %zu | Crashing: 0\n",
            tested, tested - failing, failing);
    return failing > 0;
}

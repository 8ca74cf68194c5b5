/* SPDX-License-Identifier: MIT */
#include "support/called.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = { BRES_TEST_CALLED_TOKEN, NULL };

void bres_test_called_begin(bres_test_called *called, const char *name, int what)
{
    static unsigned number;
    const size_t bytes = BRES_TEST_CALLED_COUNT * sizeof(float);

    memset(called, 0, sizeof(*called));
    snprintf(called->object, sizeof(called->object), "%s",
             bres_test_build("solutions/%s.so", name));
    called->arguments[0] =
        (bres__argument){ .name = "what", .type = BRES_TYPE_INT32, .value = (uint32_t)what };
    called->arguments[1] = (bres__argument){
        .name = "in", .type = BRES_TYPE_FLOAT32, .is_array = true, .bytes = bytes
    };
    called->arguments[2] = called->arguments[1];
    called->arguments[2].name = "out";
    called->arguments[2].is_output = true;
    called->arguments[3] =
        (bres__argument){ .name = "n", .type = BRES_TYPE_SIZE, .value = BRES_TEST_CALLED_COUNT };
    bres_judge_options_init(&called->judge);
    called->judge.memory_limit = UINT64_C(1) << 30;
    called->judge.environment = names;
    called->options = (bres__runner_options){
        .judge = &called->judge,
        .object = open(called->object, O_RDONLY | O_CLOEXEC),
        .arguments = called->arguments,
        .argument_count = 4,
        .sets = 3,
        .cache_size = UINT64_C(1) << 20,
        .time_limit_ns = UINT64_C(60000000000),
    };
    cr_assert_geq(called->options.object, 0, "cannot open %s", called->object);
    snprintf(called->token, sizeof(called->token), "%ld.%u", (long)getpid(), number++);
    cr_assert_eq(setenv(BRES_TEST_CALLED_TOKEN, called->token, 1), 0);
}

/* Uses the fake driver of the plain build: the runner has no sanitizer, even if this program
 * does. */
void bres_test_called_on_device(bres_test_called *called)
{
    cr_assert_eq(setenv(BRES_TEST_CALLED_DRIVER, bres_test_build("test/fakecuda/libcuda.so.1"), 1),
                 0);
    called->judge.backend = BRES_BACKEND_CUDA;
}

void bres_test_called_with_processes(bres_test_called *called)
{
    bres_test_called_on_device(called);
    called->arguments[1].on_host = true;
    called->arguments[2].on_host = true;
}

void bres_test_called_start(bres_test_called *called, bres__runner_outcome expected)
{
    const bres_status status =
        bres__runner_start(&called->options, &called->runner, &called->report);

    cr_assert_eq(status, BRES_OK, "%s", bres_last_error());
    cr_assert_eq(called->report.outcome, expected, "outcome %d: %s", (int)called->report.outcome,
                 called->report.message);
    cr_assert_not_null(called->runner);
}

void bres_test_called_call(bres_test_called *called, size_t set, bres__runner_outcome expected)
{
    float *in = bres__runner_array(called->runner, set, 1);
    float *out = bres__runner_array(called->runner, set, 2);

    for (size_t i = 0; i < BRES_TEST_CALLED_COUNT; i++) {
        in[i] = (float)i;
        out[i] = -1;
    }
    cr_assert_eq(bres__runner_call(called->runner, set, 1, &called->report), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(called->report.outcome, expected, "solution %d, outcome %d: %s",
                 (int)called->arguments[0].value, (int)called->report.outcome,
                 called->report.message);
    cr_assert_eq(called->report.message[0] == '\0', expected == BRES__RUNNER_RETURNED);
}

void bres_test_called_expect_output(const bres_test_called *called, size_t set)
{
    const float *out = bres__runner_array(called->runner, set, 2);

    for (size_t i = 0; i < BRES_TEST_CALLED_COUNT; i++)
        cr_assert_eq(out[i], (float)i + 1, "element %zu is %g", i, (double)out[i]);
}

void bres_test_called_end(bres_test_called *called)
{
    bres__runner_end(called->runner);
    close(called->options.object);
    called->runner = NULL;
    cr_expect_eq(bres_test_called_processes(called), 0, "processes are left");
    unsetenv(BRES_TEST_CALLED_TOKEN);
    unsetenv(BRES_TEST_CALLED_DRIVER);
}

/* Whether a process was started with this environment variable ("NAME=VALUE"). */
static bool process_has(const char *process, const char *variable)
{
    char path[300];
    char text[1 << 14];
    FILE *file;
    size_t size;

    snprintf(path, sizeof(path), "/proc/%s/environ", process);
    file = fopen(path, "re");
    if (file == NULL)
        return false;
    size = fread(text, 1, sizeof(text), file);
    fclose(file);
    return memmem(text, size, variable, strlen(variable) + 1) != NULL;
}

size_t bres_test_called_processes(const bres_test_called *called)
{
    DIR *processes = opendir("/proc");
    const struct dirent *entry;
    char variable[128];
    size_t count = 0;

    cr_assert_not_null(processes);
    snprintf(variable, sizeof(variable), "%s=%s", BRES_TEST_CALLED_TOKEN, called->token);
    while ((entry = readdir(processes)) != NULL) {
        if (process_has(entry->d_name, variable))
            count++;
    }
    closedir(processes);
    return count;
}

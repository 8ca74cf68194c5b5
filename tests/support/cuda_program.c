/* SPDX-License-Identifier: MIT */
#include "support/cuda_program.h"
#include "support/gpu.h"
#include "support/support.h"

#include <benchresult/nvbench.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bres_status bres_test_cuda_program_launch(bres_launch *launch, void *context)
{
    static const bres_cuda_geometry geometry = { .grid = { 1, 1, 1 } };
    bres_test_cuda_program *program = context;

    program->launches++;
    return bres_cuda_kernel_launch(program->work, &geometry, bres_launch_stream(launch), NULL);
}

static bres_status body(bres_run *run, void *context)
{
    bres_test_cuda_program *program = context;
    bres_cuda_module *module = NULL;
    bres_status status;

    bres_run_add_elements(run, 1000, NULL);
    bres_run_add_reads(run, 4000, NULL);
    status =
        bres_cuda_module_load(bres_run_device(run), bres_test_ptx, strlen(bres_test_ptx), &module);
    if (status == BRES_OK)
        status = bres_cuda_module_kernel(module, "work", &program->work);
    if (status == BRES_OK)
        status = bres_run_exec_cuda(run, program->launch, program);
    bres_cuda_module_free(module);
    return status;
}

static void tick(void *context)
{
    (void)context;
    fake->advance(1000);
}

static bres_status body_on_cpu(bres_run *run, void *context)
{
    bres_test_cuda_program *program = context;

    bres_run_add_elements(run, 1000, NULL);
    bres_run_add_reads(run, 4000, NULL);
    return bres_run_exec_cpu(run, program->on_cpu, program);
}

static void declare(bres_suite *suite, bres_test_cuda_program *program)
{
    const bres_clock clock = fake_cuda_clock();
    bres_bench *bench;

    bres_suite_set_clock(suite, &clock);
    bench = bres_suite_add(suite, "gpu", body, program);
    bres_bench_set_cuda(bench, true);
    bres_bench_add_int64_axis(bench, "N", (const int64_t[]){ 1, 2 }, 2);
    bres_suite_add(suite, "cpu", body_on_cpu, program);
}

void bres_test_cuda_program_begin(bres_test_cuda_program *program)
{
    *program = (bres_test_cuda_program){ .launch = bres_test_cuda_program_launch, .on_cpu = tick };
    snprintf(program->output, sizeof(program->output), "%s/out.json", bres_test_directory());
}

static void path_beside(const bres_test_cuda_program *program, const char *name, char *path,
                        size_t size)
{
    const int directory = (int)(strrchr(program->output, '/') - program->output);

    cr_assert_lt(snprintf(path, size, "%.*s/%s", directory, program->output, name), (int)size);
}

/* Redirects a stream of the process to a file; returns a descriptor of its previous target. */
static int stream_divert(const bres_test_cuda_program *program, int stream, const char *name)
{
    const int before = dup(stream);
    char path[5000];
    int file;

    path_beside(program, name, path, sizeof(path));
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    cr_assert(before >= 0 && file >= 0 && dup2(file, stream) == stream, "%s", path);
    close(file);
    return before;
}

static void stream_restore(int stream, int before)
{
    dup2(before, stream);
    close(before);
}

int bres_test_cuda_program_run(bres_test_cuda_program *program, const char *const *options)
{
    char *argv[32] = { "/usr/bin/program",
                       "--no-isolate",
                       "--min-samples=5",
                       "--stopping-criterion=sample-count",
                       "--target-samples=5",
                       "--batch-target-time=0.003",
                       "--json",
                       program->output };
    bres_suite *suite = bres_suite_new();
    int argc = 8;
    int errors;
    int output;
    int status;

    for (; *options != NULL; options++)
        argv[argc++] = (char *)(uintptr_t)*options;
    if (suite != NULL)
        declare(suite, program);
    /* The search for the step of a clock that stands still would take long. */
    fake->clock_cost(25);
    fflush(NULL);
    output = stream_divert(program, STDOUT_FILENO, "printed");
    errors = stream_divert(program, STDERR_FILENO, "errors");
    status = bres_main(suite, argc, argv);
    fflush(NULL);
    stream_restore(STDERR_FILENO, errors);
    stream_restore(STDOUT_FILENO, output);
    return status;
}

bres_result *bres_test_cuda_program_result(const bres_test_cuda_program *program)
{
    bres_result *result;

    cr_assert_eq(bres_result_load(program->output, NULL, &result), BRES_OK, "%s",
                 bres_last_error());
    return result;
}

void bres_test_expect_meta(const bres_result *result, const char *expected)
{
    char *meta = strdup(bres_result_meta_json(result));
    char *end = meta;

    for (const char *next = meta; *next != '\0'; next++) {
        if (strchr(" \n", *next) == NULL)
            *end++ = *next;
    }
    *end = '\0';
    cr_expect_not_null(strstr(meta, expected), "'%s' is not in\n%s", expected, meta);
    free(meta);
}

static char *file_beside(const bres_test_cuda_program *program, const char *name)
{
    char path[5000];

    path_beside(program, name, path, sizeof(path));
    return bres_test_read_file(path, NULL);
}

char *bres_test_cuda_program_printed(const bres_test_cuda_program *program)
{
    return file_beside(program, "printed");
}

char *bres_test_cuda_program_errors(const bres_test_cuda_program *program)
{
    return file_beside(program, "errors");
}

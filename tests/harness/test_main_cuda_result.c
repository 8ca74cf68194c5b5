/* SPDX-License-Identifier: MIT */
/* The summaries in the result of a benchmark program for GPUs. */
#include "support/cuda_program.h"
#include "support/gpu.h"
#include "support/support.h"

#include <benchresult/compare.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MS UINT64_C(1000000)

static const bres_state *state_at(const bres_result *result, size_t bench, size_t index)
{
    return bres_subbench_state_at(bres_result_subbench_at(result, bench), index);
}

/* One line per summary: tag, name, hint, "hidden" and the type of its value, separated by tabs. */
static char *put_summaries(const bres_state *state)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    for (size_t i = 0; i < bres_state_summary_count(state); i++) {
        const bres_summary *summary = bres_state_summary_at(state, i);

        /* The format does not define the summaries of this library. */
        if (strncmp(bres_summary_tag(summary), "bres/", 5) == 0)
            continue;
        fprintf(file, "%s\t%s\t%s\t%s\t%s\n", bres_summary_tag(summary), bres_summary_name(summary),
                bres_summary_hint(summary), bres_summary_hide(summary) != NULL ? "hidden" : "",
                bres_summary_kind(summary) == BRES_KIND_INT64 ? "int64" : "float64");
        cr_expect_not_null(bres_summary_description(summary), "%s", bres_summary_tag(summary));
    }
    fclose(file);
    return text;
}

/* The lists follow the specification of the format. */
Test(harness, cuda_summaries_are_those_of_nvbench)
{
    static const char *const kinds[] = { "gpu", "cpu" };
    bres_test_cuda_program program;
    bres_result *result;

    bres_test_gpu_begin(1);
    fake->constant("work", MS);
    fake->cost("cuLaunchKernel", 1000);
    bres_test_cuda_program_begin(&program);
    cr_assert_eq(bres_test_cuda_program_run(&program, (const char *const[]){ NULL }), 0);
    result = bres_test_cuda_program_result(&program);
    for (size_t i = 0; i < 2; i++) {
        char *golden =
            bres_test_read_file(bres_test_source("tests/golden/summaries-%s.tsv", kinds[i]), NULL);
        char *text = put_summaries(state_at(result, i, 0));

        cr_expect_str_eq(text, golden, "%s: the summaries are\n%s", kinds[i], text);
        free(text);
        free(golden);
    }
    bres_result_unref(result);
    fake_cuda_expect_clean();
}

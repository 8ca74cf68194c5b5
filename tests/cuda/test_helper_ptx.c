/* SPDX-License-Identifier: MIT */
#include "cuda/driver.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define ASSEMBLER_TIMEOUT_MS 60000

/* The toolkit's assembler; NULL if no assembler works. */
static const char *assembler_find(void)
{
    static const char *const places[] = { "ptxas", "/usr/local/cuda/bin/ptxas" };

    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        const char *const arguments[] = { places[i], "--version", NULL };
        const bres__spawn spawn = { .arguments = arguments,
                                    .max_output = 65536,
                                    .timeout_ms = ASSEMBLER_TIMEOUT_MS };
        bres__spawned spawned = { 0 };
        const bres_status status = bres__spawn_run(&spawn, &spawned);
        const bool works = status == BRES_OK && spawned.wait_status == 0;

        bres__spawned_free(&spawned);
        if (works)
            return places[i];
    }
    return NULL;
}

static void assemble(const char *assembler, const char *architecture, const char *path)
{
    char output[4200];
    const char *const arguments[] = {
        assembler,       "--gpu-name", architecture, "--warning-as-error",
        "--output-file", output,       path,         NULL
    };
    const bres__spawn spawn = { .arguments = arguments,
                                .max_output = 65536,
                                .timeout_ms = ASSEMBLER_TIMEOUT_MS };
    bres__spawned spawned = { 0 };

    snprintf(output, sizeof(output), "%s.cubin", path);
    cr_assert_eq(bres__spawn_run(&spawn, &spawned), BRES_OK, "%s: %s", architecture,
                 bres_last_error());
    cr_expect_eq(spawned.wait_status, 0, "%s: %s %s", architecture, spawned.errors,
                 spawned.output.data != NULL ? spawned.output.data : "");
    bres__spawned_free(&spawned);
}

/* Calls assemble() for each 'sm_...' in the help text; returns their number. */
static size_t assemble_all(const char *assembler, const char *help, const char *path)
{
    size_t count = 0;

    for (const char *at = help; (at = strstr(at, "'sm_")) != NULL;) {
        const size_t length = strcspn(++at, "'");
        char architecture[32];

        cr_assert_lt(length, sizeof(architecture));
        memcpy(architecture, at, length);
        architecture[length] = '\0';
        assemble(assembler, architecture, path);
        at += length;
        count++;
    }
    return count;
}

Test(cuda, helper_ptx_assembles_for_every_architecture, .timeout = 300)
{
    const char *assembler = assembler_find();
    const char *const arguments[] = { assembler, "--help", NULL };
    const bres__spawn spawn = { .arguments = arguments,
                                .max_output = 1 << 20,
                                .timeout_ms = ASSEMBLER_TIMEOUT_MS };
    bres__spawned spawned = { 0 };
    char path[4096];

    if (assembler == NULL)
        cr_skip_test("there is no ptxas");
    snprintf(path, sizeof(path), "%s/helper.ptx", bres_test_directory());
    bres_test_write_file(path, bres__cuda_helper_ptx, strlen(bres__cuda_helper_ptx));
    cr_assert_eq(bres__spawn_run(&spawn, &spawned), BRES_OK, "%s", bres_last_error());
    cr_assert_neq(spawned.output.data, NULL);
    cr_expect_gt(assemble_all(assembler, spawned.output.data, path), 3);
    bres__spawned_free(&spawned);
}

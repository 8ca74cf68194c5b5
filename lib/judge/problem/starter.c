/* SPDX-License-Identifier: MIT */
/*
 * The starter code of a solution.
 */
#include "base/base.h"
#include "judge/problem/element.h"
#include "judge/problem/problem.h"

static bool problem_uses(const bres_problem *problem, bres_data_type type, bres_data_type wanted)
{
    const bres_problem_case any = { .type = (uint32_t)type };

    for (size_t i = 0; i < problem->parameter_count; i++) {
        if (bres_problem_parameter_type(problem, &any, i) == wanted)
            return true;
    }
    return false;
}

static void starter_put_includes(bres__text *text, const bres_problem *problem, bres_data_type type,
                                 bres_language language)
{
    const bool half = problem_uses(problem, type, BRES_TYPE_FLOAT16);
    const bool fixed = problem_uses(problem, type, BRES_TYPE_UINT8) ||
                       problem_uses(problem, type, BRES_TYPE_UINT32) ||
                       problem_uses(problem, type, BRES_TYPE_UINT64);

    if (language == BRES_LANGUAGE_CUDA) {
        bres__text_puts(text, "#include <cuda_runtime.h>\n");
        if (half)
            bres__text_puts(text, "#include <cuda_fp16.h>\n");
    }
    if (problem_uses(problem, type, BRES_TYPE_SIZE))
        bres__text_puts(text, "#include <stddef.h>\n");
    if (fixed || (half && language != BRES_LANGUAGE_CUDA))
        bres__text_puts(text, "#include <stdint.h>\n");
}

/* Appends a signature such as `extern "C" void solution(const float* input, size_t n)`. */
static void starter_put_signature(bres__text *text, const bres_problem *problem,
                                  bres_data_type type, bres_language language)
{
    const bres_problem_case any = { .type = (uint32_t)type };

    if (language != BRES_LANGUAGE_C)
        bres__text_puts(text, "extern \"C\" ");
    bres__text_puts(text, "void solution(");
    for (size_t i = 0; i < problem->parameter_count; i++) {
        const bres_problem_parameter *parameter = &problem->parameters[i];
        const bres_data_type own = bres_problem_parameter_type(problem, &any, i);
        const char *name = own == BRES_TYPE_FLOAT16 && language == BRES_LANGUAGE_CUDA
                               ? "__half"
                               : bres__data_type_info(own)->c_name;

        bres__text_printf(text, "%s%s%s%s %s", i == 0 ? "" : ", ",
                          parameter->flags & BRES_PARAMETER_CONST ? "const " : "", name,
                          parameter->flags & BRES_PARAMETER_POINTER ? "*" : "", parameter->name);
    }
    bres__text_putc(text, ')');
}

/* Appends a comment line such as " * Host pointers: input, output." for the parameters whose flags
 * in `mask` equal `flags`. */
static void starter_put_arrays(bres__text *text, const bres_problem *problem, uint32_t mask,
                               uint32_t flags, const char *where)
{
    size_t count = 0;

    for (size_t i = 0; i < problem->parameter_count; i++) {
        if ((problem->parameters[i].flags & mask) == flags)
            bres__text_printf(text, "%s%s", count++ == 0 ? where : ", ",
                              problem->parameters[i].name);
    }
    if (count > 0)
        bres__text_puts(text, ".\n");
}

static bres_status starter_begin(const char *function, const bres_problem *problem,
                                 bres_data_type type, bres_language language, char **given)
{
    bres_status status;

    if (given == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: text is NULL", function);
    *given = NULL;
    status = bres_problem_check(problem);
    if (status == BRES_OK)
        status = bres__problem_check_type(problem, type);
    if (status == BRES_OK && (uint32_t)language > BRES_LANGUAGE_CUDA)
        status = bres__error(BRES_ERROR_ARGUMENT, "unknown language %d", (int)language);
    return status;
}

static bres_status starter_give(bres__text *text, char **given)
{
    *given = bres__text_steal(text);
    return *given == NULL ? bres__error_memory() : BRES_OK;
}

bres_status bres_problem_starter(const bres_problem *problem, bres_data_type type,
                                 bres_language language, char **text)
{
    const uint32_t array = BRES_PARAMETER_POINTER;
    bres__text made = { 0 };
    const bres_status status = starter_begin("bres_problem_starter", problem, type, language, text);

    if (status != BRES_OK)
        return status;
    starter_put_includes(&made, problem, type, language);
    bres__text_printf(&made, "\n/*\n * %s: %s.\n", problem->name, problem->title);
    if (language == BRES_LANGUAGE_CUDA) {
        starter_put_arrays(&made, problem, array | BRES_PARAMETER_HOST, array,
                           " * Device pointers: ");
        starter_put_arrays(&made, problem, array | BRES_PARAMETER_HOST, array | BRES_PARAMETER_HOST,
                           " * Host pointers: ");
    } else {
        starter_put_arrays(&made, problem, array, array, " * Host pointers: ");
    }
    bres__text_puts(&made, " */\n");
    starter_put_signature(&made, problem, type, language);
    bres__text_puts(&made, "\n{\n}\n");
    return starter_give(&made, text);
}

bres_status bres_problem_prototype(const bres_problem *problem, bres_data_type type,
                                   bres_language language, char **text)
{
    bres__text made = { 0 };
    const bres_status status =
        starter_begin("bres_problem_prototype", problem, type, language, text);

    if (status != BRES_OK)
        return status;
    starter_put_includes(&made, problem, type, language);
    starter_put_signature(&made, problem, type, language);
    bres__text_puts(&made, ";\n");
    return starter_give(&made, text);
}

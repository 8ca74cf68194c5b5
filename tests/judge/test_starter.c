/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "support/support.h"

#include <benchresult/problem.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef bres_status (*writer)(const bres_problem *problem, bres_data_type type,
                              bres_language language, char **text);

static const bres_language languages[] = { BRES_LANGUAGE_C, BRES_LANGUAGE_CXX, BRES_LANGUAGE_CUDA };

static const bres_problem *found(const char *name)
{
    const bres_problem *problem;

    cr_assert_eq(bres_problem_find(name, &problem), BRES_OK);
    return problem;
}

static void expect_text(writer write, const char *name, bres_data_type type, bres_language language,
                        const char *expected)
{
    char *text;

    cr_assert_eq(write(found(name), type, language, &text), BRES_OK, "%s", bres_last_error());
    cr_expect_str_eq(text, expected);
    bres_string_free(text);
}

Test(judge, starter_texts)
{
    expect_text(bres_problem_starter, "matrix-vector", BRES_TYPE_FLOAT32, BRES_LANGUAGE_C,
                "#include <stddef.h>\n"
                "\n"
                "/*\n"
                " * matrix-vector: the product of an m x k matrix and a vector.\n"
                " * Host pointers: input_a, input_b, output_c.\n"
                " */\n"
                "void solution(const float* input_a, const float* input_b, float* output_c, "
                "size_t m, size_t k)\n"
                "{\n"
                "}\n");
    expect_text(bres_problem_starter, "leaky-relu", BRES_TYPE_FLOAT64, BRES_LANGUAGE_CXX,
                "#include <stddef.h>\n"
                "\n"
                "/*\n"
                " * leaky-relu: x where it is positive, else alpha * x.\n"
                " * Host pointers: input, output.\n"
                " */\n"
                "extern \"C\" void solution(const double* input, double alpha, double* output, "
                "size_t n, size_t m)\n"
                "{\n"
                "}\n");
    expect_text(bres_problem_starter, "softmax", BRES_TYPE_FLOAT32, BRES_LANGUAGE_CUDA,
                "#include <cuda_runtime.h>\n"
                "#include <stddef.h>\n"
                "\n"
                "/*\n"
                " * softmax: exp(x) over the sum of exp(x) along one dimension.\n"
                " * Device pointers: input, output, shape.\n"
                " */\n"
                "extern \"C\" void solution(const float* input, int dim, float* output, "
                "const size_t* shape, size_t ndim)\n"
                "{\n"
                "}\n");
    expect_text(bres_problem_prototype, "relu", BRES_TYPE_FLOAT64, BRES_LANGUAGE_C,
                "#include <stddef.h>\n"
                "void solution(const double* input, double* output, size_t n, size_t m);\n");
}

static size_t case_count(const bres_problem *problem, bres_case_set set)
{
    (void)problem;
    (void)set;
    return 0;
}

static bres_status make_case(const bres_problem *problem, size_t index, uint64_t seed,
                             bres_problem_case *test_case)
{
    (void)problem;
    (void)index;
    (void)seed;
    (void)test_case;
    return BRES_OK;
}

static size_t element_count(const bres_problem *problem, const bres_problem_case *test_case,
                            size_t parameter)
{
    (void)problem;
    (void)test_case;
    (void)parameter;
    return 0;
}

static void scalar(const bres_problem *problem, const bres_problem_case *test_case,
                   size_t parameter, void *value)
{
    (void)problem;
    (void)test_case;
    (void)parameter;
    (void)value;
}

static bool fill(const bres_problem *problem, const bres_problem_case *test_case, size_t parameter,
                 uint64_t seed, void *elements)
{
    (void)problem;
    (void)test_case;
    (void)parameter;
    (void)seed;
    (void)elements;
    return true;
}

static bres_status reference(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs)
{
    (void)problem;
    (void)test_case;
    (void)inputs;
    (void)outputs;
    return BRES_OK;
}

static const bres_problem_parameter many[] = {
    { "a", BRES_TYPE_ELEMENT, BRES_ROLE_INPUT, BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST,
      BRES_FILL_UNIFORM, 0, 1 },
    { "b", BRES_TYPE_FLOAT64, BRES_ROLE_INPUT, BRES_PARAMETER_POINTER, BRES_FILL_UNIFORM, 0, 1 },
    { "c", BRES_TYPE_INT32, BRES_ROLE_INPUT, BRES_PARAMETER_CONST, 0, 0, 0 },
    { "d", BRES_TYPE_FLOAT32, BRES_ROLE_INPUT, 0, 0, 0, 0 },
    { "e", BRES_TYPE_UINT8, BRES_ROLE_OUTPUT, BRES_PARAMETER_POINTER, 0, 0, 0 },
    { "f", BRES_TYPE_UINT64, BRES_ROLE_OUTPUT, BRES_PARAMETER_POINTER, 0, 0, 0 },
    { "g", BRES_TYPE_UINT32, BRES_ROLE_EXTRA,
      BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST | BRES_PARAMETER_HOST, 0, 0, 0 },
    { "h", BRES_TYPE_SIZE, BRES_ROLE_EXTRA, 0, 0, 0, 0 },
};

static bres_problem problem_of_many(void)
{
    bres_problem problem;

    bres_problem_init(&problem);
    problem.name = "many";
    problem.title = "all kinds of parameters";
    problem.parameters = many;
    problem.parameter_count = sizeof(many) / sizeof(*many);
    problem.types = BRES_TYPE_BIT(BRES_TYPE_FLOAT16) | BRES_TYPE_BIT(BRES_TYPE_FLOAT32);
    problem.case_count = case_count;
    problem.make_case = make_case;
    problem.element_count = element_count;
    problem.scalar = scalar;
    problem.fill = fill;
    problem.reference = reference;
    return problem;
}

Test(judge, starter_of_all_kinds_of_parameters)
{
    const bres_problem problem = problem_of_many();
    char *text;

    cr_assert_eq(bres_problem_starter(&problem, BRES_TYPE_FLOAT16, BRES_LANGUAGE_CUDA, &text),
                 BRES_OK, "%s", bres_last_error());
    cr_expect_str_eq(text, "#include <cuda_runtime.h>\n"
                           "#include <cuda_fp16.h>\n"
                           "#include <stddef.h>\n"
                           "#include <stdint.h>\n"
                           "\n"
                           "/*\n"
                           " * many: all kinds of parameters.\n"
                           " * Device pointers: a, b, e, f.\n"
                           " * Host pointers: g.\n"
                           " */\n"
                           "extern \"C\" void solution(const __half* a, double* b, const int c, "
                           "float d, uint8_t* e, uint64_t* f, const uint32_t* g, size_t h)\n"
                           "{\n"
                           "}\n");
    bres_string_free(text);
    cr_assert_eq(bres_problem_prototype(&problem, BRES_TYPE_FLOAT16, BRES_LANGUAGE_C, &text),
                 BRES_OK);
    cr_expect_str_eq(text, "#include <stddef.h>\n"
                           "#include <stdint.h>\n"
                           "void solution(const uint16_t* a, double* b, const int c, float d, "
                           "uint8_t* e, uint64_t* f, const uint32_t* g, size_t h);\n");
    bres_string_free(text);
}

/* Whether a compiler accepts the text. */
static bool compiles(const char *directory, const char *compiler, const char *file,
                     const char *text)
{
    char path[4096];
    char command[8192];

    snprintf(path, sizeof(path), "%s/%s", directory, file);
    bres_test_write_file(path, text, strlen(text));
    snprintf(command, sizeof(command),
             "%s -Wall -Wextra -Werror -Wno-unused-parameter -fsyntax-only %s 2>%s/log", compiler,
             path, directory);
    return system(command) == 0;
}

/* A prototype and its starter compile together, but not if a parameter has another type. */
static void expect_compiles(const bres_problem *problem, bres_data_type type, const char *directory)
{
    for (size_t l = 0; l < 2; l++) {
        const char *compiler = l == 0 ? "gcc -std=c99 -pedantic" : "g++ -std=c++17 -pedantic";
        const char *file = l == 0 ? "a.c" : "a.cpp";
        char *starter;
        char *prototype;
        char both[4096];
        char *pointer;

        cr_assert_eq(bres_problem_starter(problem, type, languages[l], &starter), BRES_OK);
        cr_assert_eq(bres_problem_prototype(problem, type, languages[l], &prototype), BRES_OK);
        snprintf(both, sizeof(both), "%s%s", prototype, starter);
        cr_expect(compiles(directory, compiler, file, both), "%s: %s", compiler, both);
        /* Replaces the last array of the solution, and the parameters after it, by another. */
        pointer = strrchr(both, '*');
        while (pointer != NULL && pointer > both && *pointer != ',' && *pointer != '(')
            pointer--;
        cr_assert_not_null(pointer);
        snprintf(both + (pointer - both) + 1, sizeof(both) - (size_t)(pointer - both) - 1,
                 "char* other)\n{\n}\n");
        cr_expect(!compiles(directory, compiler, file, both), "%s: %s", compiler, both);
        bres_string_free(starter);
        bres_string_free(prototype);
    }
}

Test(judge, starters_compile)
{
    const char *directory = bres_test_directory();
    const bres_problem many_kinds = problem_of_many();

    expect_compiles(&many_kinds, BRES_TYPE_FLOAT16, directory);
    expect_compiles(found("leaky-relu"), BRES_TYPE_FLOAT64, directory);
    expect_compiles(found("layer-norm"), BRES_TYPE_FLOAT32, directory);
    for (size_t p = 0; bres_test_long() && p < bres_problem_count(); p++)
        expect_compiles(bres_problem_at(p), BRES_TYPE_FLOAT32, directory);
}

Test(judge, starter_refuses)
{
    static const writer writers[] = { bres_problem_starter, bres_problem_prototype };
    bres_problem broken = problem_of_many();

    broken.reference = NULL;
    for (size_t w = 0; w < 2; w++) {
        char sentinel[] = "untouched";
        char *text = sentinel;

        cr_expect_eq(writers[w](found("relu"), BRES_TYPE_INT32, BRES_LANGUAGE_C, &text),
                     BRES_ERROR_ARGUMENT);
        cr_expect_str_eq(bres_last_error(), "problem 'relu' does not support int32");
        cr_expect_null(text);
        cr_expect_eq(writers[w](found("relu"), BRES_TYPE_ELEMENT, BRES_LANGUAGE_C, &text),
                     BRES_ERROR_ARGUMENT);
        cr_expect_eq(writers[w](found("relu"), BRES_TYPE_FLOAT32, (bres_language)3, &text),
                     BRES_ERROR_ARGUMENT);
        cr_expect_eq(writers[w](NULL, BRES_TYPE_FLOAT32, BRES_LANGUAGE_C, &text),
                     BRES_ERROR_ARGUMENT);
        cr_expect_eq(writers[w](&broken, BRES_TYPE_FLOAT32, BRES_LANGUAGE_C, &text),
                     BRES_ERROR_ARGUMENT);
        cr_expect_eq(writers[w](found("relu"), BRES_TYPE_FLOAT32, BRES_LANGUAGE_C, NULL),
                     BRES_ERROR_ARGUMENT);
    }
}

static bres_status write_once(void *context)
{
    const writer write = *(const writer *)context;
    char *text;
    const bres_status status = write(found("softmax"), BRES_TYPE_FLOAT32, BRES_LANGUAGE_C, &text);

    cr_assert_eq(status == BRES_OK, text != NULL);
    bres_string_free(text);
    return status;
}

Test(judge, starter_reports_missing_memory)
{
    writer starter = bres_problem_starter;
    writer prototype = bres_problem_prototype;

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, write_once, &starter);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, write_once, &prototype);
}

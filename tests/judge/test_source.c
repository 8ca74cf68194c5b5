/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "judge/compile/source.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct source {
    const char *text;
    bres__signature found;
    size_t parameters;
} source;

static const source sources[] = {
    { "void solution(int a, int b) {}", BRES__SIGNATURE_FOUND, 2 },
    { "void solution(int a, int b);", BRES__SIGNATURE_MISSING, 0 },
    { "void solution(int a);\nvoid solution(int a, int b)\n{\n}", BRES__SIGNATURE_FOUND, 2 },
    { "void solution(void) {}", BRES__SIGNATURE_FOUND, 1 },
    { "void solution() {}", BRES__SIGNATURE_FOUND, 1 },
    { "void solution(int a, ...) {}", BRES__SIGNATURE_VARIADIC, 2 },
    { "void my_solution(int a) {}", BRES__SIGNATURE_MISSING, 0 },
    { "void solution2(int a) {}", BRES__SIGNATURE_MISSING, 0 },
    { "/* void solution(int a) {} */", BRES__SIGNATURE_MISSING, 0 },
    { "/*/ void solution(int a) {} */", BRES__SIGNATURE_MISSING, 0 },
    { "// void solution(int a) {}\nvoid solution(int /* , */ a, int b) // ,\n{",
      BRES__SIGNATURE_FOUND, 2 },
    { "const char *s = \"void solution(int a) {}\";", BRES__SIGNATURE_MISSING, 0 },
    { "const char *s = \"\\\"void solution(int a) {}\";", BRES__SIGNATURE_MISSING, 0 },
    { "auto s = R\"x(\" void solution(int a) {} )x\"; void solution(int a, int b) {}",
      BRES__SIGNATURE_FOUND, 2 },
    { "char c = '\"'; int n = 1'000; void solution(int a) { char d = ','; }", BRES__SIGNATURE_FOUND,
      1 },
    { "extern \"C\" void solution(std::array<int, 3> a, int (*f)(int, int), int b[2]) noexcept {}",
      BRES__SIGNATURE_FOUND, 3 },
    { "void solution\n(\nint a,\nint b\n)\n{", BRES__SIGNATURE_FOUND, 2 },
    { "void f(void) { solution(1, 2, 3); } void solution(int a, int b) {}", BRES__SIGNATURE_FOUND,
      2 },
    { "#define ARGS int a, int b\nvoid solution(ARGS) {}", BRES__SIGNATURE_MISSING, 0 },
    { "#define TWO(x, y) int x, int y\nvoid solution(TWO(a, b), int c) {}", BRES__SIGNATURE_MISSING,
      0 },
    { "# define LAST , int c\nvoid solution(int a, int b LAST) {}", BRES__SIGNATURE_MISSING, 0 },
    { "#define ARGS int a\nvoid solution(ARGS) {}\nvoid solution(int a, int b) {}",
      BRES__SIGNATURE_MISSING, 0 },
    { "#define ARG int\nvoid solution(int ARGS) {}", BRES__SIGNATURE_FOUND, 1 },
    { "void solution(ARGS) {}", BRES__SIGNATURE_MISSING, 0 },
    { "void solution(int a, REST ) {}", BRES__SIGNATURE_MISSING, 0 },
    { "void solution( FIRST , int (*f)(int, int)) {}", BRES__SIGNATURE_MISSING, 0 },
    { "void solution(void) {}", BRES__SIGNATURE_FOUND, 1 },
    { "void solution(int a", BRES__SIGNATURE_MISSING, 0 },
    { "R\"", BRES__SIGNATURE_MISSING, 0 },
    { "/*", BRES__SIGNATURE_MISSING, 0 },
    { "\"\\", BRES__SIGNATURE_MISSING, 0 },
    { "solution", BRES__SIGNATURE_MISSING, 0 },
    { "", BRES__SIGNATURE_MISSING, 0 },
};

Test(judge, source_has_its_parameters_counted)
{
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        char *text = bres__strdup(sources[i].text);
        size_t parameters;
        const bres__signature found =
            bres__source_signature(text, strlen(text), SIZE_MAX, &parameters);

        cr_expect_eq(found, sources[i].found, "%s: %d", sources[i].text, (int)found);
        cr_expect_eq(parameters, sources[i].parameters, "%s: %zu", sources[i].text, parameters);
        bres__free(text);
    }
}

/* The definition with the expected number of parameters counts, or else the first one. */
Test(judge, source_has_several_definitions)
{
    static const struct {
        const char *text;
        size_t expected;
        size_t parameters;
    } rows[] = {
        { "void solution(int a) {}\nvoid solution(int a, int b) {}", 2, 2 },
        { "void solution(int a) {}\nvoid solution(int a, int b) {}", 1, 1 },
        { "void solution(int a) {}\nvoid solution(int a, int b) {}", 3, 1 },
        { "void solution(...) {}\nvoid solution(int a, int b) {}", 2, 2 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = bres__strdup(rows[i].text);
        size_t parameters;

        bres__source_signature(text, strlen(text), rows[i].expected, &parameters);
        cr_expect_eq(parameters, rows[i].parameters, "%s: %zu", text, parameters);
        bres__free(text);
    }
}

/* The time is proportional to the length, although each beginning starts a list of parameters that
 * does not end. */
Test(judge, source_of_many_beginnings)
{
    static const char beginning[] = "solution(";
    const size_t count = 1 << 20;
    char *text = bres__malloc(count * (sizeof beginning - 1));
    size_t parameters;

    for (size_t i = 0; i < count; i++)
        memcpy(text + i * (sizeof beginning - 1), beginning, sizeof beginning - 1);
    cr_expect_eq(bres__source_signature(text, count * (sizeof beginning - 1), 1, &parameters),
                 BRES__SIGNATURE_MISSING);
    bres__free(text);
}

Test(judge, source_is_known_by_its_name)
{
    const struct {
        const char *path;
        bres_status status;
        bres__source_kind kind;
    } paths[] = {
        { "a.so", BRES_OK, BRES__SOURCE_OBJECT }, { "a/b.c", BRES_OK, BRES__SOURCE_C },
        { "a.cc", BRES_OK, BRES__SOURCE_CXX },    { "a.cpp", BRES_OK, BRES__SOURCE_CXX },
        { "a.cxx", BRES_OK, BRES__SOURCE_CXX },   { "a.cu", BRES_OK, BRES__SOURCE_CUDA },
        { "a.f90", BRES_ERROR_ARGUMENT, 0 },      { "a", BRES_ERROR_ARGUMENT, 0 },
    };

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        bres__source_kind kind = BRES__SOURCE_OBJECT;

        cr_expect_eq(bres__source_kind_of(paths[i].path, &kind), paths[i].status, "%s",
                     paths[i].path);
        cr_expect_eq(kind, paths[i].kind, "%s", paths[i].path);
    }
}

/* The time to look for macros does not grow with the number of definitions. */
Test(judge, source_with_many_macros_may_have_any)
{
    bres__text text = { 0 };
    size_t parameters;

    for (int i = 0; i < 2000; i++)
        bres__text_printf(&text, "#define MACRO%d\n", i);
    bres__text_puts(&text, "void solution(int a) {}");
    cr_assert_not(text.failed);
    cr_expect_eq(bres__source_signature(text.data, text.length, 2, &parameters),
                 BRES__SIGNATURE_MISSING);
    cr_expect_eq(parameters, 0);
    bres__text_free(&text);
}

/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/*
 * A locale with a decimal comma need not be installed. The test therefore creates one: the numeric
 * category in the C library's file format. If the C library refuses it, the test tries the locales
 * of the system. Without any such locale, the checks still run, but prove nothing.
 */
static void locale_write_numeric(const char *path)
{
    enum { COUNT = 6, HEADER = 4 * (2 + COUNT) };
    /* Point, separator, grouping, the first two as wide characters, code set. */
    static const char texts[] = ",\0.\0\3\0\0\0,\0\0\0.\0\0\0UTF-8";
    const uint32_t header[2 + COUNT] = {
        UINT32_C(0x20031115) ^ LC_NUMERIC,
        COUNT,
        HEADER,
        HEADER + 2,
        HEADER + 4,
        HEADER + 8,
        HEADER + 12,
        HEADER + 16,
    };
    char file[HEADER + sizeof(texts)];

    memcpy(file, header, HEADER);
    memcpy(file + HEADER, texts, sizeof(texts));
    bres_test_write_file(path, file, sizeof(file));
}

/* From the leak sanitizer, if the tests are built with it: glibc leaks the memory in which it joins
 * the directories of LOCPATH. */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

static void locale_choose_comma(void)
{
    static const char *const names[] = { "comma", "de_DE.UTF-8", "fr_FR.UTF-8", "de_DE" };
    const char *directory = bres_test_directory();
    char path[PATH_MAX];

    snprintf(path, sizeof(path), "%s/comma", directory);
    mkdir(path, 0777);
    strcat(path, "/LC_NUMERIC");
    locale_write_numeric(path);
    setenv("LOCPATH", directory, 1);
    if (__lsan_disable != NULL)
        __lsan_disable();
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (setlocale(LC_NUMERIC, names[i]) != NULL)
            break;
        unsetenv("LOCPATH");
    }
    if (__lsan_enable != NULL)
        __lsan_enable();
    unsetenv("LOCPATH");
}

static void locale_check(void)
{
    char buffer[BRES__NUMBER_SIZE];
    bres__text text = { 0 };
    double value;

    bres__format(buffer, sizeof(buffer), "%.2f", 1.5);
    cr_assert_str_eq(buffer, "1.50");
    bres__format_float64(buffer, 0.25, BRES__FLOAT_VALUE);
    cr_assert_str_eq(buffer, "0.25");
    bres__format_float64(buffer, 1.234567890123456e-7, BRES__FLOAT_JSON);
    cr_assert_str_eq(buffer, "1.234567890123456e-07");
    bres__text_printf(&text, "%g %.1f", 2.5, 1e6);
    cr_assert_str_eq(text.data, "2.5 1000000.0");
    bres__text_free(&text);
    bres__error(BRES_ERROR_VALUE, "%g is too much", 3.5);
    cr_assert_str_eq(bres_last_error(), "3.5 is too much");
    cr_assert_eq(bres__parse_float64("1.5", 3, &value), BRES__PARSE_OK);
    cr_assert_eq(value, 1.5);
    cr_assert_eq(bres__parse_float64("1.2345678901234567890123e-200", 29, &value), BRES__PARSE_OK);
    cr_assert_gt(value, 1.23e-200);
    cr_assert_eq(bres__parse_float64("1,5", 3, &value), BRES__PARSE_MALFORMED);
}

Test(base, locale_of_the_program_has_no_say)
{
    char before[16];
    char after[16];
    locale_t thread;

    locale_choose_comma();
    snprintf(before, sizeof(before), "%g", 1.5);
    locale_check();
    snprintf(after, sizeof(after), "%g", 1.5);
    cr_assert_str_eq(before, after, "the program's locale is not what it was");

    thread = duplocale(LC_GLOBAL_LOCALE);
    setlocale(LC_NUMERIC, "C");
    uselocale(thread);
    locale_check();
    cr_assert_eq(uselocale(LC_GLOBAL_LOCALE), thread, "the thread's locale is not what it was");
    freelocale(thread);
}

/* SPDX-License-Identifier: MIT */
/* Commands split into arguments. */
#include "base/fault.h"
#include "race/argv.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* argv has its words separated by '|'; if it is NULL, the command is refused with `error`. */
static const struct {
    const char *command;
    const char *argv;
    const char *error;
} rows[] = {
    { "a", "a", NULL },
    { "  a\tb \n c  ", "a|b|c", NULL },
    { "a 'b c'", "a|b c", NULL },
    { "a 'b'c\"d\"e", "a|bcde", NULL },
    { "a '' \"\"", "a||", NULL },
    { "a 'x\\y'", "a|x\\y", NULL },
    { "a \"x\\y\\\"\\\\\\$\\`\"", "a|x\\y\"\\$`", NULL },
    { "a x\\ y\\'z", "a|x y'z", NULL },
    { "a '$HOME > x'", "a|$HOME > x", NULL },
    { "./b {} {n} -a 'T=[F32,F64]' \"*\" \\? a~#b A=1", "./b|{}|{n}|-a|T=[F32,F64]|*|?|a~#b|A=1",
      NULL },
    { "./b=1 a", "./b=1|a", NULL },
    { "'A=1' b", "A=1|b", NULL },
    { "", NULL, "the command is empty" },
    { " \t", NULL, "the command is empty" },
    { "a 'b", NULL, "ends within quotes" },
    { "a \"b\\\"", NULL, "ends within quotes" },
    { "a b\\", NULL, "ends with a backslash" },
    { "a > b", NULL, "needs a shell for '>'" },
    { "a < b", NULL, "needs a shell for '<'" },
    { "a | b", NULL, "needs a shell for '|'" },
    { "a; b", NULL, "needs a shell for ';'" },
    { "a &", NULL, "needs a shell for '&'" },
    { "a $HOME", NULL, "needs a shell for '$'" },
    { "a `b`", NULL, "needs a shell for '`'" },
    { "(a)", NULL, "needs a shell for '('" },
    { "a && b", NULL, "needs a shell for '&&': do this, or quote the '&&'" },
    { "a *.c", NULL, "needs a shell for '*': do this, or quote the '*'" },
    { "a ?", NULL, "needs a shell for '?'" },
    { "a T=[F32]", NULL, "needs a shell for '['" },
    { "a ~/b", NULL, "needs a shell for '~'" },
    { "a # b", NULL, "needs a shell for '#'" },
    { "A_1=b c", NULL, "needs a shell for 'A_1='" },
};

static void join(const bres__argv *argv, char *joined, size_t size)
{
    joined[0] = '\0';
    for (size_t i = 0; i < argv->count; i++) {
        strncat(joined, i > 0 ? "|" : "", size - strlen(joined) - 1);
        strncat(joined, argv->items[i], size - strlen(joined) - 1);
    }
}

Test(race, argv_is_split)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__argv argv = { 0 };
        const bres_status status = bres__argv_split(rows[i].command, "do this", &argv);
        char joined[256];

        if (rows[i].argv != NULL) {
            cr_assert_eq(status, BRES_OK, "<%s>: %s", rows[i].command, bres_last_error());
            join(&argv, joined, sizeof(joined));
            cr_expect_str_eq(joined, rows[i].argv, "<%s>: %s", rows[i].command, joined);
            cr_expect_null(argv.items[argv.count]);
        } else {
            cr_expect_eq(status, BRES_ERROR_SYNTAX, "<%s>", rows[i].command);
            cr_expect_not_null(strstr(bres_last_error(), rows[i].error), "<%s>: %s",
                               rows[i].command, bres_last_error());
        }
        bres__argv_free(&argv);
    }
}

Test(race, argv_has_placeholders)
{
    bres__argv argv = { 0 };
    bres__argv filled = { 0 };
    char joined[256];

    cr_assert_eq(bres__argv_split("a --json={} {}{} b", "", &argv), BRES_OK);
    cr_expect(bres__argv_has_placeholder(&argv));
    cr_assert_eq(bres__argv_fill(&argv, "/t/1", &filled), BRES_OK);
    join(&filled, joined, sizeof(joined));
    cr_expect_str_eq(joined, "a|--json=/t/1|/t/1/t/1|b");
    cr_expect(!bres__argv_has_placeholder(&filled));
    bres__argv_free(&filled);
    bres__argv_free(&argv);
}

static bres_status split_and_put(void *context)
{
    bres__argv argv = { 0 };
    bres__argv filled = { 0 };
    bres_status status = bres__argv_split("a 'b' {} d", "", &argv);

    (void)context;
    if (status == BRES_OK)
        status = bres__argv_fill(&argv, "path", &filled);
    bres__argv_free(&filled);
    bres__argv_free(&argv);
    return status;
}

Test(race, argv_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, split_and_put, NULL);
}

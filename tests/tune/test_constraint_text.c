/* SPDX-License-Identifier: MIT */
/* Constraints as texts: their meaning, and refused texts. */
#include "base/fault.h"
#include "support/support.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* A tuner with one configuration, which exists if the constraint accepts it. */
static bres_tuner *make_tuner(void)
{
    bres_tuner *tuner = bres_tuner_new(NULL);

    bres_tuner_add_parameter_text(tuner, "N=7");
    bres_tuner_add_parameter_text(tuner, "M=-2");
    bres_tuner_add_parameter_text(tuner, "P[pow2]=4");
    bres_tuner_add_parameter_text(tuner, "F=0.5");
    bres_tuner_add_parameter_text(tuner, "MODE[string]=fast");
    bres_tuner_add_parameter_text(tuner, "NUMERAL[string]=8");
    bres_tuner_add_parameter_text(tuner, "SIMD[string]=true");
    bres_tuner_add_parameter_text(tuner, "BIG=9223372036854775807");
    bres_tuner_add_parameter_text(tuner, "SMALL=-9223372036854775808");
    return tuner;
}

/* Whether the constraint accepts the configuration; -1: the run has failed. */
static int holds(const char *text)
{
    bres_tuner *tuner = make_tuner();
    bres_trial *trial = NULL;
    bres_status status = bres_tuner_add_constraint_text(tuner, text);
    int answer = -1;

    if (status == BRES_OK)
        status = bres_tuner_ask(tuner, &trial, NULL);
    if (status == BRES_OK)
        answer = bres_tuner_config_count(tuner) == 1;
    bres_tuner_free(tuner);
    return answer;
}

Test(tune, constraint_text_holds)
{
    static const char *const texts[] = {
        "N",
        "N==7",
        " N == 7 ",
        "N*8<=56 && N%4==3",
        "N/2==3 && M/3==0 && -7/2==-3 && -7%3==-1",
        "N/2.0==3.5",
        "P==16",
        "F*2==1 && F<1 && F>=.5 && F==5e-1",
        "2+3*4==14 && (2+3)*4==20 && 10-4-3==3 && 64/4/2==8",
        "-N==-7 && - -N==7 && N-1==6 && N-M==9 && N - -1==8",
        "!0 && !!N && !(N<M)",
        "MODE==fast && MODE!='slow' && MODE==\"fast\" && 'a b'=='a b'",
        "NUMERAL=='8'",
        "SIMD && SIMD==true && SIMD!=false && SIMD=='true' && !(!SIMD)",
        "true || false",
        "1 || 0 && 0",
        "N<M || N>M",
        "N!=7 || MODE==fast",
        "M==0 || N/M==-3",
        "M!=0 && N/M==-3",
        "1==0 || (N-7==0 || 1/(N-7)==1)",
        "BIG==9223372036854775807 && BIG>9223372036854775806",
        /* Exact, although a double cannot distinguish these numbers. */
        "BIG!=9223372036854775808.0 && BIG<9223372036854775808.0",
        "SMALL<-9.3e0 && SMALL==-9223372036854775808.0 && SMALL+1<0",
        "(((((((((N)))))))))==7",
        "((N==7)==(M==-2)) && ((N==7)!=(M==7))",
        "\tN\n==\r7",
    };
    static const char *const others[] = {
        "0",   "0.0",        "false",       "N==8",          "!N",           "N<7",
        "N>7", "MODE!=fast", "SIMD==false", "1&&0",          "0||0",         "N<=6 && N/0==1",
        "F>1", "N%7",        "N!=7.0",      "NUMERAL=='08'", "MODE=='FAST'", "M>=0",
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        cr_expect_eq(holds(texts[i]), 1, "%s: %s", texts[i], bres_last_error());
    }
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        cr_expect_eq(holds(others[i]), 0, "%s: %s", others[i], bres_last_error());
    }
}

typedef struct refusal {
    const char *text;
    bres_status status;
    const char *message;
} refusal;

Test(tune, constraint_text_is_refused)
{
    static const refusal cases[] = {
        { "", BRES_ERROR_SYNTAX, "expected a value at the end, at column 1 of the constraint ''" },
        { "N<", BRES_ERROR_SYNTAX, "expected a value at the end, at column 3" },
        { "N*/2", BRES_ERROR_SYNTAX, "expected a value instead of '/2' at column 3" },
        { "N=7", BRES_ERROR_SYNTAX, "expected '==' instead of '=7' at column 2" },
        { "N&M", BRES_ERROR_SYNTAX, "expected '&&' instead of '&M' at column 2" },
        { "N | M", BRES_ERROR_SYNTAX, "expected '||' instead of '|' at column 3" },
        { "N M", BRES_ERROR_SYNTAX, "expected an operator instead of 'M' at column 3" },
        { "(N", BRES_ERROR_SYNTAX, "expected an operator or ')' at the end, at column 3" },
        { "N)", BRES_ERROR_SYNTAX, "expected an operator instead of ')' at column 2" },
        { "1<N<9", BRES_ERROR_SYNTAX,
          "a second comparison (write A<B && B<C, or parentheses) at column 4" },
        { "N^2", BRES_ERROR_SYNTAX, "expected an operator instead of '^2' at column 2" },
        { "N==16k", BRES_ERROR_SYNTAX, "'16k' is not a number at column 4" },
        { "N==0x10", BRES_ERROR_SYNTAX, "'0x10' is not a number at column 4" },
        { "N==1_0", BRES_ERROR_SYNTAX, "'1_0' is not a number at column 4" },
        { "N==1.2.3", BRES_ERROR_SYNTAX, "'1.2.3' is not a number at column 4" },
        { "N==1e999", BRES_ERROR_SYNTAX, "'1e999' is not a number at column 4" },
        { "N==9223372036854775808", BRES_ERROR_SYNTAX, "does not fit in 64 bits at column 4" },
        { "MODE=='fast", BRES_ERROR_SYNTAX, "a text without a closing ' at column 7" },
        { "'äö'==N N", BRES_ERROR_SYNTAX, "at column 9" },
        { "N==7;", BRES_ERROR_SYNTAX, "expected an operator instead of ';' at column 5" },
        { "\xff", BRES_ERROR_SYNTAX, "is not UTF-8" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bres_tuner *tuner = make_tuner();
        bres_trial *trial;

        cr_expect_eq(bres_tuner_add_constraint_text(tuner, cases[i].text), cases[i].status, "%s",
                     cases[i].text);
        cr_expect_not_null(strstr(bres_last_error(), cases[i].message), "%s: %s", cases[i].text,
                           bres_last_error());
        cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), cases[i].status);
        bres_tuner_free(tuner);
    }
}

Test(tune, constraint_text_fails_the_run)
{
    static const refusal cases[] = {
        { "n==7", BRES_ERROR_KEY,
          "'n' is neither a parameter nor a value of one at column 1 of the constraint 'n==7'" },
        { "MODE==fats", BRES_ERROR_KEY, "'fats' is neither a parameter nor a value of one at" },
        { "N/(M+2)==1", BRES_ERROR_VALUE,
          "division by zero at column 2 of the constraint 'N/(M+2)==1'" },
        { "N%(M+2)==1", BRES_ERROR_VALUE, "division by zero at column 2" },
        { "F/(F-F)>0", BRES_ERROR_VALUE, "division by zero at column 2" },
        { "BIG+1>0", BRES_ERROR_VALUE, "'+' overflows at column 4" },
        { "SMALL-1<0", BRES_ERROR_VALUE, "'-' overflows at column 6" },
        { "BIG*2>0", BRES_ERROR_VALUE, "'*' overflows at column 4" },
        { "SMALL/(M+1)>0", BRES_ERROR_VALUE, "'/' overflows at column 6" },
        { "SMALL%(M+1)>0", BRES_ERROR_VALUE, "'%' overflows at column 6" },
        { "-SMALL>0", BRES_ERROR_VALUE, "'-' overflows at column 1" },
        { "1e308*10>0", BRES_ERROR_VALUE, "'*' overflows at column 6" },
        { "F%2==0", BRES_ERROR_VALUE, "'%' of numbers that are not integers at column 2" },
        { "MODE*2>0", BRES_ERROR_VALUE, "the text 'fast' is not a number for '*' at column 5" },
        { "2-MODE>0", BRES_ERROR_VALUE, "the text 'fast' is not a number for '-' at column 2" },
        { "-MODE>0", BRES_ERROR_VALUE, "the text 'fast' is not a number for '-' at column 1" },
        { "NUMERAL==8", BRES_ERROR_VALUE, "the text '8' is not a number for '==' at column 8" },
        { "MODE<fast", BRES_ERROR_VALUE, "the text 'fast' is not a number for '<' at column 5" },
        { "(N<9)+1", BRES_ERROR_VALUE, "the truth value 'true' is not a number for '+' at column" },
        { "MODE && N", BRES_ERROR_VALUE, "the text 'fast' is neither true nor false at column 6" },
        { "N && MODE", BRES_ERROR_VALUE, "the text 'fast' is neither true nor false at column 3" },
        { "!MODE", BRES_ERROR_VALUE, "the text 'fast' is neither true nor false at column 1" },
        { "MODE", BRES_ERROR_VALUE, "the text 'fast' is neither true nor false at column 1" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bres_tuner *tuner = make_tuner();
        bres_trial *trial;

        OK(bres_tuner_add_constraint_text(tuner, cases[i].text));
        cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), cases[i].status, "%s", cases[i].text);
        cr_expect_not_null(strstr(bres_last_error(), cases[i].message), "%s: %s", cases[i].text,
                           bres_last_error());
        bres_tuner_free(tuner);
    }
}

/* The message names the configuration. */
Test(tune, constraint_text_names_the_configuration)
{
    bres_tuner *tuner = bres_tuner_new(NULL);
    bres_trial *trial;

    bres_tuner_add_parameter_text(tuner, "N=2,1,0");
    bres_tuner_add_constraint_text(tuner, "4/N>1");
    cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), BRES_ERROR_VALUE);
    cr_expect_str_eq(bres_last_error(),
                     "N=0: division by zero at column 2 of the constraint '4/N>1'");
    bres_tuner_free(tuner);
}

static bool is_odd(const bres_trial *trial, void *context)
{
    (void)context;
    return bres_trial_int64(trial, "N") % 2 == 1;
}

/* All constraints must hold, in the order in which they were added; names may be declared later. */
Test(tune, constraint_texts_and_functions)
{
    bres_tuner *tuner = bres_tuner_new(NULL);
    bres_trial *trial;

    OK(bres_tuner_add_constraint_text(tuner, "N!=0"));
    OK(bres_tuner_add_constraint_text(tuner, "6/N>1"));
    OK(bres_tuner_add_constraint(tuner, is_odd, NULL));
    OK(bres_tuner_add_parameter_text(tuner, "N=[0:9]"));
    OK(bres_tuner_ask(tuner, &trial, NULL));
    cr_expect_eq(bres_tuner_config_count(tuner), 2);
    cr_expect_eq(bres_tuner_add_constraint_text(tuner, "N"), BRES_ERROR_STATE);
    bres_tuner_free(tuner);
    cr_expect_eq(bres_tuner_add_constraint_text(NULL, "N"), BRES_ERROR_ARGUMENT);
    tuner = bres_tuner_new(NULL);
    cr_expect_eq(bres_tuner_add_constraint_text(tuner, NULL), BRES_ERROR_ARGUMENT);
    bres_tuner_free(tuner);
}

/* Neither long nor deeply nested texts exhaust the stack. */
Test(tune, constraint_text_has_limits)
{
    static char text[70000];
    size_t length = 0;

    for (unsigned levels = 8; levels <= 1024; levels *= 2) {
        const int expected = levels < 64 ? 1 : -1;

        memset(text, '(', levels);
        text[levels] = '1';
        memset(text + levels + 1, ')', levels);
        text[2 * levels + 1] = '\0';
        cr_expect_eq(holds(text), expected, "%u: %s", levels, bres_last_error());
        memset(text, '!', levels);
        text[levels] = '1';
        text[levels + 1] = '\0';
        cr_expect_eq(holds(text), expected, "%u: %s", levels, bres_last_error());
    }
    memset(text, ' ', sizeof(text) - 1);
    cr_expect_eq(holds(text), -1);
    cr_expect_eq(bres_last_error_status(), BRES_ERROR_LIMIT);
    for (; length + 8 < 60000; length += 4)
        memcpy(text + length, "1&&\n", 4);
    memcpy(text + length, "N==7", 5);
    cr_expect_eq(holds(text), 1, "%s", bres_last_error());
    for (length = 0; length + 8 < 60000; length += 2)
        memcpy(text + length, "1+", 2);
    memcpy(text + length, "N", 2);
    cr_expect_eq(holds(text), 1, "%s", bres_last_error());
}

static bres_status ask_without_memory(void *text)
{
    bres_tuner *tuner = bres_tuner_new(NULL);
    bres_trial *trial = NULL;
    bres_status status = BRES_ERROR_MEMORY;

    if (tuner == NULL)
        return status;
    bres_tuner_add_parameter_text(tuner, "N=7");
    bres_tuner_add_parameter_text(tuner, "MODE=fast,safe");
    bres_tuner_add_constraint_text(tuner, text);
    status = bres_tuner_ask(tuner, &trial, NULL);
    bres_tuner_free(tuner);
    return status;
}

Test(tune, constraint_text_without_memory)
{
    static char text[] = "N*2<=64 && (MODE==fast || !(N<3))";

    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, ask_without_memory, text);
}

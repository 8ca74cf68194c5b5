/* SPDX-License-Identifier: MIT */
/* The kinds of parameters, and parameters as texts. */
#include "base/fault.h"
#include "support/support.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* Collects the names of all configurations that the tuner passes to a constraint, in the order of
 * the space. */
static bool append_name(const bres_trial *trial, void *names)
{
    strcat(names, bres_trial_name(trial));
    strcat(names, "\n");
    return false;
}

static bres_status list_names(bres_tuner *tuner, char *names)
{
    bres_trial *trial;

    names[0] = '\0';
    bres_tuner_add_constraint(tuner, append_name, names);
    return bres_tuner_ask(tuner, &trial, NULL);
}

Test(tune, tuner_parameters_of_all_kinds)
{
    static const int64_t exponents[] = { 3, 62 };
    bres_tuner *tuner = bres_tuner_new(NULL);
    char names[4096];

    OK(bres_tuner_add_int64_pow2(tuner, "P", exponents, 2));
    OK(bres_tuner_add_bool(tuner, "B"));
    OK(bres_tuner_add_int64_range(tuner, "I", 8, 20, 8));
    OK(bres_tuner_add_int64_pow2_range(tuner, "Q", 0, 0, 1));
    OK(bres_tuner_add_float64_range(tuner, "F", 0.5, 0.5, 0.25));
    OK(list_names(tuner, names));
    cr_expect_str_eq(names, "P=2^3 B=false I=8 Q=2^0 F=0.5\n"
                            "P=2^62 B=false I=8 Q=2^0 F=0.5\n"
                            "P=2^3 B=true I=8 Q=2^0 F=0.5\n"
                            "P=2^62 B=true I=8 Q=2^0 F=0.5\n"
                            "P=2^3 B=false I=16 Q=2^0 F=0.5\n"
                            "P=2^62 B=false I=16 Q=2^0 F=0.5\n"
                            "P=2^3 B=true I=16 Q=2^0 F=0.5\n"
                            "P=2^62 B=true I=16 Q=2^0 F=0.5\n");
    bres_tuner_free(tuner);
}

/* The name of a trial is the name of its state. */
Test(tune, tuner_parameters_have_values)
{
    static const int64_t exponents[] = { 3, 62 };
    bres_tuner_options options;
    bres_tuner *tuner;
    bres_trial *trial;
    unsigned seen = 0;

    bres_tuner_options_init(&options);
    options.strategy = BRES_TUNER_EXHAUSTIVE;
    options.trial_samples = 1;
    tuner = bres_tuner_new(&options);
    OK(bres_tuner_add_int64_pow2(tuner, "P", exponents, 2));
    OK(bres_tuner_add_bool(tuner, "B"));
    for (;;) {
        const double seconds = 1e-3;

        OK(bres_tuner_ask(tuner, &trial, NULL));
        if (trial == NULL)
            break;
        cr_expect_eq(bres_trial_int64(trial, "P"),
                     bres_trial_index(trial) % 2 == 0 ? 8 : INT64_C(1) << 62);
        cr_expect_eq(bres_trial_bool(trial, "B"), bres_trial_index(trial) >= 2);
        cr_expect_str_eq(bres_trial_string(trial, "B"),
                         bres_trial_index(trial) >= 2 ? "true" : "false");
        seen |= 1u << bres_trial_index(trial);
        OK(bres_tuner_tell(tuner, trial, &seconds, 1));
    }
    cr_expect_eq(seen, 15);
    for (size_t i = 0; i < bres_tuner_best_count(tuner); i++)
        cr_expect_str_eq(bres_trial_name(bres_tuner_best_trial_at(tuner, i)),
                         bres_state_name(bres_tuner_best_at(tuner, i)));
    bres_tuner_free(tuner);
}

static bool ask_for_bool(const bres_trial *trial, void *parameter)
{
    return bres_trial_bool(trial, parameter);
}

static bool ask_for_pow2_as_real(const bres_trial *trial, void *parameter)
{
    return bres_trial_float64(trial, parameter) > 0;
}

Test(tune, tuner_parameters_of_another_kind_fail_the_run)
{
    static const struct {
        const char *parameter;
        bres_tuner_constraint_fn ask;
    } cases[] = {
        { "N=1,2", ask_for_bool },
        { "N=true,maybe", ask_for_bool },
        { "N[pow2]=1,2", ask_for_pow2_as_real },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bres_tuner *tuner = bres_tuner_new(NULL);
        char name[] = "N";
        bres_trial *trial;

        OK(bres_tuner_add_parameter_text(tuner, cases[i].parameter));
        bres_tuner_add_constraint(tuner, cases[i].ask, name);
        cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), BRES_ERROR_KEY, "%zu", i);
        cr_expect_str_eq(bres_last_error(), "parameter 'N' is of another type");
        bres_tuner_free(tuner);
    }
}

Test(tune, tuner_parameters_as_texts)
{
    static const struct {
        const char *text;
        const char *names;
    } cases[] = {
        { "TILE=8,16,32", "TILE=8\nTILE=16\nTILE=32\n" },
        { "_t1=-8", "_t1=-8\n" },
        { "N= [ 8 , 16 ] ", "N=8\nN=16\n" },
        { "N=[8:20:8]", "N=8\nN=16\n" },
        { "N=[1:3]", "N=1\nN=2\nN=3\n" },
        { "N[]=1", "N=1\n" },
        { "N[int64]=08", "N=8\n" },
        { "N[pow2]=[3:5]", "N=2^3\nN=2^4\nN=2^5\n" },
        { "N[pow2]=0,62", "N=2^0\nN=2^62\n" },
        { "F=0.5,2", "F=0.5\nF=2\n" },
        { "F=1e3,.5,-2.", "F=1000\nF=0.5\nF=-2\n" },
        { "F=[0:1:0.5]", "F=0\nF=0.5\nF=1\n" },
        { "F[float64]=1,2", "F=1\nF=2\n" },
        { "MODE=fast,safe", "MODE=fast\nMODE=safe\n" },
        { "MODE=1,x", "MODE=1\nMODE=x\n" },
        { "MODE=-O2,-O3 -march=native", "MODE=-O2\nMODE=-O3 -march=native\n" },
        { "MODE=a,,b,c", "MODE=a,b\nMODE=c\n" },
        { "MODE=[row:column]", "MODE=row:column\n" },
        { "MODE[string]=1,2", "MODE=1\nMODE=2\n" },
        /* Values that a number would not reproduce as written are texts. */
        { "N=08,16", "N=08\nN=16\n" },
        { "N=1_000", "N=1_000\n" },
        { "N=+1,inf,nan", "N=+1\nN=inf\nN=nan\n" },
        { "N=9223372036854775808x", "N=9223372036854775808x\n" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bres_tuner *tuner = bres_tuner_new(NULL);
        char names[4096];

        cr_expect_eq(bres_tuner_add_parameter_text(tuner, cases[i].text), BRES_OK, "%s",
                     bres_last_error());
        OK(list_names(tuner, names));
        cr_expect_str_eq(names, cases[i].names, "%s: %s", cases[i].text, names);
        bres_tuner_free(tuner);
    }
}

Test(tune, tuner_parameters_as_texts_are_refused)
{
    static const struct {
        const char *text;
        bres_status status;
        const char *message;
    } cases[] = {
        { "", BRES_ERROR_VALUE, "expected NAME=VALUES" },
        { "=1", BRES_ERROR_VALUE, "expected NAME=VALUES" },
        { "TILE", BRES_ERROR_VALUE, "expected NAME=VALUES" },
        { "1T=1", BRES_ERROR_VALUE, "expected NAME=VALUES" },
        { "A B=1", BRES_ERROR_VALUE, "expected NAME=VALUES" },
        { "N[pow2=1", BRES_ERROR_VALUE, "expected NAME=VALUES" },
        { "N=", BRES_ERROR_VALUE, "'N=': no value given" },
        { "N=[]", BRES_ERROR_VALUE, "no value given" },
        { "N=1,", BRES_ERROR_VALUE, "a value is missing" },
        { "N=,1", BRES_ERROR_VALUE, "a value is missing" },
        { "N=[1,2", BRES_ERROR_VALUE, "the list has no closing ']'" },
        { "N=[1:2:0]", BRES_ERROR_ARGUMENT, "the stride of a range is 0" },
        { "N=[2:1]", BRES_ERROR_VALUE, "the range has no values" },
        { "N=[1:2:3:4]", BRES_ERROR_VALUE, "the range has 4 parts" },
        { "N=8,16,8", BRES_ERROR_VALUE, "'N=8,16,8': the value 8 is repeated" },
        { "F=0.5,.50", BRES_ERROR_VALUE, "the value 0.5 is repeated" },
        { "S=a,b,a", BRES_ERROR_VALUE, "the value a is repeated" },
        { "N[pow2]=70,70", BRES_ERROR_VALUE, "the value 70 is repeated" },
        { "N[pow2]=63", BRES_ERROR_ARGUMENT, "the exponent 63 of a power of two" },
        { "N[int64]=1,x", BRES_ERROR_VALUE, "'x' is not a whole number" },
        { "N[float64]=1,x", BRES_ERROR_VALUE, "'x' is not a number" },
        { "N[bool]=1", BRES_ERROR_VALUE, "unknown kind 'bool' (expected int64, float64, string" },
        { "N=\xff", BRES_ERROR_ARGUMENT, "is not UTF-8" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bres_tuner *tuner = bres_tuner_new(NULL);
        bres_trial *trial;

        cr_expect_eq(bres_tuner_add_parameter_text(tuner, cases[i].text), cases[i].status, "%s: %s",
                     cases[i].text, bres_last_error());
        cr_expect_not_null(strstr(bres_last_error(), cases[i].message), "%s", bres_last_error());
        /* The tuner keeps the error. */
        cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), cases[i].status);
        bres_tuner_free(tuner);
    }
}

Test(tune, tuner_parameters_without_a_handle)
{
    bres_tuner *tuner = bres_tuner_new(NULL);

    cr_expect_eq(bres_tuner_add_int64_pow2(NULL, "N", NULL, 0), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_add_bool(NULL, "N"), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_add_int64_range(NULL, "N", 1, 2, 1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_add_int64_pow2_range(NULL, "N", 1, 2, 1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_add_float64_range(NULL, "N", 1, 2, 1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_add_parameter_text(NULL, "N=1"), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_add_parameter_text(tuner, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_not(bres_trial_bool(NULL, "N"));
    bres_tuner_free(tuner);
}

static bres_status add_text(void *text)
{
    bres_tuner *tuner = bres_tuner_new(NULL);
    bres_status status = bres_last_error_status();

    if (tuner != NULL)
        status = bres_tuner_add_parameter_text(tuner, text);
    bres_tuner_free(tuner);
    return status;
}

Test(tune, tuner_parameters_as_texts_without_memory)
{
    static char numbers[] = "N=1,2,3,4,5";
    static char texts[] = "S=a,,b,c";

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, add_text, numbers);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, add_text, texts);
}

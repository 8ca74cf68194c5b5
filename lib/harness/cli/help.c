/* SPDX-License-Identifier: MIT */
/*
 * The help of a benchmark program.
 */
#include "harness/cli/arguments.h"
#include "harness/cli/program.h"

/* Appends the default as a user would type it. */
static void put_default(bres__text *text, const bres_parameter *parameter, bool percent)
{
    const double shown = percent ? parameter->float64 * 100 : parameter->float64;
    char number[BRES__NUMBER_SIZE];

    if (parameter->kind == BRES_KIND_STRING) {
        bres__text_puts(text, parameter->string);
        return;
    }
    if (parameter->kind == BRES_KIND_INT64)
        bres__format_int64(number, parameter->int64);
    else
        bres__format_float64(number, shown, BRES__FLOAT_VALUE);
    bres__text_puts(text, number);
}

static void put_parameter(bres__text *text, const bres_parameter *parameter)
{
    static const char *const operands[] = {
        [BRES_KIND_INT64] = "N",
        [BRES_KIND_FLOAT64] = "X",
        [BRES_KIND_STRING] = "TEXT",
    };
    const bool percent = bres__parameter_is_percent(parameter->name, parameter->kind);
    bres__text left = { 0 };
    bres__text help = { 0 };

    bres__text_printf(&left, "      --%s %s", parameter->name, operands[parameter->kind]);
    if (parameter->description != NULL)
        bres__text_printf(&help, "%s ", parameter->description);
    bres__text_puts(&help, percent ? "(percent; default " : "(default ");
    put_default(&help, parameter, percent);
    bres__text_putc(&help, ')');
    if (left.failed || help.failed)
        text->failed = true;
    else
        bres__help_put_row(text, BRES__HELP_INDENT, left.data, help.data);
    bres__text_free(&left);
    bres__text_free(&help);
}

static void put_criterion(bres__text *text, const bres_criterion_definition *criterion)
{
    bres__text left = { 0 };

    bres__text_printf(&left, "  %s", criterion->name);
    if (left.failed)
        text->failed = true;
    else
        bres__help_put_row(text, BRES__HELP_INDENT, left.data,
                           criterion->description != NULL ? criterion->description : "");
    bres__text_free(&left);
    for (size_t i = 0; i < criterion->parameter_count; i++)
        put_parameter(text, &criterion->parameters[i]);
}

void bres__put_help(bres__text *text, const bres_suite *suite, const char *program)
{
    bres__text_printf(text,
                      "usage: %s [OPTION]...\n"
                      "Run the benchmarks of this program and report the measurements.\n",
                      program);
    bres__help_put_options(text, bres__program_options);
    bres__text_puts(text, "\nStopping criteria and their parameters (*):\n");
    for (size_t i = 0; i < bres_criteria_count(suite->criteria); i++)
        put_criterion(text, bres_criteria_at(suite->criteria, i));
    bres__text_puts(
        text, "\n"
              "(*) Before the first --benchmark such an option applies to all benchmarks, which\n"
              "    must accept it; after a --benchmark it applies only to that benchmark. The\n"
              "    program may declare other defaults.\n"
              "Long options cannot be abbreviated; '--name=VALUE' means '--name VALUE'.\n"
              "See benchresult-bench(7).\n");
}

static const char help_axes[] =
    "--axis SPEC replaces the values of an axis. SPEC is NAME=VALUES, or, for powers\n"
    "of two, NAME[pow2]=VALUES. Blanks around its parts are ignored.\n"
    "\n"
    "VALUES     a value:           N=5        T=F32\n"
    "           a list:            N=1,2,4    N=[1,2,4]\n"
    "           a range:           N=[1:5]    is N=[1,2,3,4,5]\n"
    "           with a stride:     N=[1:9:4]  is N=[1,5,9]\n"
    "           powers of two:     N[pow2]=[10:30:10] is\n"
    "                              N=[1024,1048576,1073741824]\n"
    "\n"
    "Values have the type of the axis: whole numbers, numbers or texts. Only numbers\n"
    "have ranges. Without [pow2] the values of a power-of-two axis are plain numbers.\n"
    "On an axis of types they choose among the types of the program, in its order.\n"
    "A comma within a text is written twice: T=3,,4 is one value.\n"
    "\n"
    "Before the first --benchmark every benchmark must have the axis; after a\n"
    "--benchmark that benchmark must have it.\n";

void bres__put_help_axes(bres__text *text)
{
    bres__text_puts(text, help_axes);
}

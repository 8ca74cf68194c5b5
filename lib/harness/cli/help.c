/* SPDX-License-Identifier: MIT */
/*
 * The help of a benchmark program.
 */
#include "harness/cli/arguments.h"

#include <string.h>

#define HELP_WIDTH  80
#define HELP_INDENT 32 /* columns that options and their operands take */

/* Fills up to the column of the help; on the next line when the option is too long. */
static void put_indent(bres__text *text, size_t begin)
{
    size_t width = text->length - begin;

    if (width + 2 > HELP_INDENT) {
        bres__text_putc(text, '\n');
        width = 0;
    }
    bres__text_repeat(text, ' ', HELP_INDENT - width);
}

/* The words of a text, in lines as wide as the help. */
static void put_wrapped(bres__text *text, const char *words)
{
    size_t column = HELP_INDENT;

    while (*words != '\0') {
        const size_t length = strcspn(words, " ");

        if (column > HELP_INDENT && column + 1 + length > HELP_WIDTH) {
            bres__text_putc(text, '\n');
            bres__text_repeat(text, ' ', HELP_INDENT);
            column = HELP_INDENT;
        } else if (column > HELP_INDENT) {
            bres__text_putc(text, ' ');
            column++;
        }
        bres__text_append(text, words, length);
        column += length;
        words += length + strspn(words + length, " ");
    }
    bres__text_putc(text, '\n');
}

static void put_option(bres__text *text, const bres__option *option)
{
    const size_t begin = text->length;

    if (option->letter != '\0')
        bres__text_printf(text, "  -%c, ", option->letter);
    else
        bres__text_puts(text, "      ");
    bres__text_printf(text, "--%s", option->name);
    if (option->alias != NULL)
        bres__text_printf(text, ", --%s", option->alias);
    if (option->operand != NULL)
        bres__text_printf(text, " %s", option->operand);
    put_indent(text, begin);
    put_wrapped(text, option->help);
}

/* The default as one would type it. */
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
    const size_t begin = text->length;
    bres__text words = { 0 };

    bres__text_printf(text, "      --%s %s", parameter->name, operands[parameter->kind]);
    put_indent(text, begin);
    if (parameter->description != NULL)
        bres__text_printf(&words, "%s ", parameter->description);
    bres__text_puts(&words, percent ? "(percent; default " : "(default ");
    put_default(&words, parameter, percent);
    bres__text_putc(&words, ')');
    if (!words.failed)
        put_wrapped(text, words.data);
    text->failed = text->failed || words.failed;
    bres__text_free(&words);
}

static void put_criteria(bres__text *text, const bres_criteria *criteria)
{
    bres__text_puts(text, "\nStopping criteria and their parameters (*):\n");
    for (size_t i = 0; i < bres_criteria_count(criteria); i++) {
        const bres_criterion_definition *criterion = bres_criteria_at(criteria, i);
        const size_t begin = text->length;

        bres__text_printf(text, "  %s", criterion->name);
        if (criterion->description != NULL) {
            put_indent(text, begin);
            put_wrapped(text, criterion->description);
        } else {
            bres__text_putc(text, '\n');
        }
        for (size_t k = 0; k < criterion->parameter_count; k++)
            put_parameter(text, &criterion->parameters[k]);
    }
}

void bres__put_help(bres__text *text, const bres_suite *suite, const char *program)
{
    bres__text_printf(text,
                      "usage: %s [OPTION]...\n"
                      "Run the benchmarks of this program and report what they measure.\n",
                      program);
    for (const bres__option *option = bres__options; option->name != NULL; option++) {
        if (option->heading != NULL)
            bres__text_printf(text, "\n%s:\n", option->heading);
        if (option->help != NULL)
            put_option(text, option);
    }
    put_criteria(text, suite->criteria);
    bres__text_puts(
        text, "\n"
              "(*) Before the first --benchmark for all benchmarks, which must take it; after\n"
              "    a --benchmark for that one alone. Defaults are those of benchmarks that\n"
              "    declare nothing else.\n"
              "Long options are given in full; '--name=VALUE' is '--name VALUE'.\n"
              "See benchresult-bench(7).\n");
}

static const char help_axes[] =
    "--axis SPEC replaces the values of an axis. SPEC is NAME=VALUES, or, for powers\n"
    "of two, NAME[pow2]=VALUES. Blanks around its parts do not count.\n"
    "\n"
    "VALUES     a value:           N=5        T=F32\n"
    "           a list:            N=1,2,4    N=[1,2,4]\n"
    "           a range:           N=[1:5]    is N=[1,2,3,4,5]\n"
    "           with a stride:     N=[1:9:4]  is N=[1,5,9]\n"
    "           powers of two:     N[pow2]=[10:30:10] is\n"
    "                              N=[1024,1048576,1073741824]\n"
    "\n"
    "Values have the axis' type: whole numbers, numbers, or texts. A range is one of\n"
    "numbers. Without [pow2] the values of a power-of-two axis are plain numbers.\n"
    "A comma within a text is written twice: T=3,,4 is one value.\n"
    "\n"
    "Before the first --benchmark every benchmark must have the axis; after a\n"
    "--benchmark it is an axis of that one.\n";

void bres__put_help_axes(bres__text *text)
{
    bres__text_puts(text, help_axes);
}

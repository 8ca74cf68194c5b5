/* SPDX-License-Identifier: MIT */
/*
 * Lists the words of a table of options for shell completion.
 */
#include "base/command/command.h"

#include "base/number/number.h"

void bres__words_put(bres__text *text, const char *word, const char *operand, const char *choices,
                     const char *help)
{
    bres__text_printf(text, "%s\t%s\t%s\t%s\n", word, operand != NULL ? operand : "-",
                      choices != NULL ? choices : "-", help);
}

static void put_option(bres__text *text, const bres__option *option)
{
    const char *const between = option->kind == BRES__OPTION_CHOICES ? "," : " ";
    const char letter[] = { '-', option->letter, '\0' };
    bres__text choices = { 0 };
    char name[64];

    if (option->choices != NULL)
        bres__choices_put(&choices, option->choices, between, between);
    bres__format(name, sizeof name, "--%s", option->name);
    bres__words_put(text, name, option->operand, choices.data, option->help);
    if (option->alias != NULL) {
        bres__format(name, sizeof name, "--%s", option->alias);
        bres__words_put(text, name, option->operand, choices.data, option->help);
    }
    if (option->letter != '\0')
        bres__words_put(text, letter, option->operand, choices.data, option->help);
    text->failed |= choices.failed;
    bres__text_free(&choices);
}

void bres__words_put_options(bres__text *text, const bres__option *options)
{
    for (; options->name != NULL; options++) {
        if (options->help != NULL)
            put_option(text, options);
    }
}

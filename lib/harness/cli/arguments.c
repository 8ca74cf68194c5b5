/* SPDX-License-Identifier: MIT */
/*
 * The command line of a benchmark program, word by word.
 */
#include "harness/cli/arguments.h"

#include <stdlib.h>
#include <string.h>

/* --- Modifying benchmarks --------------------------------------------------------------------- */

static bres_status bench_modify(bres_bench *bench, const bres__modifier *modifier)
{
    const bres_status status = modifier->option->modify(bench, modifier);

    if (status != BRES_OK)
        bres__error_prefix("--%s%s%s", modifier->name, modifier->operand[0] != '\0' ? " " : "",
                           modifier->operand);
    return status;
}

/* Adds a benchmark to those that are run, as the global modifiers want it. */
static bres_status arguments_add_bench(bres__arguments *arguments, const bres_bench *bench)
{
    bres__invocation *invocation = arguments->invocation;
    void *array = invocation->benches;
    bres_bench *copy = NULL;
    bres_status status;

    if (!bres__array_reserve(&array, &invocation->bench_capacity, invocation->bench_count + 1,
                             sizeof(copy)))
        return bres__error_memory();
    invocation->benches = array;
    status = bres__bench_copy(bench, &copy);
    if (status != BRES_OK)
        return status;
    invocation->benches[invocation->bench_count++] = copy;
    for (size_t i = 0; i < arguments->global_count && status == BRES_OK; i++)
        status = bench_modify(copy, &arguments->globals[i]);
    return status;
}

static bres_status arguments_add_global(bres__arguments *arguments, const bres__modifier *modifier)
{
    void *array = arguments->globals;

    if (!bres__array_reserve(&array, &arguments->global_capacity, arguments->global_count + 1,
                             sizeof(*modifier)))
        return bres__error_memory();
    arguments->globals = array;
    arguments->globals[arguments->global_count++] = *modifier;
    return BRES_OK;
}

static bres_status arguments_modify(bres__arguments *arguments, const bres__modifier *modifier)
{
    const bres__invocation *invocation = arguments->invocation;
    const bres_status status = bres__scope_enter(&arguments->scope, modifier);

    if (status != BRES_OK)
        return status;
    if (modifier->option->modify == bres__modify_devices)
        arguments->invocation->devices = modifier->operand;
    if (!arguments->named)
        return arguments_add_global(arguments, modifier);
    return bench_modify(invocation->benches[invocation->bench_count - 1], modifier);
}

/* A benchmark by its name; or by its index, when all of the operand is digits. */
static bres_status suite_find(const bres_suite *suite, const char *operand,
                              const bres_bench **bench)
{
    bres__names names = { .unknown = operand };
    int64_t index;

    for (size_t i = 0; i < suite->bench_count; i++) {
        if (strcmp(suite->benches[i]->name, operand) == 0) {
            *bench = suite->benches[i];
            return BRES_OK;
        }
    }
    if (operand[0] != '\0' && strspn(operand, "0123456789") == strlen(operand) &&
        bres__parse_int64(operand, strlen(operand), &index) == BRES__PARSE_OK &&
        (uint64_t)index < suite->bench_count) {
        *bench = suite->benches[index];
        return BRES_OK;
    }
    for (size_t i = 0; i < suite->bench_count; i++)
        bres__names_add(&names, suite->benches[i]->name);
    return bres__names_error(&names, "there is no benchmark '%s'", operand);
}

bres_status bres__take_benchmark(bres__arguments *arguments, const bres__option *option,
                                 const char *operand)
{
    const bres_bench *bench = NULL;
    const bres_status status = suite_find(arguments->suite, operand, &bench);

    if (status != BRES_OK) {
        bres__error_prefix("--%s", option->name);
        return status;
    }
    arguments->named = true;
    arguments->scope = (bres__criterion_scope){ .chosen = false };
    return arguments_add_bench(arguments, bench);
}

/* --- Words ------------------------------------------------------------------------------------ */

/* An option as a word has it. */
typedef struct arguments_word {
    bres__modifier modifier;
    const char *attached; /* the operand, when it is in the same word; else NULL */
} arguments_word;

static const bres__option parameter_option = { .operand = "VALUE",
                                               .modify = bres__modify_parameter };

static bres_status word_unknown(const bres_criteria *criteria, const char *word, size_t length)
{
    bres__names names = { .options = true };
    char *name = bres__malloc(length + 1);
    bres_status status;

    if (name == NULL)
        return bres__error_memory();
    memcpy(name, word, length);
    name[length] = '\0';
    names.unknown = name + strspn(name, "-");
    for (const bres__option *option = bres__options; option->name != NULL; option++) {
        bres__names_add(&names, option->name);
        if (option->alias != NULL)
            bres__names_add(&names, option->alias);
    }
    for (size_t i = 0; i < bres_criteria_count(criteria); i++) {
        const bres_criterion_definition *criterion = bres_criteria_at(criteria, i);

        for (size_t k = 0; k < criterion->parameter_count; k++)
            bres__names_add(&names, criterion->parameters[k].name);
    }
    status = bres__names_error(&names, "there is no option '%s'", name);
    bres__free(name);
    return status;
}

static bres_status word_read_long(const bres_criteria *criteria, const char *word,
                                  arguments_word *read)
{
    const char *const equals = strchr(word, '=');
    const size_t length = equals != NULL ? (size_t)(equals - word) : strlen(word);

    read->attached = equals != NULL ? equals + 1 : NULL;
    read->modifier.option = bres__option_find(word + 2, length - 2);
    if (read->modifier.option != NULL) {
        read->modifier.name = read->modifier.option->name;
        return BRES_OK;
    }
    read->modifier.option = &parameter_option;
    read->modifier.name = bres__parameter_find(criteria, word + 2, length - 2);
    return read->modifier.name != NULL ? BRES_OK : word_unknown(criteria, word, length);
}

static bres_status word_read_letter(const bres_criteria *criteria, const char *word,
                                    arguments_word *read)
{
    for (const bres__option *option = bres__options; option->name != NULL; option++) {
        if (option->letter == word[1] && word[1] != '\0') {
            read->attached = word[2] != '\0' ? word + 2 : NULL;
            read->modifier.option = option;
            read->modifier.name = option->name;
            return BRES_OK;
        }
    }
    return word_unknown(criteria, word, strlen(word));
}

/* The operand stands in the word of its option, or else in the next. */
static bres_status word_take_operand(bres__arguments *arguments, arguments_word *word)
{
    const bres__option *option = word->modifier.option;

    if (option->operand == NULL) {
        word->modifier.operand = "";
        if (word->attached != NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "--%s takes no value, '%s' was given",
                               word->modifier.name, word->attached);
        return BRES_OK;
    }
    word->modifier.operand = word->attached;
    if (word->attached == NULL && arguments->next != arguments->end)
        word->modifier.operand = *arguments->next++;
    if (word->modifier.operand == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "--%s needs a value: %s", word->modifier.name,
                           option->operand);
    return BRES_OK;
}

static bres_status arguments_take_word(bres__arguments *arguments)
{
    const char *const text = *arguments->next++;
    arguments_word word = { .attached = NULL };
    bres_status status;

    if (text[0] != '-')
        return bres__error(BRES_ERROR_ARGUMENT, "'%s' is no option; --help lists the options",
                           text);
    if (text[1] == '-')
        status = word_read_long(arguments->suite->criteria, text, &word);
    else
        status = word_read_letter(arguments->suite->criteria, text, &word);
    if (status == BRES_OK)
        status = word_take_operand(arguments, &word);
    if (status != BRES_OK)
        return status;
    if (word.modifier.option->take != NULL)
        return word.modifier.option->take(arguments, word.modifier.option, word.modifier.operand);
    return arguments_modify(arguments, &word.modifier);
}

/* --- The whole -------------------------------------------------------------------------------- */

static bres_status arguments_take_all(bres__arguments *arguments)
{
    const bres_suite *suite = arguments->suite;
    bres_status status = bres__parameters_check(suite->criteria);

    while (status == BRES_OK && !arguments->done && arguments->next != arguments->end)
        status = arguments_take_word(arguments);
    if (arguments->done || arguments->named)
        return status;
    for (size_t i = 0; i < suite->bench_count && status == BRES_OK; i++)
        status = arguments_add_bench(arguments, suite->benches[i]);
    return status;
}

static bool color_by_environment(void)
{
    const char *const wanted = getenv("NVBENCH_COLOR");
    const char *const refused = getenv("NO_COLOR");

    return wanted != NULL && wanted[0] == '1' && (refused == NULL || refused[0] == '\0');
}

bres_status bres__arguments_read(bres_suite *suite, int argc, char *const *argv,
                                 bres__invocation *invocation)
{
    bres__arguments arguments = {
        .suite = suite,
        .next = argv,
        .end = argv,
        .invocation = invocation,
    };
    bres_status status;

    *invocation = (bres__invocation){
        .plan = { .repeat = 1, .shards = 1 },
        .color = color_by_environment(),
        .isolate = true,
    };
    /* The first word is the program. */
    if (argc > 1) {
        arguments.next = argv + 1;
        arguments.end = argv + argc;
    }
    status = arguments_take_all(&arguments);
    bres__free(arguments.globals);
    if (status != BRES_OK)
        bres__invocation_free(invocation);
    return status;
}

void bres__invocation_free(bres__invocation *invocation)
{
    for (size_t i = 0; i < invocation->bench_count; i++)
        bres__bench_free(invocation->benches[i]);
    bres__free(invocation->benches);
    bres__free(invocation->outputs);
    *invocation = (bres__invocation){ .benches = NULL };
}

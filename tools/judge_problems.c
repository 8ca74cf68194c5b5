/* SPDX-License-Identifier: MIT */
/*
 * benchresult judge: the list of problems, starter sources and prototypes.
 */
#include "base/command/command.h"
#include "judge.h"

#define LIST_INDENT 24

static void put_types(bres__text *text, uint32_t types)
{
    bool is_first = true;

    for (unsigned type = BRES_TYPE_FLOAT32; type <= BRES_TYPE_SIZE; type++) {
        if ((types & BRES_TYPE_BIT(type)) == 0)
            continue;
        bres__text_printf(text, is_first ? " (%s" : ", %s",
                          bres_data_type_name((bres_data_type)type));
        is_first = false;
    }
    if (!is_first)
        bres__text_putc(text, ')');
}

int judge_list_problems(void)
{
    bres__text list = { 0 };
    int status = TOOL_DONE;

    for (size_t i = 0; i < bres_problem_count(); i++) {
        const bres_problem *problem = bres_problem_at(i);
        bres__text title = { 0 };

        bres__text_puts(&title, problem->title);
        put_types(&title, problem->types);
        if (title.failed)
            list.failed = true;
        else
            bres__help_put_row(&list, LIST_INDENT, problem->name, title.data);
        bres__text_free(&title);
    }
    if (list.failed)
        status = tool_error("out of memory");
    else
        status = tool_write(NULL, list.data, list.length);
    bres__text_free(&list);
    return status;
}

/* The requested type or, by default, the first type that the problem supports. */
static bres_data_type type_of(const bres_problem *problem, bres_data_type asked)
{
    unsigned type = asked;

    if (type == BRES_TYPE_ELEMENT) {
        type = BRES_TYPE_FLOAT32;
        while (type < BRES_TYPE_SIZE && (problem->types & BRES_TYPE_BIT(type)) == 0)
            type++;
    }
    return (bres_data_type)type;
}

int judge_print_code(const bres_problem *problem, bres_data_type type, bres_language language,
                     bool only_prototype)
{
    char *text = NULL;
    bres_status status;

    type = type_of(problem, type);
    status = only_prototype ? bres_problem_prototype(problem, type, language, &text)
                            : bres_problem_starter(problem, type, language, &text);
    if (status != BRES_OK)
        return tool_library_error();
    fputs(text, stdout);
    bres_string_free(text);
    return TOOL_DONE;
}

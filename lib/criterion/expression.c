/* SPDX-License-Identifier: MIT */
/*
 * Expressions that name a criterion: NAME, or NAME(EXPRESSION,...); blanks may stand anywhere
 * between these.
 */
#include "criterion/criteria.h"

#include <string.h>

#define BLANKS " \t\n"

typedef struct expression_reader {
    const bres_criteria *criteria;
    const char *text; /* the whole expression, for messages */
    const char *next;
    unsigned depth;
} expression_reader;

static bres_status expression_criterion(expression_reader *self, bres_criterion **criterion);

static void expression_skip_blanks(expression_reader *self)
{
    self->next += strspn(self->next, BLANKS);
}

/* Skips blanks. Consumes the character and returns true if it follows. */
static bool expression_accept(expression_reader *self, char character)
{
    expression_skip_blanks(self);
    if (*self->next != character)
        return false;
    self->next++;
    return true;
}

static bres_status expression_unexpected(const expression_reader *self, const char *expected)
{
    bres_status status =
        *self->next == '\0'
            ? bres__error(BRES_ERROR_VALUE, "criterion '%s': expected %s at the end", self->text,
                          expected)
            : bres__error(BRES_ERROR_VALUE, "criterion '%s': expected %s before '%s'", self->text,
                          expected, self->next);

    bres__error_set_offset(self->next - self->text);
    return status;
}

static bres_status expression_unknown(const expression_reader *self, const char *name,
                                      size_t length)
{
    bres__text known = { 0 };
    bres_status status;

    for (size_t i = 0; i < self->criteria->count; i++)
        bres__text_printf(&known, "%s%s", i == 0 ? "" : ", ",
                          self->criteria->types[i]->definition.name);
    if (known.failed)
        status = bres__error_memory();
    else
        status = bres__error(BRES_ERROR_KEY, "unknown criterion '%.*s' (expected %s)",
                             length > 200 ? 200 : (int)length, name, known.data);
    bres__text_free(&known);
    return status;
}

/* Reads the optional criteria in parentheses after a name. The caller frees *parts, also after a
 * failure. */
static bres_status expression_parts(expression_reader *self, bres_criterion ***parts, size_t *count)
{
    size_t capacity = 0;
    bres_status status;

    if (!expression_accept(self, '('))
        return BRES_OK;
    do {
        if (!BRES__RESERVE(parts, &capacity, *count + 1))
            return bres__error_memory();
        status = expression_criterion(self, &(*parts)[*count]);
        if (status != BRES_OK)
            return status;
        ++*count;
    } while (expression_accept(self, ','));
    return expression_accept(self, ')') ? BRES_OK : expression_unexpected(self, "',' or ')'");
}

static bres_status expression_criterion(expression_reader *self, bres_criterion **criterion)
{
    bres__criterion_type *type;
    bres_criterion **parts = NULL;
    bres_status status;
    size_t count = 0;
    size_t length;

    *criterion = NULL;
    expression_skip_blanks(self);
    length = strcspn(self->next, "()," BLANKS);
    if (length == 0)
        return expression_unexpected(self, "a name");
    type = bres__criteria_type(self->criteria, self->next, length);
    if (type == NULL)
        return expression_unknown(self, self->next, length);
    if (++self->depth > BRES__CRITERION_DEPTH_MAX)
        return bres__error(BRES_ERROR_LIMIT, "criterion '%s': more than %u levels", self->text,
                           BRES__CRITERION_DEPTH_MAX);
    self->next += length;
    status = expression_parts(self, &parts, &count);
    self->depth--;
    if (status == BRES_OK)
        status = bres__criterion_make(type, parts, count, criterion);
    for (size_t i = 0; status != BRES_OK && i < count; i++)
        bres_criterion_free(parts[i]);
    bres__free(parts);
    return status;
}

bres_status bres_criterion_new(const bres_criteria *criteria, const char *expression,
                               bres_criterion **criterion)
{
    expression_reader self = { .criteria = criteria, .text = expression, .next = expression };
    bres_criterion *made = NULL;
    bres_status status;

    if (criterion == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_criterion_new: criterion is NULL");
    *criterion = NULL;
    if (criteria == NULL || expression == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_criterion_new: %s is NULL",
                           criteria == NULL ? "criteria" : "expression");
    status = expression_criterion(&self, &made);
    expression_skip_blanks(&self);
    if (status == BRES_OK && *self.next != '\0')
        status = expression_unexpected(&self, "nothing more");
    if (status != BRES_OK) {
        bres_criterion_free(made);
        return status;
    }
    *criterion = made;
    return BRES_OK;
}

/* SPDX-License-Identifier: MIT */
/*
 * The parser: recursive descent, with a function for each level of precedence, which is that of C.
 * Comparisons cannot be chained.
 */
#include "tune/text/expression.h"

#include <math.h>
#include <string.h>

#define BLANKS     " \t\r\n"
/* Maximum nesting of parentheses and unary operators. */
#define LEVELS_MAX 64u
#define LENGTH_MAX 65536u

typedef struct parser {
    bres__expression *expression;
    const char *next;
    unsigned levels;
    size_t stacked; /* values on the stack after the last step */
} parser;

bres_status bres__expression_error(const bres__expression *expression, size_t at,
                                   bres_status status, const char *format, ...)
{
    char what[512];
    size_t column = 1;
    va_list arguments;

    /* The column counts characters, not bytes. */
    for (size_t i = 0; i < at; i++)
        column += ((unsigned char)expression->text[i] & 0xC0u) != 0x80u;
    va_start(arguments, format);
    bres__vformat(what, sizeof(what), format, arguments);
    va_end(arguments);
    return bres__error(status, "%s at column %zu of the constraint '%s'", what, column,
                       expression->text);
}

static bres_status parse_or(parser *self);

static size_t offset(const parser *self)
{
    return (size_t)(self->next - self->expression->text);
}

static void skip_blanks(parser *self)
{
    self->next += strspn(self->next, BLANKS);
}

static bres_status expected(const parser *self, const char *what)
{
    const size_t length = strcspn(self->next, BLANKS);

    if (length == 0)
        return bres__expression_error(self->expression, offset(self), BRES_ERROR_SYNTAX,
                                      "expected %s at the end,", what);
    return bres__expression_error(self->expression, offset(self), BRES_ERROR_SYNTAX,
                                  "expected %s instead of '%.*s'", what,
                                  length < 100 ? (int)length : 100, self->next);
}

/* Appends a step that changes the number of values on the stack. */
static bres_status emit(parser *self, bres__step step, int change)
{
    bres__expression *expression = self->expression;

    self->stacked = (size_t)((int)self->stacked + change);
    if (self->stacked > BRES__EXPRESSION_STACK)
        return bres__expression_error(expression, step.at, BRES_ERROR_LIMIT, "too many levels");
    if (!BRES__RESERVE(&expression->steps, &expression->capacity, expression->count + 1))
        return bres__error_memory();
    expression->steps[expression->count++] = step;
    return BRES_OK;
}

/* Consumes one of these operators, which are separated by blanks, the longer operators first.
 * false: the text has another token. */
static bool accept(parser *self, const char *operators, char operation[3])
{
    skip_blanks(self);
    while (*operators != '\0') {
        const size_t length = strcspn(operators, " ");

        if (strncmp(self->next, operators, length) == 0) {
            memset(operation, 0, 3);
            memcpy(operation, operators, length);
            self->next += length;
            return true;
        }
        operators += length;
        operators += strspn(operators, " ");
    }
    return false;
}

static bool is_word(char character)
{
    return bres__identifier_length(&character, 1) == 1 || (character >= '0' && character <= '9');
}

static bres_status parse_number(parser *self)
{
    bres__step step = { .kind = BRES__STEP_VALUE, .at = offset(self) };
    size_t length = strspn(self->next, "0123456789.");
    bres__parse parsed;

    if (length > 0 && (self->next[length] == 'e' || self->next[length] == 'E')) {
        length++;
        length += self->next[length] == '+' || self->next[length] == '-';
    }
    while (is_word(self->next[length]) || self->next[length] == '.')
        length++;
    step.value.kind = BRES__VALUE_INTEGER;
    parsed = bres__parse_int64(self->next, length, &step.value.integer);
    if (parsed == BRES__PARSE_RANGE)
        return bres__expression_error(self->expression, step.at, BRES_ERROR_SYNTAX,
                                      "'%.*s' does not fit in 64 bits", (int)length, self->next);
    /* Digits may not have underscores between them here. */
    if (parsed != BRES__PARSE_OK || memchr(self->next, '_', length) != NULL) {
        step.value.kind = BRES__VALUE_REAL;
        if (bres__parse_float64(self->next, length, &step.value.real) != BRES__PARSE_OK ||
            !isfinite(step.value.real))
            return bres__expression_error(self->expression, step.at, BRES_ERROR_SYNTAX,
                                          "'%.*s' is not a number",
                                          length < 100 ? (int)length : 100, self->next);
    }
    self->next += length;
    return emit(self, step, 1);
}

static bres_status parse_quoted(parser *self)
{
    bres__step step = { .kind = BRES__STEP_VALUE, .at = offset(self) };
    const char *end = strchr(self->next + 1, *self->next);

    if (end == NULL)
        return bres__expression_error(self->expression, step.at, BRES_ERROR_SYNTAX,
                                      "a text without a closing %c", *self->next);
    step.value.kind = BRES__VALUE_TEXT;
    step.value.text = (bres__slice){ self->next + 1, (size_t)(end - self->next - 1) };
    self->next = end + 1;
    return emit(self, step, 1);
}

static bres_status parse_name(parser *self)
{
    bres__step step = { .kind = BRES__STEP_NAME, .at = offset(self) };

    step.value.text.data = self->next;
    step.value.text.length = bres__identifier_length(self->next, strlen(self->next));
    if (step.value.text.length == 0)
        return expected(self, "a value");
    self->next += step.value.text.length;
    return emit(self, step, 1);
}

static bres_status parse_parentheses(parser *self)
{
    char unused[3];
    const bres_status status = parse_or(self);

    if (status != BRES_OK)
        return status;
    return accept(self, ")", unused) ? BRES_OK : expected(self, "an operator or ')'");
}

static bres_status parse_value(parser *self)
{
    char unused[3];

    if (accept(self, "(", unused))
        return parse_parentheses(self);
    if ((*self->next >= '0' && *self->next <= '9') || *self->next == '.')
        return parse_number(self);
    if (*self->next == '\'' || *self->next == '"')
        return parse_quoted(self);
    return parse_name(self);
}

static bres_status parse_unary(parser *self)
{
    bres__step step = { .kind = BRES__STEP_UNARY };
    bres_status status;
    bool found;

    skip_blanks(self);
    step.at = offset(self);
    if (++self->levels > LEVELS_MAX)
        return bres__expression_error(self->expression, step.at, BRES_ERROR_LIMIT,
                                      "more than %u levels", LEVELS_MAX);
    /* != is not a unary operator. */
    found = strncmp(self->next, "!=", 2) != 0 && accept(self, "! -", step.operation);
    status = found ? parse_unary(self) : parse_value(self);
    if (status == BRES_OK && found)
        status = emit(self, step, 0);
    self->levels--;
    return status;
}

/* Parses operands of one level with these operators between them, from left to right. */
static bres_status parse_left(parser *self, const char *operators,
                              bres_status (*operand)(parser *self))
{
    bres__step step = { .kind = BRES__STEP_BINARY };
    bres_status status = operand(self);

    while (status == BRES_OK && accept(self, operators, step.operation)) {
        step.at = offset(self) - strlen(step.operation);
        status = operand(self);
        if (status == BRES_OK)
            status = emit(self, step, -1);
    }
    return status;
}

static bres_status parse_product(parser *self)
{
    return parse_left(self, "* / %", parse_unary);
}

static bres_status parse_sum(parser *self)
{
    return parse_left(self, "+ -", parse_product);
}

static bres_status parse_comparison(parser *self)
{
    static const char operators[] = "== != <= >= < >";
    bres__step step = { .kind = BRES__STEP_BINARY };
    bres_status status = parse_sum(self);
    char again[3];

    if (status != BRES_OK || !accept(self, operators, step.operation))
        return status;
    step.at = offset(self) - strlen(step.operation);
    status = parse_sum(self);
    if (status == BRES_OK)
        status = emit(self, step, -1);
    if (status == BRES_OK && accept(self, operators, again))
        return bres__expression_error(self->expression, offset(self) - strlen(again),
                                      BRES_ERROR_SYNTAX,
                                      "a second comparison (write A<B && B<C, or parentheses)");
    return status;
}

/* Emits a jump over the right side, for the case that the left side decides. */
static bres_status parse_logic(parser *self, const char *operation, bres__step_kind kind,
                               bres_status (*operand)(parser *self))
{
    bres__step step = { .kind = kind };
    bres_status status = operand(self);

    while (status == BRES_OK && accept(self, operation, step.operation)) {
        const size_t jump = self->expression->count;
        bres__step truth = { .kind = BRES__STEP_TRUTH };

        step.at = offset(self) - strlen(step.operation);
        truth.at = step.at;
        status = emit(self, step, -1);
        if (status == BRES_OK)
            status = operand(self);
        if (status == BRES_OK)
            status = emit(self, truth, 0);
        if (status == BRES_OK)
            self->expression->steps[jump].index = self->expression->count;
    }
    return status;
}

static bres_status parse_and(parser *self)
{
    return parse_logic(self, "&&", BRES__STEP_AND, parse_comparison);
}

static bres_status parse_or(parser *self)
{
    return parse_logic(self, "||", BRES__STEP_OR, parse_and);
}

static bres_status parse_end(parser *self)
{
    skip_blanks(self);
    switch (*self->next) {
    case '\0':
        return BRES_OK;
    case '=':
        return expected(self, "'=='");
    case '&':
        return expected(self, "'&&'");
    case '|':
        return expected(self, "'||'");
    default:
        return expected(self, "an operator");
    }
}

bres_status bres__expression_parse(bres__expression *expression, const char *text)
{
    parser self = { .expression = expression };
    bres_status status;

    *expression = (bres__expression){ .text = NULL };
    if (strlen(text) > LENGTH_MAX)
        return bres__error(BRES_ERROR_LIMIT, "the constraint is longer than %u bytes", LENGTH_MAX);
    if (bres__utf8_valid(text, strlen(text)) != strlen(text))
        return bres__error(BRES_ERROR_SYNTAX, "the constraint is not UTF-8");
    expression->text = bres__strdup(text);
    if (expression->text == NULL)
        return bres__error_memory();
    self.next = expression->text;
    status = parse_or(&self);
    return status == BRES_OK ? parse_end(&self) : status;
}

void bres__expression_free(bres__expression *expression)
{
    bres__free(expression->steps);
    bres__free(expression->text);
    *expression = (bres__expression){ .text = NULL };
}

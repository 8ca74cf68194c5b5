/* SPDX-License-Identifier: MIT */
/*
 * Runs the program of an expression. Integers are 64 bits wide and divide as in C. An operation on
 * an integer and a real converts the integer to a real.
 */
#include "tune/text/expression.h"

#include <math.h>
#include <string.h>

typedef bres__expression_value value;

typedef struct evaluation {
    const bres__expression *expression;
    const bres_bench *bench;
    uint64_t index; /* of the configuration */
    value stack[BRES__EXPRESSION_STACK + 1];
    size_t count;
} evaluation;

static value truth_value(bool truth)
{
    return (value){ .kind = BRES__VALUE_TRUTH, .integer = truth };
}

static bool is_number(const value *operand)
{
    return operand->kind == BRES__VALUE_INTEGER || operand->kind == BRES__VALUE_REAL;
}

static double as_real(const value *operand)
{
    return operand->kind == BRES__VALUE_INTEGER ? (double)operand->integer : operand->real;
}

/* The text of a text or a truth value. */
static bres__slice as_text(const value *operand)
{
    if (operand->kind == BRES__VALUE_TRUTH)
        return operand->integer != 0 ? (bres__slice){ "true", 4 } : (bres__slice){ "false", 5 };
    return operand->text;
}

static bool slices_are_equal(bres__slice one, bres__slice other)
{
    return one.length == other.length && memcmp(one.data, other.data, one.length) == 0;
}

/* The texts true and false are truth values. */
static value text_value(const char *text)
{
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return truth_value(text[0] == 't');
    return (value){ .kind = BRES__VALUE_TEXT, .text = { text, strlen(text) } };
}

static value parameter_value(const evaluation *self, size_t number)
{
    const bres__axis *axis = &self->bench->axes[number];
    uint64_t rest = self->index;
    size_t index;

    for (size_t i = 0; i < number; i++)
        rest /= self->bench->axes[i].count;
    index = (size_t)(rest % axis->count);
    switch (axis->type) {
    case BRES__AXIS_STRING:
    case BRES__AXIS_TYPE:
        return text_value(axis->strings[index]);
    case BRES__AXIS_FLOAT64:
        return (value){ .kind = BRES__VALUE_REAL, .real = axis->reals[index] };
    case BRES__AXIS_POW2:
        return (value){ .kind = BRES__VALUE_INTEGER,
                        .integer = INT64_C(1) << axis->integers[index] };
    default:
        return (value){ .kind = BRES__VALUE_INTEGER, .integer = axis->integers[index] };
    }
}

static bres_status overflow(const evaluation *self, const bres__step *step)
{
    return bres__expression_error(self->expression, step->at, BRES_ERROR_VALUE, "'%s' overflows",
                                  step->operation);
}

static bres_status division_by_zero(const evaluation *self, const bres__step *step)
{
    return bres__expression_error(self->expression, step->at, BRES_ERROR_VALUE, "division by zero");
}

/* A text or a truth value where a number is needed. */
static bres_status not_a_number(const evaluation *self, const bres__step *step,
                                const value *operand)
{
    const bres__slice text = as_text(operand);

    return bres__expression_error(
        self->expression, step->at, BRES_ERROR_VALUE, "the %s '%.*s' is not a number for '%s'",
        operand->kind == BRES__VALUE_TEXT ? "text" : "truth value",
        text.length < 100 ? (int)text.length : 100, text.data, step->operation);
}

static bres_status combine_integers(const evaluation *self, const bres__step *step, value *left,
                                    const value *right)
{
    const int64_t a = left->integer;
    const int64_t b = right->integer;
    bool overflows = false;

    switch (step->operation[0]) {
    case '+':
        overflows = __builtin_add_overflow(a, b, &left->integer);
        break;
    case '-':
        overflows = __builtin_sub_overflow(a, b, &left->integer);
        break;
    case '*':
        overflows = __builtin_mul_overflow(a, b, &left->integer);
        break;
    default:
        if (b == 0)
            return division_by_zero(self, step);
        overflows = a == INT64_MIN && b == -1;
        if (!overflows)
            left->integer = step->operation[0] == '/' ? a / b : a % b;
    }
    return overflows ? overflow(self, step) : BRES_OK;
}

static bres_status combine_reals(const evaluation *self, const bres__step *step, value *left,
                                 const value *right)
{
    const double a = as_real(left);
    const double b = as_real(right);

    left->kind = BRES__VALUE_REAL;
    switch (step->operation[0]) {
    case '+':
        left->real = a + b;
        break;
    case '-':
        left->real = a - b;
        break;
    case '*':
        left->real = a * b;
        break;
    case '/':
        if (b == 0)
            return division_by_zero(self, step);
        left->real = a / b;
        break;
    default:
        return bres__expression_error(self->expression, step->at, BRES_ERROR_VALUE,
                                      "'%%' of numbers that are not integers");
    }
    return isfinite(left->real) ? BRES_OK : overflow(self, step);
}

/* Returns -1, 0 or 1, exactly: not every machine has a type that holds both kinds of numbers. */
static int compare_mixed(int64_t integer, double real)
{
    int64_t whole;

    if (real >= 0x1p63)
        return -1;
    if (real < -0x1p63)
        return 1;
    whole = (int64_t)real;
    if (integer != whole)
        return integer < whole ? -1 : 1;
    return (real < (double)whole) - (real > (double)whole);
}

/* Returns -1, 0 or 1. */
static int compare_numbers(const value *left, const value *right)
{
    if (left->kind == BRES__VALUE_INTEGER && right->kind == BRES__VALUE_INTEGER)
        return (left->integer > right->integer) - (left->integer < right->integer);
    if (left->kind == BRES__VALUE_INTEGER)
        return compare_mixed(left->integer, right->real);
    if (right->kind == BRES__VALUE_INTEGER)
        return -compare_mixed(right->integer, left->real);
    return (left->real > right->real) - (left->real < right->real);
}

static bool order_holds(const char *operation, int order)
{
    const bool with_equal = operation[1] == '=';

    switch (operation[0]) {
    case '<':
        return order < 0 || (with_equal && order == 0);
    case '>':
        return order > 0 || (with_equal && order == 0);
    default:
        return (order == 0) == (operation[0] == '=');
    }
}

static bres_status compare(const evaluation *self, const bres__step *step, value *left,
                           const value *right)
{
    const bool numbers = is_number(left) && is_number(right);
    const bool equality = step->operation[0] == '=' || step->operation[0] == '!';
    int order;

    if (!numbers && (!equality || is_number(left) || is_number(right)))
        return not_a_number(self, step, is_number(left) ? right : left);
    if (numbers)
        order = compare_numbers(left, right);
    else
        order = slices_are_equal(as_text(left), as_text(right)) ? 0 : 1;
    *left = truth_value(order_holds(step->operation, order));
    return BRES_OK;
}

static bres_status binary(const evaluation *self, const bres__step *step, value *left,
                          const value *right)
{
    if (strchr("=!<>", step->operation[0]) != NULL)
        return compare(self, step, left, right);
    if (!is_number(left) || !is_number(right))
        return not_a_number(self, step, is_number(left) ? right : left);
    if (left->kind == BRES__VALUE_INTEGER && right->kind == BRES__VALUE_INTEGER)
        return combine_integers(self, step, left, right);
    return combine_reals(self, step, left, right);
}

static bres_status make_truth(const evaluation *self, size_t at, value *operand)
{
    bool truth = false;

    switch (operand->kind) {
    case BRES__VALUE_INTEGER:
    case BRES__VALUE_TRUTH:
        truth = operand->integer != 0;
        break;
    case BRES__VALUE_REAL:
        truth = operand->real != 0;
        break;
    case BRES__VALUE_TEXT:
        truth = bres__slice_is(&operand->text, "true");
        if (!truth && !bres__slice_is(&operand->text, "false"))
            return bres__expression_error(
                self->expression, at, BRES_ERROR_VALUE, "the text '%.*s' is neither true nor false",
                operand->text.length < 100 ? (int)operand->text.length : 100, operand->text.data);
        break;
    }
    *operand = truth_value(truth);
    return BRES_OK;
}

static bres_status unary(const evaluation *self, const bres__step *step, value *operand)
{
    if (step->operation[0] == '!') {
        const bres_status status = make_truth(self, step->at, operand);

        operand->integer = operand->integer == 0;
        return status;
    }
    if (!is_number(operand))
        return not_a_number(self, step, operand);
    operand->real = -operand->real;
    if (operand->kind == BRES__VALUE_INTEGER &&
        __builtin_sub_overflow((int64_t)0, operand->integer, &operand->integer))
        return overflow(self, step);
    return BRES_OK;
}

/* Runs one step; *next is the step after it. */
static bres_status run_step(evaluation *self, const bres__step *step, size_t *next)
{
    value *top = self->count > 0 ? &self->stack[self->count - 1] : NULL;
    bres_status status = BRES_OK;

    switch (step->kind) {
    case BRES__STEP_VALUE:
    case BRES__STEP_NAME:
        self->stack[self->count++] = step->value;
        break;
    case BRES__STEP_PARAMETER:
        self->stack[self->count++] = parameter_value(self, step->index);
        break;
    case BRES__STEP_UNARY:
        status = unary(self, step, top);
        break;
    case BRES__STEP_BINARY:
        status = binary(self, step, top - 1, top);
        self->count--;
        break;
    case BRES__STEP_AND:
    case BRES__STEP_OR:
        status = make_truth(self, step->at, top);
        if ((top->integer != 0) == (step->kind == BRES__STEP_OR))
            *next = step->index;
        else
            self->count--;
        break;
    case BRES__STEP_TRUTH:
        status = make_truth(self, step->at, top);
        break;
    }
    return status;
}

bres_status bres__expression_evaluate(const bres__expression *expression, const bres_bench *bench,
                                      uint64_t index, bool *holds)
{
    evaluation self;
    bres_status status = BRES_OK;
    size_t next = 0;

    /* Leaves the stack uninitialized: a value is pushed before it is read. */
    self.expression = expression;
    self.bench = bench;
    self.index = index;
    self.count = 0;
    *holds = false;
    while (next < expression->count && status == BRES_OK) {
        const bres__step *step = &expression->steps[next++];

        status = run_step(&self, step, &next);
    }
    if (status == BRES_OK)
        status = make_truth(&self, 0, &self.stack[0]);
    if (status == BRES_OK)
        *holds = self.stack[0].integer != 0;
    return status;
}

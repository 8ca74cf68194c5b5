/* SPDX-License-Identifier: MIT */
/*
 * Evaluating a condition for a state.
 */
#include "report/pivot/where_node.h"

#include <string.h>

bool bres__where_read_number(const char *text, size_t length, bres__where_number *number)
{
    int64_t nearest;
    size_t begin = 0;

    *number = (bres__where_number){ .is_integer = bres__parse_int64(text, length, &nearest) !=
                                                  BRES__PARSE_MALFORMED };
    while (number->is_integer && begin < length && !(text[begin] >= '1' && text[begin] <= '9'))
        begin++;
    number->digits.data = text + begin;
    while (number->is_integer && begin + number->digits.length < length &&
           text[begin + number->digits.length] >= '0' && text[begin + number->digits.length] <= '9')
        number->digits.length++;
    number->is_negative = number->digits.length > 0 && memchr(text, '-', begin) != NULL;
    return bres__parse_float64(text, length, &number->real) == BRES__PARSE_OK;
}

/* The order of two integers: below, equal to or above 0. */
static int integers_order(const bres__where_number *a, const bres__where_number *b)
{
    int order;

    if (a->is_negative != b->is_negative)
        return a->is_negative ? -1 : 1;
    if (a->digits.length != b->digits.length)
        order = a->digits.length < b->digits.length ? -1 : 1;
    else
        order = memcmp(a->digits.data, b->digits.data, a->digits.length);
    return a->is_negative ? -order : order;
}

/* The relation of two numbers; 0 if one of them is NaN. */
static unsigned numbers_relate(const bres__where_number *a, const bres__where_number *b)
{
    if (a->is_integer && b->is_integer) {
        const int order = integers_order(a, b);

        return order < 0 ? IS_LESS : order > 0 ? IS_MORE : IS_EQUAL;
    }
    if (a->real < b->real)
        return IS_LESS;
    if (a->real > b->real)
        return IS_MORE;
    return a->real == b->real ? IS_EQUAL : 0;
}

static bool number_holds(const bres__where_node *node, const char *text)
{
    bres__where_number value;

    return bres__where_read_number(text, strlen(text), &value) &&
           (numbers_relate(&value, &node->number) & node->relations) != 0;
}

static bool test_holds(const bres__where_node *node, size_t result, const bres_state *state,
                       bres__text *scratch)
{
    const char *text;

    if (!bres__pivot_key_get(&node->key, result, state, scratch))
        return false;
    text = scratch->length > 0 ? scratch->data : "";
    if (node->kind == WHERE_TEXT)
        return strcmp(text, node->text) == 0;
    if (node->kind == WHERE_REGEX)
        return bres__regex_matches(&node->regex->compiled, text);
    return number_holds(node, text);
}

/* Right parts nest no deeper than in the parser. A chain of AND or OR nests to the left, so the
 * length of the condition limits its depth. */
static bool node_holds(const bres__where_node *node, size_t result, const bres_state *state,
                       bres__text *scratch)
{
    switch (node->kind) {
    case WHERE_ALL:
        return true;
    case WHERE_AND:
        return node_holds(node->left, result, state, scratch) &&
               node_holds(node->right, result, state, scratch);
    case WHERE_OR:
        return node_holds(node->left, result, state, scratch) ||
               node_holds(node->right, result, state, scratch);
    case WHERE_NOT:
        return !node_holds(node->left, result, state, scratch);
    default:
        return test_holds(node, result, state, scratch);
    }
}

bool bres__where_selects(const bres__where *where, size_t result, const bres_state *state,
                         bres__text *scratch)
{
    return where->root == NULL || node_holds(where->root, result, state, scratch);
}

const bres__pivot_key *bres__where_key(const bres__where *where)
{
    const bres__where_node *node = where->root;

    while (node != NULL && node->left != NULL)
        node = node->left;
    return node != NULL && node->key.name != NULL ? &node->key : NULL;
}

/* SPDX-License-Identifier: MIT */
#include "report/pivot/where_node.h"

#include <string.h>

/* Most levels of nested parentheses and negations. */
#define DEPTH_MAX  64u
/* Most bytes of a condition, which limits the depth of its tree. */
#define LENGTH_MAX 10000u

typedef struct where_parser {
    bres_result *const *results;
    size_t count;
    bres__where *where;
    const char *text;
    const char *next;
    unsigned depth;
} where_parser;

static bres_status parse_condition(where_parser *parser, const bres__where_node **node);

static bres_status parser_refuse(const where_parser *parser, const char *expected)
{
    return bres__error(BRES_ERROR_ARGUMENT, "the condition '%s' is malformed at '%s' (expected %s)",
                       parser->text, parser->next, expected);
}

static bres_status node_make(where_parser *parser, bres__where_kind kind, bres__where_node **node)
{
    *node = bres__arena_calloc(&parser->where->arena, 1, sizeof(**node));
    if (*node == NULL)
        return bres__error_memory();
    (*node)->kind = kind;
    return BRES_OK;
}

/* Replaces *node with a new node whose left part is the old node. The caller sets the right part.
 */
static bres_status node_pair(where_parser *parser, bres__where_kind kind,
                             const bres__where_node **node, bres__where_node **pair)
{
    const bres_status status = node_make(parser, kind, pair);

    if (status != BRES_OK)
        return status;
    (*pair)->left = *node;
    *node = *pair;
    return BRES_OK;
}

static void skip_blanks(where_parser *parser)
{
    parser->next += strspn(parser->next, " \t\n");
}

/* The length of the unquoted word that comes next. */
static size_t word_length(const where_parser *parser)
{
    return strcspn(parser->next, " \t\n()\":=!<>");
}

static bool take(where_parser *parser, const char *token)
{
    const size_t length = strlen(token);

    skip_blanks(parser);
    if (strncmp(parser->next, token, length) != 0)
        return false;
    parser->next += length;
    return true;
}

/* Takes AND, OR or NOT if it is the whole next word, and not a key before ':'. */
static bool take_operator(where_parser *parser, const char *name)
{
    skip_blanks(parser);
    return word_length(parser) == strlen(name) && parser->next[strlen(name)] != ':' &&
           take(parser, name);
}

/* The length of the text before a closing character. A backslash escapes the next character. */
static size_t enclosed_length(const char *text, char closing)
{
    size_t length = 0;

    while (text[length] != '\0' && text[length] != closing)
        length += text[length] == '\\' && text[length + 1] != '\0' ? 2 : 1;
    return length;
}

/* A copy without the backslashes that precede a character of `escaped`. */
static char *unescape(where_parser *parser, const char *text, size_t length, const char *escaped)
{
    char *copy = bres__arena_copy(&parser->where->arena, text, length);
    size_t count = 0;

    for (size_t i = 0; copy != NULL && i < length; i++) {
        const bool is_pair = text[i] == '\\' && i + 1 < length;

        if (is_pair && strchr(escaped, text[i + 1]) == NULL)
            copy[count++] = text[i];
        copy[count++] = text[is_pair ? ++i : i];
    }
    if (copy != NULL)
        copy[count] = '\0';
    return copy;
}

/* Parses a word, or a text in quotes, in which \" is a quote and \\ a backslash. */
static bres_status parse_word(where_parser *parser, const char *expected, bres__slice *word)
{
    const bool is_quoted = take(parser, "\"");
    const size_t length = is_quoted ? enclosed_length(parser->next, '"') : word_length(parser);

    *word = (bres__slice){ parser->next, length };
    parser->next += length;
    if ((is_quoted && *parser->next != '"') || (!is_quoted && length == 0))
        return parser_refuse(parser, is_quoted ? "a closing quote" : expected);
    parser->next += is_quoted;
    if (!is_quoted)
        return BRES_OK;
    word->data = unescape(parser, word->data, length, "\"\\");
    if (word->data == NULL)
        return bres__error_memory();
    word->length = strlen(word->data);
    return BRES_OK;
}

static bres_status regex_take(where_parser *parser, bres__where_node *node)
{
    const size_t length = enclosed_length(parser->next, '/');
    char *text = unescape(parser, parser->next, length, "/");
    bres__where_regex *regex = bres__calloc(1, sizeof(*regex));
    bres_status status = text != NULL && regex != NULL ? BRES_OK : bres__error_memory();

    if (status == BRES_OK && parser->next[length] != '/')
        status = parser_refuse(parser, "a regular expression that ends with '/'");
    if (status == BRES_OK)
        status = bres__regex_compile(text, &regex->compiled);
    if (status != BRES_OK) {
        bres__free(regex);
        return status;
    }
    regex->next = parser->where->regexes;
    parser->where->regexes = regex;
    node->regex = regex;
    parser->next += length + 1;
    return BRES_OK;
}

static bres_status parse_match(where_parser *parser, const bres__pivot_key *key,
                               const bres__where_node **node);

/* Parses the matches after an opening parenthesis, and the closing one. */
static bres_status parse_matches(where_parser *parser, const bres__pivot_key *key,
                                 const bres__where_node **node)
{
    bres_status status = parse_match(parser, key, node);

    while (status == BRES_OK && take_operator(parser, "OR")) {
        bres__where_node *either;

        status = node_pair(parser, WHERE_OR, node, &either);
        if (status == BRES_OK)
            status = parse_match(parser, key, &either->right);
    }
    if (status == BRES_OK && !take(parser, ")"))
        status = parser_refuse(parser, "OR or ')'");
    return status;
}

static bres_status parse_match(where_parser *parser, const bres__pivot_key *key,
                               const bres__where_node **node)
{
    bres__where_node *made;
    bres__slice word;
    bres_status status;

    if (parser->depth >= DEPTH_MAX)
        return parser_refuse(parser, "fewer parentheses");
    if (take(parser, "(")) {
        parser->depth++;
        status = parse_matches(parser, key, node);
        parser->depth--;
        return status;
    }
    status = node_make(parser, WHERE_TEXT, &made);
    if (status != BRES_OK)
        return status;
    made->key = *key;
    *node = made;
    if (take(parser, "/")) {
        made->kind = WHERE_REGEX;
        return regex_take(parser, made);
    }
    status = parse_word(parser, "a value, /REGEX/ or '('", &word);
    if (status != BRES_OK)
        return status;
    made->text = bres__arena_copy(&parser->where->arena, word.data, word.length);
    return made->text != NULL ? BRES_OK : bres__error_memory();
}

/* Takes the next operator and returns its relations; 0 if no operator comes next. */
static unsigned take_relation(where_parser *parser)
{
    static const struct {
        const char *token;
        unsigned relations;
    } tokens[] = {
        { "<=", IS_LESS | IS_EQUAL },
        { ">=", IS_MORE | IS_EQUAL },
        { "!=", IS_LESS | IS_MORE },
        { "<", IS_LESS },
        { ">", IS_MORE },
        { "=", IS_EQUAL },
    };

    for (size_t i = 0; i < sizeof(tokens) / sizeof(tokens[0]); i++) {
        if (take(parser, tokens[i].token))
            return tokens[i].relations;
    }
    return 0;
}

static bres_status parse_relation(where_parser *parser, const bres__pivot_key *key,
                                  const bres__where_node **node)
{
    const unsigned relations = take_relation(parser);
    const char *begin = parser->next;
    bres__where_node *made;
    bres__slice word;
    bres_status status;

    if (relations == 0)
        return parser_refuse(parser, "':', '=', '!=', '<', '<=', '>' or '>='");
    status = parse_word(parser, "a number", &word);
    if (status == BRES_OK)
        status = node_make(parser, WHERE_NUMBER, &made);
    if (status != BRES_OK)
        return status;
    made->key = *key;
    made->relations = relations;
    *node = made;
    word.data = bres__arena_copy(&parser->where->arena, word.data, word.length);
    if (word.data == NULL)
        return bres__error_memory();
    if (bres__where_read_number(word.data, word.length, &made->number))
        return BRES_OK;
    parser->next = begin + strspn(begin, " \t\n");
    return parser_refuse(parser, "a number");
}

static bres_status parse_test(where_parser *parser, const bres__where_node **node)
{
    bres__pivot_key key;
    bres__slice name;
    bres_status status = parse_word(parser, "a key", &name);

    if (status == BRES_OK)
        status =
            bres__pivot_key_make(parser->results, parser->count, name, &parser->where->arena, &key);
    if (status != BRES_OK)
        return status;
    return take(parser, ":") ? parse_match(parser, &key, node) : parse_relation(parser, &key, node);
}

static bres_status parse_group(where_parser *parser, const bres__where_node **node)
{
    const bres_status status = parse_condition(parser, node);

    return status == BRES_OK && !take(parser, ")") ? parser_refuse(parser, "AND, OR or ')'")
                                                   : status;
}

static bres_status parse_one(where_parser *parser, const bres__where_node **node)
{
    bres__where_node *made;
    bres_status status;

    if (parser->depth >= DEPTH_MAX)
        return parser_refuse(parser, "fewer parentheses");
    parser->depth++;
    if (take_operator(parser, "NOT") || take(parser, "-")) {
        status = node_make(parser, WHERE_NOT, &made);
        if (status == BRES_OK)
            status = parse_one(parser, &made->left);
        *node = made;
    } else if (take(parser, "(")) {
        status = parse_group(parser, node);
    } else if (take(parser, "*")) {
        status = node_make(parser, WHERE_ALL, &made);
        *node = made;
    } else {
        status = parse_test(parser, node);
    }
    parser->depth--;
    return status;
}

/* Whether another test follows: after an AND, which is taken, or without an operator. */
static bool continues(where_parser *parser)
{
    const char *next;
    bool is_or;

    if (take_operator(parser, "AND"))
        return true;
    next = parser->next;
    is_or = take_operator(parser, "OR");
    parser->next = next;
    return !is_or && *next != '\0' && *next != ')';
}

static bres_status parse_all(where_parser *parser, const bres__where_node **node)
{
    bres_status status = parse_one(parser, node);

    while (status == BRES_OK && continues(parser)) {
        bres__where_node *both;

        status = node_pair(parser, WHERE_AND, node, &both);
        if (status == BRES_OK)
            status = parse_one(parser, &both->right);
    }
    return status;
}

static bres_status parse_condition(where_parser *parser, const bres__where_node **node)
{
    bres_status status = parse_all(parser, node);

    while (status == BRES_OK && take_operator(parser, "OR")) {
        bres__where_node *either;

        status = node_pair(parser, WHERE_OR, node, &either);
        if (status == BRES_OK)
            status = parse_all(parser, &either->right);
    }
    return status;
}

bres_status bres__where_parse(bres_result *const *results, size_t count, const char *text,
                              bres__where *where)
{
    where_parser parser = {
        .results = results, .count = count, .where = where, .text = text, .next = text
    };
    bres_status status;

    if (strlen(text) > LENGTH_MAX)
        return bres__error(BRES_ERROR_ARGUMENT, "the condition has more than %u bytes", LENGTH_MAX);
    status = parse_condition(&parser, &where->root);
    skip_blanks(&parser);
    if (status == BRES_OK && *parser.next != '\0')
        status = parser_refuse(&parser, "AND, OR or the end");
    return status;
}

void bres__where_free(bres__where *where)
{
    while (where->regexes != NULL) {
        bres__where_regex *next = where->regexes->next;

        regfree(&where->regexes->compiled);
        bres__free(where->regexes);
        where->regexes = next;
    }
    bres__arena_free(&where->arena);
    *where = (bres__where){ .root = NULL };
}

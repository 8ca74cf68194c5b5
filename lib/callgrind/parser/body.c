/* SPDX-License-Identifier: MIT */
/*
 * Position lines: the objects, files, functions, calls and jumps that costs belong to.
 */
#include "base/bytes.h"
#include "callgrind/parser/parser.h"

typedef enum position_kind {
    POSITION_OBJECT,
    POSITION_FILE,
    POSITION_FUNCTION,
    POSITION_CALLEE_OBJECT,
    POSITION_CALLEE_FILE,
    POSITION_CALLEE,
    POSITION_CALLS,
    POSITION_JUMP,
    POSITION_JUMP_FILE,
    POSITION_JUMP_FUNCTION,
    POSITION_IGNORED
} position_kind;

static const struct position_key {
    char key[sizeof(uint64_t)]; /* padded with NUL */
    position_kind kind;
} position_keys[] = {
    { "calls", POSITION_CALLS },     { "cfn", POSITION_CALLEE },
    { "cfi", POSITION_CALLEE_FILE }, { "cob", POSITION_CALLEE_OBJECT },
    { "fi", POSITION_FILE },         { "fe", POSITION_FILE },
    { "fn", POSITION_FUNCTION },     { "fl", POSITION_FILE },
    { "ob", POSITION_OBJECT },       { "cfl", POSITION_CALLEE_FILE },
    { "jcnd", POSITION_JUMP },       { "jump", POSITION_JUMP },
    { "jfi", POSITION_JUMP_FILE },   { "jfn", POSITION_JUMP_FUNCTION },
    { "rec", POSITION_IGNORED },     { "frfn", POSITION_IGNORED },
    { "bb", POSITION_IGNORED },      { "ln", POSITION_IGNORED },
};

/* NULL: unknown key. Compares keys as 64-bit words. */
static const struct position_key *position_find(const char *key, size_t length)
{
    uint64_t word;

    if (length > sizeof(word))
        return NULL;
    word = bres__word_load(key) << (64 - 8 * length) >> (64 - 8 * length);
    for (size_t i = 0; i < sizeof(position_keys) / sizeof(position_keys[0]); i++) {
        if (bres__word_load(position_keys[i].key) == word)
            return &position_keys[i];
    }
    return NULL;
}

static void position_forget_callee(bres__parser *parser)
{
    parser->callee_object = BRES__NO_NUMBER;
    parser->callee_file = BRES__NO_NUMBER;
    parser->composed_object = BRES__NO_NUMBER;
    parser->composed_file = BRES__NO_NUMBER;
    parser->callee = BRES__NO_NUMBER;
}

/* The next costs belong to another site. */
static void position_move(bres__parser *parser)
{
    parser->site = BRES__NO_NUMBER;
    parser->own_values = SIZE_MAX;
}

void bres__parser_reset_position(bres__parser *parser)
{
    parser->object = parser->no_object;
    parser->file = parser->unknown;
    parser->function = BRES__NO_NUMBER;
    parser->next = BRES__NEXT_ANY;
    position_move(parser);
    position_forget_callee(parser);
}

/* Looks up the current site. */
static bres_status position_find_site(bres__parser *parser)
{
    bres_status status = BRES_OK;

    if (parser->site != BRES__NO_NUMBER)
        return BRES_OK;
    if (parser->function == BRES__NO_NUMBER)
        status = bres__profile_function(parser->profile, parser->object, parser->file,
                                        parser->unknown, &parser->function);
    if (status == BRES_OK)
        status = bres__profile_site(parser->profile, parser->function, parser->file, &parser->site);
    return bres__parser_place(parser, status);
}

/* Looks up the index of the costs of a site or an edge in this part. */
static bres_status position_find_entry(bres__parser *parser, bres__costs *costs,
                                       const bres__costs_range *range, uint32_t key, size_t *values)
{
    return bres__costs_entry(costs, range, parser->part.column_count, key, values)
               ? BRES_OK
               : bres__error_memory();
}

bres_status bres__parser_find_own(bres__parser *parser)
{
    bres_status status = bres__parser_begin_body(parser);

    if (status == BRES_OK)
        status = position_find_site(parser);
    if (status == BRES_OK)
        status = position_find_entry(parser, &parser->profile->self, &parser->part.self,
                                     parser->site, &parser->own_values);
    return status;
}

static bres_status position_function(bres__parser *parser, const char *value)
{
    bool composed;
    uint32_t name;
    bres_status status = bres__parser_name(parser, BRES__ID_FUNCTION, value, &name, &composed);

    if (status != BRES_OK)
        return status;
    status = bres__profile_function(parser->profile, parser->object, parser->file, name,
                                    &parser->function);
    if (status != BRES_OK)
        return bres__parser_place(parser, status);
    parser->profile->defined[parser->function] = parser->line;
    position_move(parser);
    position_forget_callee(parser);
    return BRES_OK;
}

/* Looks up the site of a callee. Caches it by name: object and file are mostly the same again. */
static bres_status position_find_callee(bres__parser *parser, uint32_t object, uint32_t file,
                                        uint32_t name)
{
    bres__parser_callee *callee;
    uint32_t function;
    bres_status status;

    if (!bres__array_reserve_zeroed(&parser->callees, &parser->callee_count, (size_t)name + 1,
                                    sizeof(*parser->callees)))
        return bres__error_memory();
    callee = &parser->callees[name];
    if (!callee->known || callee->object != object || callee->file != file) {
        callee->known = false;
        status = bres__profile_function(parser->profile, object, file, name, &function);
        if (status == BRES_OK)
            status = bres__profile_site(parser->profile, function, file, &callee->site);
        if (status != BRES_OK)
            return bres__parser_place(parser, status);
        callee->known = true;
        callee->object = object;
        callee->file = file;
    }
    parser->callee = callee->site;
    return BRES_OK;
}

/* A cob= or a cfi= applies only to the next cfn=. But before a composed name come the cfn= lines
 * that define its parts; the cob= and the cfi= before these lines apply to the composed name. */
static bres_status position_callee(bres__parser *parser, const char *value)
{
    uint32_t object = parser->callee_object;
    uint32_t file = parser->callee_file;
    uint32_t name;
    bool composed;
    bres_status status = bres__parser_name(parser, BRES__ID_FUNCTION, value, &name, &composed);

    if (status != BRES_OK)
        return status;
    if (composed) {
        object = parser->composed_object;
        file = parser->composed_file;
    }
    if (object == BRES__NO_NUMBER)
        object = parser->object;
    if (file == BRES__NO_NUMBER)
        file = parser->file;
    parser->callee_object = BRES__NO_NUMBER;
    parser->callee_file = BRES__NO_NUMBER;
    return position_find_callee(parser, object, file, name);
}

static bres_status position_calls(bres__parser *parser, const char *value)
{
    bool too_large;
    uint64_t count;
    uint32_t edge;
    bres_status status;

    value = bres__skip_blanks(value);
    if (!bres__parse_digits(&value, &count, &too_large)) {
        if (!too_large)
            return bres__parser_error(parser, "\"calls=\" is not followed by a number");
        count = UINT64_MAX;
    }
    if (parser->callee == BRES__NO_NUMBER)
        return bres__parser_error(parser, "\"cfn=\" is missing before \"calls=\"");
    status = position_find_site(parser);
    if (status != BRES_OK)
        return status;
    status = bres__parser_place(parser, bres__profile_edge(parser->profile, parser->site,
                                                           parser->callee, count != 0, &edge));
    if (status == BRES_OK)
        status = position_find_entry(parser, &parser->profile->called, &parser->part.called, edge,
                                     &parser->called_values);
    position_forget_callee(parser);
    parser->next = BRES__NEXT_CALL;
    return status;
}

bres_status bres__parser_position(bres__parser *parser, const char *key, size_t length,
                                  const char *value)
{
    const struct position_key *known = position_find(key, length);
    bres_status status = bres__parser_begin_body(parser);
    uint32_t ignored;
    bool composed;

    if (status != BRES_OK)
        return status;
    if (known == NULL) {
        bres__parser_warn(parser, "the line \"%.*s=\" is not known and was skipped",
                          length < 40 ? (int)length : 40, key);
        return BRES_OK;
    }
    switch (known->kind) {
    case POSITION_OBJECT:
        return bres__parser_name(parser, BRES__ID_OBJECT, value, &parser->object, &composed);
    case POSITION_FILE:
        position_move(parser);
        return bres__parser_name(parser, BRES__ID_FILE, value, &parser->file, &composed);
    case POSITION_FUNCTION:
        return position_function(parser, value);
    case POSITION_CALLEE_OBJECT:
        status =
            bres__parser_name(parser, BRES__ID_OBJECT, value, &parser->callee_object, &composed);
        parser->composed_object = parser->callee_object;
        return status;
    case POSITION_CALLEE_FILE:
        status = bres__parser_name(parser, BRES__ID_FILE, value, &parser->callee_file, &composed);
        parser->composed_file = parser->callee_file;
        return status;
    case POSITION_CALLEE:
        return position_callee(parser, value);
    case POSITION_CALLS:
        return position_calls(parser, value);
    case POSITION_JUMP:
        parser->next = BRES__NEXT_JUMP;
        return BRES_OK;
    case POSITION_JUMP_FILE:
        return bres__parser_name(parser, BRES__ID_FILE, value, &ignored, &composed);
    case POSITION_JUMP_FUNCTION:
        return bres__parser_name(parser, BRES__ID_FUNCTION, value, &ignored, &composed);
    case POSITION_IGNORED:
        return BRES_OK;
    }
    return BRES_OK;
}

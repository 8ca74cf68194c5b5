/* SPDX-License-Identifier: MIT */
/*
 * The headers of a part, and its end.
 */
#include "callgrind/parser/parser.h"

#include <inttypes.h>
#include <string.h>

/* The next word of a line; false at its end. */
static bool header_word(const char **at, const char **word, size_t *length)
{
    const char *end = bres__skip_blanks(*at);

    *word = end;
    while (!bres__is_blank(*end) && *end != '\n')
        end++;
    *length = (size_t)(end - *word);
    *at = end;
    return *length != 0;
}

static bool word_is(const char *word, size_t length, const char *expected)
{
    return strlen(expected) == length && memcmp(word, expected, length) == 0;
}

static bres_status header_positions(bres__parser *parser, const char *at)
{
    uint32_t count = 0;
    const char *word;
    size_t length;

    while (header_word(&at, &word, &length)) {
        if (!word_is(word, length, "instr") && !word_is(word, length, "bb") &&
            !word_is(word, length, "line"))
            return bres__parser_error(parser, "a position is neither instr nor bb nor line");
        if (++count > 3)
            return bres__parser_error(parser, "there are more than 3 positions");
    }
    parser->position_count = count != 0 ? count : 1;
    return BRES_OK;
}

/* Finds an event of the profile, or adds it. */
static bres_status header_event(bres__parser *parser, const char *word, size_t length,
                                uint32_t *event)
{
    bres_profile *const profile = parser->profile;

    for (*event = 0; *event < profile->event_count; ++*event) {
        if (word_is(word, length, profile->events[*event]))
            return BRES_OK;
    }
    if (*event == BRES__EVENTS_MAX)
        return bres__parser_place(
            parser,
            bres__error(BRES_ERROR_LIMIT, "the profile has more than %u events", BRES__EVENTS_MAX));
    if (!BRES__RESERVE(&profile->events, &profile->event_capacity, profile->event_count + 1))
        return bres__error_memory();
    profile->events[*event] = bres__arena_copy(&profile->arena, word, length);
    if (profile->events[*event] == NULL)
        return bres__error_memory();
    profile->event_count++;
    return BRES_OK;
}

static bres_status header_events(bres__parser *parser, const char *at)
{
    uint32_t count = 0;
    const char *word;
    size_t length;

    parser->column_count = 0;
    while (header_word(&at, &word, &length)) {
        uint32_t event;
        bres_status status;

        status = header_event(parser, word, length, &event);
        if (status != BRES_OK)
            return status;
        for (uint32_t i = 0; i < count; i++) {
            if (parser->columns[i] == event)
                return bres__parser_error(parser, "an event is there twice");
        }
        parser->columns[count++] = event;
    }
    if (count == 0)
        return bres__parser_error(parser, "the line \"events:\" names no event");
    parser->column_count = count;
    return BRES_OK;
}

static bres_status header_sums(bres__parser *parser, const char *at, bres__parser_sums *sums)
{
    sums->given = true;
    sums->count = 0;
    at = bres__skip_blanks(at);
    while (*at != '\n') {
        bool too_large;

        if (sums->count == BRES__EVENTS_MAX)
            return bres__parser_error(parser, "there are more sums than events");
        if (!bres__parse_digits(&at, &sums->values[sums->count], &too_large) && !too_large)
            return bres__parser_error(parser, "a sum is not a number");
        if (too_large)
            return bres__parser_place(parser,
                                      bres__error(BRES_ERROR_VALUE, "a sum is beyond 2^64-1"));
        sums->count++;
        at = bres__skip_blanks(at);
    }
    return BRES_OK;
}

/* The number in a header such as pid; 0 if the value is not a number. */
static int64_t header_number(const char *at)
{
    uint64_t value;
    bool too_large;

    at = bres__skip_blanks(at);
    return bres__parse_digits(&at, &value, &too_large) && value <= INT64_MAX ? (int64_t)value : 0;
}

/* Reads the command, in which \\ stands for a backslash and \n for a newline. */
static bres_status header_command(bres__parser *parser, const char *at)
{
    const char *end = bres__line_end(at);
    char *text;
    size_t length = 0;

    at = bres__skip_blanks(at);
    if (parser->profile->command[0] != '\0' || at >= end)
        return BRES_OK;
    text = bres__arena_copy(&parser->profile->arena, at, (size_t)(end - at));
    if (text == NULL)
        return bres__error_memory();
    while (at < end) {
        const bool escaped = *at == '\\' && at + 1 < end && (at[1] == '\\' || at[1] == 'n');

        at += escaped;
        text[length++] = escaped && *at == 'n' ? '\n' : *at;
        at++;
    }
    text[length] = '\0';
    parser->profile->command = text;
    return BRES_OK;
}

static bres_status header_description(bres__parser *parser, const char *at)
{
    static const char key[] = "Trigger:";
    const char *end = bres__line_end(at);

    at = bres__skip_blanks(at);
    if (at >= end || (size_t)(end - at) < strlen(key) || memcmp(at, key, strlen(key)) != 0)
        return BRES_OK;
    at = bres__skip_blanks(at + strlen(key));
    if (at >= end)
        return BRES_OK;
    parser->part.trigger = bres__arena_copy(&parser->profile->arena, at, (size_t)(end - at));
    return parser->part.trigger != NULL ? BRES_OK : bres__error_memory();
}

static bres_status header_version(bres__parser *parser, const char *at)
{
    if (header_number(at) != 1)
        bres__parser_warn(parser, "this version of the format is not known; expected 1");
    return BRES_OK;
}

static bres_status header_pid(bres__parser *parser, const char *at)
{
    if (parser->profile->pid == 0)
        parser->profile->pid = header_number(at);
    return BRES_OK;
}

static bres_status header_thread(bres__parser *parser, const char *at)
{
    parser->part.thread = header_number(at);
    return BRES_OK;
}

static bres_status header_summary(bres__parser *parser, const char *at)
{
    return header_sums(parser, at, &parser->summary);
}

static void part_begin(bres__parser *parser)
{
    parser->in_part = true;
    parser->summary.given = false;
    parser->totals.given = false;
    parser->part = (bres__profile_part){ .trigger = "" };
}

bres_status bres__parser_begin_body(bres__parser *parser)
{
    bres_profile *const profile = parser->profile;
    bres__profile_part *const part = &parser->part;

    if (parser->in_body)
        return BRES_OK;
    if (!parser->in_part)
        part_begin(parser);
    if (parser->column_count == 0)
        return bres__parser_error(parser, "the line \"events: ...\" is missing");
    part->column_count = parser->column_count;
    part->columns = bres__arena_calloc(&profile->arena, part->column_count, sizeof(uint32_t));
    part->sums = bres__arena_calloc(&profile->arena, part->column_count, sizeof(uint64_t));
    if (part->columns == NULL || part->sums == NULL)
        return bres__error_memory();
    memcpy(part->columns, parser->columns, part->column_count * sizeof(uint32_t));
    part->self = (bres__costs_range){ profile->self.count, 0, profile->self.value_count };
    part->called = (bres__costs_range){ profile->called.count, 0, profile->called.value_count };
    parser->in_body = true;
    return BRES_OK;
}

/* Adds up all self costs of the part. */
static bres_status part_add_up(bres__parser *parser)
{
    const bres_profile *const profile = parser->profile;
    bres__profile_part *const part = &parser->part;
    size_t at = part->self.values;

    for (size_t i = part->self.first; i < part->self.end; i++) {
        for (uint32_t column = 0; column < part->column_count; column++) {
            if (__builtin_add_overflow(part->sums[column], profile->self.values[at++],
                                       &part->sums[column]))
                return bres__parser_place(
                    parser, bres__error(BRES_ERROR_VALUE, "the sum of the part is beyond 2^64-1"));
        }
    }
    return BRES_OK;
}

/* Warns about sums in the file that disagree with the costs. The summary may be larger, because it
 * includes costs that do not belong to a function. */
static void part_compare(bres__parser *parser)
{
    const bres__profile_part *const part = &parser->part;
    const size_t number = parser->profile->part_count;

    if (!parser->totals.given)
        bres__parser_warn(parser, "part %zu has no totals: it may have been cut off", number);
    for (uint32_t i = 0; i < part->column_count; i++) {
        const char *event = parser->profile->events[part->columns[i]];
        const uint64_t totals = i < parser->totals.count ? parser->totals.values[i] : 0;
        const uint64_t summary = i < parser->summary.count ? parser->summary.values[i] : 0;

        if (parser->totals.given && totals != part->sums[i])
            bres__parser_warn(parser,
                              "the totals of part %zu say %" PRIu64 " for %.40s, its functions "
                              "have %" PRIu64,
                              number, totals, event, part->sums[i]);
        if (parser->summary.given && summary < part->sums[i])
            bres__parser_warn(parser,
                              "the summary of part %zu says %" PRIu64 " for %.40s, its functions "
                              "have %" PRIu64,
                              number, summary, event, part->sums[i]);
    }
}

bres_status bres__parser_end_part(bres__parser *parser)
{
    bres_profile *const profile = parser->profile;
    bres_status status;

    if (!parser->in_part)
        return BRES_OK;
    status = bres__parser_begin_body(parser);
    if (status != BRES_OK)
        return status;
    parser->part.self.end = profile->self.count;
    parser->part.called.end = profile->called.count;
    status = part_add_up(parser);
    if (status != BRES_OK)
        return status;
    part_compare(parser);
    if (!BRES__RESERVE(&profile->parts, &profile->part_capacity, profile->part_count + 1))
        return bres__error_memory();
    profile->parts[profile->part_count++] = parser->part;
    parser->in_part = false;
    parser->in_body = false;
    bres__parser_reset_position(parser);
    return bres__parser_place(parser, bres__profile_check_memory(profile));
}

static bres_status header_nothing(bres__parser *parser, const char *at)
{
    (void)parser;
    (void)at;
    return BRES_OK;
}

static const struct header_key {
    const char *key;
    bres_status (*read)(bres__parser *parser, const char *at);
} header_keys[] = {
    { "version", header_version },
    { "creator", header_nothing },
    { "pid", header_pid },
    { "cmd", header_command },
    { "part", header_nothing },
    { "thread", header_thread },
    { "desc", header_description },
    { "event", header_nothing },
    { "positions", header_positions },
    { "events", header_events },
    { "summary", header_summary },
};

bres_status bres__parser_header(bres__parser *parser, const char *key, size_t length,
                                const char *value)
{
    bres_status status = BRES_OK;

    /* This header comes at the end of a part. */
    if (word_is(key, length, "totals")) {
        status = bres__parser_begin_body(parser);
        return status == BRES_OK ? header_sums(parser, value, &parser->totals) : status;
    }
    for (size_t i = 0; i < sizeof(header_keys) / sizeof(header_keys[0]); i++) {
        if (!word_is(key, length, header_keys[i].key))
            continue;
        if (parser->in_body)
            status = bres__parser_end_part(parser);
        if (status == BRES_OK && !parser->in_part)
            part_begin(parser);
        return status == BRES_OK ? header_keys[i].read(parser, value) : status;
    }
    bres__parser_warn(parser, "the header \"%.*s:\" is not known and was skipped",
                      length < 40 ? (int)length : 40, key);
    return BRES_OK;
}

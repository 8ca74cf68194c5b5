/* SPDX-License-Identifier: MIT */
/*
 * The format of profiles, rule by rule, and the errors of malformed text. The numbers of edge cases
 * are from the description of torch's benchmark utilities.
 */
#include "support/profiles.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define EVENTS "events: Ir\n"

/* The warnings of a text, without the warning about missing totals; free() them. */
static char *other_warnings(const bres_test_log *log)
{
    char *rest = strdup(bres_test_log_text(log));
    char *cut = strstr(rest, "part 0 has no totals: it may have been cut off\n");

    if (cut != NULL) {
        char *line = cut;

        while (line > rest && line[-1] != '\n')
            line--;
        cut = strchr(cut, '\n') + 1;
        memmove(line, cut, strlen(cut) + 1);
    }
    return rest;
}

typedef struct good {
    const char *name;
    const char *text;
    const char *exclusive;
    const char *inclusive; /* NULL: the same */
    const char *warnings;  /* without the one about missing totals */
} good;

static const good goods[] = {
    { "comments and blank lines", "#x\n\n" EVENTS "\nfl=a.c\n# fn=no\nfn=f\n\n1 2\n#\n \t\n1 3\n",
      "5 a.c:f\n", NULL, "" },
    { "comments between calls and their cost",
      EVENTS "fn=f\ncfn=g\ncalls=1 1\n# here\n\n1 7\n1 1\n", "1 ???:f\n", "8 ???:f\n", "" },
    { "no fn", EVENTS "1 5\n", "5 ???:???\n", NULL, "" },
    { "no fn, a file and an object", EVENTS "ob=/o\nfl=a.c\n1 5\n", "5 a.c:??? [/o]\n", NULL, "" },
    { "empty names", EVENTS "fl=\nfn=\n1 5\n", "5 ???:???\n", NULL, "" },
    { "names in parentheses", EVENTS "fl=(x)\nfn=(below main)\n1 5\n", "5 (x):(below main)\n", NULL,
      "" },
    { "an open parenthesis", EVENTS "fl=(1\nfn=(\n1 5\n", "5 (1:(\n", NULL, "" },
    { "the id 0", EVENTS "fl=(0) a.c\nfn=(0) f\n1 5\nfl=b.c\nfl=(0)\nfn=(0)\n1 1\n", "6 a.c:f\n",
      NULL, "" },
    { "large ids",
      EVENTS "fl=(1048575) a.c\nfn=(1048576) f\n1 5\nfn=(18446744073709551615) g\n1 6\n"
             "fl=(1048575)\nfn=(1048576)\n1 1\nfn=(18446744073709551615)\n1 1\n",
      "7 a.c:g\n6 a.c:f\n", NULL, "" },
    { "ids of three kinds",
      EVENTS "ob=(1) o\nfl=(1) a.c\nfn=(1) f\n1 5\ncob=(1)\ncfi=(1)\ncfn=(1)\n"
             "calls=1 1\n1 9\n",
      "5 a.c:f [o]\n", NULL, "" },
    { "an id that was not defined (50)", EVENTS "fl=(7)\nfn=(8)\n1 5\nfl=(7)\nfn=(8)\n1 1\n",
      "6 (7)?:(8)?\n", NULL,
      "p.out: line 2: the name (7) has not been defined\n"
      "p.out: line 3: the name (8) has not been defined\n" },
    { "an id that is defined again (50)",
      EVENTS "fn=(1) f\n1 5\nfn=(1)\n1 1\nfn=(1) g\n1 2\nfn=(1)\n1 2\n", "6 ???:f\n4 ???:g\n", NULL,
      "" },
    { "names that are composed",
      EVENTS "fn=(1) a\nfn=(2) b\nfn=(3) (1)'2'(2)'(9)\n1 5\nfn=(3)\n1 1\n", "6 ???:a'2'b'(9)\n",
      NULL, "" },
    { "references inside of a name that is not composed",
      EVENTS "fn=(1) a\nfn=(2) operator (1) const\n1 5\n", "5 ???:operator (1) const\n", NULL, "" },
    { "the place of a composed callee",
      EVENTS "ob=me\nfl=m.c\nfn=f\n1 1\ncob=(1) o\ncfi=(1) a.c\ncfn=(1) a\ncfn=(2) b\n"
             "cfn=(3) (1)'(2)\ncalls=1 1\n1 4\nob=(1)\nfl=(1)\nfn=(3)\n1 4\n",
      "4 a.c:a'b [o]\n1 m.c:f [me]\n", "5 m.c:f [me]\n4 a.c:a'b [o]\n", "" },
    { "blanks around names", EVENTS "fl=  a b.c \nfn=\t(1)  f g \t\n1 5\n", "5 a b.c:f g\n", NULL,
      "" },
    { "positions", "positions: instr bb line\n" EVENTS "fn=f\n0x1F 2 3 5\n+3 -47 * 1\n* * +0 2\n",
      "8 ???:f\n", NULL, "" },
    { "no positions", "positions:\n" EVENTS "fn=f\n1 5\n", "5 ???:f\n", NULL, "" },
    { "a position below zero, a star at first (54)", EVENTS "fn=f\n* 1\n-47 2\n-1 3\n", "6 ???:f\n",
      NULL, "" },
    { "counters that are missing (53)", "events: A B\nfn=f\n1\n1 5\n1 5 6\n", "10 ???:f\n", NULL,
      "p.out: line 5: event Ir is missing: A is used instead\n" },
    { "blanks in cost lines", EVENTS "fn=f\n\t 1 \t 5  \n 1\t6\n", "11 ???:f\n", NULL, "" },
    { "lines that end in CR LF (55)",
      "version: 1\r\n" EVENTS "\r\nfl=(1) a.c\r\nfn=(1) f\r\n1 5\r\n+1\r\ncfn=(1)\r\n"
      "calls=1 1\r\n1 7\r\ntotals: 5\r\n",
      "5 a.c:f\n", NULL, "" },
    { "no newline at the end (55)", EVENTS "fn=f\n1 5\n1 12", "17 ???:f\n", NULL, "" },
    { "a last line that was cut off (55)", EVENTS "fn=f\n1 5\ncf", "5 ???:f\n", NULL,
      "p.out: line 4: the last line has been cut off and was skipped\n" },
    { "a last position that was cut off (55)", EVENTS "fn=f\n1 5\n0x", "5 ???:f\n", NULL,
      "p.out: line 4: the last line has been cut off and was skipped\n" },
    { "lines that are not known (49)", "future: 1\n" EVENTS "fn=f\nxx=1\n1 5\nfuture: 2\n1 6\n",
      "11 ???:f\n", NULL,
      "p.out: line 1: the header \"future:\" is not known and was skipped\n"
      "p.out: line 4: the line \"xx=\" is not known and was skipped\n"
      "p.out: line 6: the header \"future:\" is not known and was skipped\n" },
    { "headers without use here",
      "creator: x\n" EVENTS "event: Ir : Instructions\nevent: X = Ir : y\nfn=f\n1 5\n", "5 ???:f\n",
      NULL, "" },
    { "another version", "version: 2\n" EVENTS "fn=f\n1 5\n", "5 ???:f\n", NULL,
      "p.out: line 1: this version of the format is not known; expected 1\n" },
    { "totals that are wrong (56)", EVENTS "fn=f\n1 5\ntotals: 6\n", "5 ???:f\n", NULL,
      "p.out: line 4: the totals of part 0 say 6 for Ir, its functions have 5\n" },
    { "a summary that is more", EVENTS "summary: 9\nfn=f\n1 5\ntotals: 5\n", "5 ???:f\n", NULL,
      "" },
    { "a summary that is less", EVENTS "summary: 4\nfn=f\n1 5\ntotals: 5\n", "5 ???:f\n", NULL,
      "p.out: line 5: the summary of part 0 says 4 for Ir, its functions have 5\n" },
    { "sums without zeros at the end", "events: Ir Dr\nsummary: 5\nfn=f\n1 5\ntotals: 5\n",
      "5 ???:f\n", NULL, "" },
    { "calls of number 0 (52)", EVENTS "fn=f\n1 5\ncfn=g\ncalls=0 1\n1 60\n1 1\n", "6 ???:f\n",
      "66 ???:f\n", "" },
    { "a callee without calls, whose place is forgotten",
      EVENTS "ob=me\nfl=m.c\nfn=f\ncob=o\ncfi=a.c\ncfn=x\ncfn=g\ncalls=1 1\n1 6\n1 1\nfn=g\n1 6\n",
      "6 m.c:g [me]\n1 m.c:f [me]\n", "7 m.c:f [me]\n6 m.c:g [me]\n", "" },
    { "a callee without a file is in the current one",
      EVENTS "fl=m.c\nfn=f\n1 1\nfi=h.h\n1 2\ncfn=g\ncalls=1 1\n1 6\nfe=m.c\n1 4\nfl=h.h\nfn=g\n"
             "1 6\n",
      "7 m.c:f\n6 h.h:g\n", "13 m.c:f\n6 h.h:g\n", "" },
    { "cfl for cfi", EVENTS "fl=m.c\nfn=f\ncfl=a.c\ncfn=g\ncalls=1 1\n1 6\nfl=a.c\nfn=g\n1 6\n",
      "6 a.c:g\n", "6 m.c:f\n6 a.c:g\n", "" },
    { "jumps",
      EVENTS "fn=f\n1 5\njump=3 7\n2\njfi=(4) j.c\njfn=(5) j\njcnd=1/2 +8\n* 99\n1 6\njump=1 1\n"
             "fl=(4)\nfn=(5)\n1 2\n",
      "11 ???:f\n2 j.c:j\n", NULL, "" },
    { "lines that are known and ignored", EVENTS "fn=f\nrec=1\nfrfn=(3) x\nbb=1\nln=3\n1 5\n",
      "5 ???:f\n", NULL, "" },
    { "blocks of a function add up", EVENTS "fn=f\n1 5\nfn=g\n1 1\nfn=f\n1 6\n",
      "11 ???:f\n1 ???:g\n", NULL, "" },
    { "recursion by levels", EVENTS "fn=f'2\n1 5\nfn=f\n1 1\nfn='2\n1 2\nfn=3\n1 3\n",
      "5 ???:f'2\n3 ???:3\n2 ???:'2\n1 ???:f\n", NULL, "" },
    { "a part that inherits events", EVENTS "fn=f\n1 5\ntotals: 5\npart: 2\nfn=f\n1 6\ntotals: 6\n",
      "11 ???:f\n", NULL, "" },
    { "no Ir (48)", "events: Dr Dw\nfn=f\n1 5 9\n", "5 ???:f\n", NULL,
      "p.out: line 3: event Ir is missing: Dr is used instead\n" },
    { "no cost", EVENTS "totals: 0\n", "", NULL, "" },
    { "headers alone", EVENTS, "", NULL, "" },
};

Test(callgrind, profile_input)
{
    for (size_t i = 0; i < COUNT(goods); i++) {
        const good *const row = &goods[i];
        bres_test_log log = { 0 };
        bres_profile *profile = bres_test_profile(row->text, &log);
        char *warnings = other_warnings(&log);

        cr_assert_str_eq(warnings, row->warnings, "%s:\n%s", row->name, warnings);
        bres_test_profile_has(profile, BRES_EXCLUSIVE, row->exclusive, row->name);
        bres_test_profile_has(profile, BRES_INCLUSIVE,
                              row->inclusive != NULL ? row->inclusive : row->exclusive, row->name);
        free(warnings);
        bres_test_log_clear(&log);
        bres_profile_free(profile);
    }
}

static const struct bad {
    const char *name;
    const char *text;
    const char *message;
    int64_t offset;
} bads[] = {
    { "no events (48)", "version: 1\nfn=f\n1 5\n",
      "line 2: not a callgrind profile: the line \"events: ...\" is missing", 11 },
    { "no events, costs at once (48)", "1 5\n",
      "line 1: not a callgrind profile: the line \"events: ...\" is missing", 0 },
    { "headers without events (48)", "version: 1\n",
      "line 1: not a callgrind profile: the line \"events: ...\" is missing", 11 },
    { "comments alone", "# callgrind format\n",
      "line 1: not a callgrind profile: the line \"events: ...\" is missing", 19 },
    { "a header that is not known alone", "x: y\n",
      "line 1: not a callgrind profile: the line \"events: ...\" is missing", 5 },
    { "no event", "events:\n",
      "line 1: not a callgrind profile: the line \"events:\" names no event", 0 },
    { "an event twice", "events: Ir Dr Ir\n",
      "line 1: not a callgrind profile: an event is there twice", 0 },
    { "an unknown position", "positions: line column\n",
      "line 1: not a callgrind profile: a position is neither instr nor bb nor line", 0 },
    { "four positions", "positions: line line line line\n",
      "line 1: not a callgrind profile: there are more than 3 positions", 0 },
    { "calls at the end (51)", EVENTS "fn=f\ncfn=g\ncalls=1 1\n",
      "line 4: not a callgrind profile: \"calls=\" is not followed by the cost of the calls", 32 },
    { "calls before another line (51)", EVENTS "fn=f\ncfn=g\ncalls=1 1\nfn=g\n",
      "line 5: not a callgrind profile: \"calls=\" is not followed by the cost of the calls", 32 },
    { "calls before a header (51)", EVENTS "fn=f\ncfn=g\ncalls=1 1\ntotals: 1\n",
      "line 5: not a callgrind profile: \"calls=\" is not followed by the cost of the calls", 32 },
    { "calls without a callee", EVENTS "fn=f\ncalls=1 1\n1 1\n",
      "line 3: not a callgrind profile: \"cfn=\" is missing before \"calls=\"", 16 },
    { "calls twice", EVENTS "fn=f\ncfn=g\ncalls=1 1\n1 1\ncalls=1 1\n1 1\n",
      "line 6: not a callgrind profile: \"cfn=\" is missing before \"calls=\"", 36 },
    { "calls without a number", EVENTS "cfn=g\ncalls=x\n",
      "line 3: not a callgrind profile: \"calls=\" is not followed by a number", 17 },
    { "too many counters (53)", EVENTS "fn=f\n1 2 3\n",
      "line 3: not a callgrind profile: there are more than 1 counts, one for each event", 16 },
    { "a counter below zero", EVENTS "fn=f\n1 -2\n",
      "line 3: not a callgrind profile: a count is not a number", 16 },
    { "a counter that goes on", EVENTS "fn=f\n1 2x\n",
      "line 3: not a callgrind profile: a count is not a number", 16 },
    { "a position that is no number", EVENTS "fn=f\n+ 2\n",
      "line 3: not a callgrind profile: the line has no valid position", 16 },
    { "a position that goes on", EVENTS "fn=f\n1g 2\n",
      "line 3: not a callgrind profile: the line has no valid position", 16 },
    { "0x alone", EVENTS "fn=f\n0x 2\n",
      "line 3: not a callgrind profile: the line has no valid position", 16 },
    { "a position too few", "positions: instr line\n" EVENTS "fn=f\n0x1\n",
      "line 4: not a callgrind profile: the line has no second or third position", 38 },
    { "a sum that is no number", EVENTS "summary: 1,000\n",
      "line 2: not a callgrind profile: a sum is not a number", 11 },
    { "JSON", "{\n  \"meta\": {}\n}\n",
      "line 1: not a callgrind profile: the line is not a cost, a position or a header", 0 },
    { "a word", EVENTS "hello\n",
      "line 2: not a callgrind profile: the line is not a cost, a position or a header", 11 },
    { "a lone '='", EVENTS "=1\n",
      "line 2: not a callgrind profile: the line is not a cost, a position or a header", 11 },
    { "a program",
      "\x7F"
      "ELF\x02\x01\x01\n",
      "line 1: not a callgrind profile: the line is not a cost, a position or a header", 0 },
};

Test(callgrind, profile_that_is_none)
{
    for (size_t i = 0; i < COUNT(bads); i++) {
        const struct bad *const row = &bads[i];
        bres_profile *profile = (bres_profile *)&profile;

        cr_assert_eq(bres_profile_parse(row->text, strlen(row->text), "p.out", NULL, &profile),
                     BRES_ERROR_SYNTAX, "%s", row->name);
        cr_assert_null(profile);
        cr_assert_eq(strncmp(bres_last_error(), "p.out: ", 7), 0);
        cr_assert_eq(strncmp(bres_last_error() + 7, row->message, strlen(row->message)), 0,
                     "%s:\n%s\n%s", row->name, bres_last_error(), row->message);
        cr_assert_eq(bres_last_error_offset(), row->offset, "%s: %lld", row->name,
                     (long long)bres_last_error_offset());
        cr_assert_str_eq(bres_last_error_file(), "p.out");
    }
}

/* Edge case 58. */
Test(callgrind, profile_without_data)
{
    const char *path;
    bres_profile *profile;

    cr_assert_eq(bres_profile_parse("", 0, "p.out", NULL, &profile), BRES_ERROR_VALUE);
    cr_assert_null(profile);
    cr_assert_str_eq(bres_last_error(), "p.out: no data: the profile is empty");
    cr_assert_eq(bres_profile_parse(NULL, 0, NULL, NULL, &profile), BRES_ERROR_VALUE);
    path = bres_test_directory();
    cr_assert_eq(bres_profile_load(path, NULL, &profile), BRES_ERROR_IO);
    cr_assert_null(profile);
    cr_assert_eq(bres_profile_load("/nonexistent/p.out", NULL, &profile), BRES_ERROR_NO_FILE);
    cr_assert_str_eq(bres_last_error_file(), "/nonexistent/p.out");
    cr_assert_eq(bres_profile_load("/dev/null", NULL, &profile), BRES_ERROR_VALUE);
    cr_assert_null(profile);
}

/* Every prefix of the fixture, cut after or within a line, is a profile with a warning, if it has
 * events and each call has its cost. */
Test(callgrind, profile_truncated)
{
    const size_t length = strlen(bres_test_fixture);
    const size_t events = (size_t)(strstr(bres_test_fixture, "events: I") + 9 - bres_test_fixture);

    for (size_t size = 1; size < length; size++) {
        bres_test_log log = { 0 };
        const bres_profile_options options = bres_test_profile_options(&log);
        bres_profile *profile;
        uint64_t total;
        const bres_status status =
            bres_profile_parse(bres_test_fixture, size, "p.out", &options, &profile);

        cr_assert_eq(profile != NULL, status == BRES_OK);
        if (status == BRES_OK) {
            cr_assert_geq(size, events);
            cr_assert_eq(bres_profile_total(profile, 0, NULL, &total), BRES_OK);
            cr_assert_leq(total, 79);
            cr_assert(log.count != 0 || size == length - 1, "%zu", size);
        } else {
            cr_assert_eq(status, BRES_ERROR_SYNTAX, "%zu: %s", size, bres_last_error());
            cr_assert_not_null(strstr(bres_last_error(), "p.out: line "));
            cr_assert(size < events || strstr(bres_last_error(), "\"calls=\" is") != NULL,
                      "%zu: %s", size, bres_last_error());
        }
        bres_profile_free(profile);
        bres_test_log_clear(&log);
    }
}

/* Many unknown lines give a limited number of messages. */
Test(callgrind, profile_of_warnings)
{
    bres_test_log log = { 0 };
    bres__text text = { 0 };

    for (int i = 0; i < 1000; i++)
        bres__text_puts(&text, "future: 1\n");
    bres__text_puts(&text, EVENTS);
    bres_profile_free(bres_test_profile(text.data, &log));
    cr_assert_eq(log.count, 21);
    cr_assert_not_null(strstr(bres_test_log_text(&log), "p.out: line 1001: 981 more warnings\n"));
    bres_test_log_clear(&log);
    bres__text_free(&text);
}

/* The parser does not read past the text, with or without a newline at its end. */
Test(callgrind, profile_numbers_of_every_length)
{
    const char *digits = "1234567890123456789";

    for (int length = 1; length <= 19; length++) {
        char text[128];
        char expected[64];
        const int size = snprintf(text, sizeof(text), EVENTS "fn=(%.*s) f\n+%.*s %.*s\n", length,
                                  digits, length, digits, length, digits);

        snprintf(expected, sizeof(expected), "%.*s ???:f\n", length, digits);
        for (int cut = 0; cut < 2; cut++) {
            char *exact = malloc((size_t)(size - cut));
            bres_profile *profile;

            memcpy(exact, text, (size_t)(size - cut));
            cr_assert_eq(bres_profile_parse(exact, (size_t)(size - cut), NULL, NULL, &profile),
                         BRES_OK, "%s: %s", text, bres_last_error());
            free(exact);
            bres_test_profile_has(profile, BRES_EXCLUSIVE, expected, text);
            bres_profile_free(profile);
        }
    }
}

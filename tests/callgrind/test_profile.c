/* SPDX-License-Identifier: MIT */
/*
 * The contents of a profile: exclusive and inclusive counts, recursion, parts, events.
 */
#include "support/profiles.h"
#include "support/support.h"

#include "callgrind/profile/view.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void check_merged(const bres_profile *profile, bres_inclusion inclusion, const char *lines)
{
    bres_counts *counts;

    cr_assert_eq(bres_profile_counts(profile, BRES_PROFILE_ALL_PARTS, NULL, inclusion,
                                     BRES_PROFILE_MERGE_RECURSION, &counts),
                 BRES_OK);
    bres_test_counts_are(counts, lines, "merged");
}

Test(callgrind, profile_of_the_fixture)
{
    bres_test_log log = { 0 };
    bres_profile *profile = bres_test_profile(bres_test_fixture, &log);
    uint64_t total;

    cr_assert_str_eq(bres_test_log_text(&log), "");
    bres_test_profile_has(profile, BRES_EXCLUSIVE,
                          "35 m.c:f [/opt/app]\n29 g.c:g [/opt/app]\n10 m.c:main [/opt/app]\n"
                          "5 m.c:f'2 [/opt/app]\n",
                          "exclusive");
    bres_test_profile_has(profile, BRES_INCLUSIVE,
                          "79 m.c:main [/opt/app]\n60 m.c:f [/opt/app]\n29 g.c:g [/opt/app]\n"
                          "25 m.c:f'2 [/opt/app]\n",
                          "inclusive");
    bres_test_profile_has(profile, BRES_EXCLUSIVE_ANNOTATE,
                          "70 m.c:main [/opt/app]\n33 m.c:f [/opt/app]\n29 g.c:g [/opt/app]\n"
                          "5 m.c:f'2 [/opt/app]\n2 h.h:f\n",
                          "exclusive, as callgrind_annotate has it");
    bres_test_profile_has(profile, BRES_INCLUSIVE_ANNOTATE,
                          "79 m.c:main [/opt/app]\n58 m.c:f [/opt/app]\n29 g.c:g [/opt/app]\n"
                          "25 m.c:f'2 [/opt/app]\n2 h.h:f\n",
                          "inclusive, as callgrind_annotate has it");
    check_merged(profile, BRES_EXCLUSIVE,
                 "40 m.c:f [/opt/app]\n29 g.c:g [/opt/app]\n10 m.c:main [/opt/app]\n");
    check_merged(profile, BRES_INCLUSIVE,
                 "79 m.c:main [/opt/app]\n60 m.c:f [/opt/app]\n29 g.c:g [/opt/app]\n");
    cr_assert_eq(bres_profile_total(profile, BRES_PROFILE_ALL_PARTS, NULL, &total), BRES_OK);
    cr_assert_eq(total, 79);
    cr_assert_eq(bres_profile_part_count(profile), 1);
    bres_profile_free(profile);
}

#define HEADER "events: Ir\nfl=a.c\n"

/* The functions of a cycle share one count: the cost of the cycle and of its calls to other
 * functions. */
Test(callgrind, profile_circles)
{
    static const struct {
        const char *text;
        const char *inclusive;
        const char *annotate; /* NULL: the same */
    } rows[] = {
        /* A function that calls itself. */
        { HEADER "fn=f\n1 10\ncfn=f\ncalls=3 1\n1 25\ncfn=g\ncalls=1 1\n1 4\nfn=g\n1 4\n",
          "14 a.c:f\n4 a.c:g\n", "25 a.c:f\n4 a.c:g\n" },
        /* Two functions that call each other, and one below. */
        { HEADER "fn=main\n1 1\ncfn=f\ncalls=1 1\n1 26\nfn=f\n1 10\ncfn=g\ncalls=2 1\n1 20\n"
                 "fn=g\n1 9\ncfn=f\ncalls=1 1\n1 12\ncfn=h\ncalls=1 1\n1 7\nfn=h\n1 7\n",
          "27 a.c:main\n26 a.c:g\n26 a.c:f\n7 a.c:h\n",
          "38 a.c:f\n27 a.c:main\n20 a.c:g\n7 a.c:h\n" },
        /* Two separate cycles, one of which calls the other. */
        { HEADER "fn=a\n1 1\ncfn=b\ncalls=1 1\n1 5\nfn=b\n1 2\ncfn=a\ncalls=1 1\n1 3\ncfn=c\n"
                 "calls=1 1\n1 30\nfn=c\n1 10\ncfn=d\ncalls=1 1\n1 40\nfn=d\n1 20\ncfn=c\n"
                 "calls=1 1\n1 50\n",
          "33 a.c:b\n33 a.c:a\n30 a.c:d\n30 a.c:c\n", "80 a.c:c\n40 a.c:d\n5 a.c:b\n3 a.c:a\n" },
        /* A called function without its own block. */
        { HEADER "fn=f\n1 10\ncfn=g\ncalls=1 1\n1 4\n", "14 a.c:f\n", "14 a.c:f\n4 a.c:g\n" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_profile *profile = bres_test_profile(rows[i].text, NULL);

        bres_test_profile_has(profile, BRES_INCLUSIVE, rows[i].inclusive, rows[i].text);
        bres_test_profile_has(profile, BRES_INCLUSIVE_ANNOTATE,
                              rows[i].annotate != NULL ? rows[i].annotate : rows[i].inclusive,
                              rows[i].text);
        bres_profile_free(profile);
    }
}

/* A chain of calls that is longer than any stack allows. */
Test(callgrind, profile_deep_chain)
{
    const size_t depth = bres_test_long() ? 1000000 : 20000;
    bres__text text = { 0 };
    bres_counts *counts;
    bres_profile *profile;

    bres__text_puts(&text, HEADER);
    for (size_t i = 0; i < depth; i++)
        bres__text_printf(&text, "fn=(%zu) f%zu\n1 1\ncfn=(%zu) f%zu\ncalls=1 1\n1 %zu\n", i, i,
                          i + 1, i + 1, depth - i);
    bres__text_printf(&text, "fn=(%zu)\n1 1\ncfn=(0)\ncalls=1 1\n1 1\n", depth);
    profile = bres_test_profile(text.data, NULL);
    cr_assert_eq(bres_profile_counts(profile, 0, NULL, BRES_INCLUSIVE, 0, &counts), BRES_OK);
    cr_assert_eq(bres_counts_size(counts), depth + 1);
    for (size_t i = 0; i <= depth; i++)
        cr_assert_eq(bres_counts_at(counts, i)->count, (int64_t)depth + 1);
    bres_counts_free(counts);
    bres_profile_free(profile);
    bres__text_free(&text);
}

/* Whether calls lead from a row to another one, directly or not. The definition for checking the
 * components of every graph of four rows with up to 12 calls. */
static bool reaches(unsigned calls, uint32_t from, uint32_t to)
{
    unsigned seen = 1u << from;

    for (int step = 0; step < 4; step++) {
        for (uint32_t row = 0; row < 4; row++) {
            if ((seen >> row & 1) != 0)
                seen |= calls >> 4 * row & 15u;
        }
    }
    return (seen >> to & 1) != 0;
}

Test(callgrind, profile_components)
{
    for (unsigned calls = 0; calls < 1u << 16; calls += bres_test_long() ? 1 : 7) {
        size_t first[5] = { 0 };
        uint32_t callees[16];
        uint32_t components[4];
        bres__call_graph graph = { 4, first, callees, NULL };

        for (uint32_t row = 0; row < 4; row++) {
            first[row + 1] = first[row];
            for (uint32_t callee = 0; callee < 4; callee++) {
                if ((calls >> (4 * row + callee) & 1) != 0)
                    callees[first[row + 1]++] = callee;
            }
        }
        cr_assert_eq(bres__call_graph_components(&graph, components), BRES_OK);
        for (uint32_t a = 0; a < 4; a++) {
            cr_assert_lt(components[a], 4);
            for (uint32_t b = 0; b < 4; b++)
                cr_assert_eq(components[a] == components[b],
                             reaches(calls, a, b) && reaches(calls, b, a), "%x: %u %u", calls, a,
                             b);
        }
    }
}

static const char parts[] =
    "version: 1\ncreator: callgrind-3.19.0\npid: 4321\n"
    "cmd:  ./app one\\ntwo \\\\ \\x\npart: 1\n\n"
    "desc: I1 cache: \ndesc: Timerange: Basic block 0 - 9\n"
    "desc: Trigger: Client Request: stmt 1\npositions: line\nevents: Ir Dr\n"
    "summary: 10 2\n\nob=(1) /app\nfl=(1) a.c\nfn=(1) main\n1 7 2\n2 3\n\n"
    "totals: 10 2\n\n"
    "part: 2\nthread: 3\ndesc: Trigger: Client Request: baseline\n"
    "positions: instr line\nevents: Dw Ir\nsummary: 1 5\n\n"
    "fl=(1)\nfn=(1)\n0x10 1 1 5\n\ntotals: 1 5\n\n"
    "part: 3\ndesc: Trigger: Program termination\npositions: line\n"
    "events: Ir Dr\nsummary: 0 0\n\ntotals: 0\n";

/* Edge case 57. */
Test(callgrind, profile_parts)
{
    static const struct {
        size_t part;
        const char *event;
        bres_status status;
        uint64_t total;
        const char *lines;
    } rows[] = {
        { 0, NULL, BRES_OK, 10, "10 a.c:main [/app]\n" },
        { 0, "Dr", BRES_OK, 2, "2 a.c:main [/app]\n" },
        { 0, "Dw", BRES_OK, 0, "" },
        { 1, "Ir", BRES_OK, 5, "5 a.c:main\n" },
        { 1, "Dw", BRES_OK, 1, "1 a.c:main\n" },
        { 1, "Dr", BRES_OK, 0, "" },
        { 2, NULL, BRES_OK, 0, "" },
        { BRES_PROFILE_ALL_PARTS, "Ir", BRES_OK, 15, "10 a.c:main [/app]\n5 a.c:main\n" },
        { BRES_PROFILE_ALL_PARTS, "Dw", BRES_OK, 1, "1 a.c:main\n" },
        { 3, NULL, BRES_ERROR_ARGUMENT, 0, NULL },
        { 0, "Bc", BRES_ERROR_KEY, 0, NULL },
    };
    bres_test_log log = { 0 };
    bres_profile *profile = bres_test_profile(parts, &log);

    cr_assert_str_eq(bres_test_log_text(&log), "");
    cr_assert_eq(bres_profile_part_count(profile), 3);
    cr_assert_str_eq(bres_profile_part_trigger(profile, 0), "Client Request: stmt 1");
    cr_assert_str_eq(bres_profile_part_trigger(profile, 1), "Client Request: baseline");
    cr_assert_str_eq(bres_profile_part_trigger(profile, 2), "Program termination");
    cr_assert_null(bres_profile_part_trigger(profile, 3));
    cr_assert_eq(bres_profile_part_thread(profile, 0), 0);
    cr_assert_eq(bres_profile_part_thread(profile, 1), 3);
    cr_assert_eq(bres_profile_part_thread(profile, 2), 0);
    cr_assert_str_eq(bres_profile_command(profile), "./app one\ntwo \\ \\x");
    cr_assert_eq(bres_profile_pid(profile), 4321);
    cr_assert_eq(bres_profile_event_count(profile), 3);
    cr_assert_str_eq(bres_profile_event_at(profile, 0), "Ir");
    cr_assert_str_eq(bres_profile_event_at(profile, 1), "Dr");
    cr_assert_str_eq(bres_profile_event_at(profile, 2), "Dw");
    cr_assert_null(bres_profile_event_at(profile, 3));
    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_counts *counts;
        uint64_t total = 1;

        cr_assert_eq(bres_profile_total(profile, rows[i].part, rows[i].event, &total),
                     rows[i].status, "row %zu", i);
        cr_assert_eq(total, rows[i].total, "row %zu: %" PRIu64, i, total);
        for (int inclusion = 0; inclusion < 4; inclusion++) {
            cr_assert_eq(bres_profile_counts(profile, rows[i].part, rows[i].event,
                                             (bres_inclusion)inclusion, 0, &counts),
                         rows[i].status, "row %zu", i);
            if (rows[i].lines == NULL)
                cr_assert_null(counts);
            /* Two objects in one row: the row has the last object. */
            else if (inclusion >= 2 && rows[i].total == 15)
                bres_test_counts_are(counts, "15 a.c:main\n", "one row");
            else if (inclusion < 2)
                bres_test_counts_are(counts, rows[i].lines, "parts");
            else
                bres_counts_free(counts);
        }
    }
    bres_profile_free(profile);
}

/* A row has the object of the last function with its file and name in the text. */
Test(callgrind, profile_rows_of_two_objects)
{
    bres_profile *profile = bres_test_profile(
        "events: Ir\nob=/b\nfl=s.c\nfn=fstat\n1 3\nob=/a\nfn=fstat\n1 4\nfn=other\n1 1\n"
        "cob=/c\ncfn=fstat\ncalls=1 1\n1 9\n",
        NULL);

    bres_test_profile_has(profile, BRES_EXCLUSIVE,
                          "4 s.c:fstat [/a]\n3 s.c:fstat [/b]\n1 s.c:other [/a]\n", "nodes");
    bres_test_profile_has(profile, BRES_EXCLUSIVE_ANNOTATE, "7 s.c:fstat [/a]\n1 s.c:other [/a]\n",
                          "rows");
    bres_test_profile_has(profile, BRES_INCLUSIVE,
                          "10 s.c:other [/a]\n4 s.c:fstat [/a]\n3 s.c:fstat [/b]\n", "nodes");
    bres_test_profile_has(profile, BRES_INCLUSIVE_ANNOTATE, "10 s.c:other [/a]\n9 s.c:fstat [/a]\n",
                          "rows");
    bres_profile_free(profile);
}

Test(callgrind, profile_limits_of_counts)
{
    static const struct {
        const char *text;
        bres_status parse;
        bres_status total;
        bres_status exclusive;
        bres_status inclusive;
    } rows[] = {
        { HEADER "fn=f\n1 9223372036854775807\n", BRES_OK, BRES_OK, BRES_OK, BRES_OK },
        { HEADER "fn=f\n1 18446744073709551615\n", BRES_OK, BRES_OK, BRES_ERROR_VALUE,
          BRES_ERROR_VALUE },
        { HEADER "fn=f\n1 00018446744073709551615\n", BRES_OK, BRES_OK, BRES_ERROR_VALUE,
          BRES_ERROR_VALUE },
        { HEADER "fn=f\n1 18446744073709551616\n", BRES_ERROR_VALUE, 0, 0, 0 },
        { HEADER "fn=f\n1 18446744073709551615\n1 1\n", BRES_ERROR_VALUE, 0, 0, 0 },
        /* The sum of a part. */
        { HEADER "fn=f\n1 18446744073709551615\nfn=g\n1 1\n", BRES_ERROR_VALUE, 0, 0, 0 },
        /* The sum of parts. */
        { HEADER "fn=f\n1 18446744073709551615\npart: 2\nfl=a.c\nfn=f\n1 1\n", BRES_OK,
          BRES_ERROR_VALUE, BRES_ERROR_VALUE, BRES_ERROR_VALUE },
        /* The sum of calls. */
        { HEADER "fn=f\n1 1\ncfn=g\ncalls=1 1\n1 18446744073709551615\n", BRES_OK, BRES_OK, BRES_OK,
          BRES_ERROR_VALUE },
        { HEADER "fn=f\n1 1\ncfn=g\ncalls=99999999999999999999 1\n1 5\n", BRES_OK, BRES_OK, BRES_OK,
          BRES_OK },
        { HEADER "totals: 18446744073709551616\n", BRES_ERROR_VALUE, 0, 0, 0 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_profile *profile;
        bres_counts *counts;
        uint64_t total;

        cr_assert_eq(bres_profile_parse(rows[i].text, strlen(rows[i].text), NULL, NULL, &profile),
                     rows[i].parse, "%s: %s", rows[i].text, bres_last_error());
        if (profile == NULL)
            continue;
        cr_assert_eq(bres_profile_total(profile, BRES_PROFILE_ALL_PARTS, NULL, &total),
                     rows[i].total, "%s", rows[i].text);
        cr_assert_eq(
            bres_profile_counts(profile, BRES_PROFILE_ALL_PARTS, NULL, BRES_EXCLUSIVE, 0, &counts),
            rows[i].exclusive, "%s", rows[i].text);
        bres_counts_free(counts);
        cr_assert_eq(
            bres_profile_counts(profile, BRES_PROFILE_ALL_PARTS, NULL, BRES_INCLUSIVE, 0, &counts),
            rows[i].inclusive, "%s", rows[i].text);
        cr_assert_eq(counts != NULL, rows[i].inclusive == BRES_OK);
        bres_counts_free(counts);
        bres_profile_free(profile);
    }
}

Test(callgrind, profile_refuses_arguments)
{
    bres_profile *profile = bres_test_profile(bres_test_fixture, NULL);
    bres_profile *other = profile;
    bres_profile_options options;
    bres_counts *counts = (bres_counts *)&options;
    uint64_t total;

    cr_assert_eq(bres_profile_load(NULL, NULL, &other), BRES_ERROR_ARGUMENT);
    cr_assert_null(other);
    cr_assert_eq(bres_profile_load("x", NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_profile_parse(NULL, 1, NULL, NULL, &other), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_profile_parse("", 0, NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    bres_profile_options_init(NULL);
    bres_profile_options_init(&options);
    options.flags = 1;
    cr_assert_eq(bres_profile_parse("", 0, NULL, &options, &other), BRES_ERROR_ARGUMENT);
    bres_profile_options_init(&options);
    options.reserved = 1;
    cr_assert_eq(bres_profile_load("x", &options, &other), BRES_ERROR_ARGUMENT);
    options.size = 1;
    cr_assert_eq(bres_profile_load("x", &options, &other), BRES_ERROR_VERSION);
    cr_assert_null(other);
    cr_assert_eq(bres_profile_total(NULL, 0, NULL, &total), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_profile_total(profile, 0, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_profile_counts(NULL, 0, NULL, BRES_EXCLUSIVE, 0, &counts),
                 BRES_ERROR_ARGUMENT);
    cr_assert_null(counts);
    cr_assert_eq(bres_profile_counts(profile, 0, NULL, BRES_EXCLUSIVE, 0, NULL),
                 BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_profile_counts(profile, 0, NULL, (bres_inclusion)4, 0, &counts),
                 BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_profile_counts(profile, 0, NULL, BRES_EXCLUSIVE, 2, &counts),
                 BRES_ERROR_ARGUMENT);
    bres_profile_free(profile);
    bres_profile_free(NULL);
    cr_assert_eq(bres_profile_part_count(NULL), 0);
    cr_assert_null(bres_profile_part_trigger(NULL, 0));
    cr_assert_eq(bres_profile_part_thread(NULL, 0), 0);
    cr_assert_str_eq(bres_profile_command(NULL), "");
    cr_assert_eq(bres_profile_pid(NULL), 0);
    cr_assert_eq(bres_profile_event_count(NULL), 0);
    cr_assert_null(bres_profile_event_at(NULL, 0));
}

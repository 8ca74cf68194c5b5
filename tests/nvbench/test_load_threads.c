/* SPDX-License-Identifier: MIT */
/*
 * The number of threads changes nothing but the time that a load takes.
 */
#include "support/loading.h"
#include "support/support.h"
#include "support/walk.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const uint32_t thread_counts[] = { 1, 2, 7, 0, 1000, UINT32_MAX };

/* Numbers of states of the benchmarks; some are empty. */
static const size_t sizes[] = { 0, 150, 1, 0, 0, 333, 31, 33, 0 };

/* Numbers of list elements per state. The first makes the text span several parts of the scan for
 * the ends of states; with the second, one thread is still working when another finds a fault. */
#define PADDING      2500
#define MUCH_PADDING 4000

/* Appends state `number` of the document; one state in `step` has faults, 0: none. */
static void put_state(bres__text *text, size_t number, size_t step, size_t padding)
{
    bool faulty = step != 0 && number % step == step - 1;

    bres__text_puts(text, "{\"padding\": [0");
    for (size_t i = 0; i < padding; i++)
        bres__text_puts(text, ",0");
    bres__text_printf(
        text,
        "], \"name\": \"s%zu\", \"device\": %s, \"own%zu\": [%zu], \"axis_values\": ["
        "{\"name\": \"N\", \"type\": \"int64\", \"value\": \"%zu\"}], \"summaries\": ["
        "{\"tag\": \"t%zu\", \"name\": \"shared\", \"data\": [{\"name\": \"value\", "
        "\"type\": \"float64\", \"value\": \"%zu.5\"}, {\"name\": \"n\", \"type\": "
        "\"int64\", \"value\": \"%s\"}]}]}",
        number, faulty ? "\"none\"" : "0", number % 5, number, number, number % 7, number,
        faulty ? "many" : "7");
}

static void put_document(bres__text *text, size_t step, size_t padding)
{
    size_t number = 0;

    bres__text_clear(text);
    bres__text_puts(text, "{\"benchmarks\": [");
    for (size_t b = 0; b < COUNT(sizes); b++) {
        bres__text_printf(text,
                          "%s{\"name\": \"b%zu\", \"axes\": [{\"name\": \"N\", \"values\": []}], "
                          "\"states\": [",
                          b > 0 ? ", " : "", b);
        for (size_t s = 0; s < sizes[b]; s++) {
            bres__text_puts(text, s > 0 ? ",\n" : "");
            put_state(text, number++, step, padding);
        }
        bres__text_puts(text, "]}");
    }
    bres__text_puts(text, "]}");
}

/* The path of state `number` in the document. */
static const char *place_of(size_t number)
{
    static char place[64];
    size_t bench = 0;

    for (; number >= sizes[bench]; bench++)
        number -= sizes[bench];
    snprintf(place, sizeof place, "benchmarks[%zu].states[%zu].", bench, number);
    return place;
}

/* Two warnings for each state that has a fault, in the order of the states. */
static void check_warnings(const bres_test_log *log, size_t step, size_t states)
{
    const char *line = bres_test_log_text(log);
    size_t count = 0;

    for (size_t number = step - 1; step != 0 && number < states; number += step) {
        for (int k = 0; k < 2; k++, count++) {
            cr_assert_eq(strncmp(line, "r.json: ", 8), 0, "%.100s", line);
            cr_assert_eq(strncmp(line + 8, place_of(number), strlen(place_of(number))), 0,
                         "%.100s is not about %s", line, place_of(number));
            line = strchr(line, '\n') + 1;
        }
    }
    cr_assert_eq(log->count, count);
}

Test(nvbench, load_is_the_same_with_any_number_of_threads)
{
    static const size_t steps[] = { 0, 1, 40, 97 };
    bres__text text = { 0 };

    for (size_t i = 0; i < COUNT(steps); i++) {
        bres_walk walk = { 0 };

        put_document(&text, steps[i], PADDING);
        for (size_t k = 0; k < COUNT(thread_counts); k++) {
            bres_test_log log = { 0 };
            bres_load_options options = bres_test_options(BRES_LOAD_LENIENT, &log);
            bres_result *result;
            bres_walk again;
            size_t number = 0;

            options.threads = thread_counts[k];
            cr_assert_eq(bres_result_load_memory(text.data, text.length, &options, &result),
                         BRES_OK, "%s", bres_last_error());
            again = bres_walk_result(result);
            for (size_t b = 0; b < COUNT(sizes); b++) {
                const bres_subbench *bench = bres_result_subbench_at(result, b);

                cr_assert_eq(bres_subbench_state_count(bench), sizes[b]);
                for (size_t s = 0; s < sizes[b]; s++) {
                    const bres_state *state = bres_subbench_state_at(bench, s);
                    char name[32];

                    snprintf(name, sizeof name, "s%zu", number++);
                    cr_assert_str_eq(bres_state_name(state), name);
                    cr_assert_eq(bres_state_subbench(state), bench);
                }
            }
            bres_result_unref(result);
            check_warnings(&log, steps[i], number);
            if (k == 0)
                walk = again;
            cr_assert_eq(again.sum, walk.sum, "%u threads", thread_counts[k]);
            cr_assert_eq(again.states, walk.states);
            bres_test_log_clear(&log);
        }
    }
    bres__text_free(&text);
}

/* The error is that of the first fault in the file, regardless of the number of other faults. */
Test(nvbench, load_says_the_first_fault_with_any_number_of_threads)
{
    static const size_t steps[] = { 1, 40, 97, 400 };
    const int rounds = bres_test_long() ? 200 : 1;
    bres__text text = { 0 };

    for (size_t i = 0; i < COUNT(steps); i++) {
        put_document(&text, steps[i], MUCH_PADDING);
        for (size_t k = 0; k < COUNT(thread_counts) * (size_t)rounds; k++) {
            bres_load_options options = bres_test_options(0, NULL);
            bres_result *result;

            options.threads = thread_counts[k % COUNT(thread_counts)];
            cr_assert_eq(bres_result_load_memory(text.data, text.length, &options, &result),
                         BRES_ERROR_KIND);
            cr_assert_null(result);
            cr_assert_eq(strncmp(bres_last_error_path(), place_of(steps[i] - 1),
                                 strlen(place_of(steps[i] - 1))),
                         0, "%u threads: %s", options.threads, bres_last_error());
        }
    }
    bres__text_free(&text);
}

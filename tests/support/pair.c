/* SPDX-License-Identifier: MIT */
#include "support/pair.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUMMARIES_MAX 24
#define VALUES_MAX    8192

typedef struct side_summary {
    char tag[80];
    char value[64];
} side_summary;

/* One kind of sample. */
typedef struct side_sidecar {
    float values[VALUES_MAX];
    size_t count;
    bool there;
    char size[32];
    char file[16];
    char data[256];
} side_sidecar;

/* A state while its notation is read. */
typedef struct side_state {
    const char *prefix;
    bool cpu;
    side_summary summaries[SUMMARIES_MAX];
    size_t count;
    side_sidecar times;
    side_sidecar rates;
    char state_members[256];
    char summaries_json[16];
    char raw[1024];
} side_state;

static void side_tag(const side_state *side, const char *name, char *tag, size_t size)
{
    static const char *const names[][2] = {
        { "min", "min" },
        { "max", "max" },
        { "mean", "mean" },
        { "sd", "stdev/absolute" },
        { "sdr", "stdev/relative" },
        { "q1", "q1" },
        { "med", "median" },
        { "q3", "q3" },
        { "iqr", "iqr/absolute" },
        { "iqrr", "iqr/relative" },
        { "ir", "ir/absolute" },
        { "irr", "ir/relative" },
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i][0], name) == 0) {
            snprintf(tag, size, "%s%s", side->prefix, names[i][1]);
            return;
        }
    }
    cr_assert_str_eq(name, "k", "unknown summary %s", name);
    snprintf(tag, size, "nv/cold/sm_clock_rate/mean");
}

static side_summary *side_find(side_state *side, const char *tag)
{
    for (size_t i = 0; i < side->count; i++) {
        if (strcmp(side->summaries[i].tag, tag) == 0)
            return &side->summaries[i];
    }
    return NULL;
}

static void side_set(side_state *side, const char *name, const char *value)
{
    side_summary *summary;
    char tag[80];

    side_tag(side, name, tag, sizeof tag);
    summary = side_find(side, tag);
    if (summary == NULL) {
        cr_assert_lt(side->count, SUMMARIES_MAX);
        summary = &side->summaries[side->count++];
        snprintf(summary->tag, sizeof summary->tag, "%s", tag);
    }
    if (value[0] == '#')
        snprintf(summary->value, sizeof summary->value, "%s", value + 1);
    else if (strcmp(value, "null") == 0 || strcmp(value, "true") == 0 ||
             strcmp(value, "false") == 0)
        snprintf(summary->value, sizeof summary->value, "%s", value);
    else
        snprintf(summary->value, sizeof summary->value, "'%s'", value);
}

static void side_remove(side_state *side, const char *name)
{
    side_summary *summary;
    char tag[80];

    side_tag(side, name, tag, sizeof tag);
    summary = side_find(side, tag);
    cr_assert_not_null(summary, "no summary %s", name);
    memmove(summary, summary + 1,
            (size_t)(side->summaries + side->count - summary - 1) * sizeof *summary);
    side->count--;
}

/* Sets the numbers between the parentheses of R() and M(); `last` is the one after the '|'. */
static void side_set_all(side_state *side, char *word, const char *const *names, const char *last)
{
    char *noise = strchr(word, '|');
    char *next = strchr(word, '(') + 1;
    char *rest = NULL;

    word[strlen(word) - 1] = '\0';
    if (noise != NULL)
        *noise++ = '\0';
    for (char *value = strtok_r(next, ",", &rest); value != NULL;
         value = strtok_r(NULL, ",", &rest))
        side_set(side, *names++, value);
    side_set(side, last, noise != NULL ? noise : "0.01");
}

static void sidecar_set_values(side_sidecar *sidecar, char *list)
{
    char *rest = NULL;

    sidecar->there = true;
    list[strlen(list) - 1] = '\0';
    for (char *item = strtok_r(list + 1, ",", &rest); item != NULL;
         item = strtok_r(NULL, ",", &rest)) {
        char *times = strchr(item, 'x');
        long repeat = times != NULL ? strtol(times + 1, NULL, 10) : 1;

        while (repeat-- > 0) {
            cr_assert_lt(sidecar->count, VALUES_MAX);
            sidecar->values[sidecar->count++] = strtof(item, NULL);
        }
    }
}

/* Sets size=N, file=WORD, data=JSON or =[V,...]: the word after its first letter. */
static void sidecar_set(side_sidecar *sidecar, char *word)
{
    if (strncmp(word, "=[", 2) == 0)
        sidecar_set_values(sidecar, word + 1);
    else if (strncmp(word, "size=", 5) == 0)
        snprintf(sidecar->size, sizeof sidecar->size, "%s", word + 5);
    else if (strncmp(word, "file=", 5) == 0)
        snprintf(sidecar->file, sizeof sidecar->file, "%s", word + 5);
    else if (strncmp(word, "data=", 5) == 0)
        snprintf(sidecar->data, sizeof sidecar->data, "%s", word + 5);
    else
        cr_assert_fail("unknown word %s", word);
}

static void side_read_word(side_state *side, char *word)
{
    static const char *const quartiles[] = { "min", "q1", "med", "q3" };
    static const char *const mean[] = { "mean" };
    char *equals = strchr(word, '=');

    if (strncmp(word, "R(", 2) == 0) {
        side_set_all(side, word, quartiles, "iqrr");
    } else if (strncmp(word, "M(", 2) == 0) {
        side_set_all(side, word, mean, "sdr");
    } else if (strcmp(word, "cpu") == 0) {
        side->cpu = true;
        side->prefix = "nv/cpu_only/time/cpu/";
    } else if (strcmp(word, "nosum") == 0 || strcmp(word, "nullsum") == 0) {
        snprintf(side->summaries_json, sizeof side->summaries_json, "%s",
                 strcmp(word, "nosum") == 0 ? "[]" : "null");
    } else if (strncmp(word, "skip", 4) == 0) {
        snprintf(side->state_members, sizeof side->state_members,
                 ",'is_skipped':true,'skip_reason':'%s'", equals != NULL ? equals + 1 : "");
    } else if (strncmp(word, "raw=", 4) == 0) {
        snprintf(side->raw, sizeof side->raw, "%s", word + 4);
    } else if (word[0] == '-') {
        side_remove(side, word + 1);
    } else if (word[0] == 't' || word[0] == 'f') {
        sidecar_set(word[0] == 't' ? &side->times : &side->rates, word + 1);
    } else {
        cr_assert_not_null(equals, "unknown word %s", word);
        *equals = '\0';
        side_set(side, word, equals + 1);
    }
}

static void sidecar_write(const side_sidecar *sidecar, const char *directory, const char *folder)
{
    char path[PATH_MAX];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", directory, folder);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/0.bin", directory, folder);
    if (strcmp(sidecar->file, "missing") == 0)
        return;
    file = fopen(path, "wb");
    cr_assert_not_null(file, "cannot write %s", path);
    if (strcmp(sidecar->file, "empty") != 0)
        fwrite(sidecar->values, sizeof *sidecar->values, sidecar->count, file);
    if (strcmp(sidecar->file, "stray") == 0)
        fwrite("ab", 1, 2, file);
    fclose(file);
}

static void sidecar_put(bres__text *text, const side_sidecar *sidecar, const char *tag,
                        const char *directory, const char *name, const char *suffix)
{
    char folder[64];
    char size[32];

    if (!sidecar->there && sidecar->data[0] == '\0')
        return;
    snprintf(folder, sizeof folder, "%s%s", name, suffix);
    snprintf(size, sizeof size, "%zu", sidecar->count);
    if (sidecar->there)
        sidecar_write(sidecar, directory, folder);
    bres__text_printf(text, ",{'tag':'%s','data':", tag);
    if (sidecar->data[0] != '\0')
        bres__text_puts(text, sidecar->data);
    else
        bres__text_printf(text,
                          "[{'name':'filename','type':'string','value':'%s/0.bin'},"
                          "{'name':'size','type':'int64','value':'%s'}]",
                          folder, sidecar->size[0] != '\0' ? sidecar->size : size);
    bres__text_putc(text, '}');
}

static void side_put_summaries(const side_state *side, bres__text *text, const char *directory,
                               const char *name)
{
    if (side->summaries_json[0] != '\0') {
        bres__text_puts(text, side->summaries_json);
        return;
    }
    bres__text_puts(text, "[{'tag':'test/first','data':[]}");
    for (size_t i = 0; i < side->count; i++)
        bres__text_printf(text,
                          ",{'tag':'%s','data':[{'name':'value','type':'float64','value':%s}]}",
                          side->summaries[i].tag, side->summaries[i].value);
    if (side->raw[0] != '\0')
        bres__text_printf(text, ",%s", side->raw);
    sidecar_put(text, &side->times,
                side->cpu ? "nv/json/bin:nv/cpu_only/sample_times"
                          : "nv/json/bin:nv/cold/sample_times",
                directory, name, "-bin");
    sidecar_put(text, &side->rates, "nv/json/freqs-bin:nv/cold/sample_freqs", directory, name,
                "-freqs-bin");
    bres__text_putc(text, ']');
}

bres_result *bres_test_side(const char *notation, const char *directory, const char *name)
{
    side_state *made = calloc(1, sizeof *made);
    char *words = strdup(notation);
    bres_load_options options = bres_test_options(BRES_LOAD_LENIENT, NULL);
    bres_result *result;
    bres__text text = { 0 };
    char *rest = NULL;
    char *json;

    made->prefix = "nv/cold/time/gpu/";
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
        side_read_word(made, word);
    bres__text_printf(&text,
                      "{'meta':{'version':{'json':{'string':'1.0.0'}}},"
                      "'devices':[{'id':0,'name':'GPU'}],'benchmarks':[{'name':'bench',"
                      "'devices':%s,'axes':null,'states':[{'name':'%s','device':%s,"
                      "'axis_values':null%s,'summaries':",
                      made->cpu ? "[]" : "[0]", made->cpu ? "" : "Device=0",
                      made->cpu ? "null" : "0", made->state_members);
    side_put_summaries(made, &text, directory, name);
    bres__text_puts(&text, "}]}]}");
    json = bres_test_json(text.data);
    options.name = name;
    options.directory = directory;
    cr_assert_eq(bres_result_load_memory(json, strlen(json), &options, &result), BRES_OK, "%s: %s",
                 notation, bres_last_error());
    free(json);
    free(words);
    free(made);
    bres__text_free(&text);
    return result;
}

/* Checks that bres_compare_states() gives the decision of the row. */
static void check_states(const bres_comparison *comparison, const char *what)
{
    const bres_row *row = bres_comparison_row_at(comparison, 0);
    bres_decision decision;

    bres_decision_init(&decision);
    cr_assert_eq(bres_compare_states(bres_row_reference(row), bres_row_candidate(row),
                                     bres_comparison_thresholds(comparison), &decision),
                 BRES_OK, "%s: %s", what, bres_last_error());
    cr_assert_eq(decision.verdict, bres_row_verdict(row), "%s", what);
    cr_assert_str_eq(bres_reason_name(decision.reason), bres_reason_name(bres_row_reason(row)),
                     "%s", what);
    cr_assert_str_eq(decision.message, bres_row_message(row), "%s", what);
}

bres_comparison *bres_test_compare(const char *reference, const char *candidate,
                                   const bres_compare_options *options, bres_test_log *log)
{
    const bool sidecars = strstr(reference, "=[") != NULL || strstr(candidate, "=[") != NULL;
    const char *directory = sidecars ? bres_test_directory() : NULL;
    bres_result *results[2] = { bres_test_side(reference, directory, "ref.json"),
                                bres_test_side(candidate, directory, "cmp.json") };
    bres_comparison *comparison;
    bres_compare_options full;

    bres_compare_options_init(&full);
    if (options != NULL)
        full = *options;
    if (log != NULL) {
        full.log = bres_test_log_add;
        full.log_user = log;
    }
    cr_assert_eq(bres_compare(&results[0], 1, &results[1], 1, &full, &comparison), BRES_OK,
                 "%s / %s: %s", reference, candidate, bres_last_error());
    cr_assert_eq(bres_comparison_row_count(comparison), 1, "%s / %s", reference, candidate);
    if (full.flags == 0 && full.metric == BRES_METRIC_AUTO)
        check_states(comparison, reference);
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
    return comparison;
}

const bres_thresholds *bres_test_rule(bres_rule rule)
{
    static bres_thresholds thresholds[BRES_RULE_LEGACY + 1];

    bres_thresholds_init(&thresholds[rule]);
    thresholds[rule].rule = rule;
    return &thresholds[rule];
}

const bres_thresholds *bres_test_normal(void)
{
    static bres_thresholds thresholds;

    bres_thresholds_init(&thresholds);
    thresholds.runs_assume_normal = 1;
    return &thresholds;
}

void bres_test_pairs(const bres_test_pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const bres_test_pair *pair = &pairs[i];
        bres_thresholds thresholds =
            *bres_thresholds_preset(pair->preset != NULL ? pair->preset : "default");
        bres_compare_options options;
        bres_comparison *comparison;
        bres_test_log log = { 0 };
        const bres_row *row;

        thresholds.rule = BRES_RULE_NVBENCH;
        bres_compare_options_init(&options);
        options.thresholds = &thresholds;
        comparison = bres_test_compare(pair->reference, pair->candidate, &options, &log);
        row = bres_comparison_row_at(comparison, 0);
        cr_assert(bres_row_verdict(row) == pair->verdict && bres_row_reason(row) == pair->reason,
                  "case %s: %s %s (%s) instead of %s %s", pair->number,
                  bres_verdict_name(bres_row_verdict(row)), bres_reason_name(bres_row_reason(row)),
                  bres_row_message(row), bres_verdict_name(pair->verdict),
                  bres_reason_name(pair->reason));
        cr_assert_eq(log.count, pair->warnings, "case %s: %s", pair->number,
                     bres_test_log_text(&log));
        cr_assert_eq(bres_comparison_count(comparison, pair->verdict), 1, "case %s", pair->number);
        bres_test_log_clear(&log);
        bres_comparison_free(comparison);
    }
}

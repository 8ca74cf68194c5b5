/* SPDX-License-Identifier: MIT */
/*
 * Thresholds: presets, configuration files and their dump.
 */
#include "compare/config/thresholds.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bres_status parse(const char *text, const char *preset, bres_thresholds *thresholds,
                         const char **preset_name)
{
    return bres_thresholds_parse(thresholds, text, "x.toml", preset, preset_name);
}

Test(compare, config_presets)
{
    static const struct {
        const char *name;
        double values[BRES__THRESHOLD_COUNT];
    } presets[] = {
        { "default", { .005, .005, .5, .02, .97, .80, .001, .01, .005, .01, .99, .9, 0 } },
        { "strict", { .01, .0025, .75, .01, .995, .90, .001, .005, .01, .01, .995, .95, 0 } },
        { "permissive", { .0025, .01, .25, .05, .90, .60, .001, .02, .0025, .05, .98, .8, 0 } },
    };
    bres_thresholds thresholds;

    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        const bres_thresholds *preset = bres_thresholds_preset(presets[i].name);

        cr_assert_eq(preset->size, sizeof *preset);
        for (size_t t = 0; t < BRES__THRESHOLD_COUNT; t++)
            cr_assert_eq(bres__threshold_get(preset, &bres__threshold_list[t]),
                         presets[i].values[t], "%s: %s.%s", presets[i].name,
                         bres__threshold_list[t].table, bres__threshold_list[t].key);
    }
    bres_thresholds_init(&thresholds);
    cr_assert_eq(memcmp(&thresholds, bres_thresholds_preset("default"), sizeof thresholds), 0);
    cr_assert_null(bres_thresholds_preset("Default"));
    cr_assert_eq(bres_last_error_status(), BRES_ERROR_KEY);
    cr_assert_null(bres_thresholds_preset(NULL));
    cr_assert_eq(bres_last_error_status(), BRES_ERROR_ARGUMENT);
}

/* Case 105, and the specification's rules for keys, kinds and ranges. */
Test(compare, config_refuses)
{
    static const struct {
        const char *text;
        bres_status status;
        const char *message;
    } cases[] = {
        { "", BRES_ERROR_KEY, "'version' is missing" },
        { "version = 1.0", BRES_ERROR_KIND, "'version' is a float" },
        { "version = true", BRES_ERROR_KIND, "'version' is a boolean" },
        { "version = '1'", BRES_ERROR_KIND, "'version' is a string" },
        { "version = 2", BRES_ERROR_VALUE, "version 2 is not supported" },
        { "version = 1\n[same]\ncenter_relative = true", BRES_ERROR_KIND,
          "'same.center_relative' is a boolean" },
        { "version = 1\n[same]\ncenter_relative = 'x'", BRES_ERROR_KIND,
          "'same.center_relative' is a string" },
        { "version = 1\n[same]\ncenter_relative = nan", BRES_ERROR_VALUE,
          "'same.center_relative' is nan" },
        { "version = 1\n[same]\ncenter_relative = inf", BRES_ERROR_VALUE,
          "'same.center_relative' is inf" },
        { "version = 1\n[same]\ncenter_relative = 2020-01-01", BRES_ERROR_SYNTAX,
          "line 3, column 19: dates and times are not supported in a configuration" },
        { "version = 1\n[same]\ncenter_relative = [1]", BRES_ERROR_SYNTAX,
          "line 3, column 19: arrays are not supported in a configuration" },
        { "version = 1\n[same]\ncenter_relative.x = 1", BRES_ERROR_KEY,
          "line 3, column 21: unknown key 'same.center_relative.x'" },
        { "version = 1\n[same.center_relative]", BRES_ERROR_KIND,
          "line 2, column 1: 'same.center_relative' is a table" },
        { "version = 1\n[same]\ncenter_relative = -0.1", BRES_ERROR_VALUE,
          "expected a finite number of at least 0" },
        { "version = 1\n[same]\noverlap_fraction = 1.01", BRES_ERROR_VALUE,
          "expected a fraction from 0 to 1" },
        { "version = 1\n[same]\noverlap_fraction = 2", BRES_ERROR_VALUE,
          "'same.overlap_fraction' is 2" },
        { "version = 1\n[rare_support]\nfraction = 1", BRES_ERROR_KEY,
          "line 2, column 1: unknown key 'rare_support'" },
        { "version = 1\nbulk.rare_support = 3", BRES_ERROR_KIND,
          "'bulk.rare_support' is an integer" },
        { "version = 1\n[[same]]", BRES_ERROR_SYNTAX, "arrays of tables are not supported" },
        { "version = 1\nsame = 1", BRES_ERROR_KIND, "'same' is an integer" },
        { "version = 1\npreset = 'strict'", BRES_ERROR_KIND, "'preset' is a string" },
        { "version = 1\npreset.name = 1", BRES_ERROR_KIND, "'preset.name' is an integer" },
        { "version = 1\npreset.name = 'loose'", BRES_ERROR_KEY,
          "line 2, column 15: unknown preset 'loose'; expected default, strict or permissive" },
        { "version = 1\npreset.base = 'strict'", BRES_ERROR_KEY, "unknown key 'preset.base'" },
        { "version = 1\nz = 1\na = 2", BRES_ERROR_KEY, "line 2, column 5: unknown keys 'z', 'a'" },
        { "version = 1\n[bulk]\nz = 1\na = 2", BRES_ERROR_KEY, "unknown keys 'bulk.z', 'bulk.a'" },
        { "version = 1\n[bulk.rare_support]\nfraction = 1", BRES_ERROR_KEY,
          "unknown key 'bulk.rare_support.fraction'" },
        { "version = 1\n[clear_gap]\nabsolute = 1", BRES_ERROR_KEY,
          "unknown key 'clear_gap.absolute'" },
        { "version = 1\n[same]\ncenter = 1", BRES_ERROR_KEY, "unknown key 'same.center'" },
        { "version = 1\nversion = 1", BRES_ERROR_SYNTAX, "line 2" },
        { "version = 1\ndecision.rule = 'old'", BRES_ERROR_VALUE,
          "line 2, column 17: unknown rule 'old'; expected default, nvbench, legacy or "
          "not-slower" },
        { "version = 1\ndecision.rule = 1", BRES_ERROR_KIND, "'decision.rule' is an integer" },
        { "version = 1\ndecision = 1", BRES_ERROR_KIND, "'decision' is an integer" },
        { "version = 1\nruns.assume_normal = 1", BRES_ERROR_KIND,
          "'runs.assume_normal' is an integer" },
        { "version = 1\ndecision.other = 1", BRES_ERROR_KEY, "unknown key 'decision.other'" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *preset_name = "";
        bres_thresholds thresholds;

        cr_assert_eq(parse(cases[i].text, NULL, &thresholds, &preset_name), cases[i].status,
                     "%s: %s", cases[i].text, bres_last_error());
        cr_assert_not_null(strstr(bres_last_error(), cases[i].message), "%s: %s", cases[i].text,
                           bres_last_error());
        cr_assert_str_eq(bres_last_error_file(), "x.toml", "%s", cases[i].text);
        cr_assert_null(preset_name);
    }
}

Test(compare, config_assumes_normal)
{
    bres_thresholds thresholds;
    char *text;

    cr_assert_eq(parse("version = 1\n[runs]\nassume_normal = true", NULL, &thresholds, NULL),
                 BRES_OK, "%s", bres_last_error());
    cr_expect_eq(thresholds.runs_assume_normal, 1);
    cr_assert_eq(bres_thresholds_dump(&thresholds, NULL, &text), BRES_OK);
    cr_expect_not_null(strstr(text, "assume_normal = true"), "%s", text);
    cr_assert_eq(parse(text, NULL, &thresholds, NULL), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(thresholds.runs_assume_normal, 1);
    bres_string_free(text);
    cr_assert_eq(parse("version = 1\n[runs]\nassume_normal = false", NULL, &thresholds, NULL),
                 BRES_OK);
    cr_expect_eq(thresholds.runs_assume_normal, 0);
}

Test(compare, config_names_the_rule)
{
    static const char *const names[] = { "default", "nvbench", "legacy", "not-slower" };

    for (uint32_t i = BRES_RULE_DEFAULT; i <= BRES_RULE_LEGACY; i++) {
        bres_thresholds thresholds;
        char config[64];
        char *text;

        snprintf(config, sizeof config, "version = 1\n[decision]\nrule = '%s'", names[i]);
        cr_assert_eq(parse(config, NULL, &thresholds, NULL), BRES_OK, "%s", bres_last_error());
        cr_expect_eq(thresholds.rule, i);
        cr_assert_eq(bres_thresholds_dump(&thresholds, NULL, &text), BRES_OK);
        /* NVBench's tool refuses keys that it does not know. */
        cr_expect_eq(strstr(text, "rule") != NULL, i != BRES_RULE_DEFAULT, "%s", text);
        cr_assert_eq(parse(text, NULL, &thresholds, NULL), BRES_OK, "%s", bres_last_error());
        cr_expect_eq(thresholds.rule, i);
        bres_string_free(text);
        thresholds.rule = BRES_RULE_NOT_SLOWER + 1;
        cr_expect_eq(bres_thresholds_dump(&thresholds, NULL, &text), BRES_ERROR_ARGUMENT);
    }
}

/* Every threshold in turn with every value, valid or not. */
Test(compare, config_checks_every_threshold)
{
    static const struct {
        const char *value;
        bres_status free;     /* for a threshold without an upper limit */
        bres_status fraction; /* for a threshold from 0 to 1 */
    } values[] = {
        { "0", BRES_OK, BRES_OK },
        { "-0.0", BRES_OK, BRES_OK },
        { "1", BRES_OK, BRES_OK },
        { "1.0", BRES_OK, BRES_OK },
        { "1.0000000000000002", BRES_OK, BRES_ERROR_VALUE },
        { "2", BRES_OK, BRES_ERROR_VALUE },
        { "1e300", BRES_OK, BRES_ERROR_VALUE },
        { "-1", BRES_ERROR_VALUE, BRES_ERROR_VALUE },
        { "-1e-300", BRES_ERROR_VALUE, BRES_ERROR_VALUE },
        { "nan", BRES_ERROR_VALUE, BRES_ERROR_VALUE },
        { "inf", BRES_ERROR_VALUE, BRES_ERROR_VALUE },
        { "true", BRES_ERROR_KIND, BRES_ERROR_KIND },
        { "'1'", BRES_ERROR_KIND, BRES_ERROR_KIND },
    };

    for (size_t t = 0; t < BRES__THRESHOLD_COUNT; t++) {
        const bres__threshold *threshold = &bres__threshold_list[t];

        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            const bres_status expected =
                threshold->is_fraction ? values[i].fraction : values[i].free;
            bres_thresholds thresholds;
            char text[128];

            snprintf(text, sizeof text, "version = 1\n[%s]\n%s = %s\n", threshold->table,
                     threshold->key, values[i].value);
            cr_assert_eq(parse(text, NULL, &thresholds, NULL), expected, "%s: %s", text,
                         bres_last_error());
            if (expected == BRES_OK)
                cr_assert_eq(bres__threshold_get(&thresholds, threshold),
                             strtod(values[i].value, NULL), "%s", text);
        }
    }
}

/* Cases 106 and 107, and the order of precedence. */
Test(compare, config_precedence)
{
    static const struct {
        const char *text;
        const char *preset;
        bres_status status;
        const char *base;
        double sample_coverage;
        double overlap;
    } cases[] = {
        { "version = 1", NULL, BRES_OK, "default", .97, .5 },
        { "version = 1\n[preset]", NULL, BRES_OK, "default", .97, .5 },
        { "version = 1\npreset.name = 'strict'", NULL, BRES_OK, "strict", .995, .75 },
        { "version = 1\npreset.name = 'strict'\nbulk.sample_coverage = .5", NULL, BRES_ERROR_SYNTAX,
          NULL, 0, 0 },
        { "version = 1\npreset.name = 'strict'\nbulk.sample_coverage = 0.5", "permissive", BRES_OK,
          "permissive", .5, .25 },
        { "version = 1\npreset.name = 'loose'", "strict", BRES_ERROR_KEY, NULL, 0, 0 },
        { "version = 1", "loose", BRES_ERROR_KEY, NULL, 0, 0 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *base = "";
        bres_thresholds thresholds;

        cr_assert_eq(parse(cases[i].text, cases[i].preset, &thresholds, &base), cases[i].status,
                     "%s: %s", cases[i].text, bres_last_error());
        if (cases[i].status != BRES_OK)
            continue;
        cr_assert_str_eq(base, cases[i].base, "%s", cases[i].text);
        cr_assert_eq(thresholds.bulk_sample_coverage, cases[i].sample_coverage, "%s",
                     cases[i].text);
        cr_assert_eq(thresholds.same_overlap_fraction, cases[i].overlap, "%s", cases[i].text);
    }
}

Test(compare, config_dump_has_the_layout)
{
    bres_thresholds thresholds;
    char *text;

    bres_thresholds_init(&thresholds);
    thresholds.same_center_relative = 50;
    thresholds.clear_gap_relative = 1e-5;
    thresholds.same_relative_dispersion_ceiling = 1e22;
    cr_assert_eq(bres_thresholds_dump(&thresholds, "strict", &text), BRES_OK);
    cr_assert_str_eq(text, "version = 1\n"
                           "\n"
                           "[preset]\n"
                           "name = \"strict\"\n"
                           "\n"
                           "[clear_gap]\n"
                           "relative = 1e-05\n"
                           "\n"
                           "[same]\n"
                           "center_relative = 50.0\n"
                           "overlap_fraction = 0.5\n"
                           "relative_dispersion_ceiling = 1e+22\n"
                           "\n"
                           "[bulk]\n"
                           "sample_coverage = 0.97\n"
                           "support_coverage = 0.8\n"
                           "\n"
                           "[bulk.rare_support]\n"
                           "sample_fraction = 0.001\n"
                           "max_removed_sample_fraction = 0.01\n"
                           "\n"
                           "[runs]\n"
                           "min_effect = 0.005\n"
                           "equivalence_margin = 0.01\n"
                           "change_confidence = 0.99\n"
                           "equivalence_confidence = 0.9\n");
    bres_string_free(text);
    cr_assert_eq(bres_thresholds_dump(NULL, NULL, &text), BRES_OK);
    cr_assert_not_null(strstr(text, "name = \"default\""));
    bres_string_free(text);
}

/* NVBench's tool refuses the tables of replicates and of the rule. */
Test(compare, config_dump_has_what_is_set)
{
    static const char *const presets[] = { "default", "strict", "permissive" };
    bres_thresholds thresholds;
    bres_thresholds back;
    char *text;

    for (size_t i = 0; i < 3; i++) {
        cr_assert_eq(parse("version = 1\n", presets[i], &thresholds, NULL), BRES_OK);
        cr_assert_eq(bres_thresholds_dump(&thresholds, presets[i], &text), BRES_OK);
        cr_expect_null(strstr(text, "[runs]"), "%s", text);
        cr_expect_null(strstr(text, "[decision]"), "%s", text);
        cr_assert_eq(parse(text, NULL, &back, NULL), BRES_OK);
        cr_expect_eq(memcmp(&thresholds, &back, sizeof back), 0, "%s", text);
        bres_string_free(text);
        thresholds.rule = BRES_RULE_NVBENCH;
        cr_assert_eq(bres_thresholds_dump(&thresholds, presets[i], &text), BRES_OK);
        cr_expect_null(strstr(text, "[runs]"), "%s", text);
        cr_expect_not_null(strstr(text, "[decision]"), "%s", text);
        bres_string_free(text);
        thresholds.runs_equivalence_confidence = .123;
        cr_assert_eq(bres_thresholds_dump(&thresholds, presets[i], &text), BRES_OK);
        cr_expect_not_null(strstr(text, "[runs]"), "%s", text);
        bres_string_free(text);
    }
}

static uint64_t random_state = 42;

static double next_unit(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) * 0x1p-53;
}

/* A dump reads back to the same bits. */
Test(compare, config_dump_reads_back)
{
    static const char *const presets[] = { "default", "strict", "permissive" };

    for (size_t round = 0; round < 500; round++) {
        bres_thresholds thresholds;
        bres_thresholds back;
        const char *base;
        char *text;

        bres_thresholds_init(&thresholds);
        for (size_t t = 0; t < BRES__THRESHOLD_COUNT; t++) {
            const bres__threshold *threshold = &bres__threshold_list[t];
            double value = next_unit();

            if (round % 3 == 1)
                value = pow(value, 40);
            if (round % 3 == 2 && !threshold->is_fraction)
                value = exp(600 * value);
            bres__threshold_set(&thresholds, threshold, value);
        }
        cr_assert_eq(bres_thresholds_dump(&thresholds, presets[round % 3], &text), BRES_OK);
        cr_assert_eq(parse(text, NULL, &back, &base), BRES_OK, "%s: %s", text, bres_last_error());
        cr_assert_eq(memcmp(&thresholds, &back, sizeof back), 0, "%s", text);
        cr_assert_str_eq(base, presets[round % 3]);
        bres_string_free(text);
    }
}

Test(compare, config_from_a_file)
{
    const char *directory = bres_test_directory();
    char path[4096];
    bres_thresholds thresholds;
    static char large[70000];

    snprintf(path, sizeof path, "%s/c.toml", directory);
    bres_test_write_file(path, "version = 1\nclear_gap.relative = 1", 34);
    cr_assert_eq(bres_thresholds_load(&thresholds, path, NULL, NULL), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(thresholds.clear_gap_relative, 1);
    bres_test_write_file(path, "version = 1\n\0", 13);
    cr_assert_eq(bres_thresholds_load(&thresholds, path, NULL, NULL), BRES_ERROR_SYNTAX);
    cr_assert_str_eq(bres_last_error_file(), path);
    memset(large, '\n', sizeof large);
    bres_test_write_file(path, large, sizeof large);
    cr_assert_eq(bres_thresholds_load(&thresholds, path, NULL, NULL), BRES_ERROR_LIMIT);
    large[sizeof large - 1] = '\0';
    cr_assert_eq(parse(large, NULL, &thresholds, NULL), BRES_ERROR_LIMIT);
    cr_assert_eq(bres_thresholds_load(&thresholds, directory, NULL, NULL), BRES_ERROR_IO);
    snprintf(path, sizeof path, "%s/none.toml", directory);
    cr_assert_eq(bres_thresholds_load(&thresholds, path, NULL, NULL), BRES_ERROR_NO_FILE);
    cr_assert_str_eq(bres_last_error_file(), path);
}

Test(compare, config_refuses_bad_arguments)
{
    bres_thresholds thresholds;
    char *text = (char *)&text;

    cr_assert_eq(parse(NULL, NULL, &thresholds, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_thresholds_parse(NULL, "version = 1", "x", NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_thresholds_load(&thresholds, NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_thresholds_dump(NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    bres_thresholds_init(NULL);
    bres_thresholds_init(&thresholds);
    cr_assert_eq(bres_thresholds_dump(&thresholds, "loose", &text), BRES_ERROR_KEY);
    cr_assert_null(text);
    thresholds.bulk_sample_coverage = NAN;
    cr_assert_eq(bres_thresholds_dump(&thresholds, NULL, &text), BRES_ERROR_ARGUMENT);
    cr_assert_not_null(strstr(bres_last_error(), "bulk.sample_coverage is nan"), "%s",
                       bres_last_error());
    thresholds.size = 0;
    cr_assert_eq(bres_thresholds_dump(&thresholds, NULL, &text), BRES_ERROR_VERSION);
}

static bres_status parse_and_free(void *context)
{
    const char *name = "";
    bres_thresholds thresholds;
    char *text = NULL;
    bres_status status = bres_thresholds_parse(&thresholds, context, "x", NULL, &name);

    if (status == BRES_OK)
        status = bres_thresholds_dump(&thresholds, name, &text);
    bres_string_free(text);
    return status;
}

static bres_status refuse_key(void *context)
{
    bres_thresholds thresholds;
    bres_status status = bres_thresholds_parse(&thresholds, context, "x", NULL, NULL);

    return status == BRES_ERROR_KEY ? BRES_OK : status;
}

Test(compare, config_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, parse_and_free,
                    (void *)"version = 1\npreset.name = \"strict\"\n[bulk]\n"
                            "sample_coverage = 0.5\n");
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, refuse_key,
                    (void *)"version = 1\n[x]\n[x.y]\nz.w = 1.5\nv = 's'\n");
}

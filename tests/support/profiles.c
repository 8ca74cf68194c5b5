/* SPDX-License-Identifier: MIT */
#include "support/profiles.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char bres_test_fixture[] = "# callgrind format\n"
                                 "version: 1\n"
                                 "part: 2\n"
                                 "positions: line\n"
                                 "events: Ir\n"
                                 "summary: 79\n"
                                 "\n"
                                 "ob=(1) /opt/app\n"
                                 "fl=(1) m.c\n"
                                 "fn=(1) main\n"
                                 "10 4\n"
                                 "cfn=(2) f\n"
                                 "calls=0 20\n"
                                 "* 60\n"
                                 "+2 6\n"
                                 "cfi=(2) g.c\n"
                                 "cfn=(3) g\n"
                                 "calls=1 3\n"
                                 "* 9\n"
                                 "fn=(2)\n"
                                 "20 30\n"
                                 "cfn=(4) f'2\n"
                                 "calls=1 *\n"
                                 "+1 25\n"
                                 "fi=(3) h.h\n"
                                 "5 2\n"
                                 "fe=(1)\n"
                                 "22 3\n"
                                 "\n"
                                 "fn=(4)\n"
                                 "20 5\n"
                                 "cfi=(2)\n"
                                 "cfn=(3)\n"
                                 "calls=4 3\n"
                                 "* 20\n"
                                 "fl=(2)\n"
                                 "fn=(3)\n"
                                 "3 29\n"
                                 "\n"
                                 "totals: 79\n";

bres_profile_options bres_test_profile_options(bres_test_log *log)
{
    bres_profile_options options;

    bres_profile_options_init(&options);
    if (log != NULL) {
        options.log = bres_test_log_add;
        options.log_user = log;
    }
    return options;
}

bres_profile *bres_test_profile(const char *text, bres_test_log *log)
{
    const bres_profile_options options = bres_test_profile_options(log);
    bres_profile *profile;

    cr_assert_eq(bres_profile_parse(text, strlen(text), "p.out", &options, &profile), BRES_OK,
                 "%s\n%.200s", bres_last_error(), text);
    return profile;
}

char *bres_test_counts_lines(const bres_counts *counts)
{
    bres__text text = { 0 };

    bres__text_puts(&text, "");
    for (size_t i = 0; i < bres_counts_size(counts); i++)
        bres__text_printf(&text, "%" PRId64 " %s\n", bres_counts_at(counts, i)->count,
                          bres_counts_at(counts, i)->name);
    return bres__text_steal(&text);
}

void bres_test_counts_are(bres_counts *counts, const char *lines, const char *row)
{
    char *ours = bres_test_counts_lines(counts);

    cr_assert_str_eq(ours, lines, "%s:\n%s", row, ours);
    free(ours);
    bres_counts_free(counts);
}

void bres_test_profile_has(const bres_profile *profile, bres_inclusion inclusion, const char *lines,
                           const char *row)
{
    bres_counts *counts;

    cr_assert_eq(bres_profile_counts(profile, BRES_PROFILE_ALL_PARTS, NULL, inclusion, 0, &counts),
                 BRES_OK, "%s: %s", row, bres_last_error());
    cr_assert_eq(bres_counts_is_inclusive(counts),
                 inclusion == BRES_INCLUSIVE || inclusion == BRES_INCLUSIVE_ANNOTATE);
    bres_test_counts_are(counts, lines, row);
}

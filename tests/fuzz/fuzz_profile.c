/* SPDX-License-Identifier: MIT */
/*
 * Reads a profile and computes all kinds of counts. The exclusive counts must add up to the total,
 * and a refusal must have a message.
 */
#include <benchresult.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_part(const bres_profile *profile, size_t part, const char *event)
{
    uint64_t total;
    const bres_status totalled = bres_profile_total(profile, part, event, &total);

    for (int inclusion = 0; inclusion < 4; inclusion++) {
        for (uint32_t flags = 0; flags < 2; flags++) {
            bres_counts *counts;
            int64_t sum;
            char *text;
            const bres_status status = bres_profile_counts(
                profile, part, event, (bres_inclusion)inclusion, flags, &counts);

            if (status != BRES_OK && status != BRES_ERROR_VALUE)
                abort();
            if (inclusion == BRES_EXCLUSIVE && status == BRES_OK &&
                bres_counts_sum(counts, &sum) == BRES_OK &&
                (totalled != BRES_OK || (uint64_t)sum != total))
                abort();
            if (status == BRES_OK && bres_counts_text(counts, 0, 0, &text) == BRES_OK)
                bres_string_free(text);
            bres_counts_free(counts);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bres_profile_options options;
    bres_profile *profile;

    bres_profile_options_init(&options);
    options.max_memory = 64 << 20;
    if (bres_profile_parse((const char *)data, size, "x", &options, &profile) != BRES_OK) {
        if (bres_last_error()[0] == '\0')
            abort();
        return 0;
    }
    check_part(profile, BRES_PROFILE_ALL_PARTS, NULL);
    for (size_t part = 0; part < bres_profile_part_count(profile) && part < 4; part++)
        check_part(profile, part, bres_profile_event_at(profile, part % 2));
    bres_profile_free(profile);
    return 0;
}

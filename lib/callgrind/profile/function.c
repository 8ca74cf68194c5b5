/* SPDX-License-Identifier: MIT */
/*
 * The texts, functions, sites and edges of a profile, each kept once.
 */
#include "callgrind/profile/profile.h"

#include <inttypes.h>
#include <string.h>

/* Maximum map memory for each text, including its share of free slots. */
#define TEXT_SLOT_SIZE 64u

bres_status bres__profile_check_memory(const bres_profile *profile)
{
    const size_t used =
        profile->arena.total + profile->text_count * TEXT_SLOT_SIZE +
        profile->text_capacity * sizeof(*profile->texts) + bres__pairs_memory(&profile->homes) +
        bres__pairs_memory(&profile->functions) + bres__pairs_memory(&profile->sites) +
        bres__pairs_memory(&profile->edges) +
        profile->defined_capacity * sizeof(*profile->defined) + bres__costs_memory(&profile->self) +
        bres__costs_memory(&profile->called) + profile->part_capacity * sizeof(*profile->parts);

    if (profile->max_memory == 0 || used <= profile->max_memory)
        return BRES_OK;
    return bres__error(BRES_ERROR_LIMIT,
                       "the functions and calls of the profile take more than %" PRIu64
                       " bytes of memory",
                       profile->max_memory);
}

/* The length of a name without its recursion levels, each of which is ' and digits. */
static size_t text_base_length(const char *data, size_t length)
{
    size_t end = length;

    while (end > 0 && data[end - 1] >= '0' && data[end - 1] <= '9') {
        do
            end--;
        while (end > 0 && data[end - 1] >= '0' && data[end - 1] <= '9');
        if (end < 2 || data[end - 1] != '\'')
            break;
        length = --end;
    }
    return length;
}

/* Adds a new text. `base` is NULL if the text is its own base. */
static bres_status text_append(bres_profile *profile, const char *data, size_t length,
                               const bres__profile_text *base, const bres__profile_text **added)
{
    bres__profile_text *text;

    if (profile->text_count >= BRES__NO_NUMBER - 1 || length > SIZE_MAX - sizeof(*text) - 1 ||
        !BRES__RESERVE(&profile->texts, &profile->text_capacity, profile->text_count + 1))
        return bres__error_memory();
    text = bres__arena_alloc(&profile->arena, sizeof(*text) + length + 1, sizeof(size_t));
    if (text == NULL)
        return bres__error_memory();
    text->number = (uint32_t)profile->text_count;
    text->base = base != NULL ? base->number : text->number;
    if (length != 0)
        memcpy(text->data, data, length);
    text->data[length] = '\0';
    if (!bres__map_set(&profile->text_map, text->data, length, text))
        return bres__error_memory();
    profile->texts[profile->text_count++] = text;
    *added = text;
    return bres__profile_check_memory(profile);
}

bres_status bres__profile_text_add(bres_profile *profile, const char *data, size_t length,
                                   uint32_t *number)
{
    const bres__profile_text *text = bres__map_get(&profile->text_map, data, length);
    const size_t base_length = text == NULL ? text_base_length(data, length) : length;
    const bres__profile_text *base = NULL;
    bres_status status = BRES_OK;

    if (base_length < length) {
        base = bres__map_get(&profile->text_map, data, base_length);
        if (base == NULL)
            status = text_append(profile, data, base_length, NULL, &base);
    }
    if (status == BRES_OK && text == NULL)
        status = text_append(profile, data, length, base, &text);
    if (status == BRES_OK)
        *number = text->number;
    return status;
}

/* Finds the number of a pair, or adds the pair. */
static bres_status profile_pair(bres__pairs *pairs, uint32_t first, uint32_t second,
                                uint32_t *number)
{
    return bres__pairs_add(pairs, first, second, number) ? BRES_OK : bres__error_memory();
}

bres_status bres__profile_function(bres_profile *profile, uint32_t object, uint32_t file,
                                   uint32_t name, uint32_t *function)
{
    uint32_t home;
    bres_status status = profile_pair(&profile->homes, object, file, &home);

    if (status == BRES_OK)
        status = profile_pair(&profile->functions, home, name, function);
    if (status == BRES_OK &&
        !bres__array_reserve_zeroed(&profile->defined, &profile->defined_capacity,
                                    (size_t)*function + 1, sizeof(*profile->defined)))
        status = bres__error_memory();
    return status;
}

bres_status bres__profile_site(bres_profile *profile, uint32_t function, uint32_t file,
                               uint32_t *site)
{
    const bres_status status = profile_pair(&profile->sites, file, function, site);

    /* An edge has only 31 bits for the site that it leads to. */
    if (status == BRES_OK && *site > UINT32_MAX / 2)
        return bres__error(BRES_ERROR_LIMIT, "the profile has more than 2^31 functions");
    return status;
}

bres_status bres__profile_edge(bres_profile *profile, uint32_t site, uint32_t callee, bool counted,
                               uint32_t *edge)
{
    return profile_pair(&profile->edges, callee << 1 | counted, site, edge);
}

uint32_t bres__edge_target(const bres_profile *profile, uint32_t edge)
{
    return bres__pairs_first(&profile->edges, edge) >> 1;
}

bool bres__edge_is_counted(const bres_profile *profile, uint32_t edge)
{
    return (bres__pairs_first(&profile->edges, edge) & 1) != 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * The key of an answer.
 */
#include "tune/cache/cache.h"

#include "base/bytes.h"

#include <stddef.h>

/* Size of the first published bres_tuner_key. */
#define KEY_FIRST_SIZE (offsetof(bres_tuner_key, problem_size_count) + sizeof(size_t))

_Static_assert(KEY_FIRST_SIZE == sizeof(bres_tuner_key), "the key has no padding");

void bres_tuner_key_init(bres_tuner_key *key)
{
    if (key != NULL)
        *key = (bres_tuner_key){ .size = sizeof(*key) };
}

static bres_status text_check(const char *name, const char *text)
{
    if (text == NULL || bres__utf8_valid(text, strlen(text)) == strlen(text))
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_key.%s is not UTF-8", name);
}

static bres_status sizes_check(const bres_tuner_key *key)
{
    if (key->problem_size_count > BRES_TUNER_KEY_SIZES_MAX)
        return bres__error(BRES_ERROR_LIMIT,
                           "bres_tuner_key: %zu problem sizes (expected at most %u)",
                           key->problem_size_count, BRES_TUNER_KEY_SIZES_MAX);
    if (key->problem_size == NULL && key->problem_size_count != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_key.problem_size is NULL");
    for (size_t i = 0; i < key->problem_size_count; i++) {
        if (key->problem_size[i] < 0)
            return bres__error(
                BRES_ERROR_ARGUMENT,
                "bres_tuner_key: problem size %zu is %lld (expected an integer of at least 0)", i,
                (long long)key->problem_size[i]);
    }
    return BRES_OK;
}

bres_status bres__cache_key_take(bres_tuner_key *full, const bres_tuner_key *key)
{
    const struct {
        const char *name;
        const char *const *text;
    } texts[] = {
        { "kernel", &full->kernel }, { "kernel_hash", &full->kernel_hash },
        { "device", &full->device }, { "driver", &full->driver },
        { "space", &full->space },
    };
    bres_status status;

    bres_tuner_key_init(full);
    status = bres__options_load(full, sizeof(*full), key, KEY_FIRST_SIZE, "bres_tuner_key");
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts) && status == BRES_OK; i++)
        status = text_check(texts[i].name, *texts[i].text);
    return status == BRES_OK ? sizes_check(full) : status;
}

void bres__cache_key_fill(bres_tuner_key *key, const bres__cache_device *device)
{
    if (key->kernel_hash == NULL)
        key->kernel_hash = "";
    if (key->driver == NULL)
        key->driver = key->device == NULL ? device->driver : "";
    if (key->device == NULL)
        key->device = device->name;
}

/* Appends a text with its NUL. */
static bool name_append(bres__cache_name *name, const char *text)
{
    const size_t size = strlen(text) + 1;

    if (size > sizeof(name->data) - name->length)
        return false;
    memcpy(name->data + name->length, text, size);
    name->length += size;
    return true;
}

bool bres__cache_key_name(const bres_tuner_key *key, bres__cache_name *name)
{
    name->length = 0;
    if (key->kernel == NULL || !name_append(name, key->kernel) ||
        !name_append(name, key->kernel_hash) || !name_append(name, key->device) ||
        !name_append(name, key->driver) ||
        key->problem_size_count > (sizeof(name->data) - name->length) / sizeof(uint64_t))
        return false;
    for (size_t i = 0; i < key->problem_size_count; i++) {
        bres__word_store(name->data + name->length, (uint64_t)key->problem_size[i]);
        name->length += sizeof(uint64_t);
    }
    return true;
}

bool bres__cache_key_give(const bres_tuner_key *key, bres_tuner_key *given)
{
    const size_t size = given->size;

    if (size != KEY_FIRST_SIZE)
        return false;
    memcpy(given, key, size);
    given->size = size;
    return true;
}

/* SPDX-License-Identifier: MIT */
/*
 * Options of the whole program that have an operand.
 */
#include "harness/cli/arguments.h"

#include <string.h>

static bres_status output_check(const bres__option *option, const char *path)
{
    if (path[0] == '\0')
        return bres__error(BRES_ERROR_VALUE, "--%s: the name of the file is empty", option->name);
    if (option->choice == BRES__OUTPUT_JSONBIN &&
        (strcmp(path, "stdout") == 0 || strcmp(path, "stderr") == 0))
        return bres__error(BRES_ERROR_VALUE,
                           "--%s %s: expected a file, since samples go to files beside it",
                           option->name, path);
    return BRES_OK;
}

bres_status bres__take_output(bres__arguments *arguments, const bres__option *option,
                              const char *operand)
{
    bres__invocation *invocation = arguments->invocation;
    const bres_status status = output_check(option, operand);
    void *array = invocation->outputs;

    if (status != BRES_OK)
        return status;
    if (!bres__array_reserve(&array, &invocation->output_capacity, invocation->output_count + 1,
                             sizeof(*invocation->outputs)))
        return bres__error_memory();
    invocation->outputs = array;
    invocation->outputs[invocation->output_count++] = (bres__output_request){
        .format = (bres__output_format)option->choice,
        .path = operand,
    };
    return BRES_OK;
}

/* A number from `least` to `most`, all of it digits. */
static bool count_read(const char *text, size_t length, int64_t least, int64_t most, int64_t *count)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
    }
    return bres__parse_int64(text, length, count) == BRES__PARSE_OK && *count >= least &&
           *count <= most;
}

bres_status bres__take_shard(bres__arguments *arguments, const bres__option *option,
                             const char *operand)
{
    const char *const slash = strchr(operand, '/');
    bres__plan_options *plan = &arguments->invocation->plan;
    int64_t shard;
    int64_t shards;

    if (slash == NULL || !count_read(slash + 1, strlen(slash + 1), 1, UINT32_MAX, &shards) ||
        !count_read(operand, (size_t)(slash - operand), 0, shards - 1, &shard))
        return bres__error(BRES_ERROR_VALUE,
                           "--%s %s: expected I/N, with whole numbers and I from 0 to N-1",
                           option->name, operand);
    plan->shard = (uint32_t)shard;
    plan->shards = (uint32_t)shards;
    return BRES_OK;
}

bres_status bres__take_repeat(bres__arguments *arguments, const bres__option *option,
                              const char *operand)
{
    int64_t repeat;

    if (!count_read(operand, strlen(operand), 1, UINT32_MAX, &repeat))
        return bres__error(BRES_ERROR_VALUE, "--%s %s: expected a whole number above 0",
                           option->name, operand);
    arguments->invocation->plan.repeat = (uint32_t)repeat;
    return BRES_OK;
}

bres_status bres__take_shuffle(bres__arguments *arguments, const bres__option *option,
                               const char *operand)
{
    int64_t seed;

    if (!count_read(operand, strlen(operand), 0, INT64_MAX, &seed))
        return bres__error(BRES_ERROR_VALUE,
                           "--%s %s: expected a whole number from 0 to 9223372036854775807",
                           option->name, operand);
    arguments->invocation->plan.shuffle = true;
    arguments->invocation->plan.seed = (uint64_t)seed;
    return BRES_OK;
}

/* SPDX-License-Identifier: MIT */
/*
 * The lock of a cache, and its messages.
 */
#include "tune/cache/cache.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>

/* Nanoseconds between two attempts to lock: the wait doubles up to WAIT_MAX. */
#define WAIT_FIRST UINT64_C(500000)
#define WAIT_MAX   UINT64_C(50000000)

void bres__cache_warn(const bres_tuner_cache *cache, const char *format, ...)
{
    bres__text message = { 0 };
    char what[512];
    va_list arguments;

    if (cache->options.log == NULL)
        return;
    va_start(arguments, format);
    bres__vformat(what, sizeof(what), format, arguments);
    va_end(arguments);
    bres__text_printf(&message, "%s: %s", cache->path, what);
    bres__log_say(cache->options.log, cache->options.log_user, BRES_LOG_WARNING,
                  message.failed ? what : message.data);
    bres__text_free(&message);
}

bres_status bres__cache_error(const bres_tuner_cache *cache, bres_status status,
                              const char *message)
{
    bres__error(status, "%s", message);
    bres__error_set_file(cache->path);
    return status;
}

bres_status bres__cache_lock(bres_tuner_cache *cache, bool exclusive)
{
    const uint64_t limit = (uint64_t)(fmin(cache->options.lock_timeout, 1e9) * 1e9);
    const uint64_t begin = bres__steady_now();
    uint64_t wait = WAIT_FIRST;
    bres_clock clock;

    bres_clock_init(&clock);
    while ((exclusive ? bres__lock(cache->fd) : bres__lock_shared(cache->fd)) != 0) {
        uint64_t waited;

        if (bres__lock_is_unsupported(errno)) {
            cache->has_no_locks = true;
            return BRES_OK;
        }
        if (errno != EWOULDBLOCK)
            return bres__error_system("lock", cache->path);
        waited = bres__steady_now() - begin;
        if (waited >= limit)
            return bres__cache_error(cache, BRES_ERROR_CONFLICT,
                                     "another process has the cache locked");
        clock.sleep(clock.user, wait < limit - waited ? wait : limit - waited);
        wait = 2 * wait < WAIT_MAX ? 2 * wait : WAIT_MAX;
    }
    return BRES_OK;
}

void bres__cache_unlock(const bres_tuner_cache *cache)
{
    if (cache->fd >= 0)
        bres__unlock(cache->fd);
}

/* SPDX-License-Identifier: MIT */
/*
 * The lock of a cache, and its messages.
 */
#include "tune/cache/cache.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>

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
    const double limit = fmin(cache->options.lock_timeout, 1e9) * 1e9;

    if (bres__lock_within(cache->fd, !exclusive, (uint64_t)limit) == 0)
        return BRES_OK;
    if (bres__lock_is_unsupported(errno)) {
        cache->has_no_locks = true;
        return BRES_OK;
    }
    if (errno != EWOULDBLOCK)
        return bres__error_system("lock", cache->path);
    return bres__cache_error(cache, BRES_ERROR_CONFLICT, "another process has the cache locked");
}

void bres__cache_unlock(const bres_tuner_cache *cache)
{
    if (cache->fd >= 0)
        bres__unlock(cache->fd);
}

/* SPDX-License-Identifier: MIT */
/*
 * Timers of functions, and the code shared by all timers.
 */
#include "timer/timer.h"

#include <dlfcn.h>

/* Normalizes a text of the spec, and stores it in the arena. */
static bool timer_normalize(bres_timer *timer, const char **text)
{
    char *normal = NULL;
    const char *own;

    if (bres_task_spec_normalize(*text, &normal) != BRES_OK)
        return false;
    own = bres__arena_strdup(&timer->arena, normal);
    bres_string_free(normal);
    if (own != NULL)
        *text = own;
    return own != NULL;
}

bres_status bres__timer_make(const bres_task_spec *spec, bres_timer **timer)
{
    bres_timer *made = bres__calloc(1, sizeof(*made));

    *timer = NULL;
    if (made == NULL)
        return bres__error_memory();
    if (!bres__spec_copy(&made->spec, spec, &made->arena) ||
        !timer_normalize(made, &made->spec.stmt) || !timer_normalize(made, &made->spec.setup)) {
        bres_timer_free(made);
        return bres__error_memory();
    }
    *timer = made;
    return BRES_OK;
}

void bres_timer_free(bres_timer *timer)
{
    if (timer == NULL)
        return;
    if (timer->library != NULL)
        dlclose(timer->library);
    bres__arena_free(&timer->arena);
    bres__free(timer);
}

static bres_status timer_new(const char *function, const bres_timer *subject,
                             const bres_task_spec *spec, bres_timer **timer)
{
    bres_task_spec full;
    bres_status status;

    if (timer == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: timer is NULL", function);
    *timer = NULL;
    if (subject->plain == NULL && subject->batched == NULL && subject->timed == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: fn is NULL", function);
    status = bres__spec_load(&full, spec);
    if (status == BRES_OK)
        status = bres__timer_make(&full, timer);
    if (status != BRES_OK)
        return status;
    (*timer)->plain = subject->plain;
    (*timer)->batched = subject->batched;
    (*timer)->timed = subject->timed;
    (*timer)->context = subject->context;
    return BRES_OK;
}

bres_status bres_timer_new(bres_cpu_fn fn, void *context, const bres_task_spec *spec,
                           bres_timer **timer)
{
    const bres_timer subject = { .plain = fn, .context = context };

    return timer_new("bres_timer_new", &subject, spec, timer);
}

bres_status bres_timer_new_batched(bres_cpu_batch_fn fn, void *context, const bres_task_spec *spec,
                                   bres_timer **timer)
{
    const bres_timer subject = { .batched = fn, .context = context };

    return timer_new("bres_timer_new_batched", &subject, spec, timer);
}

bres_status bres_timer_new_timed(bres_timed_fn fn, void *context, const bres_task_spec *spec,
                                 bres_timer **timer)
{
    const bres_timer subject = { .timed = fn, .context = context };

    return timer_new("bres_timer_new_timed", &subject, spec, timer);
}

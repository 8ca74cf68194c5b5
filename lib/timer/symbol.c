/* SPDX-License-Identifier: MIT */
/*
 * Timers of symbols of shared objects.
 */
#include "timer/timer.h"

#include <dlfcn.h>
#include <string.h>

/* The function may take no argument or return a value: in the calling conventions of all systems
 * with shared objects, it ignores a surplus argument, and its caller may ignore the value. */
static bres_status symbol_find(void *library, const char *path, const char *name,
                               bres_cpu_fn *symbol)
{
    const char *reason;
    void *address;

    dlerror();
    address = dlsym(library, name);
    reason = dlerror();
    if (address == NULL || reason != NULL) {
        bres__error(BRES_ERROR_KEY, "symbol '%s' not found: %s", name,
                    reason != NULL ? reason : "its value is NULL");
        bres__error_set_file(path);
        return BRES_ERROR_KEY;
    }
    memcpy(symbol, &address, sizeof(*symbol));
    return BRES_OK;
}

/* Binds all symbols at once; otherwise the first call would include the time of binding. */
static bres_status library_open(const char *path, void **library)
{
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (*library != NULL)
        return BRES_OK;
    bres__error(BRES_ERROR_NO_FILE, "cannot load the shared object: %s", dlerror());
    bres__error_set_file(path);
    return BRES_ERROR_NO_FILE;
}

/* Fills in the texts that the caller's spec leaves open. `label` owns the label that is made. */
static bres_status symbol_complete_spec(bres_task_spec *spec, const char *library,
                                        const char *symbol, const char *setup, bres__text *label)
{
    if (spec->stmt[0] == '\0')
        spec->stmt = symbol;
    if (setup != NULL && strcmp(spec->setup, "pass") == 0)
        spec->setup = setup;
    if (spec->label != NULL)
        return BRES_OK;
    bres__text_printf(label, "%s:%s", library, symbol);
    spec->label = label->data;
    return label->failed ? bres__error_memory() : BRES_OK;
}

/* Loads the completed spec again, to check the texts that were filled in. */
static bres_status symbol_make(const char *library, const char *symbol, const char *setup,
                               const bres_task_spec *spec, bres_timer **timer)
{
    bres__text label = { 0 };
    bres_task_spec full;
    bres_task_spec checked;
    bres_status status = bres__spec_load(&full, spec);

    if (status == BRES_OK)
        status = symbol_complete_spec(&full, library, symbol, setup, &label);
    if (status == BRES_OK)
        status = bres__spec_load(&checked, &full);
    if (status == BRES_OK)
        status = bres__timer_make(&checked, timer);
    bres__text_free(&label);
    return status;
}

bres_status bres_timer_new_symbol(const char *library, const char *symbol, const char *setup,
                                  const bres_task_spec *spec, bres_timer **timer)
{
    bres_timer *made = NULL;
    bres_status status;

    if (timer != NULL)
        *timer = NULL;
    if (library == NULL || symbol == NULL || timer == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timer_new_symbol: %s is NULL",
                           timer == NULL     ? "timer"
                           : library == NULL ? "library"
                                             : "symbol");
    status = symbol_make(library, symbol, setup, spec, &made);
    if (status == BRES_OK)
        status = library_open(library, &made->library);
    if (status == BRES_OK)
        status = symbol_find(made->library, library, symbol, &made->plain);
    if (status == BRES_OK && setup != NULL)
        status = symbol_find(made->library, library, setup, &made->setup);
    if (status == BRES_OK)
        *timer = made;
    else
        bres_timer_free(made);
    return status;
}

/* SPDX-License-Identifier: MIT */
/*
 * Counts as callgrind_annotate reports them. A row is a file and a function's name: inlined code
 * has its own rows, and functions of different objects may share a row. The costs of calls with a
 * count of 0 are added to the caller's self costs.
 */
#include "callgrind/profile/view.h"

bres_status bres__view_annotate_objects(bres__profile_view *view)
{
    const bres_profile *const profile = view->profile;
    uint64_t *lines = bres__calloc(view->rows.count, sizeof(*lines));

    view->objects = bres__calloc(view->rows.count, sizeof(*view->objects));
    if (lines == NULL || view->objects == NULL) {
        bres__free(lines);
        return bres__error_memory();
    }
    for (size_t row = 0; row < view->rows.count; row++)
        view->objects[row] = BRES__NO_NUMBER;
    for (uint32_t function = 0; function < profile->functions.count; function++) {
        const uint32_t home = bres__pairs_first(&profile->functions, function);
        uint32_t name = bres__pairs_second(&profile->functions, function);
        uint32_t row;

        if (view->merge)
            name = profile->texts[name]->base;
        if (bres__pairs_find(&view->rows, bres__pairs_second(&profile->homes, home), name, &row) &&
            profile->defined[function] > lines[row]) {
            lines[row] = profile->defined[function];
            view->objects[row] = bres__pairs_first(&profile->homes, home);
        }
    }
    bres__free(lines);
    return BRES_OK;
}

/* A row that is called gets the costs of the calls to it. Any other row gets its self costs and the
 * costs of its own calls. */
static bres_status annotate_inclusive(bres__profile_view *view)
{
    bres__view_call call = bres__view_calls(view);
    bool *called = bres__calloc(view->rows.count, sizeof(*called));
    bres_status status = BRES_OK;

    if (called == NULL)
        return bres__error_memory();
    while (bres__view_next_call(view, &call))
        called[call.callee] = called[call.callee] || call.counted;
    for (size_t row = 0; row < view->rows.count; row++)
        view->values[row] = called[row] ? 0 : view->self[row];
    call = bres__view_calls(view);
    while (status == BRES_OK && bres__view_next_call(view, &call)) {
        if (!call.counted)
            continue;
        status = bres__view_add(view->values, call.callee, call.cost);
        if (status == BRES_OK && !called[call.caller])
            status = bres__view_add(view->values, call.caller, call.cost);
    }
    bres__free(called);
    return status;
}

bres_status bres__view_annotate(bres__profile_view *view, bool inclusive)
{
    bres__view_call call = bres__view_calls(view);

    while (bres__view_next_call(view, &call)) {
        const bres_status status =
            call.counted ? BRES_OK : bres__view_add(view->self, call.caller, call.cost);

        if (status != BRES_OK)
            return status;
    }
    if (inclusive)
        return annotate_inclusive(view);
    for (size_t row = 0; row < view->rows.count; row++)
        view->values[row] = view->self[row];
    return BRES_OK;
}

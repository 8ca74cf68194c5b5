/* SPDX-License-Identifier: MIT */
/*
 * Inclusive counts. Functions that call each other in a cycle share one count: their self costs,
 * plus the costs of their calls to functions outside the cycle.
 */
#include "callgrind/profile/view.h"

static void graph_free(bres__call_graph *graph)
{
    bres__free(graph->first);
    bres__free(graph->callees);
    bres__free(graph->costs);
}

/* Sorts the calls by their caller, with a counting sort. */
static bres_status graph_make(const bres__profile_view *view, bres__call_graph *graph)
{
    bres__view_call call = bres__view_calls(view);
    size_t count = 0;

    graph->row_count = (uint32_t)view->rows.count;
    graph->first = bres__calloc((size_t)graph->row_count + 2, sizeof(*graph->first));
    if (graph->first == NULL)
        return bres__error_memory();
    for (; bres__view_next_call(view, &call); count++)
        graph->first[call.caller + 2]++;
    graph->callees = bres__calloc(count, sizeof(*graph->callees));
    graph->costs = bres__calloc(count, sizeof(*graph->costs));
    if (graph->callees == NULL || graph->costs == NULL)
        return bres__error_memory();
    for (size_t row = 2; row < (size_t)graph->row_count + 2; row++)
        graph->first[row] += graph->first[row - 1];
    call = bres__view_calls(view);
    while (bres__view_next_call(view, &call)) {
        const size_t place = graph->first[call.caller + 1]++;

        graph->callees[place] = call.callee;
        graph->costs[place] = call.cost;
    }
    return BRES_OK;
}

/* Adds up the counts of the components, by component number. */
static bres_status inclusive_add(const bres__profile_view *view, const bres__call_graph *graph,
                                 const uint32_t *components, uint64_t *counts)
{
    for (uint32_t row = 0; row < graph->row_count; row++) {
        bres_status status = bres__view_add(counts, components[row], view->self[row]);

        for (size_t i = graph->first[row]; status == BRES_OK && i < graph->first[row + 1]; i++) {
            if (components[graph->callees[i]] != components[row])
                status = bres__view_add(counts, components[row], graph->costs[i]);
        }
        if (status != BRES_OK)
            return status;
    }
    return BRES_OK;
}

bres_status bres__view_inclusive(bres__profile_view *view)
{
    bres__call_graph graph = { 0 };
    uint32_t *components = bres__calloc(view->rows.count, sizeof(*components));
    uint64_t *counts = bres__calloc(view->rows.count, sizeof(*counts));
    bres_status status;

    if (components == NULL || counts == NULL) {
        status = bres__error_memory();
        goto out;
    }
    status = graph_make(view, &graph);
    if (status == BRES_OK)
        status = bres__call_graph_components(&graph, components);
    if (status == BRES_OK)
        status = inclusive_add(view, &graph, components, counts);
    for (size_t row = 0; status == BRES_OK && row < view->rows.count; row++)
        view->values[row] = counts[components[row]];
out:
    graph_free(&graph);
    bres__free(counts);
    bres__free(components);
    return status;
}

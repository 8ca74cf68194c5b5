/* SPDX-License-Identifier: MIT */
/*
 * Strongly connected components: Tarjan's algorithm with an explicit stack, because calls can nest
 * as deep as the number of rows.
 */
#include "callgrind/profile/view.h"

/* A row that is being visited. */
typedef struct cycles_frame {
    uint32_t row;
    size_t next_call;
} cycles_frame;

typedef struct cycles_search {
    const bres__call_graph *graph;
    uint32_t *components;
    uint32_t component_count;
    uint32_t *order; /* in which rows were visited, from 1; 0: not visited yet */
    uint32_t *low;   /* lowest order known to be in a cycle with the row */
    uint32_t met;
    cycles_frame *frames;
    size_t depth;
    uint32_t *open; /* rows whose component is not complete */
    size_t open_count;
} cycles_search;

static void search_enter(cycles_search *search, uint32_t row)
{
    search->met++;
    search->order[row] = search->met;
    search->low[row] = search->met;
    search->open[search->open_count++] = row;
    search->frames[search->depth++] = (cycles_frame){ row, search->graph->first[row] };
}

/* Leaves a row. The row that was visited first in a component completes the component. */
static void search_leave(cycles_search *search)
{
    const uint32_t row = search->frames[--search->depth].row;
    uint32_t member;

    if (search->depth > 0) {
        const uint32_t caller = search->frames[search->depth - 1].row;

        if (search->low[row] < search->low[caller])
            search->low[caller] = search->low[row];
    }
    if (search->low[row] != search->order[row])
        return;
    do {
        member = search->open[--search->open_count];
        search->components[member] = search->component_count;
    } while (member != row);
    search->component_count++;
}

static void search_from(cycles_search *search, uint32_t start)
{
    search_enter(search, start);
    while (search->depth > 0) {
        cycles_frame *const frame = &search->frames[search->depth - 1];
        const uint32_t row = frame->row;
        uint32_t callee;

        if (frame->next_call == search->graph->first[row + 1]) {
            search_leave(search);
            continue;
        }
        callee = search->graph->callees[frame->next_call++];
        if (search->order[callee] == 0)
            search_enter(search, callee);
        else if (search->components[callee] == BRES__NO_NUMBER &&
                 search->order[callee] < search->low[row])
            search->low[row] = search->order[callee];
    }
}

bres_status bres__call_graph_components(const bres__call_graph *graph, uint32_t *components)
{
    const size_t size = graph->row_count;
    cycles_search search = { .graph = graph, .components = components };
    bres_status status = BRES_OK;

    search.order = bres__calloc(size, sizeof(*search.order));
    search.low = bres__calloc(size, sizeof(*search.low));
    search.frames = bres__calloc(size, sizeof(*search.frames));
    search.open = bres__calloc(size, sizeof(*search.open));
    if (search.order == NULL || search.low == NULL || search.frames == NULL ||
        search.open == NULL) {
        status = bres__error_memory();
        goto out;
    }
    for (size_t i = 0; i < size; i++)
        components[i] = BRES__NO_NUMBER;
    for (uint32_t i = 0; i < graph->row_count; i++) {
        if (search.order[i] == 0)
            search_from(&search, i);
    }
out:
    bres__free(search.open);
    bres__free(search.frames);
    bres__free(search.low);
    bres__free(search.order);
    return status;
}

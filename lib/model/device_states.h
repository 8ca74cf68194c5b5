/* SPDX-License-Identifier: MIT */
/*
 * The states of a benchmark by device, so that a loop over all devices visits each state once.
 */
#ifndef BRES_MODEL_DEVICE_STATES_H
#define BRES_MODEL_DEVICE_STATES_H

#include "model/model.h"

/* A state, and the next state on its device in the order of the benchmark. */
typedef struct bres__device_state {
    const bres_state *state;
    const struct bres__device_state *next;
} bres__device_state;

/* All zero is a benchmark without states on devices. */
typedef struct bres__device_states {
    bres__device_state *entries;
    bres__map first; /* the bytes of a device id -> the first entry of the device */
} bres__device_states;

/* Lists the states that ran on a device; the benchmark must not change. */
bres_status bres__device_states_make(bres__device_states *states, const bres_subbench *bench);
/* The first state on a device; NULL: none. */
const bres__device_state *bres__device_states_first(const bres__device_states *states, int64_t id);
void bres__device_states_free(bres__device_states *states);

#endif

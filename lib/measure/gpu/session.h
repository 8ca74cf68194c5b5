/* SPDX-License-Identifier: MIT */
/*
 * The context of a device while isolated samples are taken in it.
 */
#ifndef BRES_MEASURE_GPU_SESSION_H
#define BRES_MEASURE_GPU_SESSION_H

#include "measure/gpu/launch.h"

typedef struct bres__cuda_session {
    bres_launch launch;
    bres__cuda_context *context; /* NULL: it was not entered */
    void *previous;              /* context */
} bres__cuda_session;

/* Enters the context and opens the launch. Clears the thread's error, so that an older one is not
 * mistaken for the launcher's. End the session even after a failure. */
bres_status bres__cuda_session_begin(bres__cuda_session *session, bres__cuda_context *context,
                                     struct CUstream_st *stream, const bres_clock *clock,
                                     double blocking_limit);
/* Makes the context current again, in case the launcher has left it. Keeps the thread's error. */
void bres__cuda_session_enter(const bres__cuda_session *session);
/* Closes the launch and leaves the context. Keeps the thread's error. */
void bres__cuda_session_end(bres__cuda_session *session);

#endif

/* SPDX-License-Identifier: MIT */
#include "measure/gpu/session.h"

bres_status bres__cuda_session_begin(bres__cuda_session *session, bres__cuda_context *context,
                                     struct CUstream_st *stream, const bres_clock *clock,
                                     double blocking_limit)
{
    bres_status status;

    *session = (bres__cuda_session){ .context = NULL };
    status = bres__cuda_context_enter(context, &session->previous);
    if (status != BRES_OK)
        return status;
    session->context = context;
    bres__error_restore(&(bres__error_record){ .offset = -1 });
    return bres__launch_open(&session->launch, context, stream, clock, blocking_limit);
}

void bres__cuda_session_enter(const bres__cuda_session *session)
{
    bres__error_record record;

    bres__error_save(&record);
    (void)bres__cuda_context_enter(session->context, &(void *){ NULL });
    bres__error_restore(&record);
}

void bres__cuda_session_end(bres__cuda_session *session)
{
    bres__error_record record;

    if (session->context == NULL)
        return;
    bres__error_save(&record);
    /* The launcher may have left another context current, in which these resources cannot be
     * released. */
    (void)bres__cuda_context_enter(session->context, &(void *){ NULL });
    bres__launch_close(&session->launch);
    bres__cuda_context_leave(session->context, session->previous);
    bres__error_restore(&record);
}

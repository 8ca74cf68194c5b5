/* SPDX-License-Identifier: MIT */
#ifndef BRES_CUDA_STREAM_H
#define BRES_CUDA_STREAM_H

#include "cuda/driver.h"

struct bres_cuda_stream {
    bres__cuda_context *context; /* opened */
    struct CUstream_st *handle;
    bool owned; /* to be destroyed */
};

#endif

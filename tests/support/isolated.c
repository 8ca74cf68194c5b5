/* SPDX-License-Identifier: MIT */
#include "support/isolated.h"

#include "base/process/fork_server.h"
#include "cuda/cuda.h"
#include "support/fake_cuda.h"

#include <benchresult.h>
#include <fcntl.h>
#include <unistd.h>

void bres_test_isolated_execute(const bres_trial *trial, void *context)
{
    bres_test_isolated *s = context;

    if (s->act != NULL && bres_trial_index(trial) == BRES_TEST_ISOLATED_ACTING)
        s->act(s, trial);
    bres_test_tuned_execute(trial, &s->tuned);
}

size_t bres_test_isolated_threads(void)
{
    static size_t threads;

    if (threads == 0)
        threads = bres__count_threads();
    return threads;
}

void bres_test_isolated_begin(bres_test_isolated *s)
{
    *s = (bres_test_isolated){ .tuner_pid = getpid() };
    for (int fd = 0; fd < 256; fd++)
        s->foreign[fd] = fcntl(fd, F_GETFL) >= 0;
    bres__cuda_forget();
    fake_cuda_forget();
    bres__fork_server_threads = bres_test_isolated_threads();
    bres_test_tuned_begin(&s->tuned);
    s->tuned.options.flags = BRES_TUNER_ISOLATE;
}

bres_status bres_test_isolated_run(bres_test_isolated *s)
{
    bres_test_tuned_new(&s->tuned);
    return bres_tuner_run_cpu(s->tuned.tuner, bres_test_isolated_execute, s);
}

const char *bres_test_isolated_reason(const bres_test_isolated *s, int64_t place)
{
    const bres_state *state = bres_test_tuned_state(&s->tuned, place);

    return state != NULL && bres_state_is_skipped(state) ? bres_state_skip_reason(state) : "";
}

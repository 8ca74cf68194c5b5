/* SPDX-License-Identifier: MIT */
#include "measure/os_counts.h"

#include <linux/perf_event.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef BRES__FAULTS

static bres__os_counts_fn test_read;
static void *test_user;

void bres__os_counts_set(bres__os_counts_fn read, void *user)
{
    test_read = read;
    test_user = user;
}

#endif

bool bres__os_counts_read(bres__os_counts *counts)
{
    struct rusage usage;

#ifdef BRES__FAULTS
    if (test_read != NULL)
        return test_read(test_user, counts, NULL);
#endif
    if (getrusage(RUSAGE_THREAD, &usage) != 0)
        return false;
    counts->involuntary_switches = (uint64_t)usage.ru_nivcsw;
    counts->voluntary_switches = (uint64_t)usage.ru_nvcsw;
    counts->page_faults = (uint64_t)usage.ru_minflt + (uint64_t)usage.ru_majflt;
    return true;
}

/* The kernel counts a migration in its own code, so the event must not exclude the kernel. */
int bres__migrations_open(void)
{
    struct perf_event_attr event = {
        .type = PERF_TYPE_SOFTWARE,
        .size = sizeof(event),
        .config = PERF_COUNT_SW_CPU_MIGRATIONS,
        .exclude_hv = 1,
    };

    return (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

bool bres__migrations_read(int fd, uint64_t *count)
{
#ifdef BRES__FAULTS
    if (test_read != NULL)
        return test_read(test_user, NULL, count);
#endif
    return fd >= 0 && read(fd, count, sizeof(*count)) == (ssize_t)sizeof(*count);
}

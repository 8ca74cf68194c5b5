/* SPDX-License-Identifier: MIT */
/*
 * The worker of bench_profile.py: loads a profile and makes the inclusive counts of its functions.
 * Prints seconds and the peak of the resident memory in bytes.
 *
 * usage: profile_worker FILE
 */
#include <benchresult.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
    const double start = now();
    bres_profile *profile = NULL;
    bres_counts *counts = NULL;
    struct rusage usage;

    if (argc != 2) {
        fprintf(stderr, "usage: profile_worker FILE\n");
        return 2;
    }
    if (bres_profile_load(argv[1], NULL, &profile) != BRES_OK ||
        bres_profile_counts(profile, BRES_PROFILE_ALL_PARTS, NULL, BRES_INCLUSIVE, 0, &counts) !=
            BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        bres_profile_free(profile);
        return 2;
    }
    getrusage(RUSAGE_SELF, &usage);
    printf("%.6f %lld\n", now() - start, (long long)usage.ru_maxrss * 1024);
    bres_counts_free(counts);
    bres_profile_free(profile);
    return 0;
}

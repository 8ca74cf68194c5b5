/* SPDX-License-Identifier: MIT */
/*
 * Merges the measurements of each task.
 */
#include "timer/measurement/measurement.h"

#include <string.h>

/* The measurements of one task. */
typedef struct merge_group {
    const bres_task_spec *spec;
    size_t count; /* times of all of them */
    size_t filled;
    double *times;
} merge_group;

typedef struct merge_job {
    const bres_measurement *const *measurements;
    size_t count;
    merge_group *groups;
    size_t *group_of; /* by measurement */
    double *times;    /* of all groups, one after the other */
    bres__index index;
} merge_job;

/* Groups the measurements and counts the times of each group. */
static bool job_group(merge_job *job)
{
    job->groups = bres__calloc(job->count, sizeof(*job->groups));
    job->group_of = bres__calloc(job->count, sizeof(*job->group_of));
    if (job->groups == NULL || job->group_of == NULL)
        return false;
    for (size_t i = 0; i < job->count; i++) {
        const bres_measurement *measurement = job->measurements[i];
        merge_group *group;

        bres__key_put_spec(&job->index.key, &measurement->spec);
        if (!bres__index_take(&job->index, &job->group_of[i]))
            return false;
        group = &job->groups[job->group_of[i]];
        if (group->spec == NULL)
            group->spec = &measurement->spec;
        group->count += measurement->count;
    }
    return true;
}

/* Puts the times of each group together. */
static bool job_fill(merge_job *job)
{
    size_t total = 0;

    for (size_t i = 0; i < job->count; i++)
        total += job->measurements[i]->count;
    job->times = bres__calloc(total, sizeof(*job->times));
    if (job->times == NULL && total != 0)
        return false;
    total = 0;
    for (size_t i = 0; i < job->index.count; i++) {
        job->groups[i].times = job->times != NULL ? job->times + total : NULL;
        total += job->groups[i].count;
    }
    for (size_t i = 0; i < job->count; i++) {
        const bres_measurement *measurement = job->measurements[i];
        merge_group *group = &job->groups[job->group_of[i]];

        if (measurement->count != 0)
            memcpy(group->times + group->filled, measurement->times,
                   measurement->count * sizeof(double));
        group->filled += measurement->count;
    }
    return true;
}

bres_status bres_measurement_merge(const bres_measurement *const *measurements, size_t count,
                                   bres_measurement **merged, size_t *merged_count)
{
    merge_job job = { .measurements = measurements, .count = count };
    bres_status status;
    size_t made = 0;

    if (merged_count == NULL || (merged == NULL && count != 0))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_measurement_merge: merged or merged_count is NULL");
    *merged_count = 0;
    status = bres__measurement_check_list(measurements, count, "bres_measurement_merge");
    if (status != BRES_OK || count == 0)
        return status;
    memset(merged, 0, count * sizeof(*merged));
    if (!job_group(&job) || !job_fill(&job))
        status = bres__error_memory();
    for (; status == BRES_OK && made < job.index.count; made++)
        status = bres_measurement_new(job.groups[made].spec, 1, job.groups[made].times,
                                      job.groups[made].count, &merged[made]);
    if (status == BRES_OK)
        *merged_count = made;
    for (size_t i = 0; status != BRES_OK && i < made; i++) {
        bres_measurement_free(merged[i]);
        merged[i] = NULL;
    }
    bres__index_free(&job.index);
    bres__free(job.times);
    bres__free(job.group_of);
    bres__free(job.groups);
    return status;
}

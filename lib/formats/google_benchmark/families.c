/* SPDX-License-Identifier: MIT */
/*
 * Reads the states of all families. Several threads read parts, each part into its own draft. A
 * single thread then reads faulty parts again and reports the faults.
 */
#include "base/threads/parallel.h"
#include "formats/google_benchmark/google_benchmark.h"

/* Number of states that justify a part. */
#define PART_STATES      64
/* Several, so that one delayed thread does not delay the whole import. */
#define PARTS_PER_WORKER 4

/* The groups of some consecutive families. */
typedef struct family_part {
    bres__import import; /* strict copy for the trial, with its own draft */
    const bres__google_group *groups;
    size_t count;
    bool is_read;
} family_part;

typedef struct family_job {
    family_part *parts;
    bres__arena *arenas; /* by worker: memory of the parts that it has read */
} family_job;

/* The number of leading groups that belong to one family. */
static size_t family_size(const bres__google_group *groups, size_t count)
{
    size_t size = 1;

    while (size < count && groups[size].records[0]->family == groups[0].records[0]->family)
        size++;
    return size;
}

static bres_status family_read(bres__import *import, const bres__google_group *groups, size_t count)
{
    bres__google_name *names = bres__calloc(count, sizeof(*names));
    const char *bench =
        import->options.bench != NULL ? import->options.bench : import->format->name;
    bool agree = (import->options.flags & BRES_IMPORT_VERBATIM_NAMES) == 0;
    bres_status status = BRES_OK;
    size_t cut = 0;

    if (names == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++) {
        if (!bres__google_is_complexity(groups[i].records[0]))
            names[cut++] = bres__google_name_cut(groups[i].records[0]->run_name,
                                                 groups[i].records[0]->threads);
    }
    agree = agree && (cut == 0 || bres__google_names_agree(names, cut));
    if (agree && cut > 0) {
        bench = bres__arena_copy(&import->draft.arena, names[0].text, names[0].function);
        status = bench != NULL ? BRES_OK : bres__error_memory();
    }
    for (size_t i = 0, next = 0; i < count && status == BRES_OK; i++) {
        const bool is_state = !bres__google_is_complexity(groups[i].records[0]);

        status = bres__google_group_read(import, &groups[i],
                                         agree && is_state ? &names[next] : NULL, bench);
        next += is_state;
    }
    bres__free(names);
    return status;
}

static bres_status read_families(bres__import *import, const bres__google_group *groups,
                                 size_t count)
{
    bres_status status = BRES_OK;

    for (size_t first = 0, size; first < count && status == BRES_OK; first += size) {
        size = family_size(groups + first, count - first);
        status = family_read(import, groups + first, size);
    }
    return status;
}

static bres_status part_try(void *context, size_t worker, size_t number)
{
    const family_job *job = context;
    family_part *part = &job->parts[number];
    bres__draft *draft = &part->import.draft;
    bres_status status;

    draft->arena = job->arenas[worker];
    status = read_families(&part->import, part->groups, part->count);
    job->arenas[worker] = draft->arena;
    draft->arena = (bres__arena){ 0 };
    part->is_read = status == BRES_OK;
    if (part->is_read && draft->failed)
        return bres__error_memory();
    return status == BRES_ERROR_MEMORY ? status : BRES_OK;
}

/* Splits the groups between families into at most `most` parts. Returns the number of parts. */
static size_t parts_begin(family_part *parts, size_t most, const bres__import *import,
                          const bres__google_group *groups, size_t count)
{
    size_t begun = 0;

    for (size_t first = 0; first < count; begun++) {
        family_part *part = &parts[begun];

        part->import = *import;
        part->import.draft = (bres__draft){ 0 };
        part->import.load.flags &= ~(uint32_t)BRES_LOAD_LENIENT;
        part->groups = groups + first;
        do {
            part->count += family_size(groups + first + part->count, count - first - part->count);
        } while (part->count < count / most + 1 && first + part->count < count);
        first += part->count;
    }
    return begun;
}

static bres_status read_parts(bres__import *import, family_job *families, size_t count,
                              size_t workers)
{
    const bres__ordered_job job = {
        .work = part_try,
        .context = families,
        .count = count,
        .batch = 1,
        .workers = workers,
    };
    family_part *parts = families->parts;
    bres_status status = bres__ordered_run(&job, &count);

    for (size_t i = 0; i < workers; i++)
        bres__arena_adopt(&import->draft.arena, &families->arenas[i]);
    for (size_t i = 0; i < job.count && status == BRES_OK; i++) {
        if (parts[i].is_read)
            bres__draft_take(&import->draft, &parts[i].import.draft);
        else
            status = read_families(import, parts[i].groups, parts[i].count);
    }
    for (size_t i = 0; i < job.count; i++)
        bres__draft_free(&parts[i].import.draft);
    return status;
}

bres_status bres__google_families_read(bres__import *import, const bres__google_group *groups,
                                       size_t count)
{
    const size_t workers = bres__ordered_workers(import->load.threads, count, PART_STATES);
    const size_t most = workers * PARTS_PER_WORKER;
    family_job job;
    bres_status status;

    if (workers < 2)
        return read_families(import, groups, count);
    job.parts = bres__calloc(most, sizeof(*job.parts));
    job.arenas = bres__calloc(workers, sizeof(*job.arenas));
    if (job.parts == NULL || job.arenas == NULL)
        status = bres__error_memory();
    else
        status =
            read_parts(import, &job, parts_begin(job.parts, most, import, groups, count), workers);
    bres__free(job.arenas);
    bres__free(job.parts);
    return status;
}

/* SPDX-License-Identifier: MIT */
/*
 * The public functions that write results, and the steps by which a result replaces another.
 */
#include "nvbench/write/write.h"

#include <unistd.h>

#define KNOWN_FLAGS BRES_WRITE_NO_SIDECARS
/* Size of the first published layout, which has all members. */
#define FIRST_SIZE  sizeof(bres_write_options)

static const char *const suffixes[BRES__SIDECAR_KINDS] = {
    [BRES__TIMES] = "-bin",
    [BRES__RATES] = "-freqs-bin",
};

void bres_write_options_init(bres_write_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_write_options){ .size = sizeof *options };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_write_options, flags, KNOWN_FLAGS),
    BRES__OPTION_RESERVED(bres_write_options, reserved),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_write_options, FIRST_SIZE, option_fields);

static bres_status load_options(bres_write_options *full, const bres_write_options *user)
{
    bres_write_options_init(full);
    return bres__options_take(full, user, &options_type);
}

void bres__write_init(bres__write *write, const bres_result *result)
{
    *write = (bres__write){ .result = result };
    write->json.text = &write->text;
    write->json.empty = true;
    write->lock.fd = -1;
    for (int kind = 0; kind < BRES__SIDECAR_KINDS; kind++)
        write->sets[kind].fd = -1;
}

static void free_write(bres__write *write)
{
    for (int kind = 0; kind < BRES__SIDECAR_KINDS; kind++)
        bres__sidecar_set_close(&write->sets[kind]);
    bres__sidecar_lock_release(&write->lock);
    bres__text_free(&write->text);
}

/* Takes the lock if there are sidecars, or will be. */
static bres_status lock_sets(bres__write *write, const char *path)
{
    bool make = write->sidecars == BRES__SIDECARS_MAKE && bres__has_samples(write->result);
    bres_status status = BRES_OK;

    for (int kind = BRES__SIDECAR_KINDS; kind-- > 0 && status == BRES_OK;) {
        bres__text directory = { 0 };

        bres__text_printf(&directory, "%s%s", path, suffixes[kind]);
        if (directory.failed)
            status = bres__error_memory();
        else if (kind == BRES__TIMES)
            status = bres__sidecar_lock_take(&write->lock, directory.data, make);
        else
            make = make || access(directory.data, F_OK) == 0;
        bres__text_free(&directory);
    }
    return status;
}

static bres_status open_sets(bres__write *write, const char *path)
{
    bres_status status = BRES_OK;

    for (int kind = 0; kind < BRES__SIDECAR_KINDS && status == BRES_OK; kind++)
        status = bres__sidecar_set_open(&write->sets[kind], path, suffixes[kind]);
    write->sets[BRES__TIMES].made = write->lock.made != NULL;
    return status;
}

static bres_status prepare_states(bres__write *write)
{
    const bres_result *result = write->result;

    for (size_t b = 0; b < result->subbench_count; b++) {
        const bres_subbench *bench = result->subbenches[b];

        for (size_t s = 0; s < bench->state_count; s++) {
            const bres_status status = bres__prepare_sidecars(write, bench->states[s]);

            if (status != BRES_OK)
                return status;
        }
    }
    return BRES_OK;
}

static bool has_open_set(const bres__write *write)
{
    bool found = false;

    for (int kind = 0; kind < BRES__SIDECAR_KINDS; kind++)
        found = found || write->sets[kind].fd >= 0;
    return found;
}

/* Tries again if the directory was missing for the lock, but another write has made it before the
 * sets were opened. */
static bres_status open_locked_sets(bres__write *write, const char *path)
{
    bres_status status;

    do {
        for (int kind = 0; kind < BRES__SIDECAR_KINDS; kind++)
            bres__sidecar_set_close(&write->sets[kind]);
        status = lock_sets(write, path);
        if (status == BRES_OK)
            status = open_sets(write, path);
    } while (status == BRES_OK && write->lock.missing && has_open_set(write));
    return status;
}

/* Writes the new document and its sidecars beside the old result. The sidecars are flushed first,
 * so that no document on the disk ever names a missing sidecar. */
static bres_status write_beside(bres__write *write, const char *path)
{
    bres_status status = open_locked_sets(write, path);

    if (status == BRES_OK)
        status = prepare_states(write);
    if (status == BRES_OK)
        status = bres__write_document(write);
    for (int kind = 0; kind < BRES__SIDECAR_KINDS && status == BRES_OK; kind++)
        status = bres__sidecar_set_flush(&write->sets[kind]);
    return status;
}

/* Ends the output: by the rename if `status` is BRES_OK, else by discarding it. */
static bres_status end_output(bres__write *write, bres_status status)
{
    if (status == BRES_OK)
        return bres__output_commit(write->output);
    bres__output_discard(write->output);
    return status;
}

/* The rename replaces the old result by the new one. Before the rename, everything can be undone;
 * after it, nothing can fail. */
static bres_status replace_file(bres__write *write, const char *path)
{
    const bres_status status = end_output(write, write_beside(write, path));

    /* Removes the directory with the lock last. */
    for (int kind = BRES__SIDECAR_KINDS; kind-- > 0;) {
        if (status == BRES_OK)
            bres__sidecar_set_remove_old(&write->sets[kind]);
        else
            bres__sidecar_set_undo(&write->sets[kind]);
        if (!write->lock.missing)
            bres__sidecar_set_remove_empty(&write->sets[kind]);
    }
    return status;
}

bres_status bres_result_write(const bres_result *result, const char *path,
                              const bres_write_options *options)
{
    bres_write_options full;
    bres__write write;
    bres_status status;

    if (result == NULL || path == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_write: result or path is NULL");
    status = load_options(&full, options);
    if (status == BRES_OK)
        status = bres__make_parents(path);
    if (status != BRES_OK)
        return status;
    bres__write_init(&write, result);
    status = bres__output_open(path, &write.output);
    if (status == BRES_OK && bres__output_replaces_file(write.output)) {
        if ((full.flags & BRES_WRITE_NO_SIDECARS) == 0)
            write.sidecars = BRES__SIDECARS_MAKE;
        status = replace_file(&write, path);
    } else if (status == BRES_OK) {
        status = end_output(&write, bres__write_document(&write));
    }
    free_write(&write);
    return status;
}

bres_status bres_result_write_fd(const bres_result *result, int fd,
                                 const bres_write_options *options)
{
    bres_write_options full;
    bres__write write;
    bres_status status;

    if (result == NULL || fd < 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_result_write_fd: result is NULL or fd is negative");
    status = load_options(&full, options);
    if (status != BRES_OK)
        return status;
    bres__write_init(&write, result);
    status = bres__output_open_fd(fd, &write.output);
    if (status == BRES_OK)
        status = end_output(&write, bres__write_document(&write));
    free_write(&write);
    return status;
}

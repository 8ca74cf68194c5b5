/* SPDX-License-Identifier: MIT */
/*
 * Appended states survive every failure, and the end of the process at any point.
 */
#include "support/describe.h"
#include "support/journaled.h"
#include "support/support.h"
#include "support/written.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* The states of bres_test_build_tiny(). */
#define STATES 3

/* The context of a sweep. */
typedef struct faults_place {
    char top[2048];
    char path[2200];
    bres_result *whole;
    bres_result *none; /* the same benchmarks without states */
    char *before;      /* the contents of the directory */
    bool replace;
} faults_place;

static void faults_begin(faults_place *place)
{
    *place = (faults_place){ .replace = false };
    snprintf(place->top, sizeof(place->top), "%s", bres_test_directory());
    snprintf(place->path, sizeof(place->path), "%s/r.json.partial", place->top);
    place->whole = bres_test_build_tiny(true);
    place->none = bres_test_build_tiny(false);
}

static void faults_end(faults_place *place)
{
    free(place->before);
    bres_result_unref(place->none);
    bres_result_unref(place->whole);
}

/* Disarms the faults, loads the journal and returns the number of states. */
static size_t faults_count_loaded(const char *path)
{
    bres_result *loaded = NULL;
    size_t count;

    bres__faults_arm(0, 0, false);
    OK(bres_result_load(path, NULL, &loaded));
    count = bres_test_state_count(loaded);
    bres_result_unref(loaded);
    return count;
}

static bres_status faults_encode(void *context)
{
    const bres_result *result = context;
    bres__text text = { 0 };
    bres_status status = bres__journal_encode_head(result, &text);

    for (size_t i = 0; i < STATES && status == BRES_OK; i++)
        status = bres__journal_encode(bres_test_journal_state(result, i), &text);
    bres__text_free(&text);
    return status;
}

static bres_status faults_load(void *context)
{
    bres_result *result = NULL;
    const bres_status status = bres_result_load(context, NULL, &result);

    cr_assert_eq(result != NULL, status == BRES_OK);
    bres_result_unref(result);
    return status;
}

/* Fails each allocation of decoding a record in turn. */
static void faults_sweep_decode(const bres__text *record)
{
    bool hit = true;

    for (size_t n = 1; hit; n++) {
        bres_result *result = bres_test_build_rich(false);
        char *before = bres_test_describe(result);
        bres_state *state = NULL;
        bres_status status;

        bres__faults_arm(BRES__FAULT_ALLOC, n, false);
        status = bres__journal_decode(record->data, record->length, result, &state);
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        cr_assert_eq(status, hit ? BRES_ERROR_MEMORY : BRES_OK, "fault %zu: %s", n,
                     bres_last_error());
        cr_assert(hit || n > 10, "nothing was there to fail");
        cr_assert_eq(state != NULL, !hit);
        if (hit) {
            char *after = bres_test_describe(result);

            cr_assert_str_eq(after, before);
            free(after);
        }
        free(before);
        bres_result_unref(result);
    }
}

Test(nvbench, journal_sweep_records)
{
    bres_result *rich = bres_test_build_rich(true);
    bres__text record = { 0 };
    faults_place place;

    faults_begin(&place);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, faults_encode, place.whole);
    OK(bres__journal_encode(bres_subbench_state_at(bres_result_subbench_at(rich, 0), 0), &record));
    faults_sweep_decode(&record);
    bres__text_free(&record);
    bres_result_unref(rich);
    faults_end(&place);
}

Test(nvbench, journal_sweep_load)
{
    bres_result *rich = bres_test_build_rich(true);
    faults_place place;

    faults_begin(&place);
    bres_test_write_journal(place.path, rich);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, faults_load, place.path);
    bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, faults_load, place.path);
    bres_result_unref(rich);
    faults_end(&place);
}

/* After a failure, no new journal exists, and a journal to replace is unchanged or removed. */
static bres_status faults_create(void *context)
{
    const faults_place *place = context;
    bres__journal *journal = NULL;
    const bres_status status =
        bres__journal_create(place->path, place->none, place->replace, &journal);
    char *after;

    cr_assert_eq(journal != NULL, status == BRES_OK);
    bres__journal_close(journal);
    after = bres_test_tree(place->top);
    cr_assert(status == BRES_OK || after[0] == '\0' ||
                  (place->replace && strcmp(after, place->before) == 0),
              "%s", after);
    free(after);
    unlink(place->path);
    if (place->replace)
        bres_test_write_file(place->path, place->before, 1);
    return status;
}

Test(nvbench, journal_sweep_create)
{
    faults_place place;

    faults_begin(&place);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, faults_create, &place);
    bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, faults_create, &place);
    bres_test_write_file(place.path, "r", 1);
    place.before = bres_test_tree(place.top);
    place.replace = true;
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, faults_create, &place);
    bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, faults_create, &place);
    faults_end(&place);
}

/* Appends the states one by one to a new journal, up to the first failure. The failed append must
 * leave the file unchanged. After an I/O error, the journal must refuse further states. */
static bres_status faults_append(void *context)
{
    const faults_place *place = context;
    bres__journal *journal = NULL;
    bres_status status;
    size_t count = 0;

    unlink(place->path);
    status = bres__journal_create(place->path, place->none, false, &journal);
    while (status == BRES_OK && count < STATES) {
        char *before = bres_test_tree(place->top);

        status = bres__journal_append(journal, bres_test_journal_state(place->whole, count));
        if (status == BRES_OK) {
            count++;
        } else {
            char *after = bres_test_tree(place->top);

            cr_assert_str_eq(after, before);
            free(after);
        }
        free(before);
    }
    if (journal != NULL && status == BRES_ERROR_IO) {
        cr_assert(strstr(bres_last_error(), "the journal, which is as it was before: ") != NULL,
                  "%s", bres_last_error());
        cr_assert_eq(bres__journal_append(journal, bres_test_journal_state(place->whole, 0)),
                     BRES_ERROR_STATE);
    } else if (journal != NULL && status != BRES_OK) {
        /* The append wrote nothing, and may be repeated. */
        OK(bres__journal_append(journal, bres_test_journal_state(place->whole, count)));
    }
    bres__journal_close(journal);
    return status;
}

Test(nvbench, journal_sweep_append)
{
    faults_place place;

    faults_begin(&place);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, faults_append, &place);
    bres_test_sweep(BRES__FAULT_IO, BRES_ERROR_IO, faults_append, &place);
    faults_end(&place);
}

/* A successful append has flushed the state to the disk. */
Test(nvbench, journal_append_flushes)
{
    bres__journal *journal = NULL;
    faults_place place;

    faults_begin(&place);
    OK(bres__journal_create(place.path, place.none, false, &journal));
    bres__faults_arm(BRES__FAULT_IO, 2, false);
    cr_assert_eq(bres__journal_append(journal, bres_test_journal_state(place.whole, 0)),
                 BRES_ERROR_IO);
    cr_assert(bres__faults_hit());
    bres__journal_close(journal);
    cr_assert_eq(faults_count_loaded(place.path), 0);
    faults_end(&place);
}

/* Fails each operation of resuming a journal with the contents `data` in turn. */
static void faults_sweep_resume(const faults_place *place, unsigned kind, bres_status expected,
                                const bres__text *data, size_t states)
{
    bool hit = true;

    for (size_t n = 1; hit; n++) {
        bres_result *result = bres_test_build_tiny(false);
        char *before = bres_test_describe(result);
        bres__journal *journal = NULL;
        bres_status status;

        bres_test_write_file(place->path, data->data, data->length);
        bres__faults_arm(kind, n, false);
        status = bres__journal_resume(place->path, result, &journal);
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        cr_assert(status == (hit ? expected : BRES_OK) || (status == BRES_OK && n > 1),
                  "fault %zu: %s", n, bres_last_error());
        cr_assert(hit || n > 5, "nothing was there to fail");
        cr_assert_eq(journal != NULL, status == BRES_OK);
        bres__journal_close(journal);
        if (status != BRES_OK) {
            char *after = bres_test_describe(result);

            cr_assert_str_eq(after, before);
            free(after);
        }
        if (states > 0 || status == BRES_OK)
            cr_assert_eq(faults_count_loaded(place->path), states);
        free(before);
        bres_result_unref(result);
    }
}

/* A whole journal, one with an incomplete record, and one that ends in its head. */
Test(nvbench, journal_sweep_resume)
{
    bres__text text = { 0 };
    faults_place place;

    faults_begin(&place);
    bres_test_encode_journal(place.whole, &text);
    for (size_t i = 0; i < 3; i++) {
        const size_t states = i == 2 ? 0 : STATES - i;

        if (i > 0)
            text.length = i == 1 ? text.length - 1 : 50;
        faults_sweep_resume(&place, BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, &text, states);
        faults_sweep_resume(&place, BRES__FAULT_IO, BRES_ERROR_IO, &text, states);
    }
    bres__text_free(&text);
    faults_end(&place);
}

/* From the n-th operation on, all I/O fails: the file keeps an incomplete record, which a load
 * leaves out. */
Test(nvbench, journal_after_lasting_faults)
{
    faults_place place;
    bool hit = true;

    faults_begin(&place);
    for (size_t n = 1; hit; n++) {
        bres__journal *journal = NULL;
        bres_status status;
        size_t count = 0;

        unlink(place.path);
        OK(bres__journal_create(place.path, place.none, false, &journal));
        bres__faults_arm(BRES__FAULT_IO, n, true);
        do
            status = bres__journal_append(journal, bres_test_journal_state(place.whole, count));
        while (status == BRES_OK && ++count < STATES);
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        cr_assert(!hit || strstr(bres_last_error(), "may end with an incomplete record") != NULL,
                  "%s", bres_last_error());
        bres__journal_close(journal);
        cr_assert_geq(faults_count_loaded(place.path), count);
    }
    faults_end(&place);
}

/* Appends while the file may grow to `limit` bytes; returns the number of states that fit. */
static size_t faults_append_below(const faults_place *place, bres__journal *journal, rlim_t limit)
{
    void (*const handler)(int) = signal(SIGXFSZ, SIG_IGN);
    struct rlimit usual;
    struct rlimit low;
    size_t count = 0;

    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &usual), 0);
    low = (struct rlimit){ .rlim_cur = limit, .rlim_max = usual.rlim_max };
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &low), 0);
    while (count < STATES &&
           bres__journal_append(journal, bres_test_journal_state(place->whole, count)) == BRES_OK)
        count++;
    setrlimit(RLIMIT_FSIZE, &usual);
    signal(SIGXFSZ, handler);
    return count;
}

/* The system writes only the part of the record that fits. */
Test(nvbench, journal_without_room)
{
    bres__text text = { 0 };
    faults_place place;
    size_t head;

    faults_begin(&place);
    OK(bres__journal_encode_head(place.whole, &text));
    head = text.length;
    bres_test_encode_journal(place.whole, &text);
    for (size_t limit = head; limit <= text.length; limit += 13) {
        bres__journal *journal = NULL;
        bres__record record;
        size_t count;
        size_t size;
        char *data;

        unlink(place.path);
        OK(bres__journal_create(place.path, place.none, false, &journal));
        count = faults_append_below(&place, journal, (rlim_t)limit);
        bres__journal_close(journal);
        cr_assert(count == STATES || bres_last_error_status() == BRES_ERROR_IO, "%s",
                  bres_last_error());
        cr_assert_eq(faults_count_loaded(place.path), count, "%zu bytes", limit);
        /* The incomplete record was removed. */
        data = bres_test_read_file(place.path, &size);
        cr_assert(size <= limit && memcmp(data, text.data, size) == 0, "%zu bytes", limit);
        cr_assert_eq(bres__record_read(text.data + size, text.length - size, &record),
                     size == text.length ? BRES__RECORD_INCOMPLETE : BRES__RECORD_COMPLETE);
        free(data);
    }
    bres__text_free(&text);
    faults_end(&place);
}

/* Resumes the journal or creates it, and appends the missing states; *done counts the states that
 * are safe. */
static bres_status faults_run(const faults_place *place, size_t *done)
{
    bres_result *result = bres_test_build_tiny(false);
    bres__journal *journal = NULL;
    bres_status status = access(place->path, F_OK) == 0
                             ? bres__journal_resume(place->path, result, &journal)
                             : bres__journal_create(place->path, result, false, &journal);

    if (status == BRES_OK)
        *done = bres_test_state_count(result);
    while (status == BRES_OK && *done < STATES) {
        status = bres__journal_append(journal, bres_test_journal_state(place->whole, *done));
        if (status == BRES_OK)
            *done += 1;
    }
    bres__journal_close(journal);
    bres_result_unref(result);
    return status;
}

/* The same in a process that exits at its n-th operation; true if the run was complete before. */
static bool faults_crash(const faults_place *place, size_t n, size_t *done)
{
    const pid_t child = fork();
    int status;

    cr_assert_geq(child, 0);
    if (child == 0) {
        bres__faults_arm(BRES__FAULT_IO | BRES__FAULT_EXIT, n, false);
        _exit(faults_run(place, done) == BRES_OK ? 0 : 1);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFEXITED(status) &&
                  (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == BRES__FAULT_EXIT),
              "the child ends with %x", (unsigned)status);
    return WEXITSTATUS(status) == 0;
}

/* Two runs end at their n-th operation, then a third one completes the journal. */
Test(nvbench, journal_crash_at_any_point)
{
    size_t *done =
        mmap(NULL, sizeof(*done), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bool at_once = false;
    faults_place place;

    cr_assert_neq((void *)done, MAP_FAILED);
    faults_begin(&place);
    for (size_t n = 1; !at_once; n++) {
        unlink(place.path);
        for (int run = 0; run < 2; run++) {
            const bool complete = faults_crash(&place, n, done);

            at_once = at_once || (complete && run == 0);
            cr_assert(!complete || *done == STATES);
            if (*done > 0)
                cr_assert_geq(faults_count_loaded(place.path), *done, "operation %zu", n);
        }
        OK(faults_run(&place, done));
        cr_assert_eq(*done, STATES);
        cr_assert_eq(faults_count_loaded(place.path), STATES, "operation %zu", n);
        *done = 0;
    }
    faults_end(&place);
    munmap(done, sizeof(*done));
}

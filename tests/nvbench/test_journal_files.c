/* SPDX-License-Identifier: MIT */
/*
 * Files that a journal may be created in, and journals that a run may resume.
 */
#include "support/describe.h"
#include "support/journaled.h"
#include "support/loading.h"
#include "support/support.h"
#include "support/written.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

static void files_expect(bres_status status, bres_status expected, const char *message)
{
    cr_assert(status == expected && strstr(bres_last_error(), message) != NULL,
              "%s expected, but: %s", message, bres_last_error());
}

Test(nvbench, journal_begins_only_where_nothing_is)
{
    const char *top = bres_test_directory();
    bres_result *tiny = bres_test_build_tiny(true);
    bres_result *rich = bres_test_build_rich(true);
    bres__journal *journal = NULL;
    char path[2200];
    char *before;
    char *after;

    snprintf(path, sizeof(path), "%s/r.json.partial", top);
    bres_test_write_journal(path, tiny);
    before = bres_test_tree(top);
    files_expect(bres__journal_create(path, rich, false, &journal), BRES_ERROR_CONFLICT,
                 "r.json.partial: the journal of another run is there already");
    cr_assert_null(journal);
    after = bres_test_tree(top);
    cr_assert_str_eq(after, before);
    free(after);
    OK(bres__journal_create(path, rich, true, &journal));
    bres_test_append_all(journal, rich);
    bres__journal_close(journal);
    OK(bres__journal_create(path, tiny, true, &journal));
    bres_test_append_all(journal, tiny);
    bres__journal_close(journal);
    after = bres_test_tree(top);
    cr_assert_str_eq(after, before);
    free(after);
    free(before);
    bres_result_unref(rich);
    bres_result_unref(tiny);
}

Test(nvbench, journal_in_places_that_will_not_do)
{
    const char *top = bres_test_directory();
    bres_result *result = bres_test_build_tiny(false);
    bres_result *loaded = bres_test_load_strict("{\"benchmarks\":[]}");
    bres__journal *journal = NULL;
    char path[2200];

    snprintf(path, sizeof(path), "%s/nowhere/r", top);
    files_expect(bres__journal_create(path, result, true, &journal), BRES_ERROR_NO_FILE, path);
    files_expect(bres__journal_resume(path, result, &journal), BRES_ERROR_NO_FILE, path);
    files_expect(bres__journal_create(top, result, true, &journal), BRES_ERROR_IO, top);
    files_expect(bres__journal_resume(top, result, &journal), BRES_ERROR_IO, top);
    snprintf(path, sizeof(path), "%s/pipe", top);
    cr_assert_eq(mkfifo(path, 0666), 0);
    files_expect(bres__journal_create(path, result, true, &journal), BRES_ERROR_IO,
                 "pipe: the journal is not a regular file");
    files_expect(bres__journal_resume(path, result, &journal), BRES_ERROR_IO, "not a regular file");
    files_expect(bres__journal_create("/dev/full", result, true, &journal), BRES_ERROR_IO,
                 "/dev/full: the journal is not a regular file");
    snprintf(path, sizeof(path), "%s/r.json", top);
    OK(bres_result_write(result, path, NULL));
    files_expect(bres__journal_resume(path, result, &journal), BRES_ERROR_SYNTAX,
                 "the file is not a journal");
    files_expect(bres__journal_resume(path, loaded, &journal), BRES_ERROR_STATE, "changed");
    cr_assert_null(journal);
    cr_assert_eq(access("/dev/full", F_OK), 0);
    bres_result_unref(loaded);
    bres_result_unref(result);
}

Test(nvbench, journal_belongs_to_one_run)
{
    bres_result *result = bres_test_build_tiny(true);
    bres_result *other = bres_test_build_tiny(false);
    bres__journal *journal = NULL;
    bres__journal *second = NULL;
    bres_result *loaded = NULL;
    char path[2200];
    char *found;
    char *expected;

    snprintf(path, sizeof(path), "%s/r.json.partial", bres_test_directory());
    OK(bres__journal_create(path, result, false, &journal));
    for (int turn = 0; turn < 2; turn++) {
        for (int replace = 0; replace < 2; replace++)
            files_expect(bres__journal_create(path, other, replace == 1, &second),
                         BRES_ERROR_CONFLICT,
                         "r.json.partial: the journal is in use by another run");
        files_expect(bres__journal_resume(path, other, &second), BRES_ERROR_CONFLICT,
                     "r.json.partial: the journal is in use by another run");
        if (turn == 0) {
            bres__journal_close(journal);
            OK(bres__journal_resume(path, other, &journal));
        }
    }
    bres_test_append_all(journal, result);
    /* Readers need no lock. */
    OK(bres_result_load(path, NULL, &loaded));
    bres__journal_close(journal);
    found = bres_test_written(loaded);
    expected = bres_test_written(result);
    cr_assert_str_eq(found, expected);
    free(found);
    free(expected);
    bres_result_unref(loaded);
    bres_result_unref(other);
    bres_result_unref(result);
}

/* A journal does not remove its path if the path has become another run's journal. */
Test(nvbench, journal_removes_only_its_own_file)
{
    bres_result *result = bres_test_build_tiny(true);
    bres__journal *first = NULL;
    bres__journal *second = NULL;
    char path[2200];

    snprintf(path, sizeof(path), "%s/r.json.partial", bres_test_directory());
    OK(bres__journal_create(path, result, false, &first));
    cr_assert_eq(unlink(path), 0);
    OK(bres__journal_create(path, result, false, &second));
    bres_test_append_all(second, result);
    bres_test_append_all(first, result);
    OK(bres__journal_remove(first));
    cr_expect_eq(access(path, F_OK), 0);
    cr_expect_eq(bres__journal_open(path, &first), BRES_ERROR_CONFLICT);
    OK(bres__journal_remove(second));
    cr_expect_neq(access(path, F_OK), 0);
    OK(bres__journal_create(path, result, false, &first));
    cr_assert_eq(unlink(path), 0);
    OK(bres__journal_remove(first));
    files_expect(bres__journal_open(path, &first), BRES_ERROR_NO_FILE, path);
    bres_result_unref(result);
}

/* A journal becomes visible to others only with its head written and its lock held. */
Test(nvbench, journal_is_found_when_it_is_published)
{
    const char *top = bres_test_directory();
    bres_result *result = bres_test_build_tiny(true);
    bres__journal *first = NULL;
    bres__journal *second = NULL;
    char path[2200];
    char *found;
    char *expected;

    snprintf(path, sizeof(path), "%s/r.json.partial", top);
    OK(bres__journal_make(path, result, &first));
    bres_test_append_all(first, result);
    found = bres_test_tree(top);
    cr_expect_str_eq(found, "");
    free(found);
    OK(bres__journal_make(path, result, &second));
    OK(bres__journal_publish(first));
    found = bres_test_tree(top);
    files_expect(bres__journal_publish(second), BRES_ERROR_CONFLICT,
                 "r.json.partial: the journal is in use by another run");
    bres__journal_close(first);
    files_expect(bres__journal_publish(second), BRES_ERROR_CONFLICT,
                 "r.json.partial: the journal of another run is there already");
    bres__journal_close(second);
    expected = bres_test_tree(top);
    cr_expect_str_eq(found, expected);
    free(expected);
    free(found);
    bres_result_unref(result);
}

static size_t files_count_states(const char *path)
{
    bres_result *loaded = NULL;
    size_t count;

    OK(bres_result_load(path, NULL, &loaded));
    count = bres_test_state_count(loaded);
    bres_result_unref(loaded);
    return count;
}

/* The next record replaces a provisional record, which stays if the process ends earlier. */
Test(nvbench, journal_with_a_provisional_record)
{
    bres_result *result = bres_test_build_tiny(true);
    bres_result *none = bres_test_build_tiny(false);
    const bres_state *first = bres_test_journal_state(result, 0);
    const bres_state *second = bres_test_journal_state(result, 1);
    bres__journal *journal = NULL;
    char path[2200];

    snprintf(path, sizeof(path), "%s/r.json.partial", bres_test_directory());
    OK(bres__journal_create(path, result, false, &journal));
    OK(bres__journal_drop_provisional(journal));
    for (size_t i = 0; i < 2; i++) {
        OK(bres__journal_append_provisional(journal, i == 0 ? first : second));
        OK(bres__journal_append_provisional(journal, i == 0 ? second : first));
        cr_expect_eq(files_count_states(path), i + 1);
        OK(bres__journal_append(journal, i == 0 ? first : second));
        cr_expect_eq(files_count_states(path), i + 1);
    }
    OK(bres__journal_append_provisional(journal, first));
    OK(bres__journal_drop_provisional(journal));
    cr_expect_eq(files_count_states(path), 2);
    OK(bres__journal_append_provisional(journal, first));
    bres__journal_close(journal);
    OK(bres__journal_resume(path, none, &journal));
    cr_expect_eq(bres_test_state_count(none), 3);
    OK(bres__journal_append(journal, second));
    bres__journal_close(journal);
    cr_expect_eq(files_count_states(path), 4);
    bres_result_unref(none);
    bres_result_unref(result);
}

/* A forked child that closes its copy does not release the parent's lock. */
Test(nvbench, journal_stays_with_the_parent)
{
    bres_result *result = bres_test_build_tiny(false);
    bres__journal *journal = NULL;
    bres__journal *second = NULL;
    char path[2200];
    pid_t child;

    snprintf(path, sizeof(path), "%s/r.json.partial", bres_test_directory());
    OK(bres__journal_create(path, result, false, &journal));
    child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        bres__journal_close(journal);
        bres_result_unref(result);
        _exit(0);
    }
    cr_assert_eq(waitpid(child, NULL, 0), child);
    cr_assert_eq(bres__journal_resume(path, result, &second), BRES_ERROR_CONFLICT);
    bres__journal_close(journal);
    OK(bres__journal_resume(path, result, &second));
    bres__journal_close(second);
    bres_result_unref(result);
}

/* A state of a benchmark that the head lacks, or malformed record bytes, do not change the journal.
 */
Test(nvbench, journal_takes_only_its_own_records)
{
    bres_result *tiny = bres_test_build_tiny(true);
    bres_result *rich = bres_test_build_rich(true);
    const bres_state *foreign = bres_subbench_state_at(bres_result_subbench_at(rich, 2), 0);
    const char *top = bres_test_directory();
    bres__journal *journal = NULL;
    bres__text record = { 0 };
    char path[2200];
    char *before;
    char *after;

    snprintf(path, sizeof(path), "%s/r.json.partial", top);
    OK(bres__journal_create(path, tiny, false, &journal));
    before = bres_test_tree(top);
    files_expect(bres__journal_append(journal, foreign), BRES_ERROR_ARGUMENT,
                 "r.json.partial: the journal has 2 benchmarks, the state is of another");
    OK(bres__journal_encode(foreign, &record));
    files_expect(bres__journal_append_record(journal, record.data, record.length - 1),
                 BRES_ERROR_SYNTAX, "not a complete record");
    record.data[record.length - 1] ^= 1;
    files_expect(bres__journal_append_record(journal, record.data, record.length),
                 BRES_ERROR_SYNTAX, "not a complete record");
    OK(bres__journal_encode_head(tiny, &record));
    files_expect(bres__journal_append_record(journal, record.data + strlen(BRES__JOURNAL_SIGNATURE),
                                             record.length - strlen(BRES__JOURNAL_SIGNATURE)),
                 BRES_ERROR_ARGUMENT, "the state is of another");
    after = bres_test_tree(top);
    cr_assert_str_eq(after, before);
    bres_test_append_all(journal, tiny);
    bres__journal_close(journal);
    bres__text_free(&record);
    free(before);
    free(after);
    bres_result_unref(rich);
    bres_result_unref(tiny);
}

#define CRITERIA                                                                                   \
    "'criteria':[{'criterion':'stdrel','parameters':{'max-noise':0.005,'min-time':0.5}},"          \
    "{'criterion':'entropy','parameters':{}}]"
#define DECLARED                                                                                   \
    "{'x':1,'meta':{'argv':['one'],'benchresult':{'repeat':1," CRITERIA                            \
    "}},'devices':[{'id':0,'name':'G'}],'benchmarks':[{'name':'copy','index':0,"                   \
    "'min_samples':10,'timeout':1.5,'devices':[0],'axes':[{'name':'N','type':'int64','flags':'',"  \
    "'values':[{'input_string':'1','description':'','value':1},{'input_string':'2','description':" \
    "'','value':2}]},{'name':'M','type':'string','flags':'','values':[]}],'states':[]},"           \
    "{'name':'sort','states':[]}]}"

/* The text with one part replaced; free() it. */
static char *files_replace(const char *text, const char *part, const char *by)
{
    const char *at = strstr(text, part);
    char *made;

    cr_assert_not_null(at, "%s", part);
    made = malloc(strlen(text) + strlen(by) + 1);
    sprintf(made, "%.*s%s%s", (int)(at - text), text, by, at + strlen(part));
    return made;
}

static bres_result *files_load(const char *text)
{
    bres_load_options options = bres_test_options(0, NULL);
    bres_result *result = NULL;

    OK(bres_test_load_text(text, &options, &result));
    return result;
}

Test(nvbench, journal_of_another_run)
{
    static const struct {
        const char *part;
        const char *now;
        const char *message; /* NULL: the same run */
    } rows[] = {
        { "'one'", "'other'", NULL },
        { "'repeat':1", "'repeat':2", NULL },
        { "'benchresult':", "'other':", NULL },
        { "'criteria':", "'other':", NULL },
        { "'benchresult':{'repeat':1," CRITERIA "}", "'benchresult':5", NULL },
        { CRITERIA, "'criteria':{}", NULL },
        { CRITERIA, "'criteria':[]", NULL },
        { CRITERIA, "'criteria':[5]", NULL },
        { "'parameters':{}", "'parameters':[]", NULL },
        { "'max-noise':0.005,'min-time':0.5", "'min-time':0.5,'max-noise':0.005", NULL },
        { "'stdrel'", "'cv'",
          "the file is of another run: benchmark 'copy': the stopping criterion was \"stdrel\", "
          "it "
          "is \"cv\" now" },
        { "'max-noise':0.005", "'max-noise':0.006",
          "benchmark 'copy': the stopping criterion's parameter 'max-noise' differs" },
        { ",'min-time':0.5", "",
          "benchmark 'copy': the stopping criterion's parameter 'min-time' differs" },
        { "'parameters':{}", "'parameters':{'min-r2':1}",
          "benchmark 'sort': the stopping criterion's parameter 'min-r2' differs" },
        { "'min_samples':10,'timeout':1.5", "'timeout':1.5,'min_samples':10", NULL },
        { "'index':0,", "", NULL },
        { "'x':1", "'x':2", "the file is of another run: the key 'x' differs" },
        { "'x':1,", "", "the key 'x' differs" },
        { "'x':1", "'x':1,'y':0", "the key 'y' differs" },
        { "'name':'G'", "'name':'H'", "device 0 differs" },
        { "{'id':0,'name':'G'}", "", "it has a device 0 more" },
        { "'name':'G'}", "'name':'G'},{'id':1,'name':'H'}", "device 1 differs" },
        { "'name':'copy'", "'name':'Copy'", "it has the benchmark 'copy' in the place of 'Copy'" },
        { ",{'name':'sort','states':[]}", "", "it has a benchmark 'sort' more" },
        { "'sort','states':[]}", "'sort','states':[]},{'name':'copy','states':[]}",
          "it has no benchmark 'copy'" },
        { "'devices':[0]", "'devices':[1]", "benchmark 'copy': it runs on other devices" },
        { "'devices':[0],", "", "benchmark 'copy': it runs on other devices" },
        { "'min_samples':10", "'min_samples':11",
          "benchmark 'copy': the setting 'min_samples' differs" },
        { "'timeout':1.5,", "", "benchmark 'copy': the setting 'timeout' differs" },
        { "'timeout':1.5,", "'timeout':1.5,'skip_time':-1.0,",
          "benchmark 'copy': the setting 'skip_time' differs" },
        { "'name':'N'", "'name':'n'",
          "benchmark 'copy': the journal has the axis 'N' in the place of 'n'" },
        { "'type':'int64'", "'type':'float64'", "benchmark 'copy': axis 'N' has another type" },
        { "'flags':''", "'flags':'pow2'", "benchmark 'copy': axis 'N' has another type" },
        { "'value':2", "'value':3", "benchmark 'copy': axis 'N' has other values" },
        { "'value':2", "'value':2.0", "benchmark 'copy': axis 'N' has other values" },
        { "'value':2", "'value':'2'", "benchmark 'copy': axis 'N' has other values" },
        { "'input_string':'1'", "'input_string':'0'", "axis 'N' has other values" },
        { "'description':'',", "", "axis 'N' has other values" },
        { "'value':2", "'value':2,'is_active':true", "axis 'N' has other values" },
        { "'value':2", "'value':2,'z':true", "axis 'N' has other values" },
        { ",{'input_string':'2','description':'','value':2}", "", "axis 'N' has other values" },
        { "'values':[]", "'values':[],'z':1", "axis 'M' has other keys" },
        { ",{'name':'M','type':'string','flags':'','values':[]}", "",
          "benchmark 'copy': the journal has an axis 'M' more" },
        { "'values':[]}", "'values':[]},{'name':'L','values':[]}",
          "benchmark 'copy': the journal has no axis 'L'" },
    };
    bres_result *declared = files_load(DECLARED);
    const char *top = bres_test_directory();
    char path[2200];
    char *before;

    snprintf(path, sizeof(path), "%s/r.json.partial", top);
    bres_test_write_journal(path, declared);
    before = bres_test_tree(top);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char *text = files_replace(DECLARED, rows[i].part, rows[i].now);
        bres_result *now = files_load(text);
        bres__journal *journal = NULL;
        bres_status status;
        char *after;

        /* Only this flag distinguishes the result from one under construction. */
        now->frozen = false;
        status = bres__journal_resume(path, now, &journal);
        if (rows[i].message == NULL)
            OK(status);
        else
            files_expect(status, BRES_ERROR_CONFLICT, rows[i].message);
        cr_assert_eq(journal != NULL, status == BRES_OK);
        bres__journal_close(journal);
        after = bres_test_tree(top);
        cr_assert_str_eq(after, before);
        free(after);
        bres_result_unref(now);
        free(text);
    }
    free(before);
    bres_result_unref(declared);
}

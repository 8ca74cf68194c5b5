/* SPDX-License-Identifier: MIT */
#include "judge/compile/failure.h"
#include "base/base.h"
#include "judge/compile/limits.h"
#include "judge/compile/object.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <sys/wait.h>

#define GIB          (UINT64_C(1) << 30)
#define MESSAGES_MAX (UINT64_C(64) << 20)

const bres__compile_limits bres__compile_usual_limits = {
    .memory = 4 * GIB,
    .file = GIB,
    .disk = 2 * GIB,
    .processes = 256,
};

static bres_status fail_by_limit(bres_judgement *judgement, uint64_t limit, const char *unit)
{
    return bres__judgement_fail(judgement, BRES_JUDGE_COMPILE_ERROR,
                                "the compiler exceeded its limit of %" PRIu64 " %s", limit, unit);
}

/* Whether a line quotes the source or names a position in it: its text may then come from the
 * solution. */
static bool line_is_about_source(const char *line, size_t length)
{
    if (length == 0 || line[0] == ' ')
        return true;
    for (size_t i = 0; i + 1 < length; i++) {
        size_t digits = 0;

        while (line[i] == ':' && i + 1 + digits < length &&
               isdigit((unsigned char)line[i + 1 + digits]))
            digits++;
        if (digits > 0 && i + 1 + digits < length && line[i + 1 + digits] == ':')
            return true;
    }
    return false;
}

/* Whether a line of the messages that is not about the source contains a text. */
static bool has_own_line(const char *messages, const char *text)
{
    while (*messages != '\0') {
        const size_t length = strcspn(messages, "\n");

        if (memmem(messages, length, text, strlen(text)) != NULL &&
            !line_is_about_source(messages, length))
            return true;
        messages += length;
        messages += *messages == '\n';
    }
    return false;
}

/* Whether the messages report a limit that the kernel enforces. */
static bool limit_is_named(const char *messages, uint64_t *limit, const char **unit)
{
    static const struct {
        const char *text;
        const uint64_t *limit; /* bytes */
        const char *unit;
    } refusals[] = {
        { "out of memory", &bres__compile_usual_limits.memory, "GiB of memory" },
        { "memory exhausted", &bres__compile_usual_limits.memory, "GiB of memory" },
        { "Cannot allocate memory", &bres__compile_usual_limits.memory, "GiB of memory" },
        { "File size limit exceeded", &bres__compile_usual_limits.file, "GiB for a file" },
        { "File too large", &bres__compile_usual_limits.file, "GiB for a file" },
    };

    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        if (has_own_line(messages, refusals[i].text)) {
            *limit = *refusals[i].limit / GIB;
            *unit = refusals[i].unit;
            return true;
        }
    }
    return false;
}

/* Fails with the first line that reports an error, or with the exceeded limit. */
static bres_status fail_with_text(bres_judgement *judgement, const char *messages)
{
    const char *line = strstr(messages, "error: ");
    const char *unit;
    uint64_t limit;

    if (line == NULL)
        line = strstr(messages, "error");

    if (limit_is_named(messages, &limit, &unit))
        return fail_by_limit(judgement, limit, unit);
    while (line != NULL && line > messages && line[-1] != '\n')
        line--;
    return bres__judgement_fail(
        judgement, BRES_JUDGE_COMPILE_ERROR, "compilation failed%s%.*s", line != NULL ? ": " : "",
        line != NULL ? (int)strcspn(line, "\n") : 0, line != NULL ? line : "");
}

static bres_status fail_with_messages(bres_judgement *judgement, const char *path)
{
    bres__buffer messages = { .data = NULL };
    bres_status status = bres__compiled_read(path, MESSAGES_MAX, &messages);

    if (status == BRES_ERROR_LIMIT)
        return fail_by_limit(judgement, MESSAGES_MAX >> 20, "MiB of messages");
    if (status != BRES_OK)
        return status;
    status = fail_with_text(judgement, messages.data);
    bres__judgement_add_output(judgement, "compiler", messages.data);
    bres__free(messages.data);
    return status;
}

bres_status bres__compile_fail(bres_judgement *judgement, const char *messages, int wait_status)
{
    const int ended = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 0;

    if (ended == BRES__COMPILE_EXIT_DISK)
        return fail_by_limit(judgement, bres__compile_usual_limits.disk / GIB,
                             "GiB in its temporary directory");
    if (ended == BRES__COMPILE_EXIT_PROCESSES)
        return fail_by_limit(judgement, bres__compile_usual_limits.processes, "processes");
    return fail_with_messages(judgement, messages);
}

/* SPDX-License-Identifier: MIT */
#include "base/git/git.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Size of the argument vector: the arguments for every command, those of a call, and the NULL. */
#define ARGUMENTS_MAX 24u

/* The arguments before every command. */
static const char *const always[] = {
    "git",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "log.showSignature=false",
};

#define ALWAYS (sizeof(always) / sizeof(always[0]))

static bool git_fail(bres__git *git, const char *what, int error)
{
    snprintf(git->message, sizeof(git->message), "cannot %s: %s", what, strerror(error));
    return false;
}

/* Whether the variable selects an index or work tree other than the one to work on. Git sets such
 * variables for its hooks. */
static bool is_of_hook(const char *variable)
{
    return strncmp(variable, "GIT_INDEX_FILE=", 15) == 0 ||
           strncmp(variable, "GIT_WORK_TREE=", 14) == 0;
}

/* The caller's environment without hook variables, and with git's prompts disabled. */
static char **environment_make(void)
{
    static char no_prompt[] = "GIT_TERMINAL_PROMPT=0";
    size_t count = 0;
    size_t kept = 1;
    char **made;

    while (environ[count] != NULL)
        count++;
    made = bres__calloc(count + 2, sizeof(*made));
    if (made == NULL)
        return NULL;
    made[0] = no_prompt;
    for (size_t i = 0; i < count; i++) {
        if (!is_of_hook(environ[i]))
            made[kept++] = environ[i];
    }
    return made;
}

/* Sends git's standard output and standard error to `fd`. */
static int git_start(const bres__git *git, const char *const *arguments, int fd, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    char **environment = environment_make();
    int error = environment != NULL ? 0 : ENOMEM;

    /* posix_spawn() reports this error, too, but not under valgrind. */
    if (error == 0 && git->directory != NULL && access(git->directory, X_OK) != 0)
        error = errno;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    if (error == 0 && git->directory != NULL)
        error = posix_spawn_file_actions_addchdir_np(&actions, git->directory);
    if (error == 0)
        error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    /* Duplicating a descriptor to its own number clears close-on-exec. */
    if (error == 0 && git->lock > 0)
        error = posix_spawn_file_actions_adddup2(&actions, git->lock, git->lock);
    for (int stream = STDOUT_FILENO; error == 0 && stream <= STDERR_FILENO; stream++)
        error = posix_spawn_file_actions_adddup2(&actions, fd, stream);
    /* posix_spawnp() does not modify the arguments; its prototype only lacks const. */
    if (error == 0)
        error =
            posix_spawnp(pid, "git", &actions, &attributes, (char *const *)arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    bres__free(environment);
    return error;
}

static void output_read(int fd, bres__text *output)
{
    char data[4096];
    ssize_t size;

    do {
        size = read(fd, data, sizeof(data));
        if (size > 0)
            bres__text_append(output, data, (size_t)size);
    } while (size > 0 || (size < 0 && errno == EINTR));
}

static void line_trim(bres__text *text)
{
    while (text->length > 0 && text->data[text->length - 1] == '\n')
        text->data[--text->length] = '\0';
}

/* Stores the last line of the output of a failed git as the message. */
static bool git_refused(bres__git *git, bres__text *output)
{
    const char *line;

    line_trim(output);
    line = output->length > 0 ? strrchr(output->data, '\n') : NULL;
    snprintf(git->message, sizeof(git->message), "git: %s",
             line != NULL         ? line + 1
             : output->length > 0 ? output->data
                                  : "failed without a message");
    return false;
}

static bool git_wait(bres__git *git, pid_t pid, bres__text *output)
{
    int status = 0;

    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (output->failed)
        return git_fail(git, "keep what git has printed", ENOMEM);
    return (WIFEXITED(status) && WEXITSTATUS(status) == 0) || git_refused(git, output);
}

/* Runs git and waits for it; `call` ends with NULL. Appends git's output to `output`. */
static bool git_run(bres__git *git, const char *const *call, bres__text *output)
{
    const char *arguments[ARGUMENTS_MAX];
    size_t count = 0;
    int ends[2];
    pid_t pid;
    int error;

    for (; count < ALWAYS; count++)
        arguments[count] = always[count];
    for (size_t i = 0; call[i] != NULL && count + 1 < ARGUMENTS_MAX; i++)
        arguments[count++] = call[i];
    arguments[count] = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return git_fail(git, "make a pipe", errno);
    error = git_start(git, arguments, ends[1], &pid);
    close(ends[1]);
    if (error == 0)
        output_read(ends[0], output);
    close(ends[0]);
    return error == 0 ? git_wait(git, pid, output) : git_fail(git, "start git", error);
}

static bool git_run_line(bres__git *git, const char *const *call, bres__text *line)
{
    const bool done = git_run(git, call, line);

    line_trim(line);
    return done;
}

/* Runs git and discards its output. */
static bool git_do(bres__git *git, const char *const *call)
{
    bres__text output = { 0 };
    const bool done = git_run(git, call, &output);

    bres__text_free(&output);
    return done;
}

bool bres__git_commit(bres__git *git, const char *revision, bres__text *hash)
{
    bres__text commit = { 0 };
    bool done;

    bres__text_printf(&commit, "%s^{commit}", revision);
    done = commit.failed
               ? git_fail(git, "look a revision up", ENOMEM)
               : git_run_line(git,
                              (const char *const[]){ "rev-parse", "--verify", "--quiet",
                                                     "--end-of-options", commit.data, NULL },
                              hash);
    bres__text_free(&commit);
    if (!done && hash->length == 0)
        snprintf(git->message, sizeof(git->message), "git does not know the revision '%s'",
                 revision);
    return done;
}

bool bres__git_top(bres__git *git, bres__text *path)
{
    return git_run_line(git, (const char *const[]){ "rev-parse", "--show-toplevel", NULL }, path);
}

bool bres__git_add_tree(bres__git *git, const char *path, const char *hash)
{
    return git_do(git, (const char *const[]){ "worktree", "add", "--quiet", "--detach",
                                              "--end-of-options", path, hash, NULL });
}

bool bres__git_remove_tree(bres__git *git, const char *path)
{
    /* The second --force is for a locked tree: git locks a tree while it creates it. */
    (void)git_do(git, (const char *const[]){ "worktree", "remove", "--force", "--force",
                                             "--end-of-options", path, NULL });
    return git_do(git, (const char *const[]){ "worktree", "prune", NULL });
}

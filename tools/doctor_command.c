/* SPDX-License-Identifier: MIT */
/*
 * benchresult doctor -- COMMAND: prepares a steadier setting, without administrator rights. The
 * process then becomes the command, so that the command receives signals directly and its exit
 * status is that of the process.
 */
#include "doctor.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define SETTING_VARIABLE "BENCHRESULT_SETTING"
#define PADDING_VARIABLE "BENCHRESULT_PADDING"

/* The environment is padded to a multiple of this size in bytes. */
#define ENVIRONMENT_STEP      ((size_t)16 * 1024)
#define PRIORITY              (-10)
/* How long to observe the load of the CPUs: 20 ticks at the kernel's usual rate. */
#define OBSERVATION_NS        200000000L
#define CPUS_MAX              8192
/* Makes personality() return the current persona without changing it. */
#define PERSONALITY_UNCHANGED 0xFFFFFFFF

/* The completed steps, as text for the passport of the command's results. */
struct preparation {
    const struct doctor *doctor;
    bres__text made;
};

static void preparation_put(struct preparation *preparation, const char *text)
{
    if (preparation->made.length > 0)
        bres__text_putc(&preparation->made, ' ');
    bres__text_puts(&preparation->made, text);
}

static void say_refused(const struct preparation *preparation, const char *what)
{
    if (!preparation->doctor->progress.quiet)
        tool_say("note: cannot %s: %s", what, strerror(errno));
}

/* Appends a list of CPUs, such as "0-3,8". */
static void put_cpus(bres__text *text, const int32_t *cpus, size_t count)
{
    for (size_t first = 0, last; first < count; first = last + 1) {
        last = first;
        while (last + 1 < count && cpus[last + 1] == cpus[last] + 1)
            last++;
        bres__text_printf(text, "%s%d", first > 0 ? "," : "", (int)cpus[first]);
        if (last > first)
            bres__text_printf(text, "-%d", (int)cpus[last]);
    }
}

/* Finds the CPUs that are quiet at present. */
static int quiet_cpus_find(int32_t *cpus, size_t *count)
{
    const struct timespec observation = { .tv_nsec = OBSERVATION_NS };
    bres_machine *machine;
    bres_status status = bres_machine_read(NULL, &machine);

    *count = 0;
    if (status == BRES_OK) {
        nanosleep(&observation, NULL);
        status = bres_machine_update(machine);
    }
    if (status == BRES_OK)
        status = bres_machine_quiet_cpus(machine, cpus, CPUS_MAX, count);
    bres_machine_free(machine);
    if (*count > CPUS_MAX)
        *count = CPUS_MAX;
    return status == BRES_OK ? TOOL_DONE : tool_library_error();
}

static bool affinity_set(const int32_t *cpus, size_t count)
{
    const size_t size = CPU_ALLOC_SIZE(CPUS_MAX);
    cpu_set_t *set = CPU_ALLOC(CPUS_MAX);
    bool done;

    if (set == NULL)
        return false;
    CPU_ZERO_S(size, set);
    for (size_t i = 0; i < count; i++) {
        if (cpus[i] < CPUS_MAX)
            CPU_SET_S((size_t)cpus[i], size, set);
    }
    done = sched_setaffinity(0, size, set) == 0;
    CPU_FREE(set);
    return done;
}

static int cpus_pin(struct preparation *preparation)
{
    static int32_t cpus[CPUS_MAX];
    size_t count;
    const int status = quiet_cpus_find(cpus, &count);

    if (status != TOOL_DONE)
        return status;
    if (count == 0) {
        if (!preparation->doctor->progress.quiet)
            tool_say("note: the command is not pinned: the CPUs are not visible");
        preparation_put(preparation, "cpus=all");
    } else if (!affinity_set(cpus, count)) {
        say_refused(preparation, "choose CPUs");
        preparation_put(preparation, "cpus=all");
    } else {
        preparation_put(preparation, "cpus=");
        put_cpus(&preparation->made, cpus, count);
    }
    return TOOL_DONE;
}

/* Raises the priority, unless it is already higher. */
static void priority_raise(struct preparation *preparation)
{
    char text[32];
    int priority;

    errno = 0;
    priority = getpriority(PRIO_PROCESS, 0);
    if (errno == 0 && priority > PRIORITY) {
        if (setpriority(PRIO_PROCESS, 0, PRIORITY) == 0)
            priority = PRIORITY;
        else
            say_refused(preparation, "raise the priority");
    }
    snprintf(text, sizeof text, "priority=%d", priority);
    preparation_put(preparation, text);
}

static void randomization_end(struct preparation *preparation)
{
    const int persona = personality(PERSONALITY_UNCHANGED);

    if (persona != -1 && personality((unsigned long)persona | ADDR_NO_RANDOMIZE) != -1) {
        preparation_put(preparation, "aslr=off");
        if (!preparation->doctor->progress.quiet)
            tool_say(
                "note: without address space randomization, all runs have the same memory layout");
    } else {
        say_refused(preparation, "switch address space randomization off");
        preparation_put(preparation, "aslr=unchanged");
    }
}

/* The program that executed this process may already have switched randomization off. */
static void randomization_note(struct preparation *preparation)
{
    const int persona = personality(PERSONALITY_UNCHANGED);

    if (persona != -1 && ((unsigned long)persona & ADDR_NO_RANDOMIZE) != 0)
        preparation_put(preparation, "aslr=off");
}

/* The number of bytes that the environment takes on the stack of a program. */
static size_t environment_size(void)
{
    size_t size = 0;

    for (char **entry = environ; *entry != NULL; entry++)
        size += strlen(*entry) + 1 + sizeof *entry;
    return size;
}

/* Pads the environment to `total` bytes. The caller must not change another variable afterwards. */
static bool environment_fill(size_t total)
{
    const size_t empty = sizeof(PADDING_VARIABLE "=") + sizeof(char *);
    const size_t length = total - environment_size() - empty;
    char *padding = malloc(length + 1);
    bool done;

    if (padding == NULL)
        return false;
    memset(padding, '.', length);
    padding[length] = '\0';
    done = setenv(PADDING_VARIABLE, padding, 1) == 0;
    free(padding);
    return done;
}

/* Computes the target size of the environment in bytes. The size leaves room for both variables,
 * and for the description of the setting, which contains this size. */
static size_t environment_target(const struct preparation *preparation)
{
    const size_t need = environment_size() + preparation->made.length + 512;

    return (need + ENVIRONMENT_STEP - 1) / ENVIRONMENT_STEP * ENVIRONMENT_STEP;
}

/* Stores the description of the setting in the environment, and pads the environment last. */
static bool environment_prepare(struct preparation *preparation)
{
    const bool fills = preparation->doctor->setting.environment;
    size_t total = 0;
    char text[48];

    unsetenv(SETTING_VARIABLE);
    unsetenv(PADDING_VARIABLE);
    if (fills) {
        total = environment_target(preparation);
        snprintf(text, sizeof text, "environment=%zu", total);
        preparation_put(preparation, text);
    }
    if (preparation->made.failed)
        return false;
    if (preparation->made.length > 0 && setenv(SETTING_VARIABLE, preparation->made.data, 1) != 0)
        return false;
    return !fills || environment_fill(total);
}

int doctor_become(const struct doctor *doctor)
{
    struct preparation preparation = { .doctor = doctor };
    int status = TOOL_DONE;

    if (doctor->setting.pin)
        status = cpus_pin(&preparation);
    if (doctor->setting.priority)
        priority_raise(&preparation);
    if (doctor->setting.randomization)
        randomization_note(&preparation);
    else
        randomization_end(&preparation);
    if (status == TOOL_DONE && !environment_prepare(&preparation))
        status = tool_error("out of memory");
    if (status == TOOL_DONE && !doctor->progress.quiet && preparation.made.length > 0)
        tool_say("note: the setting is %s", preparation.made.data);
    bres__text_free(&preparation.made);
    if (status != TOOL_DONE)
        return status;
    tool_signals_restore();
    execvp(doctor->command[0], doctor->command);
    return tool_error("cannot start '%s': %s", doctor->command[0], strerror(errno));
}

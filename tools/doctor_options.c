/* SPDX-License-Identifier: MIT */
/*
 * The command line of benchresult doctor.
 */
#include "doctor.h"

#define MAX_TIME 60
#define NO_GPU   (-1)

#define AT(member) .target = offsetof(struct doctor, member)

static const bres__option options[] = {
    { .heading = "Machine",
      .name = "gpu",
      .operand = "N",
      .help = "also examine this GPU",
      .kind = BRES__OPTION_INT64,
      .max = INT32_MAX,
      AT(gpu) },
    { .name = "max-time",
      .operand = "DURATION",
      .help = "end the measurement after this time; 0: read facts, measure nothing",
      .initial = "60s",
      .kind = BRES__OPTION_DURATION,
      AT(max_time) },
    { .name = "require",
      .operand = "PERCENT",
      .help = "exit with status 1 if the machine cannot show a change of PERCENT",
      .kind = BRES__OPTION_PERCENT,
      AT(change) },
    { .name = "save",
      .help = "record the run variation for later runs on this machine",
      .kind = BRES__OPTION_FLAG,
      AT(saves) },
    TOOL_OPTION_FORMAT(TOOL_REPORT_FORMATS(BRES_REPORT_DOCTOR), .heading = "Output", AT(format)),
    TOOL_OPTION_OUTPUT("write the report to this file instead of the standard output", AT(output)),
    { .name = "quiet",
      .letter = 'q',
      .help = "print no progress line and no notes",
      .kind = BRES__OPTION_FLAG,
      AT(progress.quiet) },
    TOOL_OPTION_VERBOSE(AT(progress.verbose)),
    { .heading = "Setting for a COMMAND",
      .name = "no-pin",
      .help = "let the command run on all allowed CPUs",
      .kind = BRES__OPTION_NO_FLAG,
      AT(setting.pin) },
    { .name = "no-environment",
      .help = "do not pad the environment to a fixed size",
      .kind = BRES__OPTION_NO_FLAG,
      AT(setting.environment) },
    { .name = "no-priority",
      .help = "do not raise the priority",
      .kind = BRES__OPTION_NO_FLAG,
      AT(setting.priority) },
    { .name = "no-aslr",
      .help = "switch address space randomization off: all runs have the same memory layout",
      .kind = BRES__OPTION_NO_FLAG,
      AT(setting.randomization) },
    TOOL_OPTION_HELP,
    { .name = NULL },
};

/* The command begins after "--"; all words after it belong to the command. Without "--", a word is
 * an error, because it may be a typing error. */
static bres_status take_command(bres__command *command, const char *text, void *target)
{
    struct doctor *doctor = target;

    if (!command->only_operands)
        return bres__command_refuse(command, BRES_ERROR_VALUE,
                                    "unexpected '%s' (expected '--' before a COMMAND)", text);
    doctor->command = (char **)(command->next - 1);
    command->next = command->end;
    command->only_operands = false;
    return BRES_OK;
}

const struct tool_program doctor_program = {
    .name = "doctor",
    .forms = (const char *const[]){ "[OPTION]...", "[OPTION]... -- COMMAND [ARGUMENT]...", NULL },
    .about = "Report what disturbs measurements on this machine, and how small a difference in run "
             "time it can show now. With a COMMAND, run the command in a steadier setting: on "
             "quiet CPUs, with an environment of fixed size, and with a higher priority. The "
             "doctor changes no setting of the machine.",
    .options = options,
    .notes = "Exit status: 0 done; 1 the machine is not fit for --require; 2 wrong usage, or a\n"
             "failed operation; 130 or 143 after a signal. With a COMMAND, the exit\n"
             "status of the command.\n",
    .operand = take_command,
    .needs_operand = true,
};

void doctor_arguments_init(struct doctor *doctor)
{
    *doctor = (struct doctor){
        .gpu = NO_GPU,
        .max_time = MAX_TIME,
        .setting = { .pin = true, .environment = true, .priority = true, .randomization = true },
    };
}

static bool examines(const struct doctor *doctor)
{
    return doctor->gpu != NO_GPU || doctor->change > 0 || doctor->saves || doctor->output != NULL ||
           doctor->format != BRES_FORMAT_MARKDOWN || doctor->max_time < MAX_TIME ||
           doctor->max_time > MAX_TIME;
}

static bool prepares(const struct doctor *doctor)
{
    const struct doctor_setting *setting = &doctor->setting;

    return setting->pin && setting->environment && setting->priority && setting->randomization;
}

int doctor_arguments_check(const struct doctor *doctor)
{
    if (doctor->command != NULL && examines(doctor))
        return tool_usage_error(doctor_program.name,
                                "options of the report cannot be combined with a COMMAND (expected "
                                "only --no-... and --quiet)");
    if (doctor->command == NULL && !prepares(doctor))
        return tool_usage_error(doctor_program.name, "--no-... options need a COMMAND");
    if (doctor->max_time > 0 || (doctor->change == 0 && !doctor->saves))
        return TOOL_DONE;
    return tool_usage_error(doctor_program.name,
                            "--require and --save need a measurement (expected a --max-time above "
                            "0)");
}

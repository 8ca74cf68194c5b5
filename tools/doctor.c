/* SPDX-License-Identifier: MIT */
/*
 * benchresult doctor: reports what disturbs measurements on this machine, and the smallest
 * difference that the machine can show.
 */
#include "doctor.h"

/* With a critical finding, a machine is not fit for changes up to this fraction. */
#define CRITICAL_CHANGE 0.01

/* The results of the doctor. */
struct examination {
    const struct doctor *doctor;
    bres_machine *machine;
    bres_probe *probe;
    bres_diagnosis diagnosis;
    bres_diagnosed_work works[BRES_PROBE_WORKS];
    char failure[512]; /* why nothing was measured; "": no failure */
};

static void on_progress(void *user, double fraction)
{
    struct doctor *doctor = user;

    progress_show(&doctor->progress, "%3.0f %% of at most %.0f s", 100 * fraction,
                  doctor->max_time);
}

static bool has_critical_finding(const bres_machine *machine)
{
    const bres_finding *finding = bres_machine_finding_at(machine, 0);

    return finding != NULL && finding->severity == BRES_SEVERITY_CRITICAL;
}

static bool is_fit(const struct examination *examined, double change)
{
    return bres_probe_is_fit(examined->probe, change) &&
           (change > CRITICAL_CHANGE || !has_critical_finding(examined->machine));
}

static int machine_read(struct examination *examined)
{
    const int64_t gpu = examined->doctor->gpu;
    bres_status status = bres_machine_read(NULL, &examined->machine);

    if (status == BRES_OK && gpu >= 0)
        status = bres_machine_read_gpu(examined->machine, (int)gpu);
    return status == BRES_OK ? TOOL_DONE : tool_library_error();
}

static int machine_probe(struct doctor *doctor, struct examination *examined)
{
    bres_probe_options options;
    bres_status status;

    if (doctor->max_time == 0)
        return TOOL_DONE;
    bres_probe_options_init(&options);
    options.max_time = doctor->max_time;
    options.is_interrupted = tool_signals_interrupted;
    options.progress = on_progress;
    options.progress_user = doctor;
    tool_signals_catch(TOOL_SIGNALS_ONCE);
    status = bres_probe_run(&options, &examined->probe);
    tool_signals_release();
    progress_clear(&doctor->progress);
    if (status == BRES_ERROR_INTERRUPTED)
        return 128 + tool_signals_caught();
    if (status != BRES_OK)
        snprintf(examined->failure, sizeof examined->failure, "%s", bres_last_error());
    return bres_machine_update(examined->machine) == BRES_OK ? TOOL_DONE : tool_library_error();
}

static void diagnose(struct examination *examined)
{
    const struct doctor *doctor = examined->doctor;
    bres_diagnosis *diagnosis = &examined->diagnosis;

    bres_diagnosis_init(diagnosis);
    diagnosis->format = doctor->format;
    diagnosis->machine = examined->machine;
    diagnosis->change = doctor->change;
    if (examined->failure[0] != '\0')
        diagnosis->failure = examined->failure;
    if (examined->probe == NULL)
        return;
    diagnosis->outcome = bres_probe_outcome_of(examined->probe);
    diagnosis->fitness = bres_probe_class_name((bres_probe_class)diagnosis->outcome->fitness);
    diagnosis->is_fit = is_fit(examined, doctor->change);
    diagnosis->works = examined->works;
    diagnosis->work_count = BRES_PROBE_WORKS;
    for (int i = 0; i < BRES_PROBE_WORKS; i++) {
        const bres_probe_work work = (bres_probe_work)i;

        examined->works[i] = (bres_diagnosed_work){
            .name = bres_probe_work_name(work),
            .idle = bres_probe_idle_of(examined->probe, work),
            .race = bres_probe_race_of(examined->probe, work),
        };
    }
}

static int report_write(const struct examination *examined)
{
    size_t length;
    char *text;
    int status;

    if (bres_doctor_report(&examined->diagnosis, &text, &length) != BRES_OK)
        return tool_library_error();
    status = tool_write(examined->doctor->output, text, length);
    bres_string_free(text);
    return status;
}

static int variation_save(const struct examination *examined)
{
    char *path = NULL;

    if (!examined->doctor->saves)
        return TOOL_DONE;
    if (bres_probe_save(examined->probe, NULL) != BRES_OK ||
        bres_saved_probe_path(&path) != BRES_OK)
        return tool_library_error();
    if (!examined->doctor->progress.quiet)
        tool_say("note: the run variation was written to '%s'", path);
    bres_string_free(path);
    return TOOL_DONE;
}

static int requirement_judge(const struct examination *examined)
{
    const double change = examined->doctor->change;

    if (change == 0 || examined->diagnosis.is_fit != 0)
        return TOOL_DONE;
    tool_say("--require: the machine is not fit for %g %%", 100 * change);
    return TOOL_TRIPPED;
}

static int doctor_examine(struct doctor *doctor)
{
    struct examination examined = { .doctor = doctor };
    int status = machine_read(&examined);

    if (status == TOOL_DONE)
        status = machine_probe(doctor, &examined);
    if (status == TOOL_DONE) {
        diagnose(&examined);
        status = report_write(&examined);
    }
    if (status == TOOL_DONE && examined.failure[0] != '\0')
        status = tool_error("%s", examined.failure);
    if (status == TOOL_DONE)
        status = variation_save(&examined);
    if (status == TOOL_DONE)
        status = requirement_judge(&examined);
    bres_probe_free(examined.probe);
    bres_machine_free(examined.machine);
    return status;
}

int doctor_main(char **arguments)
{
    struct doctor doctor;
    int status;

    doctor_arguments_init(&doctor);
    if (!tool_parse(&doctor_program, arguments, &doctor, &status))
        return status;
    status = doctor_arguments_check(&doctor);
    if (status != TOOL_DONE)
        return status;
    return doctor.command != NULL ? doctor_become(&doctor) : doctor_examine(&doctor);
}

/* SPDX-License-Identifier: MIT */
/*
 * The probe finds how small a difference in run time can be measured on this machine at present.
 * See benchresult/probe.h.
 */
#ifndef BENCHRESULT_PROBE_HPP
#define BENCHRESULT_PROBE_HPP

#include <benchresult/callback.hpp>
#include <benchresult/outcome.hpp>
#include <benchresult/probe.h>
#include <benchresult/range.hpp>
#include <benchresult/text.hpp>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* "spin", "memory" or "system calls". */
inline std::string_view probe_work_name(bres_probe_work work)
{
    return detail::view_of(bres_probe_work_name(work));
}

/* "fit for 1 %" and so on. */
inline std::string_view probe_class_name(bres_probe_class fitness)
{
    return detail::view_of(bres_probe_class_name(fitness));
}

/* The options of a probe and the record of a saved one: the C structs with their defaults. */
using probe_options = detail::initialized<bres_probe_options, bres_probe_options_init>;
using saved_probe = detail::initialized<bres_saved_probe, bres_saved_probe_init>;

namespace detail
{

template <class Function> void probe_progress_call(void *function, double fraction)
{
    if (!has_thrown)
        (void)guarded([&] {
            function_at<Function>(function)(fraction);
            return BRES_OK;
        });
}

} // namespace detail

/* Options that pass the progress to a callable (double fraction). The callable is borrowed; see
 * with_log(). */
template <class Function> probe_options with_progress(probe_options options, Function &&progress)
{
    options.progress = detail::probe_progress_call<std::remove_reference_t<Function>>;
    options.progress_user = detail::address_of(progress);
    return options;
}

/* A probe that has ended. */
class probe : public detail::owner<bres_probe, bres_probe_free>
{
  public:
    using owner::owner;

    /* Probes this machine. */
    static outcome<probe> run(const bres_probe_options &options = probe_options())
    {
        bres_probe_options ended = options;
        bres_probe *found = nullptr;

        detail::end_when_thrown(ended);
        const bres_status status = bres_probe_run(&ended, &found);
        return detail::called(status, probe(found));
    }

    const bres_probe_outcome &found() const
    {
        return *bres_probe_outcome_of(get());
    }
    std::string_view message() const
    {
        return detail::view_of(found().message);
    }
    bres_probe_class fitness() const
    {
        return static_cast<bres_probe_class>(found().fitness);
    }
    /* The idle test with SPIN or MEMORY; nullptr for other work. */
    const bres_probe_idle *idle(bres_probe_work work) const
    {
        return bres_probe_idle_of(get(), work);
    }
    const bres_probe_race *race(bres_probe_work work) const
    {
        return bres_probe_race_of(get(), work);
    }
    /* Whether the machine is fit to measure `change`, a fraction. */
    bool is_fit(double change) const
    {
        return bres_probe_is_fit(get(), change);
    }
    /* Records the run variation in a file; nullptr: saved_probe_path(). */
    outcome<void> save(text_argument path = nullptr) const
    {
        return detail::done(bres_probe_save(get(), path));
    }
};

/* Loads the record of this machine from a file; nullptr: saved_probe_path(). */
inline outcome<saved_probe> load_saved_probe(text_argument path = nullptr)
{
    saved_probe saved;
    const bres_status status = bres_saved_probe_load(path, &saved);

    return detail::made(status, saved);
}

/* The file in which probes are recorded. */
inline outcome<text> saved_probe_path()
{
    char *path = nullptr;
    const bres_status status = bres_saved_probe_path(&path);

    return detail::made(status, text(path));
}

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Times of whole commands. See benchresult/time.h.
 */
#ifndef BENCHRESULT_TIME_HPP
#define BENCHRESULT_TIME_HPP

#include <benchresult/race.hpp>
#include <benchresult/time.h>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* The options of a timing: the C struct with its defaults. */
using timing_options = detail::initialized<bres_timing_options, bres_timing_options_init>;

namespace detail
{

inline const bres_timing_row *timing_row_at(const bres_timing *timing, std::size_t index)
{
    return bres_timing_row_at(timing, index);
}

/* The getters of a timing, which also work while the timing is running. */
template <class Base> class timing_answers : public Base
{
  public:
    using Base::Base;
    using row_range =
        range<bres_timing, const bres_timing_row *, bres_timing_row_count, timing_row_at>;

    /* 0 while the timing is running. */
    bres_race_stop stop_reason() const
    {
        return bres_timing_stop_reason(this->get());
    }
    /* A sentence with the outcome or the failure; before the rounds, with the current step. */
    std::string_view message() const
    {
        return view_of(bres_timing_message(this->get()));
    }
    double seconds() const
    {
        return bres_timing_seconds(this->get());
    }
    /* The seconds that an empty command takes in the shell. */
    double shell_seconds() const
    {
        return bres_timing_shell_seconds(this->get());
    }
    row_range rows() const &
    {
        return row_range(this->get());
    }
    row_range rows() const && = delete;
    /* Writes the rows in a format of BRES_REPORT_TIME. */
    outcome<text> report(bres_format format = BRES_FORMAT_MARKDOWN) const
    {
        char *report = nullptr;
        std::size_t length = 0;
        const bres_status status = bres_timing_report(this->get(), format, &report, &length);

        return made(status, text(report, length));
    }
};

} // namespace detail

/* A running timing, in a progress callback. */
using timing_view = detail::timing_answers<detail::view<const bres_timing>>;

namespace detail
{

template <class Function> void timing_progress_call(void *function, const bres_timing *timing)
{
    if (!has_thrown)
        (void)guarded([&] {
            function_at<Function>(function)(timing_view(timing));
            return BRES_OK;
        });
}

} // namespace detail

/* Options that pass the progress to a callable (timing_view). The callable is borrowed; see
 * with_log(). */
template <class Function> timing_options with_progress(timing_options options, Function &&progress)
{
    options.progress = detail::timing_progress_call<std::remove_reference_t<Function>>;
    options.progress_user = detail::address_of(progress);
    return options;
}

/* Commands to time, and their times. */
class timing : public detail::timing_answers<detail::owner<bres_timing, bres_timing_free>>
{
  public:
    using timing_answers::timing_answers;

    static outcome<timing> make(const bres_timing_options &options = timing_options())
    {
        bres_timing_options ended = options;
        bres_race_options each;
        bres_timing *made = nullptr;

        if (options.race != nullptr) {
            each = *options.race;
            detail::end_when_thrown(each);
            ended.race = &each;
        }
        if (options.signal == nullptr)
            ended.signal = detail::signal_when_thrown;
        const bres_status status = bres_timing_new(&ended, &made);
        return detail::made(status, timing(made));
    }
    /* Adds an axis; `{NAME}` in commands and hooks stands for its values. */
    outcome<void> add_axis(text_argument name, list<const char *> values)
    {
        return detail::done(bres_timing_add_axis(get(), name, values.data(), values.size()));
    }
    /* Adds a command. Without a name, the command itself is its name. */
    outcome<void> add_command(text_argument command, text_argument name = nullptr)
    {
        return detail::done(bres_timing_add_command(get(), name, command));
    }
    /* Adds a hook for the command of this name; without a name, for all commands. */
    outcome<void> add_hook(bres_timing_hook kind, text_argument command,
                           text_argument name = nullptr)
    {
        return detail::done(bres_timing_add_hook(get(), kind, name, command));
    }
    /* The failure of a command is not an error: stop_reason() reports it. */
    outcome<void> run()
    {
        return detail::called(bres_timing_run(get()));
    }
    /* Sets the order of the rows of later reports, and the columns of the terminal (0: no
     * limit). */
    outcome<void> set_report(bres_timing_sort sort, std::uint32_t width = 0)
    {
        return detail::done(bres_timing_set_report(get(), sort, width));
    }
    /* Makes a result with a state for each row that has runs. */
    outcome<benchresult::result> result() const
    {
        bres_result *made = nullptr;
        const bres_status status = bres_timing_result(get(), &made);

        return detail::made(status, benchresult::result(made));
    }
};

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif

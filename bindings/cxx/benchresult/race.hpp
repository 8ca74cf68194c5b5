/* SPDX-License-Identifier: MIT */
/*
 * Races of two callables, and of two programs. See benchresult/race.h.
 */
#ifndef BENCHRESULT_RACE_HPP
#define BENCHRESULT_RACE_HPP

#include <benchresult/compare.hpp>
#include <benchresult/measure.hpp>
#include <benchresult/race.h>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* "decided", "time over" and so on. */
inline std::string_view race_stop_name(bres_race_stop reason)
{
    return detail::view_of(bres_race_stop_name(reason));
}

/* The options of a race and its outcome: the C structs with their defaults. */
using race_options = detail::initialized<bres_race_options, bres_race_options_init>;
using race_outcome = detail::initialized<bres_race_outcome, bres_race_outcome_init>;
using command_race_options =
    detail::initialized<bres_command_race_options, bres_command_race_options_init>;

namespace detail
{

template <class Function>
void race_progress_call(void *function, std::uint64_t pairs, double ratio, double lower,
                        double upper)
{
    if (!has_thrown)
        (void)guarded([&] {
            function_at<Function>(function)(pairs, ratio, lower, upper);
            return BRES_OK;
        });
}

inline bres_race_side race_side_of(const subbench_builder &bench, list<bres_axis_setting> axes)
{
    bres_race_side made = {};

    made.bench = bench.get();
    made.axes = axes.data();
    made.axis_count = axes.size();
    return made;
}

} // namespace detail

/* Options that pass the progress to a callable (std::uint64_t pairs, double ratio, double lower,
 * double upper). The callable is borrowed; see with_log(). */
template <class Function> race_options with_progress(race_options options, Function &&progress)
{
    options.progress = detail::race_progress_call<std::remove_reference_t<Function>>;
    options.progress_user = detail::address_of(progress);
    return options;
}

/*
 * One side of a race: a callable (), the benchmark that receives the side's state, and the axis
 * values of this state. All are borrowed, and may be temporaries in the arguments of race():
 * `race(race_side(f, bench), race_side(g, bench))`.
 */
template <class Function>
bres_race_side race_side(Function &&function, const subbench_builder &bench = {},
                         list<bres_axis_setting> axes = {})
{
    bres_race_side made = detail::race_side_of(bench, axes);

    made.cpu = detail::cpu_call_in_block<std::remove_reference_t<Function>>;
    made.context = detail::address_of(function);
    return made;
}

/* The same for a callable (std::uint64_t count), which performs `count` executions. */
template <class Function>
bres_race_side race_side_batched(Function &&function, const subbench_builder &bench = {},
                                 list<bres_axis_setting> axes = {})
{
    bres_race_side made = detail::race_side_of(bench, axes);

    made.cpu_batch = detail::cpu_batch_call<std::remove_reference_t<Function>>;
    made.context = detail::address_of(function);
    return made;
}

/* The same for a callable (launch), which queues one execution and returns nothing or a status. */
template <class Function>
bres_race_side race_side_cuda(Function &&function, const subbench_builder &bench = {},
                              list<bres_axis_setting> axes = {})
{
    bres_race_side made = detail::race_side_of(bench, axes);

    made.cuda = detail::cuda_call<std::remove_reference_t<Function>>;
    made.context = detail::address_of(function);
    return made;
}

/* Races two sides from race_side() or race_side_batched(). */
inline outcome<race_outcome> race(const bres_race_side &reference, const bres_race_side &candidate,
                                  const bres_race_options &options = race_options())
{
    bres_race_options ended = options;
    race_outcome came_of_it;

    detail::end_when_thrown(ended);
    const bres_status status = bres_race(&reference, &candidate, &ended, &came_of_it);
    return detail::called(status, came_of_it);
}

/* Races two sides from race_side_cuda(). */
inline outcome<race_outcome> race_cuda(const bres_race_side &reference,
                                       const bres_race_side &candidate,
                                       const bres_race_options &options = race_options(),
                                       const bres_cuda_options &cuda = cuda_options())
{
    bres_race_options ended = options;
    race_outcome came_of_it;

    detail::end_when_thrown(ended);
    const bres_status status = bres_race_cuda(&reference, &candidate, &ended, &cuda, &came_of_it);
    return detail::called(status, came_of_it);
}

/* Races two callables () without adding states to a result. */
template <class Reference, class Candidate,
          class = std::enable_if_t<std::is_invocable_v<Reference &>>>
outcome<race_outcome> race(Reference &&reference, Candidate &&candidate,
                           const bres_race_options &options = race_options())
{
    return race(static_cast<const bres_race_side &>(race_side(reference)),
                static_cast<const bres_race_side &>(race_side(candidate)), options);
}

/* Races two callables (launch) without adding states to a result. */
template <class Reference, class Candidate,
          class = std::enable_if_t<std::is_invocable_v<Reference &, launch>>>
outcome<race_outcome> race_cuda(Reference &&reference, Candidate &&candidate,
                                const bres_race_options &options = race_options(),
                                const bres_cuda_options &cuda = cuda_options())
{
    return race_cuda(static_cast<const bres_race_side &>(race_side_cuda(reference)),
                     static_cast<const bres_race_side &>(race_side_cuda(candidate)), options, cuda);
}

/* A row of a race of commands: its benchmark, its state and its outcome. */
struct race_row {
    std::string_view bench_name;
    std::string_view state_name;
    const bres_race_outcome *decided;
};

namespace detail
{

inline race_row race_row_at(const bres_command_race *race, std::size_t index)
{
    return { view_of(bres_command_race_row_bench(race, index)),
             view_of(bres_command_race_row_state(race, index)),
             bres_command_race_row_at(race, index) };
}

/* The getters of a race of commands, which also work while the race is running. */
template <class Base> class command_race_answers : public Base
{
  public:
    using Base::Base;
    using row_range = range<bres_command_race, race_row, bres_command_race_row_count, race_row_at>;

    /* 0 while the race is running. */
    bres_race_stop stop_reason() const
    {
        return bres_command_race_stop_reason(this->get());
    }
    /* A sentence with the outcome or the failure. */
    std::string_view message() const
    {
        return view_of(bres_command_race_message(this->get()));
    }
    std::uint64_t pair_count() const
    {
        return bres_command_race_pair_count(this->get());
    }
    std::size_t decided_count() const
    {
        return bres_command_race_decided_count(this->get());
    }
    double seconds() const
    {
        return bres_command_race_seconds(this->get());
    }
    row_range rows() const &
    {
        return row_range(this->get());
    }
    row_range rows() const && = delete;
    /* Writes the rows in a format of BRES_REPORT_RACE. */
    outcome<text> report(bres_format format = BRES_FORMAT_MARKDOWN) const
    {
        char *report = nullptr;
        std::size_t length = 0;
        const bres_status status = bres_command_race_report(this->get(), format, &report, &length);

        return made(status, text(report, length));
    }
};

} // namespace detail

/* A running race, in a progress callback. */
using command_race_view = detail::command_race_answers<detail::view<const bres_command_race>>;

/* A race that has ended. */
class command_race
    : public detail::command_race_answers<detail::owner<bres_command_race, bres_command_race_free>>
{
  public:
    using command_race_answers::command_race_answers;

    /* All runs of a side; the i-th runs of both sides are a pair. */
    outcome<result> reference_result() const
    {
        return runs_of(false);
    }
    outcome<result> candidate_result() const
    {
        return runs_of(true);
    }
    /* Removes the directory with the runs. */
    outcome<void> remove_files()
    {
        return detail::done(bres_command_race_remove_files(get()));
    }

  private:
    outcome<result> runs_of(bool candidate) const
    {
        bres_result *made = nullptr;
        const bres_status status = bres_command_race_result(get(), candidate, &made);

        return detail::made(status, result(made));
    }
};

namespace detail
{

template <class Function>
void command_race_progress_call(void *function, const bres_command_race *race)
{
    if (!has_thrown)
        (void)guarded([&] {
            function_at<Function>(function)(command_race_view(race));
            return BRES_OK;
        });
}

} // namespace detail

/* Options that pass the progress to a callable (command_race_view). The callable is borrowed; see
 * with_log(). */
template <class Function>
command_race_options with_progress(command_race_options options, Function &&progress)
{
    options.progress = detail::command_race_progress_call<std::remove_reference_t<Function>>;
    options.progress_user = detail::address_of(progress);
    return options;
}

/* Races two commands. The failure of a command is not an error: stop_reason() reports it. */
inline outcome<command_race> race_commands(
    text_argument reference, text_argument candidate,
    const bres_command_race_options &options = command_race_options())
{
    bres_command_race_options ended = options;
    bres_race_options each;
    bres_command_race *made = nullptr;

    if (options.race != nullptr) {
        each = *options.race;
        detail::end_when_thrown(each);
        ended.race = &each;
    }
    if (options.signal == nullptr)
        ended.signal = detail::signal_when_thrown;
    const bres_status status = bres_race_commands(reference, candidate, &ended, &made);
    return detail::called(status, command_race(made));
}

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Judges whether a solution is correct, and measures how fast it is. See benchresult/judge.h.
 */
#ifndef BENCHRESULT_JUDGE_HPP
#define BENCHRESULT_JUDGE_HPP

#include <benchresult/judge.h>
#include <benchresult/problem.hpp>
#include <benchresult/result.hpp>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* "BENCHMARKED" and so on. */
inline std::string_view judge_status_name(bres_judge_status status)
{
    return detail::view_of(bres_judge_status_name(status));
}

/* The options of a judgement, and one judged case: the C structs with their defaults. */
using judge_options = detail::initialized<bres_judge_options, bres_judge_options_init>;
using judged_case = detail::initialized<bres_judged_case, bres_judged_case_init>;

namespace detail
{

template <class Function> void judge_event_call(void *function, const bres_judge_event *event)
{
    if (!has_thrown)
        (void)guarded([&] {
            function_at<Function>(function)(*event);
            return BRES_OK;
        });
}

inline std::string_view note_at(const bres_judgement *judgement, std::size_t index)
{
    return view_of(bres_judgement_note_at(judgement, index));
}

/* For an index out of range, the case is as initialized, without a name. */
inline judged_case judged_case_at(const bres_judgement *judgement, std::size_t index)
{
    judged_case found;

    (void)bres_judgement_case_at(judgement, index, &found);
    return found;
}

} // namespace detail

/* Options that pass the events to a callable (const bres_judge_event &). The callable is borrowed;
 * see with_log(). */
template <class Function> judge_options with_event(judge_options options, Function &&event)
{
    options.event = detail::judge_event_call<std::remove_reference_t<Function>>;
    options.event_user = detail::address_of(event);
    return options;
}

/* An event as a line of JSON. */
inline outcome<text> json_of(const bres_judge_event &event)
{
    return detail::text_from<bres_judge_event_json>(&event);
}

/* The verdict on a solution. */
class judgement : public detail::owner<bres_judgement, bres_judgement_free>
{
  public:
    using owner::owner;
    using note_range =
        detail::range<bres_judgement, std::string_view, bres_judgement_note_count, detail::note_at>;
    using case_range = detail::range<bres_judgement, judged_case, bres_judgement_case_count,
                                     detail::judged_case_at>;

    bres_judge_status status() const
    {
        return bres_judgement_status(get());
    }
    bool is_accepted() const
    {
        return bres_judgement_is_accepted(get());
    }
    /* The reason for the status, in one sentence; empty if accepted. */
    std::string_view message() const
    {
        return detail::view_of(bres_judgement_message(get()));
    }
    /* The numbers of correct cases and of all cases. */
    std::uint64_t passed_tests() const
    {
        return bres_judgement_passed_tests(get());
    }
    std::uint64_t total_tests() const
    {
        return bres_judgement_total_tests(get());
    }
    /* Geometric means over the timed cases: seconds, and 1e9 operations per second. */
    std::optional<double> average_runtime() const
    {
        return detail::value_of<double, bres_judgement_average_runtime>(get());
    }
    std::optional<double> average_gflops() const
    {
        return detail::value_of<double, bres_judgement_average_gflops>(get());
    }
    /* Describes the wrong output; nullptr without a wrong output. */
    const bres_verification *verification() const &
    {
        return bres_judgement_verification(get());
    }
    const bres_verification *verification() const && = delete;
    /* Notes for the reader, which are not failures. */
    note_range notes() const &
    {
        return note_range(get());
    }
    note_range notes() const && = delete;
    /* The output of the solution, or the messages of a compiler that failed. */
    std::string_view output() const
    {
        return detail::view_of(bres_judgement_output(get()));
    }
    /* The cases that the judge has started. */
    case_range cases() const &
    {
        return case_range(get());
    }
    case_range cases() const && = delete;
    /* A new reference to the verdict as a result. */
    benchresult::result result() const
    {
        return benchresult::result(bres_result_ref(bres_judgement_result(get())));
    }
    /* The verdict as Markdown, and as one JSON object. */
    outcome<text> report() const
    {
        return detail::text_from<bres_judgement_report>(get());
    }
    outcome<text> json() const
    {
        return detail::text_from<bres_judgement_json>(get());
    }
};

/* Judges a solution: a shared object, or a source file. A rejected solution is not an error. */
inline outcome<judgement> judge(problem asked, text_argument solution,
                                const bres_judge_options &options = judge_options())
{
    bres_judge_options ended = options;
    bres_judgement *made = nullptr;

    detail::end_when_thrown(ended);
    const bres_status status = bres_judge(asked.get(), solution, &ended, &made);
    return detail::called(status, judgement(made));
}

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif

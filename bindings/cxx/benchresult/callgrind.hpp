/* SPDX-License-Identifier: MIT */
/*
 * Instruction counts. See benchresult/callgrind.h.
 */
#ifndef BENCHRESULT_CALLGRIND_HPP
#define BENCHRESULT_CALLGRIND_HPP

#include <benchresult/build.hpp>
#include <benchresult/callgrind.h>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* Options for reading and for collecting: the C structs with their defaults. */
using profile_options = detail::initialized<bres_profile_options, bres_profile_options_init>;
using callgrind_options = detail::initialized<bres_callgrind_options, bres_callgrind_options_init>;

class counts;

/* A view of a list of functions and their counts, which a `callgrind` or a `counts` owns. */
class counts_view : public detail::view<const bres_counts>
{
  public:
    /* An entry of the list. */
    struct entry {
        std::int64_t count;
        std::string_view name;
    };

  private:
    static entry entry_at(const bres_counts *counts, std::size_t index)
    {
        const bres_count *found = bres_counts_at(counts, index);

        return found != nullptr ? entry{ found->count, found->name } : entry{ 0, {} };
    }

  public:
    using view::view;
    using entry_range = detail::range<bres_counts, entry, bres_counts_size, entry_at>;

    entry_range entries() const
    {
        return entry_range(get());
    }
    bool is_inclusive() const
    {
        return bres_counts_is_inclusive(get());
    }
    outcome<std::int64_t> sum() const
    {
        std::int64_t sum = 0;
        const bres_status status = bres_counts_sum(get(), &sum);

        return detail::made(status, sum);
    }

    /* Each function below makes a new list. */
    inline outcome<counts> add(counts_view other) const;
    inline outcome<counts> subtract(counts_view other) const;
    inline outcome<counts> scale(double factor) const;
    inline outcome<counts> sort(bres_counts_order order) const;
    /* Renames the entries. `rename` is a callable (std::string_view) that returns the new name of
     * an entry: any object with c_str(). */
    template <class Function> outcome<counts> transform(Function &&rename) const;
    /* Keeps some entries; `keep` is a callable bool(entry). */
    template <class Function> outcome<counts> filter(Function &&keep) const;
    /* `noise` and `roots` are lists of texts that end with nullptr. */
    inline outcome<counts> denoise(const char *const *noise = bres_counts_loader_noise()) const;
    inline outcome<counts> standardize(const char *const *roots = nullptr) const;

    /* A line per entry; `flags` are BRES_COUNTS_* bits. */
    outcome<text> table(std::uint32_t flags = 0, std::size_t width = 0) const
    {
        char *table = nullptr;
        const bres_status status = bres_counts_text(get(), flags, width, &table);

        return detail::made(status, text(table));
    }
};

/* A list that the program owns. It never changes. */
class counts : public detail::owner<bres_counts, bres_counts_free>
{
  public:
    using owner::owner;

    static outcome<counts> make(list<bres_count> entries, bool is_inclusive = false)
    {
        bres_counts *made = nullptr;
        const bres_status status =
            bres_counts_new(entries.data(), entries.size(), is_inclusive, &made);

        return detail::made(status, counts(made));
    }

    /* A view with all operations on counts. */
    counts_view view() const noexcept
    {
        return counts_view(get());
    }
    operator counts_view() const noexcept
    {
        return view();
    }
};

inline outcome<counts> counts_view::add(counts_view other) const
{
    bres_counts *made = nullptr;
    const bres_status status = bres_counts_add(get(), other.get(), &made);

    return detail::made(status, counts(made));
}

inline outcome<counts> counts_view::subtract(counts_view other) const
{
    bres_counts *made = nullptr;
    const bres_status status = bres_counts_subtract(get(), other.get(), &made);

    return detail::made(status, counts(made));
}

inline outcome<counts> counts_view::scale(double factor) const
{
    bres_counts *made = nullptr;
    const bres_status status = bres_counts_scale(get(), factor, &made);

    return detail::made(status, counts(made));
}

inline outcome<counts> counts_view::sort(bres_counts_order order) const
{
    bres_counts *made = nullptr;
    const bres_status status = bres_counts_sort(get(), order, &made);

    return detail::made(status, counts(made));
}

inline outcome<counts> counts_view::denoise(const char *const *noise) const
{
    bres_counts *made = nullptr;
    const bres_status status = bres_counts_denoise(get(), noise, &made);

    return detail::made(status, counts(made));
}

inline outcome<counts> counts_view::standardize(const char *const *roots) const
{
    bres_counts *made = nullptr;
    const bres_status status = bres_counts_standardize(get(), roots, &made);

    return detail::made(status, counts(made));
}

namespace detail
{

/* Keeps the last returned name until the next call. */
template <class Function> struct renaming {
    Function *function;
    std::optional<std::invoke_result_t<Function &, std::string_view>> name;

    static bres_status call(void *user, const char *name, const char **renamed)
    {
        renaming *self = static_cast<renaming *>(user);

        return guarded([&] {
            self->name.emplace((*self->function)(std::string_view(name)));
            *renamed = self->name->c_str();
            return BRES_OK;
        });
    }
};

template <class Function> bres_status keep_call(void *user, const bres_count *entry, bool *keep)
{
    return guarded([&] {
        *keep = function_at<Function>(user)(counts_view::entry{ entry->count, entry->name });
        return BRES_OK;
    });
}

} // namespace detail

template <class Function> outcome<counts> counts_view::transform(Function &&rename) const
{
    using renaming = detail::renaming<std::remove_reference_t<Function>>;
    renaming context = { std::addressof(rename), {} };
    bres_counts *made = nullptr;
    const bres_status status = bres_counts_transform(get(), renaming::call, &context, &made);

    return detail::called(status, counts(made));
}

template <class Function> outcome<counts> counts_view::filter(Function &&keep) const
{
    bres_counts *made = nullptr;
    const bres_status status =
        bres_counts_filter(get(), detail::keep_call<std::remove_reference_t<Function>>,
                           detail::address_of(keep), &made);

    return detail::called(status, counts(made));
}

namespace detail
{

/* A part of a profile: the trigger of its dump, and its thread. */
struct profile_part {
    std::string_view trigger;
    std::int64_t thread;
};

inline profile_part profile_part_at(const bres_profile *profile, std::size_t index)
{
    return { view_of(bres_profile_part_trigger(profile, index)),
             bres_profile_part_thread(profile, index) };
}

inline std::string_view profile_event_at(const bres_profile *profile, std::size_t index)
{
    return view_of(bres_profile_event_at(profile, index));
}

} // namespace detail

/* A callgrind.out file. It never changes. */
class profile : public detail::owner<bres_profile, bres_profile_free>
{
  public:
    using owner::owner;
    using part_range = detail::range<bres_profile, detail::profile_part, bres_profile_part_count,
                                     detail::profile_part_at>;
    using event_range = detail::range<bres_profile, std::string_view, bres_profile_event_count,
                                      detail::profile_event_at>;

    static outcome<profile> load(text_argument path,
                                 const bres_profile_options &options = profile_options())
    {
        bres_profile *loaded = nullptr;
        const bres_status status = bres_profile_load(path, &options, &loaded);

        return detail::called(status, profile(loaded));
    }
    /* Reads a profile from memory; `name` stands for the file in messages. */
    static outcome<profile> parse(std::string_view data, text_argument name = nullptr,
                                  const bres_profile_options &options = profile_options())
    {
        bres_profile *parsed = nullptr;
        const bres_status status =
            bres_profile_parse(data.data(), data.size(), name, &options, &parsed);

        return detail::called(status, profile(parsed));
    }

    /* Parts, in file order: one for each dump and thread. */
    part_range parts() const &
    {
        return part_range(get());
    }
    part_range parts() const && = delete;
    event_range events() const &
    {
        return event_range(get());
    }
    event_range events() const && = delete;
    std::string_view command() const
    {
        return detail::view_of(bres_profile_command(get()));
    }
    std::int64_t pid() const
    {
        return bres_profile_pid(get());
    }
    /* The sum of an event over all functions; nullptr stands for "Ir". */
    outcome<std::uint64_t> total(std::size_t part = BRES_PROFILE_ALL_PARTS,
                                 text_argument event = nullptr) const
    {
        std::uint64_t total = 0;
        const bres_status status = bres_profile_total(get(), part, event, &total);

        return detail::made(status, total);
    }
    /* The functions, the largest count first. */
    outcome<benchresult::counts> counts(bres_inclusion inclusion,
                                        std::size_t part = BRES_PROFILE_ALL_PARTS,
                                        text_argument event = nullptr,
                                        std::uint32_t flags = 0) const
    {
        bres_counts *made = nullptr;
        const bres_status status = bres_profile_counts(get(), part, event, inclusion, flags, &made);

        return detail::made(status, benchresult::counts(made));
    }
};

/* The counts of a statement, and of an empty statement, the baseline. */
class callgrind : public detail::owner<bres_callgrind, bres_callgrind_free>
{
  public:
    using owner::owner;

    /* Counts a symbol of a shared object; `setup` is another symbol, or nullptr. */
    static outcome<callgrind> collect_symbol(
        text_argument library, text_argument symbol, text_argument setup = nullptr,
        const bres_callgrind_options &options = callgrind_options())
    {
        bres_callgrind *made = nullptr;
        const bres_status status =
            bres_callgrind_collect_symbol(library, symbol, setup, &options, &made);

        return detail::called(status, callgrind(made));
    }
    /* A program that collects its own tasks calls this function first in main(). -1: continue.
     * main() must return any other number at once. */
    static int serve(list<bres_callgrind_task> tasks)
    {
        return bres_callgrind_serve(tasks.data(), tasks.size());
    }
    static outcome<callgrind> collect_task(
        text_argument name, const bres_callgrind_options &options = callgrind_options())
    {
        bres_callgrind *made = nullptr;
        const bres_status status = bres_callgrind_collect_task(name, &options, &made);

        return detail::called(status, callgrind(made));
    }
    /* Counts a whole command, whose arguments end with nullptr. */
    static outcome<callgrind> collect_command(
        const char *const *arguments, text_argument toggle = nullptr,
        const bres_callgrind_options &options = callgrind_options(), int *exit_status = nullptr)
    {
        bres_callgrind *made = nullptr;
        const bres_status status =
            bres_callgrind_collect_command(arguments, toggle, &options, exit_status, &made);

        return detail::called(status, callgrind(made));
    }
    /* Makes the counts from existing profiles. */
    static outcome<callgrind> from_profile(const profile &statement, std::uint64_t number)
    {
        bres_callgrind *made = nullptr;
        const bres_status status =
            bres_callgrind_from_profile(statement.get(), number, nullptr, &made);

        return detail::made(status, callgrind(made));
    }
    static outcome<callgrind> from_profile(const profile &statement, std::uint64_t number,
                                           const profile &baseline)
    {
        bres_callgrind *made = nullptr;
        const bres_status status =
            bres_callgrind_from_profile(statement.get(), number, baseline.get(), &made);

        return detail::made(status, callgrind(made));
    }

    std::uint64_t number() const
    {
        return bres_callgrind_number(get());
    }
    std::size_t repeat_count() const
    {
        return bres_callgrind_repeat_count(get());
    }
    /* The counts of all executions of a repeat together; the baseline is not subtracted. */
    counts_view statement(std::size_t repeat = 0, bool inclusive = false) const &
    {
        return counts_view(bres_callgrind_statement(get(), repeat, inclusive));
    }
    counts_view statement(std::size_t repeat = 0, bool inclusive = false) const && = delete;
    counts_view baseline(bool inclusive = false) const &
    {
        return counts_view(bres_callgrind_baseline(get(), inclusive));
    }
    counts_view baseline(bool inclusive = false) const && = delete;
    bool has_debug_symbols() const
    {
        return bres_callgrind_has_debug_symbols(get());
    }
    /* The instructions of one execution. */
    outcome<double> instructions(std::size_t repeat = 0) const
    {
        double instructions = 0;
        const bres_status status = bres_callgrind_instructions(get(), repeat, &instructions);

        return detail::made(status, instructions);
    }
    /* A report for people. */
    outcome<text> report(std::size_t repeat = 0, text_argument title = nullptr) const
    {
        char *report = nullptr;
        const bres_status status = bres_callgrind_text(get(), repeat, title, &report);

        return detail::made(status, text(report));
    }
    outcome<void> add_summaries(std::size_t repeat, const state_builder &state) const
    {
        return detail::done(bres_callgrind_add_summaries(get(), repeat, state.get()));
    }
};

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif

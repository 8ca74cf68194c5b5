/* SPDX-License-Identifier: MIT */
/*
 * Stopping criteria, which can also be callables. See benchresult/criterion.h.
 */
#ifndef BENCHRESULT_CRITERION_HPP
#define BENCHRESULT_CRITERION_HPP

#include <benchresult/callback.hpp>
#include <benchresult/criterion.h>
#include <benchresult/outcome.hpp>
#include <benchresult/range.hpp>

#include <cstddef>
#include <new>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

namespace detail
{
inline std::string_view parameter_name_at(const bres_criterion *criterion, std::size_t index)
{
    return view_of(bres_criterion_parameter_at(criterion, index));
}
} // namespace detail

/* A read-only view of a criterion's name and parameters. */
class criterion_view : public detail::view<const bres_criterion>
{
  public:
    using view::view;
    using parameter_range =
        detail::range<bres_criterion, std::string_view, bres_criterion_parameter_count,
                      detail::parameter_name_at>;

    std::string_view name() const
    {
        return detail::view_of(bres_criterion_name(get()));
    }
    /* A parameter's value; std::nullopt if the criterion has no parameter with this name and
     * kind. */
    std::optional<std::int64_t> int64(text_argument name) const
    {
        return detail::value_of<std::int64_t, bres_criterion_int64>(
            get(), static_cast<const char *>(name));
    }
    std::optional<double> float64(text_argument name) const
    {
        return detail::value_of<double, bres_criterion_float64>(get(),
                                                                static_cast<const char *>(name));
    }
    std::optional<std::string_view> string(text_argument name) const
    {
        return detail::text_of(bres_criterion_string(get(), name));
    }
    bres_kind parameter_kind(text_argument name) const
    {
        return bres_criterion_parameter_kind(get(), name);
    }
    /* Names of the parameters. */
    parameter_range parameters() const
    {
        return parameter_range(get());
    }
};

/* Parameters of a criterion that the program defines, with their defaults. */
inline bres_parameter int64_parameter(const char *name, std::int64_t value,
                                      const char *description = nullptr, std::uint32_t flags = 0)
{
    return { name, description, BRES_KIND_INT64, flags, value, 0, nullptr };
}

inline bres_parameter float64_parameter(const char *name, double value,
                                        const char *description = nullptr, std::uint32_t flags = 0)
{
    return { name, description, BRES_KIND_FLOAT64, flags, 0, value, nullptr };
}

inline bres_parameter string_parameter(const char *name, const char *value,
                                       const char *description = nullptr)
{
    return { name, description, BRES_KIND_STRING, 0, 0, 0, value };
}

namespace detail
{

/* A callable bool(double) that receives each sample, and its last answer. */
template <class Callable> struct answering {
    Callable callable;
    bool answer = false;

    void add(double seconds)
    {
        answer = callable(seconds);
    }
    bool is_finished() const
    {
        return answer;
    }
};

/* Makes the object for one measurement: the prototype returns it, or it is a copy of the
 * prototype. */
template <class Prototype>
auto criterion_object(const Prototype &prototype, criterion_view parameters)
{
    if constexpr (std::is_invocable_v<const Prototype &, criterion_view>) {
        return prototype(parameters);
    } else {
        (void)parameters;
        return answering<Prototype>{ prototype };
    }
}

/* C's callbacks for a criterion. Its memory is all zero while it holds no object. */
template <class Prototype> struct criterion_callbacks {
    using object = decltype(criterion_object(std::declval<const Prototype &>(), criterion_view()));

    struct memory {
        bool alive;
        bool failed;
        alignas(object) unsigned char bytes[sizeof(object)];

        object &get() noexcept
        {
            return *std::launder(reinterpret_cast<object *>(bytes));
        }
        const object &get() const noexcept
        {
            return *std::launder(reinterpret_cast<const object *>(bytes));
        }
    };
    static_assert(alignof(memory) <= alignof(std::max_align_t),
                  "the memory of a criterion is aligned for the basic types");

    static bres_status start(void *state, const bres_criterion *criterion, void *user)
    {
        return guarded([&] {
            memory *self = static_cast<memory *>(state);

            ::new (static_cast<void *>(self->bytes)) object(
                criterion_object(function_at<const Prototype>(user), criterion_view(criterion)));
            self->alive = true;
            return BRES_OK;
        });
    }
    static void add(void *state, double seconds, void *)
    {
        memory *self = static_cast<memory *>(state);
        const bres_status status = guarded([&] {
            self->get().add(seconds);
            return BRES_OK;
        });

        self->failed = self->failed || status != BRES_OK;
    }
    static bool is_finished(const void *state, void *)
    {
        const memory *self = static_cast<const memory *>(state);
        bool finished = true;

        if (self->failed)
            return true;
        (void)guarded([&] {
            finished = self->get().is_finished();
            return BRES_OK;
        });
        return finished;
    }
    static void clear(void *state, void *)
    {
        memory *self = static_cast<memory *>(state);

        if (self->alive)
            self->get().~object();
    }
};

} // namespace detail

/* A borrowed registry of criteria, such as the registry of a suite. */
class criteria_view : public detail::view<bres_criteria>
{
  public:
    using view::view;

    /*
     * Adds a criterion. `prototype` is borrowed: it must live as long as the registry and every
     * criterion made from it. It is one of these:
     * - A callable bool(double). It receives each sample, in seconds, and returns whether the
     *   samples are enough. Each measurement uses its own copy.
     * - A callable (criterion_view) that returns an object with `void add(double)` and
     *   `bool is_finished() const`, one for each measurement; it may read the parameters.
     */
    template <class Prototype>
    outcome<void> add(text_argument name, const Prototype &prototype,
                      list<bres_parameter> parameters = {},
                      text_argument description = nullptr) const
    {
        using callbacks = detail::criterion_callbacks<Prototype>;
        bres_criterion_definition definition;

        bres_criterion_definition_init(&definition);
        definition.name = name;
        definition.description = description;
        definition.parameters = parameters.data();
        definition.parameter_count = parameters.size();
        definition.state_size = sizeof(typename callbacks::memory);
        definition.user = detail::address_of(prototype);
        definition.start = callbacks::start;
        definition.add = callbacks::add;
        definition.is_finished = callbacks::is_finished;
        definition.clear = callbacks::clear;
        return detail::done(bres_criteria_register(get(), &definition));
    }
    template <class Prototype>
    outcome<void> add(text_argument name, const Prototype &&prototype,
                      list<bres_parameter> parameters = {},
                      text_argument description = nullptr) const = delete;

    std::size_t size() const
    {
        return bres_criteria_count(get());
    }
    /* nullptr if the index is out of range or the name is unknown. */
    const bres_criterion_definition *operator[](std::size_t index) const
    {
        return bres_criteria_at(get(), index);
    }
    const bres_criterion_definition *find(text_argument name) const
    {
        return bres_criteria_find(get(), name);
    }
    bres_kind parameter_kind(text_argument name) const
    {
        return bres_criteria_parameter_kind(get(), name);
    }
};

/* A registry that the program owns, with the library's criteria. */
class criteria : public detail::owner<bres_criteria, bres_criteria_free>
{
  public:
    using owner::owner;

    static outcome<criteria> make()
    {
        bres_criteria *made = nullptr;
        const bres_status status = bres_criteria_new(&made);

        return detail::made(status, criteria(made));
    }

    operator criteria_view() const noexcept
    {
        return criteria_view(get());
    }
    /* See criteria_view::add(). */
    template <class Prototype>
    outcome<void> add(text_argument name, const Prototype &prototype,
                      list<bres_parameter> parameters = {}, text_argument description = nullptr)
    {
        return criteria_view(get()).add(static_cast<const char *>(name), prototype, parameters,
                                        static_cast<const char *>(description));
    }
    template <class Prototype>
    outcome<void> add(text_argument name, const Prototype &&prototype,
                      list<bres_parameter> parameters = {},
                      text_argument description = nullptr) = delete;
};

/* A criterion with its parameters, and with its state during a measurement. */
class criterion : public detail::owner<bres_criterion, bres_criterion_free>
{
  public:
    using owner::owner;

    /* Makes a criterion from a name, or from an expression such as "any-of(stdrel,entropy)". */
    static outcome<criterion> make(criteria_view registry, text_argument expression)
    {
        bres_criterion *made = nullptr;
        const bres_status status = bres_criterion_new(registry.get(), expression, &made);

        return detail::made(status, criterion(made));
    }
    /* A combination that is finished when one of its parts is finished; takes ownership of the
     * parts. */
    template <class... Parts> static outcome<criterion> any_of(Parts... parts)
    {
        return combine(bres_criterion_new_any_of, parts...);
    }
    /* A combination that is finished when all parts are finished; takes ownership of the parts. */
    template <class... Parts> static outcome<criterion> all_of(Parts... parts)
    {
        return combine(bres_criterion_new_all_of, parts...);
    }
    /* A combination that is finished when `part` is finished and the samples add up to at least
     * this time. */
    static outcome<criterion> at_least_time(criterion part, double seconds)
    {
        bres_criterion *made = nullptr;
        const bres_status status = bres_criterion_new_at_least_time(part.get(), seconds, &made);

        if (status == BRES_OK)
            part.release();
        return detail::made(status, criterion(made));
    }

    /* A new criterion with the same parameters, not started. */
    outcome<criterion> copy() const
    {
        bres_criterion *made = nullptr;
        const bres_status status = bres_criterion_copy(get(), &made);

        return detail::made(status, criterion(made));
    }
    operator criterion_view() const noexcept
    {
        return criterion_view(get());
    }
    /* A view of the name and the parameters. */
    criterion_view view() const noexcept
    {
        return criterion_view(get());
    }
    outcome<void> set_int64(text_argument name, std::int64_t value)
    {
        return detail::done(bres_criterion_set_int64(get(), name, value));
    }
    outcome<void> set_float64(text_argument name, double value)
    {
        return detail::done(bres_criterion_set_float64(get(), name, value));
    }
    outcome<void> set_string(text_argument name, text_argument value)
    {
        return detail::done(bres_criterion_set_string(get(), name, value));
    }
    /* Reads the value of a parameter of any kind from a text. */
    outcome<void> set_text(text_argument name, text_argument value)
    {
        return detail::done(bres_criterion_set_text(get(), name, value));
    }

    /* Begins a new measurement. */
    outcome<void> start()
    {
        return detail::called(bres_criterion_start(get()));
    }
    /* Adds one sample, in seconds. */
    outcome<void> add(double seconds)
    {
        return detail::called(bres_criterion_add(get(), seconds));
    }
    bool is_finished() const
    {
        const bool finished = bres_criterion_is_finished(get());

#if !defined(BENCHRESULT_NO_EXCEPTIONS)
        detail::called(BRES_OK);
#endif
        return finished;
    }
    std::size_t count() const
    {
        return bres_criterion_count(get());
    }
    std::size_t refused() const
    {
        return bres_criterion_refused(get());
    }
    /* The number of samples that were read, and whether the criterion is finished. */
    struct progress {
        std::size_t fed;
        bool stopped;
    };
    /* Adds samples until the criterion is finished. Checks the criterion from sample number
     * `min_samples` on. */
    outcome<progress> feed(list<double> samples, std::size_t min_samples = 0)
    {
        progress made = { 0, false };
        const bres_status status = bres_criterion_feed(get(), samples.data(), samples.size(),
                                                       min_samples, &made.fed, &made.stopped);

        return detail::called(status, made);
    }
    outcome<progress> feed_float32(list<float> samples, std::size_t min_samples = 0)
    {
        progress made = { 0, false };
        const bres_status status = bres_criterion_feed_float32(
            get(), samples.data(), samples.size(), min_samples, &made.fed, &made.stopped);

        return detail::called(status, made);
    }

  private:
    template <class... Parts>
    static outcome<criterion> combine(bres_status (*combine_in_c)(bres_criterion *const *,
                                                                  std::size_t, bres_criterion **),
                                      Parts &...parts)
    {
        bres_criterion *const handles[] = { parts.get()... };
        bres_criterion *made = nullptr;
        const bres_status status = combine_in_c(handles, sizeof...(parts), &made);

        if (status == BRES_OK)
            (parts.release(), ...);
        return detail::made(status, criterion(made));
    }
};

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Problems for the judge: the library's problems, and problems that a program defines. See
 * benchresult/problem.h.
 */
#ifndef BENCHRESULT_PROBLEM_HPP
#define BENCHRESULT_PROBLEM_HPP

#include <benchresult/callback.hpp>
#include <benchresult/problem.h>
#include <benchresult/range.hpp>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* "float32" and so on. */
inline std::string_view data_type_name(bres_data_type type)
{
    return detail::view_of(bres_data_type_name(type));
}

/* Bytes of one element. */
inline std::size_t data_type_size(bres_data_type type)
{
    return bres_data_type_size(type);
}

/* The data type with this name. */
inline outcome<bres_data_type> data_type_find(text_argument name)
{
    bres_data_type found = BRES_TYPE_ELEMENT;
    const bres_status status = bres_data_type_find(name, &found);

    return detail::made(status, found);
}

/* The result of comparing arrays: the C struct with its defaults. */
using verification = detail::initialized<bres_verification, bres_verification_init>;

/* Compares two arrays of `count` elements; the message calls the array `name`. */
inline outcome<verification> verify(text_argument name, bres_data_type type, const void *expected,
                                    const void *actual, std::size_t count,
                                    bres_tolerance tolerance = {})
{
    verification found;
    const bres_status status = bres_verify(name, type, expected, actual, count, &tolerance, &found);

    return detail::made(status, found);
}

/* An array that the solution reads, and how the judge fills it. Names are borrowed. */
inline bres_problem_parameter input_array(const char *name, double first = 0, double second = 1,
                                          bres_distribution distribution = BRES_FILL_UNIFORM,
                                          bres_data_type type = BRES_TYPE_ELEMENT)
{
    return { name,
             static_cast<std::uint32_t>(type),
             BRES_ROLE_INPUT,
             BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST,
             static_cast<std::uint32_t>(distribution),
             first,
             second };
}

/* A value that both the solution and the reference receive. */
inline bres_problem_parameter input_value(const char *name, bres_data_type type = BRES_TYPE_ELEMENT)
{
    return { name, static_cast<std::uint32_t>(type), BRES_ROLE_INPUT, 0, 0, 0, 0 };
}

/* An array that the solution writes. */
inline bres_problem_parameter output_array(const char *name,
                                           bres_data_type type = BRES_TYPE_ELEMENT)
{
    return { name, static_cast<std::uint32_t>(type), BRES_ROLE_OUTPUT, BRES_PARAMETER_POINTER, 0, 0,
             0 };
}

/* An extra parameter: a size. */
inline bres_problem_parameter extra_value(const char *name, bres_data_type type = BRES_TYPE_SIZE)
{
    return { name, static_cast<std::uint32_t>(type), BRES_ROLE_EXTRA, 0, 0, 0, 0 };
}

/* An extra parameter: a shape, which the problem's fill() writes. */
inline bres_problem_parameter extra_array(const char *name, bres_data_type type = BRES_TYPE_SIZE)
{
    return { name,
             static_cast<std::uint32_t>(type),
             BRES_ROLE_EXTRA,
             BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST | BRES_PARAMETER_HOST,
             0,
             0,
             0 };
}

/* The description of a problem: the C struct with its defaults. */
using problem_spec = detail::initialized<bres_problem, bres_problem_init>;
/* A case; members that are not set are 0. */
using problem_case = bres_problem_case;

namespace detail
{

/* The value that a function of the problem returns; `otherwise` if it throws, or if a callback has
 * thrown before. */
template <class Value, class Call> Value problem_value(Value otherwise, Call &&call) noexcept
{
    if (!has_thrown)
        (void)guarded([&] {
            otherwise = call();
            return BRES_OK;
        });
    return otherwise;
}

template <class Functions> struct problem_functions {
    using elements = const void *const *;

    static const Functions &of(const bres_problem *problem)
    {
        return *static_cast<const Functions *>(problem->user);
    }
    static std::size_t case_count(const bres_problem *problem, bres_case_set set)
    {
        return problem_value<std::size_t>(0, [&] { return of(problem).case_count(set); });
    }
    static bres_status make_case(const bres_problem *problem, std::size_t index, std::uint64_t seed,
                                 bres_problem_case *made)
    {
        const auto call = [&] { return of(problem).make_case(index, seed, *made); };

        return guarded([&] { return status_call(call); });
    }
    static std::size_t element_count(const bres_problem *problem, const bres_problem_case *of_case,
                                     std::size_t parameter)
    {
        return problem_value<std::size_t>(
            0, [&] { return of(problem).element_count(*of_case, parameter); });
    }
    static void scalar(const bres_problem *problem, const bres_problem_case *of_case,
                       std::size_t parameter, void *value)
    {
        (void)problem_value(false, [&] {
            of(problem).scalar(*of_case, parameter, value);
            return true;
        });
    }
    static bool fill(const bres_problem *problem, const bres_problem_case *of_case,
                     std::size_t parameter, std::uint64_t seed, void *written)
    {
        return problem_value(false,
                             [&] { return of(problem).fill(*of_case, parameter, seed, written); });
    }
    static bres_status reference(const bres_problem *problem, const bres_problem_case *of_case,
                                 elements inputs, void *const *outputs)
    {
        const auto call = [&] { return of(problem).reference(*of_case, inputs, outputs); };

        return guarded([&] { return status_call(call); });
    }
    static bres_tolerance tolerance(const bres_problem *problem, const bres_problem_case *of_case,
                                    std::size_t parameter)
    {
        return problem_value(bres_tolerance(),
                             [&] { return of(problem).tolerance(*of_case, parameter); });
    }
    static bres_status verify(const bres_problem *problem, const bres_problem_case *of_case,
                              std::size_t parameter, elements inputs, const void *expected,
                              const void *actual, bres_verification *found)
    {
        const auto call = [&] {
            return of(problem).verify(*of_case, parameter, inputs, expected, actual, *found);
        };

        return guarded([&] { return status_call(call); });
    }
    static std::uint64_t flops(const bres_problem *problem, const bres_problem_case *of_case)
    {
        return problem_value<std::uint64_t>(0, [&] { return of(problem).flops(*of_case); });
    }
    static std::uint64_t bytes(const bres_problem *problem, const bres_problem_case *of_case)
    {
        return problem_value<std::uint64_t>(0, [&] { return of(problem).bytes(*of_case); });
    }
};

template <class Functions, class = void> inline constexpr bool has_scalar = false;
template <class Functions>
inline constexpr bool has_scalar<Functions, std::void_t<decltype(&Functions::scalar)>> = true;
template <class Functions, class = void> inline constexpr bool has_fill = false;
template <class Functions>
inline constexpr bool has_fill<Functions, std::void_t<decltype(&Functions::fill)>> = true;
template <class Functions, class = void> inline constexpr bool has_tolerance = false;
template <class Functions>
inline constexpr bool has_tolerance<Functions, std::void_t<decltype(&Functions::tolerance)>> = true;
template <class Functions, class = void> inline constexpr bool has_verify = false;
template <class Functions>
inline constexpr bool has_verify<Functions, std::void_t<decltype(&Functions::verify)>> = true;
template <class Functions, class = void> inline constexpr bool has_flops = false;
template <class Functions>
inline constexpr bool has_flops<Functions, std::void_t<decltype(&Functions::flops)>> = true;
template <class Functions, class = void> inline constexpr bool has_bytes = false;
template <class Functions>
inline constexpr bool has_bytes<Functions, std::void_t<decltype(&Functions::bytes)>> = true;

} // namespace detail

/*
 * Makes a problem from the const member functions of `functions`, a variable that must outlive the
 * problem. The text and the parameters that `facts` points to must also outlive the problem. The
 * required functions:
 *
 *     std::size_t case_count(bres_case_set set);
 *     void make_case(std::size_t index, std::uint64_t seed, problem_case &made);
 *     std::size_t element_count(const problem_case &, std::size_t parameter);
 *     void reference(const problem_case &, const void *const *inputs, void *const *outputs);
 *
 * The optional functions:
 *
 *     void scalar(const problem_case &, std::size_t parameter, void *value);
 *     bool fill(const problem_case &, std::size_t parameter, std::uint64_t seed, void *elements);
 *     bres_tolerance tolerance(const problem_case &, std::size_t parameter);
 *     void verify(const problem_case &, std::size_t parameter, const void *const *inputs,
 *                 const void *expected, const void *actual, bres_verification &found);
 *     std::uint64_t flops(const problem_case &);
 *     std::uint64_t bytes(const problem_case &);
 *
 * make_case(), reference() and verify() may return a status. An exception ends the judgement.
 */
template <class Functions>
problem_spec with_functions(problem_spec facts, const Functions &functions)
{
    using calls = detail::problem_functions<Functions>;

    facts.user = detail::address_of(functions);
    facts.case_count = calls::case_count;
    facts.make_case = calls::make_case;
    facts.element_count = calls::element_count;
    facts.reference = calls::reference;
    if constexpr (detail::has_scalar<Functions>)
        facts.scalar = calls::scalar;
    if constexpr (detail::has_fill<Functions>)
        facts.fill = calls::fill;
    if constexpr (detail::has_tolerance<Functions>)
        facts.tolerance = calls::tolerance;
    if constexpr (detail::has_verify<Functions>)
        facts.verify = calls::verify;
    if constexpr (detail::has_flops<Functions>)
        facts.flops = calls::flops;
    if constexpr (detail::has_bytes<Functions>)
        facts.bytes = calls::bytes;
    return facts;
}
template <class Functions>
problem_spec with_functions(problem_spec facts, const Functions &&functions) = delete;

/* A problem of the library, or of the program. */
class problem : public detail::view<const bres_problem>
{
  public:
    using view::view;

    problem(const bres_problem &own) noexcept : view(&own)
    {
    }

    /* Finds the library's problem with this name. */
    static outcome<problem> find(text_argument name)
    {
        const bres_problem *found = nullptr;
        const bres_status status = bres_problem_find(name, &found);

        return detail::made(status, problem(found));
    }

    std::string_view name() const
    {
        return detail::view_of(get() != nullptr ? get()->name : nullptr);
    }
    std::string_view title() const
    {
        return detail::view_of(get() != nullptr ? get()->title : nullptr);
    }
    span<const bres_problem_parameter> parameters() const
    {
        if (get() == nullptr)
            return {};
        return { get()->parameters, get()->parameter_count };
    }
    bool has_type(bres_data_type type) const
    {
        return get() != nullptr && (get()->types & BRES_TYPE_BIT(type)) != 0;
    }

    /* Fails unless the problem is complete and consistent. */
    outcome<void> check() const
    {
        return detail::called(bres_problem_check(get()));
    }
    outcome<problem_case> make_case(bres_case_set set, bres_data_type type, std::size_t index,
                                    std::uint64_t seed) const
    {
        problem_case made = {};
        const bres_status status = bres_problem_make_case(get(), set, type, index, seed, &made);

        return detail::called(status, made);
    }
    bres_data_type parameter_type(const problem_case &of_case, std::size_t parameter) const
    {
        return bres_problem_parameter_type(get(), &of_case, parameter);
    }
    /* Fills an input or extra array as the judge does. */
    outcome<void> fill(const problem_case &of_case, std::size_t parameter, std::uint64_t seed,
                       void *elements) const
    {
        return detail::called(bres_problem_fill(get(), &of_case, parameter, seed, elements));
    }
    /* The public seed that a case is checked with. */
    std::uint64_t seed(text_argument case_name) const
    {
        return bres_problem_seed(name().data(), case_name);
    }
    /* A source file with an empty `solution`. */
    outcome<text> starter(bres_data_type type, bres_language language) const
    {
        char *source = nullptr;
        const bres_status status = bres_problem_starter(get(), type, language, &source);

        return detail::called(status, text(source));
    }
    /* The declaration of `solution` alone. */
    outcome<text> prototype(bres_data_type type, bres_language language) const
    {
        char *source = nullptr;
        const bres_status status = bres_problem_prototype(get(), type, language, &source);

        return detail::called(status, text(source));
    }
};

namespace detail
{
inline std::size_t problem_count(const bres_problem *)
{
    return bres_problem_count();
}

inline const bres_problem *problem_at(const bres_problem *, std::size_t index)
{
    return bres_problem_at(index);
}
} // namespace detail

/* The library's own problems, in the order of their names. */
inline detail::range<bres_problem, problem, detail::problem_count, detail::problem_at> problems()
{
    return {};
}

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Problems of the library, user-defined problems, and judging their solutions.
 */
#include "check.hpp"

#include <array>
#include <cstdio>
#include <stdexcept>
#include <vector>

using namespace benchresult;

namespace
{
/* y = a * x + 1. */
struct scale_and_shift {
    std::size_t case_count(bres_case_set set) const
    {
        return set == BRES_CASES_SAMPLE ? 1 : 2;
    }
    void make_case(std::size_t index, std::uint64_t seed, problem_case &made) const
    {
        std::snprintf(made.name, sizeof made.name, "case %zu", index + 1);
        made.dim_count = 1;
        made.dims[0] = made.set == BRES_CASES_SAMPLE ? 4 : 1000 * (index + 1) + seed % 7;
    }
    std::size_t element_count(const problem_case &of_case, std::size_t) const
    {
        return of_case.dims[0];
    }
    void scalar(const problem_case &of_case, std::size_t parameter, void *value) const
    {
        if (parameter == 1)
            *static_cast<float *>(value) = 2.5F;
        else
            *static_cast<std::size_t *>(value) = of_case.dims[0];
    }
    void reference(const problem_case &of_case, const void *const *inputs,
                   void *const *outputs) const
    {
        const float *x = static_cast<const float *>(inputs[0]);
        const double a = static_cast<double>(*static_cast<const float *>(inputs[1]));

        for (std::size_t i = 0; i < of_case.dims[0]; i++)
            static_cast<float *>(outputs[0])[i] =
                static_cast<float>(a * static_cast<double>(x[i]) + 1);
    }
    bres_tolerance tolerance(const problem_case &, std::size_t) const
    {
        return { 1e-5, 1e-6 };
    }
    std::uint64_t flops(const problem_case &of_case) const
    {
        return 2 * of_case.dims[0];
    }
    std::uint64_t bytes(const problem_case &of_case) const
    {
        return 8 * of_case.dims[0];
    }
};

/* A problem with its own fill() and verify(). */
struct picky : scale_and_shift {
    bool fill(const problem_case &of_case, std::size_t parameter, std::uint64_t,
              void *elements) const
    {
        for (std::size_t i = 0; parameter == 0 && i < of_case.dims[0]; i++)
            static_cast<float *>(elements)[i] = 1;
        return parameter == 0;
    }
    bres_status verify(const problem_case &of_case, std::size_t, const void *const *,
                       const void *expected, const void *actual, bres_verification &found) const
    {
        const bres_tolerance none = {};

        return bres_verify("all of y", BRES_TYPE_FLOAT32, expected, actual, of_case.dims[0], &none,
                           &found);
    }
};

constexpr const char *declaration =
    "#include <stddef.h>\nvoid solution(const float *x, float a, float *y, size_t n)\n";
} // namespace

static const std::array<bres_problem_parameter, 4> parameters = {
    input_array("x", -1, 1), input_value("a"), output_array("y"), extra_value("n")
};

static problem_spec facts()
{
    problem_spec made;

    made.name = "scale-and-shift";
    made.title = "y = a * x + 1";
    made.parameters = parameters.data();
    made.parameter_count = parameters.size();
    made.types = BRES_TYPE_BIT(BRES_TYPE_FLOAT32);
    return made;
}

/* Writes a solution with this body; returns its path. */
static std::string written(const char *name, const char *body)
{
    const std::string path = std::string(BRES_TEST_BUILD_DIR "/") + name + ".c";

    MUST(write_file(path, std::string(declaration) + body));
    return path;
}

static const char *const honest = "{ for (size_t i = 0; i < n; i++) y[i] = a * x[i] + 1; }\n";
static const char *const short_of_one =
    "{ for (size_t i = 0; i + 1 < n; i++) y[i] = a * x[i] + 1; y[n - 1] = 7; }\n";

static judge_options checking()
{
    judge_options options;

    options.flags = BRES_JUDGE_CHECK_ONLY;
    return options;
}

TEST(types_have_names_and_sizes)
{
    CHECK(data_type_name(BRES_TYPE_FLOAT64) == "float64" && data_type_size(BRES_TYPE_INT32) == 4);
    CHECK(MUST(data_type_find("uint8")) == BRES_TYPE_UINT8);
    const auto failure = check::failure_of([] { return data_type_find("float128"); });
    CHECK(failure && failure->status() == BRES_ERROR_KEY);
}

TEST(arrays_are_verified)
{
    const std::array<std::int32_t, 3> expected = { 1, 2, 3 };
    const std::array<std::int32_t, 3> actual = { 1, 5, 3 };
    const verification wrong =
        MUST(verify("v", BRES_TYPE_INT32, expected.data(), actual.data(), 3));

    CHECK(wrong.count == 3 && wrong.wrong == 1 && wrong.first.index == 1);
    CHECK(MUST(verify("v", BRES_TYPE_INT32, expected.data(), actual.data(), 3, { 2, 0 })).wrong ==
          0);
    CHECK(check::failure_of([&] {
        return verify("v", BRES_TYPE_INT32, &expected, &actual, 3, { -1, 0 });
    }));
}

TEST(the_library_has_problems)
{
    const problem known = MUST(problem::find("vector-addition"));
    const auto failure = check::failure_of([] { return problem::find("vector-adition"); });

    CHECK(problems().size() >= 12 && !problem());
    for (const problem each : problems()) {
        MUST(each.check());
        CHECK(!each.name().empty() && !each.title().empty() && !each.parameters().empty());
        CHECK(each.has_type(BRES_TYPE_FLOAT32));
    }
    const problem_case first = MUST(known.make_case(BRES_CASES_CPU, BRES_TYPE_FLOAT64, 0, 1));
    CHECK(first.type == BRES_TYPE_FLOAT64 && known.seed(first.name) == known.seed(first.name));
    CHECK(known.parameter_type(first, 0) == BRES_TYPE_FLOAT64);
    const text starter = MUST(known.starter(BRES_TYPE_FLOAT32, BRES_LANGUAGE_CXX));
    CHECK(starter.view().find("solution") != std::string_view::npos);
    CHECK(failure && failure->status() == BRES_ERROR_KEY);
}

TEST(a_class_is_a_problem)
{
    static const scale_and_shift functions;
    static const picky others;
    const problem_spec spec = with_functions(facts(), functions);
    const problem own = spec;
    const problem filled(with_functions(facts(), others));

    MUST(own.check());
    CHECK(own.name() == "scale-and-shift" && own.parameters().size() == 4);
    CHECK(spec.fill == nullptr && spec.verify == nullptr && spec.tolerance != nullptr);
    const problem_case made = MUST(own.make_case(BRES_CASES_SAMPLE, BRES_TYPE_FLOAT32, 0, 7));
    CHECK(made.dims[0] == 4 && spec.flops(&spec, &made) == 8 && spec.bytes(&spec, &made) == 32);
    std::vector<float> x(4, 9);
    MUST(own.fill(made, 0, 42, x.data()));
    CHECK(x[0] >= -1 && x[0] < 1);
    CHECK(MUST(own.prototype(BRES_TYPE_FLOAT32, BRES_LANGUAGE_C)).view().find("size_t n") !=
          std::string_view::npos);
    const auto failure =
        check::failure_of([&] { return own.make_case(BRES_CASES_CPU, BRES_TYPE_FLOAT64, 0, 7); });
    CHECK(failure && failure->status() == BRES_ERROR_ARGUMENT);
}

TEST(solutions_are_judged)
{
    static const scale_and_shift functions;
    const problem_spec own = with_functions(facts(), functions);
    std::vector<bres_judge_event_kind> kinds;
    const auto event = [&](const bres_judge_event &told) {
        kinds.push_back(told.kind);
        CHECK(MUST(json_of(told)).view().back() == '\n');
    };
    const judgement good =
        MUST(judge(own, written("honest", honest), with_event(checking(), event)));

    CHECK(good.status() == BRES_JUDGE_CHECKED && good.is_accepted() && good.message().empty());
    CHECK(good.passed_tests() == good.total_tests() && good.verification() == nullptr);
    CHECK(!kinds.empty() && kinds.back() == BRES_JUDGE_EVENT_END);
    CHECK(!good.average_runtime() && !good.average_gflops());
    CHECK(good.cases().size() == 2 && std::string_view(good.cases()[1].name) == "case 2");
    CHECK(good.cases()[1].status == BRES_JUDGE_CHECKED &&
          std::string_view(good.cases()[9].name).empty());
    CHECK(good.result() && !MUST(good.report()).view().empty());
    CHECK(MUST(good.json()).view().find("\"CHECKED\"") != std::string_view::npos);
    for (const std::string_view note : good.notes())
        CHECK(!note.empty());
    const judgement bad = MUST(judge(own, written("short", short_of_one), checking()));
    CHECK(bad.status() == BRES_JUDGE_WRONG_ANSWER && !bad.is_accepted());
    CHECK(judge_status_name(bad.status()) == "WRONG_ANSWER" && !bad.message().empty());
    CHECK(bad.verification()->wrong == 1 && bad.verification()->first.actual == 7);
    const judgement broken =
        MUST(judge(own, written("broken", "{ return nonsense; }\n"), checking()));
    CHECK(broken.status() == BRES_JUDGE_COMPILE_ERROR && !broken.output().empty());
    const auto failure = check::failure_of([&] { return judge(own, "/no/such/file.c"); });
    CHECK(failure && failure->status() == BRES_ERROR_NO_FILE);
}

TEST(timed_cases_are_states)
{
    static const picky functions;
    const problem_spec own = with_functions(facts(), functions);
    judge_options options;

    options.flags = BRES_JUDGE_FIRST_CASE;
    options.min_samples = 2;
    options.max_samples = 2;
    const judgement good = MUST(judge(own, written("timed", honest), options));
    CHECK(good.status() == BRES_JUDGE_BENCHMARKED && good.average_runtime() > 0);
    CHECK(good.cases()[0].samples == 2 && good.average_gflops().has_value());
    const result all = good.result();
    CHECK(all.subbench("scale-and-shift").states().size() == 1);
    CHECK(state(good.cases()[0].state) == all.subbench("scale-and-shift").states()[0]);
}

TEST(paths_that_may_be_read_must_exist)
{
    static const picky functions;
    const problem_spec own = with_functions(facts(), functions);
    const char *readable[] = { "/nowhere", nullptr };
    judge_options options = checking();

    options.allow_read = readable;
    const auto failure =
        check::failure_of([&] { return judge(own, written("readable", honest), options); });
    CHECK(failure && failure->status() == BRES_ERROR_NO_FILE);
    readable[0] = "/etc";
    CHECK(MUST(judge(own, written("readable", honest), options)).is_accepted());
}

TEST(judging_is_interrupted)
{
    static const scale_and_shift functions;
    const problem_spec own = with_functions(facts(), functions);
    const auto interrupt = [] { return true; };
    const auto failure = check::failure_of([&] {
        return judge(own, written("interrupted", honest), with_interrupt(checking(), interrupt));
    });

    CHECK(failure && failure->status() == BRES_ERROR_INTERRUPTED);
}

#if !defined(BENCHRESULT_NO_EXCEPTIONS)

namespace
{
/* Throws in element_count() or in reference(). */
struct faulty : scale_and_shift {
    bool in_reference = false;

    std::size_t element_count(const problem_case &of_case, std::size_t parameter) const
    {
        if (!in_reference)
            throw std::logic_error("element_count");
        return scale_and_shift::element_count(of_case, parameter);
    }
    void reference(const problem_case &, const void *const *, void *const *) const
    {
        throw std::logic_error("reference");
    }
};
} // namespace

static std::string thrown_by(const faulty &functions, const judge_options &options)
{
    const problem_spec own = with_functions(facts(), functions);

    try {
        (void)judge(own, written("thrown", honest), options);
    } catch (const std::logic_error &exception) {
        return exception.what();
    }
    return "nothing";
}

TEST(what_a_problem_throws_comes_out)
{
    faulty functions;
    const auto event = [](const bres_judge_event &) { throw std::logic_error("event"); };

    CHECK(thrown_by(functions, checking()) == "element_count");
    functions.in_reference = true;
    CHECK(thrown_by(functions, checking()) == "reference");
    CHECK(thrown_by(functions, with_event(checking(), event)) == "event");
}

#endif

/* SPDX-License-Identifier: MIT */
/* Defines a problem, y = 2 * x, and judges a solution that forgets the last element.
 * Run as: judge_solution build/doubling.c */
#include <benchresult.hpp>
#include <cstdio>
#include <iostream>

namespace br = benchresult;

namespace
{
struct doubling {
    std::size_t case_count(bres_case_set) const
    {
        return 1;
    }
    void make_case(std::size_t, std::uint64_t, br::problem_case &made) const
    {
        made.dims[0] = made.set == BRES_CASES_SAMPLE ? 4 : 1000;
        made.dim_count = 1;
        std::snprintf(made.name, sizeof made.name, "n = %d", static_cast<int>(made.dims[0]));
    }
    std::size_t element_count(const br::problem_case &of_case, std::size_t) const
    {
        return of_case.dims[0];
    }
    void scalar(const br::problem_case &of_case, std::size_t, void *value) const
    {
        *static_cast<std::size_t *>(value) = of_case.dims[0];
    }
    void reference(const br::problem_case &of_case, const void *const *inputs,
                   void *const *outputs) const
    {
        const auto x = static_cast<const float *>(inputs[0]);
        const auto y = static_cast<float *>(outputs[0]);

        for (std::size_t i = 0; i < of_case.dims[0]; i++)
            y[i] = 2 * x[i];
    }
};
} // namespace

static const char *const solution = R"(#include <stddef.h>
void solution(const float *x, float *y, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        y[i] = 2 * x[i];
}
)";

int main(int argc, char **argv)
try {
    const doubling functions;
    const bres_problem_parameter parameters[] = { br::input_array("x", -1, 1),
                                                  br::output_array("y"), br::extra_value("n") };
    const char *const path = argc == 2 ? argv[1] : "doubling.c";
    br::problem_spec facts;

    facts.name = "doubling";
    facts.title = "y = 2 * x";
    facts.parameters = parameters;
    facts.parameter_count = 3;
    facts.types = BRES_TYPE_BIT(BRES_TYPE_FLOAT32);
    const br::problem_spec problem = br::with_functions(facts, functions);
    br::write_file(path, solution);
    const br::judgement verdict = br::judge(problem, path);
    std::cout << br::judge_status_name(verdict.status()) << ": " << verdict.message() << '\n';
    return verdict.status() == BRES_JUDGE_WRONG_ANSWER ? 0 : 1;
} catch (const br::error &error) {
    std::cerr << error.what() << '\n';
    return 2;
}

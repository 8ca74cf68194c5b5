/* SPDX-License-Identifier: MIT */
/*
 * A source file whose errors are values, regardless of the other files of the program: both kinds
 * of errors can be used in one program. Errors can be handled without exceptions.
 */
#if !defined(BENCHRESULT_NO_EXCEPTIONS)
#define BENCHRESULT_NO_EXCEPTIONS
#endif
#include "check.hpp"

#include <type_traits>

using namespace benchresult;

static_assert(!std::is_same_v<outcome<result>, result>);

TEST(an_outcome_is_a_value_or_an_error)
{
    outcome<result> good = result::load(check::sample("main.json"));
    const outcome<result> bad = result::load("/no/such/file");

    CHECK(good.has_value() && good && good->subbenches().size() == 3);
    CHECK((*good).subbench("copy") == good.value().subbench("copy"));
    CHECK(!bad.has_value() && !bad && bad.error().status() == BRES_ERROR_NO_FILE);
    const result moved = *std::move(good);
    CHECK(moved.subbenches().size() == 3);
    CHECK(!result::load("/no/such/file").value_or(result()));
}

TEST(nothing_is_an_outcome_too)
{
    const result all = MUST(result::load(check::sample("main.json")));
    const outcome<void> bad = all.write("/dev/null/x");
    const outcome<void> good = write_file("/dev/null", "text");

    CHECK(good.has_value() && good);
    CHECK(!bad && bad.error().status() != BRES_OK);
    good.value();
}

TEST(a_body_returns_an_outcome)
{
    suite benches;
    const std::string path = BRES_TEST_BUILD_DIR "/outcome.json";
    std::string arguments[] = { "test", "-q", "--no-isolate", "--json", path };
    char *raw[] = { arguments[0].data(), arguments[1].data(), arguments[2].data(),
                    arguments[3].data(), arguments[4].data(), nullptr };

    benches.add("refuses", [](run each) -> outcome<void> { return each.set_timeout(-2); });
    CHECK(benches.main(5, raw) == 0);
    const result all = MUST(result::load(path));
    CHECK(all.subbench("refuses").states()[0].is_skipped());
}

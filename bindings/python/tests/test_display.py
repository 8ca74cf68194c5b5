# SPDX-License-Identifier: MIT
"""repr() and _repr_html_(): short for any object, and safe for any content."""
import html.parser
import os
import unittest

from support import DATA, ResultTest, VirtualTime, bench, document, state, summary

import benchresult as br
from benchresult import _display

MAIN, BRANCH = (os.path.join(DATA, name) for name in ("main.json", "branch.json"))
EVIL = "<script>alert('&')</script>\u202e\x1b"
LONG = "x" * 100_000


class TableParser(html.parser.HTMLParser):
    """Reads the tags and the cells of a table; fails for other tags and for unbalanced tags."""

    def __init__(self, text):
        super().__init__()
        self.open, self.rows, self.cells = [], 0, []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        assert tag in ("table", "caption", "tr", "th", "td", "p") and not attributes, tag
        self.open.append(tag)
        self.rows += tag == "tr"

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("table", "tr"):
            self.cells.append(data)


class ReprTest(ResultTest):
    def large(self):
        states = [state(f"{EVIL}{i}", summary("nv/cold/time/gpu/median", ("value", "float64", i)))
                  for i in range(500)]
        return self.load(document(*(bench(f"{EVIL}{i}{LONG}", *states) for i in range(5))))

    def test_results(self):
        result = br.load(MAIN)
        self.assertEqual(repr(result), f"<BenchmarkResult {_display.brief(MAIN)}: 3 benchmarks, "
                                       "1 device>")
        self.assertEqual(repr(result["copy"]), "<SubBenchmarkResult 'copy': 2 axes, 4 states>")
        self.assertRegex(repr(result["copy"][0]),
                         r"^<SubBenchmarkState 'T=I32 Elements\{io\}\[pow2\]=20': \d+ summaries>$")
        self.assertEqual(repr(br.BenchmarkResult.empty()),
                         "<BenchmarkResult None: 0 benchmarks, 0 devices>")
        skipped = self.load_state(is_skipped=True)
        self.assertEqual(repr(skipped), "<SubBenchmarkState 's': skipped>")

    def test_a_large_result_is_short_and_is_not_walked(self):
        result = self.large()
        walked = []

        class Counting(br.SubBenchmarkState):
            __slots__ = ()

            @classmethod
            def _make(cls, handle, pointer):
                walked.append(pointer)
                return br.SubBenchmarkState._make(handle, pointer)

        original = br.results.SubBenchmarkState
        br.results.SubBenchmarkState = Counting
        try:
            shown = repr(result), repr(next(iter(result.values())))
            self.assertEqual(walked, [])
            tables = result._repr_html_(), next(iter(result.values()))._repr_html_()
        finally:
            br.results.SubBenchmarkState = original
        self.assertEqual(len(walked), 2 * _display.MAX_ROWS)
        for text in shown:
            self.assertLess(len(text), 300)
            self.assertNotIn("\x1b", text)
        for text, left in zip(tables, (2480, 480)):
            self.assertLess(len(text), 20_000)
            parsed = TableParser(text)
            self.assertEqual(parsed.rows, _display.MAX_ROWS + 1)
            self.assertIn(f"and {left} more states", parsed.cells)
            self.assertFalse({"\x1b", "\u202e"} & set(text))

    def test_records(self):
        long = br.BenchmarkResultSummary(LONG, data={str(i): LONG for i in range(1000)})
        few = br.BenchmarkResultSummary("t", data={LONG: LONG})
        device = br.BenchmarkResultDevice(0, LONG, {"x": [LONG] * 3})
        for one in (long, few, device, br.TaskSpec(LONG), self.load_state(
                summary("t"), state_name=LONG), br.Thresholds(),
                br.compare_samples([1.0, 1.1] * 20, [2.0, 2.1] * 20)):
            self.assertLess(len(repr(one)), 1500)
        self.assertEqual(repr(br.BenchmarkResultSummary("t", data={"value": 1})),
                         "BenchmarkResultSummary(tag='t', name=None, hint=None, hide=None, "
                         "description=None, data={'value': 1})")

    def test_brief(self):
        for value in ("x", 3, None, [1, "x"], (1,), (), {"a": [1.5]}):
            self.assertEqual(_display.brief(value), repr(value))
        self.assertEqual(_display.brief(list(range(7))), "<list of 7 entries>")
        self.assertEqual(len(_display.brief("x" * 81)), 81)

    def test_units(self):
        for value, text in ((None, ""), (0, "0 ns"), (1.5, "1.5 s"), (12345e-9, "12.35 us"),
                            (0.0012, "1.2 ms"), (3e-12, "0.003 ns")):
            self.assertEqual(_display.seconds(value), text)
        self.assertEqual((_display.percent(None), _display.percent(0.5), _display.percent(1, "+")),
                         ("", "50.00 %", "+100.00 %"))


class HtmlTest(ResultTest):
    def test_a_result(self):
        parsed = TableParser(br.load(MAIN)._repr_html_())
        self.assertEqual(parsed.rows, 9)
        median = br.load(MAIN)["copy"][0].median()
        for cell in ("copy", "T=I32 Elements{io}[pow2]=20", _display.seconds(median)):
            self.assertIn(cell, parsed.cells)
        skipped = self.load(document(bench("b", state("s", is_skipped=True, skip_reason=EVIL))))
        self.assertIn("alert", skipped._repr_html_())
        self.assertNotIn("<script", skipped._repr_html_())

    def test_a_comparison(self):
        comparison = br.compare(MAIN, BRANCH)
        parsed = TableParser(comparison._repr_html_())
        self.assertEqual(parsed.rows, len(comparison) + 1)
        verdicts = [cell for cell in parsed.cells if cell in tuple(br.Verdict)]
        self.assertEqual(verdicts[:len(comparison.regressions)],
                         ["SLOW"] * len(comparison.regressions))
        states = [state(f"{EVIL}{i}", axis_values=[], device=0) for i in range(50)]
        path = self.write(document(bench(EVIL, *states)))
        shown = br.compare(path, path)._repr_html_()
        self.assertEqual(TableParser(shown).rows, _display.MAX_ROWS + 1)
        self.assertNotIn("<script", shown)

    def test_a_tuning(self):
        time = VirtualTime()
        tuner = br.tune(lambda trial: time.spend(1e-3), {"N": list(range(40)), EVIL: [EVIL]},
                        clock=time.now, strategy="exhaustive", trial_samples=2, name="n")
        parsed = TableParser(tuner._repr_html_())
        self.assertEqual(parsed.rows, _display.MAX_ROWS + 1)
        self.assertLess(len(repr(tuner)), 300)
        with tuner._used():
            self.assertIn("Tuner", repr(tuner))

    def test_a_tuner_that_is_in_use(self):
        import threading

        tuner = br.Tuner({"N": [1]})
        shown = []
        with tuner._used():
            thread = threading.Thread(target=lambda: shown.append(repr(tuner)))
            thread.start()
            thread.join()
        self.assertEqual(shown, ["<Tuner of N: in use>"])


if __name__ == "__main__":
    unittest.main()

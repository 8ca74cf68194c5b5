#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The commands on the journal of an unfinished run."""
import json
import unittest

import pairs
import tool
from journal import journal, record
from tool import document, mean, state


def one_state(point, seconds):
    return state(f"N={point}", [("N", point)], [mean(seconds)])


class JournalTest(tool.ToolTest):
    def write_journal(self, name, *records, cut=None):
        with open(self.path(name), "wb") as file:
            file.write(journal(document([]), *records)[:cut])
        return self.path(name)

    def setUp(self):
        super().setUp()
        self.times = [1.0, 1.25, 1.5]
        self.partial = self.write_journal(
            "r.json.partial", record(0, one_state("a", 1), self.times, [1e9, 2e9, 1e9]),
            record(0, one_state("b", 2)), record(0, one_state("c", 3), []))
        self.whole = self.write("r.json", document(
            [one_state("a", 1), one_state("b", 2), one_state("c", 3)]))

    def test_summary(self):
        self.assertEqual(self.done("summary", self.partial), self.done("summary", self.whole))
        with open(self.partial, "rb") as file:
            found = self.run_tool("summary", "-", stdin=file)
        self.assertEqual(found.stdout, self.done("summary", self.whole))

    def test_compare(self):
        """Journals compare like the results that are merged from them, including samples."""
        rows = []
        for name, center in (("ref", 1e-3), ("cmp", 1.2e-3)):
            head = pairs.document(pairs.bench("b", [], [("N", "")]))
            times = [center * (1 + .001 * (i % 7)) for i in range(100)]
            partial = self.path(name + ".partial")
            with open(partial, "wb") as file:
                file.write(journal(head, *[
                    record(0, pairs.state("s", pairs.around(center), [("N", i)]), times,
                           [1e9] * 100) for i in range(3)]))
            self.done("merge", "-o", self.path(name + ".json"), partial)
        for suffix in (".partial", ".json"):
            text = self.done("compare", "--format", "csv", self.path("ref" + suffix),
                             self.path("cmp" + suffix))
            rows.append(text.replace(suffix, ""))
        self.assertEqual(rows[0], rows[1])
        self.assertEqual(rows[0].count("SLOW"), 3)

    def test_merge(self):
        output = self.path("out.json")
        self.done("merge", "-o", output, self.partial)
        states = json.loads(self.read("out.json"))["benchmarks"][0]["states"]
        self.assertEqual([one["name"] for one in states], ["N=a", "N=b", "N=c"])
        self.assertEqual([len(one["summaries"]) for one in states], [3, 1, 2])
        with open(self.path("out.json-bin/0.bin"), "rb") as file:
            self.assertEqual(file.read().hex(), "0000803f0000a03f0000c03f")

    def test_incomplete(self):
        partial = self.write_journal("cut.partial", record(0, one_state("a", 1), self.times),
                                     record(0, one_state("b", 2)), cut=-1)
        process = self.run_tool("summary", partial)
        self.assertEqual(process.returncode, 0)
        self.assertIn("| a |", process.stdout)
        self.assertNotIn("| b |", process.stdout)
        self.assertRegex(process.stderr, r"\Abenchresult: warning: .*cut\.partial: the \d+ bytes "
                                         r"after byte \d+ are an incomplete record and are "
                                         r"ignored\n\Z")

    def test_damaged(self):
        broken = bytearray(journal(document([]), record(0, one_state("a", 1)),
                                   record(0, one_state("b", 2))))
        broken[-300] ^= 1
        with open(self.path("broken.partial"), "wb") as file:
            file.write(broken)
        self.assertIn("a record of the journal is damaged",
                      self.refused("summary", self.path("broken.partial")))


if __name__ == "__main__":
    unittest.main()

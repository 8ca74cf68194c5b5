#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult merge: shards, replicates, conflicts, outputs."""
import json
import os
import struct
import unittest

import tool
from tool import document, mean, state


def axis_states(*points):
    return document([state(f"N={point}", [("N", point)], [mean(seconds)])
                     for point, seconds in points])


class MergeTest(tool.ToolTest):
    def merged(self, *documents):
        """The JSON that merging the documents gives."""
        files = [self.write(f"{i}.json", one) for i, one in enumerate(documents)]
        self.assertEqual(self.done("merge", "-o", self.path("out.json"), *files), "")
        return json.loads(self.read("out.json"))

    def states(self, result):
        return [(one["name"], one.get("run", 0)) for one in result["benchmarks"][0]["states"]]

    def test_shards(self):
        result = self.merged(axis_states(("a", 1)), axis_states(("b", 2), ("c", 3)))
        self.assertEqual(self.states(result), [("N=a", 0), ("N=b", 0), ("N=c", 0)])
        self.assertNotIn("Run", self.done("summary", self.path("out.json")))

    def test_replicates_become_runs(self):
        result = self.merged(axis_states(("a", 1)), axis_states(("a", 2)), axis_states(("a", 3)))
        self.assertEqual(self.states(result), [("N=a", 0), ("N=a", 1), ("N=a", 2)])
        self.assertTrue(self.done("summary", self.path("out.json")).endswith(
            "| Run | N | GPU Time |\n|-----|---|----------|\n"
            "|   0 | a |  1.000 s |\n|   1 | a |  2.000 s |\n|   2 | a |  3.000 s |\n"))

    def test_one_file(self):
        self.assertEqual(self.states(self.merged(axis_states(("a", 1)))), [("N=a", 0)])

    def test_grouping_does_not_matter(self):
        documents = [axis_states(("a", 1)), axis_states(("b", 2)), axis_states(("a", 3))]
        together = self.merged(*documents)
        first = self.merged(*documents[:2])
        self.assertEqual(self.merged(first, documents[2])["benchmarks"], together["benchmarks"])

    def test_conflict_names_both_files(self):
        first = self.write("1.json", {**axis_states(("a", 1)), "devices": [{"id": 0, "name": "X"}]})
        other = self.write("2.json", {**axis_states(("b", 1)), "devices": [{"id": 0, "name": "Y"}]})
        message = self.refused("merge", "-o", self.path("out.json"), first, other)
        self.assertIn(first, message)
        self.assertIn(other, message)
        self.assertFalse(os.path.exists(self.path("out.json")))

    def test_errors_name_the_file_and_leave_the_output(self):
        good = self.write("good.json", axis_states(("a", 1)))
        bad = self.write("bad.json", "{")
        output = self.write("out.json", "old")
        self.assertIn(bad, self.refused("merge", "-o", output, good, bad))
        self.assertIn(self.path("none.json"),
                      self.refused("merge", "-o", output, good, self.path("none.json")))
        self.assertEqual(self.read("out.json"), "old")
        self.assertIn(self.directory, self.refused("merge", "-o", self.directory, good))

    def test_lenient(self):
        file = self.write("r.json", document([state("N=a", [("N", "a")], [mean("fast")])]))
        self.assertIn("'fast'", self.refused("merge", "-o", "-", file))
        process = self.run_tool("merge", "--lenient", "-o", "-", file)
        self.assertEqual(process.returncode, 0)
        self.assertIn("benchresult: warning: ", process.stderr)

    def test_half_of_a_surrogate_pair_is_not_written(self):
        bad = r'"\udcff \ud83d\ude00 \\udcff \ud83d"'
        text = json.dumps(axis_states(("a", 1)))
        path = self.write("bad.json", text[:-1] + f', "x": {bad}, "meta": {{"argv": [{bad}]}}}}')
        self.assertIn("surrogate", self.refused("summary", path))
        self.run_tool("merge", "--lenient", "-o", self.path("out.json"), path)
        self.done("summary", self.path("out.json"))
        self.assertEqual(json.loads(self.read("out.json"))["meta"]["argv"],
                         ["\ufffd \U0001f600 \\udcff \ufffd"])

    def test_standard_streams(self):
        file = self.write("r.json", axis_states(("b", 2)))
        text = self.done("merge", "-o", "-", "-", file, input=json.dumps(axis_states(("a", 1))))
        self.assertEqual(self.states(json.loads(text)), [("N=a", 0), ("N=b", 0)])


class SidecarTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        for name, times in (("1", [1.0, 2.0]), ("2", [3.0])):
            os.mkdir(self.path(f"{name}.json-bin"))
            with open(self.path(f"{name}.json-bin/0.bin"), "wb") as file:
                file.write(struct.pack(f"<{len(times)}f", *times))
            self.write(f"{name}.json", document([state(f"N={name}", [("N", name)], [
                mean(1), {"tag": "nv/json/bin:nv/cold/sample_times", "data": [
                    {"name": "filename", "type": "string", "value": f"{name}.json-bin/0.bin"},
                    {"name": "size", "type": "int64", "value": str(len(times))}]}])]))

    def samples(self, name):
        """The samples of each state of a result; None for a state that names no file."""
        found = []
        for one in json.loads(self.read(name))["benchmarks"][0]["states"]:
            fields = {field["name"]: field["value"] for summary in one["summaries"]
                      if summary["tag"].startswith("nv/json/bin:") for field in summary["data"]}
            if "filename" not in fields:
                found.append(None)
                continue
            with open(self.path(fields["filename"]), "rb") as file:
                found.append([value for value, in struct.iter_unpack("<f", file.read())])
        return found

    def test_samples_are_written_again(self):
        self.done("merge", "-o", self.path("out.json"), self.path("1.json"), self.path("2.json"))
        self.assertEqual(self.samples("out.json"), [[1.0, 2.0], [3.0]])
        self.assertTrue(os.path.isdir(self.path("out.json-bin")))

    def test_output_over_an_input(self):
        self.done("merge", "-o", self.path("1.json"), self.path("1.json"), self.path("2.json"))
        self.assertEqual(self.samples("1.json"), [[1.0, 2.0], [3.0]])

    def test_without_sidecars(self):
        for arguments in (["--no-sidecars", "-o", self.path("out.json")], ["-o", "-"]):
            text = self.done("merge", *arguments, self.path("1.json"), self.path("2.json"))
            if text != "":
                self.write("out.json", text)
            self.assertEqual(self.samples("out.json"), [None, None])
            self.assertFalse(os.path.exists(self.path("out.json-bin")))

    def test_short_sidecar(self):
        with open(self.path("2.json-bin/0.bin"), "ab") as file:
            file.write(b"\0\0\0\0")
        message = self.refused("merge", "-o", self.path("out.json"), self.path("1.json"),
                               self.path("2.json"))
        self.assertIn("2.json", message)
        self.assertFalse(os.path.exists(self.path("out.json")))


if __name__ == "__main__":
    unittest.main()

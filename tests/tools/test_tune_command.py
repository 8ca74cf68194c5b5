#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult tune: the answer, failures, signals, and resuming after a kill."""
import json
import os
import pty
import signal
import stat
import subprocess
import time
import unittest

import tool

# program FILE SECONDS [WORD]: writes a result with one state, which takes SECONDS, and logs each
# run. WORD selects what else the program does.
PROGRAM = """\
#!/bin/sh
echo "$2" >>"$TUNE_LOG"
case $3 in
crash) kill -SEGV $$ ;;
hang) sleep 600 & wait ;;
exit) echo first >&2; echo 'the tile does not fit' >&2; exit 3 ;;
wait) if [ "$(wc -l <"$TUNE_LOG")" -eq "$TUNE_WAIT_AT" ]; then
    : >"$TUNE_LOG.waiting"; sleep 600 & wait; fi ;;
esac
echo "printed with $2"
printf '{"devices": [], "benchmarks": [{"name": "b", "devices": [], "axes": [], "states": [
    {"name": "s", "axis_values": [], "summaries": [{"tag": "nv/cpu_only/time/cpu/median",
    "data": [{"name": "value", "type": "float64", "value": "%s"}]}]}]}]}' "$2" >"$1"
"""


def listen_to_signals():
    """Resets signals to their defaults: the caller may ignore them, and children inherit that."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class TuneTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.program = self.write("program", PROGRAM)
        os.chmod(self.program, stat.S_IRWXU)
        self.temporary = self.path("temporary")
        os.mkdir(self.temporary)
        self.env = dict(os.environ, TUNE_LOG=self.path("log"), TMPDIR=self.temporary)
        self.addCleanup(lambda: self.assertEqual(os.listdir(self.temporary), []))

    def arguments(self, *options, times="T=0.003,0.001,0.002", command=("{}", "{T}")):
        return ["tune", "--param", times, *options, "--", self.program, *command]

    def tune(self, *options, env=(), **keys):
        return self.run_tool(*self.arguments(*options, **keys), env={**self.env, **dict(env)},
                             cwd=self.directory)

    def tuned(self, *options, **keys):
        """The result; expects success without a message."""
        process = self.tune("--json", "out.json", *options, **keys)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        return self.load("out.json")

    def load(self, name):
        return json.loads(self.read(name))

    def meta(self, name="out.json"):
        return self.load(name)["meta"]["benchresult"]["tune"]

    def runs(self):
        return self.read("log").split() if os.path.exists(self.path("log")) else []

    @staticmethod
    def states(result):
        return {state["name"]: state for state in result["benchmarks"][0]["states"]}


class AnswerTest(TuneTest):
    def test_the_fastest_configuration(self):
        result = self.tuned()
        meta = result["meta"]["benchresult"]["tune"]
        self.assertEqual((meta["best"]["name"], meta["stop_reason"]), ("T=0.001", "decided"))
        self.assertEqual(meta["command"], f"{self.program} '{{}}' '{{T}}'")
        self.assertEqual(len(self.runs()), meta["samples"])
        self.assertEqual(sorted(os.listdir(self.directory)),
                         ["log", "out.json", "out.json-bin", "program", "temporary"])

    def test_the_table(self):
        process = self.tune()
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        for text in ("0.001", "0.002", "0.003"):
            self.assertIn(text, process.stdout)
        self.assertLessEqual(max(map(len, process.stdout.splitlines())), 200)
        self.tune("-o", "report.md")
        self.assertEqual(self.read("report.md").count("|"), process.stdout.count("|"))

    def test_all_kinds_of_parameters(self):
        process = self.tune("--param", "P[pow2]=[3:4]", "--param", "I=[8:24:16]", "--param",
                            "M=a b,c", "--dry-run", times="T=0.5",
                            command=("{T}", "{P}", "-i{I}", "{M}", "{{P}}"))
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        lines = process.stdout.splitlines()
        self.assertEqual(lines[0], f"{self.program} 0.5 8 -i8 'a b' '{{P}}'")
        self.assertEqual(lines[-1], f"{self.program} 0.5 16 -i24 c '{{P}}'")
        self.assertEqual(len(lines), 8)
        self.assertEqual(self.runs(), [])

    def test_arguments_are_passed_as_they_are(self):
        show = self.write("show", '#!/bin/sh\nprintf "%s\\n" "$@" >"$TUNE_LOG"\n')
        os.chmod(show, stat.S_IRWXU)
        process = self.run_tool("tune", "-p", "N=1", "--max-samples", "1", "--", show, "$HOME *",
                                "a  b'{N}", "", "{ N}", "--json", "-h", env=self.env)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(self.read("log").split("\n"),
                         ["$HOME *", "a  b'1", "", "{ N}", "--json", "-h", ""])

    def test_constraints(self):
        options = ["--param", "N=1,2,4", "--constraint", "T*1000*N<=4", "--constraint",
                   "T!=0.001 || N==4", "--dry-run"]
        process = self.tune(*options, command=("{T}", "{N}"))
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual([line.split()[1:] for line in process.stdout.splitlines()],
                         [["0.003", "1"], ["0.002", "1"], ["0.002", "2"], ["0.001", "4"]])

    def test_whole_commands(self):
        for clock in ("wall", "process"):
            with self.subTest(clock=clock):
                process = self.run_tool(
                    "tune", "-p", "N=1,400", "--clock", clock, "--max-samples", "60", "--json",
                    clock + ".json", "--", "sh", "-c",
                    "i=0; while [ $i -lt $(({N} * 100)) ]; do i=$((i + 1)); done",
                    env=self.env, cwd=self.directory)
                self.assertEqual((process.returncode, process.stderr), (0, ""))
                self.assertEqual(self.meta(clock + ".json")["best"]["name"], "N=1")

    def test_warm_up_and_output(self):
        process = self.tune("--warmup-runs", "2", "--max-samples", "3", "--show-output",
                            times="T=0.001,0.002,0.003")
        self.assertEqual(process.returncode, 0)
        self.assertEqual(len(self.runs()), 9)
        self.assertEqual(process.stdout.count("printed with"), 9)
        self.assertNotIn("printed with", self.tune("--max-samples", "3").stdout)

    def test_an_undecided_search(self):
        few = ["--max-samples", "3"]
        self.assertEqual(self.tune(*few).returncode, 0)
        process = self.tune(*few, "--undecided", "fail")
        self.assertEqual(process.returncode, 3)
        self.assertEqual(process.stderr, "benchresult: --undecided: 2 of 3 configurations are "
                                         "neither eliminated nor tied\n")
        self.assertEqual(self.tune("--undecided", "fail").returncode, 0)

    def test_a_cache(self):
        cached = ("--cache", "cache", "--name", "copy", "--problem-size")
        self.assertEqual(self.tune(*cached, "8,8").returncode, 0)
        runs = self.runs()
        process = self.tune(*cached, "8,8", "--json", "out.json")
        self.assertEqual(process.returncode, 0)
        self.assertEqual(process.stderr,
                         "benchresult: 'out.json' was not written: the answer is from the cache\n")
        self.assertIn("| best ", process.stdout)
        self.assertIn("T=0.001", process.stdout)
        self.assertIn("from the cache: decided", process.stdout)
        self.assertEqual((self.runs(), os.path.exists(self.path("out.json"))), (runs, False))
        for options in ((*cached, "8,9"), (*cached, "8,8", "--retune"),
                        (*cached, "8,8", "--kernel-hash", "2")):
            runs = self.runs()
            self.assertEqual(self.tune(*options).returncode, 0)
            self.assertGreater(len(self.runs()), len(runs), options)
        # Each key has kept its answer.
        runs = self.runs()
        for options in (("8,8",), ("8,9",), ("8,8", "--kernel-hash", "2")):
            self.assertEqual(self.tune(*cached, *options).returncode, 0)
        self.assertEqual(self.runs(), runs)

    def test_a_cache_is_refused(self):
        self.write("text", "this is no cache\n")
        for options, message in (
                (("--cache", "c"), "--cache needs --name"),
                (("--problem-size", "1"), "--problem-size and --retune need --cache"),
                (("--retune",), "--problem-size and --retune need --cache"),
                (("--problem-size", ""), "'' is not a problem size"),
                (("--problem-size", "1,-1"), "'1,-1' is not a problem size"),
                (("--problem-size", "1,,1"), "'1,,1' is not a problem size"),
                (("--problem-size", "9223372036854775808"), "is not a problem size"),
                (("--problem-size", ",".join("1" * 17)), "has too many sizes (expected at most 16)"),
                (("--cache", "text", "--name", "copy"), "text")):
            process = self.tune(*options)
            self.assertEqual(process.returncode, 2, options)
            self.assertIn(message, process.stderr)
        self.assertEqual(self.runs(), [])

    def test_formats(self):
        for form in ("markdown", "csv", "json"):
            with self.subTest(form):
                process = self.tune("--format", form, "--max-samples", "3")
                self.assertEqual((process.returncode, process.stderr), (0, ""))
                if form == "json":
                    json.loads(process.stdout)


class ProgressTest(TuneTest):
    def test_verbose(self):
        self.assertEqual(self.tune("--max-samples", "3").stderr, "")
        lines = self.tune("--max-samples", "9", "-v").stderr.splitlines()
        self.assertEqual(len(lines), len(self.runs()) - 3)
        self.assertRegex(lines[-1], r"\Abenchresult: \d of 3 done, \d left, leader T=0\.001\Z")
        self.assertEqual(self.tune("--max-samples", "3", "-v", "-q").stderr, "")

    def test_progress_on_a_terminal(self):
        for options, shown in (((), True), (("-q",), False)):
            controller, terminal = pty.openpty()
            self.addCleanup(os.close, controller)
            with subprocess.Popen([tool.TOOL, *self.arguments("--max-samples", "9", *options)],
                                  stdout=subprocess.DEVNULL, stderr=terminal,
                                  env=self.env) as process:
                os.close(terminal)
                text = b""
                try:
                    while True:
                        text += os.read(controller, 4096)
                except OSError:  # the other end is closed
                    pass
                self.assertEqual(process.wait(), 0)
            self.assertEqual(b"leader T=0.001" in text, shown, text)
            self.assertEqual(text.endswith(b"\r\x1b[K"), shown, text)
            self.assertNotIn(b"\n", text)


class FailureTest(TuneTest):
    def test_configurations_that_fail(self):
        """The search continues with the other configurations."""
        result = self.tuned("--param", "DO=nothing,crash,hang,exit", "--constraint",
                            "DO!=hang || T==0.001", "--timeout", "3", "--trial-samples", "20",
                            command=("{}", "{T}", "{DO}"))
        states = self.states(result)
        for name, reason in (("T=0.001 DO=crash", "was killed by signal 11 (Segmentation fault)"),
                             ("T=0.002 DO=crash", "was killed by signal 11 (Segmentation fault)"),
                             ("T=0.001 DO=hang", "did not end within 3 s"),
                             ("T=0.003 DO=exit",
                              "ended with exit status 3: the tile does not fit")):
            self.assertEqual(states[name]["is_skipped"], True)
            self.assertEqual(states[name]["skip_reason"], f"'{self.program}' {reason}")
        self.assertEqual(self.meta()["best"]["name"], "T=0.001 DO=nothing")

    def test_every_configuration_fails(self):
        process = self.tune(command=("{}", "{T}", "exit"))
        self.assertEqual(process.returncode, 2)
        self.assertEqual(process.stderr,
                         f"benchresult: every configuration failed, the first one, T=0.003, because "
                         f"'{self.program}' ended with exit status 3: the tile does not fit\n")
        process = self.tune("--constraint", "T>1")
        self.assertEqual((process.returncode, process.stderr),
                         (2, "benchresult: no configuration satisfies the constraints\n"))

    def refused(self, *options, command=("{}", "{T}"), **keys):
        process = self.tune(*options, command=command, **keys)
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertEqual(self.runs(), [])
        return process.stderr.splitlines()[0].removeprefix("benchresult: ")

    def test_wrong_usage(self):
        for options, keys, message in (
                (["--param", "N=1"], {}, "the parameter 'N' is in no argument (expected '{N}')"),
                (["--param", "N="], {}, "'N=': no value given"),
                (["--param", "N=1,2,1"], {}, "'N=1,2,1': the value 1 is repeated"),
                (["--param", "T=1"], {}, "there are two axes 'T'"),
                (["--param", "1"], {}, "'1': expected NAME=VALUES or NAME[KIND]=VALUES"),
                ([], {"command": ("{T}", "{TT}")}, "unknown parameter '{TT}' in the argument"),
                (["--constraint", "T<"], {}, "expected a value at the end, at column 3 of the "
                                             "constraint 'T<'"),
                (["--constraint", "T<X"], {}, "'X' is neither a parameter nor a value of one at "
                                              "column 3 of the constraint 'T<X'"),
                (["--constraint", "1/(T-T)>0"], {}, "T=0.003: division by zero at column 2"),
                (["--clock", "process"], {}, "the clock is process, but the command measures"),
                (["--resume"], {}, "--resume and --reuse need --json"),
                (["--json", "-"], {}, "option '--json': '-' is not a file name"),
                (["--trial-samples", "0"], {}, "option '--trial-samples': "),
                (["stray"], {}, "unexpected 'stray' (expected '--' before the COMMAND)")):
            with self.subTest(options=options, **keys):
                self.assertIn(message, self.refused(*options, **keys))
        for arguments, message in ((["--param", "N=1"], "no COMMAND given"),
                                   (["--param", "N=1", "--"], "'--' is the last argument"),
                                   (["--", "true"], "no --param given"),
                                   (["--param", "N=1", "--", "/no/such/program", "{N}"],
                                    "/no/such/program: cannot start")):
            with self.subTest(arguments):
                process = self.run_tool("tune", *arguments)
                self.assertEqual((process.returncode, process.stdout), (2, ""))
                self.assertIn(message, process.stderr)


class EndedTest(TuneTest):
    """Searches that are ended from outside."""

    def start(self, wait_at, *options):
        """Starts a search and waits until a run of the program waits."""
        process = subprocess.Popen(
            [tool.TOOL, *self.arguments("--json", "out.json", *options,
                                        command=("{}", "{T}", "wait"))],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=self.directory,
            env={**self.env, "TUNE_WAIT_AT": str(wait_at)}, preexec_fn=listen_to_signals)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        while not os.path.exists(self.path("log.waiting")):
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        return process

    def resume(self, *options):
        process = self.tune("--json", "out.json", *options, command=("{}", "{T}", "wait"),
                            env={"TUNE_WAIT_AT": "0"})
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        return process

    def check_whole(self, lost):
        """Except for `lost` runs, each run is one sample: no sample is lost or counted twice."""
        meta = self.meta()
        self.assertEqual((meta["best"]["name"], meta["stop_reason"]), ("T=0.001", "decided"))
        self.assertEqual(len(self.runs()), meta["samples"] + lost)
        self.assertFalse(os.path.exists(self.path("out.json.partial")))
        self.assertFalse(any(state.get("is_skipped")
                             for state in self.states(self.load("out.json")).values()))

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                process = self.start(6)
                process.send_signal(number)
                output, errors = process.communicate(timeout=60)
                self.assertEqual(process.returncode, 128 + number)
                self.assertIn("0.001", output)
                self.assertEqual(errors, "benchresult: the search is in 'out.json'; --resume "
                                         "continues it\n")
                self.assertEqual((self.meta()["stop_reason"], self.meta()["samples"]),
                                 ("interrupted", 5))
                self.resume("--resume")
                self.check_whole(1)
                os.remove(self.path("log"))
                os.remove(self.path("log.waiting"))

    def test_a_kill(self):
        """The configuration that was being measured does not count as failed, because its command
        did not end the search."""
        process = self.start(6)
        children = self.children(process.pid)
        process.kill()
        process.communicate(timeout=60)
        for child in children:
            os.kill(child, signal.SIGKILL)
        self.assertTrue(os.path.exists(self.path("out.json.partial")))
        process = self.tune("--json", "out.json")
        self.assertEqual(process.returncode, 2)
        self.assertIn("holds an unfinished run", process.stderr)
        self.resume("--resume")
        self.check_whole(1)
        for name in os.listdir(self.temporary):  # of the process that was killed
            subprocess.run(["rm", "-r", os.path.join(self.temporary, name)], check=True)

    @staticmethod
    def children(parent):
        """The processes that run for a search: the program and what it has started."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:  # it has ended
                continue
            if int(fields[1]) == parent:
                found += [int(name), *EndedTest.children(int(name))]
        return found

    def test_reuse(self):
        self.tuned()
        before = self.runs()
        self.assertEqual(self.tuned("--reuse")["meta"]["benchresult"]["tune"]["best"]["name"],
                         "T=0.001")
        self.assertEqual(self.runs(), before)
        process = self.tune("--json", "out.json", "--reuse", command=("{}", "{T}", "other"))
        self.assertEqual(process.returncode, 0)
        self.assertIn("warning: out.json: the previous run differs: the command was", process.stderr)
        self.assertIn("tuning again", process.stderr)
        self.assertGreater(len(self.runs()), len(before))
        process = self.tune("--json", "out.json", "--resume")
        self.assertEqual(process.returncode, 2)
        self.assertIn("the command was", process.stderr)
        process = self.tune("--json", "out.json", "--resume", "--kernel-hash", "2",
                            command=("{}", "{T}", "other"))
        self.assertEqual(process.returncode, 2)
        self.assertIn("the kernel hash was", process.stderr)

    def test_which_answer_is_reused(self):
        self.tuned("--max-samples", "3")
        for word, more in (("any", False), ("3", False), ("decided", True)):
            with self.subTest(word):
                before = len(self.runs())
                self.tuned("--reuse", "--reuse-if", word)
                self.assertEqual(len(self.runs()) > before, more)
        self.assertIn("unknown word 'some' (expected decided, any or a number)",
                      self.tune("--reuse-if", "some").stderr)

    def test_a_larger_budget(self):
        self.tuned("--max-samples", "3")
        self.assertEqual(len(self.runs()), 3)
        self.tuned("--resume")
        self.check_whole(0)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: MIT
"""Reports of sanitizers and valgrind. They go to files, because the exit status and the standard
error of a process that a test has started are easily lost. A run that leaves a non-empty file has
failed.
"""
import os
import re
import shlex
import shutil
import signal

# Remarks of valgrind about itself, such as about an unknown system call, do not count as reports.
REMARK = re.compile(r"^--\d+-- .*\n?", re.MULTILINE)


def listen_to_signals():
    """Installs a handler for SIGINT, which the background jobs of a shell, and so their tests,
    ignore. A signal that is handled here has its default action in the programs started here."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def fresh_directory(*parts):
    path = os.path.abspath(os.path.join(*parts))
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


class Reports:
    """The report files of one run: build/reports/NAME/*."""

    def __init__(self, name, wrapper=""):
        self.directory = fresh_directory("build", "reports", name)
        self.scratch = fresh_directory("build", "scratch", name)
        self.wrapper = shlex.split(wrapper)
        if self.wrapper and "valgrind" in self.wrapper[0]:
            self.wrapper.append(f"--log-file={self.directory}/valgrind.%p")

    def environment(self):
        common = f"log_path={self.directory}/sanitizer:print_stacktrace=1"
        # The leak sanitizer reads the thread-local memory of unloaded libraries, such as the fake
        # drivers, and crashes. Without intercept_tls_get_addr it does not list this memory; it
        # still finds leaks.
        address = f"{common}:detect_leaks=1:detect_stack_use_after_return=1:intercept_tls_get_addr=0"
        return dict(os.environ,
                    BRES_TEST_SCRATCH_DIR=self.scratch,
                    ASAN_OPTIONS=address,
                    UBSAN_OPTIONS=common,
                    TSAN_OPTIONS=common)

    def problems(self):
        """Prints every report and returns a line for each."""
        problems = []
        for name in sorted(os.listdir(self.directory)):
            path = os.path.join(self.directory, name)
            with open(path, encoding="utf-8", errors="replace") as report:
                text = REMARK.sub("", report.read())
            if text:
                print(text, end="")
                problems.append(f"there is a report: {os.path.relpath(path)}")
        return problems

    def remove_scratch(self):
        shutil.rmtree(self.scratch)

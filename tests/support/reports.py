# SPDX-License-Identifier: MIT
"""Reports of sanitizers and valgrind: sent to files, because the status of a process that some
test started, or its standard error, is easily lost. A run that leaves a non-empty file has failed.
"""
import os
import re
import shlex
import shutil
import signal

# What valgrind says of itself, such as of a system call that it does not know, is no report.
REMARK = re.compile(r"^--\d+-- .*\n?", re.MULTILINE)


def listen_to_signals():
    """A job in the background of a shell ignores SIGINT, and so would every test. What is handled
    here is the default in the programs that are started."""
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
        # The leak sanitizer reads the thread-local memory of libraries that were unloaded, such as
        # the doubles of drivers, and crashes. Without this list of it, it finds leaks all the same.
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

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The speed of reading callgrind profiles. One run compares a generated file with
callgrind_annotate and with cat of the same bytes.

usage: bench_profile.py BUILD_DIR [MEGABYTES]

Both readers compute the inclusive counts of all functions. callgrind_annotate runs once, because it
takes minutes.
"""
import os
import random
import shutil
import sys

from side_by_side import cat, fastest, measure, row, run

MEGABYTES = 200
FILES = 2000
FUNCTIONS = 50000
OBJECTS = 40


class Names:
    """Writes a name in full the first time, and its number from then on."""

    def __init__(self, form):
        self.form = form
        self.seen = set()

    def text(self, number):
        if number in self.seen:
            return f"({number})"
        self.seen.add(number)
        return f"({number}) " + self.form.format(number)


class Generator:
    """Functions of a large program, with their own lines, inlined code, and calls. A function calls
    only functions with higher numbers, so that the cost of every callee is known."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.objects = Names("/usr/lib/x86_64-linux-gnu/libpart{}.so.1")
        self.files = Names("/build/project-1.0/source/component/unit{}.cpp")
        self.functions = Names("project::component::Class{0}::method{0}(int, std::string const&)")
        self.own = 0
        self.inclusive = {}

    def line(self):
        cost = self.random.randrange(1, 5000)
        self.own += cost
        return f"+{self.random.randrange(1, 30)} {cost}\n", cost

    def function(self, number, lines):
        """The text of a function."""
        object_number, file = number % OBJECTS, number % FILES
        text = [f"\nob={self.objects.text(object_number)}\nfl={self.files.text(file)}\n"
                f"fn={self.functions.text(number)}\n{number % 900 + 1} 3\n"]
        cost = 3
        self.own += 3
        for i in range(lines):
            line, own = self.line()
            text.append(line)
            cost += own
            if i % 16 == 5:
                text.append(f"fi={self.files.text((number * 7 + i) % FILES)}\n")
            elif i % 16 == 7:
                text.append(f"fe={self.files.text(file)}\n")
            elif i % 4 == 3 and number + 1 < FUNCTIONS:
                callee = self.random.randrange(number + 1, min(number + 3000, FUNCTIONS))
                text.append(f"cob={self.objects.text(callee % OBJECTS)}\n"
                            f"cfi={self.files.text(callee % FILES)}\n"
                            f"cfn={self.functions.text(callee)}\n"
                            f"calls={self.random.randrange(1, 99)} {callee % 900 + 1} \n"
                            f"* {self.inclusive.get(callee, 1)}\n")
        self.inclusive[number] = cost
        return "".join(text)


def generate(path, size):
    """Writes the file unless it exists; the same size gives the same file."""
    if os.path.exists(path):
        return path
    os.makedirs(os.path.dirname(path), exist_ok=True)
    generator = Generator(6)
    lines = max(1, round(size / FUNCTIONS / 25))
    with open(path + ".new", "w", encoding="ascii") as file:
        file.write("# callgrind format\nversion: 1\ncreator: bench_profile\npid: 1\ncmd: ./project\n"
                   "part: 1\n\npositions: line\nevents: Ir\n\n")
        number = FUNCTIONS - 1
        while file.tell() < size:
            file.write(generator.function(number, lines))
            number = number - 1 if number > 0 else FUNCTIONS - 1
        file.write(f"\ntotals: {generator.own}\n")
    os.rename(path + ".new", path)
    return path


def main():
    build = sys.argv[1]
    megabytes = int(sys.argv[2]) if len(sys.argv) > 2 else MEGABYTES
    path = generate(os.path.join(build, "bench", f"profile-{megabytes}.out"), megabytes * 10**6)
    worker = os.path.join(build, "bench", "profile_worker")
    size = os.path.getsize(path)
    best = fastest({"ours": lambda: measure([worker, path]), "cat": lambda: cat([path])})
    seconds, peak = best["ours"]
    print(f"profile: {size / 1e6:.0f} MB, {FUNCTIONS} functions")
    print(f"  {'bres_profile_load and _counts':<44} {seconds:>8.3f} s {size / 1e6 / seconds:>8.1f} MB/s"
          f" {peak / 1e6:>6.0f} MB at most")
    print(f"  {'cat':<44} {best['cat'][0]:>8.3f} s {size / 1e6 / best['cat'][0]:>8.1f} MB/s")
    row("peak memory / file size", peak / size, "expected <= 0.6 at 200 MB")
    if shutil.which("callgrind_annotate") is None:
        print("profile: callgrind_annotate (package valgrind) is not installed; ours alone")
        return
    theirs, _ = run(["callgrind_annotate", "--threshold=100", "--show-percs=no", "--inclusive=yes",
                     "--auto=no", path])
    print(f"  {'callgrind_annotate':<44} {theirs:>8.3f} s {size / 1e6 / theirs:>8.1f} MB/s")
    row("callgrind_annotate / ours", theirs / seconds, "expected >= 20")


if __name__ == "__main__":
    main()

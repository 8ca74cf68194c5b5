#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges solutions of a user-defined problem: verifies each output, then measures.

The second solution forgets the last element, and is refused with the index of this element.
"""
import benchresult as br

LOOP = """{
    for (size_t i = 0; i < n%s; i++)
        y[i] = a * x[i];
}"""


class Scale(br.Problem):
    """y = a x"""

    name, title = "scale", "y = a x"
    parameters = [br.Parameter("x", "input", first=-1), br.Parameter("a", "input", scalar=True),
                  br.Parameter("y", "output"), br.Parameter("n", "extra", type="size", scalar=True)]

    def cases(self, set, seed):
        sizes = [16] if set == "sample" else [1000, 10000]
        return [br.Case(f"n = {size}", [size]) for size in sizes]

    def element_count(self, case, parameter):
        return case.dims[0]

    def scalar(self, case, parameter):
        return 2.5 if parameter == "a" else case.dims[0]

    def reference(self, case, inputs, outputs):
        for i, x in enumerate(inputs["x"]):
            outputs["y"][i] = inputs["a"] * x

    def tolerance(self, case, parameter):
        return 1e-5, 1e-6


def main():
    problem = Scale()
    for name, missing in (("right.c", ""), ("wrong.c", " - 1")):
        with open(name, "w", encoding="ascii") as file:
            file.write(br.starter(problem).replace("{\n}", LOOP % missing))
        judgement = br.judge(problem, name, max_samples=5)
        print(f"{name}: {judgement.status} {judgement.message}")
        for case in judgement.cases:
            if case.state is not None:
                print(f"  {case.name}: {case.runtime * 1e6:.2f} us, {case.samples} samples")


if __name__ == "__main__":
    main()

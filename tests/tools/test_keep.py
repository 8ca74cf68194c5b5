#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""BRES_KEEP and BRES_CLOBBER: compilers keep code that they would otherwise remove."""
import os
import subprocess
import unittest

import tool

COMPILERS = (
    ("gcc", "-std=c11", "-x", "c"),
    ("clang", "-std=c11", "-x", "c"),
    ("gcc", "-std=c++17", "-x", "c++"),
    ("clang", "-std=c++17", "-x", "c++"),
)
FLAGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror", "-S", "-o", "-",
         "-I" + os.path.join(tool.ROOT, "include"))

# Calls of functions without side effects, whose values are unused. Without the macros, a compiler
# may remove each call.
SOURCE = """
#include <benchresult/measure.h>
#ifdef WITHOUT
#undef BRES_KEEP
#undef BRES_CLOBBER
#define BRES_KEEP(value) ((void)(value))
#define BRES_CLOBBER() ((void)0)
#endif
#ifdef __cplusplus
extern "C" {
#endif
#define WORK(type, name) type work_##name(void) __attribute__((const))
WORK(int, int);
WORK(char, char);
WORK(bool, bool);
WORK(int64_t, int64);
WORK(float, float);
WORK(double, double);
WORK(const char *, pointer);
WORK(int, pointed);
WORK(int, expression);
WORK(int, stored);
WORK(int, last);
void keep_values(void);
void keep_pointed(void);
void keep_constants(void);
void clobber(int *at);
#ifdef __cplusplus
}
#endif
void keep_values(void)
{
    BRES_KEEP(work_int());
    BRES_KEEP(work_char());
    BRES_KEEP(work_bool());
    BRES_KEEP(work_int64());
    BRES_KEEP(work_float());
    BRES_KEEP(work_double());
    BRES_KEEP(work_pointer());
    BRES_KEEP(work_expression() + 1.5);
}
void keep_pointed(void)
{
    int values[4];
    int *pointer = values;
    values[1] = work_pointed();
    BRES_KEEP(pointer);
}
void keep_constants(void)
{
    BRES_KEEP(1);
    BRES_KEEP(1.5F);
    BRES_KEEP(1.5);
    BRES_KEEP("text");
}
void clobber(int *at)
{
    *at = work_stored();
    BRES_CLOBBER();
    *at = work_last();
}
"""
KEPT = {"int", "char", "bool", "int64", "float", "double", "pointer", "pointed", "expression",
        "stored"}


def calls(compiler, *options):
    """Names of the functions that the generated code calls."""
    name, standard, *language = compiler
    process = subprocess.run([name, standard, *FLAGS, *options, *language, "-"], input=SOURCE,
                             capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert process.returncode == 0, process.stderr
    return {name for name in KEPT | {"last"} if f"work_{name}\n" in process.stdout
            or f"work_{name}@" in process.stdout}


class KeepTest(unittest.TestCase):
    def test_kept(self):
        for compiler in COMPILERS:
            for level in ("-O0", "-O2", "-O3"):
                self.assertEqual(calls(compiler, level), KEPT | {"last"}, (compiler, level))

    def test_would_go_without(self):
        for compiler in COMPILERS:
            self.assertEqual(calls(compiler, "-O2", "-DWITHOUT"), {"last"}, compiler)


if __name__ == "__main__":
    unittest.main()

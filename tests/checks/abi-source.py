#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a C file that defines every function of the public headers with an empty body. Compiled
with debugging information, it describes the ABI without the types behind the opaque handles.

check-symbols.py proves that the library exports the same functions, and the compiler that it
defines them with the same types.

usage: abi-source.py HEADER... >FILE
"""
import re
import sys


def definitions(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/|^#[^\n]*", "", file.read(), flags=re.S | re.M)
    for declaration in re.findall(r"\bBRES_API\b([^;{]*);", text):
        yield " ".join(declaration.split())


def main():
    print("#include <benchresult.h>\n")
    for path in sys.argv[1:]:
        for declaration in definitions(path):
            print(f"BRES_API {declaration}\n{{\n    __builtin_trap();\n}}\n")


main()

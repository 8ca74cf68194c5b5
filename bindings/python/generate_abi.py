#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write benchresult/_abi.py: the declarations of the C headers for ctypes.

clang reads the headers, and this program writes functions, structs, and the constants that the
package uses. `make check` runs the program with --check, which fails if the headers and the
declarations differ.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUTPUT = HERE / "benchresult" / "_abi.py"

# C type -> name in ctypes.
SCALARS = {
    "_Bool": "c_bool",
    "bool": "c_bool",
    "char": "c_char",
    "double": "c_double",
    "float": "c_float",
    "int": "c_int",
    "int32_t": "c_int32",
    "int64_t": "c_int64",
    "size_t": "c_size_t",
    "uint8_t": "c_uint8",
    "uint32_t": "c_uint32",
    "uint64_t": "c_uint64",
    "unsigned int": "c_uint",
}

# The code that follows the declarations.
MAKER = '''

class _Names(dict):
    """Makes a type when an expression first uses it."""

    def __missing__(self, name):
        if name in globals() or name not in TYPES:
            raise KeyError(name)
        return __getattr__(name)


def evaluate(declaration, **names):
    """The types of a declaration. `names` has further types."""
    return eval(declaration, globals(), _Names(names))


def __getattr__(name):
    """A type, which is made at its first use. All threads get the same one."""
    try:
        made = evaluate(TYPES[name])
    except KeyError:
        raise AttributeError(f"the C headers declare no {name}") from None
    if isinstance(made, list):
        made = type(name, (Structure,), {"_fields_": made, "__module__": __name__})
    return globals().setdefault(name, made)
'''


def run_clang(arguments, header):
    command = ["clang", "-std=c11", f"-I{ROOT / 'include'}", *arguments, str(header)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


class Headers:
    """The declarations of the public headers."""

    def __init__(self):
        header = ROOT / "include" / "benchresult.h"
        tree = json.loads(run_clang(["-fsyntax-only", "-Xclang", "-ast-dump=json"], header))
        self.macros = run_clang(["-E", "-dM"], header)
        self.functions = {}
        self.structs = {}
        self.callbacks = {}
        self.enums = {}
        self.constants = {}
        self.types = []  # structs and callbacks, in the order of their declarations
        for node in tree["inner"]:
            self.add(node)

    def add(self, node):
        name = node.get("name", "")
        inner = node.get("inner", [])
        if not name.startswith("bres_"):
            return
        if node["kind"] == "FunctionDecl":
            self.functions[name] = node["type"]["qualType"]
        elif node["kind"] == "RecordDecl":
            fields = [(f["name"], f["type"]["qualType"]) for f in inner if f["kind"] == "FieldDecl"]
            if fields:
                self.structs[name] = fields
                self.types.append(name)
        elif node["kind"] == "EnumDecl":
            self.enums[name] = [c["name"] for c in inner if c["kind"] == "EnumConstantDecl"]
            self.enum_values(inner)
        elif node["kind"] == "TypedefDecl" and "(*)" in node["type"]["qualType"]:
            self.callbacks[name] = node["type"]["qualType"]
            self.types.append(name)

    def enum_values(self, inner):
        following = 0
        for constant in inner:
            if constant["kind"] != "EnumConstantDecl":
                continue
            if "inner" in constant:
                following = int(constant["inner"][0]["value"])
            self.constants[constant["name"]] = following
            following += 1

    def flags(self):
        """The macros whose value is a number."""
        pattern = re.compile(r"^#define (BRES_\w+) (?:UINT32_C\()?(\d+)\)?$", re.MULTILINE)
        return {name: int(value) for name, value in sorted(pattern.findall(self.macros))}

    def used(self):
        """The constants that the package mentions, by their names or by a prefix ending in _."""
        modules = (path for path in OUTPUT.parent.rglob("*.py") if path != OUTPUT)
        words = {word for path in modules for word in re.findall(r"BRES_\w+", path.read_text())}
        prefixes = tuple(word for word in words if word.endswith("_"))
        return {name: value for name, value in {**self.constants, **self.flags()}.items()
                if name in words or name.startswith(prefixes)}

    def version(self):
        return re.search(r'BRES_VERSION_STRING "([^"]+)"', self.macros).group(1)


def split_arguments(text):
    depth, start, parts = 0, 0, []
    for i, c in enumerate(text):
        depth += {"(": 1, ")": -1}.get(c, 0)
        if c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    parts.append(text[start:].strip())
    return [] if parts == ["void"] else parts


class Writer:
    """Turns C types into expressions of ctypes."""

    def __init__(self, headers):
        self.headers = headers
        self.lines = []
        self.unfinished = None  # the struct whose fields are being written: it has no name yet

    def type(self, text):
        if text == "char *":  # a text that the caller frees, not a borrowed one
            return "c_void_p"
        if text == "const char *const *":  # a list of texts, not an output parameter
            return "POINTER(c_char_p)"
        text = re.sub(r"\b(const|struct|enum)\b", "", text)
        text = re.sub(r"\s+", " ", text).strip().replace(" *", "*")
        array = re.fullmatch(r"(.+?) ?\[(\d+)\]", text)
        if array:
            return f"{self.type(array.group(1))} * {array.group(2)}"
        if "(*)" in text:
            return self.callback(text)
        if text in self.headers.callbacks:
            return text
        if text.endswith("*"):
            return self.pointer(text[:-1])
        if text in self.headers.enums:
            return "c_int" if text == "bres_status" else "c_uint"
        if text in self.headers.structs:
            return text
        return SCALARS[text]

    def pointer(self, target):
        if target == "char":
            return "c_char_p"
        if target in SCALARS and target not in ("char",) or target in self.headers.enums:
            return f"POINTER({self.type(target)})"
        if target in self.headers.structs and target != self.unfinished:
            return f"POINTER({target})"
        if target.endswith("*"):
            return "POINTER(c_void_p)"
        return "c_void_p"

    def callback(self, text):
        result, arguments = re.fullmatch(r"(.+?) ?\(\*\) ?\((.*)\)", text).groups()
        types = [self.type(a) for a in split_arguments(arguments)]
        returned = "None" if result == "void" else self.type(result)
        return f"CFUNCTYPE({', '.join([returned, *types])})"

    def function(self, text):
        result, arguments = re.fullmatch(r"(.+?) ?\((.*)\)", text).groups()
        types = [self.type(a) for a in split_arguments(arguments)]
        if result in ("void", "bres_status"):
            return {"void": "None"}.get(result, result), types
        return self.type(result), types

    def put(self, line=""):
        self.lines.append(line)

    def put_type(self, name):
        if name in self.headers.callbacks:
            self.put(f'    "{name}": "{self.callback(self.headers.callbacks[name])}",')
            return
        self.put(f'    "{name}": """[')
        self.unfinished = name
        for field, text in self.headers.structs[name]:
            self.put(f"        ('{field}', {self.type(text)}),")
        self.unfinished = None
        self.put('    ]""",')

    def write(self):
        headers = self.headers
        self.put("# SPDX-License-Identifier: MIT")
        self.put('"""The C declarations. Generated by generate_abi.py; do not edit."""')
        self.put("from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, "
                 "c_double,")
        self.put("                    c_float, c_int, c_int32, c_int64, c_size_t, c_uint, c_uint8, "
                 "c_uint32,")
        self.put("                    c_uint64, c_void_p)")
        self.put()
        self.put(f'VERSION = "{headers.version()}"')
        self.put()
        for name, value in headers.used().items():
            self.put(f"{name} = {value}")
        self.put()
        self.put("# Name: the type of a callback, or the fields of a struct. Most programs use few of "
                 "them.")
        self.put("TYPES = {")
        for name in headers.types:
            self.put_type(name)
        self.put("}")
        self.put()
        self.put("# Name: result and arguments, evaluated when the function is first used.")
        self.put("FUNCTIONS = {")
        for name, text in sorted(headers.functions.items()):
            returned, types = self.function(text)
            self.put(f'    "{name}": "{returned}, ({"".join(t + ", " for t in types).rstrip()})",')
        self.put("}")
        return "\n".join(self.lines) + "\n" + MAKER


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    arguments = parser.parse_args()
    text = Writer(Headers()).write()
    if arguments.check:
        if not OUTPUT.exists() or OUTPUT.read_text() != text:
            sys.exit(f"{OUTPUT} is not what the headers say: run {pathlib.Path(__file__).name}")
        return
    OUTPUT.write_text(text)


if __name__ == "__main__":
    main()

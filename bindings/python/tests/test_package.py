# SPDX-License-Identifier: MIT
"""The package as a whole: what it exports, how it finds the library, how it is installed."""
import ast
import os
import subprocess
import sys
import tarfile
import unittest
import zipfile

from support import BUILD, PACKAGE, ROOT, ResultTest

import benchresult
import build_backend

SONAME = "libbenchresult.so.1"
SOURCES = os.path.join(PACKAGE, "benchresult")


# Executes the code that only type checkers see, and evaluates every type hint.
TYPED = """
import __future__, ast, inspect, sys, typing
import benchresult as br

for name in br.__all__:
    getattr(br, name)
blocks = []
for name, module in list(sys.modules.items()):
    if name.startswith("benchresult"):
        for node in ast.parse(inspect.getsource(module) or "pass").body:
            if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
                blocks.append((module, compile(ast.Module(node.body, []), name, "exec",
                                               __future__.annotations.compiler_flag)))
while blocks:  # one can need what another defines
    left = []
    for module, block in blocks:
        try:
            exec(block, vars(module))
        except ImportError as error:
            left.append((module, block))
            reason = error
    if len(left) == len(blocks):
        raise reason
    blocks = left
for name in br.__all__:
    thing = getattr(br, name)
    if inspect.ismodule(thing):
        continue
    for part in [thing, *(vars(thing).values() if inspect.isclass(thing) else ())]:
        part = getattr(part, "fget", getattr(part, "__func__", part))
        if not (inspect.isfunction(part) or inspect.isclass(part)):
            continue
        if part.__module__ not in sys.modules:
            continue  # what namedtuple() makes
        if sys.version_info < (3, 10) and "|" in str(getattr(part, "__annotations__", "")):
            continue
        typing.get_type_hints(part, vars(sys.modules[part.__module__]))
"""


# Measures, compares and judges, then prints the mapped files.
ALONE = """
import benchresult as br
state = br.measure(lambda: sum(range(100)), timeout=0.01)
assert len(state.samples) > 0
assert br.compare_samples([1.0, 1.01, 1.02] * 20, [1.1, 1.11, 1.12] * 20).verdict == "SLOW"
with open("solution.c", "w") as file:
    file.write(br.starter("relu"))
assert not br.judge("relu", "solution.c", first_case=True).accepted
print(open("/proc/self/maps").read())
"""


class ExportTest(ResultTest):
    def test_names(self):
        for name in benchresult.__all__:
            self.assertIsNotNone(getattr(benchresult, name))
            self.assertIn(name, dir(benchresult))
        self.assertEqual(set(benchresult.__all__),
                         {*benchresult._HOMES, "bench", "errors", "results"})
        self.assertIs(benchresult.BenchmarkResult, benchresult.results.BenchmarkResult)
        self.assertRegex(benchresult.__version__, r"^\d+\.\d+\.\d+$")
        with self.assertRaises(AttributeError):
            benchresult.nothing

    def test_no_order_of_imports_hides_a_name(self):
        code, output = self.run_python(
            "import benchresult as br\n"
            "br.Thresholds; br.StoppingCriterion; br.Launch; br.ResultBuilder\n"
            "import benchresult.results as results\n"
            "assert all(callable(f) for f in (br.compare, br.measure, br.summary, br.merge))\n"
            "from benchresult import *\n"
            "assert compare is br.compare and BenchmarkResult is results.BenchmarkResult\n")
        self.assertEqual((code, output), (0, ""))

    def test_an_import_takes_little_along(self):
        code, output = self.run_python(
            "import sys\nbefore = set(sys.modules)\nimport benchresult.results\n"
            "print(*sorted(set(sys.modules) - before))")
        self.assertEqual(code, 0, output)
        heavy = {"json", "re", "pathlib", "typing", "enum", "inspect", "subprocess", "tempfile",
                 "dataclasses", "numpy", "signal", "logging"}
        self.assertFalse(heavy & set(output.split()), output)

    def test_everything_public_has_hints_and_is_described(self):
        for name in sorted(os.listdir(SOURCES)):
            if not name.endswith(".py") or name == "_abi.py":
                continue
            with open(os.path.join(SOURCES, name), encoding="utf-8") as source:
                tree = ast.parse(source.read(), name, feature_version=(3, 9))
            self.assertTrue(ast.get_docstring(tree), name)
            if name.startswith("_"):
                continue
            for owner in [tree, *(n for n in tree.body if isinstance(n, ast.ClassDef))]:
                for node in owner.body:
                    if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                        self.check_function(name, tree, owner, node)

    def check_function(self, file, tree, owner, node):
        public = ast.literal_eval(next(
            (n.value for n in tree.body if isinstance(n, ast.Assign)
             and getattr(n.targets[0], "id", "") == "__all__"), ast.List([], ast.Load())))
        if getattr(owner, "name", node.name) not in public:
            return
        where = f"{file}:{node.lineno} {node.name}"
        self.assertIsNotNone(node.returns, where)
        for argument in [*node.args.args, *node.args.kwonlyargs]:
            self.assertTrue(argument.annotation or argument.arg in ("self", "cls", "index"), where)

    def test_the_hints_have_a_meaning(self):
        """With TYPE_CHECKING true, as for a type checker, all type hints can be evaluated."""
        code, output = self.run_python(TYPED)
        self.assertEqual((code, output), (0, ""))
        self.assertTrue(os.path.exists(os.path.join(SOURCES, "py.typed")))


class LibraryTest(ResultTest):
    def imported(self, library):
        return self.run_python("import benchresult", BENCHRESULT_LIBRARY=library)

    def test_no_library(self):
        code, output = self.imported("/nonexistent/libbenchresult.so.1")
        self.assertEqual(code, 1)
        for part in ("ImportError", "/nonexistent", "make install", "BENCHRESULT_LIBRARY"):
            self.assertIn(part, output)

    def test_the_order_of_the_places(self):
        """Each library reports another version, which the error names."""
        target = self.path("target")
        build_backend.install(target)
        package, prefix = (self.path(*parts) for parts in (
            ("target", "benchresult", "lib"), ("prefix", "lib")))
        code = f"import sys; sys.prefix = {self.path('prefix')!r}; import benchresult"
        for directory, version in ((self.directory, "9.1.0"), (prefix, "9.2.0"),
                                   (package, "9.3.0")):
            os.makedirs(directory, exist_ok=True)
            self.compile(f'const char *bres_version(void) {{ return "{version}"; }}', "other")
            os.rename(self.path("libother.so"), os.path.join(directory, SONAME))
            status, output = self.run_python(code, PYTHONPATH=target, BENCHRESULT_LIBRARY="",
                                             LD_LIBRARY_PATH=self.directory)
            self.assertEqual(status, 1)
            self.assertIn(version, output)

    def test_the_error_names_the_places(self):
        target = self.path("target")
        build_backend.install(target)
        status, output = self.run_python(
            f"import sys; sys.prefix = {self.path('prefix')!r}; import benchresult",
            PYTHONPATH=target, BENCHRESULT_LIBRARY="", LD_LIBRARY_PATH="")
        if status == 0:
            self.skipTest("the loader finds an installed library")
        places = ["BENCHRESULT_LIBRARY", os.path.join(target, "benchresult", "lib", SONAME),
                  self.path("prefix", "lib", SONAME), f", {SONAME})"]
        self.assertEqual(sorted(places, key=output.index), places, output)

    def test_a_library_of_another_version(self):
        major, minor, patch = map(int, benchresult.__version__.split("."))
        for version, works in ((f"{major}.{minor + 1}.0", False), (f"{major + 1}.0.0", False),
                               ("unknown", False), (f"{major}.{minor}.{patch + 1}", True)):
            name = version.replace(".", "_")
            self.compile(f'const char *bres_version(void) {{ return "{version}"; }}', name)
            code, output = self.imported(self.path(f"lib{name}.so"))
            self.assertEqual(code == 0, works, output)
            if not works:
                self.assertIn("ImportError", output)
                self.assertIn(version, output)
                self.assertIn(benchresult.__version__, output)

    def test_an_interpreter_without_its_lock(self):
        for enabled, works in ((False, False), (True, True)):
            code, output = self.run_python(
                f"import sys; sys._is_gil_enabled = lambda: {enabled}; import benchresult")
            self.assertEqual(code == 0, works, output)
            self.assertEqual("PYTHON_GIL=1" in output, not works, output)

    def test_another_library(self):
        self.compile("int nothing;", "other")
        code, output = self.imported(self.path("libother.so"))
        self.assertEqual(code, 1)
        self.assertIn("is not libbenchresult", output)

    def test_the_end_of_the_interpreter_is_silent(self):
        code, output = self.run_python(
            "import sys, benchresult as br\n"
            "result = br.BenchmarkResult.from_json(sys.argv[1])\n"
            "criterion = br.StoppingCriterion('stdrel')\n"
            "class Own(br.StoppingCriterion):\n"
            "    def add_measurement(self, seconds): pass\n"
            "    def is_finished(self): return True\n"
            "own = Own()\n"
            "comparison = br.compare(result, result)\n"
            "builder = br.ResultBuilder()\n"
            "cycle = [result, comparison, criterion]; cycle.append(cycle)\n"
            "br.kept = sys.kept = [state for sub in result.values() for state in sub]\n",
            os.path.join(ROOT, "examples", "data", "main.json"))
        self.assertEqual((code, output), (0, ""))


class InstallTest(ResultTest):
    """Installation with pip, if the interpreter has it, and without."""

    def check_installed(self, target):
        library = os.environ.get("BENCHRESULT_LIBRARY",
                                 os.path.join(BUILD, "lib", "libbenchresult.so.1"))
        code, output = self.run_python(
            "import benchresult; print(benchresult.__file__, benchresult.__version__, "
            "benchresult.BenchmarkResult.empty())", PYTHONPATH=target, BENCHRESULT_LIBRARY=library)
        self.assertEqual(code, 0, output)
        self.assertIn(target, output)

    def check_alone(self, target):
        """The package works without a variable that names a library or a directory."""
        code, output = self.run_python(ALONE, PYTHONPATH=target, BENCHRESULT_LIBRARY="",
                                       BENCHRESULT_LIBEXEC="")
        self.assertEqual(code, 0, output)
        self.assertIn(os.path.join(target, "benchresult", "lib", SONAME), output)

    def test_without_pip(self):
        target = self.path("target")
        subprocess.run([sys.executable, os.path.join(PACKAGE, "build_backend.py"), target],
                       check=True)
        self.check_installed(target)
        self.assertTrue(os.path.exists(os.path.join(target, "benchresult", "py.typed")))

    def test_with_pip(self):
        pip = [sys.executable, "-m", "pip"]
        if subprocess.run([*pip, "--version"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode != 0:
            self.skipTest("there is no pip")
        target = self.path("target")
        process = subprocess.run(
            [*pip, "install", "--quiet", "--no-index", "--disable-pip-version-check",
             "--no-cache-dir", "--target", target, PACKAGE],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(process.returncode, 0, process.stdout)
        self.check_installed(target)
        self.check_alone(target)
        self.assertTrue(os.path.isdir(os.path.join(
            target, f"benchresult-{benchresult.__version__}.dist-info")))

    def test_distributions(self):
        code, output = self.run_python(
            "import build_backend, sys; "
            "print(build_backend.build_wheel(sys.argv[1], {'pure': '1'}), "
            "build_backend.build_sdist(sys.argv[1]))\n"
            "import os; os.mkdir(sys.argv[1] + '/e')\n"
            "build_backend.build_editable(sys.argv[1] + '/e')", self.directory)
        self.assertEqual(code, 0, output)
        wheel, sdist = (self.path(name) for name in output.split()[:2])
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            self.assertIsNone(archive.testzip())
        self.assertFalse([n for n in names if n.endswith((".so", ".pyc"))])
        with zipfile.ZipFile(self.path("e", os.path.basename(wheel))) as archive:
            self.assertEqual(archive.read("benchresult.pth").decode().strip(), PACKAGE)
        with tarfile.open(sdist) as archive:
            names = archive.getnames()
            top = os.path.commonpath(names)
        for name in ("LICENSE", "PKG-INFO", "README.md", "pyproject.toml", "benchresult/_abi.py"):
            self.assertIn(f"{top}/{name}", names)

    def test_a_source_distribution_makes_the_same_wheel(self):
        code, output = self.run_python(
            "import build_backend, sys; "
            "print(build_backend.build_wheel(sys.argv[1], {'pure': '1'}), "
            "build_backend.build_sdist(sys.argv[1]))", self.directory)
        self.assertEqual(code, 0, output)
        wheel, sdist = output.split()
        os.mkdir(self.path("again"))
        with tarfile.open(self.path(sdist)) as archive:
            archive.extractall(self.directory)
            top = self.path(os.path.commonpath(archive.getnames()))
        code, output = self.run_python(
            "import build_backend, sys; build_backend.build_wheel(sys.argv[1])",
            self.path("again"), PYTHONPATH=top)
        self.assertEqual(code, 0, output)
        with open(self.path(wheel), "rb") as first, open(self.path("again", wheel), "rb") as second:
            self.assertEqual(first.read(), second.read())


if __name__ == "__main__":
    unittest.main()

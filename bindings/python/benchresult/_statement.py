# SPDX-License-Identifier: MIT
"""Python statements in loops that can be timed."""
import ast
import itertools

# The setup is inserted at the beginning and the statement in the loop, so that the variables of the
# setup are local variables of the statement. A block begins with send(number) and yields its
# seconds.
_LOOP = """
def benchresult_steps(benchresult_clock, benchresult_repeat, benchresult_stmt, benchresult_setup):
    benchresult_number = yield
    while True:
        benchresult_numbers = benchresult_repeat(None, benchresult_number)
        benchresult_begin = benchresult_clock()
        for benchresult_i in benchresult_numbers:
            pass
        benchresult_number = yield benchresult_clock() - benchresult_begin
"""

_serial = itertools.count()


def _parse(code, call, what):
    """The syntax tree and the source of a text; for a callable, those of the source `call`."""
    if not isinstance(code, str):
        code = call
    # Refuses statements that are valid only in a function, such as `return`.
    compile(code, f"<{what}>", "exec")
    return ast.parse(code, f"<{what}>").body, code


class Statement:
    """A statement (a text or a function without arguments) with the setup that runs before its
    loop."""

    def __init__(self, stmt, setup, namespace):
        body, stmt_text = _parse(stmt, "benchresult_stmt()", "stmt")
        before, setup_text = _parse(setup, "benchresult_setup()", "setup")
        self._filename = f"<benchresult statement {next(_serial)}>"
        self._source = f"{setup_text}\n{stmt_text}\n"
        for node in body:
            ast.increment_lineno(node, setup_text.count("\n") + 1)
        tree = ast.parse(_LOOP)
        function = tree.body[0]
        loop = next(node for node in ast.walk(function) if isinstance(node, ast.For))
        loop.body = body or loop.body
        function.body[:0] = before
        self._stmt = stmt
        self._setup = setup
        self._namespace = dict(namespace)
        exec(compile(tree, self._filename, "exec"), self._namespace)
        self._steps = self._namespace.pop(function.name)

    def start(self, clock):
        """Runs the setup and returns a generator. Its `send(number)` executes the statement
        `number` times and returns the seconds by the clock."""
        steps = self._steps(clock, itertools.repeat, self._stmt, self._setup)
        next(steps)
        return steps

    def describe_errors(self):
        """Adds the lines of the statement to tracebacks."""
        import linecache

        lines = self._source.splitlines(keepends=True)
        linecache.cache[self._filename] = len(self._source), None, lines, self._filename

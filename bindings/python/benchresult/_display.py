# SPDX-License-Identifier: MIT
"""Short texts and HTML tables of objects, with a limited size."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Optional, Sequence

#: The most characters of a text, entries of a container and rows of a table that are shown.
MAX_TEXT = 80
MAX_ENTRIES = 6
MAX_ROWS = 20

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))
_PLURALS = {"axis": "axes", "summary": "summaries"}


def cut(text: str) -> str:
    """A text, without its middle if it is long."""
    if len(text) <= MAX_TEXT:
        return text
    half = (MAX_TEXT - 3) // 2
    return f"{text[:half]}...{text[-half:]}"


def brief(value: Any) -> str:
    """The repr() of a value, cut if it is long."""
    if isinstance(value, str):
        return repr(cut(value))
    if isinstance(value, (list, tuple, dict)) and len(value) > MAX_ENTRIES:
        return f"<{type(value).__name__} of {len(value)} entries>"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{brief(key)}: {brief(entry)}"
                               for key, entry in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return f"{'[' if isinstance(value, list) else '('}{', '.join(map(brief, value))}" + \
            (']' if isinstance(value, list) else ",)" if len(value) == 1 else ')')
    text = repr(value)
    return text if len(text) <= 10 * MAX_TEXT else cut(text)


def counted(count: int, noun: str) -> str:
    """A number and its noun: "1 row", "2 rows"."""
    return f"{count} {noun if count == 1 else _PLURALS.get(noun, noun + 's')}"


def seconds(value: Optional[float]) -> str:
    """A time with four digits and a unit; "" for None."""
    if value is None:
        return ""
    scale, unit = next((pair for pair in _UNITS if abs(value) >= pair[0]), _UNITS[-1])
    return f"{value / scale:.4g} {unit}"


def percent(fraction: Optional[float], sign: str = "") -> str:
    """A fraction as a percentage, with a sign if `sign` is "+"; "" for None."""
    return "" if fraction is None else f"{100 * fraction:{sign}.2f} %"


def _cell(tag: str, value: Any) -> str:
    import html

    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in cut(str(value)))
    return f"<{tag}>{html.escape(text)}</{tag}>"


def html_table(caption: str, head: Sequence[str], rows: Iterable[Sequence[Any]], total: int,
               noun: str) -> str:
    """A table in HTML. `rows` are at most MAX_ROWS of `total` rows; all texts are escaped."""
    lines = ["<table>", _cell("caption", caption),
             f"<tr>{''.join(_cell('th', name) for name in head)}</tr>"]
    shown = 0
    for row in rows:
        lines.append(f"<tr>{''.join(_cell('td', value) for value in row)}</tr>")
        shown += 1
    lines.append("</table>")
    if total > shown:
        lines.append(_cell("p", f"and {counted(total - shown, f'more {noun}')}"))
    return "\n".join(lines)

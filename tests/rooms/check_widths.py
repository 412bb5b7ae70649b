#!/usr/bin/env python3
"""Is the house still as small as it was? Counts what a reader or a user has to know, and fails where it grows.

usage: check_widths.py [ROOT]

Each ceiling is what was reached. Lower it when you reach less; raise it only with a reason in the commit.
"""

import re
import sys
from pathlib import Path

from check_words import COMMENT, ROOT, sources


def code(text: str) -> str:
    """The text without comments; strings stay."""
    return COMMENT.sub(lambda found: " " if found[0].startswith("/") else found[0], text)


def code_lines(files: list[Path]) -> int:
    return sum(bool(line.strip()) for file in files for line in code(file.read_text()).splitlines())


def occurrences(regex: str, files: list[Path]) -> int:
    """Different texts that match, over all files."""
    return len({found for file in files for found in re.findall(regex, code(file.read_text()))})


def widths(root: Path) -> list[tuple[str, int, int]]:
    """Name, count, ceiling."""
    include = root / "include"
    reference = include / "lockstep" / "reference"
    headers = [file for file in sources(include) if reference not in file.parents]
    exported = [line for file in headers for line in code(file.read_text()).splitlines() if "LOCKSTEP_API" in line]
    return [
        ("public headers, without the reference", len(headers), 20),
        ("exported C functions", occurrences(r"LOCKSTEP_C_API [^;(]*?(lockstep_\w+)\(", [include / "lockstep.h"]), 132),
        ("exported C++ declarations", sum("define" not in line for line in exported), 70),
        ("lines of code of kernel and include", code_lines(sources(root / "kernel") + sources(include)), 44928),
        ("lines of README.md", len((root / "README.md").read_text().splitlines()), 150),
        ("words of docs/design.md", len((root / "docs" / "design.md").read_text().split()), 7000),
    ]  # fmt: skip


def main() -> None:
    found = widths(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
    for name, count, ceiling in found:
        print(f"{name}: {count}, at most {ceiling}{'  TOO MANY' if count > ceiling else ''}")
    sys.exit(any(count > ceiling for _, count, ceiling in found))


if __name__ == "__main__":
    main()

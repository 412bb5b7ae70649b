#!/usr/bin/env python3
"""Do comments speak the field's language? Counts patterns of a private dialect in comments of kernel/ and include/.

usage: check_words.py [--list [REGEX]] [PATH...]

Each pattern has a ceiling, in hits per 1,000 words of comments; 0 means never. --list prints each hit of the patterns
whose name matches, with its place, whatever the ceiling. Paths narrow what is read and lift the ceilings to 0. Exit
code 1 if a ceiling is exceeded. The glossary in CONTRIBUTING.md says what to write instead.
"""

import argparse
import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Pattern(NamedTuple):
    name: str
    regex: str
    ceiling: float
    instead: str


PATTERNS = (
    Pattern("what", r"\bwhat\s+(?:is|are|was|were|it|they|has|have|a|an|the|each|their|its|one)\b", 0.5,
            "the name of the quantity"),
    Pattern("Of", r"\bOf\b", 0.1, "the subject first"),
    Pattern("nobody", r"\b(?:[Nn]obody|[Ss]omebody|[Ee]verybody|[Ww]ho|[Ww]hoever)\b", 0.1,
            "callers, threads, objects, by name"),
    Pattern("none", r"\b(?:(?:is|are|was)\s+none|is\s+no\s+(?:shape|number|box|hull|plane|object))\b", 0, "invalid, or not a ..."),
    Pattern("so many", r"\bso\s+many\b|\bof\s+(?:which|whom)\b", 0.1, "the name of the quantity"),
    Pattern("way", r"\b(?:on|ends?|goes|go)\s+(?:its|their|a|the)\s+ways?\b|\bways\s+of\s+rays\b", 0, "traversal"),
    Pattern("foresee", r"\bforesee\w*", 0, "mispredicted branch"),
    Pattern("made anew", r"\b(?:made|listed|sorted|built)\s+anew\b", 0, "rebuild"),
    Pattern("hole", r"\b[Hh]oles?\b", 0.1, "free slot, free list"),
    Pattern("girth", r"\b[Gg]irths?\b", 0, "half perimeter"),
    Pattern("walk", r"\b[Ww]alk(?:s|er|ers|ed|ing)?\b", 0, "traverse, traversal"),
    Pattern("tell", r"\b(?:is|are)\s+told\b|\btells?\b", 0.1, "report, say"),
)  # fmt: skip
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)
MARKERS = re.compile(r"^[ \t]*(?://+<?|/\*\*?<?|\*(?!/))|//+<?|/\*\*?<?|\*/", re.M)


def comments(text: str) -> str:
    """The text with everything but its comments blanked: each word keeps its line."""
    pieces, end = [], 0
    for found in COMMENT.finditer(text):
        pieces.append(re.sub(r"[^\n]", " ", text[end : found.start()]))
        is_comment = found[0].startswith("/")
        pieces.append(MARKERS.sub(" ", found[0]) if is_comment else " ")
        end = found.end()
    pieces.append(re.sub(r"[^\n]", " ", text[end:]))
    return "".join(pieces)


def sources(path: Path) -> list[Path]:
    found = sorted(path.rglob("*")) if path.is_dir() else [path]
    return [file for file in found if file.suffix in (".hpp", ".cpp", ".h", ".c")]


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--list", nargs="?", const=".", metavar="REGEX", help="print the hits of these patterns")
    parser.add_argument("paths", nargs="*", default=["kernel", "include"])
    arguments = parser.parse_args()
    whole = arguments.paths == ["kernel", "include"]

    files = [file for path in arguments.paths for file in sources(ROOT / path)]
    words, hits = 0, {pattern: [] for pattern in PATTERNS}
    for name in files:
        text = comments(name.read_text())
        words += len(text.split())
        for pattern, places in hits.items():
            for found in re.finditer(pattern.regex, text):
                line = text.count("\n", 0, found.start()) + 1
                places.append(f"{os.path.relpath(name, ROOT)}:{line}: \"{' '.join(found[0].split())}\": {pattern.instead}")

    failed = False
    for pattern, places in hits.items():
        rate = 1000 * len(places) / max(words, 1)
        exceeded = rate > (pattern.ceiling if whole else 0)
        failed |= exceeded
        if exceeded if arguments.list is None else re.search(arguments.list, pattern.name):
            print(*places, sep="\n")
        print(f"{pattern.name}: {len(places)} hits, {rate:.2f} per 1,000 words, at most {pattern.ceiling}")
    print(f"{words} words of comments in {len(files)} files")
    sys.exit(int(failed))


if __name__ == "__main__":
    main()

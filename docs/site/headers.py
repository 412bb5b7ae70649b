#!/usr/bin/env python3
"""Writes a page for each public header: its opening comment, then its declarations.

    headers.py INCLUDE_FOLDER PAGES_FOLDER

A header opens with comment lines that say its purpose, and with the shortest example, indented by two spaces. The pages
of include/lockstep/reference, which are written to be read, show the whole file, and so does that of the header for C.
"""

import pathlib
import sys

# In the order in which readers look for them, not in alphabetical order.
CHAPTERS = {
    "Jobs": ["cull", "overlap", "intersect", "distance", "cast", "rays", "world", "neighbours", "trace"],
    "Shapes and volumes": ["shapes", "views", "sets", "mesh", "volumes"],
    "Everything else": ["lockstep", "types", "config"],
}


def opening(text):
    """The opening comment lines of the header, without their slashes."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line.removeprefix("//").removeprefix(" "))
    return lines


def as_markdown(lines):
    """Indented lines are examples."""
    shown, inside = [], False
    for line in lines:
        indented = line.startswith("  ")
        if indented and not inside:
            shown += ["", "```cpp"]
        elif inside and line and not indented:
            shown += ["```", ""]
        inside = indented or (inside and not line)
        shown.append(line.removeprefix("  ") if inside else line)
    return "\n".join(shown + (["```"] if inside else [])) + "\n"


def api_page(header):
    return (f"# {header.stem}\n\n`#include <lockstep/{header.name}>`\n\n{as_markdown(opening(header.read_text()))}\n"
            f"```{{eval-rst}}\n.. doxygenfile:: include/lockstep/{header.name}\n"
            "   :sections: define enum func innerclass typedef user-defined public-attrib public-func public-static-attrib "
            "public-static-func\n```\n")


def c_page(header):
    return f"# {header.name}\n\n`#include <{header.name}>`\n\n```c\n{header.read_text()}```\n"


def reference_page(header):
    return f"# {header.stem}\n\n`#include <lockstep/reference/{header.name}>`\n\n```cpp\n{header.read_text()}```\n"


def contents(title, text, entries):
    listed = "\n".join(entries)
    return f"# {title}\n\n{text}\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    include, pages = (pathlib.Path(name) for name in sys.argv[1:])
    headers = {header.stem: header for header in include.glob("*.hpp")}
    listed = {name for names in CHAPTERS.values() for name in names}
    if unknown := sorted(headers.keys() ^ listed):
        sys.exit(f"docs/site/headers.py: CHAPTERS and include/lockstep differ in {', '.join(unknown)}")
    folder = pages / "api"
    folder.mkdir(parents=True, exist_ok=True)
    for name, header in headers.items():
        (folder / f"{name}.md").write_text(api_page(header))
    (folder / "c_interface.md").write_text(c_page(include.parent / "lockstep.h"))
    toc = "".join(f"\n```{{toctree}}\n:maxdepth: 1\n:caption: {title}\n\n" + "\n".join(names) + "\n```\n"
                  for title, names in (CHAPTERS | {"For C": ["c_interface"]}).items())
    (folder / "index.md").write_text("# The headers\n\nA page each, made from the header itself: what it opens with, and "
                                     f"what it declares, all of it in the namespace lockstep.\n{toc}")
    folder = pages / "reference"
    folder.mkdir(exist_ok=True)
    reference = sorted((include / "reference").glob("*.hpp"))
    for header in reference:
        (folder / f"{header.stem}.md").write_text(reference_page(header))
    (folder / "index.md").write_text(contents(
        "The reference", "The textbook algorithms in scalar code, over any support mapping, in space and in the plane: to "
        "learn from, and what tests and benchmarks compare the lanes with. Begin with [gjk](gjk.md).",
        [header.stem for header in reference]))


if __name__ == "__main__":
    main()

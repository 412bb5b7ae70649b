"""Every public header compiles alone without a warning, nothing that it draws in is xsimd or TBB, and all of them live
with what windows.h defines.

usage: check_headers.py COMPILER INCLUDE_DIR
"""

import pathlib
import re
import subprocess
import sys

WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror".split()
FOREIGN = re.compile(r"\b(?:xsimd|tbb|oneapi)\b")
STANDARD = re.compile(r"^#include <(\w+)>$", re.MULTILINE)
WINDOWS = """
#define near
#define far
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define small char
#define interface struct
"""


def run(compiler, include_dir, source, *options):
    command = [compiler, "-std=c++20", "-x", "c++", "-I", include_dir, *options, "-"]
    return subprocess.run(command, input=source, capture_output=True, text=True, check=False)


def includes(*headers):
    """Each twice: the second time must change nothing."""
    return "".join(f"#include <{header}>\n" * 2 for header in headers)


def problems(compiler, include_dir, header):
    compiled = run(compiler, include_dir, includes(header), *WARNINGS, "-fsyntax-only")
    if compiled.returncode != 0:
        yield f"does not compile alone:\n{compiled.stderr}"
        return
    # The preprocessed text has no comments but has the path of each file that was included.
    preprocessed = run(compiler, include_dir, includes(header), "-E").stdout
    for line in preprocessed.splitlines():
        if FOREIGN.search(line):
            yield f"names what the public headers must not name: {line.strip()}"
            return


def problems_on_windows(compiler, include_dir, headers):
    """All in one file, behind the standard headers that they include, which look after themselves."""
    texts = [pathlib.Path(include_dir, header).read_text() for header in headers]
    standard = sorted({name for text in texts for name in STANDARD.findall(text)})
    source = includes(*standard) + WINDOWS + includes(*headers)
    compiled = run(compiler, include_dir, source, *WARNINGS, "-fsyntax-only")
    if compiled.returncode != 0:
        yield f"do not compile after what windows.h defines:\n{compiled.stderr}"


def main():
    compiler, include_dir = sys.argv[1:]
    headers = sorted(path.relative_to(include_dir) for path in pathlib.Path(include_dir).rglob("*.hpp"))
    if not headers:
        sys.exit(f"no headers in {include_dir}")
    failures = 0
    for header in headers:
        for problem in problems(compiler, include_dir, header):
            print(f"{header} {problem}")
            failures += 1
    for problem in problems_on_windows(compiler, include_dir, headers):
        print(f"the headers {problem}")
        failures += 1
    print(f"{len(headers)} headers, {failures} problems")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()

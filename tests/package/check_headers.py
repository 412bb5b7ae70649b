"""Every public header compiles alone without a warning, and nothing that it draws in is xsimd or TBB.

usage: check_headers.py COMPILER INCLUDE_DIR
"""

import pathlib
import re
import subprocess
import sys

WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror".split()
FOREIGN = re.compile(r"\b(?:xsimd|tbb|oneapi)\b")


def run(compiler, include_dir, header, *options):
    """Compiles one source file that includes nothing but `header`, twice: the second time must change nothing."""
    source = f"#include <{header}>\n" * 2
    command = [compiler, "-std=c++20", "-x", "c++", "-I", include_dir, *options, "-"]
    return subprocess.run(command, input=source, capture_output=True, text=True, check=False)


def problems(compiler, include_dir, header):
    compiled = run(compiler, include_dir, header, *WARNINGS, "-fsyntax-only")
    if compiled.returncode != 0:
        yield f"does not compile alone:\n{compiled.stderr}"
        return
    # The preprocessed text has no comments but has the path of each file that was included.
    preprocessed = run(compiler, include_dir, header, "-E").stdout
    for line in preprocessed.splitlines():
        if FOREIGN.search(line):
            yield f"names what the public headers must not name: {line.strip()}"
            return


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
    print(f"{len(headers)} headers, {failures} problems")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()

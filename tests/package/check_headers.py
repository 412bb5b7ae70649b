"""Every public header compiles alone, without exceptions and without a warning, includes neither xsimd nor TBB,
tolerates the macros of windows.h, and leaves them as they were. The headers that the kernels include use no exception
and no string. Headers of C (*.h) compile alone as C11 and as C++, on Windows as well.

usage: check_headers.py COMPILER INCLUDE_DIR
"""

import pathlib
import re
import subprocess
import sys

WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror".split()
FOREIGN = re.compile(r"\b(?:xsimd|tbb|oneapi)\b")
# The headers for code that is compiled per instruction set (kernel/lanes, kernel/table), and the names that must not
# come with them.
OF_THE_LANES = ("types.hpp", "shapes.hpp", "detail/volume_data.hpp")
THROWING = re.compile(r'^# \d+ ".*/(invalid_input\.hpp|stdexcept|string)"', re.MULTILINE)
STANDARD = re.compile(r"^#include <(\w+(?:\.h)?)>$", re.MULTILINE)
WINDOWS = """
#define near
#define far
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define small char
#define interface struct
"""
STILL_WINDOWS = """
#if !defined(near) || !defined(far) || !defined(min) || !defined(max)
#error a macro of windows.h is gone
#endif
"""


def run(compiler, include_dir, source, *options, language=("-xc++", "-std=c++20")):
    command = [compiler, *language, "-I", include_dir, *options, "-"]
    return subprocess.run(command, input=source, capture_output=True, text=True, check=False)


def includes(*headers):
    """Each twice: the second time must change nothing."""
    return "".join(f"#include <{header}>\n" * 2 for header in headers)


def problems(compiler, include_dir, header):
    compiled = run(compiler, include_dir, includes(header), *WARNINGS, "-fno-exceptions", "-fsyntax-only")
    if compiled.returncode != 0:
        yield f"does not compile alone:\n{compiled.stderr}"
        return
    # The preprocessed text has no comments but has the path of each included file.
    preprocessed = run(compiler, include_dir, includes(header), "-E").stdout
    for line in preprocessed.splitlines():
        if FOREIGN.search(line):
            yield f"names what the public headers must not name: {line.strip()}"
            return
    if header.relative_to("lockstep").as_posix() in OF_THE_LANES and (found := THROWING.search(preprocessed)):
        yield f"is included by code of one instruction set and draws in {found[1]}"


def problems_on_windows(compiler, include_dir, headers):
    """All in one file, after the standard headers that they include, which protect themselves."""
    texts = [pathlib.Path(include_dir, header).read_text() for header in headers]
    standard = sorted({name for text in texts for name in STANDARD.findall(text)})
    source = includes(*standard) + WINDOWS + includes(*headers) + STILL_WINDOWS
    compiled = run(compiler, include_dir, source, *WARNINGS, "-fsyntax-only")
    if compiled.returncode != 0:
        yield f"do not compile after what windows.h defines:\n{compiled.stderr}"


def problems_of_c(compiler, include_dir, header):
    """As C and as C++, before and after windows.h; their own includes are standard headers."""
    text = pathlib.Path(include_dir, header).read_text()
    for language in ("-xc", "-std=c11"), ("-xc++", "-std=c++11"), ("-xc++", "-std=c++20"):
        for windows in "", includes(*STANDARD.findall(text)) + WINDOWS:
            source = windows + includes(header) + (STILL_WINDOWS if windows else "")
            compiled = run(compiler, include_dir, source, *WARNINGS, "-fsyntax-only", language=language)
            if compiled.returncode != 0:
                yield f"does not compile by {' '.join(language)}:\n{compiled.stderr}"


def main():
    compiler, include_dir = sys.argv[1:]
    headers = sorted(path.relative_to(include_dir) for path in pathlib.Path(include_dir).rglob("*.hpp"))
    if not headers:
        sys.exit(f"no headers in {include_dir}")
    failures = 0
    for missing in {pathlib.Path("lockstep", header) for header in OF_THE_LANES}.difference(headers):
        print(f"{missing} is not there")
        failures += 1
    for header in headers:
        for problem in problems(compiler, include_dir, header):
            print(f"{header} {problem}")
            failures += 1
    for problem in problems_on_windows(compiler, include_dir, headers):
        print(f"the headers {problem}")
        failures += 1
    of_c = sorted(path.relative_to(include_dir) for path in pathlib.Path(include_dir).rglob("*.h"))
    if not of_c:
        sys.exit(f"no headers of C in {include_dir}")
    for header in of_c:
        for problem in problems_of_c(compiler, include_dir, header):
            print(f"{header} {problem}")
            failures += 1
    print(f"{len(headers) + len(of_c)} headers, {failures} problems")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()

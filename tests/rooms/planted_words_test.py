"""check_words.py passes plain comments and finds each habit that is planted here, at its line.

usage: planted_words_test.py CHECK_COMMAND...
"""

import pathlib
import subprocess
import sys
import tempfile

CLEAN = """// The kernel stops at the first invalid object and stores its index.
const char* what_is = "what is none of these, Of so many";  // code and strings are not comments
"""
# the pattern's name, a comment that has it, over two lines where that could hide it
PLANTED = [
    ("what", "/// Writes what\n/// is visible."),
    ("Of", "// Of two planes the first."),
    ("nobody", "// Nobody waits."),
    ("none", "/* A kernel that meets one that\n * is none stops. */"),
    ("so many", "// A list of so many objects."),
    ("way", "// Rays on their\n// ways."),
    ("foresee", "// A branch that the processor cannot foresee."),
    ("made anew", "// The list is made anew."),
    ("hole", "// A hole of the list."),
    ("girth", "// The girth of a box."),
    ("walk", "// Walks through the world."),
    ("tell", "// The index is told."),
]


def hits(command: list[str], text: str) -> tuple[int, dict[str, int]]:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "planted.hpp"
        path.write_text(text)
        result = subprocess.run([*command, path], capture_output=True, text=True, check=False)
    counts = dict(line.split(":")[:2] for line in result.stdout.splitlines() if " hits, " in line)
    return result.returncode, {name: int(count.split()[0]) for name, count in counts.items()}


def main() -> None:
    command = sys.argv[1:]
    failures = []
    code, clean = hits(command, CLEAN)
    if code != 0 or any(clean.values()):
        failures.append(f"plain comments were rejected: {clean}")
    if set(clean) != {name for name, _ in PLANTED}:
        failures.append(f"not every pattern is planted: {sorted(clean)}")
    for name, text in PLANTED:
        code, found = hits(command, CLEAN + text + "\n")
        if code != 1 or found != {**clean, name: 1}:
            failures.append(f"{name}: exit code {code}, {found}")
    print(*failures, sep="\n", end="\n" if failures else "")
    print(f"{len(PLANTED) + 1} planted cases, {len(failures)} wrong")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()

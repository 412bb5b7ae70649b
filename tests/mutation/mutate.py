#!/usr/bin/env python3
"""Do the tests bite? Plants the defects of defects.toml, one at a time, and checks that a test fails for each.

usage: mutate.py [--only REGEX] [--list] [--build DIRECTORY]

Works on a copy of the tracked files under build/mutation, compiled for the instruction sets `scalar` and `sse42` alone
and with little optimisation, so that a defect takes under a minute. Before the first defect everything must pass.

A defect is caught if the tests of its area fail (or crash, or do not end); one that does not compile, or whose text is
not found exactly once, is a mistake in the list. Ends with exit code 1 if a defect survives, 2 if the list is wrong.
"""

import argparse
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("defects.toml")
CONFIGURE = (
    "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DLOCKSTEP_BUILD_BENCH=OFF",
    "-DLOCKSTEP_ISAS=scalar;sse42", "-DLOCKSTEP_LANES_OPTIMISATION=-O1",
)  # fmt: skip


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def copy_sources(target: Path) -> None:
    """Only what differs is written: the build tree stays good from run to run."""
    listed = run("git", "-C", ROOT, "ls-files", "-z").stdout.split("\0")
    for name in filter(None, listed):
        source, copy = ROOT / name, target / name
        if not source.is_file():
            continue
        text = source.read_bytes()
        if not copy.exists() or copy.read_bytes() != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(text)
            copy.chmod(source.stat().st_mode)


class Tree:
    """The copy and its build."""

    def __init__(self, directory: Path) -> None:
        self.source, self.build = directory / "source", directory / "build"
        copy_sources(self.source)
        configured = run("cmake", "-S", self.source, "-B", self.build, *CONFIGURE)
        if configured.returncode != 0:
            sys.exit(configured.stdout)

    def compiles(self, area: str) -> subprocess.CompletedProcess[str]:
        return run("cmake", "--build", self.build, "--target", f"tests_{area}")

    def failing_test(self, area: str) -> str | None:
        result = run("ctest", "--test-dir", self.build, "-L", f"^{area}", "-j2", "--stop-on-failure", "--timeout", "120")
        if result.returncode == 0:
            return None
        failed = re.search(r"tests FAILED:\s*\d+ - (\S+)", result.stdout)
        return failed[1] if failed else "?"


def plant(tree: Tree, defect: dict[str, str]) -> str:
    """What became of it, in a few words."""
    path = tree.source / defect["file"]
    clean = path.read_text()
    if clean.count(defect["find"]) != 1:
        return f"wrong: its text is found {clean.count(defect['find'])} times"
    path.write_text(clean.replace(defect["find"], defect["replace"]))
    try:
        built = tree.compiles(defect["area"])
        if "Error running test executable" in built.stdout:
            return "caught by a test program that cannot even list its tests"
        if built.returncode != 0:
            return "wrong: does not compile\n" + "\n".join(built.stdout.splitlines()[-20:])
        test = tree.failing_test(defect["area"])
        return f"caught by {test}" if test else "SURVIVES"
    finally:
        path.write_text(clean)


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--only", default="", help="only the defects whose name or file matches")
    parser.add_argument("--list", action="store_true", help="print the defects and end")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "mutation")
    arguments = parser.parse_args()

    defects = tomllib.loads(LIST.read_text())["defect"]
    defects = [d for d in defects if re.search(arguments.only, f"{d['name']} {d['file']}")]
    if arguments.list:
        print(*(f"{d['file']}: {d['name']}" for d in defects), sep="\n")
        return

    tree = Tree(arguments.build)
    for area in sorted({d["area"] for d in defects}):
        built = tree.compiles(area)
        if built.returncode != 0:
            sys.exit(built.stdout)
        if test := tree.failing_test(area):
            sys.exit(f"{test} fails before any defect is planted")

    results = []
    for number, defect in enumerate(defects, 1):
        start = time.monotonic()
        results.append(plant(tree, defect))
        spent = time.monotonic() - start
        print(f"{number}/{len(defects)} {defect['file']}: {defect['name']}: {results[-1]} ({spent:.0f} s)", flush=True)
    caught = sum(result.startswith("caught") for result in results)
    print(f"{caught} of {len(defects)} defects caught")
    sys.exit(2 if any(r.startswith("wrong") for r in results) else int(caught != len(defects)))


if __name__ == "__main__":
    main()

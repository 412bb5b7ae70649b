#!/usr/bin/env python3
"""Counts the test cases of a run of ctest. Prints PASSED FAILED SKIPPED; to stderr goes each case that failed, what it
said, and the command that runs it again.

usage: cases.py PRESET JUNIT_FILE, from the root of the project

A test of ctest is one case, or a GoogleTest program: the test NAME.cases, whose cases are in the report beside the program,
lockstep_NAME_test.xml. A program that was stopped or crashed leaves none: then the case that it had begun last has
failed, and the others are not counted.
"""

import re
import shlex
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

LONGEST = 60  # lines of what a case said
MOST = 20  # cases that failed are shown; the others are named


def end_of(text: str) -> str:
    lines = text.strip().splitlines()
    left_out = [f"({len(lines) - LONGEST} lines before)"] if len(lines) > LONGEST else []
    return "\n".join(left_out + lines[-LONGEST:])


def cases_of(file: Path) -> list[ElementTree.Element]:
    """A case may have printed bytes that are no text."""
    return list(ElementTree.fromstring(file.read_text(errors="replace")).iter("testcase"))


class Run:
    """What became of the tests of a preset."""

    def __init__(self, preset: str) -> None:
        self.preset = preset
        self.count = Counter(passed=0, failed=0, skipped=0)

    def fail(self, name: str, said: str, command: str) -> None:
        self.count["failed"] += 1
        shown = f"{end_of(said)}\n" if said.strip() and self.count["failed"] <= MOST else ""
        print(f"FAILED: {name}\n{shown}  again: {command}", file=sys.stderr)

    def ctest(self, name: str) -> str:
        return f"ctest --preset {self.preset} -V -R {shlex.quote(f'^{re.escape(name)}$')}"

    def add(self, test: ElementTree.Element) -> None:
        """A test of ctest."""
        name, failed = test.get("name", ""), test.get("status") != "run"
        reason = next((part.get("message", "") for part in test if part.tag in ("failure", "skipped")), "")
        program = None
        if name.endswith(".cases"):
            program = next(Path("build", self.preset).glob(f"tests/*/lockstep_{name[:-6]}_test"), None)
        if program:
            self.add_program(program, name, failed, f"{test.findtext('system-out', '')}\n{reason}")
        elif reason.startswith("SKIP_"):
            self.count["skipped"] += 1
        elif failed:
            self.fail(name, f"{test.findtext('system-out', '')}\n{reason}", self.ctest(name))
        else:
            self.count["passed"] += 1

    def add_program(self, program: Path, name: str, failed: bool, said: str) -> None:
        report = program.with_name(f"{program.name}.xml")
        if not report.is_file():
            begun = re.findall(r"^\[ RUN      \] (\S+)", said, re.M)
            command = f"{program} --gtest_filter={begun[-1]}" if begun else self.ctest(name)
            self.fail(f"{name[:-6]}.{begun[-1]}" if begun else name, said, command)
            return
        before = self.count["failed"]
        for case in cases_of(report):
            if case.get("status") == "run":
                self.add_case(program, name[:-6], case)
        if failed and self.count["failed"] == before:
            self.fail(name, f"{said}\n(after its cases, which passed)", self.ctest(name))

    def add_case(self, program: Path, name: str, case: ElementTree.Element) -> None:
        full = f"{case.get('classname')}.{case.get('name')}"
        if failures := case.findall("failure"):
            said = "\n".join(failure.text or failure.get("message", "") for failure in failures)
            self.fail(f"{name}.{full}", said, f"{program} --gtest_filter={full}")
        else:
            self.count["skipped" if case.get("result") == "skipped" else "passed"] += 1


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    run = Run(sys.argv[1])
    for test in cases_of(Path(sys.argv[2])):
        run.add(test)
    print(run.count["passed"], run.count["failed"], run.count["skipped"])


if __name__ == "__main__":
    main()

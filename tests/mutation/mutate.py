#!/usr/bin/env python3
"""Do the tests bite? Plants the defects of defects.toml, one at a time, and checks that a test fails for each.

usage: mutate.py [--only REGEX] [--new] [--shard K/N] [--list] [--check] [--record] [--fresh] [--jobs N]
                 [--build DIRECTORY]

Works on a copy of the tracked files under build/mutation. Before the first defect all tests must pass; that run also
measures which programs reach which line, and what each case takes. Each defect meets the cases that caught it and
others of its folder, then the programs that reach its lines, compiled for scalar lanes: the short cases of each, then
the long ones. Programs that promise most for the time that they take come first; of the library each compiles what it
links. The first failure ends it, most often after seconds. A defect of the lanes that none of them catches meets the
same programs on wider lanes as well, as far as the machine has them. A defect that still survives meets all tests of
its area by ctest. The test that takes an hour without optimisation is left out. Needs clang, lld and llvm.

The result of each defect is kept in build/mutation-results.jsonl, the lines that programs reach in mutation-reach.json
beside it: a run that was stopped goes on from there as long as no tracked file outside this folder has changed, and
later runs ask the tests that caught most first (--fresh forgets both). --record writes the test that caught a defect to
the list, as caught_by: later runs ask it first, and --new takes only defects that no test is known to catch. --shard
1/2 and --shard 2/2 are halves of the list with a copy each, to run at the same time or one after the other.

A defect is caught if a test of its area fails (or crashes, or does not end); one that does not compile, or whose text
is not found exactly once, is a mistake in the list. --check looks for the latter alone, without a build. Ends with exit
code 1 if a defect survives, 2 if the list is wrong.
"""

import argparse
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
import xml.etree.ElementTree
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("defects.toml")
CONFIGURE = (
    "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DLOCKSTEP_BUILD_BENCH=OFF",
    "-DLOCKSTEP_PYTHON=ON", "-DLOCKSTEP_TESTS_OPTIMISATION=-O0", "-DLOCKSTEP_PYTHON_OPTIMISATION=-O0",
    "-DLOCKSTEP_LANES_OPTIMISATION=-O1", "-DLOCKSTEP_TEST_PROGRAMS=whole", "-DCMAKE_CXX_COMPILER=clang++",
    "-DCMAKE_C_COMPILER=clang", "-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld",
)  # fmt: skip
MAY_WARN = "-DCMAKE_CXX_FLAGS=-w"  # a defect may leave names unused
COUNTS_LINES = (
    "-DCMAKE_CXX_FLAGS=-w -fprofile-instr-generate -fcoverage-mapping",
    "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON",  # clang counts no lines of these
)
if shutil.which("ccache"):  # taking a defect out again then costs no compilation
    os.environ.setdefault("CCACHE_SLOPPINESS", "pch_defines,time_macros")  # or it does not keep what uses such headers
    CONFIGURE += ("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache", "-DCMAKE_C_COMPILER_LAUNCHER=ccache")
SCALAR, WIDE = "-DLOCKSTEP_ISAS=scalar", "-DLOCKSTEP_ISAS=scalar;sse42;avx2;avx512"
AREAS_OF_LANES = ("kernel", "digest", "fuzz")  # whose tests ask every instruction set
TIMEOUT = 1800  # seconds of one test program
SCALAR_TIMEOUT = 600  # with scalar lanes alone
SHORT = 0.3  # seconds of a case, while lines are counted
COMPILED = 65_000  # bytes of objects that clang makes in a second
LIKELY = 4  # programs whose cases are asked first
TOO_LONG = "huge"  # 2^32 objects: does not end in time without optimisation


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def copy_sources(target: Path) -> str:
    """Only what differs is written: a build stays good from run to run. Returns a hash of all but this folder."""
    listed = run("git", "-C", ROOT, "ls-files", "-z").stdout.split("\0")
    everything = hashlib.sha256()
    for name in filter(None, listed):
        source, copy = ROOT / name, target / name
        if not source.is_file():
            continue
        text = source.read_bytes()
        if source.parent != LIST.parent:
            everything.update(f"{name}\0{len(text)}\0".encode() + text)
        if not copy.exists() or copy.read_bytes() != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(text)
            copy.chmod(source.stat().st_mode)
    return everything.hexdigest()


class Results:
    """What became of each defect in this run and those before: one JSON object per line, beside what the list says."""

    def __init__(self, path: Path, sources: str, defects: list[dict[str, str]]) -> None:
        self.path, self.sources = path, sources
        self.known: dict[str, dict[str, str]] = {
            self.key(d): {"file": d["file"], "sources": "", "result": f"caught by {d['caught_by']}"}
            for d in defects
            if "caught_by" in d
        }
        self.read()

    def read(self) -> None:
        """Also what other shards have found since."""
        for line in self.path.read_text().splitlines() if self.path.exists() else []:
            try:
                entry = json.loads(line)
                self.known[entry["defect"]] = entry
            except (ValueError, KeyError):
                continue  # a run that was stopped while it wrote

    @staticmethod
    def key(defect: dict[str, str]) -> str:
        return hashlib.sha256("\0".join(defect[k] for k in ("file", "find", "replace", "area")).encode()).hexdigest()

    def of(self, defect: dict[str, str]) -> str | None:
        entry = self.known.get(self.key(defect))
        return entry["result"] if entry and entry["sources"] == self.sources else None

    def weights(self, defect: dict[str, str]) -> Counter[str]:
        """What the cases that caught defects at any time, PROGRAM.CASE, say about this one."""
        folder, weights = Path(defect["file"]).parent, Counter()
        for key, entry in self.known.items():
            if entry["result"].startswith("caught by "):
                file = Path(entry.get("file", ""))
                near = 100 if file == Path(defect["file"]) else 10 if file.parent == folder else 1
                weights[entry["result"][len("caught by ") :]] += 10000 if key == self.key(defect) else near
        return weights

    def likely_cases(self, defect: dict[str, str], programs: list[str]) -> list[tuple[str, str]]:
        """The cases that caught defects of the same folder, by program, likeliest first."""
        cases: dict[str, list[str]] = {}
        for name, weight in self.weights(defect).most_common():
            program, _, case = name.partition(".")
            if weight >= 10 and program in programs and not case.startswith("("):
                cases.setdefault(program, []).append(case)
        return [(program, ":".join(likely)) for program, likely in list(cases.items())[:LIKELY]]

    def promises(self, defect: dict[str, str], programs: list[str]) -> Counter[str]:
        """How often each program caught what is like this defect."""
        promises = Counter(dict.fromkeys(programs, 1))
        for name, weight in self.weights(defect).items():
            promises[name.partition(".")[0]] += weight
        return promises

    def add(self, defect: dict[str, str], result: str) -> None:
        entry = {"defect": self.key(defect), "sources": self.sources, "name": defect["name"], "file": defect["file"],
                 "result": result}  # fmt: skip
        self.known[entry["defect"]] = entry
        with self.path.open("a") as file:
            file.write(json.dumps(entry) + "\n")


class Build:
    """One way to build the copy."""

    def __init__(self, source: Path, build: Path, jobs: int, isas: str, *options: str) -> None:
        self.source, self.build, self.jobs = source, build, str(jobs)
        self.timeout = SCALAR_TIMEOUT if isas == SCALAR else TIMEOUT
        configured = run("cmake", "-S", source, "-B", build, *CONFIGURE, isas, *options)
        if configured.returncode != 0:
            sys.exit(configured.stdout)

    def programs(self, area: str) -> list[str]:
        """The names of the test programs of an area, as lockstep_test() got them."""
        targets = run("ninja", "-C", self.build, "-t", "targets", "all").stdout
        found = re.findall(rf"^tests/{area}/lockstep_(\w+)_test: CXX_EXECUTABLE", targets, re.M)
        return [name for name in found if name != TOO_LONG]

    def compiles(self, *targets: str) -> subprocess.CompletedProcess[str]:
        return run("ninja", "-C", self.build, "-j", self.jobs, *targets)

    def must_compile(self, *targets: str) -> None:
        built = self.compiles(*targets)
        if built.returncode != 0:
            sys.exit(built.stdout)

    @cache
    def linking(self, area: str, program: str) -> tuple[str, list[str]]:
        """How to link a program from objects, without archives, and the objects that it takes then."""
        target = f"tests/{area}/lockstep_{program}_test"
        self.compiles(target)
        command = run("ninja", "-C", self.build, "-t", "commands", "-s", target).stdout.splitlines()[-1]
        command = re.sub(r" -Wl,--whole-archive \S+ -Wl,--no-whole-archive", "", command)  # the oracle, for its speed
        for archive in set(re.findall(r" (\w[\w/]*\.a)(?= )", command)):
            objects = re.findall(r"^    (\S+\.o)$", run("ninja", "-C", self.build, "-t", "query", archive).stdout, re.M)
            command = command.replace(f" {archive} ", f" -Wl,--start-lib {' '.join(objects)} -Wl,--end-lib ")
        traced = run("bash", "-c", f"cd '{self.build}' && {command.replace(' -o ', ' -Wl,--trace -o ')}")
        return command, [name for name in traced.stdout.splitlines() if re.fullmatch(r"\w[\w/.]*\.o", name)]

    @cached_property
    def uses(self) -> dict[str, set[str]]:
        """The objects that each source is part of."""
        objects: dict[str, set[str]] = {}
        for line in run("ninja", "-C", self.build, "-t", "deps").stdout.splitlines():
            if line.startswith(f"    {self.source}/"):
                objects.setdefault(line.removeprefix(f"    {self.source}/"), set()).add(name)
            elif line and not line.startswith(" "):
                name = line.partition(":")[0]
        return objects

    def seconds_to_compile(self, area: str, program: str, file: str) -> float:
        """What a change of a file costs a program, by the sizes of its objects."""
        changed = self.uses.get(file, set()).intersection(self.linking(area, program)[1])
        return sum((self.build / name).stat().st_size for name in changed) / COMPILED

    def links(self, area: str, program: str) -> subprocess.CompletedProcess[str]:
        """Compiles what a program takes of the library, not all of the library."""
        command, objects = self.linking(area, program)
        compiled = self.compiles(*objects)
        return run("bash", "-c", f"cd '{self.build}' && {command}") if compiled.returncode == 0 else compiled

    def binary(self, area: str, program: str) -> Path:
        return self.build / "tests" / area / f"lockstep_{program}_test"

    def failing_case(self, area: str, program: str, cases: str) -> str | None:
        """The first test of a program that fails, which is compiled already."""
        binary = self.binary(area, program)
        try:
            result = subprocess.run([binary, "--gtest_fail_fast", "--gtest_brief=1", f"--gtest_filter={cases}"],
                                    cwd=binary.parent, capture_output=True, text=True, errors="replace",
                                    timeout=self.timeout)  # fmt: skip
        except subprocess.TimeoutExpired:
            return f"{program}.(no end)"
        if result.returncode == 0:
            return None
        failed = re.search(r"^\[  FAILED  \] ([^\s,]+)", result.stdout, re.M)
        return f"{program}.{failed[1] if failed else '(crash)'}"

    def failing_test(self, area: str, without: str) -> str | None:
        """The first of all tests of an area that fails, by ctest: those of other languages and of tools as well."""
        result = run("ctest", "--test-dir", self.build, "-L", f"^{area}", "-E", without, "-j", self.jobs,
                     "--stop-on-failure", "--timeout", str(TIMEOUT))  # fmt: skip
        if result.returncode == 0:
            return None
        failed = re.search(r"tests FAILED:\s*\d+ - (\S+)", result.stdout)
        return failed[1] if failed else "?"

    def reached(self, area: str, program: str) -> dict[str, list[int]]:
        """The lines of each file that a program runs, all of whose tests pass."""
        binary = self.binary(area, program)
        merged = binary.with_suffix(".profdata")
        passed = subprocess.run([binary, "--gtest_brief=1", f"--gtest_output=xml:{binary}.xml"], cwd=binary.parent,
                                env=os.environ | {"LLVM_PROFILE_FILE": f"{binary}-%m.profraw"},
                                capture_output=True, check=False)  # fmt: skip
        if passed.returncode != 0:
            sys.exit(f"{program} fails before any defect is planted")
        profiles = list(binary.parent.glob(f"{binary.name}-*.profraw"))  # also of programs that it starts
        run("llvm-profdata", "merge", "-sparse", *profiles, "-o", merged)
        lines: dict[str, list[int]] = {}
        for line in run("llvm-cov", "export", "-format=lcov", f"-instr-profile={merged}", binary).stdout.splitlines():
            if line.startswith("SF:"):
                file = lines.setdefault(os.path.relpath(line[3:], self.source), [])
            elif line.startswith("DA:") and not line.endswith(",0"):
                file.append(int(line[3:].partition(",")[0]))
        for file in (merged, *profiles):
            file.unlink()
        return {file: sorted(set(found)) for file, found in lines.items() if found and not file.startswith("..")}

    def seconds(self, area: str, program: str) -> dict[str, float]:
        """Of each case of a program that has run; nothing if it is not one of GoogleTest."""
        report = Path(f"{self.binary(area, program)}.xml")
        if not report.exists():
            return {}
        return {f"{case.get('classname')}.{case.get('name')}": float(case.get("time", 0))
                for case in xml.etree.ElementTree.parse(report).iter("testcase")}  # fmt: skip


class Reach:
    """Which programs reach which line, and what their cases take: one file and one build for all shards."""

    def __init__(self, path: Path, tree: "Tree") -> None:
        self.path, self.tree = path, tree
        self.areas: dict[str, dict[str, dict]] = {}

    def read(self) -> None:
        if self.path.exists():
            kept = json.loads(self.path.read_text())
            self.areas = kept["areas"] if kept["sources"] == self.tree.hash else {}

    def measure(self, areas: set[str]) -> None:
        """Runs all tests of these areas, or waits until another shard has done so."""
        self.read()
        if areas <= set(self.areas):
            return
        with self.path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.read()
            for area in sorted(areas - set(self.areas)):
                self.areas[area] = self.measured(area)
                whole = self.path.with_suffix(".new")  # other shards read at any time
                whole.write_text(json.dumps({"sources": self.tree.hash, "areas": self.areas}))
                whole.replace(self.path)

    def measured(self, area: str) -> dict[str, dict]:
        directory, jobs = self.path.with_name("mutation-reach"), os.cpu_count()
        copy_sources(directory / "source")
        counting = Build(directory / "source", directory / "scalar", jobs, SCALAR, *COUNTS_LINES)
        counting.must_compile(f"tests_{area}")
        if test := self.tree.scalar.failing_test(area, "[.]cases$"):  # tests without GoogleTest
            sys.exit(f"{test} fails before any defect is planted")
        programs = counting.programs(area)
        with ThreadPoolExecutor(jobs) as threads:
            lines = list(threads.map(lambda program: counting.reached(area, program), programs))
        return {program: {"lines": lines[i], "seconds": counting.seconds(area, program)}
                for i, program in enumerate(programs)}  # fmt: skip

    def programs(self, defect: dict[str, str]) -> list[str]:
        """Those that reach a line of the defect; if it has no code, as a constant, those that reach its file."""
        before = (ROOT / defect["file"]).read_text().partition(defect["find"])[0].count("\n") + 1
        lines = set(range(before, before + defect["find"].count("\n") + 1))
        area = self.areas[defect["area"]]
        files = {program: reach["lines"].get(defect["file"], []) for program, reach in area.items()}
        return [p for p in files if lines & set(files[p])] or [p for p in files if files[p]]

    def short_seconds(self, area: str, program: str) -> float:
        return sum(seconds for seconds in self.areas[area][program]["seconds"].values() if seconds <= SHORT)

    def long_cases(self, area: str, program: str) -> str:
        return ":".join(case for case, seconds in self.areas[area][program]["seconds"].items() if seconds > SHORT)


class Tree:
    """The copy and its builds."""

    def __init__(self, directory: Path, jobs: int) -> None:
        self.source, self.jobs, self.directory = directory / "source", jobs, directory
        self.hash = copy_sources(self.source)
        self.scalar = Build(self.source, directory / "scalar", jobs, SCALAR, MAY_WARN)

    @cached_property
    def wide(self) -> Build:
        """Few defects need it."""
        return Build(self.source, self.directory / "wide", self.jobs, WIDE, MAY_WARN)


def record(results: Results) -> int:
    """Writes to the list what is known to catch each defect; returns how many are caught."""
    head, *entries = LIST.read_text().split("[[defect]]\n")
    recorded = 0
    for i, entry in enumerate(entries):
        found = results.known.get(Results.key(tomllib.loads(entry)), {}).get("result", "")
        if found.startswith("caught by "):
            entry = re.sub(r"^caught_by = .*\n", "", entry, flags=re.M)
            line = f'caught_by = "{found[len("caught by ") :]}"'
            entries[i] = re.sub(r"^(area = .*)$", lambda area: f"{area[1]}\n{line}", entry, count=1, flags=re.M)
            recorded += 1
    LIST.write_text("[[defect]]\n".join([head, *entries]))
    return recorded


def does_not_compile(built: subprocess.CompletedProcess[str]) -> str:
    return "wrong: does not compile\n" + "\n".join(built.stdout.splitlines()[-20:])


def in_turn(build: Build, defect: dict[str, str], results: Results, reach: Reach) -> list[tuple[str, str]]:
    """Programs and the cases that a defect meets."""
    area, programs = defect["area"], reach.programs(defect)
    promises = results.promises(defect, programs)
    seconds = {
        program: 1 + build.seconds_to_compile(area, program, defect["file"]) + reach.short_seconds(area, program)
        for program in programs
    }  # fmt: skip
    programs.sort(key=lambda program: seconds[program] / promises[program])
    cases = [(program, reach.long_cases(area, program)) for program in programs]
    short = [(program, f"*-{long}") for program, long in cases]
    likely = sorted(results.likely_cases(defect, programs), key=lambda asked: programs.index(asked[0]))
    return likely + short + [(program, long) for program, long in cases if long]


def what_catches(tree: Tree, defect: dict[str, str], results: Results, reach: Reach) -> str:
    area = defect["area"]
    for name in ("scalar", "wide") if area in AREAS_OF_LANES else ("scalar",):
        build = getattr(tree, name)
        for program, cases in in_turn(build, defect, results, reach):
            built = build.links(area, program)
            if built.returncode != 0:
                return does_not_compile(built)
            if case := build.failing_case(area, program, cases):
                return f"caught by {case}"
    built = build.compiles(f"tests_{area}")
    if built.returncode != 0:
        return does_not_compile(built)
    test = build.failing_test(area, f"^{TOO_LONG}[.]")
    return f"caught by {test}" if test else "SURVIVES"


def plant(tree: Tree, defect: dict[str, str], results: Results, reach: Reach) -> str:
    """What became of it, in a few words."""
    results.read()
    path = tree.source / defect["file"]
    clean = path.read_text()
    path.write_text(clean.replace(defect["find"], defect["replace"]))
    try:
        return what_catches(tree, defect, results, reach)
    finally:
        path.write_text(clean)


def mistakes(defects: list[dict[str, str]]) -> list[str]:
    """What is wrong with the list, as far as that shows without a compiler."""
    found = []
    for defect in defects:
        name = defect.get("name", "an entry without a name")
        if missing := [key for key in ("name", "file", "find", "replace", "area") if key not in defect]:
            found.append(f"{name}: has no {' and no '.join(missing)}")
        elif not (ROOT / defect["file"]).is_file():
            found.append(f"{name}: there is no file {defect['file']}")
        elif (times := (ROOT / defect["file"]).read_text().count(defect["find"])) != 1:
            found.append(f"{name}: its text is found {times} times in {defect['file']}")
    return found


def shard(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)", text)
    if not match or int(match[1]) > int(match[2]):
        raise argparse.ArgumentTypeError("is not K/N with K from 1 to N")
    return int(match[1]), int(match[2])


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--only", default="", help="only the defects whose name or file matches")
    parser.add_argument("--new", action="store_true", help="only the defects that no test is known to catch")
    parser.add_argument("--shard", type=shard, default=(1, 1), help="K/N: every N-th of those, from the K-th on")
    parser.add_argument("--list", action="store_true", help="print the defects and end")
    parser.add_argument("--check", action="store_true", help="check that the list fits the sources and end")
    parser.add_argument("--record", action="store_true", help="write what caught each defect to the list and end")
    parser.add_argument("--fresh", action="store_true", help="forget the results of runs before")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers and tests at a time")
    parser.add_argument("--build", type=Path, help="default: build/mutation, for a shard build/mutation-K-of-N")
    arguments = parser.parse_args()
    part, parts = arguments.shard

    everything = tomllib.loads(LIST.read_text())["defect"]
    defects = [d for d in everything if re.search(arguments.only, f"{d.get('name')} {d.get('file')}")]
    if arguments.new:
        defects = [d for d in defects if "caught_by" not in d]
    defects = defects[part - 1 :: parts]
    if arguments.list:
        print(*(f"{d['file']}: {d['name']}" for d in defects), sep="\n")
        return

    if wrong := mistakes(defects):
        print(*wrong, sep="\n")
        sys.exit(2)
    if arguments.check:
        return
    results_file = ROOT / "build" / "mutation-results.jsonl"
    if arguments.record:
        print(f"{record(Results(results_file, '', everything))} of {len(everything)} defects: a test caught them")
        return

    name = "mutation" if parts == 1 else f"mutation-{part}-of-{parts}"
    directory = arguments.build or ROOT / "build" / name
    tree = Tree(directory, arguments.jobs)
    reach_file = results_file.with_name("mutation-reach.json")
    for file in (results_file, reach_file) if arguments.fresh else ():
        file.unlink(missing_ok=True)
    known, reach = Results(results_file, tree.hash, everything), Reach(reach_file, tree)
    areas = {d["area"] for d in defects if known.of(d) is None}
    tree.scalar.must_compile(*(f"tests_{area}" for area in areas))
    reach.measure(areas)

    results = []
    for number, defect in enumerate(defects, 1):
        start, before = time.monotonic(), known.of(defect)
        results.append(before or plant(tree, defect, known, reach))
        if before is None:
            known.add(defect, results[-1])
        spent = "known" if before else f"{time.monotonic() - start:.0f} s"
        print(f"{number}/{len(defects)} {defect['file']}: {defect['name']}: {results[-1]} ({spent})", flush=True)
    caught = sum(result.startswith("caught") for result in results)
    print(f"{caught} of {len(defects)} defects caught")
    sys.exit(2 if any(r.startswith("wrong") for r in results) else int(caught != len(defects)))


if __name__ == "__main__":
    main()

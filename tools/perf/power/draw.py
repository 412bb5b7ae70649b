#!/usr/bin/env python3
"""Draws comparisons from recorded series and prints the tables of docs/perf-power.md.

usage: draw.py --perf LOCKSTEP_PERF [--google TOOLS] [--aa N] [--slow N] [--seed SEED] [--gates 3,1.5] FILE.csv...

FILE.csv is a series of record.py, and its name that of the load. LOCKSTEP_PERF compares programs that replay a window
of the series (replay.sh), so its own looks, confirmations and corrections decide. The window begins at a run that SEED
draws; behind the last run of a series comes its first. TOOLS is the folder tools/ of Google Benchmark's sources, whose
compare.py judges the first runs of the same windows, with SciPy; so do plain thresholds.
"""

import argparse
import csv
import json
import random
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Callable, Iterable, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))
from record import KERNELS, PLANTED

ALPHA = 0.05  # of compare.py
FIRST_RUNS = (10, 40)  # of each program, for the methods that do not choose
SIZES = (1, 2, 3, 5, 10)


class Run(NamedTuple):
    seconds: float
    fastest: dict[str, float]
    mean: dict[str, float]


Series = dict[str, list[Run]]


class Window(NamedTuple):
    """Two programs of a series from a run on; the series is a ring."""

    series: Series
    old: str
    new: str
    start: int

    def runs(self, program: str, count: int, later: int = 0) -> list[Run]:
        """The first runs of a window, or those that are `later`."""
        all_runs = self.series[program]
        return [all_runs[(self.start + later + i) % len(all_runs)] for i in range(count)]


class Outcome(NamedTuple):
    slower: set[str]
    faster: set[str]
    undecided: bool
    minutes: float


Method = Callable[[Window], Outcome]


def read_series(file: Path) -> Series:
    series: Series = {program: [] for program in PLANTED}
    with file.open(newline="") as rows:
        for row in csv.DictReader(rows):
            fastest = {kernel: float(row[kernel]) for kernel in KERNELS}
            mean = {kernel: fastest[kernel] + float(row[f"{kernel}_excess"]) for kernel in KERNELS}
            series[row["program"]].append(Run(float(row["seconds"]), fastest, mean))
    complete = min(len(runs) for runs in series.values())
    return {program: runs[:complete] for program, runs in series.items()}


def seconds_of(run: Run, names: str) -> float:
    """Of a run of these benchmarks, A|B, alone; empty: all. Each benchmark takes the same part of a run."""
    return run.seconds * (len(names.split("|")) if names else len(KERNELS)) / len(KERNELS)


class Replay:
    """`lockstep-perf compare` of programs that replay windows."""

    def __init__(self, perf: Path, folder: Path, series: Series) -> None:
        self.perf, self.folder = perf, folder
        for program, runs in series.items():
            (folder / f"{program}.runs").mkdir()
            for number, run in enumerate(runs):
                lines = (f"{kernel} {time}\n" for kernel, time in run.fastest.items())
                (folder / f"{program}.runs" / str(number)).write_text("".join(lines))

    def prepare(self, window: Window) -> None:
        replay = Path(__file__).resolve().parent / "replay.sh"
        for side, program in (("old", window.old), ("new", window.new)):
            (self.folder / side).mkdir(exist_ok=True)
            for name, target in (("bench", replay), ("bench.log", None), ("bench.next", None)):
                (self.folder / side / name).unlink(missing_ok=True)
                if target:
                    (self.folder / side / name).symlink_to(target)
            runs = self.folder / side / "bench.runs"
            if runs.is_symlink():
                runs.unlink()
            runs.symlink_to(self.folder / f"{program}.runs")
            (self.folder / side / "bench.next").write_text(f"{window.start} {len(window.series[program])}\n")

    def minutes(self, window: Window) -> float:
        total = 0.0
        for side, program in (("old", window.old), ("new", window.new)):
            for line in (self.folder / side / "bench.log").read_text().splitlines():
                number, _, names = line.partition(" ")
                total += seconds_of(window.series[program][int(number)], names)
        return total / 60

    def compare(self, window: Window, flags: Iterable[str]) -> Outcome:
        self.prepare(window)
        results = self.folder / "comparison.json"
        words = [str(self.perf), "compare", *(str(self.folder / side / "bench") for side in ("old", "new"))]
        # Replayed figures do not depend on the processor.
        done = subprocess.run([*words, "--no-pin", "--json", str(results), *flags], capture_output=True, text=True)
        if done.returncode not in (0, 1, 2):
            sys.exit(done.stderr)
        verdicts: dict[str, set[str]] = {"slower": set(), "faster": set(), "same": set(), "too noisy to say": set()}
        for row in json.loads(results.read_text())["benchmarks"]:
            verdicts[row["verdict"].replace("_", " ")].add(row["name"])
        undecided = bool(verdicts["too noisy to say"])
        return Outcome(verdicts["slower"], verdicts["faster"], undecided, self.minutes(window))


def first_minutes(window: Window, count: int) -> float:
    return sum(run.seconds for program in (window.old, window.new) for run in window.runs(program, count)) / 60


def threshold(window: Window, count: int, figure: str, percent: float) -> Outcome:
    """Slower or faster if the figure of the first runs, "fastest" or "mean", differs by more than that."""
    slower, faster = set(), set()
    for kernel in KERNELS:
        old, new = (
            [getattr(run, figure)[kernel] for run in window.runs(program, count)]
            for program in (window.old, window.new)
        )
        ratio = min(new) / min(old) if figure == "fastest" else statistics.fmean(new) / statistics.fmean(old)
        if ratio > 1 + percent / 100:
            slower.add(kernel)
        if ratio < 1 / (1 + percent / 100):
            faster.add(kernel)
    return Outcome(slower, faster, False, first_minutes(window, count))


def as_results(runs: list[Run]) -> dict:
    """Each run is a repetition of Google Benchmark: its fastest figure, as for lockstep-perf."""
    rows = [
        {"name": kernel, "run_name": kernel, "run_type": "iteration", "repetitions": len(runs), "repetition_index": i,
         "threads": 1, "iterations": 1, "real_time": run.fastest[kernel], "cpu_time": run.fastest[kernel],
         "time_unit": "ns"}
        for kernel in KERNELS for i, run in enumerate(runs)
    ]  # fmt: skip
    return {"context": {}, "benchmarks": rows}


def google(report, window: Window, count: int, later: int) -> Outcome:
    """compare.py's own report, with its U test of processor time at ALPHA; which side is slower, the medians say. The
    runs of the new program are `later`: by `count` if it runs behind the old one, by 0 if they take turns."""
    old, new = window.runs(window.old, count), window.runs(window.new, count, later)
    slower, faster = set(), set()
    for row in report.get_difference_report(as_results(old), as_results(new), utest=True):
        if row["utest"] and row["utest"]["cpu_pvalue"] < ALPHA:
            sides = (statistics.median(run.fastest[row["name"]] for run in runs) for runs in (old, new))
            (slower if next(sides) < next(sides) else faster).add(row["name"])
    return Outcome(slower, faster, False, first_minutes(window, count))


class Tally:
    """What became of the comparisons of a load by a method."""

    def __init__(self) -> None:
        self.minutes: dict[str, list[float]] = {"aa": [], "slow": []}
        self.aa: Counter[str] = Counter()
        self.found: Counter[int] = Counter()
        self.planted: Counter[int] = Counter()
        self.missed: Counter[str] = Counter()  # of 3 %, by kernel

    def add(self, window: Window, outcome: Outcome) -> None:
        sizes = dict(zip(KERNELS, PLANTED[window.new]))
        if any(sizes.values()):
            self.minutes["slow"].append(outcome.minutes)
            for kernel, size in sizes.items():
                self.planted[size] += 1
                self.found[size] += kernel in outcome.slower
                self.missed[kernel] += size == 3 and kernel not in outcome.slower
        else:
            self.minutes["aa"].append(outcome.minutes)
            self.aa.update(
                comparisons=1, slower=bool(outcome.slower), faster=bool(outcome.faster), undecided=outcome.undecided
            )

    def smallest(self) -> str:
        return smallest_found({size: self.found[size] / self.planted[size] for size in SIZES if self.planted[size]})


def smallest_found(rates: dict[int, float], wanted: float = 0.9) -> str:
    """The smallest size from which on each is found as often as wanted."""
    smallest = "none"
    for size in sorted(rates, reverse=True):
        if rates[size] < wanted:
            break
        smallest = f"{size} %"
    return smallest


def draw(series: Series, aa: int, slow: int, random_numbers: random.Random) -> list[Window]:
    """`slow` windows for each program with slowdowns."""
    length = len(series["old"])
    windows = []
    for i in range(aa):
        sides = ("old", "same") if i % 2 == 0 else ("same", "old")
        windows.append(Window(series, *sides, random_numbers.randrange(length)))
    for program in ("slow1", "slow2"):
        windows += [Window(series, "old", program, random_numbers.randrange(length)) for _ in range(slow)]
    return windows


def methods_of(arguments: argparse.Namespace, replay: Replay, report) -> dict[str, Method]:
    methods: dict[str, Method] = {}
    for gate in arguments.gates.split(","):
        flags = [] if gate == "3" else ["--gate", gate]
        name = " ".join(["lockstep-perf compare", *flags])
        methods[name] = lambda window, flags=flags: replay.compare(window, flags)
    for count in FIRST_RUNS:
        if report:
            for later, name in ((count, ""), (0, " in turns")):
                rest = (count, later)
                methods[f"compare.py, {count} runs{name}"] = lambda window, rest=rest: google(report, window, *rest)
        for percent in (5, 10):
            for figure, name in (("fastest", "minimum"), ("mean", "mean")):
                rest = (count, figure, percent)
                methods[f"{name} off by {percent} %, {count} runs"] = lambda window, rest=rest: threshold(window, *rest)
    return methods


def row_of(load: str, name: str, tally: Tally) -> str:
    aa, minutes = tally.aa, tally.minutes
    rates = " | ".join(
        f"{100 * tally.found[size] / tally.planted[size]:.0f}" if tally.planted[size] else "-" for size in SIZES
    )
    middle = " | ".join(f"{statistics.median(minutes[kind]):.1f}" if minutes[kind] else "-" for kind in ("aa", "slow"))
    decided = aa["comparisons"] - aa["undecided"]
    false = f"{aa['slower']} | {aa['faster']} | {decided}"
    return f"| {load} | {name} | {false} | {rates} | {tally.smallest()} | {middle} |"


def describe(load: str, series: Series, seed: int) -> str:
    """How large the slowdowns are in the whole series, in its medians, and how much single runs vary."""
    lines = [f"{load}: {len(series['old'])} turns of {len(series)} runs, seed {seed}."]
    for program in ("same", "slow1", "slow2"):
        parts = []
        for kernel, size in zip(KERNELS, PLANTED[program]):
            medians = [statistics.median(run.fastest[kernel] for run in series[side]) for side in ("old", program)]
            parts.append(f"{kernel} {size} % as {100 * (medians[1] / medians[0] - 1):+.2f} %")
        lines.append(f"  {program}: {', '.join(parts)}")
    spread = []
    for kernel in KERNELS:
        tenths = statistics.quantiles((run.fastest[kernel] for run in series["old"]), n=10)
        spread.append(f"{kernel} {100 * (tenths[8] / tenths[0] - 1):.1f} %")
    return "\n".join([*lines, f"  old, from the lowest tenth of the runs to the highest: {', '.join(spread)}"])


def draw_load(arguments: argparse.Namespace, file: Path, report) -> None:
    series = read_series(file)
    print(describe(file.stem, series, arguments.seed), file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        methods = methods_of(arguments, Replay(arguments.perf.resolve(), Path(folder), series), report)
        for name, method in methods.items():
            tally = Tally()
            # The same windows for each method.
            for window in draw(series, arguments.aa, arguments.slow, random.Random(arguments.seed)):
                tally.add(window, method(window))
            print(row_of(file.stem, name, tally), flush=True)
            longest = max(tally.minutes["aa"] + tally.minutes["slow"])
            misses = ", ".join(f"{kernel} {count}" for kernel, count in tally.missed.items() if count)
            print(f"  {name}: longest {longest:.1f} min; 3 % missed: {misses or 'never'}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--perf", type=Path, required=True)
    parser.add_argument("--google", type=Path)
    parser.add_argument("--aa", type=int, default=200)
    parser.add_argument("--slow", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gates", default="3,1.5")
    parser.add_argument("files", nargs="+", type=Path)
    arguments = parser.parse_args()
    report = None
    if arguments.google:
        sys.path.insert(0, str(arguments.google))
        from gbench import report
    sizes = " | ".join(f"{size} %" for size in SIZES)
    print(f"| load | method | slower | faster | decided | {sizes} | 9 of 10 | min A/A | min slow |")
    print("|---|---|" + "--:|" * (6 + len(SIZES)))
    for file in arguments.files:
        draw_load(arguments, file, report)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Records a long series of runs of the kernels, from which draw.py draws comparisons.

usage: record.py BUILD LOAD MINUTES FILE.csv

BUILD has the programs of CMakeLists.txt. LOAD busy neighbours (0, 1, 2) run all the time on any processor. Four
programs run in turns, one process at a time: old, same (which is old again), and two with planted slowdowns. Each run
is that of `lockstep-perf compare`: pinned to the last processor that may be used, with FLAGS behind `--`. A row has a
run's begin and seconds, the processors that others kept busy, and of each kernel the fastest repetition, in nanoseconds
of processor time, and by how much the mean exceeds it.
"""

import csv
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

KERNELS = ("integers", "floats", "sort", "hash", "stream", "chase", "branches", "strings")
# Percent in the order of KERNELS: 3 % in each kernel once, each other size in two of different kinds.
PLANTED = {
    "old": (0,) * 8,
    "same": (0,) * 8,
    "slow1": (3, 1, 3, 5, 3, 2, 3, 10),
    "slow2": (2, 3, 10, 3, 5, 3, 1, 3),
}
FLAGS = ("--benchmark_repetitions=5", "--benchmark_min_time=0.01", "--benchmark_enable_random_interleaving=true")


def in_turn(turn: int) -> list[str]:
    """A B C D, D C B A, ...: slow changes affect all alike."""
    return list(PLANTED)[:: -1 if turn % 2 else 1]


def words_of_run(build: Path, program: str, results: Path) -> list[str]:
    plant = ",".join(f"{kernel}:{percent}" for kernel, percent in zip(KERNELS, PLANTED[program]))
    output = (f"--benchmark_out={results}", "--benchmark_out_format=json")
    return [str(build / "kernels"), f"--plant={plant}", *FLAGS, *output]


def times_of(results: Path) -> list[float]:
    """The fastest repetition of each kernel, then what the means exceed them by."""
    times: dict[str, list[float]] = {kernel: [] for kernel in KERNELS}
    for row in json.loads(results.read_text())["benchmarks"]:
        if row["run_type"] == "iteration":
            times[row["run_name"].split("/")[0]].append(row["cpu_time"])
    fastest = [min(times[kernel]) for kernel in KERNELS]
    return fastest + [sum(times[kernel]) / len(times[kernel]) - least for kernel, least in zip(KERNELS, fastest)]


def busy_seconds() -> float:
    """Of all processors since the machine began, from user to stolen but for idle and waiting."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


def own_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(build: Path, program: str, results: Path, cpu: int) -> tuple[float, float, list[float]]:
    """Seconds, processors that others kept busy meanwhile, times."""
    begin, busy, own = time.monotonic(), busy_seconds(), own_seconds()
    subprocess.run(words_of_run(build, program, results), check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, preexec_fn=lambda: os.sched_setaffinity(0, {cpu}))  # fmt: skip
    seconds = time.monotonic() - begin
    return seconds, (busy_seconds() - busy - (own_seconds() - own)) / seconds, times_of(results)


def record(build: Path, minutes: float, file: Path) -> None:
    cpu = max(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder, file.open("w", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        excesses = [f"{kernel}_excess" for kernel in KERNELS]
        rows.writerow(["turn", "program", "begin_s", "seconds", "others", *KERNELS, *excesses])
        begin, turn = time.monotonic(), 0
        while time.monotonic() - begin < 60 * minutes:
            for program in in_turn(turn):
                at = time.monotonic() - begin
                seconds, others, times = run(build, program, Path(folder) / "results.json", cpu)
                figures = [f"{at:.1f}", f"{seconds:.3f}", f"{others:.2f}", *(f"{value:.0f}" for value in times)]
                rows.writerow([turn, program, *figures])
            turn += 1


def main() -> None:
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    build, load, minutes = Path(sys.argv[1]).resolve(), int(sys.argv[2]), float(sys.argv[3])
    neighbours = [subprocess.Popen([build / "neighbour", str(seed)]) for seed in range(1, load + 1)]
    try:
        time.sleep(1)  # they fill their memory first
        record(build, minutes, Path(sys.argv[4]))
    finally:
        for neighbour in neighbours:
            neighbour.terminate()
            neighbour.wait()


if __name__ == "__main__":
    main()

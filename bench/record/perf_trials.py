#!/usr/bin/env python3
"""Does `lockstep perf compare` call equal programs equal, and find slowdowns of a known size?

    cmake -S . -B build/release -DCMAKE_BUILD_TYPE=Release
    cmake --build build/release --target lockstep-perf lockstep_perf_kernels
    bench/record/perf_trials.py              # some ten minutes; writes bench/results/perf_trials.md

Each trial that is done is kept in BUILD/perf_trials.jsonl; a run that was stopped goes on from there, unless --fresh.

Three kinds of trials, each of them one whole comparison of lockstep_perf_kernels with itself: nothing changed, one
kernel made to do 5 % more work, one 10 %. (Which one goes round.) A second process runs meanwhile, the same kernels in
any order and on any processor, and competes for processor and caches.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import record

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Many short repetitions in random order: a disturbance of half a second does not hit one benchmark alone.
FLAGS = ["--benchmark_min_time=0.002", "--benchmark_repetitions=12", "--benchmark_enable_random_interleaving=true"]
KERNELS = ["hash", "sum", "sort", "chase", "stream"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release", help="default: %(default)s")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "bench/results/perf_trials.md")
    parser.add_argument("--equal", type=int, default=20, help="trials without a change (default: %(default)s)")
    parser.add_argument("--slow", type=int, default=10, help="trials with 5 %% and with 10 %% (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=10, help="of each program and round (default: %(default)s)")
    parser.add_argument("--no-load", action="store_true", help="no second process")
    parser.add_argument("--fresh", action="store_true", help="forget the trials that were done before")
    return parser.parse_args()


class Load:
    """A neighbour that always runs."""

    def __init__(self, program):
        self.program, self.process = program, None
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.work)

    def work(self):
        while not self.stopped.is_set():
            self.process = subprocess.Popen([self.program, "--benchmark_repetitions=100", *FLAGS[:1], *FLAGS[2:]],
                                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while self.process.poll() is None and not self.stopped.wait(0.1):
                pass
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *_):
        self.stopped.set()
        self.thread.join()


def variant(folder, program, kernel, percent):
    """A slower program. Its environment has the same length as the other one's, because the length alone moves the
    stack."""
    path = folder / f"{kernel}_{percent:02}"
    path.write_text(f'#!/bin/sh\nLOCKSTEP_SLOWDOWN={kernel}:{percent:02} exec "{program}" "$@"\n')
    path.chmod(0o755)
    return path


def compare(args, folder, program, kernel, percent):
    old, new = (variant(folder, program, kernel, p) for p in (0, percent))
    begin = time.monotonic()
    done = subprocess.run([args.build / "tools/lockstep-perf", "compare", old, new, "--json", "-", "--runs",
                           str(args.runs), "--", *FLAGS],
                          capture_output=True, text=True)
    if not done.stdout:
        sys.exit(done.stderr)
    result = json.loads(done.stdout)
    result["seconds"] = time.monotonic() - begin
    result["exit_code"] = done.returncode
    return result


def row_of(result, kernel, percent):
    slower = [b["name"] for b in result["benchmarks"] if b["verdict"] == "slower"]
    seeded = next(b for b in result["benchmarks"] if b["name"] == kernel)
    return {"percent": percent, "kernel": kernel, "verdicts": [b["verdict"] for b in result["benchmarks"]],
            "seeded": seeded, "found": kernel in slower,
            "false": [name for name in slower if percent == 0 or name != kernel],
            "covered": seeded["interval"][0] <= 1 + percent / 100 <= seeded["interval"][1],
            "exit_code": result["exit_code"], "rounds": result["rounds"], "load": result.get("foreign_load"),
            "seconds": result["seconds"]}


class Trials:
    """The finished trials, in a file."""

    def __init__(self, path, fresh):
        self.path = path
        if fresh:
            path.unlink(missing_ok=True)
        self.rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def of(self, percent):
        return [row for row in self.rows if row["percent"] == percent]

    def run(self, args, folder, program, percent, count):
        for trial in range(len(self.of(percent)), count):
            kernel = KERNELS[trial % len(KERNELS)]
            row = row_of(compare(args, folder, program, kernel, percent), kernel, percent)
            self.rows.append(row)
            with self.path.open("a") as file:
                file.write(json.dumps(row) + "\n")
            print(f"{percent} %, trial {trial + 1} of {count}: {kernel} {row['seeded']['ratio']:.4f} "
                  f"{row['seeded']['verdict']}, {len(row['false'])} false, {row['seconds']:.0f} s", flush=True)
        return self.of(percent)[:count]


def load_column(row):
    return "?" if row["load"] is None else f"{row['load']:.2f}"


def equal_section(rows):
    verdicts = [v for row in rows for v in row["verdicts"]]
    false = sum(len(row["false"]) for row in rows)
    counts = ", ".join(f"{verdicts.count(v)} {v}" for v in ("same", "too noisy to say", "faster", "slower"))
    text = ["## The same program", "",
            f"{len(rows)} trials of {len(KERNELS)} benchmarks: **{false} false \"slower\"** (at most 1 is the aim). "
            f"Verdicts: {counts}.", "",
            "| trial | busy otherwise | rounds | exit code | same | too noisy | faster | slower |",
            "|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for i, row in enumerate(rows):
        v = row["verdicts"]
        text.append(f"| {i + 1} | {load_column(row)} | {row['rounds']} | {row['exit_code']} | {v.count('same')} | "
                    f"{v.count('too noisy to say')} | {v.count('faster')} | {v.count('slower')} |")
    return text


def slow_section(rows, percent, aim):
    found, covered = sum(r["found"] for r in rows), sum(r["covered"] for r in rows)
    false = sum(len(r["false"]) for r in rows)
    text = ["", f"## {percent} % more work in one kernel", "",
            f"Found in **{found} of {len(rows)}** trials (the aim is {aim}); the 95 % interval holds {percent} % in "
            f"{covered}; {false} false \"slower\" among the other kernels.", "",
            "| trial | kernel | busy otherwise | rounds | change | 95 % interval | p | verdict |",
            "|--:|---|--:|--:|--:|:-:|--:|---|"]
    for i, row in enumerate(rows):
        s = row["seeded"]
        low, high = (f"{100 * (x - 1):+.2f} %" for x in s["interval"])
        text.append(f"| {i + 1} | {row['kernel']} | {load_column(row)} | {row['rounds']} | "
                    f"{100 * (s['ratio'] - 1):+.2f} % | {low} ... {high} | {s['holm_p']:.2g} | {s['verdict']} |")
    return text


def run_trials(args, program):
    done = Trials(args.build / "perf_trials.jsonl", args.fresh)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        equal = done.run(args, folder, program, 0, args.equal)
        five = done.run(args, folder, program, 5, args.slow)
        ten = done.run(args, folder, program, 10, args.slow)
    return equal, five, ten


def main():
    args = arguments()
    program = args.build / "bench/lockstep_perf_kernels"
    if args.no_load:
        equal, five, ten = run_trials(args, program)
    else:
        with Load(program):
            equal, five, ten = run_trials(args, program)
    seconds = sum(row["seconds"] for row in equal + five + ten)
    machine = record.machine()
    aim = {5: f"{-(-9 * args.slow // 10)} of {args.slow}", 10: f"{args.slow} of {args.slow}"}
    load = "no other load" if args.no_load else "a second process runs all the time"
    text = ["# Trials of `lockstep perf compare`", "",
            "Written by `bench/record/perf_trials.py`, which says what is tried. "
            f"{machine['cpu']}, {machine['cores']} processors{' of a virtual machine' if machine['virtual'] else ''}; "
            f"{load}; gate 3 %, {args.runs} runs of each program and round with `{' '.join(FLAGS)}`; "
            f"{seconds / 60:.0f} minutes in all. *Busy otherwise* is how many processors something else used.", ""]
    text += equal_section(equal) + slow_section(five, 5, aim[5]) + slow_section(ten, 10, aim[10])
    args.out.write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Records the benchmarks of this machine: builds with both compilers, runs, writes bench/results.

    bench/record/record.py               everything, over an hour: the peers take most of it
    bench/record/record.py --quick       a trial run of some minutes; numbers are rough; into build/bench-quick
    bench/record/record.py --isa avx512 --filter 'intersect/obb_obb/'
    bench/record/record.py --part measures --filter '^(distance2?|contacts|cast)/'    into files beside the others

For each instruction set one JSON and one Markdown file, and pictures of the widest one. bench/README.md says how
to read them. Needs nothing but Python's standard library, CMake, and the compilers.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import draw
import report

ROOT = pathlib.Path(__file__).resolve().parents[2]
ISAS = ["avx512", "avx2", "sse42", "neon", "scalar"]  # best first
COMPILERS = {"gcc": "g++", "clang": "clang++"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--isa", nargs="+", choices=ISAS, help="instruction sets (default: the best two that run here)")
    parser.add_argument("--compiler", nargs="+", choices=COMPILERS, default=list(COMPILERS))
    parser.add_argument("--filter", default="", help="only rows whose name this regular expression finds")
    parser.add_argument("--rounds", type=int, default=2,
                        help="processes per compiler and workload (default: %(default)s)")
    parser.add_argument("--repetitions", type=int, default=4, help="of each row per process (default: %(default)s)")
    parser.add_argument("--min-time", type=float, default=0.03, help="seconds per repetition (default: %(default)s)")
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)),
                        help="core of the one-thread rows (default: %(default)s, the last one)")
    parser.add_argument("--part", default="", help="name of files of their own, CPU_PART_ISA, for what --filter finds")
    parser.add_argument("--out", type=pathlib.Path, help="folder (default: bench/results, or build/bench-quick)")
    parser.add_argument("--no-build", action="store_true", help="take the programs as they are")
    parser.add_argument("--quick", action="store_true",
                        help="one round, three short repetitions, no scene of ten million")
    args = parser.parse_args()
    if args.quick:
        args.rounds, args.repetitions, args.min_time = 1, 3, 0.01
    if args.part and not re.fullmatch("[a-z]+", args.part):
        parser.error(f"--part {args.part}: a word in small letters is wanted")
    args.count = True
    args.out = args.out or ROOT / ("build/bench-quick" if args.quick else "bench/results")
    return args


# Machine and source.

def cpu_fields():
    fields = {}
    for line in pathlib.Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines():
        key, _, value = line.partition(":")
        fields[key.strip()] = value.strip()
    return fields


def file_name(machine):
    """'Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz' -> 'intel_xeon_e5-2680_v4'; a name that a hypervisor has left without
    a number, 'AMD EPYC', gets family and model: 'amd_epyc_25-17'."""
    cpu = re.sub(r"\((r|tm)\)|@.*|\bcpu\b", " ", machine["cpu"].lower())
    if not re.search(r"\d", cpu):
        cpu += " " + "-".join(machine["family_model_stepping"].split("/")[:2])
    return re.sub(r"[^a-z0-9.-]+", "_", cpu).strip("_") or "unknown"


def machine():
    cpu = cpu_fields()
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return {
        "cpu": cpu.get("model name", "unknown"),
        "family_model_stepping": "/".join(cpu.get(key, "?") for key in ("cpu family", "model", "stepping")),
        "cores": os.cpu_count(),
        "virtual": "hypervisor" in cpu.get("flags", "").split(),
        "memory_gib": round(memory / 2**30, 1),
        "kernel": os.uname().release,
    }


def git(*command):
    done = subprocess.run(["git", "-C", str(ROOT), *command], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def source():
    return {"commit": git("rev-parse", "HEAD") or "unknown",
            "changed_since": bool(git("status", "--porcelain", "--untracked-files=no", "--", ":!bench/results"))}


# Build and run.

def folder(compiler):
    return ROOT / "build" / f"bench-{compiler}"


def build(compiler):
    subprocess.run(["cmake", "-S", ROOT, "-B", folder(compiler), "-DCMAKE_BUILD_TYPE=Release",
                    f"-DCMAKE_CXX_COMPILER={COMPILERS[compiler]}", "-DLOCKSTEP_BUILD_BENCH=ON",
                    "-DLOCKSTEP_BUILD_TESTS=OFF", "-DLOCKSTEP_BUILD_TOOLS=OFF"], check=True, stdout=subprocess.DEVNULL)
    if not make(compiler, "lockstep_bench"):
        sys.exit(f"lockstep_bench does not build with {compiler}")


def make(compiler, target):
    command = ["cmake", "--build", folder(compiler), "--target", target, "--parallel", str(os.cpu_count())]
    return subprocess.run(command).returncode == 0


def program(compiler):
    path = folder(compiler) / "bench" / "lockstep_bench"
    if not path.exists():
        sys.exit(f"{path} does not exist: run without --no-build (and install Google Benchmark)")
    return path


def row_names(compiler, isa):
    """The rows of this program on this instruction set; None if the machine cannot run it."""
    done = subprocess.run([program(compiler), f"--isa={isa}", "--benchmark_list_tests"], capture_output=True, text=True)
    return done.stdout.split() if done.returncode == 0 else None


def run(compiler, isa, pattern, args, pinned):
    """One process; its repetitions of all rows that match are interleaved at random."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [str(program(compiler)), f"--isa={isa}", f"--benchmark_filter={pattern}",
                   "--benchmark_enable_random_interleaving=true", f"--benchmark_repetitions={args.repetitions}",
                   f"--benchmark_min_time={args.min_time}", f"--benchmark_out={out.name}",
                   "--benchmark_out_format=json"]
        if pinned:
            command = ["taskset", "-c", str(args.cpu)] + command
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\nended with {done.returncode}: {done.stderr}")
        return json.load(out)


def operation_counts(isa, args):
    """The operations of each row of lockstep per query, by kind; the same for every compiler."""
    path = folder(args.compiler[0]) / "bench" / "counting" / "lockstep_count"
    if isa in ("scalar", "neon") or not args.count or not path.exists():
        print(f"warning: {isa}: operations are not counted")
        return {}
    wanted = args.filter or ("^(?!.*_10m)" if args.quick else "")
    done = subprocess.run([path, f"--isa={isa}", wanted],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def check_counts(operations, rows):
    """Drops counts of lanes that gave other answers than the timed ones."""
    for row in rows:
        counted = operations.get(row["name"])
        if counted and counted["hits"] != row["hits"]:
            print(f"warning: {row['name']}: {row['hits']} hits, but {counted['hits']} where operations were counted")
            del operations[row["name"]]


def groups(names, args):
    """The rows that are compared with each other and so run in one process: (pattern, pinned) per workload."""
    found = {}
    for name in names:
        job, workload = name.split("/")[:2]
        if (args.quick and workload.endswith("_10m")) or not re.search(args.filter, name):
            continue
        if job == "ceiling":
            workload = ""  # all of them together
        if workload.startswith("scaling_"):
            workload = "scaling"  # sizes are compared with each other
        found.setdefault((job, workload, "/threads:" in name), []).append(name)
    for (job, workload, threads), members in found.items():
        title = f"{job}/{workload}".rstrip("/") + (", threads" if threads else "")
        yield title, f"^({'|'.join(members)})$", not threads


# Numbers.

MOST_BUSY = 0.03  # the share of a row's time that its core may give to other programs


def busy(entry):
    """The share of its time in which a pinned row did not run: 0.03 if CPU time is 97 % of wall time."""
    return max(0.0, 1 - entry["cpu_time"] / entry["real_time"]) if entry["real_time"] > 0 else 0.0


def collect(samples, contexts, compiler, isa, pattern, args, pinned):
    """Adds the results of one process, except for rows whose core was too busy; returns the number of those."""
    document = run(compiler, isa, pattern, args, pinned)
    contexts[compiler] = document["context"]
    refused = 0
    for entry in document["benchmarks"]:
        if entry.get("error_occurred"):
            sys.exit(f"{entry['name']} ({compiler}, {isa}): {entry['error_message']}")
        if entry["run_type"] != "iteration":
            continue
        entries = samples.setdefault((entry["name"], compiler), [])
        if pinned and busy(entry) > MOST_BUSY:
            refused += 1
        else:
            entries.append(entry)
    return refused


def row_of(name, compiler, entries):
    wall = name.endswith("/real_time")
    name = name.removesuffix("/real_time")
    job, workload, method, *threads = name.split("/")
    ns = [entry["real_time" if wall else "cpu_time"] / entry["queries"] for entry in entries]  # times are in ns
    row = {"name": name, "job": job, "workload": workload, "method": method,
           "threads": int(threads[0].removeprefix("threads:")) if threads else None,
           "compiler": compiler, "clock": "wall" if wall else "cpu", "samples": len(ns),
           "busy": round(max(map(busy, entries)), 4),
           "ns": {"median": statistics.median(ns), "min": min(ns), "max": max(ns)}}
    for counter in ("queries", "hits", "close", "lost", "too_many", "undecided"):
        row[counter] = int(entries[0][counter])
    if entries[0]["bytes"]:  # of a row that only reads
        row["bytes"] = entries[0]["bytes"] / entries[0]["queries"]
    # The errors of distances, or of fractions of casts.
    row.update({counter: int(entries[0][counter]) for counter in ("no_distance", "off", "far_off", "wide")
                if counter in entries[0]})
    row.update({counter: entries[0][counter] for counter in ("worst", "widest") if counter in entries[0]})
    if "memory" in entries[0]:  # working memory of an overlap method
        row["memory"] = entries[0]["memory"] / entries[0]["queries"]
    return row


def ceiling_of(name, compiler, entries):
    """Operations, lane by lane, or bytes in a nanosecond."""
    _, what, *threads = name.removesuffix("/real_time").split("/")
    rates = [entry["rate"] / 1e9 for entry in entries]
    return {"name": what, "threads": int(threads[0].removeprefix("threads:")) if threads else None,
            "compiler": compiler, "bytes": entries[0].get("bytes"),
            "per_ns": {"median": statistics.median(rates), "min": min(rates), "max": max(rates)}}


def add_ratios(rows):
    """The speed relative to the reference of the same compiler; rows for threads are compared among themselves."""
    reference = {(r["job"], r["workload"], r["compiler"]): r["ns"]["median"]
                 for r in rows if r["method"] == "reference"}
    for row in rows:
        base = reference.get((row["job"], row["workload"], row["compiler"]))
        row["ratio"] = base / row["ns"]["median"] if base and row["threads"] is None else None


def record(isa, args):
    samples, contexts = {}, {}
    print(f"{isa}: counting", flush=True)
    operations = operation_counts(isa, args)
    names = row_names(args.compiler[0], isa)
    load, refused = os.getloadavg()[0], 0
    for title, pattern, pinned in groups(names, args):
        print(f"{isa}: {title}", flush=True)
        for turn in range(args.rounds):  # A B, B A, A B, ...: a drift of the machine affects both alike
            for compiler in args.compiler[::-1 if turn % 2 else 1]:
                refused += collect(samples, contexts, compiler, isa, pattern, args, pinned)
    for name, compiler in [row for row, entries in samples.items() if not entries]:
        print(f"warning: {name} ({compiler}) is left out: its core was busy for more than {100 * MOST_BUSY:.0f} % of "
              "each sample")
        del samples[name, compiler]
    if not samples:
        sys.exit(f"no row matches '{args.filter}'")
    shown = {compiler: context["compiler"] for compiler, context in contexts.items()}
    order = {name: i for i, name in enumerate(names)}
    measured = sorted(samples.items(), key=lambda sample: (order[sample[0][0]], sample[0][1]))
    ceilings = [ceiling_of(name, shown[compiler], entries) for (name, compiler), entries in measured
                if name.startswith("ceiling/")]
    rows = [row_of(name, shown[compiler], entries) for (name, compiler), entries in measured
            if not name.startswith("ceiling/")]
    add_ratios(rows)
    check_counts(operations, rows)
    return {"machine": machine(), "isa": isa, "lanes": int(next(iter(contexts.values()))["lanes"]),
            "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"), **source(),
            "run": {"quick": args.quick, "rounds": args.rounds, "repetitions": args.repetitions,
                    "min_time": args.min_time, "pinned_to_cpu": args.cpu, "load_before": round(load, 2),
                    "refused_samples": refused},
            "compilers": [{"name": context["compiler"], "flags": context["flags"], "peers": context["peers"]}
                          for context in contexts.values()],
            "ceilings": ceilings, "operations": operations, "rows": rows}


def main():
    args = arguments()
    if os.getloadavg()[0] > 0.5:
        print(f"warning: the machine is busy (load {os.getloadavg()[0]:.1f}); samples that others disturb are refused")
    if not args.no_build:
        for compiler in args.compiler:
            build(compiler)
        args.count = make(args.compiler[0], "lockstep_count")  # times are worth recording without counts
    isas = [isa for isa in ISAS if isa in (args.isa or ISAS) and row_names(args.compiler[0], isa)]
    for isa in set(args.isa or []) - set(isas):
        sys.exit(f"this machine cannot run {isa}")
    args.out.mkdir(parents=True, exist_ok=True)
    written = []
    for isa in isas if args.isa else isas[:2]:
        result = record(isa, args)
        name = "_".join(filter(None, (file_name(result["machine"]), args.part, isa)))
        written.append(args.out / f"{name}.json")
        written[-1].write_text(json.dumps(result, indent=1) + "\n")
        print(written[-1])
    for path in report.all_of(written[0]):  # each shows the targets of all
        report.write(path)
    if not args.part:
        draw.write(report.all_of(written[0])[0])


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Turns recorded benchmarks into tables.

    bench/report.py bench/results/*.json      writes a .md file beside each
"""

import json
import pathlib
import sys

# (instruction set, row, row to compare with, how many times as fast at least). A factor below one bounds the time.
TARGETS = [
    ("avx512", "intersect/obb_obb/gjk", "intersect/obb_obb/reference", 13),
    ("avx512", "intersect/obb_obb/auto", "intersect/obb_obb/reference", 25),
    ("avx512", "intersect/capsule_capsule/auto", "intersect/capsule_capsule/reference", 10),
    ("avx512", "intersect/hull32/gjk", "intersect/hull32/reference", 6),
    ("avx512", "cull/aabb_100k/exact", "cull/aabb_100k/reference", 80),
    ("avx512", "cull/aabb_100k/exact", "cull/aabb_100k/planes", 1 / 2.2),
    ("avx512", "cull/obb_100k/exact/threads:2", "cull/obb_100k/exact/threads:1", 1.8),
    ("avx512", "intersect/obb_obb_1m/auto/threads:2", "intersect/obb_obb_1m/auto/threads:1", 1.8),
    ("avx2", "intersect/obb_obb/gjk", "intersect/obb_obb/reference", 5),
]

JOBS = {"intersect": "Pair lists", "cull": "Culling"}


def table(header, rows):
    """Text to the left, numbers (every column but the first) to the right."""
    lines = ["| " + " | ".join(header) + " |", "|" + "|".join([" --- "] + [" ---: "] * (len(header) - 1)) + "|"]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def figure(number):
    """Three significant digits."""
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def times(number):
    return f"{figure(number)}x"


def factor(ratio, at_least):
    """As a speed, or as a time where the target is one."""
    return times(ratio) if at_least >= 1 else f"{times(1 / ratio)} the time"


def by_name(result):
    return {(row["name"], row["compiler"]): row for row in result["rows"]}


def compilers(result):
    return [compiler["name"] for compiler in result["compilers"]]


def target_rows(result):
    rows = by_name(result)
    for isa, name, base, at_least in TARGETS:
        if isa != result["isa"]:
            continue
        cells = []
        for compiler in compilers(result):
            fast, slow = rows.get((name, compiler)), rows.get((base, compiler))
            if fast and slow:
                ratio = slow["ns"]["median"] / fast["ns"]["median"]
                cells.append(f"{factor(ratio, at_least)}, {'reached' if ratio >= at_least else '**missed**'}")
            else:
                cells.append("not run")
        bound = f"at {'least' if at_least >= 1 else 'most'} {factor(at_least, at_least)}"
        yield [f"`{name}` against `{base.rsplit('/', 1)[1]}`", bound, *cells]


def job_rows(result, job):
    rows = by_name(result)
    names = dict.fromkeys(row["name"] for row in result["rows"] if row["job"] == job and row["threads"] is None)
    for name in names:
        first = next(row for row in result["rows"] if row["name"] == name)
        cells = [f"`{name}`", f"{first['hits']:,} / {first['queries']:,}"]
        for compiler in compilers(result):
            row = rows.get((name, compiler))
            if row is None:
                cells += ["", ""]
                continue
            ns = row["ns"]
            cells.append(f"{figure(ns['median'])} ({figure(ns['min'])}-{figure(ns['max'])})")
            cells.append(times(row["ratio"]) if row["ratio"] else "")
        yield cells


def scaling_rows(result):
    rows = by_name(result)
    for name in dict.fromkeys(row["name"] for row in result["rows"] if row["threads"] == 1):
        cells = [f"`{name.removesuffix('/threads:1')}`"]
        for compiler in compilers(result):
            one, two = (rows.get((name.removesuffix("1") + threads, compiler)) for threads in "12")
            if not (one and two):
                cells += ["", "", ""]
                continue
            one, two = one["ns"]["median"], two["ns"]["median"]
            cells += [figure(one), figure(two), times(one / two)]
        yield cells


def differing_rows(result):
    kinds = ("close", "lost", "too_many", "undecided")
    for row in result["rows"]:
        if row["threads"] is None and any(row[kind] for kind in kinds):
            yield [f"`{row['name']}`", row["compiler"], *(str(row[kind]) for kind in kinds)]


def heading(result):
    m, run = result["machine"], result["run"]
    lines = [f"# {m['cpu']}, {result['isa']}", ""]
    lines.append(f"{m['cores']} cores{' of a virtual machine' if m['virtual'] else ''}, family/model/stepping "
                 f"{m['family_model_stepping']}, {m['memory_gib']} GiB, Linux {m['kernel']}. {result['lanes']} lanes.")
    changed = ", with changes not committed" if result["changed_since"] else ""
    lines.append(f"Recorded on {result['date']} from commit `{result['commit'][:12]}`{changed}. One-thread rows on "
                 f"core {run['pinned_to_cpu']} by CPU time, {run['rounds']} processes per compiler in turns, "
                 f"{run['repetitions']} interleaved repetitions in each; load before the run: {run['load_before']}.")
    if run["quick"]:
        lines.append("**A quick trial run: the figures are rough.**")
    lines.append("")
    lines += [f"- {c['name']}: `{c['flags']}`; peers: {c['peers']}" for c in result["compilers"]]
    return lines + ["", "ns are per query (a pair, or an object and a camera): median (least-most). Ratios are times "
                        "as fast as `reference` built by the same compiler. [What each row means](../README.md).", ""]


def markdown(result):
    names = compilers(result)
    lines = heading(result)
    targets = list(target_rows(result))
    if targets:
        lines += ["## Targets", "", *table(["what", "target", *names], targets), ""]
    columns = [text for name in names for text in (f"ns, {name}", "ratio")]
    for job, title in JOBS.items():
        rows = list(job_rows(result, job))
        if rows:
            lines += [f"## {title}", "", *table(["row", "hits / queries", *columns], rows), ""]
    scaling = list(scaling_rows(result))
    if scaling:
        columns = [text for name in names for text in (f"1 thread, {name}", "2 threads", "ratio")]
        lines += ["## Threads", "", "Wall time in ns per query, not pinned.", "",
                  *table(["row", *columns], scaling), ""]
    differing = list(differing_rows(result))
    if differing:
        lines += ["## Answers that differ from the judge's", "",
                  "The judge is the scalar reference in double. Close: the answer changes if a shape grows or shrinks "
                  "by 1e-5 of the largest coordinate. Undecided: called `touching`, which counts as a hit, though it "
                  "is further from contact than that. Lost and too many are wrong; of plane tests, too many is what is "
                  "expected.", "",
                  *table(["row", "compiler", "close", "lost", "too many", "undecided"], differing), ""]
    return "\n".join(lines)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.strip())
    for name in sys.argv[1:]:
        path = pathlib.Path(name)
        path.with_suffix(".md").write_text(markdown(json.loads(path.read_text())))


if __name__ == "__main__":
    main()

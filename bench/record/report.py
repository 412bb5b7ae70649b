#!/usr/bin/env python3
"""Turns recorded benchmarks into tables.

    bench/record/report.py bench/results/*.json      writes a .md file beside each
"""

import json
import pathlib
import sys

PEERS = ("fcl", "bullet", "bullet_dbvt", "bullet_gjk", "bullet_boxes", "bullet_continuous", "libccd_gjk", "libccd_mpr",
         "boost", "cgal", "box2d", "nanoflann", "embree", "embree_packets")
# The loops that a user would write; the faster one of both compilers counts.
PLAIN = ("plain_loop", "sat_loop", "closed_loop", "plain")

# (row, row to compare with, factor, meaning of the factor):
#   faster   that many times as fast as the other row of the same compiler
#   plain    that many times as fast as the faster one of both compilers' plain loops
#   time     at most that many times the time of the other row of the same compiler
#   clang    at most that many times the time of the other row of clang, whose plain loops are mostly the faster ones
#   share    at least this share of the speed of only reading the same data
#   peers    that many times as fast as the fastest peer of both compilers' programs
#   growth   at most that many times the time of a query of the other row, which is of another workload
#   ns       at most that many nanoseconds
TARGETS = [
    ("cull/sphere_100k/exact", "plain_loop", 1.3, "time"),
    ("cull/aabb_100k/exact", "plain_loop", 1.5, "time"),
    ("cull/obb_100k/exact", "plain_loop", 0.85, "time"),
    ("cull/sphere_10m/exact", "read", 0.70, "share"),
    ("cull/aabb_10m/exact", "read", 0.80, "share"),
    ("cull/obb_10m/exact", "read", 0.60, "share"),
    ("cull/tiles16x9_100k/exact", "plain_loop", 8, "plain"),
    ("cull/clusters16x9x24_5k/exact", "plain_loop", 5, "plain"),
    ("intersect/obb_obb_streams/auto", "sat_loop", 1.3, "clang"),
    ("intersect/capsule_capsule_streams/auto", "closed_loop", 2, "clang"),
    ("intersect/sphere_sphere_streams/auto", "closed_loop", 1.2, "clang"),
    ("intersect/obb_obb/gjk", "reference", 9, "faster"),
    ("intersect/obb_obb/auto", "reference", 22, "faster"),
    ("intersect/obb_obb_random/auto", "reference", 60, "faster"),
    ("intersect/capsule_capsule/auto", "reference", 35, "faster"),
    ("intersect/sphere_sphere/auto", "reference", 50, "faster"),
    ("intersect/hull8/gjk", "reference", 5, "faster"),
    ("intersect/hull32/gjk", "reference", 8, "faster"),
    ("intersect/hull256/gjk", "reference", 14, "faster"),
    ("intersect/hull32_instances/gjk", "reference", 8, "faster"),
    ("intersect/plane_circle_circle/auto", "reference", 15, "faster"),
    ("intersect/plane_box_box/auto", "reference", 15, "faster"),
    ("intersect/plane_ellipse_ellipse/gjk", "reference", 8, "faster"),
    ("intersect/plane_polygon8_polygon8/gjk", "reference", 4, "faster"),
    ("distance/obb_obb/auto", "reference", 12, "faster"),
    ("distance/obb_obb/auto", "intersect", 2.5, "time"),
    ("distance/obb_obb/auto", "peer", 15, "peers"),
    ("distance/hull32/auto", "reference", 5, "faster"),
    ("distance/hull32/auto", "peer", 1, "peers"),
    ("distance/capsule_capsule/auto", "reference", 15, "faster"),
    ("distance/capsule_capsule/auto", "peer", 1, "peers"),
    ("distance/sphere_sphere/auto", "reference", 15, "faster"),
    ("distance/sphere_sphere/auto", "peer", 1, "peers"),
    ("contacts/obb_obb/auto", "peer", 10, "peers"),
    ("overlap/crowd_100k/lockstep_any_order", "", 35, "ns"),
    ("overlap/crowd_100k/lockstep", "", 50, "ns"),
    ("overlap/crowd_100k/lockstep_skin", "", 25, "ns"),
    ("overlap/particles_1m/lockstep_any_order", "", 40, "ns"),
    ("overlap/particles_1m/lockstep", "", 55, "ns"),
    ("overlap/crowd_100k/lockstep_any_order", "plain", 1, "time"),
    ("overlap/particles_1m/lockstep_any_order", "plain", 1, "time"),
    ("overlap/particles_1m/lockstep", "peer", 10, "peers"),
    ("overlap/crowd_100k/lockstep", "peer", 10, "peers"),
    ("overlap/bodies_100k/lockstep", "peer", 5, "peers"),
    ("overlap/scaling_10m/lockstep", "overlap/scaling_100k/lockstep", 1.5, "growth"),
    ("world/build_1m/lockstep", "", 50, "ns"),
    ("world/move_1m/lockstep", "", 8, "ns"),
    ("world/cull_aabb_100k/kept_in_order", "plain_loop", 2.5, "faster"),
    ("world/cull_aabb_1m/kept_in_order", "plain_loop", 4, "faster"),
    ("world/cull_aabb_10m/kept_in_order", "plain_loop", 6, "faster"),
    ("world/cull_aabb_100k/kept", "plain_loop", 2, "faster"),
    ("world/cull_aabb_1m/kept", "plain_loop", 2.5, "faster"),
    ("world/cull_aabb_10m/kept", "plain_loop", 2.5, "faster"),
    ("world/cull_aabb_100k_narrow/kept_in_order", "plain_loop", 5, "faster"),
    ("world/cull_aabb_1m_narrow/kept_in_order", "plain_loop", 10, "faster"),
    ("world/cull_aabb_10m_narrow/kept_in_order", "plain_loop", 20, "faster"),
    ("world/cameras_100k/kept", "view", 2.5, "faster"),
    ("world/volumes_100k/kept", "view", 5, "faster"),
    ("world/crowd_100k/kept", "pass", 1.5, "faster"),
    ("world/particles_1m/kept", "pass", 1.5, "faster"),
    ("world/one_against_100k/lockstep", "", 1000, "ns"),
    ("world/capsules_against_triangles/lockstep", "", 300, "ns"),
    ("world/within_1m/lockstep", "peer", 3, "peers"),
    ("world/nearest8_1m/lockstep", "peer", 3, "peers"),
    ("world/rays_triangles_100k/lockstep", "embree", 0.8, "faster"),
    ("world/rays_triangles_100k/lockstep", "embree_packets", 1, "faster"),
    ("world/rays_spheres_100k/lockstep", "embree", 3, "faster"),
    ("world/rays_boxes_100k/lockstep", "embree", 3, "faster"),
    ("world/rays_hulls_100k/lockstep", "embree", 3, "faster"),
    *((f"{job}/{lattice}/auto", f"{job}/{random}/auto", goal, "growth")
      for lattice, random, goal in (("lattice_boxes", "obb_obb", 6), ("lattice_hull8", "hull8", 6),
                                    ("lattice_mixed", "mixed", 15), ("plane_lattice", "plane_polygon8_polygon8", 6))
      for job in ("intersect", "distance2" if lattice == "plane_lattice" else "distance", "contacts")),
    *((f"overlap/{scene}_contact_100k/{method}", f"overlap/{scene}_100k/{method}", 1.3, "growth")
      for scene in ("particles", "crowd") for method in ("lockstep", "lockstep_any_order")),
    ("cull/obb_100k/exact/threads:2", "threads:1", 1.9, "faster"),
    ("intersect/obb_obb_1m/auto/threads:2", "threads:1", 1.9, "faster"),
    ("overlap/particles_1m/lockstep/threads:2", "threads:1", 1.9, "faster"),
    ("overlap/crowd_100k/lockstep/threads:2", "threads:1", 1.9, "faster"),
    ("overlap/bodies_100k/lockstep/threads:2", "threads:1", 1.9, "faster"),
    ("world/build_1m/lockstep/threads:2", "threads:1", 1.8, "faster"),
]

JOBS = {"intersect": "Pair lists", "distance": "Signed distances of pair lists",
        "distance2": "Signed distances in the plane",
        "contacts": "Contacts of pair lists", "cast": "Casts of pair lists and rays",
        "small": "Pair lists of a few pairs", "cull": "Culling",
        "world": "Kept worlds"}


def table(header, rows):
    """Text to the left, numbers (every column but the first) to the right."""
    lines = ["| " + " | ".join(header) + " |", "|" + "|".join([" --- "] + [" ---: "] * (len(header) - 1)) + "|"]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def figure(number):
    """Three significant digits."""
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def times(number):
    return f"{figure(number)}x"


def by_name(result):
    return {(row["name"], row["compiler"]): row for row in result["rows"]}


def compilers(result):
    return [compiler["name"] for compiler in result["compilers"]]


def faster_plain(result, job, workload):
    """ns of the faster plain loop of all compilers; None if there is none."""
    return min((row["ns"]["median"] for row in result["rows"] if row["method"] in PLAIN and row["threads"] is None
                and (row["job"], row["workload"]) == (job, workload)), default=None)


def fastest_peer(result, job, workload):
    """The ns and the method of the fastest peer of a workload, of all compilers; None if there is none."""
    found = [(row["ns"]["median"], row["method"]) for row in result["rows"]
             if (row["job"], row["workload"]) == (job, workload) and row["method"] in PEERS]
    return min(found, default=None)


def base_of(result, compiler, name, other, kind):
    """ns of the row to compare with; None if it is not recorded."""
    if kind == "ns":
        return 1
    job, workload = name.split("/")[:2]
    if kind == "plain":
        return faster_plain(result, job, workload)
    if kind == "peers":
        found = fastest_peer(result, job, workload)
        return found and found[0]
    if kind == "clang":
        compiler = next((name for name in compilers(result) if name.startswith("clang")), compiler)
    row = by_name(result).get((other if kind == "growth" else f"{name.rsplit('/', 1)[0]}/{other}", compiler))
    return row and row["ns"]["median"]


def target_cell(result, compiler, name, other, goal, kind):
    rows = by_name(result)
    row, base = rows.get((name, compiler)), base_of(result, compiler, name, other, kind)
    if not row or not base:
        return "not recorded"
    ratio = base / row["ns"]["median"]
    at_most = kind in ("time", "clang", "growth", "ns")
    reached = 1 / ratio <= goal if at_most else ratio >= goal
    shown = f"{times(1 / ratio)} the time" if at_most else times(ratio)
    if kind == "share":
        shown = f"{100 * ratio:.0f} %"
    if kind == "ns":
        shown = f"{figure(1 / ratio)} ns"
    if kind == "plain":  # which keeps more objects than an exact answer
        job, workload = name.split("/")[:2]
        kept = rows[f"{job}/{workload}/{other}", compiler]["hits"]
        shown, reached = f"{shown} with {row['hits']:,} kept of its {kept:,}", reached and row["hits"] < kept
    return shown if result["isa"] != "avx512" else f"{shown}, {'reached' if reached else '**missed**'}"


def target_rows(results):
    """For the recorded jobs."""
    jobs = {row["job"] for result in results for row in result["rows"]}
    meaning = {"faster": "at least {}x as fast as `{}`", "plain": "at least {}x as fast as the faster `{}`",
               "time": "at most {}x the time of `{}`", "clang": "at most {}x the time of clang's `{}`",
               "ns": "at most {} ns", "share": "at least {} of the speed of `{}`",
               "peers": "at least {}x as fast as the fastest {}", "growth": "at most {}x the time of `{}`"}
    for name, other, goal, kind in (target for target in TARGETS if target[0].split("/")[0] in jobs):
        cells = [target_cell(result, compiler, name, other, goal, kind)
                 for result in results for compiler in compilers(result)]
        yield [f"`{name}`", meaning[kind].format(f"{100 * goal:.0f} %" if kind == "share" else goal, other), *cells]


def plain_ratio(result, row):
    plain = faster_plain(result, row["job"], row["workload"])
    return plain and row["method"] not in (*PLAIN, "read") and f"{times(plain / row['ns']['median'])}" or ""


def job_rows(result, job):
    rows = by_name(result)
    names = dict.fromkeys(row["name"] for row in result["rows"] if row["job"] == job and row["threads"] is None)
    for name in names:
        first = next(row for row in result["rows"] if row["name"] == name)
        cells = [f"`{name}`", f"{first['hits']:,} / {first['queries']:,}" if first["method"] != "read" else ""]
        for compiler in compilers(result):
            row = rows.get((name, compiler))
            if row is None:
                cells += ["", "", ""]
                continue
            ns = row["ns"]
            cells.append(f"{figure(ns['median'])} ({figure(ns['min'])}-{figure(ns['max'])})")
            cells.append(times(row["ratio"]) if row["ratio"] and row["method"] != "read" else "")
            cells.append(plain_ratio(result, row))
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


def best_rate(result, name):
    """Operations or bytes in a nanosecond, by the better compiler; None if not recorded."""
    return max((c["per_ns"]["median"] for c in result.get("ceilings", []) if c["name"] == name and not c["threads"]),
               default=None)


ARITHMETIC = ("add", "multiply", "compare", "select", "min_max", "sign")


def bounds(result, name):
    """The least time of a query in ns, by resource; empty if it was not counted."""
    counts = result.get("operations", {}).get(name)
    names = ("multiply_add", "shuffle", "divide", "root", "read_l1")
    rate = {what: best_rate(result, what) for what in names}
    if not counts or not all(rate.values()):
        return {}
    job, workload, _ = name.split("/")
    read = [row["ns"]["median"] for row in result["rows"]
            if (row["job"], row["workload"], row["method"]) == (job, workload, "read")]
    found = {"reading": min(read)} if read else {}
    found["arithmetic"] = sum(counts[kind] for kind in ARITHMETIC) / rate["multiply_add"]
    found["shuffles"] = counts["shuffle"] / rate["shuffle"]
    found["dividing"] = counts["divide"] / rate["divide"] + counts["root"] / rate["root"]
    found["loads"] = 4 * counts["load"] / rate["read_l1"]
    return found


def bytes_of(result, job, workload):
    return next((row["bytes"] for row in result["rows"]
                 if (row["job"], row["workload"], row["method"]) == (job, workload, "read")), None)


def roofline_rows(result, job):
    rows = by_name(result)
    for name in dict.fromkeys(row["name"] for row in result["rows"] if row["job"] == job and row["threads"] is None):
        bound, counts = bounds(result, name), result.get("operations", {}).get(name)
        if not bound:
            continue
        binds = max(bound, key=bound.get)
        read = bytes_of(result, *name.split("/")[:2])
        cells = [f"`{name}`", figure(read) if read else "", figure(sum(counts[kind] for kind in ARITHMETIC)),
                 figure(counts["shuffle"]), figure(counts["divide"] + counts["root"])]
        cells += [figure(bound[kind]) if kind in bound else ""
                  for kind in ("reading", "arithmetic", "shuffles", "dividing", "loads")]
        measured = [rows.get((name, compiler)) for compiler in compilers(result)]
        yield cells + [binds] + [f"{100 * bound[binds] / row['ns']['median']:.0f} %" if row else "" for row in measured]


def ceiling_rows(result):
    found = {(c["name"], c["threads"], c["compiler"]): c for c in result.get("ceilings", [])}
    for name, threads in dict.fromkeys((c["name"], c["threads"]) for c in result.get("ceilings", [])):
        cells = [found.get((name, threads, compiler)) for compiler in compilers(result)]
        size = next(cell["bytes"] for cell in cells if cell)
        what = f"`{name}`" + (f", {figure(size / 1024)} KiB each thread" if size else "")
        yield [what, "GB/s" if size else "10^9 a second", str(threads or 1),
               *(f"{figure(c['per_ns']['median'])} ({figure(c['per_ns']['min'])}-{figure(c['per_ns']['max'])})"
                 if c else "" for c in cells)]


def small_rows(result, job):
    """Nanoseconds of a call with few pairs or objects."""
    rows = by_name(result)
    names = dict.fromkeys((r["workload"], r["method"]) for r in result["rows"] if is_small(r) and r["job"] == job)
    for workload, method in names:
        size = int(workload.rsplit("_", 1)[1])
        measured = [rows.get((f"{job}/{workload}/{method}", compiler)) for compiler in compilers(result)]
        yield [f"`{job}/{workload}/{method}`", *(figure(size * row["ns"]["median"]) if row else "" for row in measured)]


def is_small(row):
    return row["job"] == "small" or row["workload"].startswith("small_")


def crossovers(result, job, base):
    """The smallest measured size from which on lockstep's calls are faster than `base`."""
    ns = {(row["compiler"], row["method"], int(row["workload"].rsplit("_", 1)[1])): row["ns"]["median"]
          for row in result["rows"] if is_small(row) and row["job"] == job}
    for method in dict.fromkeys(key[1] for key in ns if key[1] not in ("reference", *PLAIN)):
        cells = []
        for compiler in compilers(result):
            sizes = sorted(size for who, what, size in ns if (who, what) == (compiler, method))
            slower = [size for size in sizes if ns[compiler, method, size] >= ns.get((compiler, base, size), 0)]
            faster = [size for size in sizes if not slower or size > max(slower)]
            cells.append(f"from {faster[0]:,} on" if faster else "never")
        yield [f"`{method}` faster than `{base}`", *cells]


def differing_rows(result):
    kinds = ("close", "lost", "too_many", "undecided")
    for row in result["rows"]:
        if row["threads"] is None and row["method"] != "read" and any(row[kind] for kind in kinds):
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
    if "refused_samples" in run:
        share = max((row["busy"] for row in result["rows"] if row["threads"] is None), default=0)
        lines.append(f"The core had others' work for {100 * share:.1f} % of a sample at most; {run['refused_samples']} "
                     "samples with more than 3 % were refused.")
    if run["quick"]:
        lines.append("**A quick trial run: the figures are rough.**")
    lines.append("")
    lines += [f"- {c['name']}: `{c['flags']}`; peers: {c['peers']}" for c in result["compilers"]]
    return lines + ["", "ns are per query (a pair, or an object and a camera): median (least-most). Ratios are times "
                        "as fast as `reference` built by the same compiler, or as the faster plain loop of both. "
                        "[What each row means](../README.md).", ""]


MODEL = """What a query costs, counted by running the kernels on lanes that count, idle lanes included, and the least
time in ns that this takes by the ceilings above: of reading the data from where it lies (the row `read`), and of each
kind of operation if there were no other. The largest of these is the row's ceiling, and the last columns say how much
of it is reached. The model leaves out that instructions wait for each other's results and for predictions that fail,
that different ones share ports (transposes and arithmetic do; comparisons have fewer of them), what the compiler
spills, masks and integers, and what is written. What a compiler computes once where the source says it twice is still
counted."""


def markdown(result, beside=()):
    """`beside`: the recordings with other instruction sets, for the table of targets."""
    names = compilers(result)
    lines = heading(result)
    lines += ["## Targets", "", "For AVX-512; what other instruction sets reach stands beside it.", "",
              *table(["what", "target", *(f"{r['isa']}, {name}" for r in (result, *beside) for name in compilers(r))],
                     target_rows([result, *beside])), ""]
    ceilings = list(ceiling_rows(result))
    if ceilings:
        lines += ["## Ceilings of this machine", "",
                  "Operations are counted lane by lane; a fused one counts as two.", "",
                  *table(["what", "unit", "threads", *names], ceilings), ""]
    columns = [text for name in names for text in (f"ns, {name}", "ratio", "to plain")]
    for job, title in JOBS.items():
        lines += job_part(result, job, title, columns)
    lines += overlap_part(result) + roofline_part(result) + scaling_part(result) + differing_part(result)
    lines += distance_part(result)
    lines += cast_part(result)
    return "\n".join(lines)


def job_part(result, job, title, columns):
    rows, names = list(job_rows(result, job)), compilers(result)
    if not rows:
        return []
    lines = [f"## {title}", "", *table(["row", "hits / queries", *columns], rows), ""]
    small = list(small_rows(result, job))
    if small:
        bases = ["reference"] + (["plain_loop"] if job == "cull" else [])
        lines += ["### Few at a time", "", "ns of a call. Of the sizes measured, lockstep is faster:", "",
                  *table(["what", *names], [row for base in bases for row in crossovers(result, job, base)]), "",
                  *table(["row", *names], small), ""]
    return lines


OVERLAP = """All pairs of moving objects that overlap, once a frame, where the objects lie elsewhere in every frame. ns
are per object and frame; a ratio says how many times as fast as the fastest peer of both compilers' programs (FCL,
Bullet, CGAL, Box2D) a row is. Memory is what a method works in, in bytes per object, without the pairs that it
lists."""


def overlap_rows(result):
    rows = by_name(result)
    for name in dict.fromkeys(r["name"] for r in result["rows"] if r["job"] == "overlap" and r["threads"] is None):
        workload = name.split("/")[1]
        measured = [rows.get((name, compiler)) for compiler in compilers(result)]
        first = next(row for row in measured if row)
        cells = [f"`{name}`", f"{first['hits'] / first['queries']:.2f}", figure(first["memory"])]
        peer = fastest_peer(result, "overlap", workload)
        for row in measured:
            ns = row and row["ns"]
            cells.append(f"{figure(ns['median'])} ({figure(ns['min'])}-{figure(ns['max'])})" if row else "")
            cells.append(times(peer[0] / ns["median"]) if row and peer else "")
        yield cells


def overlap_part(result):
    rows = list(overlap_rows(result))
    if not rows:
        return []
    columns = [text for name in compilers(result) for text in (f"ns, {name}", "to the fastest peer")]
    return ["## Overlap passes", "", OVERLAP, "",
            *table(["row", "pairs per object", "memory", *columns], rows), ""]


def roofline_part(result):
    lines, names = [], compilers(result)
    header = ["row", "bytes", "arithmetic", "shuffles", "divisions, roots", "ns: reading", "arithmetic", "shuffles",
              "dividing", "loads", "binds", *(f"reached, {name}" for name in names)]
    for job, title in JOBS.items():
        rows = list(roofline_rows(result, job))
        if rows:
            lines += [f"### {title}", "", *table(header, rows), ""]
    return ["## How far from the ceilings", "", MODEL, "", *lines] if lines else []


def scaling_part(result):
    rows = list(scaling_rows(result))
    if not rows:
        return []
    columns = [text for name in compilers(result) for text in (f"1 thread, {name}", "2 threads", "ratio")]
    return ["## Threads", "", "Wall time in ns per query, not pinned.", "", *table(["row", *columns], rows), ""]


def differing_part(result):
    rows = list(differing_rows(result))
    if not rows:
        return []
    return ["## Answers that differ from the judge's", "",
            "The judge is the scalar reference in double. Close: the answer changes if a shape grows or shrinks "
            "by 1e-5 of the largest coordinate. Undecided: called `touching`, which counts as a hit, though it "
            "is further from contact than that. Lost and too many are wrong; of plane tests, too many is what is "
            "expected.", "",
            *table(["row", "compiler", "close", "lost", "too many", "undecided"], rows), ""]


def distance_rows(result):
    kinds = ("no_distance", "off", "far_off")
    for row in result["rows"]:
        if row["job"] == "distance" and row["threads"] is None and row["method"] != "intersect":
            yield [f"`{row['name']}`", row["compiler"], *(f"{row[kind]:,}" for kind in kinds), figure(row["worst"]),
                   f"{row['wide']:,}", figure(row["widest"])]


def distance_part(result):
    rows = list(distance_rows(result))
    if not rows:
        return []
    return ["## Distances that differ from the judge's", "",
            "As shares of the largest coordinate of the two shapes. No distance: no more than the sign, or nothing. "
            "Off: by more than 1e-5; far off: by more than 1e-3; worst: the most of all. Wide: intervals wider than "
            "1e-5; widest: the most of all.", "",
            *table(["row", "compiler", "no distance", "off", "far off", "worst", "wide", "widest"], rows), ""]


def cast_part(result):
    rows = [[f"`{row['name']}`", row["compiler"], f"{row['off']:,}", figure(row["worst"])]
            for row in result["rows"] if row["job"] == "cast"]
    if not rows:
        return []
    return ["## Fractions of casts that differ from the judge's", "",
            "As parts of the motion, beyond what shapes allow that grow and shrink by 1e-5 of the largest coordinate. "
            "Off: by more than 1e-5; worst: the most of all.", "",
            *table(["row", "compiler", "off", "worst"], rows), ""]


def all_of(path):
    """The recordings of this one's machine, the widest registers first."""
    stem = path.stem.rsplit("_", 1)[0]
    return [other for isa in ("avx512", "avx2", "sse42", "neon", "scalar")
            if (other := path.with_name(f"{stem}_{isa}.json")).exists()]


def write(path):
    results = {other: json.loads(other.read_text()) for other in all_of(path)}
    path.with_suffix(".md").write_text(markdown(results.pop(path), results.values()))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.strip())
    for name in sys.argv[1:]:
        write(pathlib.Path(name))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Draws recorded benchmarks, one picture per job, each on a scale of ratios.

    bench/record/draw.py bench/results/CPU_avx512.json      writes pairs, culling, volumes and overlap.svg beside it
"""

import html
import json
import math
import pathlib
import sys

import report

# Shown name, class of colour, and the methods that it stands for: among several algorithms of a peer the faster one is
# drawn.
PAIRS = [
    ("lockstep auto", "ours", ["auto"]),
    ("lockstep gjk", "ours", ["gjk"]),
    ("loop for this kind alone", "plain", ["sat_loop", "closed_loop"]),
    ("fastest other library", "peer", ["bullet_gjk", "bullet_mpr", "fcl", "fcl_collide", "libccd_gjk", "libccd_mpr"]),
]
CULLING = [
    ("lockstep exact", "ours", ["exact"]),
    ("lockstep planes", "ours", ["planes"]),
    ("loop over six planes", "plain", ["plain_loop"]),
]
VOLUMES = [
    ("lockstep exact, one pass", "ours", ["exact"]),
    ("lockstep planes, one pass", "ours", ["planes"]),
    ("lockstep exact, one by one", "ours", ["one_by_one"]),
]
OVERLAP = [
    ("lockstep", "ours", ["lockstep"]),
    ("lockstep, in any order", "ours", ["lockstep_any_order"]),
    ("lockstep, with a skin", "ours", ["lockstep_skin"]),
    ("scalar grid, in no order", "plain", ["plain"]),
    ("bullet", "peer", ["bullet", "bullet_dbvt"]),
    ("fcl", "peer", ["fcl"]),
    ("cgal", "peer", ["cgal"]),
    ("box2d", "peer", ["box2d"]),
    ("embree", "peer", ["embree"]),
]
# No picture is higher than a screen; the tables have the rest. File, title, what the rival leaves out, the methods that
# every ratio refers to (the faster one), the drawn methods, and their workloads.
PICTURES = [
    ("pairs", "Pair lists: times as fast as the scalar GJK built by the same compiler",
     "The loop for one kind, in arrays with fast math, proves nothing and has no answer for a NaN; shapes of "
     "neighbours lie ready for it, without a list.", ["reference"], PAIRS, {
        "intersect/obb_obb": "box and box",
        "intersect/obb_obb_random": "box and box, random index pairs",
        "intersect/sphere_sphere": "sphere and sphere",
        "intersect/capsule_capsule": "capsule and capsule",
        "intersect/hull8": "hulls of 8 vertices",
        "intersect/hull32": "hulls of 32 vertices",
        "intersect/hull128": "hulls of 128 vertices",
    }),
    ("culling", "Culling: times as fast as the scalar GJK built by the same compiler",
     "The loop over six planes, with fast math, proves nothing, and keeps objects beside edges and corners of the "
     "view, which no pixel shows.", ["reference"], CULLING, {
        "cull/sphere_100k": "camera and 100,000 spheres",
        "cull/aabb_100k": "camera and 100,000 axis-aligned boxes",
        "cull/aabb_100k_sorted": "the same, sorted by place",
        "cull/obb_100k": "camera and 100,000 oriented boxes",
        "cull/matrix_100k": "camera and 100,000 boxes under matrices of an engine",
        "cull/sphere_10m": "camera and 10 million spheres",
        "cull/aabb_10m": "camera and 10 million axis-aligned boxes",
        "cull/obb_10m": "camera and 10 million oriented boxes",
    }),
    ("volumes", "Many volumes: times as fast as a loop over six planes, once per volume",
     "The loop proves nothing and keeps objects beside the edges of a volume. One loop over the lights that finds "
     "their clusters is not drawn.", ["plain_loop"], VOLUMES, {
        "cull/tiles16x9_100k": "144 tiles of a camera's picture and 100,000 boxes",
        "cull/clusters16x9x24_5k": "3,456 clusters of a camera's view and 5,000 lights",
    }),
    ("overlap", "Overlap passes: times as fast as the fastest peer in the same program",
     "The scalar grid knows the number of cells of its world, has one cell size, and proves nothing.",
     report.PEERS, OVERLAP, {
        "overlap/particles_1m": "a million equal spheres",
        "overlap/particles_mixed_1m": "a million spheres, radii 1 to 16",
        "overlap/crowd_100k": "a crowd of 100,000 circles",
        "overlap/bodies_100k": "100,000 spheres, boxes, capsules and hulls",
    }),
]

WIDTH, LEFT, RIGHT, BAR, GAP = 860, 260, 50, 8, 4
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #24292f }
.title { font-size: 15px; font-weight: 600 } .group { font-weight: 600 }
.small { font-size: 11px; fill: #57606a } .value { font-size: 9px; fill: #57606a }
.grid { stroke: #d0d7de } .one { stroke: #24292f; stroke-width: 1.5 }
.ours { fill: #0969da } .plain { fill: #bc7700 } .peer { fill: #8c959f } .second { opacity: .55 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .small, .value { fill: #9198a1 } .grid { stroke: #3d444d } .one { stroke: #e6edf3 }
  .ours { fill: #4493f8 } .plain { fill: #d29922 } .peer { fill: #656c76 }
}
"""


def bars(result, base, methods, workloads):
    """(group, [(method, colour, [ratio per compiler])]) from top to bottom."""
    ns = {(f"{row['job']}/{row['workload']}", row["method"], row["compiler"]): row["ns"]["median"]
          for row in result["rows"] if row["threads"] is None}
    compilers = [compiler["name"] for compiler in result["compilers"]]

    def ratio(workload, names, compiler):
        fastest = [min((ns[workload, name, compiler] for name in some if (workload, name, compiler) in ns), default=0)
                   for some in (base, names)]
        return fastest[0] / fastest[1] if fastest[1] else 0

    for workload, title in workloads.items():
        group = [(label, colour, [ratio(workload, names, compiler) for compiler in compilers])
                 for label, colour, names in methods]
        group = [bar for bar in group if any(bar[2])]
        if group:
            yield title, group


class Canvas:
    def __init__(self, low, high):
        self.low, self.high, self.parts = math.log(low), math.log(high), []

    def x(self, ratio):
        return LEFT + (WIDTH - LEFT - RIGHT) * (math.log(ratio) - self.low) / (self.high - self.low)

    def text(self, x, y, text, css="", anchor="start"):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" class="{css}" text-anchor="{anchor}">'
                          f"{html.escape(text)}</text>")

    def line(self, ratio, top, bottom, css):
        x = self.x(ratio)
        self.parts.append(f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}" class="{css}"/>')

    def bar(self, ratio, y, css):
        """From 1, the reference, to the ratio: to the right is faster, to the left slower."""
        start, end = sorted((self.x(1), self.x(ratio)))
        self.parts.append(f'<rect x="{start:.1f}" y="{y:.1f}" width="{max(end - start, 1):.1f}" height="{BAR}" '
                          f'class="{css}"/>')
        x, anchor = (end + 4, "start") if ratio >= 1 else (start - 4, "end")
        self.text(x, y + BAR - 1, f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.2g}", "value", anchor)


def ticks(low, high):
    return [t for t in (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if low <= t <= high]


def picture(result, title, note, base, methods, workloads):
    groups = list(bars(result, base, methods, workloads))
    drawn = [ratio for _, group in groups for _, _, best in group for ratio in best if ratio] or [1]
    low, high = min(0.9, min(drawn) * 0.8), max(2, max(drawn) * 1.25)
    canvas, y = Canvas(low, high), 80
    axis_top = y
    for name, group in groups or [("not recorded", [])]:
        y += 22
        canvas.text(10, y, name, "group")
        y += 6
        for label, colour, best in group:
            middle = y + len(best) * BAR / 2 + 4
            canvas.text(LEFT - 40, middle, label, "", "end")
            for i, ratio in enumerate(best):
                if ratio:
                    canvas.bar(ratio, y + i * BAR, colour + (" second" if i else ""))
            y += len(best) * BAR + GAP
    height = y + 30
    over, canvas.parts = canvas.parts, []  # the grid goes below the bars
    for tick in ticks(low, high):
        canvas.line(tick, axis_top, y, "one" if tick == 1 else "grid")
        canvas.text(canvas.x(tick), axis_top - 5, f"{tick:g}x", "small", "middle")
    machine, compilers = result["machine"], [compiler["name"] for compiler in result["compilers"]]
    canvas.text(10, 22, title, "title")
    canvas.text(10, 40, f"{machine['cpu']}, {result['isa']}, one thread. Upper bar {compilers[0]}"
                + (f", lower bar {compilers[1]}" if len(compilers) > 1 else "") + f". {result['date']}", "small")
    canvas.text(10, 55, note, "small")
    body = "\n".join(canvas.parts + over)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
            f'height="{height:.0f}" role="img" aria-label="{html.escape(title)}">\n'
            f"<style>{STYLE}</style>\n{body}\n</svg>\n")


def write(path):
    result = json.loads(path.read_text())
    for name, *parts in PICTURES:
        path.with_name(f"{name}.svg").write_text(picture(result, *parts))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    write(pathlib.Path(sys.argv[1]))


if __name__ == "__main__":
    main()

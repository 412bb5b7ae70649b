#!/usr/bin/env python3
"""Fills the tables of docs/benchmarks.md from recorded results.

    bench/record/tables.py [PAGE]      rewrites what stands between `<!-- table: KIND RESULT -->` and `<!-- end -->`

Each table is of one recording: one machine, one instruction set. lockstep, the scalar reference and the peers are those
of the first compiler, g++; of a plain loop the faster of both compilers' counts. A cell has one median, in ns.
"""

import json
import pathlib
import re
import sys

import report

RESULTS = pathlib.Path(__file__).resolve().parents[1] / "results"
SAT = "15 axes, no early out"
SEGMENTS = "closest points of two segments"
SPHERES = "squared distance against the squared sum of radii"
PLANES = "6 planes"
RAY = "quadratic of a ray and a sphere"
SLABS = "slabs of a box"

# What a peer's method is, and what it leaves out.
PEERS = {
    "fcl": "FCL", "fcl_collide": "FCL", "bullet": "Bullet", "bullet_dbvt": "Bullet's btDbvt",
    "bullet_gjk": "Bullet GJK", "bullet_mpr": "Bullet MPR", "bullet_boxes": "Bullet box-box",
    "bullet_continuous": "Bullet continuous",
    "libccd_gjk": "libccd GJK", "libccd_mpr": "libccd MPR", "boost": "Boost R-tree", "cgal": "CGAL", "box2d": "Box2D",
    "nanoflann": "nanoflann", "embree": "Embree", "embree_packets": "Embree, packets",
}  # fmt: skip
GIVES = {  # in rows of distances
    "bullet_boxes": "depths alone", "libccd_gjk": "depths alone", "libccd_mpr": "depths alone, not the shortest",
    "box2d": "gaps alone",
}  # fmt: skip

LATTICES = [  # names of rows, without the job
    ("lattice_boxes", "two boxes of a lattice", SAT), ("lattice_hull8", "two cubes of a lattice, as hulls", ""),
    ("lattice_mixed", "two mixed shapes of a lattice", ""),
    ("plane_lattice", "two octagons of a lattice, in the plane", ""),
]  # fmt: skip

# Kind of table: rows of (workload, label, what the plain loop does, method of lockstep if not the first of OURS).
PAIRS = [
    ("intersect/obb_obb", "two oriented boxes", SAT),
    ("intersect/obb_obb", "the same, by GJK alone", SAT, "gjk"),
    ("intersect/obb_obb_near", "two oriented boxes near contact", SAT),
    ("intersect/obb_obb_random", "any two of 100,000 oriented boxes", SAT + ", gathers"),
    ("intersect/capsule_capsule", "two capsules", SEGMENTS),
    ("intersect/sphere_sphere", "two spheres", SPHERES),
    ("intersect/obb_obb_streams", "two boxes, arrays side by side", SAT),
    ("intersect/capsule_capsule_streams", "two capsules, arrays side by side", SEGMENTS),
    ("intersect/sphere_sphere_streams", "two spheres, arrays side by side", SPHERES),
    ("intersect/hull8", "two hulls of 8 vertices", ""),
    ("intersect/hull32", "two hulls of 32 vertices", ""),
    ("intersect/hull32_instances", "two instances of a hull of 32 vertices", ""),
    ("intersect/hull32_all_different", "two hulls of 32 vertices, each used once", ""),
    ("intersect/hull128", "two hulls of 128 vertices", ""),
    ("intersect/hull256", "two hulls of 256 vertices", ""),
    ("intersect/plane_circle_circle", "two circles, in the plane", ""),
    ("intersect/plane_box_box", "two boxes, in the plane", ""),
    ("intersect/plane_ellipse_ellipse", "two ellipses, in the plane", ""),
    ("intersect/plane_polygon8_polygon8", "two polygons of 8 vertices, in the plane", ""),
    ("intersect/mixed", "two boxes, capsules, cylinders or rounded hulls", ""),
    *((f"intersect/{name}", label, plain) for name, label, plain in LATTICES),
]  # fmt: skip
SMALL = [(f"small/obb_obb_{n}", f"{n} pair{'s' if n > 1 else ''} of boxes a call", "") for n in (1, 8, 64, 1000)]
CULL = [
    ("cull/sphere_1k", "1,000 spheres a call", PLANES), ("cull/sphere_100k", "100,000 spheres", PLANES),
    ("cull/sphere_10m", "10 million spheres", PLANES), ("cull/aabb_100k", "100,000 aligned boxes", PLANES),
    ("cull/aabb_100k_sorted", "the same, sorted by place", PLANES),
    ("cull/aabb_100k_large", "the same, large ones, 64 % seen", PLANES),
    ("cull/aabb_10m", "10 million aligned boxes", PLANES), ("cull/obb_100k", "100,000 oriented boxes", PLANES),
    ("cull/obb_10m", "10 million oriented boxes", PLANES),
    ("cull/matrix_100k", "100,000 matrices and local boxes", "world boxes, 6 planes"),
    ("cull/tiles16x9_100k", "100,000 boxes in 144 tiles, one pass", "6 planes for each tile"),
    ("cull/tiles16x9_100k", "the same, a call for each tile", "6 planes for each tile", "one_by_one"),
    ("cull/clusters16x9x24_5k", "5,000 lights in 3,456 clusters, one pass", "6 planes for each cluster"),
    ("cull/clusters16x9x24_5k", "the same, a call for each cluster", "6 planes for each cluster", "one_by_one"),
]  # fmt: skip
OVERLAP = [
    ("overlap/particles_100k", "100,000 spheres, 1.5 pairs each", "grid"),
    ("overlap/particles_contact_100k", "the same, a tenth of the pairs in exact contact", "grid"),
    ("overlap/particles_1m", "a million spheres, 1.5 pairs each", "grid"),
    ("overlap/particles_mixed_1m", "a million spheres, radii 1 to 16", "grid"),
    ("overlap/crowd_100k", "a crowd of 100,000 circles, 2 pairs each", "grid"),
    ("overlap/crowd_contact_100k", "the same, a tenth of the pairs in exact contact", "grid"),
    ("overlap/bodies_100k", "100,000 spheres, boxes, capsules and hulls", "grid, scalar GJK"),
]  # fmt: skip
DISTANCE = [
    ("distance/obb_obb", "two oriented boxes", ""), ("distance/obb_obb_near", "two oriented boxes near contact", ""),
    ("distance/obb_obb_random", "any two of 100,000 oriented boxes", ""),
    ("distance/capsule_capsule", "two capsules", SEGMENTS),
    ("distance/sphere_sphere", "two spheres", "distance less the radii"),
    ("distance/obb_obb_streams", "two oriented boxes, arrays side by side", ""),
    ("distance/aabb_aabb_streams", "two aligned boxes, arrays side by side", "gaps along three axes"),
    ("distance/capsule_capsule_streams", "two capsules, arrays side by side", SEGMENTS),
    ("distance/sphere_sphere_streams", "two spheres, arrays side by side", "distance less the radii"),
    ("distance/hull8", "two hulls of 8 vertices", ""), ("distance/hull32", "two hulls of 32 vertices", ""),
    ("distance/hull128", "two hulls of 128 vertices", ""),
    ("distance/mesh_sphere", "a sphere and 20,000 triangles", ""),
    ("distance/mesh_obb", "a box and 20,000 triangles", ""),
    ("distance2/plane_circle_circle", "two circles, in the plane", "distance less the radii"),
    ("distance2/plane_box_box", "two boxes, in the plane", ""),
    ("distance2/plane_polygon8_polygon8", "two polygons of 8 vertices, in the plane", ""),
    ("distance/mixed", "two boxes, capsules, cylinders or rounded hulls", ""),
    *((f"distance{'2' * name.startswith('plane')}/{name}", label, "") for name, label, _ in LATTICES),
]  # fmt: skip
CONTACTS = [
    ("contacts/obb_obb", "two oriented boxes", ""), ("contacts/obb_obb_near", "two oriented boxes near contact", ""),
    ("contacts/capsule_capsule", "two capsules", ""), ("contacts/hull8", "two hulls of 8 vertices", ""),
    ("contacts/hull32", "two hulls of 32 vertices", ""), ("contacts/plane_box_box", "two boxes, in the plane", ""),
    ("contacts/plane_polygon8_polygon8", "two polygons of 8 vertices, in the plane", ""),
    ("contacts/mixed", "two boxes, capsules, cylinders or rounded hulls", ""),
    *((f"contacts/{name}", label, "") for name, label, _ in LATTICES),
]  # fmt: skip
CAST = [
    ("cast/sphere_sphere", "a sphere towards a sphere", RAY),
    ("cast/aabb_aabb", "an aligned box towards an aligned box", SLABS),
    ("cast/obb_obb", "an oriented box towards an oriented box", ""),
    ("cast/capsule_capsule", "a capsule towards a capsule", ""),
    ("cast/hull8", "a hull of 8 vertices towards another", ""),
    ("cast/hull32", "a hull of 32 vertices towards another", ""),
    ("cast/ray_sphere", "a ray at a sphere", RAY), ("cast/ray_aabb", "a ray at an aligned box", SLABS),
    ("cast/ray_obb", "a ray at an oriented box", ""), ("cast/ray_hull32", "a ray at a hull of 32 vertices", ""),
    ("cast/plane_circle_circle", "a circle towards a circle, in the plane", RAY),
    ("cast/plane_box_box", "a box towards a box, in the plane", "4 axes over time"),
    ("cast/plane_ray_circle", "a ray at a circle, in the plane", RAY),
    ("cast/plane_ray_box", "a ray at a box, in the plane", SLABS),
    ("cast/mesh_rays", "a ray from above at 20,000 triangles, by `cast_rays`", ""),
]  # fmt: skip
# Kind of row, label, lockstep's method, and the rows beside it: (method, name).
WORLD = [
    ("build_1m", "build from a million boxes, ns a box", "lockstep", []),
    ("move_1m", "move a million boxes, ns a box", "lockstep", []),
    *((f"cull_aabb_{n}{narrow}", f"cull {boxes} boxes, {seen} seen{order}, ns a box", method,
       [("plain_loop", "plain loop: 6 planes over arrays")])
      for n, boxes in (("100k", "100,000"), ("1m", "a million"), ("10m", "10 million"))
      for narrow, seen in (("", "20 %"), ("_narrow", "1 %"))
      for method, order in (("kept", ""), ("kept_in_order", ", in the world's order"))),
    ("cameras_100k", "64 cameras and 100,000 boxes, ns for each of both", "kept", [("view", "`cull` of the view")]),
    ("volumes_100k", "256 small boxes and 100,000 boxes, ns for each of both", "kept",
     [("view", "`cull` of the view")]),
    ("tiles16x9_100k", "144 tiles and 100,000 boxes, ns for each of both", "kept", [("view", "`cull` of the view")]),
    ("cull_shapes_100k", "cull 100,000 mixed shapes, 20 % seen, ns a shape", "kept", [("set", "`cull` of the set")]),
    ("cull_bodies_100k", "cull 100,000 bodies of three parts, 20 % seen, ns a body", "kept",
     [("set", "`cull` of the set")]),
    ("within_1m", "all of a million points within a distance of one", "lockstep",
     [("cgal", "CGAL"), ("boost", "Boost R-tree"), ("nanoflann", "nanoflann")]),
    ("nearest8_1m", "the 8 nearest of a million points", "lockstep",
     [("cgal", "CGAL"), ("boost", "Boost R-tree"), ("nanoflann", "nanoflann")]),
    ("one_against_100k", "one sphere against 100,000 boxes", "lockstep",
     [("bullet", "Bullet"), ("fcl", "FCL"), ("plain_loop", "plain loop: sphere against every box")]),
    ("capsules_against_100k", "a capsule of 1,000 against 100,000 boxes", "lockstep",
     [("bullet", "Bullet"), ("fcl", "FCL")]),
    ("capsules_against_triangles", "a capsule of 1,000 against 100,352 triangles", "lockstep",
     [("bullet", "Bullet"), ("fcl", "FCL")]),
    ("crowd_100k", "pairs of a walking crowd of 100,000, with a skin, ns a person", "kept",
     [("pass", "a pass without a skin"), ("fcl", "FCL"), ("bullet_dbvt", "Bullet's btDbvt"), ("box2d", "Box2D")]),
    ("particles_1m", "pairs of a million moving particles, with a skin, ns a particle", "kept",
     [("pass", "a pass without a skin")]),
    ("rays_triangles_100k", "first hit of a ray at 100,352 triangles, by `first_hits`", "lockstep",
     [("embree_packets", "Embree, packets of 16"), ("embree", "Embree, single rays"), ("cgal", "CGAL")]),
    ("rays_spheres_100k", "first hit of a ray at 100,000 spheres", "lockstep", [("embree", "Embree, user geometry")]),
    ("rays_boxes_100k", "first hit of a ray at 100,000 boxes", "lockstep", [("embree", "Embree, user geometry")]),
    ("rays_hulls_100k", "first hit of a ray at 100,000 icosahedra", "lockstep", [("embree", "Embree, user geometry")]),
]  # fmt: skip


def shown(ns):
    if ns is None:
        return ""
    return f"{ns:,.0f}" if ns >= 100 else f"{ns:.3g}"


class Recording:
    def __init__(self, name):
        result = json.loads((RESULTS / f"{name}.json").read_text())
        self.first = result["compilers"][0]["name"]
        self.rows = {(f"{row['job']}/{row['workload']}", row["method"], row["compiler"]): row
                     for row in result["rows"] if row["threads"] is None}
        self.machine, self.result = result["machine"], result

    def row(self, workload, method):
        return self.rows.get((workload, method, self.first))

    def ns(self, workload, method):
        row = self.row(workload, method)
        return row and row["ns"]["median"]

    def plain(self, workload):
        found = [row["ns"]["median"] for (name, method, _), row in self.rows.items()
                 if name == workload and method in report.PLAIN]
        return min(found, default=None)

    def kept_too_many(self, workload):
        row = self.row(workload, "plain_loop")
        return row and shown(1000 * row["too_many"] / row["hits"])

    def fastest_peer(self, workload):
        """Nanoseconds and method."""
        return min(((row["ns"]["median"], method) for (name, method, compiler), row in self.rows.items()
                    if name == workload and method in PEERS and compiler == self.first), default=None)

    def peer(self, workload):
        """Nanoseconds and name of the fastest, as shown."""
        found = self.fastest_peer(workload)
        if not found:
            return "", ""
        ns, method = found
        gives = None
        if workload.startswith("distance"):
            gives = "gaps alone" if "/mesh_" in workload else GIVES.get(method)
        return shown(ns), PEERS[method] + (f", {gives}" if gives else "")


def table(header, rows):
    yield "| " + " | ".join(header) + " |"
    yield "| --- |" + "".join(" --- |" if name.startswith(("its", "what")) else " ---: |" for name in header[1:])
    yield from ("| " + " | ".join(row) + " |" for row in rows)


def of_rows(recording, rows, columns, ours):
    """One line a row. `columns`: (header, what to show of the workload and the method of the row)."""
    def lines():
        for workload, label, plain, *method in rows:
            if recording.row(workload, *(method or [ours])):
                yield [label, *(column(workload, plain, *(method or [ours])) for _, column in columns)]
    return table(["ns", *(header for header, _ in columns)], lines())


def losing(recording):
    """The rows that take more than 1.3 times as long as a plain loop or another library."""
    kinds = (("auto", PAIRS + DISTANCE + CONTACTS + CAST), ("exact", CULL), ("lockstep", OVERLAP))
    rows = [(row[0], ours) for ours, part in kinds for row in part if len(row) == 3]
    rows += [(f"world/{workload}", ours) for workload, _, ours, _ in WORLD]
    for workload, ours in rows:
        ns, peer = recording.ns(workload, ours), recording.fastest_peer(workload)
        for rival, name in ((recording.plain(workload), "a plain loop"),
                            (peer and peer[0], recording.peer(workload)[1])):
            if ns and rival and ns > 1.3 * rival:
                yield [f"`{workload}/{ours}`", shown(ns), shown(rival), shown(ns / rival), name]


def tables(kind, recording):
    def ns(method):
        return lambda workload, plain, ours: shown(recording.ns(workload, method))

    lockstep = ("lockstep", lambda workload, plain, ours: shown(recording.ns(workload, ours)))
    scalar = ("scalar reference", ns("reference"))
    plain = [("plain loop", lambda workload, plain, ours: shown(recording.plain(workload))),
             ("what the plain loop does", lambda workload, plain, ours: plain)]
    peer = [("fastest other library", lambda workload, plain, ours: recording.peer(workload)[0]),
            ("its name", lambda workload, plain, ours: recording.peer(workload)[1])]
    points = ("with points", ns("auto_points"))
    if kind == "pairs":
        return of_rows(recording, PAIRS, [lockstep, scalar, *plain, *peer], "auto")
    if kind == "small":
        return of_rows(recording, SMALL, [lockstep, scalar], "auto")
    if kind == "cull":
        surplus = ("kept too many, in 1,000", lambda workload, plain, ours: recording.kept_too_many(workload) or "")
        planes = ("lockstep, planes alone", lambda workload, plain, ours: shown(recording.ns(workload, "planes"))
                  if ours == "exact" else "")
        return of_rows(recording, CULL, [lockstep, planes, scalar, *plain, surplus], "exact")
    if kind == "overlap":
        ordered = [("lockstep, sorted", lockstep[1]), ("in any order", ns("lockstep_any_order"))]
        return of_rows(recording, OVERLAP, [*ordered, *plain, *peer], "lockstep")
    if kind == "distance":
        return of_rows(recording, DISTANCE, [lockstep, points, scalar, *plain, *peer], "auto")
    if kind == "contacts":
        return of_rows(recording, CONTACTS, [lockstep, scalar, *peer], "auto")
    if kind == "cast":
        return of_rows(recording, CAST, [lockstep, points, scalar, *plain, *peer], "auto")
    if kind == "losing":
        return table(["row", "lockstep", "beside it", "times", "what stands beside it"], losing(recording))
    assert kind == "world", kind
    return table(["ns", "lockstep", "beside it", "what stands beside it"], (
        [label if i == 0 else "", shown(recording.ns(f"world/{workload}", ours)) if i == 0 else "",
         shown(recording.ns(f"world/{workload}", method)) if method else "", name]
        for workload, label, ours, rivals in WORLD for i, (method, name) in enumerate(rivals or [(None, "")])))


def filled(page):
    def fill(found):
        kind, name = found[1].split()
        return f"<!-- table: {found[1]} -->\n" + "\n".join(tables(kind, Recording(name))) + "\n<!-- end -->"
    return re.sub(r"<!-- table: ([^>]*) -->\n.*?<!-- end -->", fill, page, flags=re.DOTALL)


def main():
    page = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else RESULTS.parents[1] / "docs" / "benchmarks.md")
    page.write_text(filled(page.read_text()))


if __name__ == "__main__":
    main()

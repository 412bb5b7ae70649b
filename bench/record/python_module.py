#!/usr/bin/env python3
"""Times the Python module: beside the same call of C++, on two threads, its import, and the alternatives of a user.

    PYTHONPATH=build/ci/python python3 bench/record/python_module.py build/ci     # Debian: python3-scipy python3-shapely

Each row is the median of interleaved runs, and a ratio to the other one of the same run.
"""

import ctypes
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import lockstep
import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
RANDOM = numpy.random.default_rng(1)


def medians(*calls, runs=31):
    """Seconds of each call, in order in each run, and in reverse order in the next."""
    times = [[] for _ in calls]
    for run in range(runs + 2):
        for call, list_of in list(zip(calls, times))[:: 1 if run % 2 else -1]:
            start = time.perf_counter()
            call()
            if run >= 2:
                list_of.append(time.perf_counter() - start)
    return [statistics.median(list_of) for list_of in times]


def row(name, ours, other, what):
    print(f"{name:34} {1e3 * ours:9.3f} ms   {other / ours:7.2f} x   {what} ({1e3 * other:.3f} ms)")


def floats(*shape, low=0.0, high=1.0):
    return RANDOM.uniform(low, high, shape).astype(numpy.float32)


def library(build):
    """The calls of C++, as a library that this process loads."""
    target = pathlib.Path(tempfile.mkdtemp()) / "python_call.so"
    source = ROOT / "bench" / "record" / "python_call.cpp"
    archive = pathlib.Path(build) / "kernel" / "liblockstep.a"
    command = ["g++", "-std=c++20", "-O3", "-shared", "-fPIC", f"-I{ROOT / 'include'}", source, archive, "-ltbb"]
    subprocess.run([*command, "-o", target], check=True)
    calls = ctypes.CDLL(str(target))
    calls.make_hulls.restype = calls.make_balls.restype = ctypes.c_void_p
    return calls


def address(array):
    return ctypes.c_void_p(array.ctypes.data)


def hulls(count, positions):
    shapes = lockstep.ShapeSet()
    vertices = RANDOM.normal(size=(32, 3)).astype(numpy.float32)
    shapes.add_hull_instances(shapes.add_mesh(vertices), positions, (0, 0, 0, 1))
    return shapes, vertices


def beside_cpp(calls):
    count, size = 100_000, 10_000
    pairs = RANDOM.integers(0, size, (count, 2)).astype(numpy.uint32)
    out, same = numpy.zeros(count, numpy.uint8), numpy.zeros(count, numpy.uint8)
    positions, radii = floats(size, 3, high=8), floats(size, low=0.5, high=1.5)
    balls = lockstep.ShapeSet()
    balls.add_spheres(positions, radii)
    hull_set, vertices = hulls(size, positions)
    number = ctypes.c_size_t(count)
    for name, shapes, handle in (
        ("balls", balls, calls.make_balls(address(positions), address(radii), ctypes.c_size_t(size))),
        ("hulls of 32 vertices", hull_set, calls.make_hulls(address(vertices), ctypes.c_size_t(32), address(positions),
                                                            ctypes.c_size_t(size))),
    ):
        ours, other = medians(
            lambda: lockstep.intersect(shapes, shapes, pairs, out),
            lambda: calls.intersect(ctypes.c_void_p(handle), address(pairs), number, address(same)), runs=301)
        assert numpy.array_equal(out, same) and 0 < (out == 2).mean() < 1
        row(f"100,000 pairs of {name}", ours, other, "C++")


def on_two_threads():
    """Each thread passes lists so short that the library runs them on the calling thread."""
    shapes, _ = hulls(1000, floats(1000, 3, high=4))
    pairs = RANDOM.integers(0, 1000, (256, 2)).astype(numpy.uint32)

    def work(calls=200):
        out = lockstep.DistanceOutput(numpy.zeros((len(pairs), 2)))
        for _ in range(calls):
            lockstep.distance(shapes, shapes, pairs, out)

    def on(threads):
        started = [threading.Thread(target=work) for _ in range(threads)]
        for thread in started:
            thread.start()
        for thread in started:
            thread.join()

    two, one = medians(lambda: on(2), lambda: on(1), runs=11)
    row("twice the work on two threads", two, 2 * one, "one thread that does it all")


def importing():
    def run(code):
        subprocess.run([sys.executable, "-c", code], check=True)

    ours, numpys, nothing = medians(lambda: run("import lockstep"), lambda: run("import numpy"), lambda: run("pass"),
                                    runs=11)
    print(f"import lockstep {1e3 * (ours - nothing):.0f} ms, of which numpy takes {1e3 * (numpys - nothing):.0f} ms")


def beside_ckdtree():
    from scipy.spatial import cKDTree

    for count in (10_000, 100_000):
        centers = floats(count, 3, high=count ** (1 / 3))
        wide = centers.astype(float)
        crowd = lockstep.OverlapPass()
        ours, other = medians(
            lambda: crowd.run(lockstep.SphereView(centers, 0.5)),
            lambda: cKDTree(wide, balanced_tree=False, compact_nodes=False).query_pairs(1, output_type="ndarray"), runs=7)
        found, theirs = crowd.run(lockstep.SphereView(centers, 0.5)).pairs, cKDTree(wide).query_pairs(1)
        assert abs(len(found) - len(theirs)) <= 1e-5 * len(found)  # touching boxes are rounded differently
        row(f"{count:,} balls, {len(found):,} pairs", ours, other, "scipy's cKDTree, made and asked")


def beside_strtree():
    import shapely.geometry
    import shapely.strtree

    count = 5_000
    corner, size = floats(count, 2, high=70), floats(count, 2, low=0.25, high=1.5)
    shapes = lockstep.ShapeSet2()
    shapes.add_boxes(corner + size / 2, 0, size / 2)
    boxes = [shapely.geometry.box(*low, *high) for low, high in zip(corner.tolist(), (corner + size).tolist())]

    def by_tree():
        """As its users write it: candidates of the tree, then the test."""
        tree = shapely.strtree.STRtree(boxes)  # shapely 1.8 warns of 2.0
        numbers = {id(box): number for number, box in enumerate(boxes)}
        return [(number, numbers[id(other)]) for number, box in enumerate(boxes) for other in tree.query(box)
                if number < numbers[id(other)] and box.intersects(other)]

    crowd = lockstep.OverlapPass()
    ours, other = medians(lambda: crowd.run(shapes), by_tree, runs=5)
    found = len(crowd.run(shapes))
    assert abs(found - len(by_tree())) <= 2 + 1e-3 * found
    row(f"{count:,} boxes of the plane, {found:,} pairs", ours, other, "shapely's STRtree and intersects")


def beside_numpy():
    count = 100_000
    centers, radii = floats(count, 3, low=-50, high=50), floats(count, low=0.1, high=1)
    matrix = numpy.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1.002, -0.2], [0, 0, -1, 0]], numpy.float32)
    volume = lockstep.ConvexVolume.from_view_projection(matrix, lockstep.DepthRange.minus_one_to_one)
    planes = numpy.concatenate([matrix[3] + matrix[:3], matrix[3] - matrix[:3]])
    planes = (planes / numpy.linalg.norm(planes[:, :3], axis=1)[:, None]).astype(numpy.float32)
    low, high = centers - radii[:, None], centers + radii[:, None]
    out = numpy.zeros(count, bool)

    def balls_by_planes():
        return (centers @ planes[:, :3].T + planes[:, 3] > -radii[:, None]).all(axis=1)

    def boxes_by_planes():
        """The corner of each box that is farthest along each plane."""
        return numpy.logical_and.reduce([
            numpy.where(plane[:3] > 0, high, low) @ plane[:3] > -plane[3] for plane in planes])

    for name, view, plain in (("balls", lockstep.SphereView(centers, radii), balls_by_planes),
                              ("aligned boxes", lockstep.AabbView(low, high), boxes_by_planes)):
        ours, other = medians(lambda: lockstep.cull(volume, view, out), plain, runs=21)
        assert out.sum() <= plain().sum() * 1.001 and (plain() | ~out).mean() > 0.9999
        row(f"culling 100,000 {name}", ours, other, "NumPy's plane test, which keeps more")


def main():
    calls = library(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "ci")
    print(f"{lockstep.info()['default_isa']}; a ratio above 1 is in lockstep's favour")
    beside_cpp(calls)
    on_two_threads()
    importing()
    beside_ckdtree()
    beside_strtree()
    beside_numpy()


if __name__ == "__main__":
    main()

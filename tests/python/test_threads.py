"""Calls that compute release the GIL, and sets in use do not change."""

import threading

import lockstep
import numpy


def hulls(count):
    numbers = numpy.random.default_rng(13).normal(size=(64, 3)).astype(numpy.float32)
    shapes = lockstep.ShapeSet()
    mesh = shapes.add_mesh(numbers)
    shapes.add_hull_instances(mesh, numpy.zeros((count, 3), numpy.float32), (0, 0, 0, 1))
    return shapes


def in_use(shapes):
    """Whether a call of another thread uses the set at this moment."""
    try:
        shapes.remove(2**32 - 1)
    except RuntimeError:
        return True
    except ValueError:  # no such shape: so the index was checked
        return False


def seen_beside(call, shapes):
    """Calls again and again in a thread until this one has seen the set in use, which never happens if the call
    keeps the GIL."""
    stop = threading.Event()

    def work():
        while not stop.is_set():
            call()

    thread = threading.Thread(target=work)
    thread.start()
    seen, tries = False, 0
    while not seen and thread.is_alive() and tries < 10_000_000:
        seen = in_use(shapes)
        tries += 1
    stop.set()
    thread.join()
    return seen


def test_other_threads_run_and_are_kept_from_changing_the_set():
    shapes = hulls(300)
    pairs = numpy.random.default_rng(14).integers(0, 300, (20_000, 2)).astype(numpy.uint32)
    motions = numpy.ones((2000, 3), numpy.float32)
    rays = numpy.random.default_rng(15).uniform(-9, 9, (4000, 2, 3)).astype(numpy.float32)
    volume = lockstep.ConvexVolume.from_corners(numpy.random.default_rng(16).normal(size=(8, 3)).astype(numpy.float32))
    volumes = lockstep.VolumeSet([volume] * 200)
    ends = numpy.arange(1, 20_001)
    mesh = lockstep.TriangleMesh(numpy.random.default_rng(18).normal(size=(99, 3)).astype(numpy.float32),
                                 numpy.arange(99, dtype=numpy.uint32).reshape(33, 3))
    everything, few = numpy.arange(300, dtype=numpy.uint32), numpy.array([1, 0], numpy.uint32)
    calls = [
        lambda: lockstep.intersect(shapes, shapes, pairs),
        lambda: lockstep.distance(shapes, shapes, pairs[:2000]),
        lambda: lockstep.contacts(shapes, shapes, pairs[:2000]),
        lambda: lockstep.cast(shapes, shapes, pairs[:2000], motions),
        lambda: lockstep.cast_rays(rays, shapes, numpy.tile(pairs[:2000], (2, 1))),
        lambda: lockstep.first_hits(rays, shapes),
        lambda: lockstep.any_hits(rays, shapes),
        lambda: lockstep.cull(volume, shapes),
        lambda: lockstep.cull(volumes, shapes),
        lambda: lockstep.cull_count(volume, shapes),
        lambda: lockstep.overlap(shapes),
        lambda: shapes.__getstate__(),
        lambda: lockstep.any_overlap(shapes, shapes, pairs, ends),
        lambda: lockstep.count_overlaps(shapes, shapes, pairs, ends),
        lambda: lockstep.distance(shapes, mesh, list=everything),
        lambda: lockstep.contacts(shapes, mesh, list=everything),
        lambda: lockstep.cast(shapes, mesh, list=everything, motions=motions[:300]),
        lambda: lockstep.distance(shapes, mesh, pairs[:2000] * few),
    ]
    for number, call in enumerate(calls):
        assert seen_beside(call, shapes), f"call {number} keeps the interpreter's lock"


def test_bodies_and_sets_of_the_plane_are_kept_from_changing():
    random = numpy.random.default_rng(19)
    bodies = lockstep.BodySet()
    mesh = bodies.add_mesh(random.normal(size=(64, 3)).astype(numpy.float32))
    bodies.add([lockstep.HullInstance(mesh, (i, 0, 0), (0, 0, 0, 1)) for i in range(4)], numpy.zeros((100, 3),
                                                                                                  numpy.float32))
    plane = lockstep.ShapeSet2()
    for _ in range(100):
        plane.add_polygon(random.normal(size=(50, 2)).astype(numpy.float32))
    pairs = random.integers(0, 100, (2000, 2)).astype(numpy.uint32)
    rays, flat_rays = (random.uniform(-9, 9, (100, 2, n)).astype(numpy.float32) for n in (3, 2))
    ways, flat_ways = numpy.ones((200, 3), numpy.float32), numpy.ones((2000, 2), numpy.float32)
    for used, calls in (
        (bodies, [
            lambda: lockstep.distance(bodies, bodies, pairs[:200]),
            lambda: lockstep.contacts(bodies, bodies, pairs[:200]),
            lambda: lockstep.cast(bodies, bodies, pairs[:200], ways),
            lambda: lockstep.cast_rays(rays, bodies, pairs),
            lambda: lockstep.overlap(bodies),
            lambda: bodies.__getstate__(),
        ]),
        (plane, [
            lambda: lockstep.intersect(plane, plane, pairs),
            lambda: lockstep.distance(plane, plane, pairs),
            lambda: lockstep.contacts(plane, plane, pairs),
            lambda: lockstep.cast(plane, plane, pairs, flat_ways),
            lambda: lockstep.cast_rays(flat_rays, plane, pairs),
            lambda: lockstep.overlap(plane),
            lambda: plane.__getstate__(),
        ]),
    ):
        for number, call in enumerate(calls):
            assert seen_beside(call, used), f"call {number} keeps the interpreter's lock"


def test_several_threads_ask_one_set():
    shapes = hulls(50)
    pairs = numpy.random.default_rng(17).integers(0, 50, (2000, 2)).astype(numpy.uint32)
    expected = lockstep.intersect(shapes, shapes, pairs)
    found = [None] * 4

    def work(i):
        found[i] = lockstep.intersect(shapes, shapes, pairs)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(numpy.array_equal(each, expected) for each in found)
    shapes.remove(0)  # it is no longer in use

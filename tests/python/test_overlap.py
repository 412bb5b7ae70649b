"""Overlap passes."""

import lockstep
import numpy
import pytest
from lockstep import PairOrder, Verdict


def crowd(count=300, seed=10):
    numbers = numpy.random.default_rng(seed).uniform(0, 6, (count, 3)).astype(numpy.float32)
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(numbers, 0.25)
    return numbers, shapes


def pairs_by_list(shapes, count):
    a, b = numpy.triu_indices(count, 1)
    pairs = numpy.stack([a, b], axis=1).astype(numpy.uint32)
    return pairs[lockstep.intersect(shapes, shapes, pairs) != Verdict.separated]


def test_pairs_are_those_of_all_pairs():
    centers, shapes = crowd()
    expected = pairs_by_list(shapes, 300)
    assert 50 < len(expected) < 1000
    for objects in shapes, lockstep.SphereView(centers, 0.25):
        found = lockstep.overlap(objects)
        assert numpy.array_equal(found.pairs, expected) and found.complete and len(found) == len(expected)
        any_order = lockstep.overlap(objects, order=PairOrder.any).pairs
        assert numpy.array_equal(any_order[numpy.lexsort(any_order.T[::-1])], expected)


def test_rows():
    _, shapes = crowd()
    found = lockstep.overlap(shapes, counts=True, any=True)
    indptr, indices = found.csr()
    assert indptr.shape == (301,)
    rows = [(a, b) for a in range(300) for b in indices[indptr[a]:indptr[a + 1]]]
    assert numpy.array_equal(rows, found.pairs)
    assert numpy.array_equal(found.counts, numpy.bincount(found.pairs.ravel(), minlength=300))
    assert numpy.array_equal(found.any, found.counts > 0)
    assert found.separations is None and found.contacts is None
    with pytest.raises(ValueError, match="sorted"):
        lockstep.overlap(shapes, order=PairOrder.any).csr()


def test_two_sets():
    (_, first), (_, second) = crowd(100, 11), crowd(150, 12)
    pairs = numpy.stack(numpy.meshgrid(numpy.arange(100), numpy.arange(150), indexing="ij"), axis=-1)
    pairs = pairs.reshape(-1, 2).astype(numpy.uint32)
    expected = pairs[lockstep.intersect(first, second, pairs) != Verdict.separated]
    assert numpy.array_equal(lockstep.overlap(first, second).pairs, expected)


def test_separations_contacts_and_margin():
    shapes = lockstep.ShapeSet()
    shapes.add_spheres([[0, 0, 0], [1.5, 0, 0], [4, 0, 0]], 1)
    found = lockstep.overlap(shapes, separations=True, contacts=True, margin=1)
    assert found.pairs.tolist() == [[0, 1], [1, 2]]
    assert found.separations["depth"].tolist() == [0.5, -0.5]
    assert found.separations["direction"].tolist() == [[-1, 0, 0], [-1, 0, 0]]
    assert numpy.array_equal(found.contacts, lockstep.contacts(shapes, shapes, found.pairs, margin=1))


def test_filters():
    circles = lockstep.CircleView(numpy.zeros((3, 2), numpy.float32), 1)
    group = numpy.array([1, 1, 2], numpy.uint32)
    mask = numpy.array([3, 1, 1], numpy.uint32)
    assert lockstep.overlap(circles, group=group, mask=mask).pairs.tolist() == [[0, 1], [0, 2]]
    with pytest.raises(ValueError, match=r"group has the shape \(2,\); expected \(3,\)"):
        lockstep.overlap(circles, group=group[:2])


def test_a_buffer_that_is_too_short_has_the_first_pairs():
    circles = lockstep.CircleView(numpy.zeros((4, 2), numpy.float32), 1)
    out = numpy.zeros((4, 2), numpy.uint32)
    found = lockstep.overlap(circles, out=out)
    assert not found.complete and len(found) == 6 and repr(found) == "<lockstep.OverlapResult of 6 pairs, cut>"
    assert found.pairs.base is out and out.tolist() == [[0, 1], [0, 2], [0, 3], [1, 2]]
    with pytest.raises(ValueError, match="out was too short"):
        found.csr()
    assert not lockstep.overlap(circles, out=out[:0]).complete
    with pytest.raises(ValueError, match=r"out has the shape \(4,\)"):
        lockstep.overlap(circles, out=out[:, 0])


def test_a_pass_from_frame_to_frame():
    centers, shapes = crowd()
    overlap_pass, chooses = lockstep.OverlapPass(skin=0.2), lockstep.OverlapPass(skin=None)
    moved = centers.copy()
    view = lockstep.SphereView(moved, 0.25)
    spared = 0
    for _ in range(6):
        moved += numpy.float32(0.01)
        found = overlap_pass.run(view)
        spared += not found.sorted
        assert numpy.array_equal(found.pairs, lockstep.overlap(view).pairs)
        assert numpy.array_equal(chooses.run(view).pairs, found.pairs)
    assert spared > 0 and overlap_pass.memory_bytes > 0
    shapes.remove(numpy.arange(300, dtype=numpy.uint32))
    assert len(overlap_pass.run(shapes)) == 0


def test_bad_numbers():
    with pytest.raises(ValueError, match=r"radius"):
        lockstep.overlap(lockstep.CircleView([[0, 0], [1, 1]], [1, -1]))
    with pytest.raises(ValueError, match="margin"):
        lockstep.overlap(lockstep.CircleView([[0, 0], [1, 1]], 1), margin=-1)
    with pytest.raises(ValueError, match="skin"):
        lockstep.OverlapPass(-1)


def test_periodic_cells():
    points = numpy.random.default_rng(4).uniform(-9, 9, (200, 3))
    cell = [[5.1, 0, 0], [1.3, 4.7, 0], [-0.4, 0.9, 5.5]]
    i, j, shifts = lockstep.neighbours(points, cell, 1.0, quantities="ijS", half=True)
    expected = sorted(zip(i, j, *shifts.T, strict=True))
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(points, 0.5)
    for objects in shapes, lockstep.SphereView(points, 0.5), lockstep.World(lockstep.SphereView(points, 0.5)):
        found = lockstep.overlap(objects, cell=cell, counts=True, contacts=True)
        assert list(zip(*found.pairs.T, *found.shifts.T, strict=True)) == expected and len(expected) > 300
        assert found.counts.sum() == 2 * len(expected) and found.contacts.shape == (len(expected),)
    slab = lockstep.overlap(shapes, cell=cell, periodic=(True, True, False))
    assert len(slab) < len(expected) and not slab.shifts[:, 2].any()
    assert lockstep.overlap(shapes).shifts is None
    circles = lockstep.CircleView(points[:, :2].astype(numpy.float32), 0.5)
    assert len(lockstep.overlap(circles, cell=cell, periodic=(True, True, False))) > len(lockstep.overlap(circles))
    with pytest.raises(ValueError, match="the z of c must be 0, or the direction not periodic"):
        lockstep.overlap(circles, cell=cell)
    with pytest.raises(ValueError, match="the z of c must be 0, or the direction not periodic"):
        lockstep.overlap(lockstep.CircleView(points[:, :2], 0.5), cell=cell)  # at doubles
    with pytest.raises(ValueError, match="periodic: has no meaning without a cell"):
        lockstep.overlap(shapes, periodic=(True, True, False))
    with pytest.raises(ValueError, match="linearly dependent"):
        lockstep.overlap(shapes, cell=numpy.zeros((3, 3)))
    with pytest.raises(ValueError, match="options.cell"):
        lockstep.overlap(lockstep.BodySet(), cell=cell)


def test_queries_in_periodic_cells():
    points = numpy.random.default_rng(5).uniform(-9, 9, (50, 3))
    cell = [[5.1, 0, 0], [1.3, 4.7, 0], [-0.4, 0.9, 5.5]]
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(points, 0.5)
    world = lockstep.World(shapes)
    i, j, shifts = lockstep.neighbours(points, cell, 1.0, quantities="ijS")
    expected = {(a, b, *s) for a, b, s in zip(i, j, shifts.tolist())} | {(a, a, 0, 0, 0) for a in range(50)}
    queries = [
        lockstep.overlapping(world, shapes, cell=cell),
        lockstep.within(world, points, 0.5, cell=cell),
        lockstep.within(world, lockstep.SphereView(points.astype(numpy.float32), 0.25), 0.25, cell=cell),
    ]
    for first, objects, by in queries:
        assert by.dtype == numpy.int32 and by.shape == (len(objects), 3)
        of = numpy.repeat(range(50), numpy.diff(first))
        assert {(a, b, *s) for a, b, s in zip(of, objects, by.tolist())} == expected
    assert len(lockstep.overlapping(world, shapes, cell=cell, periodic=(True, False, False))[1]) < len(expected)
    centres = lockstep.ShapeSet()
    centres.add_spheres(points, 0.0)
    world = lockstep.World(centres)
    nearest = lockstep.nearest(world, points, 5, cell=cell)  # each point itself first
    j, shifts = lockstep.neighbours(points, cell, 5.0, quantities="jS", nearest=4)
    assert (nearest.objects[:, 1:].reshape(-1) == j).all()
    assert (nearest.shifts[:, 1:].reshape(-1, 3) == shifts).all() and nearest.shifts.dtype == numpy.int32
    assert lockstep.nearest(world, points, 5).shifts is None
    again = lockstep.NearestOutput(nearest.objects.copy(), shifts=nearest.shifts.copy())
    assert lockstep.nearest(world, points, 5, again, cell=cell).distances is None
    assert (again.shifts == nearest.shifts).all()
    assert lockstep.any_overlapping(world, lockstep.SphereView([[50, 0, 0]], 2.0), cell=cell).all()
    assert not lockstep.any_overlapping(world, lockstep.SphereView([[50, 0, 0]], 2.0)).any()
    plane = lockstep.World2(lockstep.CircleView(numpy.float32(points[:, :2]), 0.5))
    assert len(lockstep.within(plane, numpy.float32(points[:, :2]), 0.5, cell=cell, periodic=(True, True, False))) == 3
    with pytest.raises(ValueError, match="the z of c must be 0, or the direction not periodic"):
        lockstep.within(plane, numpy.float32(points[:, :2]), 0.5, cell=cell)
    with pytest.raises(ValueError, match="options.cell"):
        lockstep.overlapping(lockstep.TriangleMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]), shapes, cell=cell)

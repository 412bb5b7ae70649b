"""ShapeSet2 and all calls of the plane."""

import copy
import pickle

import lockstep
import numpy
import pytest
from lockstep import ShapeKind2, Verdict

TRIANGLE = numpy.array([[0, 0], [2, 0], [0, 2]], numpy.float32)


def one_of_each():
    shapes = lockstep.ShapeSet2()
    shapes.add_circles((0, 0), 1)
    shapes.add_capsules((0, 0), (3, 0), 0.5)
    shapes.add_boxes((1, 1), 0.5, (1, 2))
    shapes.add_ellipses((4, 0), 0.25, (2, 1))
    shapes.add_slices((0, 3), 1, 0.5, 4)
    shapes.add_polygon(TRIANGLE, (5, 5), 1)
    return shapes


def bits(shapes):
    there = [i for i in range(len(shapes)) if i in shapes]
    pairs = numpy.array([(a, b) for a in there for b in there], numpy.uint32)
    return lockstep.distance(shapes, shapes, pairs).distances.tobytes()


def test_kinds_are_those_that_were_added():
    shapes = one_of_each()
    assert [shapes.kind(i) for i in range(len(shapes))] == list(ShapeKind2)
    assert repr(shapes) == "<lockstep.ShapeSet2 of 6 shapes>"
    shapes.remove([2, 4])
    assert repr(shapes) == "<lockstep.ShapeSet2 of 4 shapes, 2 free slots>" and shapes.free_slots == 2 and 2 not in shapes
    assert shapes.add_circles(numpy.zeros((3, 2), numpy.float32), 1).tolist() == [4, 2, 6]


@pytest.mark.parametrize("copied", [lambda s: pickle.loads(pickle.dumps(s)), copy.copy, copy.deepcopy])
def test_copies_have_the_same_bits_and_fill_the_same_holes(copied):
    shapes = one_of_each()
    shapes.add_polygon(TRIANGLE)
    shapes.place([5, 6], [[1e6, 3], [2, 1]], [0.5, 2.25])  # as it was placed, not as it was added
    shapes.set_boxes([0], (0.5, 0), 0.125, (1, 1))
    shapes.remove([3, 1])
    other = copied(shapes)
    assert repr(other) == repr(shapes) and bits(other) == bits(shapes)
    for one in (shapes, other):
        assert one.add_circles(numpy.ones((3, 2), numpy.float32), 2).tolist() == [1, 3, 7]
    assert bits(other) == bits(shapes) == bits(copied(other))
    version, data = shapes.__getstate__()
    for wrong in [data[:end] for end in range(len(data))] + [data + b"x"]:
        with pytest.raises(ValueError, match="damaged"):
            lockstep.ShapeSet2.__new__(lockstep.ShapeSet2).__setstate__((version, wrong))
    with pytest.raises(ValueError, match="ShapeSet2 was written by lockstep 0.0.9"):
        lockstep.ShapeSet2.__new__(lockstep.ShapeSet2).__setstate__(("0.0.9", data))


def test_bad_shapes_are_named_and_nothing_changes():
    shapes = one_of_each()
    before = bits(shapes)
    with pytest.raises(ValueError, match=r"shape 1 of 2: circle.radius = -1"):
        shapes.add_circles((0, 0), [1, -1])
    with pytest.raises(ValueError, match=r"shape 0 of 1: slice.half_angle = 2"):
        shapes.add_slices((0, 0), 0, 2, 1)
    with pytest.raises(ValueError, match="polygon"):
        shapes.add_polygon(numpy.zeros((0, 2), numpy.float32))
    with pytest.raises(ValueError, match="shape 5 is a polygon, which cannot be replaced"):
        shapes.set_circles([0, 5], (9, 9), 1)
    with pytest.raises(ValueError, match="shape 0 is a circle, and not a polygon"):
        shapes.place([5, 0], (9, 9), 1)
    with pytest.raises(ValueError, match=r"polygon 1 of 2: .*nan"):
        shapes.place([5, 5], (9, 9), [1, numpy.nan])
    with pytest.raises(ValueError, match="index 9 is out of range"):
        shapes.place([9], (9, 9), 1)
    with pytest.raises(ValueError, match="position and angle are those of one polygon"):
        shapes.add_polygon(TRIANGLE, (0, 0), [1, 2])
    with pytest.raises(ValueError, match=r"angle is an array of float64, and float32 does not hold angle\[1\] = 0.7"):
        shapes.add_boxes((0, 0), numpy.array([0.5, 0.7]), (1, 1))
    with pytest.raises(ValueError, match="shape 1 of 2: position.y = nan"):
        shapes.add_circles(numpy.array([[0, 0.1], [0.5, numpy.nan]]), 1)
    for pose in ((1, 0), 0), ((0, 0), 0.5):
        with pytest.raises(ValueError, match="so the first one is the polygon's position: give no other, and no angle"):
            shapes.add_polygon(numpy.array([[0.1, 0], [1, 0], [0, 1]]), *pose)
    with pytest.raises(ValueError, match="vertex 2 of 3: position.y = 1e[+]300"):
        shapes.add_polygon(numpy.array([[0.1, 0.2], [0.3, 0.3], [0.5, 1e300]]))
    with pytest.raises(ValueError, match="vertex 0 of 2: position.x = nan"):
        shapes.add_polygon(numpy.array([[numpy.nan, 0.2], [0.3, 0.3]]))
    with pytest.raises(ValueError, match=r"vertices\[1\].x = 1.8e[+]18|vertices\[2\].x = 1.8e[+]18|1.799"):
        shapes.add_polygon(numpy.array([[-9e17, 0.1], [9e17, 0], [0, 1.5]]))
    with pytest.raises(ValueError, match="position 0 of 1: position.x = 1e-40: must be a multiple of 2"):
        shapes.place(0, (1e-40, 0))
    with pytest.raises(ValueError, match=r"position: must have the shape \(N, 2\)"):
        shapes.place(0, (1, 2, 3))
    with pytest.raises(ValueError, match="index 9 is out of range"):
        shapes.place([0, 9], [[0.1, 0.2], [0, 0]])
    with pytest.raises(ValueError, match="position 1 of 2: position.x = 2e[+]18"):
        shapes.place([0, 1], [[0.1, 0.2], [2e18, 0]])
    with pytest.raises(ValueError, match=r"center has the shape \(4, 3\); expected \(N, 2\)"):
        shapes.add_circles(numpy.zeros((4, 3), numpy.float32), 1)
    assert bits(shapes) == before and len(shapes) == 6


def test_pairs_of_the_plane():
    shapes = lockstep.ShapeSet2()
    shapes.add_boxes([[0, 0], [0, 1.5], [5, 0]], 0, (1, 1))
    pairs = [[0, 1], [0, 2]]
    assert lockstep.intersect(shapes, shapes, pairs).tolist() == [Verdict.overlapping, Verdict.separated]
    near = lockstep.distance(shapes, shapes, pairs, points=True, normals=True)
    assert numpy.allclose(near.lower, [-0.5, 3]) and near.points.shape == (2, 2, 2)
    assert numpy.allclose(near.normals, [[0, -1], [-1, 0]])
    out = lockstep.DistanceOutput(numpy.zeros((2, 2)), normals=numpy.zeros((2, 2)))
    assert lockstep.distance(shapes, shapes, pairs, out).normals is out.normals and out.lower[0] == near.lower[0]
    touching = lockstep.contacts(shapes, shapes, pairs)
    assert touching.dtype == lockstep.manifold2_dtype and touching["count"].tolist() == [2, 0]
    assert numpy.allclose(touching["points"]["separation"][0], -0.5)


def test_casts_of_the_plane():
    shapes = lockstep.ShapeSet2()
    shapes.add_circles([[0, 0], [6, 0], [0, 9]], 1)
    pairs = [[0, 1], [0, 2]]
    ways = numpy.array([[8, 0], [0, -1]], numpy.float32)
    met = lockstep.cast(shapes, shapes, pairs, ways, points=True)
    assert numpy.isclose(met.lower[0], 0.5) and numpy.isinf(met.upper[1]) and numpy.allclose(met.points[0], [5, 0])
    turns = numpy.array([[8, 0, 3, 0, 0], [0, -1, 0, 0, 0]], numpy.float32)
    assert numpy.allclose(lockstep.cast(shapes, shapes, pairs, turns).lower, met.lower)
    rays = numpy.array([[[-5, 0], [8, 0]]], numpy.float32)
    hit = lockstep.cast_rays(rays, shapes, [[0, 0]], normals=True)
    assert numpy.isclose(hit.upper, 0.5) and numpy.allclose(hit.normals, [[-1, 0]])
    with pytest.raises(ValueError, match=r"motions has the shape \(2, 3\); expected \(N, 2\), or \(N, 5\) of by"):
        lockstep.cast(shapes, shapes, pairs, numpy.zeros((2, 3), numpy.float32))
    with pytest.raises(ValueError, match=r"rays has the shape \(1, 2, 3\); expected \(N, 2, 2\)"):
        lockstep.cast_rays(numpy.zeros((1, 2, 3), numpy.float32), shapes, [[0, 0]])


def test_a_pass_over_the_plane():
    center = numpy.random.default_rng(31).uniform(0, 30, (500, 2)).astype(numpy.float32)
    shapes = lockstep.ShapeSet2()
    shapes.add_circles(center, 0.75)
    found = lockstep.overlap(shapes, counts=True)
    expected = lockstep.overlap(lockstep.CircleView(center, 0.75)).pairs
    assert len(expected) > 100 and numpy.array_equal(found.pairs, expected)
    assert found.counts.sum() == 2 * len(expected)
    other = lockstep.ShapeSet2()
    other.add_slices((15, 15), 0.5, 1, 9)
    seen = lockstep.overlap(shapes, other).pairs[:, 0]
    asked = numpy.stack([numpy.arange(500), numpy.zeros(500)], axis=1).astype(numpy.uint32)
    assert numpy.array_equal(seen, numpy.flatnonzero(lockstep.intersect(shapes, other, asked)))


def test_sets_of_space_and_of_the_plane_do_not_mix():
    with pytest.raises(TypeError):
        lockstep.intersect(lockstep.ShapeSet(), one_of_each(), [[0, 0]])
    with pytest.raises(TypeError):
        lockstep.cull(lockstep.ConvexVolume.from_corners(numpy.zeros((8, 3), numpy.float32)), one_of_each())


def test_unchecked_pairs_never_read_what_is_not_there():
    shapes = one_of_each()
    calls = [
        lambda: lockstep.intersect(shapes, shapes, [[0, 6]], check=lockstep.Check.none),
        lambda: lockstep.distance(shapes, shapes, [[6, 0]], check=lockstep.Check.none),
        lambda: lockstep.contacts(shapes, shapes, [[0, 6]], check=lockstep.Check.none),
        lambda: lockstep.cast(shapes, shapes, [[0, 6]], [[0, 0]], check=lockstep.Check.none),
        lambda: lockstep.cast_rays([[[0, 0], [1, 1]]], shapes, [[1, 0]], check=lockstep.Check.none),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="out of range"):
            call()

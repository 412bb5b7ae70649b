"""intersect: pairs of sets, and views element by element."""

import lockstep
import numpy
import pytest
from lockstep import Method, Verdict


def random_balls(count, seed, size=4):
    numbers = numpy.random.default_rng(seed).uniform(0, size, (count, 4)).astype(numpy.float32)
    return numbers[:, :3], numbers[:, 3] / 4


def test_exact_cases():
    shapes = lockstep.ShapeSet()
    shapes.add_spheres([[0, 0, 0], [1.5, 0, 0], [2, 0, 0], [2.5, 0, 0]], 1)
    verdicts = lockstep.intersect(shapes, shapes, [[0, 1], [0, 2], [0, 3]])
    assert verdicts.dtype == numpy.uint8
    assert verdicts.tolist() == [Verdict.overlapping, Verdict.touching, Verdict.separated]
    assert (verdicts == Verdict.overlapping).tolist() == [True, False, False]


def test_out_is_what_is_returned():
    shapes = lockstep.ShapeSet()
    shapes.add_spheres([[0, 0, 0], [5, 0, 0]], 1)
    out = numpy.full(2, 9, numpy.uint8)
    assert lockstep.intersect(shapes, shapes, [[0, 0], [0, 1]], out) is out
    assert out.tolist() == [2, 0]


def test_the_same_by_gjk_on_every_isa_and_as_views():
    (a, ra), (b, rb) = random_balls(500, 1), random_balls(500, 2)
    first, second = lockstep.ShapeSet(), lockstep.ShapeSet()
    pairs = numpy.stack([first.add_spheres(a, ra), second.add_spheres(b, rb)], axis=1)
    expected = lockstep.intersect(first, second, pairs)
    assert 20 < (expected == Verdict.overlapping).sum() < 450
    for isa in lockstep.info()["supported_isas"]:
        assert numpy.array_equal(lockstep.intersect(first, second, pairs, isa=isa), expected)
        assert numpy.array_equal(lockstep.intersect(first, second, pairs, isa=isa, method=Method.gjk), expected)
    views = lockstep.SphereView(a, ra), lockstep.SphereView(b, rb)
    assert numpy.array_equal(lockstep.intersect(*views), expected)
    assert numpy.array_equal(lockstep.intersect(*views, numpy.zeros(500, numpy.uint8)), expected)


def test_views_of_other_kinds():
    center = numpy.array([[0, 0, 0], [3, 0, 0]], numpy.float32)
    boxes = lockstep.BoxView(center, (0, 0, 0, 1), (1, 1, 1))
    assert lockstep.intersect(boxes, lockstep.BoxView(center[::-1], (0, 0, 0, 1), (2, 1, 1))).tolist() == [1, 1]
    aabbs = lockstep.AabbView(center - 1, center + 1)
    assert lockstep.intersect(aabbs, lockstep.AabbView((0, 0, 0), numpy.full((2, 3), 9, numpy.float32))).tolist() == [2, 2]
    rods = lockstep.CapsuleView(center, center + 1, 0.5)
    assert lockstep.intersect(rods, lockstep.CapsuleView(numpy.tile(center[:1], (2, 1)), (1, 1, 1), 0.5)).tolist() == [2, 0]


def test_views_are_of_the_arrays_as_they_are_now():
    center = numpy.zeros((1, 3), numpy.float32)
    moving = lockstep.SphereView(center, 1)
    center[0, 0] = 9
    assert lockstep.intersect(moving, lockstep.SphereView(numpy.zeros((1, 3), numpy.float32), 1)).tolist() == [0]


def test_failed_calls_write_nothing():
    center, radius = random_balls(5000, 3)
    bad = center.copy()
    bad[4999, 1] = numpy.nan
    out = numpy.full(5000, 7, numpy.uint8)
    with pytest.raises(ValueError, match=r"second.*\[4999\]"):
        lockstep.intersect(lockstep.SphereView(center, radius), lockstep.SphereView(bad, radius), out)
    with pytest.raises(ValueError):
        lockstep.intersect(lockstep.SphereView(center, radius), lockstep.SphereView(bad[:9], 1), out)
    assert (out == 7).all()
    unchecked = lockstep.intersect(lockstep.SphereView(center, radius), lockstep.SphereView(bad, radius),
                                   check=lockstep.Check.none)
    assert unchecked[4999] == Verdict.touching


def test_holes_are_errors():
    shapes = lockstep.ShapeSet()
    shapes.add_points([[0, 0, 0], [0, 0, 0]])
    shapes.remove(1)
    with pytest.raises(ValueError, match="removed"):
        lockstep.intersect(shapes, shapes, [[0, 1]])
    assert lockstep.intersect(shapes, shapes, [[0, 1]], check=lockstep.Check.none).tolist() == [Verdict.separated]

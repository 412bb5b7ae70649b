"""lockstep.pair: one pair of shapes has the answers of a list."""

import lockstep
import numpy
import pytest
from lockstep import pair

BALL = lockstep.Sphere([0, 0, 0], 1)
BOX = lockstep.Box([3.5, 0, 0], [0, 0, 0, 1], [1, 1, 1])
TRIANGLE = [[3, 0], [4, 0], [3, 1]]

SHAPES = [
    BALL, BOX, lockstep.Aabb([2, -1, -1], [3, 1, 1]), lockstep.Capsule([0, 0, 2], [0, 0, 3], 0.5),
    lockstep.Ellipsoid([0, 2, 0], [0, 0, 0, 1], [1, 2, 3]), lockstep.Cylinder([0, 0, 0], [0, 0, 1], 0.25),
    lockstep.Cone([5, 0, 0], [5, 0, 1], 0.25), [0, 0, 0.5], [[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]],
    lockstep.ConvexVolume.from_view_projection(numpy.eye(4), lockstep.DepthRange.minus_one_to_one),
]  # fmt: skip
OF_THE_PLANE = [lockstep.Circle2([0, 0], 1), lockstep.Box2([2, 0], 0.5, [1, 1]), lockstep.Capsule2([0, 2], [1, 2], 0.5),
                TRIANGLE]


@pytest.mark.parametrize("shapes, motion", [(SHAPES, [3, 1, 0.5]), (OF_THE_PLANE, [3, 1])], ids=["space", "plane"])
def test_all_kinds_meet_all_kinds(shapes, motion):
    for first in shapes:
        for second in shapes:
            verdict, apart = pair.intersect(first, second), pair.distance(first, second)
            assert isinstance(verdict, lockstep.Verdict)
            assert apart.lower <= apart.upper
            if verdict == lockstep.Verdict.separated:
                assert apart.upper > 0 and apart.points.shape == (2, len(motion))
                assert numpy.linalg.norm(apart.points[0] - apart.points[1]) == pytest.approx(apart.upper, abs=1e-6)
            if verdict == lockstep.Verdict.overlapping:
                assert apart.lower <= 0
            if isinstance(first, lockstep.ConvexVolume):
                continue
            met = pair.cast(first, second, motion)
            assert met.lower <= met.upper
            if verdict == lockstep.Verdict.overlapping:
                assert met.result == lockstep.CastResult.hits and met.lower == 0


def test_known_answers():
    assert pair.intersect(BALL, BOX) == lockstep.Verdict.separated
    assert pair.intersect(BALL, [0, 0, 0.5]) == lockstep.Verdict.overlapping
    apart = pair.distance(BALL, BOX)
    assert apart.lower <= 1.5 <= apart.upper and apart.upper - apart.lower < 1e-9
    assert numpy.allclose(apart.points, [[1, 0, 0], [2.5, 0, 0]]) and numpy.allclose(apart.normal, [-1, 0, 0])
    met = pair.cast(BALL, BOX, [10, 0, 0])
    assert met.result == lockstep.CastResult.hits and met.lower <= 0.15 <= met.upper
    assert pair.cast(BALL, BOX, [-10, 0, 0]).result == lockstep.CastResult.misses
    seen = pair.cast_ray([0, 0, 0], [10, 0, 0], BOX)
    assert seen.lower <= 0.25 <= seen.upper and numpy.allclose(seen.point, [2.5, 0, 0])
    seen = pair.cast_ray([0, 0], [10, 0], TRIANGLE)
    assert seen.lower <= 0.3 <= seen.upper and numpy.allclose(seen.normal, [-1, 0])
    manifold = pair.contacts(lockstep.Aabb([0, 0, 0], [1, 1, 1]), lockstep.Aabb([0, 0, 0.75], [1, 1, 2]))
    assert manifold["count"] == 4 and numpy.allclose(manifold["points"]["separation"], -0.25)


def test_numbers_of_lists_are_rounded_and_arrays_are_not():
    assert pair.cast_ray([0, 0, 0], [0.1, 0, 0], BOX).result == lockstep.CastResult.misses
    with pytest.raises(ValueError, match="0.1"):
        pair.cast_ray(numpy.zeros(3), numpy.array([0.1, 0, 0]), BOX)


@pytest.mark.parametrize("call, error, text", [
    (lambda: pair.intersect(3, BALL), TypeError, "first is a int; expected one of Sphere, "),
    (lambda: pair.intersect(BALL, numpy.zeros((2, 4), numpy.float32)), TypeError, r"second is an array of shape \(2, 4\)"),
    (lambda: pair.intersect(BALL, "ball"), TypeError, "second is a str"),
    (lambda: pair.distance(BALL, OF_THE_PLANE[0]), TypeError, "one shape is of space and the other of the plane"),
    (lambda: pair.cast_ray([0, 0], [1, 0], BALL), ValueError, "rays"),
    (lambda: pair.intersect(BALL, lockstep.Sphere([0, 0, 0], -1)), lockstep.InvalidInput, "sphere.radius = -1"),
])  # fmt: skip
def test_bad_input_is_named(call, error, text):
    with pytest.raises(error, match=text):
        call()

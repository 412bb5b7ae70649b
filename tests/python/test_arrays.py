"""Errors about arrays that cannot be read or written."""

import warnings

import lockstep
import numpy
import pytest


def two_balls():
    shapes = lockstep.ShapeSet()
    shapes.add_spheres([[0, 0, 0], [3, 0, 0]], 1)
    return shapes


@pytest.mark.parametrize("center, radius, error, text", [
    (numpy.zeros((2, 3), complex), 1, TypeError, "center is an array of complex128; expected an array of float32 or"),
    (numpy.zeros((2, 3), numpy.longdouble), 1, TypeError, "center is an array of float128; "),
    (numpy.array([[0, 0, 0], [0, 2**53 + 1, 1]]), 1, ValueError,
     r"center is an array of int64, and float32 does not hold center\[1, 1\] = 9007199254740992"),
    (numpy.zeros((2, 3), numpy.float32), numpy.ones(2, bool), TypeError, "radius is an array of bool; "),
    ("abc", 1, TypeError, "center is a str; expected an array of float32"),
    (None, 1, TypeError, "center is a NoneType"),
    ([[1, 2, 3], [1, 2]], 1, TypeError, "center is a list that is not an array of numbers"),
    (numpy.zeros((2, 2), numpy.float32), 1, ValueError, r"center has the shape \(2, 2\); expected \(N, 3\)"),
    (numpy.zeros((2, 3, 1), numpy.float32), 1, ValueError, r"center has the shape \(2, 3, 1\)"),
    (numpy.zeros((2, 3), numpy.float32), numpy.ones((2, 1), numpy.float32), ValueError, r"radius has the shape \(2, 1\)"),
    (numpy.zeros((2, 3), numpy.float32), numpy.ones(3, numpy.float32), ValueError,
     "radius is of 3 objects, center of 2"),
])
def test_shapes_say_what_was_found(center, radius, error, text):
    shapes = two_balls()
    with pytest.raises(error, match=text):
        shapes.add_spheres(center, radius)
    with pytest.raises(error, match=text):
        lockstep.SphereView(center, radius)
    assert len(shapes) == 2


@pytest.mark.parametrize("pairs, error, text", [
    (numpy.zeros((1, 2)), TypeError, "pairs is an array of float64; expected an array of uint32"),
    (numpy.zeros((1, 2), bool), TypeError, "pairs is an array of bool; expected an array of uint32"),
    (numpy.array([[0, -1]]), ValueError, "pairs has a number that is not a uint32"),
    (numpy.array([[0, 2**32]], numpy.uint64), ValueError, "pairs has a number that is not a uint32"),
    (numpy.zeros((1, 3), numpy.int64), ValueError, r"pairs has the shape \(1, 3\); expected \(N, 2\)"),
    (numpy.zeros((1, 3), numpy.uint32), ValueError, r"pairs has the shape \(1, 3\); expected \(N, 2\)"),
    ([[0, -1]], ValueError, "pairs has a number that is not a uint32"),
    ([[0, 2**32]], ValueError, "pairs has a number that is not a uint32"),
    ([[0.5, 1]], TypeError, "pairs is a list of float64"),
    (7, TypeError, "pairs is a int; expected an array of uint32"),
    ([[0, 1], [0, 2]], ValueError, r"pairs\[1\].b = 2: out of range"),
])
def test_pairs_say_what_was_found(pairs, error, text):
    shapes = two_balls()
    out = numpy.full(len(pairs) if hasattr(pairs, "__len__") else 1, 77, numpy.uint8)
    with pytest.raises(error, match=text):
        lockstep.intersect(shapes, shapes, pairs, out)
    assert (out == 77).all()


@pytest.mark.parametrize("kind", [numpy.int64, numpy.int32, numpy.uint64, numpy.uint8, ">i8"])
def test_whole_numbers_that_fit_are_indices(kind):
    shapes = two_balls()
    pairs = numpy.array([[0, 1], [1, 1]], numpy.uint32)
    assert (lockstep.intersect(shapes, shapes, pairs.astype(kind)) == lockstep.intersect(shapes, shapes, pairs)).all()
    assert (lockstep.intersect(shapes, shapes, pairs.astype(kind)[::-1, ::-1]) == lockstep.intersect(
        shapes, shapes, pairs[::-1, ::-1])).all()  # fmt: skip
    assert lockstep.intersect(shapes, shapes, pairs.astype(kind)[:0]).shape == (0,)


def test_unchecked_pairs_never_read_what_is_not_there():
    shapes = two_balls()
    for call in (lockstep.intersect, lockstep.distance, lockstep.contacts):
        with pytest.raises(ValueError, match=r"pairs\[0\] = \(0, 2\): is out of range"):
            call(shapes, shapes, [[0, 2]], check=lockstep.Check.none)


@pytest.mark.parametrize("out, error, text", [
    (numpy.zeros(1, numpy.int8), TypeError, "out is an array of int8; expected uint8"),
    (numpy.zeros(2, numpy.uint8), ValueError, r"out has the shape \(2,\); expected \(1,\)"),
    ([0], TypeError, "out is a list; expected an array"),
    (numpy.frombuffer(b"a", numpy.uint8), ValueError, "out is read-only"),
])
def test_outputs_say_what_was_found(out, error, text):
    shapes = two_balls()
    with pytest.raises(error, match=text):
        lockstep.intersect(shapes, shapes, [[0, 1]], out)


def test_outputs_with_gaps_are_refused():
    shapes = two_balls()
    with pytest.raises(ValueError, match=r"out has the strides \(2,\)"):
        lockstep.intersect(shapes, shapes, [[0, 1], [1, 0]], numpy.zeros(4, numpy.uint8)[::2])


def test_outputs_that_are_the_input_are_refused():
    shapes = two_balls()
    pairs = numpy.array([[0, 1], [1, 0]], numpy.uint32)
    with pytest.raises(ValueError, match="memory"):
        lockstep.intersect(shapes, shapes, pairs, pairs.view(numpy.uint8).reshape(-1)[:2])


def test_lists_of_pairs_with_gaps_and_none_at_all():
    shapes = two_balls()
    pairs = numpy.array([[0, 9, 1], [1, 9, 1]], numpy.uint32)[:, ::2]
    assert lockstep.intersect(shapes, shapes, pairs).tolist() == [0, 2]
    assert lockstep.intersect(shapes, shapes, []).shape == (0,)
    assert lockstep.intersect(shapes, shapes, numpy.zeros((0, 2), numpy.uint32)).shape == (0,)


def test_options_of_another_type_are_refused():
    shapes = two_balls()
    with pytest.raises(TypeError):
        lockstep.intersect(shapes, shapes, [[0, 1]], method=1)
    with pytest.raises(ValueError, match="choose one of"):
        lockstep.intersect(shapes, shapes, [[0, 1]], isa="z80")
    with pytest.raises(TypeError):
        lockstep.intersect(shapes, None, [[0, 1]])


def test_info_and_version():
    info = lockstep.info()
    assert info["version"] == lockstep.__version__
    assert info["default_isa"] in info["supported_isas"] and set(info["supported_isas"]) <= set(info["compiled_isas"])
    assert info["supported_isas"][-1] == "scalar" and info["lane_count"] in (1, 4, 8, 16)


def test_numbers_that_are_mostly_a_mistake_warn():
    """Legal numbers, which mean what they say."""
    centers = numpy.zeros((3, 3), numpy.float32)
    first = numpy.tile(numpy.array([1, 0, 0, 0], numpy.float32), (3, 1))
    with pytest.warns(UserWarning, match=r"rotation: all quaternions are \(1, 0, 0, 0\), which is half a turn about x"):
        lockstep.BoxView(centers, first, (1, 1, 1))
    degrees = numpy.array([0, 45, 90], numpy.float32)
    with pytest.warns(UserWarning, match=r"angle\[1\] = 45.0 is beyond a full turn; angles are in radians"):
        lockstep.Box2View(centers[:, :2], degrees, (1, 1))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first[1] = 0, 0, 0, 1
        lockstep.BoxView(centers, first, (1, 1, 1))
        lockstep.Box2View(centers[:, :2], numpy.float32(2 * numpy.pi), (1, 1))
        with pytest.raises(UserWarning, match="angle = 90.0 is beyond"):
            lockstep.Box2View(centers[:, :2], 90, (1, 1))


def test_views_tell_their_length():
    rotation = numpy.tile(numpy.array([0, 0, 0, 1], numpy.float32), (5, 1))
    three = numpy.ones((5, 3), numpy.float32)
    views = [lockstep.SphereView(three, 1), lockstep.AabbView(three, three), lockstep.BoxView(three, rotation, (1, 1, 1)),
             lockstep.CapsuleView((0, 0, 0), three, 1), lockstep.CircleView(three[:, :2], 1),
             lockstep.TransformedBoxView(numpy.zeros((5, 3, 4), numpy.float32), (0, 0, 0), (1, 1, 1))]
    assert [len(view) for view in views] == 6 * [5]
    assert repr(views[0]) == "<lockstep.SphereView of 5>"

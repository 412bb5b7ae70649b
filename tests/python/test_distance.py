"""distance and cast: intervals, points and normals."""

import lockstep
import numpy
import pytest

UNTURNED = (0, 0, 0, 1)


def two_boxes():
    shapes = lockstep.ShapeSet()
    shapes.add_boxes([[0, 0, 0], [3, 0, 0], [1.5, 0, 0]], UNTURNED, (1, 1, 1))
    return shapes


def test_exact_cases():
    shapes = two_boxes()
    found = lockstep.distance(shapes, shapes, [[0, 1], [0, 2]], points=True, normals=True)
    assert found.distances.shape == (2, 2) and found.points.shape == (2, 2, 3)
    assert (found.lower <= [1, -0.5]).all() and (found.upper >= [1, -0.5]).all()
    assert numpy.allclose(found.upper, found.lower, rtol=0, atol=1e-9)
    assert numpy.allclose(found.normals, [[-1, 0, 0], [-1, 0, 0]])
    assert numpy.allclose(found.points[0, :, 0], [1, 2])
    plain = lockstep.distance(shapes, shapes, [[0, 1]])
    assert plain.points is None and plain.normals is None


def test_intervals_agree_with_verdicts():
    numbers = numpy.random.default_rng(4).uniform(0, 4, (300, 6)).astype(numpy.float32)
    shapes = lockstep.ShapeSet()
    shapes.add_capsules(numbers[:, :3], numbers[:, 3:], 0.5)
    pairs = numpy.random.default_rng(5).integers(0, 300, (1000, 2)).astype(numpy.uint32)
    found = lockstep.distance(shapes, shapes, pairs)
    told = numpy.where(found.lower > 0, 0, numpy.where(found.upper < 0, 2, 1))
    assert numpy.array_equal(told, lockstep.intersect(shapes, shapes, pairs))


def test_out_says_what_is_wanted():
    shapes = two_boxes()
    pairs = numpy.array([[0, 1], [0, 2]], numpy.uint32)
    expected = lockstep.distance(shapes, shapes, pairs, normals=True)
    distances = numpy.zeros((2, 2))
    out = lockstep.DistanceOutput(distances, normals=numpy.zeros((2, 3)))
    found = lockstep.distance(shapes, shapes, pairs, out)
    assert found.normals is out.normals and found.distances is distances and found.points is None
    assert numpy.array_equal(distances, expected.distances)
    assert numpy.array_equal(out.normals, expected.normals)
    with pytest.raises(ValueError, match="give one or the other"):
        lockstep.distance(shapes, shapes, pairs, out, points=True)
    with pytest.raises(ValueError, match=r"out.normals has the shape \(3, 3\); expected \(2, 3\)"):
        lockstep.distance(shapes, shapes, pairs, lockstep.DistanceOutput(distances, normals=numpy.zeros((3, 3))))
    with pytest.raises(TypeError, match="out.distances is an array of float32; expected float64"):
        lockstep.distance(shapes, shapes, pairs, lockstep.DistanceOutput(numpy.zeros((2, 2), numpy.float32)))


def test_options():
    shapes = two_boxes()
    near = lockstep.distance(shapes, shapes, [[0, 1]], no_farther_than=0.5, normals=True)
    assert near.lower == 0.5 and near.upper == numpy.inf and numpy.isnan(near.normals).all()
    with pytest.raises(ValueError, match="tolerance"):
        lockstep.distance(shapes, shapes, [[0, 1]], tolerance=-1)


def test_casts_of_shapes():
    shapes = two_boxes()
    motions = numpy.array([[4, 0, 0], [-4, 0, 0]], numpy.float32)
    found = lockstep.cast(shapes, shapes, [[0, 1], [0, 1]], motions, points=True, normals=True)
    assert found.lower[0] <= 0.25 <= found.upper[0] and found.upper[0] - found.lower[0] < 1e-6
    assert numpy.isinf(found.fractions[1]).all() and numpy.isnan(found.points[1]).all()
    assert numpy.allclose(found.normals[0], [-1, 0, 0]) and numpy.isclose(found.points[0, 0], 2)
    out = lockstep.CastOutput(numpy.zeros((2, 2)))
    assert lockstep.cast(shapes, shapes, [[0, 1], [0, 1]], motions, out).fractions is out.fractions
    assert numpy.array_equal(out.fractions, found.fractions)


def test_casts_of_shapes_that_turn():
    shapes = lockstep.ShapeSet()
    shapes.add_capsules((0, 0, 0), (4, 0, 0), 0.5)
    shapes.add_spheres((0, 4, 0), 0.5)
    quarter = numpy.array([[[0, 0, 0], [0, 0, numpy.pi], [0, 0, 0]]], numpy.float32)
    found = lockstep.cast(shapes, shapes, [[0, 1]], quarter)
    assert 0.4 < found.lower < found.upper < 0.5
    by = numpy.array([[1, 1, 0]], numpy.float32)
    straight = numpy.stack([by, 0 * by, 0 * by], axis=1)
    assert numpy.array_equal(lockstep.cast(shapes, shapes, [[0, 1]], straight).fractions,
                             lockstep.cast(shapes, shapes, [[0, 1]], by).fractions)


def test_contact_at_the_start():
    floor, boxes = lockstep.ShapeSet(), lockstep.ShapeSet()
    floor.add_boxes((0, -1, 0), (0, 0, 0, 1), (9, 1, 9))
    boxes.add_boxes((0, 0.5, 0), (0, 0, 0, 1), (0.5, 0.5, 0.5))
    pairs = [[0, 0], [0, 0], [0, 0]]
    motions = numpy.array([[0, 1, 0], [1, 0, 0], [0, -1, 0]], numpy.float32)
    assert (lockstep.cast(boxes, floor, pairs, motions).fractions == 0).all()
    left = lockstep.cast(boxes, floor, pairs, motions, ignore_start_contact=True).fractions
    assert numpy.isinf(left[:2]).all() and (left[2] == 0).all()
    world = lockstep.World(floor)
    assert lockstep.first_contacts(boxes, motions[:1], world).shapes[0] == 0
    assert lockstep.first_contacts(boxes, motions[:1], world, ignore_start_contact=True).shapes[0] == lockstep.no_object


def test_motions_that_are_none():
    shapes = two_boxes()
    with pytest.raises(ValueError, match=r"motions has the shape \(1, 2\); expected \(N, 3\), or \(N, 3, 3\)"):
        lockstep.cast(shapes, shapes, [[0, 1]], numpy.zeros((1, 2), numpy.float32))
    with pytest.raises(ValueError, match="motions"):
        lockstep.cast(shapes, shapes, [[0, 1]], numpy.full((1, 3), numpy.nan, numpy.float32))
    with pytest.raises(ValueError, match="motions"):
        lockstep.cast(shapes, shapes, [[0, 1]], numpy.zeros((2, 3), numpy.float32))
    with pytest.raises(ValueError, match=r"motions is an array of float64, and float32 does not hold motions\[0, 2\] = 0.1"):
        lockstep.cast(shapes, shapes, [[0, 1]], numpy.array([[0, 0, 0.1]]))

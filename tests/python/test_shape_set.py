"""ShapeSet: adding, replacing, removing and pickling shapes."""

import copy
import pickle

import lockstep
import numpy
import pytest
from lockstep import ShapeKind, Verdict

UNTURNED = (0, 0, 0, 1)
TETRAHEDRON = numpy.array([[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]], numpy.float32)


def one_of_each():
    shapes = lockstep.ShapeSet()
    shapes.add_points((0, 0, 0))
    shapes.add_spheres((0, 0, 0), 1)
    shapes.add_aabbs((-1, -1, -1), (1, 1, 1))
    shapes.add_boxes((0, 0, 0), UNTURNED, (1, 1, 1))
    shapes.add_capsules((0, 0, -1), (0, 0, 1), 0.5)
    shapes.add_hull(TETRAHEDRON)
    shapes.add_volume(lockstep.ConvexVolume.from_corners(corners()))
    shapes.add_hull(TETRAHEDRON, 0.25)
    shapes.add_hull_instances(shapes.add_mesh(TETRAHEDRON), (1, 0, 0), UNTURNED)
    shapes.add_ellipsoids((0, 0, 0), UNTURNED, (1, 2, 3))
    shapes.add_cylinders((0, 0, -1), (0, 0, 1), 1)
    shapes.add_cones((0, 0, -1), (0, 0, 1), 1)
    return shapes


def corners():
    ring = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    return numpy.array([[*xy, z] for z in (1, 2) for xy in ring], numpy.float32)


def all_pairs(shapes):
    there = [i for i in range(len(shapes)) if i in shapes]
    return numpy.array([(a, b) for a in there for b in there], numpy.uint32)


def bits(shapes):
    return lockstep.distance(shapes, shapes, all_pairs(shapes)).distances.tobytes()


def test_kinds_are_those_that_were_added():
    shapes = one_of_each()
    assert [shapes.kind(i) for i in range(len(shapes))] == list(ShapeKind)


def test_adders_return_indices_and_fill_holes_last_made_first():
    shapes = lockstep.ShapeSet()
    assert shapes.add_spheres(numpy.zeros((4, 3), numpy.float32), 1).tolist() == [0, 1, 2, 3]
    shapes.remove([1, 3])
    assert shapes.free_slots == 2 and 1 not in shapes and 2 in shapes and len(shapes) == 4
    assert shapes.add_points(numpy.zeros((3, 3), numpy.float32)).tolist() == [3, 1, 4]


def test_set_replaces():
    shapes = lockstep.ShapeSet()
    shapes.add_spheres([[0, 0, 0], [5, 0, 0]], 1)
    index = numpy.array([1], numpy.uint32)
    shapes.set_spheres(index, (1.5, 0, 0), 1)
    assert lockstep.intersect(shapes, shapes, [[0, 1]]) == Verdict.overlapping
    shapes.set_boxes([0, 1], [[0, 0, 0], [9, 0, 0]], UNTURNED, (1, 1, 1))
    assert shapes.kind(0) == ShapeKind.box
    assert numpy.isclose(lockstep.distance(shapes, shapes, [[0, 1]]).lower, 7)


@pytest.mark.parametrize("strided", [
    lambda a: numpy.asfortranarray(a),
    lambda a: numpy.repeat(a, 3, axis=0)[::3],
    lambda a: numpy.repeat(a, 2, axis=1)[:, ::2],
    lambda a: a[::-1].copy()[::-1],
    lambda a: numpy.frombuffer(b"x" + a.tobytes(), numpy.float32, offset=1).reshape(a.shape),
])
def test_any_strides_are_read(strided):
    center = numpy.arange(30, dtype=numpy.float32).reshape(10, 3)
    radius = numpy.arange(10, dtype=numpy.float32)
    straight, other = lockstep.ShapeSet(), lockstep.ShapeSet()
    straight.add_spheres(center, radius)
    other.add_spheres(strided(center), strided(radius.reshape(10, 1))[:, 0])
    assert bits(straight) == bits(other)


def test_bad_shapes_are_named_and_nothing_is_added():
    shapes = one_of_each()
    before = bits(shapes)
    with pytest.raises(ValueError, match=r"shape 1 of 3: sphere.radius = -1: must be"):
        shapes.add_spheres(numpy.zeros((3, 3), numpy.float32), numpy.array([1, -1, 1], numpy.float32))
    with pytest.raises(lockstep.InvalidInput, match=r"shape 0 of 1: box.center.x = nan"):
        shapes.add_boxes((numpy.nan, 0, 0), UNTURNED, (1, 1, 1))
    with pytest.raises(ValueError, match=r"mesh = 7: is out of range, the set has 1"):
        shapes.add_hull_instances(7, (0, 0, 0), UNTURNED)
    with pytest.raises(ValueError, match=r"hull"):
        shapes.add_hull(numpy.zeros((0, 3), numpy.float32))
    with pytest.raises(ValueError, match=r"shape 1 of 2: sphere.radius"):
        shapes.set_spheres([0, 1], (5, 5, 5), [1, -1])
    with pytest.raises(ValueError, match=r"shape 5 is a hull, which cannot be replaced"):
        shapes.set_spheres([0, 5], (5, 5, 5), 1)
    with pytest.raises(ValueError, match=r"index 99 is out of range"):
        shapes.set_spheres([0, 99], (5, 5, 5), 1)
    with pytest.raises(ValueError, match=r"index is of 2 shapes, the arrays are of 3"):
        shapes.set_points([0, 1], numpy.zeros((3, 3), numpy.float32))
    with pytest.raises(ValueError, match=r"index 99 is out of range"):
        shapes.remove([0, 99])
    with pytest.raises(ValueError, match=r"index names shape 3 twice"):
        shapes.remove([3, 3])
    assert bits(shapes) == before and shapes.free_slots == 0


def test_unchecked_shapes_that_are_none_touch():
    shapes = lockstep.ShapeSet()
    shapes.add_spheres([[0, 0, 0], [50, 0, 0]], [1, -1], check=lockstep.Check.none)
    assert lockstep.intersect(shapes, shapes, [[0, 1]]) == Verdict.touching


def test_repr_tells_what_there_is():
    shapes = one_of_each()
    shapes.remove(0)
    assert repr(shapes) == "<lockstep.ShapeSet of 11 shapes, 1 free slots, 1 meshes>"
    shapes.clear()
    assert repr(shapes) == "<lockstep.ShapeSet of 0 shapes>"


@pytest.mark.parametrize("copied", [lambda s: pickle.loads(pickle.dumps(s)), copy.copy, copy.deepcopy])
def test_copies_have_the_same_bits_and_fill_the_same_holes(copied):
    shapes = one_of_each()
    shapes.remove([2, 0, 5])
    other = copied(shapes)
    assert repr(other) == repr(shapes) and bits(other) == bits(shapes)
    for one in (shapes, other):
        assert one.add_points(numpy.zeros((4, 3), numpy.float32)).tolist() == [5, 0, 2, 12]
        assert one.add_hull_instances(0, (0, 0, 9), UNTURNED).tolist() == [13]
    assert bits(copied(other)) == bits(shapes)  # and the filled ones are no longer free
    assert bits(other) == bits(shapes)


def test_pickles_of_other_versions_and_damaged_ones_are_refused():
    shapes = one_of_each()
    version, data = shapes.__getstate__()
    with pytest.raises(ValueError, match=rf"written by lockstep 0\.0\.9, and this is lockstep {version}"):
        lockstep.ShapeSet.__new__(lockstep.ShapeSet).__setstate__(("0.0.9", data))
    for end in range(len(data)):
        with pytest.raises(ValueError, match="damaged"):
            lockstep.ShapeSet.__new__(lockstep.ShapeSet).__setstate__((version, data[:end]))
    with pytest.raises(ValueError, match="damaged"):
        lockstep.ShapeSet.__new__(lockstep.ShapeSet).__setstate__((version, data + b"x"))


def test_volumes_are_pickled():
    volume = lockstep.ConvexVolume.from_corners(corners())
    assert numpy.array_equal(volume.corners(), corners())
    assert numpy.array_equal(pickle.loads(pickle.dumps(volume)).corners(), corners())
    assert repr(volume) == "<lockstep.ConvexVolume>"


def near(base):
    """Balls in a row around a place, each half a unit beyond contact with the next but for the last one, in contact."""
    shapes = lockstep.ShapeSet()
    balls = shapes.add_spheres(numpy.zeros((4, 3), numpy.float32), 1)
    shapes.place(balls, numpy.array(base) + [[0, 0, 0], [2.5, 0, 0], [5, 0, 0], [6.75, 0, 0]])
    return shapes


@pytest.mark.parametrize("base", [(0, 0, 0), (391779.25, 5820072.5, 0), (-1e12, 1e12, 1e9)])
def test_placed_shapes_answer_about_doubles(base):
    shapes = near(base)
    pairs = [[0, 1], [1, 2], [2, 3]]
    apart, meet = Verdict.separated, Verdict.overlapping
    assert list(lockstep.intersect(shapes, shapes, pairs)) == [apart, apart, meet]
    distances = lockstep.distance(shapes, shapes, pairs).distances
    numpy.testing.assert_allclose(distances, [[0.5] * 2, [0.5] * 2, [-0.25] * 2], atol=1e-9)
    met = lockstep.cast(shapes, shapes, [[0, 1]], numpy.array([(1, 0, 0)], numpy.float32))
    numpy.testing.assert_allclose(met.fractions, [[0.5, 0.5]], atol=1e-9)
    rays = numpy.array([[(0, 0, 0), (2, 0, 0)]], numpy.float32)
    sensor = numpy.array(base) + [-2, 0, 0]
    hit = lockstep.first_hits(rays, shapes, points=True, origin=sensor)
    assert hit.shapes.tolist() == [0] and hit.points.tolist() == [[base[0] - 1, *base[1:]]]
    assert lockstep.any_hits(rays, shapes, origin=sensor).tolist() == [True]
    assert lockstep.all_hits(rays, shapes, origin=sensor)[1].tolist() == [0]
    numpy.testing.assert_allclose(lockstep.cast_rays(rays, shapes, [[0, 0]], origin=sensor).fractions, [[0.5, 0.5]])
    assert lockstep.overlap(shapes).pairs.tolist() == [[2, 3]]
    assert lockstep.overlap(shapes, margin=0.5).pairs.tolist() == [[0, 1], [1, 2], [2, 3]]
    shapes.place(1, numpy.array(base) + [0, 1, 0])
    assert lockstep.overlap(shapes).pairs.tolist() == [[0, 1], [2, 3]]


def test_places_survive_copies_and_removal():
    shapes = near((1e9, 0, 0))
    shapes.remove(1)
    for same in (copy.deepcopy(shapes), pickle.loads(pickle.dumps(shapes))):
        assert bits(same) == bits(shapes)
        assert same.add_spheres((0, 0, 0), 1).tolist() == [1]
        assert lockstep.intersect(same, same, [[0, 1]])[0] == Verdict.separated  # a new shape stands at 0
    shapes.clear()
    shapes.add_spheres((1, 0, 0), 1)
    assert len(lockstep.World(shapes)) == 1


def test_bad_places_move_nothing():
    shapes = near((1e9, 0, 0))
    before = bits(shapes)
    for index, position, text in (
        ([0, 1], [[0, 0, 0], [0, numpy.nan, 0]], r"position 1 of 2: position\.y = nan"),
        ([0, 9], [[0, 0, 0], [0, 0, 0]], "index 9 is out of range"),
        ([0, 1], numpy.zeros((3, 3)), "index is of 2 shapes, the arrays are of 3"),
        ([0], numpy.zeros((1, 2)), r"position: must have the shape \(N, 3\)"),
        (0, [2e18, 0, 0], r"position\.x = 2e\+18"),
    ):
        with pytest.raises(ValueError, match=text):
            shapes.place(index, position)
    with pytest.raises(TypeError, match="position"):
        shapes.place(0, "far")
    assert bits(shapes) == before


def test_a_world_of_placed_shapes():
    at = (391779.25, 5820072.5, 1e9)
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(numpy.zeros((50, 3), numpy.float32), 0.25)
    shapes.place(numpy.arange(50), numpy.array(at) + [(i, 0, 0) for i in range(50)])
    world = lockstep.World(shapes)
    assert lockstep.nearest(world, [[7.1, 0, 0]], 2, origin=at).objects.tolist() == [[7, 8]]
    assert lockstep.within(world, [[7.1, 0, 0]], 0.7, origin=at)[1].tolist() == [7, 8]
    assert lockstep.first_hits([[[-5, 0, 0], [10, 0, 0]]], world, origin=at).shapes.tolist() == [0]
    ball = lockstep.SphereView([[-5, 0, 0]], [1.0])
    met = lockstep.first_contacts(ball, [[10, 0, 0]], world, origin=at)
    assert met.shapes.tolist() == [0] and numpy.abs(met.fractions - 0.375).max() < 1e-6
    assert lockstep.any_contacts(ball, [[10, 0, 0]], world, origin=at).tolist() == [True]
    assert lockstep.all_contacts(ball, [[5.75, 0, 0]], world, origin=at)[1].tolist() == [0, 1, 2]
    asked = lockstep.ShapeSet()
    asked.add_spheres((0, 0, 0), 0.5)
    asked.place(0, numpy.array(at) + (20.5, 0, 0))
    assert lockstep.overlapping(world, asked)[1].tolist() == [20, 21]
    with pytest.raises(ValueError, match="shapes of a set have their own positions"):
        lockstep.first_contacts(asked, [[10, 0, 0]], world, origin=at)


def test_calls_without_doubles_refuse_placed_shapes():
    shapes = near((1e9, 0, 0))
    mesh = lockstep.TriangleMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    with pytest.raises(ValueError, match="only sets and a World of space have double positions"):
        lockstep.first_hits(numpy.zeros((1, 2, 3), numpy.float32), mesh, origin=(1, 0, 0))
    assert lockstep.overlap(shapes).pairs.tolist() == [[2, 3]]

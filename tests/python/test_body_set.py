"""BodySet: bodies of several parts, in distances, contacts, casts and overlap passes."""

import copy
import pickle

import lockstep
import numpy
import pytest
from lockstep import BodyPairs, Box, Capsule, HullInstance, Sphere

UNTURNED = (0, 0, 0, 1)
TETRAHEDRON = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], numpy.float32)
HAMMER = [Capsule((0, 0, 0), (0, 0, 2), 0.25), Box((0, 0, 2), UNTURNED, (1, 0.5, 0.5))]


def hammers(count, seed=51, size=12):
    random = numpy.random.default_rng(seed)
    turns = random.normal(size=(count, 4))
    turns /= numpy.linalg.norm(turns, axis=1)[:, None]
    bodies = lockstep.BodySet()
    bodies.add(HAMMER, random.uniform(0, size, (count, 3)).astype(numpy.float32), turns.astype(numpy.float32))
    return bodies


def one_of_each():
    bodies = hammers(4)
    mesh = bodies.add_mesh(TETRAHEDRON)
    bodies.add([HullInstance(mesh, (0, 0, 1), UNTURNED), Sphere((0, 0, 0), 1),
                lockstep.Ellipsoid((1, 0, 0), UNTURNED, (1, 2, 1)), lockstep.Cylinder((0, 0, 0), (1, 0, 0), 1),
                lockstep.Cone((0, 0, 0), (1, 0, 0), 1)], (3, 3, 3))
    return bodies


def all_pairs(bodies):
    there = [i for i in range(len(bodies)) if i in bodies]
    return numpy.array([(a, b) for a in there for b in there], numpy.uint32)


def bits(bodies):
    return lockstep.distance(bodies, bodies, all_pairs(bodies)).distances.tobytes()


def test_bodies_are_added_asked_and_removed():
    bodies = one_of_each()
    assert repr(bodies) == "<lockstep.BodySet of 5 bodies, 13 parts, 1 meshes>"
    assert [bodies.part_count(i) for i in range(5)] == [2, 2, 2, 2, 5]
    assert bodies.pose(4) == ((3, 3, 3), UNTURNED)
    assert bodies.owner([0, 1, 12]).tolist() == [[0, 0], [0, 1], [4, 4]]
    bodies.move([4, 0], [[1, 1, 1], [2, 2, 2]], UNTURNED)
    assert bodies.pose(0) == ((2, 2, 2), UNTURNED)
    bodies.remove([3, 1])
    assert bodies.free_slots == 2 and 1 not in bodies and 0 in bodies and len(bodies) == 5
    assert bodies.add(HAMMER, numpy.zeros((3, 3), numpy.float32)).tolist() == [1, 3, 5]
    bodies.clear()
    assert repr(bodies) == "<lockstep.BodySet of 0 bodies, 0 parts>"


@pytest.mark.parametrize("copied", [lambda s: pickle.loads(pickle.dumps(s)), copy.copy, copy.deepcopy])
def test_copies_have_the_same_bits_and_fill_the_same_holes(copied):
    bodies = one_of_each()
    bodies.move([0, 4], [[1, 2, 3], [4, 5, 6]], (0.6, 0, 0, 0.8))
    bodies.remove([2, 1])
    other = copied(bodies)
    assert repr(other) == repr(bodies) and bits(other) == bits(bodies)
    for one in (bodies, other):
        assert one.add([HullInstance(0, (0, 0, 0), UNTURNED)], numpy.ones((3, 3), numpy.float32)).tolist() == [1, 2, 5]
    assert bits(other) == bits(bodies) == bits(copied(other))
    version, data = bodies.__getstate__()
    for wrong in [data[:end] for end in range(len(data))] + [data + b"x"]:
        with pytest.raises(ValueError, match="damaged"):
            lockstep.BodySet.__new__(lockstep.BodySet).__setstate__((version, wrong))


def test_bad_bodies_are_named_and_nothing_changes():
    bodies = one_of_each()
    before = bits(bodies)
    with pytest.raises(ValueError, match=r"body 1 of 2: .*position.x = nan"):
        bodies.add(HAMMER, [[0, 0, 0], [numpy.nan, 0, 0]])
    with pytest.raises(ValueError, match=r"body 0 of 1: .*1.*radius = -1"):
        bodies.add([Sphere((0, 0, 0), 1), Sphere((0, 0, 0), -1)])
    with pytest.raises(ValueError, match=r"parts\[1\].mesh = 1: is out of range, the set has 1"):
        bodies.add([Sphere((0, 0, 0), 1), HullInstance(1, (0, 0, 0), UNTURNED)])
    with pytest.raises(ValueError, match="body"):
        bodies.add([])
    with pytest.raises(TypeError, match=r"parts\[1\] is a lockstep\S*Circle2; expected a Sphere, "):
        bodies.add([Sphere((0, 0, 0), 1), lockstep.Circle2((0, 0), 1)])
    with pytest.raises(ValueError, match=r"body 1 of 2: .*position.x = inf"):
        bodies.move([0, 1], [[9, 9, 9], [numpy.inf, 0, 0]], UNTURNED)
    with pytest.raises(ValueError, match="5"):
        bodies.move([0, 5], (9, 9, 9), UNTURNED)
    with pytest.raises(ValueError, match="index is of 2 bodies, the arrays are of 3"):
        bodies.move([0, 1], numpy.zeros((3, 3), numpy.float32), UNTURNED)
    with pytest.raises(ValueError, match="index names body 3 twice"):
        bodies.remove([3, 3])
    for check in lockstep.Check:
        with pytest.raises(ValueError):
            bodies.add([], check=check)
    assert bits(bodies) == before and bodies.free_slots == 0 and len(bodies) == 5


def test_distances_are_the_least_of_all_parts():
    bodies = hammers(8)
    shapes = lockstep.ShapeSet()  # where they stand, unturned
    place = numpy.arange(24, dtype=numpy.float32).reshape(8, 3) % 7
    bodies.move(list(range(8)), place, UNTURNED)
    capsules = shapes.add_capsules(place, place + numpy.array([0, 0, 2], numpy.float32), 0.25)
    boxes = shapes.add_boxes(place + numpy.array([0, 0, 2], numpy.float32), UNTURNED, (1, 0.5, 0.5))
    pairs = all_pairs(bodies)
    found = lockstep.distance(bodies, bodies, pairs, points=True, normals=True, parts=True)
    parts = numpy.stack([capsules, boxes], axis=1)
    each = numpy.array([[lockstep.distance(shapes, shapes, [[parts[a, i], parts[b, j]]]).lower[0]
                         for i in (0, 1) for j in (0, 1)] for a, b in pairs])
    assert numpy.allclose(found.lower, each.min(axis=1), atol=1e-9)
    named = each[numpy.arange(len(pairs)), 2 * found.parts[:, 0] + found.parts[:, 1]]
    assert numpy.allclose(named, found.lower, atol=1e-9)
    assert found.points.shape == (64, 2, 3) and found.normals.shape == (64, 3)
    of_shapes = lockstep.distance(shapes, bodies, numpy.stack([parts[:, 1], numpy.arange(8)[::-1]], axis=1).astype(
        numpy.uint32))
    assert of_shapes.parts is None and of_shapes.lower.shape == (8,)
    out = lockstep.BodyDistanceOutput(numpy.zeros((64, 2)), parts=numpy.zeros((64, 2), numpy.uint32))
    assert lockstep.distance(bodies, bodies, pairs, out).parts is out.parts
    assert out.distances.tobytes() == found.distances.tobytes() and numpy.array_equal(out.parts, found.parts)
    with pytest.raises(TypeError, match="out is a .*DistanceOutput; expected a BodyDistanceOutput"):
        lockstep.distance(bodies, bodies, pairs, lockstep.DistanceOutput(numpy.zeros((64, 2))))


def test_contacts_of_all_parts():
    table = lockstep.BodySet()
    table.add([Box((0, 0, -1), UNTURNED, (5, 5, 1)), Box((2, 0, 0), UNTURNED, (1, 1, 0.25))])
    feet = lockstep.BodySet()
    feet.add([Sphere((-2, 0, 0.75), 1), Sphere((2, 0, 1.125), 1)])
    found = lockstep.contacts(feet, table, [[0, 0]])
    assert len(found) == 2 and found.complete and repr(found) == "<lockstep.BodyContacts of 2>"
    assert found.manifolds["part_a"].tolist() == [0, 1] and found.manifolds["part_b"].tolist() == [0, 1]
    assert numpy.allclose(found.manifolds["manifold"]["normal"], [0, 0, 1])
    assert found.manifolds["manifold"]["count"].tolist() == [1, 1]
    out = numpy.zeros(1, lockstep.body_manifold_dtype)
    cut = lockstep.contacts(feet, table, [[0, 0]], out)
    assert len(cut) == 2 and not cut.complete and len(cut.manifolds) == 1 and out["part_b"][0] == 0
    assert cut.manifolds.base is out and "cut" in repr(cut)
    assert len(lockstep.contacts(feet, table, [[0, 0]], numpy.zeros(0, lockstep.body_manifold_dtype)).manifolds) == 0
    many = lockstep.contacts(feet, table, numpy.zeros((100, 2), numpy.uint32))
    assert len(many.manifolds) == 200 and many.manifolds["pair"][-1] == 99
    ball = lockstep.ShapeSet()
    ball.add_spheres((2, 0, 1.125), 1)
    assert lockstep.contacts(ball, table, [[0, 0]]).manifolds["part_b"].tolist() == [1]


def test_casts():
    bodies = lockstep.BodySet()
    bodies.add(HAMMER, [[0, 0, 0], [8, 0, 0]])
    met = lockstep.cast(bodies, bodies, [[0, 1]], [[12, 0, 0]], parts=True, normals=True)
    assert numpy.isclose(met.lower, 0.5) and met.parts.tolist() == [[1, 1]] and numpy.allclose(met.normals, [-1, 0, 0])
    ball = lockstep.ShapeSet()
    ball.add_spheres((0, 0, 9), 0.5)
    assert numpy.isclose(lockstep.cast(ball, bodies, [[0, 0]], [[0, 0, -12]]).lower, 0.5)
    rays = numpy.array([[[8, 0, 9], [0, 0, -13]], [[4, 0, 9], [0, 0, -13]]], numpy.float32)
    hits = lockstep.cast_rays(rays, bodies, [[0, 1], [1, 1]], parts=True, points=True)
    assert numpy.isclose(hits.lower[0], 0.5) and hits.parts[:, 1].tolist() == [1, lockstep.no_part]
    assert numpy.allclose(hits.points[0], [8, 0, 2.5])
    with pytest.raises(ValueError, match=r"motions has the shape \(1, 3, 3\); expected \(N, 3\): bodies"):
        lockstep.cast(bodies, bodies, [[0, 1]], numpy.zeros((1, 3, 3), numpy.float32))


def test_a_pass_over_bodies_and_over_their_parts():
    bodies = hammers(60)
    found = lockstep.overlap(bodies, counts=True, any=True)
    pairs = numpy.stack(numpy.triu_indices(60, 1), axis=1).astype(numpy.uint32)
    lower = lockstep.distance(bodies, bodies, pairs).lower
    assert len(found.pairs) > 20 and numpy.array_equal(found.pairs, pairs[lower <= 0])
    assert found.counts.shape == (60,) and numpy.array_equal(found.any, found.counts > 0)
    parts = lockstep.OverlapPass().run(bodies, report=BodyPairs.parts, counts=True)
    owners = bodies.owner(parts.pairs.reshape(-1).copy()).reshape(-1, 2, 2)[:, :, 0]
    assert parts.counts.shape == (120,)
    assert numpy.array_equal(numpy.unique(numpy.sort(owners, axis=1), axis=0), found.pairs)
    indptr, _ = parts.csr()
    assert len(indptr) == 121
    other = hammers(30, 52)
    crossed = lockstep.overlap(bodies, other, group=numpy.arange(60, dtype=numpy.uint32) % 2)
    assert len(crossed.pairs) > 5 and (crossed.pairs[:, 0] % 2 == 1).all()


def test_unchecked_pairs_never_read_what_is_not_there():
    bodies, shapes = hammers(2), lockstep.ShapeSet()
    shapes.add_points((0, 0, 0))
    none = lockstep.Check.none
    calls = [
        lambda: lockstep.distance(bodies, bodies, [[0, 2]], check=none),
        lambda: lockstep.distance(shapes, bodies, [[1, 0]], check=none),
        lambda: lockstep.contacts(bodies, bodies, [[2, 0]], check=none),
        lambda: lockstep.cast(bodies, bodies, [[0, 2]], [[0, 0, 0]], check=none),
        lambda: lockstep.cast_rays([[[0, 0, 0], [1, 1, 1]]], bodies, [[0, 2]], check=none),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="out of range"):
            call()


def test_hulls_and_aligned_boxes_are_parts_directly():
    pyramid = numpy.array([(0, 0, 0), (0.5, 0, 0), (0, 0.5, 0), (0.2, 0.2, 0.7)], numpy.float32)
    direct, by_mesh = lockstep.BodySet(), lockstep.BodySet()
    direct.add([lockstep.Aabb((1, 1, 1), (2, 3, 4)), pyramid, (pyramid, 0.25)])
    mesh = by_mesh.add_mesh(pyramid)
    same = [lockstep.HullInstance(mesh, (0, 0, 0), (0, 0, 0, 1), radius) for radius in (0, 0.25)]
    by_mesh.add([lockstep.Box((1.5, 2, 2.5), (0, 0, 0, 1), (0.5, 1, 1.5)), *same])
    probes = lockstep.ShapeSet()
    probes.add_spheres(numpy.array([(5, 0, 0), (0, 0, 5)], numpy.float32), 0.5)
    pairs = [[0, 0], [1, 0]]
    wanted = lockstep.distance(probes, by_mesh, pairs)
    for bodies in direct, pickle.loads(pickle.dumps(direct)):
        found = lockstep.distance(probes, bodies, pairs)
        assert numpy.array_equal(found.distances, wanted.distances)
    with pytest.raises(lockstep.InvalidInput, match=r"parts\[0\]: hull.vertices\[1\].y = nan"):
        direct.add([numpy.array([(0, 0, 0), (0, numpy.nan, 0)], numpy.float32)])
    with pytest.raises(TypeError, match=r"parts\[0\] is a str"):
        direct.add(["ball"])


def test_one_mesh_serves_several_sets():
    bodies, shapes, more = lockstep.BodySet(), lockstep.ShapeSet(), lockstep.BodySet()
    assert shapes.add_mesh(numpy.zeros((1, 3), numpy.float32)) == 0
    assert shapes.add_mesh(numpy.eye(3, dtype=numpy.float32)) == 1
    assert bodies.add_mesh(shapes, 1) == 0
    assert shapes.add_mesh(bodies, 0) == shapes.add_mesh(shapes, 1) - 1 == 2
    assert more.add_mesh(bodies, mesh=0) == 0
    with pytest.raises(lockstep.InvalidInput, match="mesh = 1: is out of range, the other set has 1 meshes"):
        shapes.add_mesh(bodies, 1)


def test_bodies_at_double_positions():
    at = numpy.array((391779.25, 5820072.5, 1e9))
    bodies = lockstep.BodySet()
    bodies.add(HAMMER, numpy.zeros((3, 3), numpy.float32))
    bodies.place([0, 1, 2], at + [(0, 0, 0), (0, 3, 0), (0, 0, 9)])
    copies = [copy.copy(bodies), pickle.loads(pickle.dumps(bodies))]
    for one in [bodies, *copies]:
        found = lockstep.distance(one, one, [[0, 1], [0, 2]])
        assert numpy.abs(found.distances[0] - 2).max() < 1e-6 and found.distances[1, 0] > 6
        world = lockstep.World(one)
        assert lockstep.nearest(world, [[0, 2.9, 1]], 1, origin=at).objects.tolist() == [[1]]
        assert lockstep.first_hits([[[0, -5, 1], [0, 10, 0]]], world, origin=at).shapes.tolist() == [0]
    world = lockstep.World(bodies)
    world.change_bodies(lambda changed: changed.place(0, at + (0, 40, 0)))
    again = pickle.loads(pickle.dumps(world))
    for one in (world, again):
        assert lockstep.first_hits([[[0, -5, 1], [0, 10, 0]]], one, origin=at).shapes.tolist() == [1]
    bodies.remove(1)
    assert bodies.add(HAMMER).tolist() == [1]
    for one in (bodies, pickle.loads(pickle.dumps(bodies))):
        assert lockstep.distance(one, one, [[0, 1]]).distances[0, 0] > 9e8  # a new body stands at 0
    with pytest.raises(ValueError, match=r"position\.y = nan"):
        bodies.place(0, (0, numpy.nan, 0))
    with pytest.raises(ValueError, match="index 9 is out of range"):
        bodies.place([0, 9], (0, 0, 0))

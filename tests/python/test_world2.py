"""World2: circles and boxes of the plane, against plain loops of numpy on whole numbers."""

import copy
import pickle

import lockstep
import numpy
import pytest
from lockstep import Aabb2View, CircleView, ObjectHandle, SphereView, World2


def some_circles(count, seed):
    random = numpy.random.default_rng(seed)
    return random.integers(-30, 31, (count, 2)), random.integers(0, 4, count)


def circle_view(centers, radii):
    return CircleView(centers.astype(numpy.float32), radii.astype(numpy.float32))


def some_boxes(count, seed):
    random = numpy.random.default_rng(seed)
    low = random.integers(-30, 31, (count, 2))
    return low, low + random.integers(0, 6, (count, 2))


def box_view(low, high):
    return Aabb2View(low.astype(numpy.float32), high.astype(numpy.float32))


def lists(csr):
    indptr, indices = csr
    return [indices[a:b].tolist() for a, b in zip(indptr[:-1], indptr[1:])]


def rows(matrix):
    return [numpy.flatnonzero(row).tolist() for row in matrix]


def square(points, low, high):
    return (numpy.maximum(numpy.maximum(low[None] - points[:, None], points[:, None] - high[None]), 0) ** 2).sum(axis=2)


@pytest.mark.parametrize("isa", lockstep.info()["supported_isas"])
def test_it_answers_as_whole_numbers_do(isa):
    centers, radii = some_circles(700, 1)
    low, high = some_boxes(300, 2)
    points = numpy.random.default_rng(3).integers(-35, 36, (100, 2))
    world = World2(circle_view(centers, radii), isa=isa)
    assert len(world) == 700 and world.free_slots == 0 and world.memory_bytes > 0
    near = lists(lockstep.within(world, points.astype(numpy.float32), 3, isa=isa))
    assert near == rows(square(points, centers, centers) <= (radii + 3) ** 2)
    found = lockstep.nearest(world, points.astype(numpy.float32), 4, isa=isa)
    true = numpy.maximum(numpy.sqrt(square(points, centers, centers)) - radii, 0)
    assert numpy.allclose(numpy.sort(true, axis=1)[:, :4], numpy.take_along_axis(true, found.objects, 1))
    assert numpy.allclose(found.lower, numpy.take_along_axis(true, found.objects, 1))
    boxes = box_view(low, high)
    meets = square(centers, low, high) <= radii[:, None] ** 2
    assert lists(lockstep.overlapping(world, boxes, isa=isa)) == rows(meets.T)
    assert lists(lockstep.overlapping(World2(boxes), circle_view(centers, radii), isa=isa)) == rows(meets)
    assert lockstep.any_overlapping(world, boxes, isa=isa).tolist() == meets.any(axis=0).tolist()


def test_rays_of_the_plane():
    world = World2(circle_view(numpy.array([[5, 0], [9, 0], [0, 7]]), numpy.array([1, 1, 2])))
    rays = numpy.array([[[0, 0], [8, 0]], [[0, 0], [0, 10]], [[0, 0], [-9, 0]]], numpy.float32)
    hits = lockstep.first_hits(rays, world, points=True, normals=True)
    assert hits.shapes.tolist() == [0, 2, lockstep.no_shape]
    assert numpy.allclose(hits.lower[:2], 0.5) and numpy.isinf(hits.lower[2])
    assert numpy.allclose(hits.points[:2], [[4, 0], [0, 5]]) and numpy.allclose(hits.normals[:2], [[-1, 0], [0, -1]])
    assert lockstep.any_hits(rays, world).tolist() == [True, True, False]


@pytest.mark.parametrize("isa", lockstep.info()["supported_isas"])
def test_what_is_near_shapes_and_what_overlaps_itself(isa):
    centers, radii = some_circles(300, 9)
    low, high = some_boxes(200, 10)
    circles, boxes = World2(circle_view(centers, radii)), World2(box_view(low, high))
    near = square(centers, low, high) <= (radii[:, None] + 2) ** 2
    assert lists(lockstep.within(circles, box_view(low, high), 2, isa=isa)) == rows(near.T)
    assert lists(lockstep.within(boxes, circle_view(centers, radii), 2, isa=isa)) == rows(near)
    of_itself = lockstep.OverlapPass().run(circles, isa=isa)
    assert numpy.array_equal(of_itself.pairs, lockstep.overlap(circle_view(centers, radii)).pairs)
    gaps = numpy.maximum(numpy.maximum(low[None] - high[:, None], low[:, None] - high[None]), 0)
    meets = numpy.argwhere(numpy.triu((gaps == 0).all(axis=2), 1))
    found = lockstep.OverlapPass().run(boxes, separations=True, contacts=True, isa=isa)
    assert numpy.array_equal(found.pairs, meets)
    assert (found.separations["direction"][:, 2] == 0).all() and (found.contacts["count"] <= 2).all()
    assert len(lockstep.OverlapPass().run(boxes, boxes, isa=isa)) == 2 * len(meets) + 200


def test_what_rays_and_moving_shapes_hit():
    world = World2(circle_view(numpy.array([[5, 0], [9, 0], [0, 7]]), numpy.array([1, 1, 2])))
    rays = numpy.array([[[0, 0], [20, 0]], [[0, 0], [0, 10]], [[0, 0], [-9, 0]]], numpy.float32)
    indptr, indices, fractions = lockstep.all_hits(rays, world)
    assert indptr.tolist() == [0, 2, 3, 3] and indices.tolist() == [0, 1, 2]
    assert numpy.allclose(fractions[:, 0], [0.2, 0.4, 0.5])
    motions = rays[:, 1]
    movers = circle_view(numpy.zeros((3, 2)), numpy.full(3, 1))
    hits = lockstep.first_contacts(movers, motions, world, points=True, normals=True)
    assert hits.shapes.tolist() == [0, 2, lockstep.no_object]
    assert numpy.allclose(hits.lower[:2], [0.15, 0.4]) and numpy.isinf(hits.lower[2])
    assert numpy.allclose(hits.points[:2], [[4, 0], [0, 5]]) and numpy.allclose(hits.normals[:2], [[-1, 0], [0, -1]])
    assert lockstep.any_contacts(movers, motions, world).tolist() == [True, True, False]
    assert lists(lockstep.all_contacts(movers, motions, world)[:2]) == [[0, 1], [2], []]
    boxes = box_view(numpy.full((3, 2), -1), numpy.full((3, 2), 1))
    assert lists(lockstep.all_contacts(boxes, motions, world)[:2]) == [[0, 1], [2], []]
    assert numpy.allclose(lockstep.first_contacts(boxes, motions, world).lower[:2], [0.15, 0.4])
    assert lockstep.any_contacts(boxes, motions, world, groups=numpy.zeros(3, numpy.uint32)).tolist() == [False] * 3
    with pytest.raises(ValueError, match=r"\(N, 2\): views do not turn"):
        lockstep.first_contacts(boxes, numpy.zeros((3, 3), numpy.float32), world)


@pytest.mark.parametrize("copied", [lambda s: pickle.loads(pickle.dumps(s)), copy.copy, copy.deepcopy])
@pytest.mark.parametrize("view", [circle_view(*some_circles(300, 11)), box_view(*some_boxes(300, 12))])
def test_copies_answer_alike(copied, view):
    world = World2(view)
    world.remove([3, 250, 8])
    other = copied(world)
    points = numpy.random.default_rng(13).integers(-35, 36, (50, 2)).astype(numpy.float32)
    assert lists(lockstep.within(other, points, 3)) == lists(lockstep.within(world, points, 3))
    assert numpy.array_equal(lockstep.nearest(other, points, 9).distances, lockstep.nearest(world, points, 9).distances)
    assert lists(lockstep.overlapping(other, view)) == lists(lockstep.overlapping(world, view))
    assert repr(other) == repr(world) and other.handle(7) == world.handle(7)
    one = circle_view(*some_circles(1, 14)) if isinstance(view, CircleView) else box_view(*some_boxes(1, 14))
    for _ in range(4):
        assert other.add(one) == world.add(one)
        assert other.handle(8) == world.handle(8) if 8 in world else 8 not in other
    assert World2(view).order.size == copied(World2(view)).order.size and len(copied(World2())) == 0


def test_damaged_pickles_are_refused():
    version, data = World2(circle_view(*some_circles(3, 15))).__getstate__()
    for end in range(len(data)):
        with pytest.raises(ValueError, match="damaged"):
            World2.__new__(World2).__setstate__((version, data[:end]))
    with pytest.raises(ValueError, match="a World2 was written by lockstep 0.0.9"):
        World2.__new__(World2).__setstate__(("0.0.9", data))
    shapes = lockstep.World(lockstep.ShapeSet()).__getstate__()
    with pytest.raises(ValueError, match="damaged"):
        World2.__new__(World2).__setstate__(shapes)


def test_objects_come_and_go():
    world = World2(circle_view(*some_circles(100, 4)))
    handle = world.handle(7)
    world.remove(7)
    assert handle not in world and 7 not in world and world.free_slots == 1
    assert world.add(circle_view(*some_circles(1, 5))).tolist() == [7]
    assert 7 in world and handle not in world and isinstance(world.handle(7), ObjectHandle)
    assert world.find(world.handle(7)) == 7
    moved = some_circles(100, 6)
    world.move(circle_view(*moved))
    world.move([3], circle_view(moved[0][3:4], moved[1][3:4]))
    world.sort()
    points = numpy.zeros((1, 2), numpy.float32)
    assert lists(lockstep.within(world, points, 9)) == lists(lockstep.within(World2(circle_view(*moved)), points, 9))
    assert sorted(world.order.tolist()) == list(range(100))
    assert repr(world) == "<lockstep.World2 of 100 objects>"
    assert len(World2()) == 0


def test_what_is_refused():
    world = World2(circle_view(*some_circles(10, 7)))
    with pytest.raises(ValueError, match="aabbs: the world is one of circles"):
        world.add(box_view(*some_boxes(1, 8)))
    with pytest.raises(ValueError, match=r"circles.radius\[0\] = -1"):
        World2(circle_view(numpy.zeros((1, 2)), numpy.array([-1])))
    with pytest.raises(ValueError, match="points"):
        lockstep.within(world, numpy.zeros((1, 3), numpy.float32), 1)
    with pytest.raises(TypeError):
        World2(SphereView(numpy.zeros((1, 3), numpy.float32), 1))

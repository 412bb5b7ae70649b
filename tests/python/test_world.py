"""World: adding, removing and moving objects, and its answers, against plain loops of numpy."""

import copy
import pickle
import threading

import lockstep
import numpy
import pytest
from lockstep import (AabbView, ConvexVolume, CullMethod, DepthRange, ObjectHandle, SphereView, Touching, VolumeSet,
                      World)

# At the origin, along -z, 90 degrees wide, near side at 0.1, far side at 100.
CAMERA = numpy.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1.0010010, -0.1001001], [0, 0, -1, 0]], numpy.float32)


def camera():
    return ConvexVolume.from_view_projection(CAMERA, DepthRange.zero_to_one)


def random_spheres(count, seed):
    random = numpy.random.default_rng(seed)
    return SphereView(random.uniform(-50, 50, (count, 3)).astype(numpy.float32),
                      random.uniform(0, 2, count).astype(numpy.float32))


def random_boxes(count, seed):
    random = numpy.random.default_rng(seed)
    low = random.uniform(-50, 50, (count, 3)).astype(numpy.float32)
    return AabbView(low, low + random.uniform(0, 3, (count, 3)).astype(numpy.float32))


def of_grid(count, seed):
    """Spheres at whole numbers, whose distances from points at whole numbers numpy compares without rounding."""
    random = numpy.random.default_rng(seed)
    return random.integers(-9, 10, (count, 3)), random.integers(0, 3, count)


def squares(centers, points):
    return ((points[:, None, :] - centers[None, :, :]) ** 2).sum(axis=2)


@pytest.mark.parametrize("objects", [random_spheres(3000, 1), random_boxes(3000, 2)])
def test_it_culls_as_the_view_does(objects):
    world = World(objects)
    assert len(world) == 3000 and world.free_slots == 0 and world.memory_bytes > 3000 * 24
    for method in CullMethod:
        for touching in Touching:
            options = {"method": method, "touching": touching}
            mask = lockstep.cull(camera(), objects, **options)
            assert 100 < mask.sum() < 2000
            assert numpy.array_equal(lockstep.cull(camera(), world, **options), mask)
            assert numpy.array_equal(lockstep.cull(camera(), world, indices=True, **options), numpy.flatnonzero(mask))
            assert lockstep.cull_count(camera(), world, **options) == mask.sum()
            in_order = lockstep.cull_in_order(camera(), world, **options)
            assert in_order.dtype == bool and numpy.array_equal(in_order, mask[world.order])
    assert numpy.array_equal(numpy.sort(world.order), numpy.arange(3000))
    for isa in lockstep.info()["supported_isas"]:
        assert numpy.array_equal(lockstep.cull(camera(), World(objects, isa=isa), isa=isa),
                                 lockstep.cull(camera(), objects))


@pytest.mark.parametrize("objects", [random_spheres(3000, 1), random_boxes(3000, 2)])
def test_it_culls_against_many_volumes(objects):
    world = World(objects)
    grid = VolumeSet.grid(CAMERA, DepthRange.zero_to_one, 4, 3, [5, 20])
    corners = numpy.array([[x, y, z] for z in (0, 9) for x, y in ((0, 0), (9, 0), (9, 9), (0, 9))], numpy.float32)
    boxes = [ConvexVolume.from_corners(corners + at) for at in numpy.float32([[9 * i % 40, i, -i] for i in range(20)])]
    for volumes in grid, VolumeSet([camera(), *boxes]):
        masks = lockstep.cull(volumes, objects)
        assert masks.shape == (len(volumes), 3000) and masks.any()
        out = numpy.zeros_like(masks)
        assert lockstep.cull(volumes, world, out) is out and numpy.array_equal(out, masks)
        ends, indices = lockstep.cull(volumes, world, indices=True)
        assert numpy.array_equal(indices, numpy.nonzero(masks)[1])
        assert numpy.array_equal(numpy.diff(ends), masks.sum(axis=1))
    assert numpy.array_equal(lockstep.cull(grid, world, method=CullMethod.planes),
                             lockstep.cull(grid, objects, method=CullMethod.planes))


def test_outputs_of_the_callers():
    world = World(random_spheres(100, 3))
    out = numpy.zeros(100, bool)
    assert lockstep.cull(camera(), world, out) is out and out.sum() == lockstep.cull_count(camera(), world)
    assert lockstep.cull_in_order(camera(), world, out) is out and out.sum() == lockstep.cull_count(camera(), world)
    with pytest.raises(ValueError, match=r"out has the shape \(99,\); expected \(100,\)"):
        lockstep.cull_in_order(camera(), world, out[:99])
    with pytest.raises(ValueError, match="out is for a mask"):
        lockstep.cull(camera(), world, out, indices=True)


def test_within_is_what_a_loop_finds():
    centers, radii = of_grid(700, 4)
    world = World(SphereView(centers.astype(numpy.float32), radii.astype(numpy.float32)))
    points = numpy.random.default_rng(5).integers(-9, 10, (60, 3))
    indptr, indices = lockstep.within(world, points.astype(numpy.float32), 3)
    assert indptr.dtype == numpy.int64 and indices.dtype == numpy.uint32 and indptr.shape == (61,)
    near = squares(centers, points) <= (radii + 3) ** 2
    assert indptr[-1] == len(indices) == near.sum() > 500
    for i, row in enumerate(near):
        assert numpy.array_equal(indices[indptr[i] : indptr[i + 1]], numpy.flatnonzero(row)), i


def test_nearest_is_what_a_loop_finds_and_ties_go_by_index():
    centers, _ = of_grid(500, 6)
    world = World(SphereView(centers.astype(numpy.float32), 0))
    points = numpy.random.default_rng(7).integers(-9, 10, (80, 3))
    found = lockstep.nearest(world, points.astype(numpy.float32), 6)
    square = squares(centers, points)
    expected = numpy.argsort(square, axis=1, kind="stable")[:, :6]
    assert found.objects.dtype == numpy.uint32 and numpy.array_equal(found.objects, expected)
    distance = numpy.sqrt(numpy.take_along_axis(square, expected, axis=1))
    assert found.distances.shape == (80, 6, 2)
    assert (found.lower <= distance * (1 + 1e-15)).all() and (distance <= found.upper * (1 + 1e-15)).all()
    assert (found.upper - found.lower <= 1e-13 * distance + 1e-300).all()


def test_nearest_boxes_and_fewer_than_asked_for():
    world = World(AabbView([[0, 0, 0], [5, 0, 0]], [[1, 1, 1], [6, 1, 1]]))
    found = lockstep.nearest(world, [[0.5, 0.5, 0.5], [7, 0, 0]], 3)
    assert found.objects.tolist() == [[0, 1, lockstep.no_object], [1, 0, lockstep.no_object]]
    assert numpy.allclose(found.distances, numpy.array([[0, 4.5, numpy.inf], [1, 6, numpy.inf]])[..., None])
    objects = numpy.zeros((2, 1), numpy.uint32)
    out = lockstep.NearestOutput(objects)
    written = lockstep.nearest(world, [[0.5, 0.5, 0.5], [7, 0, 0]], 1, out)
    assert written.objects is objects and objects.tolist() == [[0], [1]]
    assert written.distances is None and written.lower is None
    with pytest.raises(ValueError, match=r"out.objects has the shape \(2, 1\); expected \(2, 2\)"):
        lockstep.nearest(world, [[0.5, 0.5, 0.5], [7, 0, 0]], 2, out)


def test_moved_objects_are_where_they_went():
    before, after = random_spheres(2000, 8), random_spheres(2000, 9)
    world = World(before)
    world.move(after)
    assert numpy.array_equal(lockstep.cull(camera(), world), lockstep.cull(camera(), after))
    index = numpy.array([1999, 0, 7], numpy.uint32)
    world.move(index, SphereView(numpy.array([[0, 0, -10]] * 3, numpy.float32), 1))
    mask = lockstep.cull(camera(), after)
    mask[index] = True
    assert numpy.array_equal(lockstep.cull(camera(), world), mask)
    boxes = World(random_boxes(500, 10))
    boxes.move(random_boxes(500, 11))
    boxes.move([3], AabbView([[0, 0, -10]], [[1, 1, -9]]))
    assert lockstep.cull(camera(), boxes)[3]


def test_overlapping_is_what_a_loop_finds():
    centers, radii = of_grid(600, 18)
    others, other_radii = of_grid(90, 19)
    groups, masks = (numpy.random.default_rng(seed).integers(0, 4, 600).astype(numpy.uint32) for seed in (20, 21))
    world = World(SphereView(centers.astype(numpy.float32), radii.astype(numpy.float32)))
    view = SphereView(others.astype(numpy.float32), other_radii.astype(numpy.float32))
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(others.astype(numpy.float32), other_radii.astype(numpy.float32))
    square, reach = squares(centers, others), other_radii[:, None] + radii[None, :]
    own = numpy.full(90, 2, numpy.uint32)
    allowed = ((groups & 2) != 0) & ((masks & 2) != 0)
    for options, met in (
            ({}, square <= reach**2),
            ({"margin": 1.5}, square <= (reach + 1.5) ** 2),
            ({"group": own, "mask": own, "second_group": groups, "second_mask": masks}, (square <= reach**2) & allowed),
    ):
        assert met.sum() > 80
        for asked in view, shapes:
            indptr, indices = lockstep.overlapping(world, asked, **options)
            assert indptr.dtype == numpy.int64 and indices.dtype == numpy.uint32
            rows = numpy.repeat(numpy.arange(90), numpy.diff(indptr))
            assert numpy.array_equal(numpy.stack([rows, indices], axis=1), numpy.argwhere(met))
            assert numpy.array_equal(lockstep.any_overlapping(world, asked, **options), met.any(axis=1))
    out = numpy.zeros(90, bool)
    as_boxes = AabbView(others.astype(numpy.float32), others.astype(numpy.float32))
    assert lockstep.any_overlapping(world, as_boxes, out) is out
    assert numpy.array_equal(out, (square <= radii**2).any(axis=1))
    with pytest.raises(ValueError, match=r"second_mask has the shape \(90,\); expected \(600,\)"):
        lockstep.overlapping(world, view, second_mask=own)


def test_overlapping_triangles_are_those_of_pairs():
    random = numpy.random.default_rng(22)
    corners = random.uniform(0, 10, (400, 1, 3)) + random.uniform(-1, 1, (400, 3, 3))
    mesh = lockstep.TriangleMesh(corners.reshape(-1, 3).astype(numpy.float32),
                                 numpy.arange(1200, dtype=numpy.uint32).reshape(-1, 3))
    centers, radii = random.uniform(0, 10, (80, 3)).astype(numpy.float32), numpy.full(80, 0.75, numpy.float32)
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(centers, radii)
    pairs = numpy.stack(numpy.meshgrid(numpy.arange(80), numpy.arange(400), indexing="ij"), axis=-1).reshape(-1, 2)
    met = pairs[lockstep.intersect(shapes, mesh, pairs.astype(numpy.uint32)) != lockstep.Verdict.separated]
    assert len(met) > 80
    any_met = numpy.isin(numpy.arange(80), met[:, 0])
    for asked in SphereView(centers, radii), shapes:
        indptr, indices = lockstep.overlapping(mesh, asked)
        assert numpy.array_equal(numpy.stack([numpy.repeat(numpy.arange(80), numpy.diff(indptr)), indices], axis=1), met)
        assert numpy.array_equal(lockstep.any_overlapping(mesh, asked), any_met)
    with pytest.raises(ValueError, match=r"second_group has the shape \(3,\); expected \(400,\)"):
        lockstep.overlapping(mesh, shapes, second_group=numpy.zeros(3, numpy.uint32))


def test_its_own_pairs_are_those_of_a_pass():
    rng = numpy.random.default_rng(12)
    view = lockstep.SphereView(rng.uniform(0, 8, (500, 3)).astype(numpy.float32), 0.5)
    world, overlap_pass = lockstep.World(view), lockstep.OverlapPass(skin=None)
    for _ in range(3):
        assert numpy.array_equal(overlap_pass.run(world).pairs, lockstep.overlap(view).pairs)
    assert len(overlap_pass.run(world, world)) == len(lockstep.overlap(view, view))
    world.remove(numpy.arange(0, 500, 2, dtype=numpy.uint32))
    pairs = lockstep.overlap(view).pairs
    assert numpy.array_equal(overlap_pass.run(world).pairs, pairs[(pairs % 2 == 1).all(axis=1)])


def test_rays_hit_what_they_hit_in_a_set():
    random = numpy.random.default_rng(16)
    centers = random.uniform(-50, 50, (800, 3)).astype(numpy.float32)
    radii = random.uniform(0, 3, 800).astype(numpy.float32)
    rays = random.uniform(-50, 50, (500, 2, 3)).astype(numpy.float32)
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(centers, radii)
    groups = random.integers(0, 4, 800).astype(numpy.uint32)
    masks = random.integers(0, 4, 500).astype(numpy.uint32)
    for world in World(shapes), World(SphereView(centers, radii)):
        for options in {}, {"groups": groups, "masks": masks}:
            expected = lockstep.first_hits(rays, shapes, points=True, **options)
            found = lockstep.first_hits(rays, world, points=True, **options)
            assert 50 < (expected.shapes != lockstep.no_object).sum() < 450
            assert numpy.array_equal(found.shapes, expected.shapes)
            assert numpy.array_equal(found.fractions, expected.fractions)
            hit = expected.shapes != lockstep.no_shape
            assert numpy.array_equal(found.points[hit], expected.points[hit])
            in_the_way = lockstep.any_hits(rays, shapes, **options)
            assert numpy.array_equal(lockstep.any_hits(rays, world, **options), in_the_way)
    shapes.add_spheres([[0, 0, 0]], 1)
    with pytest.raises(ValueError, match=r"groups has the shape \(800,\); expected \(801,\)"):
        lockstep.first_hits(rays, World(shapes), groups=groups)


def test_shapes_that_move_meet_what_their_casts_meet():
    random = numpy.random.default_rng(17)
    centers = random.uniform(-20, 20, (300, 3)).astype(numpy.float32)
    movers = random.uniform(-20, 20, (80, 3)).astype(numpy.float32)
    motions = random.uniform(-20, 20, (80, 3)).astype(numpy.float32)
    objects, balls = lockstep.ShapeSet(), lockstep.ShapeSet()
    objects.add_spheres(centers, 1)
    balls.add_spheres(movers, 0.5)
    pairs = numpy.stack(numpy.meshgrid(numpy.arange(80), numpy.arange(300), indexing="ij"), axis=-1).reshape(-1, 2)
    casts = lockstep.cast(balls, objects, pairs.astype(numpy.uint32), motions[pairs[:, 0]], normals=True)
    upper = casts.upper.reshape(80, 300)
    hit = (upper <= 1).any(axis=1)
    first = numpy.where(hit, upper.argmin(axis=1), lockstep.no_object)
    assert 20 < hit.sum() < 80
    for world in World(objects), World(SphereView(centers, 1)):
        for shapes in balls, SphereView(movers, 0.5):
            found = lockstep.first_contacts(shapes, motions, world, normals=True)
            assert numpy.array_equal(found.shapes, first)
            assert numpy.array_equal(found.upper, upper.min(axis=1))
            expected = casts.normals.reshape(80, 300, 3)[hit, first[hit]]
            assert numpy.array_equal(found.normals[hit], expected) and numpy.isnan(found.normals[~hit]).all()
            assert numpy.array_equal(lockstep.any_contacts(shapes, motions, world), hit)
            indptr, indices, fractions = lockstep.all_contacts(shapes, motions, world, touching=lockstep.Touching.separate)
            of = numpy.repeat(numpy.arange(80), numpy.diff(indptr))
            listed = numpy.zeros((80, 300), bool)
            listed[of, indices] = True
            assert numpy.array_equal(listed, upper <= 1) and len(indices) == (upper <= 1).sum()
            assert numpy.array_equal(fractions[:, 1], upper[of, indices])
            assert (numpy.diff(fractions[:, 0])[of[1:] == of[:-1]] >= 0).all()
    turns = numpy.zeros((80, 3, 3), numpy.float32)
    turns[:, 0], turns[:, 1], turns[:, 2] = motions, [0, 0, 3], movers + 1
    casts = lockstep.cast(balls, objects, pairs.astype(numpy.uint32), turns[pairs[:, 0]]).upper.reshape(80, 300)
    found = lockstep.first_contacts(balls, turns, World(objects))
    assert numpy.array_equal(found.upper, casts.min(axis=1)) and not numpy.array_equal(casts, upper)
    assert numpy.array_equal(lockstep.any_contacts(balls, turns, World(objects)), found.lower <= 1)
    assert lockstep.all_contacts(balls, turns, World(objects))[0][-1] >= (casts <= 1).sum()
    with pytest.raises(ValueError, match="of views only a ShapeSet may turn"):
        lockstep.first_contacts(SphereView(movers, 0.5), turns, World(objects))
    boxes = AabbView(movers, movers)
    out = lockstep.RayHits(shapes=numpy.zeros(80, numpy.uint32))
    assert lockstep.first_contacts(boxes, motions, World(objects), out).shapes is out.shapes
    nobody = numpy.zeros(300, numpy.uint32)
    assert not lockstep.any_contacts(boxes, motions, World(objects), groups=nobody).any()
    with pytest.raises(ValueError, match="motions"):
        lockstep.first_contacts(boxes, motions[:79], World(objects))
    with pytest.raises(ValueError, match=r"groups has the shape \(0,\); expected \(300,\)"):
        lockstep.any_contacts(boxes, motions, World(objects), groups=nobody[:0])


def test_a_world_of_shapes():
    shapes = lockstep.ShapeSet()
    shapes.add_boxes([[0, 0, -5], [0, 0, 5]], (0, 0, 0, 1), (1, 1, 1))
    shapes.add_spheres([[0, 0, -9]], 1)
    world = World(shapes)
    assert lockstep.cull(camera(), world).tolist() == [True, False, True]
    shapes.set_boxes([1], [[0, 0, -20]], (0, 0, 0, 1), (1, 1, 1))
    assert not lockstep.cull(camera(), world)[1]
    world.move(shapes)
    assert lockstep.cull(camera(), world).all()
    assert lockstep.first_hits([[[0, 0, 9], [0, 0, -99]]], world).shapes.tolist() == [0]


def test_what_is_near_shapes():
    random = numpy.random.default_rng(18)
    centers = random.uniform(-10, 10, (400, 3)).astype(numpy.float32)
    points = random.uniform(-10, 10, (50, 3)).astype(numpy.float32)
    shapes, asked = lockstep.ShapeSet(), lockstep.ShapeSet()
    shapes.add_spheres(centers, 0.5)
    asked.add_spheres(points, 0.25)
    world = World(shapes)
    gaps = numpy.linalg.norm(points[:, None].astype(float) - centers, axis=2) - 0.5
    found = lockstep.nearest(world, points, 5)
    assert numpy.array_equal(found.objects, numpy.maximum(gaps, 0).argsort(axis=1, kind="stable")[:, :5])
    for of, reach in (points, 3.0), (asked, 2.75), (SphereView(points, 0.25), 2.75):
        for touching in lockstep.Touching:
            indptr, indices = lockstep.within(world, of, reach, touching=touching)
            assert numpy.array_equal(indices, numpy.nonzero(gaps <= 3)[1])
            assert numpy.array_equal(numpy.diff(indptr), (gaps <= 3).sum(axis=1))
    with pytest.raises(ValueError, match="distance"):
        lockstep.within(world, asked, -1)


def test_objects_come_and_go():
    world = World(SphereView([[0, 0, -5], [0, 0, 5], [0, 0, -6]], 1))
    gone, stays = world.handle(0), world.handle(2)
    world.remove(0)
    world.remove(numpy.array([1], numpy.uint32))
    assert len(world) == 3 and world.free_slots == 2 and 0 not in world and 2 in world and 3 not in world
    assert repr(world) == "<lockstep.World of 1 objects, 2 free slots>"
    assert lockstep.cull(camera(), world).tolist() == [False, False, True]
    assert world.add(SphereView([[0, 0, -7]] * 3, 1)).tolist() == [1, 0, 3]
    assert world.free_slots == 0 and lockstep.cull(camera(), world).all()
    assert gone not in world and stays in world and world.find(stays) == 2
    assert world.handle(0) != gone and world.handle(0).index == 0 and world.handle(2) == stays
    with pytest.raises(ValueError, match="object 0, generation 0.*removed"):
        world.find(gone)
    before = lockstep.nearest(world, [[0, 0, 0]], 4).objects
    world.sort()
    assert numpy.array_equal(lockstep.nearest(world, [[0, 0, 0]], 4).objects, before)


def kept_worlds():
    random = numpy.random.default_rng(41)
    low = random.uniform(-20, 20, (200, 3)).astype(numpy.float32)
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(low, 1)
    shapes.add_hull(random.uniform(-2, 2, (12, 3)).astype(numpy.float32))
    shapes.add_capsules(low, low + 1, 0.5)
    shapes.remove([5, 300])
    worlds = [World(SphereView(low, 1)), World(AabbView(low, low + 1)), World(shapes)]
    for world in worlds[:2]:
        world.remove([17, 3, 120])
        world.add(SphereView([[0, 0, 0]], 2) if world is worlds[0] else AabbView([[0, 0, 0]], [[2, 2, 2]]))
    worlds[2].remove([40, 7, 150])
    bodies = lockstep.BodySet()
    bodies.add([lockstep.Sphere((0, 0, 0), 1), lockstep.Capsule((0, 0, 0), (2, 0, 0), 0.5)], low[:50])
    bodies.remove(12)
    worlds.append(World(bodies))
    worlds[3].remove([30, 4])
    return [*worlds, World(), World(lockstep.ShapeSet())]


@pytest.mark.parametrize("copied", [lambda s: pickle.loads(pickle.dumps(s)), copy.copy, copy.deepcopy])
def test_copies_answer_alike(copied):
    random = numpy.random.default_rng(42)
    points = random.uniform(-20, 20, (50, 3)).astype(numpy.float32)
    rays = random.uniform(-20, 20, (50, 2, 3)).astype(numpy.float32)
    for world in kept_worlds():
        other = copied(world)
        assert repr(other) == repr(world)
        for one, two in zip(lockstep.within(other, points, 3), lockstep.within(world, points, 3)):
            assert numpy.array_equal(one, two)
        assert numpy.array_equal(
            lockstep.nearest(other, points, 4).distances, lockstep.nearest(world, points, 4).distances)
        for one, two in zip(lockstep.all_hits(rays, other), lockstep.all_hits(rays, world)):
            assert numpy.array_equal(one, two)
        assert numpy.array_equal(lockstep.cull(camera(), other), lockstep.cull(camera(), world))
        assert [i in other for i in range(len(world))] == [i in world for i in range(len(world))]
        assert all(other.handle(i) == world.handle(i) for i in range(len(world)) if i in world)
        assert pickle.dumps(copied(other)) == pickle.dumps(world)


def test_copies_go_on_alike():
    spheres, boxes, shapes, *_ = kept_worlds()
    more = {spheres: SphereView([[1, 1, 1]] * 4, 1), boxes: AabbView([[0, 0, 0]] * 4, [[1, 1, 1]] * 4)}
    for world, objects in more.items():
        other, gone = copy.copy(world), world.handle(17 if 17 in world else 30)
        for one in (world, other):
            one.remove(gone.index)
        assert other.add(objects).tolist() == world.add(objects).tolist()
        assert gone not in other and gone not in world
    moved = lockstep.ShapeSet()
    moved.add_points(numpy.zeros((len(shapes), 3), numpy.float32))
    shapes.move(moved)
    assert lockstep.within(copy.copy(shapes), [[0, 0, 0]], 0)[0][1] == len(shapes)


def test_damaged_pickles_are_refused():
    for world in kept_worlds():
        version, data = world.__getstate__()
        for end in [*range(min(len(data), 60)), len(data) // 2, len(data) - 1]:
            with pytest.raises(ValueError, match="damaged"):
                World.__new__(World).__setstate__((version, data[:end]))
        with pytest.raises(ValueError, match="damaged"):
            World.__new__(World).__setstate__((version, data + b"x"))
        with pytest.raises(ValueError, match=rf"a World was written by lockstep 0\.0\.9, and this is lockstep {version}"):
            World.__new__(World).__setstate__(("0.0.9", data))


def packed(streams, numbers, holes, generations, shapes=b""):
    """The contents of a World's pickle."""
    parts = [numpy.uint32(streams).tobytes()]
    for array in (numpy.array(numbers, numpy.float32), numpy.array(holes, numpy.uint32),
                  numpy.array(generations, numpy.uint32), numpy.frombuffer(shapes, numpy.uint8)):
        parts += [numpy.uint64(len(array)).tobytes(), array.tobytes()]
    return b"".join(parts)


@pytest.mark.parametrize("data, message", [
    (packed(4, [0, 0, 0, 1], [0], [1]), None),
    (packed(5, [0, 0, 0, 1, 1], [], []), "damaged"),
    (packed(4, [0, 0, 0, 1, 1], [], []), "damaged"),
    (packed(4, [0, 0, numpy.nan, 1], [], []), r"spheres.z\[0\] = nan"),
    (packed(6, [0, 0, 0, 1, -1, 1], [], []), r"aabbs.min_y\[0\] = 0: must not be above its max"),
    (packed(4, [0, 0, 0, 1], [1], []), r"indices\[0\] = 1: out of range"),
    (packed(4, [0, 0, 0, 1], [0, 0], [2]), "object 0 comes twice"),
    (packed(4, [0, 0, 0, 1], [], [0, 0]), "there are 2, the world has 1 indices"),
    (packed(0, [], [], [], b"nothing"), "damaged"),
    (packed(0, [], [0], [], lockstep.ShapeSet().__getstate__()[1]), "damaged"),
    (packed(1, [], [], [], lockstep.ShapeSet().__getstate__()[1] + b"x"), "damaged"),
])
def test_bytes_that_hold_no_world_are_refused(data, message):
    version = World().__getstate__()[0]
    if message is None:
        world = World.__new__(World)
        world.__setstate__((version, data))
        assert world.free_slots == 1 and world.add(SphereView([[0, 0, 0]], 1)).tolist() == [0]
        return
    with pytest.raises(ValueError, match=message):
        World.__new__(World).__setstate__((version, data))


def test_handles_are_values():
    handle = World(SphereView([[0, 0, 0]], 1)).handle(0)
    assert handle == ObjectHandle(handle.index, handle.generation) and handle != ObjectHandle(1, handle.generation)
    assert {handle: "kept"}[pickle.loads(pickle.dumps(handle))] == "kept"
    assert repr(handle) == f"lockstep.ObjectHandle(index=0, generation={handle.generation})"


def test_a_world_without_objects():
    world = World()
    assert len(world) == 0 and len(world.order) == 0 and repr(world) == "<lockstep.World of 0 objects>"
    assert lockstep.cull(camera(), world).shape == (0,) and lockstep.cull_count(camera(), world) == 0
    indptr, indices = lockstep.within(world, [[0, 0, 0]], 1)
    assert indptr.tolist() == [0, 0] and len(indices) == 0
    assert lockstep.nearest(world, [[0, 0, 0]], 1).objects.tolist() == [[lockstep.no_object]]


def test_bad_input_is_named_and_changes_nothing():
    objects = random_spheres(50, 12)
    world = World(objects)
    before = lockstep.cull(camera(), world)
    radii = numpy.ones(50, numpy.float32)
    radii[17] = numpy.nan
    bad = SphereView(numpy.zeros((50, 3), numpy.float32), radii)
    for call in (lambda: World(bad), lambda: world.move(bad), lambda: world.add(bad),
                 lambda: world.move(numpy.arange(50, dtype=numpy.uint32), bad)):
        with pytest.raises(lockstep.InvalidInput, match=r"radius\[17\] = nan"):
            call()
    with pytest.raises(ValueError, match="has 49 objects, the world has 50"):
        world.move(random_spheres(49, 1))
    with pytest.raises(ValueError, match="the world is one of spheres"):
        world.move(random_boxes(50, 1))
    with pytest.raises(ValueError, match="50"):
        world.remove(50)
    with pytest.raises(ValueError, match="comes twice"):
        world.remove([3, 3])
    with pytest.raises(ValueError, match=r"points\[1\].y = inf"):
        lockstep.within(world, [[0, 0, 0], [0, numpy.inf, 0]], 1)
    with pytest.raises(ValueError, match="distance = -1"):
        lockstep.within(world, [[0, 0, 0]], -1)
    with pytest.raises(ValueError, match=r"points has the shape \(3,\); expected \(N, 3\)"):
        lockstep.nearest(world, [0, 0, 0], 1)
    with pytest.raises(ValueError, match=r"points is an array of float64, and float32 does not hold points\[0, 0\] = 0.1"):
        lockstep.nearest(world, numpy.array([[0.1, 0, 0]]), 1)
    with pytest.raises(TypeError):
        lockstep.nearest(world, [[0, 0, 0]], -1)
    with pytest.raises(TypeError):
        World(lockstep.BoxView([[0, 0, 0]], (0, 0, 0, 1), (1, 1, 1)))
    assert numpy.array_equal(lockstep.cull(camera(), world), before)


def test_views_are_copied_whatever_their_strides():
    rows = numpy.random.default_rng(13).uniform(-20, 20, (300, 8)).astype(numpy.float32)
    world = World(SphereView(rows[:, 1:7:2], numpy.abs(rows[:, 7])))
    side_by_side = SphereView(rows[:, 1:7:2].copy(), numpy.abs(rows[:, 7]))
    assert numpy.array_equal(lockstep.cull(camera(), world), lockstep.cull(camera(), side_by_side))
    points = rows[:40, :3]
    found = lockstep.nearest(world, points, 2).objects
    assert numpy.array_equal(found, lockstep.nearest(world, points.copy(), 2).objects)
    before = lockstep.cull(camera(), world)
    rows[:] = 0
    assert numpy.array_equal(lockstep.cull(camera(), world), before)


def test_other_threads_run_and_are_kept_from_changing_it():
    world = World(random_spheres(20_000, 14))
    points = numpy.random.default_rng(15).uniform(-50, 50, (3000, 3)).astype(numpy.float32)
    rays = numpy.random.default_rng(17).uniform(-50, 50, (3000, 2, 3)).astype(numpy.float32)
    balls = random_spheres(5000, 22)

    def in_use():
        try:
            world.remove(2**32 - 1)
        except RuntimeError:
            return True
        except ValueError:  # no such object: so the index was checked
            return False

    for number, call in enumerate((
            lambda: lockstep.within(world, points, 5),
            lambda: lockstep.nearest(world, points, 8),
            lambda: [lockstep.cull(camera(), world) for _ in range(50)],
            lambda: [lockstep.cull_in_order(camera(), world) for _ in range(50)],
            lambda: [lockstep.cull_count(camera(), world) for _ in range(50)],
            lambda: lockstep.first_hits(rays, world),
            lambda: lockstep.any_hits(rays, world),
            lambda: lockstep.overlapping(world, balls),
            lambda: lockstep.any_overlapping(world, balls),
    )):
        stop = threading.Event()

        def work():
            while not stop.is_set():
                try:
                    call()
                except RuntimeError:  # `in_use` was first
                    pass

        thread = threading.Thread(target=work)
        thread.start()
        seen, tries = False, 0
        while not seen and thread.is_alive() and tries < 10_000_000:
            seen = in_use()
            tries += 1
        stop.set()
        thread.join()
        assert seen, f"call {number} keeps the interpreter's lock"
    world.remove(0)  # it is no longer in use


def test_a_world_of_bodies():
    bodies = lockstep.BodySet()
    bodies.add([lockstep.Sphere([0, 0, 0], 1), lockstep.Sphere([2, 0, 0], 1)], [[0, 0, -10], [10, 0, -10], [20, 0, -10]])
    world = World(bodies)
    assert len(world) == 3 and sorted(world.order.tolist()) == [0, 0, 1, 1, 2, 2]
    assert lockstep.cull(camera(), world).sum() == lockstep.cull_count(camera(), world)
    rays = numpy.array([[[12, 9, -10], [0, -16, 0]], [[0, 5, 0], [-16, 0, 0]]], numpy.float32)
    found = lockstep.first_hits(rays, world, parts=True)
    assert found.shapes.tolist() == [1, lockstep.no_shape] and found.parts.tolist() == [1, lockstep.no_shape]
    out = lockstep.RayHits(parts=numpy.empty(2, numpy.uint32))
    assert lockstep.first_hits(rays, world, out).parts.tolist() == found.parts.tolist()
    indptr, indices, fractions = lockstep.all_hits([[[-5, 0, -10], [30, 0, 0]]], world)
    assert indices.tolist() == [0, 1, 2] and numpy.allclose(fractions[:, 0], [4 / 30, 14 / 30, 24 / 30])
    ball = SphereView([[-4, 0, -10]], 1)
    met = lockstep.first_contacts(ball, [[30, 0, 0]], world, parts=True)
    assert met.shapes.tolist() == [0] and met.parts.tolist() == [0]
    assert lockstep.within(world, ball, 14)[1].tolist() == [0, 1]
    assert lockstep.nearest(world, [[21, 0, -10]], 4).objects.tolist() == [[2, 1, 0, lockstep.no_object]]
    assert lockstep.overlapping(world, SphereView([[11, 0, -10]], 3))[1].tolist() == [1]
    assert len(lockstep.OverlapPass().run(world)) == 0
    world.remove(1)
    assert world.free_slots == 1 and 1 not in world
    world.move(bodies)
    assert world.free_slots == 0
    with pytest.raises(ValueError, match="aabbs: the world is one of bodies"):
        world.move(AabbView([[0, 0, 0]] * 3, [[1, 1, 1]] * 3))
    with pytest.raises(ValueError, match="points and normals are wanted where"):
        lockstep.first_hits(rays, world, out, parts=True)


def test_a_world_follows_the_set_that_it_lends():
    random = numpy.random.default_rng(19)
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(random.uniform(-20, 20, (200, 3)).astype(numpy.float32), 1)
    world = World(shapes)
    handle = world.handle(3)
    rays = random.uniform(-30, 30, (50, 2, 3)).astype(numpy.float32)

    def change(of):
        kept.append(of)
        of.remove(3)
        return of.add_spheres(numpy.float32([(0, 0, 0), (9, 9, 9)]), 2)

    kept = []
    assert world.change_shapes(change).tolist() == [3, 200] == change(shapes).tolist()
    assert len(kept[0]) == 0 and handle not in world and 3 in world and len(world) == 201
    for other in World(shapes), pickle.loads(pickle.dumps(world)), copy.copy(world):
        assert numpy.array_equal(lockstep.first_hits(rays, world).fractions, lockstep.first_hits(rays, other).fractions)
        assert other.change_shapes(len) == 201
    world.remove(7), shapes.remove(7)
    assert world.change_shapes(lambda of: of.add_spheres(numpy.float32([(1, 1, 1)]), 1)).tolist() == [7]
    shapes.add_spheres(numpy.float32([(1, 1, 1)]), 1)
    assert pickle.loads(pickle.dumps(world)).handle(7).generation == 1

    def fails(of):
        of.clear()
        of.add_spheres(numpy.float32([(0, 0, 0)]), 1)
        raise KeyError("away")

    with pytest.raises(KeyError):
        world.change_shapes(fails)
    assert len(world) == 1
    with pytest.raises(RuntimeError, match="another thread is"):
        world.change_shapes(lambda of: len(world))
    with pytest.raises(ValueError, match="the world is one of shapes"):
        world.change_bodies(len)
    assert len(pickle.loads(pickle.dumps(world))) == 1


def test_a_world_follows_its_bodies():
    bodies = lockstep.BodySet()
    ball = [lockstep.Sphere((0, 0, 0), 1), lockstep.Sphere((2, 0, 0), 1)]
    for x in range(20):
        bodies.add(ball, position=(5 * x, 0, 0))
    world = World(bodies)
    ray = numpy.float32([[(-9, 0, 0), (200, 0, 0)]])
    assert lockstep.first_hits(ray, world).shapes[0] == 0
    world.change_bodies(lambda of: of.move([0], [(0, 9, 0)], [(0, 0, 0, 1)]))
    assert lockstep.first_hits(ray, world).shapes[0] == 1
    assert lockstep.first_hits(ray, pickle.loads(pickle.dumps(world))).shapes[0] == 1
    world.remove(1)
    assert lockstep.first_hits(ray, pickle.loads(pickle.dumps(world))).shapes[0] == 2

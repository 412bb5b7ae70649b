"""Arrays of float64: positions are kept as they are, sizes are rounded up, and what float32 holds is float32."""

import pickle
from fractions import Fraction

import lockstep
import numpy
import pytest
from lockstep import Verdict

FAR = numpy.array([391779.123, 5820072.456, 12.7])  # map coordinates, between the floats
UNTURNED = (0, 0, 0, 1)
SEED = 20261130


def random(count, spread=6.0, seed=SEED):
    """Positions near FAR, any doubles."""
    return FAR + numpy.random.default_rng(seed).uniform(-spread, spread, (count, 3))


def random_rotations(count, seed=SEED):
    q = numpy.random.default_rng(seed).normal(size=(count, 4))
    return (q / numpy.linalg.norm(q, axis=1, keepdims=True)).astype(numpy.float32)


def all_pairs(count):
    return numpy.array([(a, b) for a in range(count) for b in range(a)], numpy.uint32)


def exact(x):
    return [Fraction(float(v)) for v in x]


def gap_squared(a, b):
    return sum((p - q) ** 2 for p, q in zip(exact(a), exact(b)))


def add_one_of_each(shapes, at):
    """Shapes whose numbers are floats next to 0, moved to `at` (3,)."""
    move = lambda *v: numpy.array(v, float) + at  # noqa: E731
    shapes.add_points(move(0.5, 0.25, 0))
    shapes.add_spheres(move(1, 0, 0), 0.75)
    shapes.add_aabbs(move(-1, 0, 0.5), move(1, 2, 1))
    shapes.add_boxes(move(0, 2, 1), numpy.array([0.5, 0.5, 0.5, 0.5]), (1, 0.5, 0.25))
    shapes.add_capsules(move(2, 0, 0), move(0, 3, 1), 0.5)
    shapes.add_ellipsoids(move(0, -2, 0), UNTURNED, (1, 2, 0.5))
    shapes.add_cylinders(move(-2, 0, 0), move(-2, 1, 2), 0.5)
    shapes.add_cones(move(-3, 1, 0), move(-2, 1, 4), 1)
    shapes.add_hull(numpy.array([[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]], float) + at)
    shapes.add_hull_instances(shapes.add_mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]), move(1, 1, 1), UNTURNED)


def test_shapes_far_away_have_the_answers_of_shapes_at_the_origin():
    near, far = lockstep.ShapeSet(), lockstep.ShapeSet()
    add_one_of_each(near, numpy.zeros(3))
    add_one_of_each(far, numpy.array([391779.0625, 5820072.125, 2**-20]))  # a move that doubles hold
    assert len(near) == len(far) == 10 and [near.kind(i) for i in range(10)] == [far.kind(i) for i in range(10)]
    pairs = all_pairs(10)
    assert (lockstep.intersect(near, near, pairs) == lockstep.intersect(far, far, pairs)).all()
    a, b = lockstep.distance(near, near, pairs).distances, lockstep.distance(far, far, pairs).distances
    assert (a[:, 0] <= b[:, 1]).all() and (b[:, 0] <= a[:, 1]).all()
    assert (b[:, 1] - b[:, 0] < 1e-6).all()
    again = pickle.loads(pickle.dumps(far))
    assert lockstep.distance(again, again, pairs).distances.tobytes() == b.tobytes()


def test_spheres_at_any_doubles_have_the_verdicts_of_exact_arithmetic():
    centers, shapes = random(60), lockstep.ShapeSet()
    shapes.add_spheres(centers, 1.5)
    pairs = all_pairs(60)
    overlap = numpy.array([gap_squared(centers[a], centers[b]) <= 9 for a, b in pairs])
    assert 100 < overlap.sum() < len(pairs) - 100
    verdicts = lockstep.intersect(shapes, shapes, pairs)
    assert ((verdicts == Verdict.overlapping) == overlap).all() and ((verdicts == Verdict.separated) == ~overlap).all()
    lost = centers.astype(numpy.float32).astype(float)
    rounded = numpy.array([gap_squared(lost[a], lost[b]) <= 9 for a, b in pairs])
    assert (rounded != overlap).any()  # what rounding to float32 first would have said


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e4])
def test_flush_boxes_stay_flush(scale):
    """Corners at doubles whose differences floats hold."""
    step = 0.25 * 2.0 ** round(numpy.log2(scale))
    start = numpy.array([391779.25, -5820072.5, 1e6])
    low = start + step * numpy.array([[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 1]])
    boxes = lockstep.AabbView(low, low + step)
    assert lockstep.overlap(as_set(boxes, low, low + step)).pairs.tolist() == [[0, 1], [0, 3], [1, 2], [1, 3]]
    tiles = lockstep.AabbView(centers=low + step / 2, half_extents=(step / 2,) * 3)
    assert (lockstep.intersect(boxes, tiles) == Verdict.overlapping).all()
    assert lockstep.distance(boxes, tiles).upper.max() < 0


def as_set(view, *arguments):
    shapes = lockstep.ShapeSet()
    add = {"SphereView": shapes.add_spheres, "AabbView": shapes.add_aabbs, "BoxView": shapes.add_boxes,
           "CapsuleView": shapes.add_capsules}[type(view).__name__]
    add(*arguments)
    return shapes


def test_sizes_are_rounded_up():
    """One unit in the last place decides: the shapes are those of the caller, or larger."""
    shapes = lockstep.ShapeSet()
    radius = numpy.array([0.35, 0.3, 0.1 + 1e-12])
    shapes.add_spheres(numpy.zeros((3, 3)), radius)
    points = lockstep.ShapeSet()
    points.add_points(numpy.array([[r, 0, 0] for r in radius]))
    pairs = numpy.array([[i, i] for i in range(3)], numpy.uint32)
    assert (lockstep.intersect(points, shapes, pairs) != Verdict.separated).all()
    assert numpy.float32(0.35) < 0.35  # the nearest float would lose it
    assert (lockstep.distance(points, shapes, pairs).upper <= 0).all()


def points_of_rod(p0, p1, radius, top, rng):
    """Points of a capsule's, cylinder's (top 1) or cone's (top 0) surface or inside, in long double."""
    p0, p1 = p0.astype(numpy.longdouble), p1.astype(numpy.longdouble)
    axis = p1 - p0
    side = numpy.cross(axis, numpy.array(rng.normal(size=3), numpy.longdouble))
    side /= numpy.sqrt((side * side).sum())
    for part in (0, 0.5, 1):
        yield p0 + axis * part + side * (radius * (1 - part * (1 - top)))


@pytest.mark.parametrize("kind", ["capsules", "cylinders", "cones"])
@pytest.mark.parametrize("flat", [1e-4, 1.0, 1e4])
def test_rods_contain_those_of_the_caller(kind, flat):
    rng = numpy.random.default_rng(SEED)
    lost = 0
    for p0 in random(40):
        p1, radius = p0 + flat * rng.normal(size=3), float(numpy.float32(rng.uniform(0.5, 2)))
        shapes, points = lockstep.ShapeSet(), lockstep.ShapeSet()
        getattr(shapes, "add_" + kind)(p0, p1, radius)
        for p in points_of_rod(p0, p1, radius, 0 if kind == "cones" else 1, rng):
            points.add_points(p.astype(float))
        pairs = numpy.array([[i, 0] for i in range(3)], numpy.uint32)
        # A point rounds to a double by 2^-30 at map coordinates.
        assert (lockstep.distance(points, shapes, pairs).lower < 2**-29).all(), (p0, p1, radius)
        near = lockstep.ShapeSet()  # what rounding to the nearest floats would give
        getattr(near, "add_" + kind)((0, 0, 0), (p1 - p0).astype(numpy.float32), radius)
        local = lockstep.ShapeSet()
        for p in points_of_rod(p0, p1, radius, 0 if kind == "cones" else 1, rng):
            local.add_points((p - p0.astype(numpy.longdouble)).astype(float))
        lost += (lockstep.distance(local, near, pairs).lower > 2**-29).sum()
    assert lost > 0 or flat < 1


def test_turned_boxes_and_ellipsoids_contain_those_of_the_caller():
    rng = numpy.random.default_rng(SEED)
    for q in rng.normal(size=(50, 4)):
        q /= numpy.linalg.norm(q)
        sizes = numpy.float32(10.0 ** rng.uniform(-4, 2, 3))
        x, y, z, w = q.astype(numpy.longdouble) / numpy.sqrt((q.astype(numpy.longdouble) ** 2).sum())
        turn = numpy.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
        shapes, corners, surface = lockstep.ShapeSet(), lockstep.ShapeSet(), lockstep.ShapeSet()
        shapes.add_boxes((0, 0, 0), q, sizes)
        shapes.add_ellipsoids((0, 0, 0), q, sizes)
        signs = numpy.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)]) * 2 - 1
        corners.add_points((signs * sizes.astype(numpy.longdouble) @ turn.T).astype(float))
        unit = rng.normal(size=(20, 3))
        unit /= numpy.linalg.norm(unit, axis=1, keepdims=True)
        surface.add_points((unit * (1 - 1e-15) * sizes.astype(numpy.longdouble) @ turn.T).astype(float))
        of_box = numpy.array([[i, 0] for i in range(8)], numpy.uint32)
        of_ellipsoid = numpy.array([[i, 1] for i in range(20)], numpy.uint32)
        assert (lockstep.distance(corners, shapes, of_box).lower <= 0).all()
        assert (lockstep.distance(surface, shapes, of_ellipsoid).lower <= 0).all()


def test_hulls_of_doubles_contain_their_vertices():
    rng = numpy.random.default_rng(SEED)
    for scale in (1e-3, 1, 1e3):
        vertices = FAR + scale * rng.normal(size=(12, 3))
        shapes, points = lockstep.ShapeSet(), lockstep.ShapeSet()
        shapes.add_hull(vertices)
        points.add_points(vertices)
        pairs = numpy.array([[i, 0] for i in range(12)], numpy.uint32)
        found = lockstep.distance(points, shapes, pairs)
        assert (found.lower <= 0).all() and (lockstep.intersect(points, shapes, pairs) != Verdict.separated).all()
        assert (found.lower > -2 * scale).all()


VIEWS = {
    "spheres": lambda at: (lockstep.SphereView, at, 0.8),
    "aabbs": lambda at: (lockstep.AabbView, at, at + 1.25),
    "boxes": lambda at: (lockstep.BoxView, at, random_rotations(len(at)), (1, 0.5, 0.25)),
    "capsules": lambda at: (lockstep.CapsuleView, at, at + (1, 2, -0.5), 0.5),
}


@pytest.mark.parametrize("kind", VIEWS)
def test_views_have_the_answers_of_sets(kind):
    make, *first = VIEWS[kind](random(80))
    view, shapes = make(*first), lockstep.ShapeSet()
    getattr(shapes, "add_" + kind)(*first)
    others, set_of_others = make(*VIEWS[kind](random(80, seed=1))[1:]), lockstep.ShapeSet()
    getattr(set_of_others, "add_" + kind)(*VIEWS[kind](random(80, seed=1))[1:])
    pairs = numpy.array([[i, i] for i in range(80)], numpy.uint32)
    want = lockstep.intersect(shapes, set_of_others, pairs)
    assert (lockstep.intersect(view, others) == want).all()
    out = numpy.full(80, 9, numpy.uint8)
    assert lockstep.intersect(view, others, out) is out and (out == want).all()
    far = lockstep.distance(view, others, points=True)
    assert far.distances.tobytes() == lockstep.distance(shapes, set_of_others, pairs).distances.tobytes()
    assert far.points.shape == (80, 2, 3)
    with pytest.raises(ValueError, match="one for each of the 80"):
        lockstep.intersect(view, make(*VIEWS[kind](random(3))[1:]))
    if kind == "capsules":
        return
    if kind == "aabbs":  # float32 holds the low corners alone
        low = numpy.arange(30.0).reshape(10, 3) + FAR.round()
        lone, full = lockstep.ShapeSet(), lockstep.ConvexVolume.from_planes([[1.0, 0, 0, -391791.1]])
        lone.add_aabbs(low, low + 0.1)
        assert 0 < lockstep.cull_count(full, lockstep.AabbView(low, low + 0.1)) == lockstep.cull_count(full, lone) < 10
    lens = lockstep.Lens.perspective(1.0, 1.5, 0.1, 20)
    camera = lockstep.ConvexVolume.from_camera(lens, lockstep.CameraPose(tuple(FAR + (0, 0, 9))))
    seen = lockstep.cull(camera, view)
    assert 5 < seen.sum() < 80 and (seen == lockstep.cull(camera, shapes)).all()
    assert lockstep.cull_count(camera, view) == seen.sum()
    grid = lockstep.VolumeSet.camera_grid(lens, lockstep.CameraPose(tuple(FAR + (0, 0, 9))), 2, 2, [5.0])
    assert (lockstep.cull(grid, view) == lockstep.cull(grid, shapes)).all()


@pytest.mark.parametrize("kind", ["spheres", "aabbs"])
def test_worlds_of_doubles_follow(kind):
    grid = FAR.round() + numpy.array([[x, y, 0] for x in range(8) for y in range(8)], float)  # floats hold these
    assert (grid == grid.astype(numpy.float32)).all()
    make, *arguments = VIEWS[kind](grid)
    world, shapes = lockstep.World(make(*arguments)), lockstep.ShapeSet()
    getattr(shapes, "add_" + kind)(*arguments)
    ask = lambda: lockstep.overlap(world).pairs.tolist()  # noqa: E731
    assert ask() == lockstep.overlap(shapes).pairs.tolist()
    rng = numpy.random.default_rng(SEED)
    at = grid + rng.uniform(-0.3, 0.3, grid.shape)
    _, *moved = VIEWS[kind](at)
    world.move(make(*moved))
    assert ask() == fresh(kind, at)
    some = numpy.array([3, 60, 17])
    at[some] += (0.2, 0.7, 0.1)
    world.move(some, make(*VIEWS[kind](at[some])[1:]))
    assert ask() == fresh(kind, at)
    world.remove(5)
    at[5] = at[6] + 0.1
    assert world.add(make(*VIEWS[kind](at[5:6])[1:])).tolist() == [5]
    assert ask() == fresh(kind, at)
    world.remove(9)
    world.move(make(*VIEWS[kind](at)[1:]))
    assert 9 not in world and ask() == [p for p in fresh(kind, at) if 9 not in p]
    again = pickle.loads(pickle.dumps(world))
    assert lockstep.overlap(again).pairs.tolist() == ask()
    query = make(*VIEWS[kind](random(20, seed=2))[1:])
    lists = lockstep.overlapping(world, query)
    assert (numpy.diff(lists[0]) > 0).tolist() == lockstep.any_overlapping(world, query).tolist()
    assert lockstep.within(world, query, 0.0)[1].tolist() == lists[1].tolist()
    motions = numpy.tile(numpy.array([[4, 0, 0]], float), (20, 1))
    hits = lockstep.first_contacts(query, motions, world)
    assert (hits.shapes != lockstep.no_object).sum() >= (numpy.diff(lists[0]) > 0).sum()
    with pytest.raises(ValueError, match="has 3 objects, the world has 64"):
        world.move(make(*VIEWS[kind](at[:3])[1:]))
    with pytest.raises(ValueError, match="objects: has 2 objects, needs one for each index, of which there are 3"):
        world.move(some, make(*VIEWS[kind](at[:2])[1:]))


def test_points_of_doubles_have_their_neighbours():
    centers, points = random(200), random(30, 8, seed=3)
    world = lockstep.World(lockstep.SphereView(centers, 0.25))
    found = lockstep.nearest(world, points, 4)
    exact_order = [sorted(range(200), key=lambda j: gap_squared(p, centers[j]))[:4] for p in points]
    assert found.objects.tolist() == exact_order
    origin = tuple(points[0])
    assert lockstep.nearest(world, numpy.zeros((1, 3)), 4, origin=origin).objects[0].tolist() == exact_order[0]
    near = lockstep.within(world, points, 2.0)
    wanted = [[j for j in range(200) if gap_squared(p, centers[j]) <= Fraction(9, 4) ** 2] for p in points]
    assert [near[1][a:b].tolist() for a, b in zip(near[0], near[0][1:])] == wanted
    with pytest.raises(ValueError, match="points is an array of float64, and float32 does not hold"):
        lockstep.nearest(world, points, 1, origin=origin)
    with pytest.raises(ValueError, match=r"points\[1\].z = nan"):
        lockstep.nearest(world, numpy.array([[0.1, 0, 0], [0, 0, numpy.nan]]), 1)
    bodies = lockstep.BodySet()
    bodies.add([lockstep.Sphere((0, 0, 0), 0.25)], centers)
    assert lockstep.nearest(lockstep.World(bodies), points, 4).objects.tolist() == exact_order


def fresh(kind, at):
    shapes = lockstep.ShapeSet()
    getattr(shapes, "add_" + kind)(*VIEWS[kind](at)[1:])
    return lockstep.overlap(shapes).pairs.tolist()


def test_a_world_of_floats_refuses_positions_that_they_do_not_hold():
    world = lockstep.World(lockstep.SphereView(numpy.zeros((2, 3), numpy.float32), 1))
    for change in (world.move, world.add, lambda view: world.move([0, 1], view)):
        with pytest.raises(ValueError, match="the world was made of others: make it of positions in float64"):
            change(lockstep.SphereView(random(2), 1))
    assert lockstep.overlap(world).pairs.tolist() == [[0, 1]]


def test_lists_are_arrays_and_whole_numbers_are_numbers():
    shapes = lockstep.ShapeSet()
    shapes.add_spheres([[391779.1, 0, 0], [391779.3, 0, 0]], numpy.array([1, 2]))
    assert abs(lockstep.distance(shapes, shapes, [[0, 1]]).lower[0] + 2.8) < 1e-9
    balls = lockstep.SphereView(numpy.array([[0, 0, 0], [3, 0, 0]]), 1)  # int64
    assert lockstep.overlap(balls, margin=1).pairs.tolist() == [[0, 1]]
    assert lockstep.overlap(lockstep.SphereView([[391779.1, 0, 0], [391779.3, 0, 0]], 0.11)).pairs.tolist() == [[0, 1]]
    assert len(lockstep.overlap(lockstep.SphereView([[391779.1, 0, 0], [391779.3, 0, 0]], 0.09))) == 0


def test_a_crowd_of_doubles():
    rng = numpy.random.default_rng(SEED)
    agents = FAR[:2] + rng.uniform(-6, 6, (300, 2))
    found = lockstep.overlap(lockstep.CircleView(agents, 0.25), counts=True, separations=True)
    wanted = [[a, b] for a in range(300) for b in range(a + 1, 300) if gap_squared(agents[a], agents[b]) <= Fraction(1, 4)]
    assert 100 < len(wanted) and found.pairs.tolist() == wanted
    assert found.counts.sum() == 2 * len(wanted) and (found.separations["depth"] >= -1e-9).all()
    half = lockstep.overlap(lockstep.CircleView(agents[:100], 0.25), lockstep.CircleView(agents[100:], 0.25))
    assert half.pairs.tolist() == [[a, b - 100] for a, b in wanted if a < 100 <= b]
    set_of_agents = lockstep.ShapeSet2()
    set_of_agents.add_circles(agents, 0.25)
    assert lockstep.overlap(set_of_agents).pairs.tolist() == wanted
    view = lockstep.CircleView(agents, 0.25)
    assert (lockstep.intersect(view, view) == Verdict.overlapping).all()
    with pytest.raises(ValueError, match=r"float32 does not hold center\[0, 0\] = 3917"):
        lockstep.World2(view)


def one_of_each_in_plane(at):
    """Shapes whose numbers are floats next to 0, moved to `at` (2,)."""
    shapes = lockstep.ShapeSet2()
    shapes.add_circles(numpy.array([[0.25, 0], [3, 1]]) + at, 1)
    shapes.add_capsules(numpy.array([1.0, 0.5]) + at, numpy.array([2.0, -1.0]) + at, 0.5)
    shapes.add_boxes(numpy.array([0.0, 1.75]) + at, 0.5, (1, 0.5))
    shapes.add_ellipses(numpy.array([-1.5, 0.5]) + at, 1.25, (1, 0.5))
    shapes.add_slices(numpy.array([-1.0, -2.0]) + at, 0.5, 0.75, 2)
    shapes.add_polygon(numpy.array([[1.0, 1], [2, 1], [1.5, 3]]) + at)
    shapes.add_polygon(numpy.array([[1.0, 1], [2, 1], [1.5, 3]]), at, 0)
    return shapes


def test_shapes_of_the_plane_far_away_have_the_answers_of_shapes_at_the_origin():
    pairs = all_pairs(8)
    near = one_of_each_in_plane(numpy.zeros(2))
    expected = lockstep.distance(near, near, pairs)
    assert 0 < (expected.upper < 0).sum() < len(pairs)
    far_away = numpy.array([391779.126953125, 5820072.501953125])
    for at in (far_away, far_away * 2**20 + 0.125):
        far = one_of_each_in_plane(at)
        for shapes in (far, pickle.loads(pickle.dumps(far))):
            found = lockstep.distance(shapes, shapes, pairs)
            assert (found.lower <= expected.upper).all() and (expected.lower <= found.upper).all()
            assert (lockstep.intersect(shapes, shapes, pairs) == lockstep.intersect(near, near, pairs)).all()
            assert lockstep.overlap(shapes).pairs.tolist() == lockstep.overlap(near).pairs.tolist()
        rays = numpy.array([[[-9, 0.25], [20, 0]]], numpy.float32)
        each = [(0, i) for i in range(8)]
        hits = lockstep.cast_rays(rays, far, each, origin=(*at, 0))
        assert numpy.allclose(hits.fractions, lockstep.cast_rays(rays, near, each).fractions, rtol=0, atol=1e-12)
        far.place(numpy.arange(2), numpy.array([0.125, 0.25]))
        far.remove(6)
        assert lockstep.intersect(far, near, [(0, 0), (1, 1)]).tolist() == [Verdict.overlapping, Verdict.separated]


def test_polygons_at_doubles():
    at = numpy.array([391779.125, 5820072.5])
    shapes = lockstep.ShapeSet2()
    corners = numpy.array([[0.0, 0], [2, 0], [0, 2]], numpy.float32)
    polygon = shapes.add_polygon(corners, at, 0.5)
    near = lockstep.ShapeSet2()
    near.add_polygon(corners, (0, 0), 0.5)
    point = near.add_circles((0.5, 1), 0.25)[0]
    far_point = shapes.add_circles(at + (0.5, 1), 0.25)[0]
    for angle in (0.5, 2.0):
        shapes.place([polygon], at, angle)
        near.place([0], (0, 0), angle)
        expected = lockstep.distance(near, near, [(0, point)])
        found = lockstep.distance(shapes, shapes, [(polygon, far_point)])
        assert numpy.allclose(found.distances, expected.distances, rtol=0, atol=1e-12)
    shapes.place([polygon], (7, 7), 0)  # where these say, although floats hold them
    assert lockstep.distance(shapes, near, [(polygon, point)]).lower[0] > 7


def test_polygons_of_doubles_contain_their_vertices():
    rng = numpy.random.default_rng(SEED)
    for scale in (1e-3, 1.0, 1e3):
        vertices = FAR[:2] + rng.uniform(-scale, scale, (9, 2))
        shapes = lockstep.ShapeSet2()
        polygon = shapes.add_polygon(vertices)
        points = shapes.add_circles(vertices, 0)
        verdicts = lockstep.intersect(shapes, shapes, [(polygon, p) for p in points])
        assert (verdicts != Verdict.separated).all()
        out = shapes.add_circles(FAR[:2] + (scale * 1.00001, 0), 0)[0]
        assert lockstep.intersect(shapes, shapes, [(polygon, out)]).tolist() == [Verdict.separated]


def test_capsules_of_the_plane_contain_those_of_the_caller():
    rng = numpy.random.default_rng(SEED)
    p0, p1 = FAR[:2] + rng.uniform(-5, 5, (100, 2)), FAR[:2] + rng.uniform(-5, 5, (100, 2))
    shapes = lockstep.ShapeSet2()
    rods = shapes.add_capsules(p0, p1, 0)
    ends = [shapes.add_circles(p, 0) for p in (p0, p1)]
    for points in ends:
        verdicts = lockstep.intersect(shapes, shapes, numpy.stack([rods, points], axis=1))
        assert (verdicts != Verdict.separated).all()


def test_a_periodic_crowd():
    rng = numpy.random.default_rng(SEED)
    cell, far = numpy.diag([12.0, 9.0, 1.0]), FAR[:2]
    agents = far + rng.uniform(0, 9, (120, 2))
    shapes = lockstep.ShapeSet2()
    shapes.add_circles(agents, 0.5)
    shapes.add_boxes(agents[:5] + 0.25, 0.5, (1, 0.5))
    how = {"cell": cell, "periodic": (True, True, False)}
    circles = lockstep.overlap(lockstep.CircleView(agents, 0.5), **how)
    found = lockstep.overlap(shapes, **how, contacts=True)
    of_circles = found.pairs[:, 1] < 120
    assert found.pairs[of_circles].tolist() == circles.pairs.tolist()
    assert found.shifts[of_circles].tolist() == circles.shifts.tolist()
    assert (~of_circles).sum() > 10 and (found.shifts[:, :2] != 0).any() and (found.shifts[:, 2] == 0).all()
    a, b = agents[circles.pairs[:, 0]], agents[circles.pairs[:, 1]]
    assert numpy.linalg.norm(b + (circles.shifts @ cell)[:, :2] - a, axis=1).max() <= 1


def test_float64_that_floats_hold_changes_nothing():
    centers = numpy.random.default_rng(SEED).uniform(-5, 5, (50, 3)).astype(numpy.float32)
    one, other = lockstep.ShapeSet(), lockstep.ShapeSet()
    one.add_boxes(centers, random_rotations(50), (1, 2, 3))
    other.add_boxes(centers.astype(float), random_rotations(50).astype(float), numpy.array([1.0, 2, 3]))
    pairs = all_pairs(50)
    assert lockstep.distance(one, one, pairs).distances.tobytes() == lockstep.distance(other, other, pairs).distances.tobytes()
    assert pickle.dumps(one) == pickle.dumps(other)


def test_setters_leave_the_position_and_say_so():
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(random(3), 1)
    before = lockstep.distance(shapes, shapes, [[0, 1]]).distances.tolist()
    with pytest.raises(ValueError, match="set leaves the position in double as it is: give numbers about 0, and call place"):
        shapes.set_spheres([0], random(1), 2)
    assert lockstep.distance(shapes, shapes, [[0, 1]]).distances.tolist() == before
    shapes.set_spheres([0, 1], (0, 0, 0), 1.5)
    assert abs(lockstep.distance(shapes, shapes, [[0, 1]]).lower[0] - before[0][0] + 1) < 1e-6


def test_bodies_at_doubles():
    parts = [lockstep.Sphere((0, 0, 0), 0.5), lockstep.Box((1, 0, 0), UNTURNED, (0.5, 0.5, 0.5))]
    bodies, at = lockstep.BodySet(), random(30, 3)
    assert bodies.add(parts, at, random_rotations(30)).tolist() == list(range(30))
    placed = lockstep.BodySet()
    placed.add(parts, numpy.zeros((30, 3), numpy.float32), random_rotations(30))
    placed.place(numpy.arange(30), at)
    assert len(lockstep.overlap(bodies)) > 5
    assert lockstep.overlap(bodies).pairs.tolist() == lockstep.overlap(placed).pairs.tolist()
    with pytest.raises(ValueError, match="move leaves the position in double as it is"):
        bodies.move([0], at[:1], UNTURNED)
    with pytest.raises(ValueError, match=r"body 1 of 2: position.y = 1e\+30"):
        bodies.add(parts, numpy.array([[0, 0, 0.1], [0, 1e30, 0]]))
    assert len(bodies) == 30


def test_bad_doubles_are_named_and_nothing_changes():
    shapes = lockstep.ShapeSet()
    bad = random(4)
    bad[2, 1] = numpy.nan
    for add in (lambda: shapes.add_spheres(bad, 1), lambda: lockstep.cull_count(camera_of_nothing(), lockstep.SphereView(bad, 1))):
        with pytest.raises(ValueError, match=r"(shape 2 of 4: position|positions\[2\]).y = nan"):
            add()
    with pytest.raises(ValueError, match="radius"):
        lockstep.overlap(lockstep.SphereView(random(4), -1))
    with pytest.raises(ValueError, match=r"max"):
        shapes.add_aabbs(random(1), random(1) - 20)
    with pytest.raises(ValueError, match="1 objects|of 3 objects"):
        shapes.add_spheres(random(4), numpy.ones(3))
    assert len(shapes) == 0


def camera_of_nothing():
    return lockstep.ConvexVolume.from_planes([[1.0, 0, 0, 0]])


def test_boxes_by_exact_centers_stand_where_they_are():
    """float64 that float32 holds, beside positions that it does not hold, and in worlds."""
    centers = numpy.array([[10.0, 0, 0], [20, 0, 0]])
    boxes = lockstep.AabbView(centers=centers, half_extents=numpy.ones((2, 3)))
    world = lockstep.World(boxes)
    assert abs(lockstep.nearest(world, [[0, 0, 0]], 1).lower[0, 0] - 9) < 1e-6
    near = lockstep.AabbView(centers=centers + 0.1, half_extents=(1, 1, 1))
    assert (lockstep.intersect(boxes, near) == Verdict.overlapping).all()
    world.move(near)
    world.move(boxes)
    assert lockstep.nearest(world, [[20, 0, 0]], 1).objects.tolist() == [[1]]
    third = lockstep.AabbView(centers=numpy.array([[40.0, 0, 0]]), half_extents=(1, 1, 1))
    assert world.add(third).tolist() == [2]
    assert abs(lockstep.nearest(world, [[45, 0, 0]], 1).lower[0, 0] - 4) < 1e-6
    rounded = lockstep.AabbView(centers=numpy.array([[1e8, 0, 0]], numpy.float32), half_extents=(3, 1, 1))
    of_set = lockstep.World(lockstep.AabbView(centers=numpy.array([[1e8, 0, 0]]), half_extents=(3, 1, 1)))
    for point in ([1e8 + 8, 0, 0], [1e8 - 8, 0, 0]):
        plain = lockstep.nearest(lockstep.World(rounded), numpy.array([point], numpy.float32), 1).lower
        assert abs(lockstep.nearest(of_set, numpy.array([point], numpy.float32), 1).lower - plain) < 1e-3


def test_views_of_rounded_rotations_contain_those_of_the_caller():
    rng = numpy.random.default_rng(SEED)
    lost = 0
    for q in rng.normal(size=(100, 4)):
        q /= numpy.linalg.norm(q)
        x, y, z, w = (Fraction(float(v)) for v in q)
        square = x * x + y * y + z * z + w * w
        end = [(w * w + x * x - y * y - z * z) / square, 2 * (x * y + w * z) / square, 2 * (x * z - w * y) / square]
        tip = [10**6 * v * (1 - Fraction(1, 2**50)) for v in end]  # in the box, which is a needle of half width 2^-10
        point = lockstep.SphereView(numpy.array([[float(v) for v in tip]]), 0)
        for rotation in (q, q.astype(numpy.float32)):
            box = lockstep.BoxView(numpy.zeros((1, 3), numpy.float32), rotation, (1e6, 2**-10, 2**-10))
            shapes, points = lockstep.ShapeSet(), lockstep.ShapeSet()
            shapes.add_boxes((0, 0, 0), rotation, (1e6, 2**-10, 2**-10))
            points.add_points(numpy.array([[float(v) for v in tip]]))
            if rotation is q:
                assert lockstep.intersect(points, shapes, [[0, 0]])[0] != Verdict.separated
                pose = [float(v) for v in tip]
                normal = numpy.array([[*end, -float(sum(a * b for a, b in zip(end, tip))) + 1e-7]], float)
                assert lockstep.cull_count(lockstep.ConvexVolume.from_planes(normal), box) == 1, pose
            else:
                lost += int(lockstep.intersect(points, shapes, [[0, 0]])[0] == Verdict.separated)
        assert len(point) == 1
    assert lost > 10  # what rounding the rotation alone would lose


def test_rotations_of_bodies_are_floats():
    q = numpy.array([0.1, 0.2, 0.3, 0.9])
    q /= numpy.linalg.norm(q)
    bodies = lockstep.BodySet()
    with pytest.raises(ValueError, match=r"rotation is an array of float64, and float32 does not hold rotation\[0\]"):
        bodies.add([lockstep.Sphere((0, 0, 0), 1)], (0, 0, 0), q)
    bodies.add([lockstep.Sphere((0, 0, 0), 1)], (0, 0, 0), q.astype(numpy.float32))
    with pytest.raises(ValueError, match="rotation is an array of float64"):
        bodies.move([0], (0, 0, 0), q)
    assert len(bodies) == 1


def test_negative_sizes_stay_negative():
    """Where a shape grows, too."""
    at, to = numpy.array([[0.1, 0, 0]]), numpy.array([[0.1, 0, 1.3]])
    turn = numpy.array([0.1, 0.2, 0.3, 0.4]) / numpy.sqrt(0.3)
    shapes = lockstep.ShapeSet()
    mesh = shapes.add_mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    for add in (lambda: shapes.add_cones(at, to, [-5.0]), lambda: shapes.add_cylinders(at, to, [-1e-8]),
                lambda: shapes.add_capsules(at, to, [-1e-9]), lambda: shapes.add_boxes(at, turn, (-1e-8, 1, 1)),
                lambda: shapes.add_ellipsoids(at, turn, (-1e-6, 1, 1)), lambda: shapes.add_spheres(at, -1e-50),
                lambda: shapes.add_hull_instances(mesh, at, turn, -1e-9), lambda: shapes.add_hull(at + FAR, -1e-9),
                lambda: shapes.add_aabbs(at, at - (0, 0, 1e-300)), lambda: shapes.add_cones(at, to, numpy.inf),
                lambda: shapes.add_aabbs(at * 0, at * 0 - (0, 0, 1e-300))):  # fmt: skip
        with pytest.raises(ValueError, match="radius|radii|half_extents|min"):
            add()
    assert len(shapes) == 0


def test_hull_radii_are_rounded_up():
    shapes, points = lockstep.ShapeSet(), lockstep.ShapeSet()
    shapes.add_hull(numpy.zeros((1, 3), numpy.float32), 0.35)
    points.add_points(numpy.array([[0.35, 0, 0]]))
    assert lockstep.intersect(points, shapes, [[0, 0]])[0] != Verdict.separated


@pytest.mark.parametrize("height", [1e-9, 1e-6, 1e3])
def test_cones_stay_near(height):
    shapes, points = lockstep.ShapeSet(), lockstep.ShapeSet()
    shapes.add_cones(numpy.array([[0.1, 0, 0]]), numpy.array([[0.1, 0, height]]), 1)
    points.add_points(numpy.array([[1.5, 0, 0], [0.1, 0, height * 1.01 + 1e-2], [0.1, 0, -0.1]]))
    assert (lockstep.intersect(points, shapes, [[0, 0], [1, 0], [2, 0]]) == Verdict.separated).all()


def test_whole_numbers_beyond_doubles_are_refused():
    for number in (2**53 + 1, 2**60 + 1):
        with pytest.raises(ValueError, match=r"center is an array of int64, and float32 does not hold center\[0\]"):
            lockstep.ShapeSet().add_spheres(numpy.array([number, 0, 0]), 1)


def test_worlds_of_doubles_are_worlds():
    world = lockstep.World()
    assert lockstep.nearest(world, random(2), 1).objects.tolist() == [[lockstep.no_object]] * 2
    assert world.add(lockstep.SphereView(random(4), 1)).tolist() == [0, 1, 2, 3]
    world.remove(2)
    world.remove(0)
    moved = random(4)
    moved[2] = numpy.nan  # a free slot is not looked at
    world.move(lockstep.SphereView(moved, 1))
    assert world.add(lockstep.SphereView(random(1), 1)).tolist() == [0]  # the last free slot first
    with pytest.raises(ValueError, match="its kind is aabb, and that of the world's shape is sphere"):
        world.move(lockstep.AabbView(random(4), random(4) + 1))
    with pytest.raises(ValueError, match="its kind is aabb"):
        world.move([1], lockstep.AabbView(random(1), random(1) + 1))
    assert world.add(lockstep.SphereView(random(1), 1)).tolist() == [2]


def test_arrays_are_copied_by_those_who_hold_the_interpreter():
    """Threads that add shapes of the same arrays leave their counts of references alone."""
    import sys
    import threading

    centers, radius = numpy.zeros((2000, 3), numpy.float32), numpy.ones(2000, numpy.float32)
    before = sys.getrefcount(centers), sys.getrefcount(radius)

    def add():
        shapes = lockstep.ShapeSet()
        for _ in range(60):
            shapes.add_spheres(centers, radius)

    threads = [threading.Thread(target=add) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            _ = [centers, radius] * 50
        thread.join()
    _ = None
    assert (sys.getrefcount(centers), sys.getrefcount(radius)) == before


def test_a_world_of_bodies_refuses_views():
    bodies = lockstep.BodySet()
    bodies.add([lockstep.Sphere((0, 0, 0), 1)], random(3))
    world = lockstep.World(bodies)
    for change in (world.add, world.move, lambda view: world.move([0, 1, 2], view)):
        for centers in (random(3), numpy.full((3, 3), 0.5), numpy.zeros((3, 3), numpy.float32)):
            with pytest.raises(ValueError):
                change(lockstep.SphereView(centers, 1))
    assert len(world) == 3 and lockstep.nearest(world, random(3)[1:2], 1).objects.tolist() == [[1]]


def test_an_error_leaves_a_new_world_new():
    world, bad = lockstep.World(), random(2)
    bad[1, 2] = numpy.inf
    with pytest.raises(ValueError, match="shape 1 of 2: position.z = inf"):
        world.add(lockstep.SphereView(bad, 1))
    assert len(world) == 0 and world.add(lockstep.AabbView((0, 0, 0), (1, 1, 1))).tolist() == [0]
    world = lockstep.World(lockstep.SphereView(random(4), 1))
    world.remove(0)
    worse = random(4)
    worse[3, 0] = numpy.nan
    with pytest.raises(ValueError, match="shape 3 of 4: position.x = nan"):
        world.move(lockstep.SphereView(worse, 1))


def test_decimals_in_lists_are_literals_where_doubles_are_refused():
    plane, shapes, bodies = lockstep.ShapeSet2(), lockstep.ShapeSet(), lockstep.BodySet()
    assert plane.add_circles([[0.1, 0.2]], 1).tolist() == [0] and plane.add_circles((0.1, 0.2), 1).tolist() == [1]
    plane.set_circles([0], [[0.3, 0.1]], 0.7)
    assert len(lockstep.World2(lockstep.CircleView([[0.1, 0.2]], 1))) == 1
    assert lockstep.intersect(lockstep.CircleView([[0.1, 0.2]], 1), lockstep.CircleView([[0.3, 0.2]], 1)).tolist() == [2]
    with pytest.raises(ValueError, match="float32 does not hold the positions, and set leaves the position"):
        plane.set_circles([0], numpy.array([[0.1, 0.2]]), 1)
    shapes.add_spheres(random(1), 1)
    shapes.set_spheres([0], [[0.1, 0, 0]], 1)
    shapes.set_aabbs([0], [[0.1, 0, 0]], [[0.3, 1, 1]])
    shapes.set_capsules([0], [[0.1, 0, 0]], [[0.3, 1, 1]], 0.7)
    bodies.add([lockstep.Sphere((0, 0, 0), 1)], random(1))
    bodies.move([0], [[0.1, 0, 0]], (0, 0, 0, 1))
    assert bodies.pose(0)[0][0] == numpy.float32(0.1)


def test_whole_numbers_that_are_floats_are_taken():
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(numpy.array([2**54, 0, 0]), 2**54)
    with pytest.raises(TypeError, match="center is a list that is not an array of numbers"):
        shapes.add_spheres([10**400, 0, 0], 1)

"""Views element by element, and one shape against a view: intersect and distance, of space and of the plane."""

import pickle

import lockstep
import numpy
import pytest

COUNT = 300


def some(kind, seed):
    """Arguments of the view and of the adder of COUNT objects, and of object 0 alone."""
    random = numpy.random.default_rng(seed)
    width = 3 if kind in SPACE else 2
    center = random.uniform(0, 4, (COUNT, width)).astype(numpy.float32)
    size = random.uniform(0.125, 1.5, (COUNT, width)).astype(numpy.float32)
    if kind == "Box":
        turn = random.normal(size=(COUNT, 4))
        return center, (turn / numpy.linalg.norm(turn, axis=1)[:, None]).astype(numpy.float32), size
    if kind == "Box2":
        return center, random.uniform(-4, 4, COUNT).astype(numpy.float32), size
    if kind.startswith("Aabb"):
        return center, center + size
    if kind.startswith("Capsule"):
        return center, center + size, size[:, 0]
    return center, size[:, 0]


SPACE = {"Sphere": "spheres", "Aabb": "aabbs", "Box": "boxes", "Capsule": "capsules"}
PLANE = {"Circle2": "circles", "Box2": "boxes", "Capsule2": "capsules"}
VIEWS = {kind: "CircleView" if kind == "Circle2" else f"{kind}View" for kind in [*SPACE, *PLANE]}


def in_a_set(kind, arguments):
    shapes = lockstep.ShapeSet() if kind in SPACE else lockstep.ShapeSet2()
    getattr(shapes, f"add_{(SPACE | PLANE)[kind]}")(*arguments)
    return shapes


@pytest.fixture(params=[*SPACE, *PLANE])
def views(request):
    """The kind, two views, and two sets of the same."""
    kind = request.param
    arguments = some(kind, 41), some(kind, 42)
    both = [getattr(lockstep, VIEWS[kind])(*a) for a in arguments]
    return kind, *both, *(in_a_set(kind, a) for a in arguments)


PAIRS = numpy.repeat(numpy.arange(COUNT, dtype=numpy.uint32), 2).reshape(COUNT, 2)
ONE = PAIRS * numpy.array([0, 1], numpy.uint32)


def one_of(kind):
    return getattr(lockstep, kind)(*(argument[0] for argument in some(kind, 41)))


def test_views_have_the_verdicts_of_sets(views):
    kind, first, second, first_set, second_set = views
    expected = lockstep.intersect(first_set, second_set, PAIRS)
    assert 0 < (expected == 2).sum() < COUNT
    assert numpy.array_equal(lockstep.intersect(first, second), expected)
    expected = lockstep.intersect(first_set, second_set, ONE)
    out = numpy.zeros(COUNT, numpy.uint8)
    assert lockstep.intersect(one_of(kind), second, out) is out and numpy.array_equal(out, expected)


def test_views_have_the_distances_of_sets(views):
    kind, first, second, first_set, second_set = views
    for one, pairs in ((first, PAIRS), (one_of(kind), ONE)):
        expected = lockstep.distance(first_set, second_set, pairs, points=True, normals=True)
        found = lockstep.distance(one, second, points=True, normals=True)
        for name in ("distances", "points", "normals"):
            assert getattr(found, name).tobytes() == getattr(expected, name).tobytes(), name
        out = lockstep.DistanceOutput(numpy.zeros((COUNT, 2)), normals=numpy.zeros_like(expected.normals))
        again = lockstep.distance(one, second, out)
        assert again.distances is out.distances and again.points is None
        assert out.distances.tobytes() == expected.distances.tobytes()
        assert out.normals.tobytes() == expected.normals.tobytes()


def test_failed_calls_write_nothing(views):
    kind, first, _, _, _ = views
    center, *rest = some(kind, 43)
    center[COUNT - 1, 1] = numpy.nan
    bad = getattr(lockstep, VIEWS[kind])(center, *rest)
    out = lockstep.DistanceOutput(numpy.full((COUNT, 2), 7.0))
    with pytest.raises(ValueError, match=rf"second.*\[{COUNT - 1}\]"):
        lockstep.distance(first, bad, out)
    short = getattr(lockstep, VIEWS[kind])(*(argument[:9] for argument in some(kind, 43)))
    with pytest.raises(ValueError):
        lockstep.distance(first, short, lockstep.DistanceOutput(numpy.full((9, 2), 7.0)))
    assert (out.distances == 7).all()


def test_aligned_boxes_of_the_plane():
    low = numpy.array([[0, 0], [3, 3]], numpy.float32)
    boxes = lockstep.Aabb2View(low, low + 1)
    assert lockstep.intersect(boxes, lockstep.Aabb2View(low[::-1].copy(), (9, 9))).tolist() == [0, 2]
    assert lockstep.intersect(lockstep.Aabb2((0.5, 0.5), (2, 2)), boxes).tolist() == [2, 0]
    with pytest.raises(ValueError, match="second"):
        lockstep.intersect(boxes, lockstep.Aabb2View(low, low - 1))


def test_one_shape_is_one_and_says_what_it_is():
    ball = lockstep.Sphere((1, 2, 3), 0.5)
    assert ball.center == (1, 2, 3) and ball.radius == 0.5
    assert repr(ball) == "lockstep.Sphere(center=(1.0, 2.0, 3.0), radius=0.5)"
    instance = lockstep.HullInstance(2, (0, 0, 1), (0, 0, 0, 1), 0.25)
    assert lockstep.HullInstance(2, (0, 0, 1), (0, 0, 0, 1)).radius == 0
    assert repr(instance) == (
        "lockstep.HullInstance(mesh=2, position=(0.0, 0.0, 1.0), rotation=(0.0, 0.0, 0.0, 1.0), radius=0.25)")
    assert repr(eval(repr(instance))) == repr(instance) == repr(pickle.loads(pickle.dumps(instance)))
    assert lockstep.Box2((0, 0), 1, (2, 3)).half_extents == (2, 3)
    with pytest.raises(ValueError, match="arrays of several shapes are for views and sets"):
        lockstep.Sphere([[0, 0, 0], [1, 1, 1]], 1)
    assert lockstep.Sphere((0.1, 0, 0), 0.7).center[0] == numpy.float32(0.1)  # as a literal of C++
    with pytest.raises(ValueError, match=r"center is an array of float64, and float32 does not hold center\[0\] = 0.1"):
        lockstep.Sphere(numpy.array([0.1, 0, 0]), 1)
    with pytest.raises(ValueError, match="radius"):
        lockstep.intersect(lockstep.Sphere((0, 0, 0), -1), lockstep.SphereView((0, 0, 0), [1, 2]))

"""Objects of every class of the module: pickled by every protocol, copied, and without a value, as __new__ alone makes them."""

import copy
import inspect
import itertools
import pickle
import re

import numpy
import pytest

import lockstep
from lockstep import _lockstep

BALL = numpy.zeros((3, 3), numpy.float32)
ONES = numpy.ones(3, numpy.float32)
PAIRS = numpy.array([[0, 0], [1, 1], [2, 2]], numpy.uint32)
CORNERS = [(x * z, y * z, z) for z in (1, 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
TURN = (0, 0, 0, 1)


def samples():
    """An initialised object of each class, by the name of the class."""
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(BALL, 1)
    plane = lockstep.ShapeSet2()
    plane.add_circles(BALL[:, :2], 1)
    bodies = lockstep.BodySet()
    bodies.add([lockstep.Sphere((0, 0, 0), 1)], position=BALL, rotation=TURN)
    volume = lockstep.ConvexVolume.from_corners(numpy.array(CORNERS, numpy.float32))
    mesh = lockstep.TriangleMesh(numpy.eye(3, dtype=numpy.float32), numpy.array([[0, 1, 2]] * 3, numpy.uint32))
    balls = lockstep.SphereView(BALL, ONES)
    world = lockstep.World(shapes)
    rays = numpy.array([[(0, 0, 9), (0, 0, -9)]] * 3, numpy.float32)
    motions = numpy.ones((3, 3), numpy.float32)
    circles = lockstep.CircleView(BALL[:, :2], ONES)
    made = [
        shapes, plane, bodies, volume, mesh, world, balls, circles,
        lockstep.World2(circles),
        lockstep.VolumeSet([volume]),
        world.handle(0),
        lockstep.AabbView(BALL, BALL),
        lockstep.BoxView(BALL, numpy.tile(numpy.array(TURN, numpy.float32), (3, 1)), BALL),
        lockstep.CapsuleView(BALL, BALL, ONES),
        lockstep.TransformedBoxView(numpy.zeros((3, 3, 4), numpy.float32), BALL, BALL),
        lockstep.Aabb2View(BALL[:, :2], BALL[:, :2]),
        lockstep.Box2View(BALL[:, :2], ONES, BALL[:, :2]),
        lockstep.Capsule2View(BALL[:, :2], BALL[:, :2], ONES),
        lockstep.Sphere((0, 0, 0), 1),
        lockstep.Aabb((0, 0, 0), (1, 1, 1)),
        lockstep.Box((0, 0, 0), TURN, (1, 1, 1)),
        lockstep.Capsule((0, 0, 0), (1, 1, 1), 1),
        lockstep.Ellipsoid((0, 0, 0), TURN, (1, 1, 1)),
        lockstep.Cylinder((0, 0, 0), (1, 1, 1), 1),
        lockstep.Cone((0, 0, 0), (1, 1, 1), 1),
        lockstep.HullInstance(0, (0, 0, 0), TURN),
        lockstep.Circle2((0, 0), 1),
        lockstep.Aabb2((0, 0), (1, 1)),
        lockstep.Box2((0, 0), 0, (1, 1)),
        lockstep.Capsule2((0, 0), (1, 1), 1),
        lockstep.Lens.perspective(1, 1, 1),
        lockstep.CameraPose.looking_at((0, 0, 9), (0, 0, 0)),
        lockstep.OverlapPass(),
        lockstep.overlap(balls),
        lockstep.PairEvents(),
        lockstep.Scratch(),
        lockstep.NeighbourSearch([(0, 0, 0), (0.5, 0, 0)], numpy.eye(3), 1),
        lockstep.PairEvents().update(PAIRS),
        lockstep.distance(shapes, shapes, PAIRS),
        lockstep.distance(bodies, bodies, PAIRS),
        lockstep.distance(shapes, mesh, list=[0, 1, 2]),
        lockstep.cast(shapes, shapes, PAIRS, motions),
        lockstep.cast(bodies, bodies, PAIRS, motions),
        lockstep.cast(shapes, mesh, list=[0, 1, 2], motions=motions),
        lockstep.contacts(bodies, bodies, PAIRS),
        lockstep.contacts(shapes, mesh, list=[0, 1, 2]),
        lockstep.nearest(world, BALL, 2),
        lockstep.first_hits(rays, world),
    ]
    return {type(x).__name__: x for x in made}


CLASSES = {
    name: value
    for name, value in vars(_lockstep).items()
    if inspect.isclass(value) and not issubclass(value, BaseException)
}
PICKLED = {
    "ShapeSet", "ShapeSet2", "BodySet", "ConvexVolume", "TriangleMesh", "World", "World2", "ObjectHandle", "Sphere",
    "Aabb", "Box", "Capsule", "Ellipsoid", "Cylinder", "Cone", "HullInstance", "Circle2", "Aabb2", "Box2", "Capsule2",
}  # fmt: skip


@pytest.fixture(scope="module")
def some():
    return samples()


def test_there_is_a_sample_of_each_class(some):
    assert set(some) == set(CLASSES)


@pytest.mark.parametrize("name", CLASSES)
def test_every_protocol_pickles_or_says_why_not(name, some):
    ways = [lambda x, p=p: pickle.loads(pickle.dumps(x, p)) for p in range(pickle.HIGHEST_PROTOCOL + 1)]
    for way in [*ways, copy.copy, copy.deepcopy]:
        if name in PICKLED:
            again = way(some[name])
            assert type(again) is type(some[name])
            assert pickle.dumps(again) == pickle.dumps(some[name])
        else:
            with pytest.raises(TypeError, match=f"cannot pickle or copy 'lockstep.{name}' objects"):
                way(some[name])
    for reduce in (lambda x: x.__reduce__(), *(lambda x, p=p: x.__reduce_ex__(p) for p in range(6))):
        if name in PICKLED:
            assert reduce(some[name])[1] == (CLASSES[name],)
        else:
            with pytest.raises(TypeError, match="cannot pickle or copy"):
                reduce(some[name])


@pytest.mark.parametrize("name", sorted(PICKLED))
def test_derived_classes_are_pickled(name, some):
    derived = type("Derived", (CLASSES[name],), {"__module__": __name__})
    globals()["Derived"] = derived  # where pickle looks
    empty = derived.__new__(derived)
    empty.__setstate__(some[name].__getstate__())
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(empty, protocol))
        assert type(again) is derived
        assert again.__getstate__() == some[name].__getstate__()


def empties(cls):
    """Uninitialised objects of the class."""

    class Derived(cls):
        def __init__(self):
            kept.append(self)

    kept = []
    with pytest.raises(TypeError, match="__init__"):
        Derived()
    return [cls.__new__(cls), *kept]


def members(cls):
    """Names of methods and properties that the module has added to a class."""
    return [name for name in vars(cls) if name not in ("__new__", "__init__", "__setstate__", "__doc__", "__module__")]


NO_VALUE = "an object without a value, made by __new__ alone"


@pytest.mark.parametrize("name", CLASSES)
def test_no_member_of_an_object_without_a_value_works(name):
    cls = CLASSES[name]
    for empty, member in itertools.product(empties(cls), members(cls)):
        static = inspect.getattr_static(cls, member)
        if isinstance(static, staticmethod) or not (isinstance(static, property) or callable(static)):
            continue
        if isinstance(static, property):
            with pytest.raises(TypeError, match=NO_VALUE):
                getattr(empty, member)
        elif member == "__reduce__":
            with pytest.raises(TypeError, match=NO_VALUE if name in PICKLED else "cannot pickle"):
                empty.__reduce__()
        else:
            for arguments in calls_of(static, samples()):
                with pytest.raises(TypeError, match=NO_VALUE):
                    static(empty, *arguments[1:])
        del static
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError):
            pickle.dumps(cls.__new__(cls), protocol)
    for copied in (copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            copied(cls.__new__(cls))


def overloads(function):
    """The types of the arguments by position, as pybind11 writes them into the docstring."""
    for line in (function.__doc__ or "").splitlines():
        if match := re.match(r"(?:\d+\. )?\w+\((\w+: .*)\) -> ", line):
            yield re.findall(r"(?:^|, )\w+: ([\w.\[\], ]+?)(?= = |, \w+:|, \*|$)", match[1].split(", *,")[0])


def calls_of(function, some):
    """For each overload, values that convert to its arguments."""
    for types in overloads(function):
        yield [value_for(kind, some) for kind in types]


def value_for(kind, some):
    name = kind.rsplit(".", 1)[-1]
    if name in some:
        return some[name]
    return {"int": 0, "float": 1.0, "bool": True, "str": "x"}.get(kind, numpy.zeros((3, 3), numpy.float32))


def callables():
    """Functions of the module, methods, static methods and constructors, each with its name."""
    for name, value in vars(_lockstep).items():
        if inspect.isclass(value) and value in CLASSES.values():
            for member in vars(value):
                if callable(function := getattr(value, member)) and not inspect.isclass(function):
                    yield f"{name}.{member}", function
        elif callable(value) and not inspect.isclass(value):
            yield name, value
    yield "overlap", lockstep.overlap


@pytest.mark.parametrize("name, function", callables(), ids=lambda x: x if isinstance(x, str) else "")
def test_no_call_takes_an_object_without_a_value(name, function):
    for types in overloads(function):
        for place, kind in enumerate(types):
            for cls in CLASSES.values():
                arguments = [value_for(k, samples() if "self" in k else SOME) for k in types]
                arguments[place] = cls.__new__(cls)
                expected = kind.rsplit(".", 1)[-1] == cls.__name__
                try:
                    function(*arguments)
                except (TypeError, ValueError, RuntimeError, AttributeError, IndexError) as error:
                    if expected and not name.endswith(("__init__", "__setstate__")):
                        assert re.search(NO_VALUE + "|incompatible function arguments", str(error)), (name, types)
                else:
                    assert not expected or name.endswith(("__init__", "__setstate__", "__reduce__")), (name, types)
                arguments[place] = None
                try:
                    function(*arguments)
                except (TypeError, ValueError, RuntimeError, AttributeError, IndexError):
                    pass


SOME = samples()


@pytest.mark.parametrize("wrong", [[None], [lockstep.ConvexVolume.__new__(lockstep.ConvexVolume)], "ab", [1]])
def test_volumes_that_are_none(wrong):
    with pytest.raises(TypeError):
        lockstep.VolumeSet(wrong)
    with pytest.raises(TypeError):
        lockstep.ShapeSet().add_volume(wrong[0])
    with pytest.raises(TypeError, match=r"volumes\[1\] is a int, must be a ConvexVolume"):
        lockstep.VolumeSet([SOME["ConvexVolume"], 1])


def test_nothing_happens_to_an_object_that_is_made_twice():
    ball = lockstep.Sphere((1, 2, 3), 4)
    ball.__init__((0, 0, 0), 1)
    assert repr(ball) == repr(lockstep.Sphere((1, 2, 3), 4))

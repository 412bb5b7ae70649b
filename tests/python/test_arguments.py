"""Arguments that no form of a function takes: one sentence that names the first of them."""

import fractions

import lockstep
import numpy
import pytest
from lockstep._arguments import sentence

ROWS = numpy.zeros((2, 3), numpy.float32)
SET = lockstep.ShapeSet()
VIEW = lockstep.SphereView(ROWS, 1)
PAIRS = numpy.zeros((0, 2), numpy.uint32)

REFUSED = [
    (lambda: lockstep.intersect(ROWS, ROWS), "intersect(): first is an array of float32; expected ShapeSet, ShapeSet2, "),
    (lambda: lockstep.World(ROWS), "World(): shapes is an array of float32; expected ShapeSet, BodySet, SphereView or "
     "AabbView; arrays say what they are by a view: SphereView(center, radius)"),
    (lambda: lockstep.World([[1, 2, 3]]), "World(): shapes is a list; expected "),
    (lambda: lockstep.intersect(SET, VIEW, PAIRS), "intersect(): second is a SphereView; expected ShapeSet or TriangleMesh"),
    (lambda: lockstep.intersect(None, SET, PAIRS), "intersect(): first is None; expected "),
    (lambda: lockstep.intersect(SET), "intersect(): second or mesh is missing"),
    (lambda: lockstep.intersect(SET, SET), "intersect(): pairs is missing"),
    (lambda: lockstep.intersect(SET, SET, PAIRS, metod=1), "intersect(): there is no argument metod; did you mean method?"),
    (lambda: lockstep.Sphere([0, 0, 0], 1, colour="red"), "Sphere(): there is no argument colour; there are center or radius"),
    (lambda: lockstep.intersect(SET, SET, PAIRS, None, 7),
     "intersect(): 5 arguments are given by place, and 4 at most are taken; give options by name"),
    (lambda: lockstep.intersect(SET, SET, PAIRS, pairs=1), "intersect(): pairs is given twice, by place and by name"),
    (lambda: lockstep.intersect(SET, SET, PAIRS, method="gjk"),
     "intersect(): method is a str; expected Method.automatic or Method.gjk"),
    (lambda: lockstep.intersect(SET, SET, PAIRS, isa=3), "intersect(): isa is a int; expected str or None"),
    (lambda: lockstep.distance(SET, SET, PAIRS, tolerance="x"), "distance(): tolerance is a str; expected float"),
    (lambda: lockstep.OverlapPass().run(VIEW, periodic=3), "run(): periodic is a int; expected a list of 3 bool"),
    (lambda: SET.add_spheres(ROWS), "add_spheres(): radius is missing"),
    (lambda: SET.add_spheres(ROWS, 1, 2),
     "add_spheres(): 3 arguments are given by place, and 2 at most are taken; give options by name"),
    (lambda: lockstep.Lens.perspective(), "perspective(): "),
    (lambda: lockstep.SphereView(ROWS), "SphereView(): radius is missing"),
    (lambda: lockstep.overlap(ROWS), "run(): objects is an array of float32; expected "),
]  # fmt: skip


@pytest.mark.parametrize("call, text", REFUSED, ids=[text[:40] for _, text in REFUSED])
def test_the_first_refused_argument_is_named(call, text):
    with pytest.raises(TypeError) as error:
        call()
    assert str(error.value).startswith(text), error.value
    assert "\n" not in str(error.value) and len(str(error.value)) < 400


def test_other_errors_stay_as_they_are():
    with pytest.raises(TypeError, match="pairs is an array of float64; expected an array of uint32"):
        lockstep.intersect(SET, SET, numpy.zeros((1, 2)))
    with pytest.raises(lockstep.InvalidInput):
        lockstep.intersect(SET, SET, [[0, 0]])


def test_a_value_that_cannot_be_described_leaves_the_long_text():
    class Strange:
        __class__ = property(lambda self: 1 / 0)

    with pytest.raises(TypeError, match="incompatible constructor arguments"):
        lockstep.World(Strange())


def test_the_error_of_another_function_inside_stays_as_it_is():
    with pytest.raises(TypeError) as error:
        lockstep.intersect(SET, SET)
    text = ("intersect(): incompatible function arguments. The following argument types are supported:\n"
            "    1. (first: int) -> None\n\nInvoked with: 'of another module'")
    assert sentence(text, ("of another module",), None) == "intersect(): first is a str; expected int"
    assert sentence(text, (SET, SET), None) is None
    assert sentence(str(error.value), (SET, SET), None) is None


@pytest.mark.parametrize("options", [
    {"tolerance": fractions.Fraction(1, 2)}, {"tolerance": numpy.array(0.5)}, {"points": None}, {"points": 1},
    {"isa": b"scalar"},
])  # fmt: skip
def test_what_is_taken_is_not_blamed(options):
    lockstep.distance(SET, SET, PAIRS, **options)
    with pytest.raises(TypeError, match="there is no argument bogus"):
        lockstep.distance(SET, SET, PAIRS, **options, bogus=1)


def test_an_array_of_bools_is_a_list_of_them():
    with pytest.raises(TypeError, match="there is no argument bogus"):
        lockstep.OverlapPass().run(VIEW, periodic=numpy.array([True, False, True]), bogus=1)


def test_every_function_and_method_has_it():
    """An argument that none of them knows."""
    asked = 0
    for name, thing in vars(lockstep).items():
        members = vars(thing).items() if isinstance(thing, type) and name in lockstep.__all__ else [(name, thing)]
        for member, value in members:
            value = getattr(value, "__func__", value)
            kind = type(value).__name__
            if kind not in ("builtin_function_or_method", "instancemethod") or member.startswith("__"):
                continue
            asked += 1
            with pytest.raises(TypeError) as error:
                value(no_such_argument=1)
            assert "\n" not in str(error.value), (name, member, error.value)
    assert asked > 100

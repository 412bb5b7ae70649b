"""any_overlap and count_overlaps: groups of pairs, of space and of the plane."""

import lockstep
import numpy
import pytest
from lockstep import Touching, Verdict


def balls(dimensions):
    numbers = numpy.random.default_rng(21).uniform(0, 9, (60, dimensions)).astype(numpy.float32)
    if dimensions == 3:
        shapes = lockstep.ShapeSet()
        shapes.add_spheres(numbers, 0.75)
    else:
        shapes = lockstep.ShapeSet2()
        shapes.add_circles(numbers, 0.25)
    return shapes


@pytest.fixture(params=[3, 2])
def asked(request):
    """A set, pairs, and ends of groups of 0 to 29 pairs."""
    random = numpy.random.default_rng(22)
    ends = numpy.cumsum(random.integers(0, 30, 200))
    return balls(request.param), random.integers(0, 60, (ends[-1], 2)).astype(numpy.uint32), ends


def by_hand(shapes, pairs, ends):
    meets = lockstep.intersect(shapes, shapes, pairs) != Verdict.separated
    return numpy.diff(numpy.concatenate([[0], numpy.cumsum(meets)])[numpy.concatenate([[0], ends])])


def test_groups_say_what_their_pairs_say(asked):
    shapes, pairs, ends = asked
    expected = by_hand(*asked)
    assert 0 < (expected > 0).sum() < len(ends)
    for isa in lockstep.info()["supported_isas"]:
        counts = lockstep.count_overlaps(shapes, shapes, pairs, ends, isa=isa)
        any_of = lockstep.any_overlap(shapes, shapes, pairs, ends, isa=isa)
        assert counts.dtype == numpy.uint64 and any_of.dtype == bool
        assert numpy.array_equal(counts, expected) and numpy.array_equal(any_of, expected > 0)


def test_ends_of_either_sign_and_out(asked):
    shapes, pairs, ends = asked
    out, counts = numpy.zeros(200, bool), numpy.zeros(200, numpy.uint64)
    assert lockstep.any_overlap(shapes, shapes, pairs, ends.astype(numpy.uint64), out) is out
    assert lockstep.count_overlaps(shapes, shapes, pairs, numpy.repeat(ends, 2)[::2], counts) is counts
    assert numpy.array_equal(out, counts > 0) and counts.sum() == by_hand(*asked).sum()
    assert lockstep.any_overlap(shapes, shapes, pairs, ends.tolist()).tolist() == out.tolist()
    assert lockstep.any_overlap(shapes, shapes, [], []).tolist() == []


def test_touching_decides():
    shapes = lockstep.ShapeSet()
    shapes.add_spheres([[0, 0, 0], [2, 0, 0]], 1)
    assert lockstep.any_overlap(shapes, shapes, [[0, 1]], [1]).tolist() == [True]
    assert lockstep.any_overlap(shapes, shapes, [[0, 1]], [1], touching=Touching.separate).tolist() == [False]
    assert lockstep.count_overlaps(shapes, shapes, [[0, 1]], [0, 1, 1]).tolist() == [0, 1, 0]


@pytest.mark.parametrize("check", list(lockstep.Check))
def test_bad_ends_are_named_and_nothing_is_written(asked, check):
    shapes, pairs, ends = asked
    out = numpy.ones(200, bool)
    counts = numpy.full(200, 7, numpy.uint64)
    falling = ends.copy()
    falling[[50, 120]] = falling[[120, 50]]
    for bad in (falling, ends[::-1].copy(), ends - ends[0] - 1, ends - 1, ends + 1):
        with pytest.raises(ValueError, match="ends"):
            lockstep.any_overlap(shapes, shapes, pairs, bad, out, check=check)
        with pytest.raises(ValueError, match="ends"):
            lockstep.count_overlaps(shapes, shapes, pairs, bad, counts, check=check)
    with pytest.raises(ValueError, match="ends"):
        lockstep.any_overlap(shapes, shapes, pairs, [], check=check)
    with pytest.raises(ValueError, match=r"pairs\[7\]"):
        lockstep.any_overlap(shapes, shapes, numpy.where(numpy.arange(len(pairs))[:, None] == 7, 60, pairs).astype(
            numpy.uint32), ends, out, check=check)
    assert out.all() and (counts == 7).all()


def test_ends_say_what_was_found(asked):
    shapes, pairs, ends = asked
    with pytest.raises(TypeError, match=r"ends is an array of float64; expected int64 or uint64: pass ends.astype"):
        lockstep.any_overlap(shapes, shapes, pairs, ends.astype(float))
    with pytest.raises(ValueError, match=r"ends has the shape \(200, 1\); expected \(G,\)"):
        lockstep.any_overlap(shapes, shapes, pairs, ends[:, None])
    with pytest.raises(ValueError, match=r"out has the shape \(199,\); expected \(200,\)"):
        lockstep.count_overlaps(shapes, shapes, pairs, ends, numpy.zeros(199, numpy.uint64))

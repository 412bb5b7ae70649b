"""PairEvents: pairs that begin, stay and end."""

import lockstep
import numpy
import pytest

A, B = (numpy.array(pairs, numpy.uint32) for pairs in ([[0, 1], [0, 3], [2, 3]], [[0, 1], [1, 2], [2, 3], [4, 5]]))


def lists(changes):
    return changes.began.tolist(), changes.stayed.tolist(), changes.ended.tolist()


def test_from_frame_to_frame():
    events = lockstep.PairEvents()
    first = events.update(A)
    assert lists(first) == (A.tolist(), [], [])
    changes = events.update(B)
    assert lists(changes) == ([[1, 2], [4, 5]], [[0, 1], [2, 3]], [[0, 3]])
    assert repr(changes) == "<lockstep.PairChanges: 2 began, 2 stayed, 1 ended>"
    assert lists(events.update([])) == ([], [], B.tolist())
    assert lists(first) == (A.tolist(), [], []) and lists(changes)[0] == [[1, 2], [4, 5]]  # as they were
    assert lists(events.compare(B, A)) == ([[0, 3]], [[0, 1], [2, 3]], [[1, 2], [4, 5]])
    events.update(changes.began)
    events.forget()
    assert lists(events.update(A))[0] == A.tolist() and events.memory_bytes > 0


def test_bad_lists_are_refused_and_nothing_is_forgotten():
    events = lockstep.PairEvents()
    events.update(A)
    with pytest.raises(ValueError, match=r"pairs\[1\]"):
        events.update(B[::-1].copy())
    with pytest.raises(TypeError, match="now is an array of float64; expected an array of uint32"):
        events.compare(A, B.astype(float))
    assert lists(events.update(A)) == ([], A.tolist(), [])
    events.update(B[::-1].copy(), check=lockstep.Check.none)


def test_a_crowd():
    random = numpy.random.default_rng(71)
    places = random.uniform(0, 20, (400, 2)).astype(numpy.float32)
    crowd, events, known = lockstep.OverlapPass(), lockstep.PairEvents(), set()
    for _ in range(5):
        pairs = crowd.run(lockstep.CircleView(places, 0.5)).pairs
        now = set(map(tuple, pairs.tolist()))
        changes = events.update(pairs)
        began, stayed, ended = (set(map(tuple, part)) for part in lists(changes))
        assert (began, stayed, ended) == (now - known, now & known, known - now) and len(now) > 100
        known = now
        places += random.normal(0, 0.25, places.shape).astype(numpy.float32)

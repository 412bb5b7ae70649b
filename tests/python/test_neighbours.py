"""neighbours: pairs of a periodic cell, against all images; lockstep.ase against its own definition."""

import itertools
import types

import lockstep
import lockstep.ase
import numpy
import pytest

CELL = numpy.array([[2.0, 0, 0], [0.5, 1.5, 0], [-0.25, 0.5, 1]])


def scene(seed, count=20):
    random = numpy.random.default_rng(seed)
    return random.uniform(-3, 3, (count, 3))


def all_pairs(points, cell, cutoff, periodic=(True, True, True), reach=7):
    """Numbers of random points are far from ties."""
    found = set()
    for shift in itertools.product(*(range(-reach, reach + 1) if axis else (0,) for axis in periodic)):
        between = points[None, :] - points[:, None] + numpy.array(shift) @ cell
        near = (between**2).sum(2) <= cutoff**2
        if shift == (0, 0, 0):
            numpy.fill_diagonal(near, False)
        found |= {(int(i), int(j), shift) for i, j in zip(*numpy.nonzero(near))}
    return found


def entries(i, j, shifts):
    return set(zip(i.tolist(), j.tolist(), map(tuple, shifts.tolist())))


@pytest.mark.parametrize("periodic", [(True, True, True), (True, False, True), (False, False, False)])
def test_all_images(periodic):
    points = scene(1)
    i, j, shifts, vectors, distances = lockstep.neighbours(points, CELL, 1.25, periodic)
    assert entries(i, j, shifts) == all_pairs(points, CELL, 1.25, periodic, 14) and len(i) > 5
    assert [array.dtype.str for array in (i, j, shifts, vectors, distances)] == ["<i8"] * 3 + ["<f8"] * 2
    assert (numpy.diff(i) >= 0).all()
    numpy.testing.assert_allclose(vectors, points[j] - points[i] + shifts @ CELL, atol=1e-14)
    numpy.testing.assert_allclose(distances, numpy.linalg.norm(vectors, axis=1), rtol=1e-15)
    assert lockstep.count_neighbours(points, CELL, 1.25, periodic) == len(i)


def test_quantities_come_in_their_order():
    points = scene(2)
    distances, i, again = lockstep.neighbours(points, CELL, 1, quantities="did")
    assert distances is again and distances.shape == i.shape
    assert lockstep.neighbours(points, CELL, 1, quantities="") == ()
    half = lockstep.neighbours(points, CELL, 1, quantities="ijS", half=True)
    assert 2 * len(half[0]) == len(i) == 2 * lockstep.count_neighbours(points, CELL, 1, half=True)
    assert (half[0] <= half[1]).all()


def test_types_and_exclusions():
    points = scene(8)
    kinds = numpy.arange(20) % 3
    cutoffs = numpy.array([[1, 1.25, -1], [1.25, 0.5, 0.75], [-1, 0.75, 1.25]])
    exclusions = [(0, 1), (7, 3), (4, 4)]
    i, j, shifts = lockstep.neighbours(points, CELL, 1.25, quantities="ijS", types=kinds.astype(numpy.uint32),
                                       cutoffs=cutoffs, exclusions=exclusions)  # fmt: skip
    out = {pair for pair in exclusions} | {(b, a) for a, b in exclusions}
    expected = {(a, b, shift) for cutoff in {1, 1.25, 0.5, 0.75} for a, b, shift in all_pairs(points, CELL, cutoff, reach=14)
                if cutoffs[kinds[a], kinds[b]] == cutoff and (a, b) not in out}  # fmt: skip
    assert entries(i, j, shifts) == expected and len(expected) > 50
    same = {"types": kinds.tolist(), "cutoffs": cutoffs.tolist(), "exclusions": numpy.array(exclusions, numpy.uint32)}
    assert lockstep.count_neighbours(points, CELL, 1.25, **same) == len(i)
    assert 2 * lockstep.count_neighbours(points, CELL, 1.25, half=True, **same) == len(i)
    with pytest.raises(ValueError, match=r"cutoffs: must have the shape \(T, T\)"):
        lockstep.neighbours(points, CELL, 1, types=kinds.tolist(), cutoffs=cutoffs[0])
    with pytest.raises(lockstep.InvalidInput, match=r"cutoffs\[1\] = 1.25: must be a number of at most"):
        lockstep.neighbours(points, CELL, 1, types=kinds.tolist(), cutoffs=cutoffs)
    with pytest.raises(lockstep.InvalidInput, match=r"exclusions\[0\] = 20: there are 20 points"):
        lockstep.neighbours(points, CELL, 1, exclusions=[(0, 20)])


def test_nearest():
    points = scene(9)
    i, j, shifts, distances = lockstep.neighbours(points, CELL, 1.25, quantities="ijSd")
    near = lockstep.neighbours(points, CELL, 1.25, quantities="ijSd", nearest=3)
    for point in range(20):
        order = numpy.flatnonzero(i == point)
        order = order[numpy.argsort(distances[order])][:3]
        assert len(order) == 3
        for all_of, some in zip((j, shifts, distances), near[1:]):
            assert (some[near[0] == point] == all_of[order]).all()
    assert lockstep.count_neighbours(points, CELL, 1.25, nearest=3) == 60
    with pytest.raises(lockstep.InvalidInput, match="nearest: a half list"):
        lockstep.neighbours(points, CELL, 1.25, half=True, nearest=3)


def test_search():
    points = scene(10)
    search = lockstep.NeighbourSearch(points, CELL, 1.25, half=True)
    assert len(search) == lockstep.count_neighbours(points, CELL, 1.25, half=True)
    for some, same in zip(search.arrays("Sj"), lockstep.neighbours(points, CELL, 1.25, (True,) * 3, "Sj", half=True)):
        assert (some == same).all()
    moved = points.copy()
    moved[3, 0] += 0.125
    assert not search.is_stale(moved, 0.25)
    moved[8, 2] -= 0.25
    assert search.is_stale(moved, 0.25) and not search.is_stale(moved, 0.5)
    with pytest.raises(lockstep.InvalidInput, match="points: has 19 elements, the search has 20 points"):
        search.is_stale(moved[1:], 0.25)


def test_inputs():
    points = scene(3)
    expected = lockstep.neighbours(points, CELL, 1, quantities="j")[0]
    for same in (points.tolist(), numpy.asfortranarray(points), numpy.repeat(points, 2, axis=0)[::2]):
        assert (lockstep.neighbours(same, CELL.tolist(), 1, numpy.array([True] * 3), "j")[0] == expected).all()
    assert lockstep.count_neighbours([], CELL, 1) == 0
    assert lockstep.count_neighbours([[0, 0, 0]], numpy.eye(3), 1) == 6  # exact ties
    with pytest.raises(ValueError, match=r"points: must have the shape \(N, 3\)"):
        lockstep.neighbours(points[:, :2], CELL, 1)
    with pytest.raises(ValueError, match=r"cell: must have the shape \(3, 3\)"):
        lockstep.neighbours(points, CELL[0], 1)
    with pytest.raises(lockstep.InvalidInput, match="linearly dependent"):
        lockstep.neighbours(points, numpy.ones((3, 3)), 1)
    with pytest.raises(lockstep.InvalidInput, match=r"points\[1\].y = nan"):
        lockstep.neighbours([[0, 0, 0], [0, numpy.nan, 0]], CELL, 1)
    with pytest.raises(lockstep.InvalidInput, match="quantities: only the letters"):
        lockstep.neighbours(points, CELL, 1, quantities="ijk")
    with pytest.raises(TypeError, match="points: has something else than real numbers"):
        lockstep.neighbours([["x", 0, 0]], CELL, 1)


def atoms(seed, count=20):
    random = numpy.random.default_rng(seed)
    return types.SimpleNamespace(
        positions=scene(seed, count), cell=CELL, pbc=numpy.array([True, True, False]), numbers=random.choice([1, 6, 8], count)
    )


def test_ase_distance():
    a = atoms(4)
    i, j, shifts = lockstep.ase.neighbor_list("ijS", a, 1.25)
    assert entries(i, j, shifts) == all_pairs(a.positions, CELL, 1.25, a.pbc, 14)
    distances = lockstep.ase.neighbor_list("d", a, 1.25)
    assert isinstance(distances, numpy.ndarray) and len(distances) == len(i)
    j, vectors, i = lockstep.ase.neighbor_list("jDi", a, 1.25, self_interaction=True)
    assert len(i) == len(distances) + 20 and (numpy.diff(i) >= 0).all() and (vectors[0] == 0).all() and i[0] == j[0]


def test_ase_elements():
    a = atoms(5)
    cutoffs = {(1, 6): 1.5, (6, 1): 1.0, (8, 8): 1.25}
    i, j, shifts = lockstep.ase.neighbor_list("ijS", a, cutoffs)
    both = {(1, 6): 1.5, (6, 1): 1.5, (8, 8): 1.25}
    expected = {pair for elements, cutoff in both.items() for pair in all_pairs(a.positions, CELL, cutoff, a.pbc, 14)
                if (a.numbers[pair[0]], a.numbers[pair[1]]) == elements}  # fmt: skip
    assert entries(i, j, shifts) == expected and len(i) == len(expected) > 5
    assert (numpy.diff(i) >= 0).all()
    assert [len(array) for array in lockstep.ase.neighbor_list("iD", a, {})] == [0, 0]


def test_ase_radii():
    a = atoms(6)
    radii = numpy.linspace(0.3, 0.8, 20)
    i, j, shifts, distances = lockstep.ase.neighbor_list("ijSd", a, radii)
    expected = {pair for pair in all_pairs(a.positions, CELL, 1.6, a.pbc, 14)
                if numpy.linalg.norm(a.positions[pair[1]] - a.positions[pair[0]] + numpy.array(pair[2]) @ CELL)
                <= radii[pair[0]] + radii[pair[1]]}  # fmt: skip
    assert entries(i, j, shifts) == expected and len(distances) == len(expected)
    with pytest.raises(ValueError, match="a radius for each of the 20 atoms"):
        lockstep.ase.neighbor_list("i", a, radii[1:])


def test_against_ase():
    ase = pytest.importorskip("ase")
    theirs = pytest.importorskip("ase.neighborlist")
    a = ase.Atoms("H8C6O6", positions=scene(7), cell=CELL, pbc=[True, False, True])
    for cutoff in (1.25, {("H", "O"): 1.5, (6, 6): 1.25}, list(numpy.linspace(0.3, 0.8, 20))):
        for own in (False, True):
            assert entries(*lockstep.ase.neighbor_list("ijS", a, cutoff, own)) == entries(
                *theirs.neighbor_list("ijS", a, cutoff, own))  # fmt: skip

"""Neighbour lists for ASE: `lockstep.ase.neighbor_list` in place of `ase.neighborlist.neighbor_list`.

    from lockstep.ase import neighbor_list

    i, j, d = neighbor_list("ijd", atoms, 5.0)

The list is proven complete (`lockstep.neighbours`). It differs from ASE's in pairs at the cutoff: those at exactly the
cutoff are neighbours here, and rounding loses none.
"""

import numpy

from . import neighbours

__all__ = ["neighbor_list"]


def neighbor_list(quantities, a, cutoff, self_interaction=False, max_nbins=None):
    """The arrays that `quantities` names (i, j, d, D, S) for Atoms `a`, as `ase.neighborlist.neighbor_list` has them.

    `cutoff` is a distance; or a dict of distances by pairs of elements, such as {("H", "O"): 1.2, (6, 6): 1.7}; or an
    array with a radius for each atom: atoms are neighbours if their distance, as rounded in `d`, is at most the sum of
    their radii. With `self_interaction` each atom is its own neighbour as well, of a dict those of
    elements that it pairs with themselves. `max_nbins` has no meaning here.
    """
    del max_nbins
    points = numpy.asarray(a.positions, float)
    cell, pbc = numpy.asarray(a.cell, float), [bool(axis) for axis in a.pbc]
    selves = numpy.arange(len(points))
    if isinstance(cutoff, dict):
        alike = {_number(first) for first, second in cutoff if _number(first) == _number(second)}
        selves = numpy.flatnonzero(numpy.isin(a.numbers, list(alike)))
        found = _by_elements(points, cell, pbc, numpy.asarray(a.numbers), cutoff)
    elif numpy.ndim(cutoff) == 0:
        letters = quantities if not self_interaction else _with(quantities, "i")
        found = dict(zip(letters, neighbours(points, cell, cutoff, pbc, letters)))
    else:
        found = _by_radii(points, cell, pbc, numpy.asarray(cutoff, float), _with(quantities, "ijd"))
    if self_interaction:
        found = _with_selves(found, selves)
    arrays = tuple(found[letter] for letter in quantities)
    return arrays[0] if len(arrays) == 1 else arrays


def _with(quantities, needed):
    return quantities + "".join(letter for letter in needed if letter not in quantities)


def _sorted(found):
    order = numpy.argsort(found["i"], kind="stable")
    return {letter: array[order] for letter, array in found.items()}


def _number(element):
    if not isinstance(element, str):
        return int(element)
    from ase.data import atomic_numbers

    return atomic_numbers[element]


def _by_elements(points, cell, pbc, numbers, cutoffs):
    """One search, with a type for each element; elements without a cutoff are no neighbours."""
    elements, kinds = numpy.unique(numbers, return_inverse=True)
    table = numpy.full((len(elements), len(elements)), -1.0)
    for (first, second), cutoff in cutoffs.items():
        a, b = numpy.flatnonzero(elements == _number(first)), numpy.flatnonzero(elements == _number(second))
        table[a, b] = table[b, a] = numpy.maximum(cutoff, table[a, b])
    rules = {"types": kinds.astype(numpy.uint32), "cutoffs": table} if len(elements) else {}
    return dict(zip("ijSDd", neighbours(points, cell, table.max(initial=0), pbc, **rules)))


def _by_radii(points, cell, pbc, radii, letters):
    if radii.shape != (len(points),):
        raise ValueError(f"cutoff: an array has a radius for each of the {len(points)} atoms")
    largest = 2 * radii.max(initial=0)
    found = dict(zip(letters, neighbours(points, cell, largest, pbc, letters)))
    near = found["d"] <= radii[found["i"]] + radii[found["j"]]
    return {letter: array[near] for letter, array in found.items()}


def _with_selves(found, atoms):
    count = len(atoms)
    zeros = {"i": atoms, "j": atoms, "d": numpy.zeros(count), "D": numpy.zeros((count, 3)),
             "S": numpy.zeros((count, 3), int)}  # fmt: skip
    return _sorted({letter: numpy.concatenate([zeros[letter], array]) for letter, array in found.items()})

"""Periodic cells: the images of boxes that a tile needs, and the image of a pair that decides its owner.

A pair is moved by whole cells so that the lower corner of its first box lies in the cell. Its owner is decided there,
from numbers that are the same for every tile and worker.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import lockstep
import numpy
from numpy.typing import NDArray

from . import tiles
from .kinds import Bounds

MOST_IMAGES = 1 << 12  # of a box that may meet others


@dataclass(frozen=True)
class Cell:
    """Vectors (P, D) of the P directions that repeat, and their duals: the fraction of x along k is duals[k] . x."""

    given: tuple[tuple[float, ...], ...]  # all three, as the library takes them
    periodic: tuple[bool, bool, bool]
    vectors: tuple[tuple[float, ...], ...]
    duals: tuple[tuple[float, ...], ...]
    span: tuple[tuple[float, float], ...] = ()  # what the moved boxes of all objects fill, in fractions

    @staticmethod
    def of(cell, periodic, dimensions: int) -> "Cell":
        """Raises InvalidInput for a cell that the library refuses."""
        given = numpy.asarray(cell, numpy.float64)
        nothing = numpy.empty((0, dimensions), numpy.float32)
        view = lockstep.SphereView if dimensions == 3 else lockstep.CircleView
        lockstep.overlap(view(nothing, 0.0), cell=given, periodic=tuple(periodic))
        vectors = given[numpy.asarray(periodic, bool), :dimensions]
        duals = numpy.linalg.pinv(vectors).T if len(vectors) else vectors
        rows = [tuple(map(tuple, each.tolist())) for each in (given, vectors, duals)]
        return Cell(rows[0], tuple(map(bool, periodic)), rows[1], rows[2])

    def shifts(self, moves: NDArray) -> NDArray[numpy.float64]:
        """Moves (P, N) from shifts of the library (N, 3)."""
        return moves.T[numpy.asarray(self.periodic, bool)].astype(numpy.float64)

    def moves(self, low: NDArray[numpy.float64]) -> NDArray[numpy.float64]:
        """The whole cells (P, N) by which boxes are moved so that their lower corners (D, N) lie in the cell."""
        return -numpy.floor(_rows([_products(dual, low) for dual in self.duals], low))

    def moved(self, low, high, moves) -> Bounds:
        """Boxes, moved by whole cells, with room for all rounding."""
        low_end, high_end, size = low.copy(), high.copy(), numpy.maximum(abs(low), abs(high))
        for vector, numbers in zip(self.vectors, moves):
            by = numpy.asarray(vector)[:, numpy.newaxis] * numbers
            low_end, high_end, size = low_end + by, high_end + by, size + abs(by)
        room = 2.0**-46 * size
        return low_end - room, high_end + room

    def fractions(self, low, high) -> Bounds:
        """The least and the largest fractions (P, N) of boxes."""
        least = _rows([_products(dual, low, high, numpy.minimum) for dual in self.duals], low)
        most = _rows([_products(dual, low, high, numpy.maximum) for dual in self.duals], low)
        room = 1e-6 + 2.0**-40 * (abs(least) + abs(most))
        return least - room, most + room

    def images(self, low, high) -> Iterator[tuple[NDArray[numpy.intp], Bounds]]:
        """Images of boxes (D, N) that may meet the moved box of any object: the numbers of boxes, and their images."""
        if low.shape[1] == 0:
            return
        moves = self.moves(low)
        least, most = self.fractions(*self.moved(low, high, moves))
        first = _rows([numpy.ceil(ends[0] - own) for ends, own in zip(self.span, most)], low)
        last = _rows([numpy.floor(ends[1] - own) for ends, own in zip(self.span, least)], low)
        ranges = [range(int(a.min()), int(b.max()) + 1) for a, b in zip(first, last)]
        if numpy.prod([float(len(each)) for each in ranges]) > MOST_IMAGES:
            raise lockstep.InvalidInput(f"cell: an object is so large that it may meet more than {MOST_IMAGES} images")
        for by in itertools.product(*ranges):
            column = numpy.asarray(by, numpy.float64)[:, numpy.newaxis]
            rows = numpy.flatnonzero(((first <= column) & (column <= last)).all(axis=0))
            if len(rows):
                yield rows, self.moved(low[:, rows], high[:, rows], moves[:, rows] + column)


@dataclass(frozen=True)
class Space:
    """How boxes are made, and the cell in which they repeat."""

    margin: float
    cell: Cell | None = None

    def images(self, region: tiles.Region, low, high) -> Iterator[tuple[NDArray[numpy.intp], Bounds]]:
        """Boxes (D, N) or, in a cell, their images that may meet others and touch the region, with their numbers."""
        if self.cell is None:
            yield numpy.arange(low.shape[1]), (low, high)
            return
        for rows, box in self.cell.images(low, high):
            touching = region.touches(*box)
            yield rows[touching], (box[0][:, touching], box[1][:, touching])

    def members(self, region: tiles.Region, tree, low, high) -> Iterator[NDArray[numpy.intp]]:
        """For each tile of a region the numbers of the boxes, in rising order, of which an image touches it."""
        lists: list[list] = [[] for _ in tiles.leaves(tree)]
        for rows, box in self.images(region, low, high):
            for each, touching in zip(lists, tiles.members(tree, *box)):
                each.append(rows[touching])
        for each in lists:
            yield each[0] if len(each) == 1 else numpy.unique(numpy.concatenate(each or [numpy.empty(0, numpy.intp)]))


def _rows(rows: list, boxes: NDArray) -> NDArray[numpy.float64]:
    """One for each direction that repeats, perhaps none."""
    return numpy.array(rows, numpy.float64).reshape(len(rows), boxes.shape[1])


def _products(dual, low, high=None, choose=None) -> NDArray[numpy.float64]:
    """dual . x, of the corner for which `choose` takes each product. Products are added one by one, as numpy does on
    every machine."""
    total = numpy.zeros(low.shape[1])
    for number, *ends in zip(dual, low, *([] if high is None else [high])):
        products = [number * end for end in ends]
        total = total + (products[0] if choose is None else choose(*products))
    return total

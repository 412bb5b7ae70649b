"""Tiles of space: a k-d tree, whose leaves are half-open boxes that partition space.

Source: J. L. Bentley, "Multidimensional binary search trees used for associative searching", 1975; one owner for each
pair that several cells find: J. Dittrich and B. Seeger, "Data redundancy and duplicate detection in spatial join
processing", 2000.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

Corners = NDArray[numpy.float64]


@dataclass(frozen=True)
class Region:
    """All points with low <= x < high."""

    low: tuple[float, ...]
    high: tuple[float, ...]

    @staticmethod
    def everything(dimensions: int) -> "Region":
        return Region((-numpy.inf,) * dimensions, (numpy.inf,) * dimensions)

    def owns(self, corner: Corners) -> NDArray[numpy.bool_]:
        """Which points (D, N) lie in it."""
        return self.holds(corner, corner)

    def holds(self, low: Corners, high: Corners) -> NDArray[numpy.bool_]:
        """Which boxes (D, N) lie in it with all their points."""
        inside = numpy.ones(low.shape[1], bool)
        for axis in range(len(self.low)):
            inside &= (low[axis] >= self.low[axis]) & (high[axis] < self.high[axis])
        return inside

    def touches(self, low: Corners, high: Corners) -> NDArray[numpy.bool_]:
        """Which boxes (D, N) share a point with it."""
        touching = numpy.ones(low.shape[1], bool)
        for axis in range(len(self.low)):
            touching &= (low[axis] < self.high[axis]) & (high[axis] >= self.low[axis])
        return touching

    def cut(self, axis: int, plane: float) -> tuple["Region", "Region"]:
        below = tuple(plane if k == axis else x for k, x in enumerate(self.high))
        above = tuple(plane if k == axis else x for k, x in enumerate(self.low))
        return Region(self.low, below), Region(above, self.high)


@dataclass(frozen=True)
class Cut:
    """x[axis] < plane on the left, the rest on the right."""

    axis: int
    plane: float
    left: "Cut | Region"
    right: "Cut | Region"


def grow(region: Region, low: Corners, high: Corners, most: float) -> Cut | Region:
    """Cuts a region until no tile has more than `most` of the boxes (D, N), or no cut makes both sides smaller."""
    count = low.shape[1]
    best = _best_cut(region, low, high) if count > most else None
    if best is None:
        return region
    axis, plane = best
    left, right = region.cut(axis, plane)
    below, above = low[axis] < plane, high[axis] >= plane
    return Cut(
        axis, plane, grow(left, low[:, below], high[:, below], most), grow(right, low[:, above], high[:, above], most)
    )


def _best_cut(region: Region, low: Corners, high: Corners) -> tuple[int, float] | None:
    """The median along the axis on which the fewest boxes straddle it."""
    count, best, fewest = low.shape[1], None, numpy.inf
    for axis in range(len(region.low)):
        plane = float(numpy.median(0.5 * (low[axis] + high[axis])))
        below, above = int((low[axis] < plane).sum()), int((high[axis] >= plane).sum())
        if region.low[axis] < plane < region.high[axis] and below + above < fewest and max(below, above) < 0.9 * count:
            best, fewest = (axis, plane), below + above
    return best


def leaves(tree: Cut | Region) -> Iterator[Region]:
    """The tiles, in the order of `members`."""
    if isinstance(tree, Region):
        yield tree
    else:
        yield from leaves(tree.left)
        yield from leaves(tree.right)


def members(
    tree: Cut | Region, low: Corners, high: Corners, rows: NDArray[numpy.intp] | None = None
) -> Iterator[NDArray[numpy.intp]]:
    """For each tile the rows, in rising order, whose boxes (D, N) touch it. O(N log tiles)."""
    if rows is None:
        rows = numpy.arange(low.shape[1])
    if isinstance(tree, Region):
        yield rows
    else:
        yield from members(tree.left, low, high, rows[low[tree.axis].take(rows) < tree.plane])
        yield from members(tree.right, low, high, rows[high[tree.axis].take(rows) >= tree.plane])

"""The rows of shards: the columns of each kind of object, its bounding box, and its form in the library."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

import lockstep
import numpy
from numpy.typing import NDArray

Rows = NDArray[numpy.float32]
Bounds = tuple[NDArray[numpy.float64], NDArray[numpy.float64]]


@dataclass(frozen=True)
class Kind:
    """Objects of one kind, a row of float32 each."""

    name: str
    widths: tuple[int, ...]  # of the adder's arguments, in order in a row
    corners: Callable[[NDArray[numpy.float64]], Bounds]  # of columns (C, N): lower and upper corners (D, N)
    view: Callable[..., object] | None = None  # the library's view, which reads in place
    dimensions: int = 3

    @property
    def columns(self) -> int:
        return sum(self.widths)

    def arguments(self, rows: Rows) -> list[Rows]:
        """The columns of rows (N, C) as the arguments of the view or the adder."""
        parts = numpy.split(rows, numpy.cumsum(self.widths)[:-1], axis=1)
        return [part[:, 0] if part.shape[1] == 1 else part for part in parts]

    def bounds(self, rows: Rows, margin: float) -> Bounds:
        """Boxes that meet if the objects do: lower and upper corners (D, N), in double, independent of the tile.

        Half the margin is added on each side. A pair that the kernel calls `touching` may be apart by 2^-20 of its
        largest coordinate (docs/numerics.md, section 6), so each box is enlarged by twice that share of its own largest
        coordinate.
        """
        low, high = self.corners(numpy.ascontiguousarray(rows.T, dtype=numpy.float64))
        size = reduce(numpy.maximum, (*-low, *high))  # at least as large as any coordinate, because low <= high
        reach = 0.5 * float(numpy.float32(margin))
        more = 2.0**-19 * (size + 2 * reach) + (reach + 2.0**-120)
        return low - more, high + more


def _ball(columns):
    return columns[:-1] - columns[-1], columns[:-1] + columns[-1]


def _swept(columns):
    first, second, radius = columns[:3], columns[3:6], columns[6]
    return numpy.minimum(first, second) - radius, numpy.maximum(first, second) + radius


def _turned(columns):
    """Any rotation, whose length is 1 within rounding."""
    reach = numpy.sqrt((columns[7:] ** 2).sum(axis=0)) * (1 + 2.0**-6)
    return columns[:3] - reach, columns[:3] + reach


KINDS = {
    kind.name: kind
    for kind in (
        Kind("points", (3,), lambda columns: (columns, columns)),
        Kind("spheres", (3, 1), _ball, lockstep.SphereView),
        Kind("aabbs", (3, 3), lambda columns: (columns[:3], columns[3:]), lockstep.AabbView),
        Kind("boxes", (3, 4, 3), _turned, lockstep.BoxView),
        Kind("capsules", (3, 3, 1), _swept),
        Kind("ellipsoids", (3, 4, 3), _turned),
        Kind("cylinders", (3, 3, 1), _swept),
        Kind("cones", (3, 3, 1), _swept),
        Kind("circles", (2, 1), _ball, lockstep.CircleView, dimensions=2),
    )
}


def overlap_objects(parts: list[tuple[Kind, Rows]]):
    """The argument of `lockstep.overlap`: a view of spheres or circles alone, else a set of all, in this order."""
    if len(parts) == 1 and parts[0][0].name in ("spheres", "circles"):
        kind, rows = parts[0]
        return kind.view(*kind.arguments(rows))
    return shape_set(parts)


def shape_set(parts: list[tuple[Kind, Rows]]) -> lockstep.ShapeSet:
    """A set of rows that were checked before."""
    shapes = lockstep.ShapeSet()
    for kind, rows in parts:
        getattr(shapes, "add_" + kind.name)(*kind.arguments(rows), check=lockstep.Check.none)
    return shapes


def check(kind: Kind, rows: Rows) -> None:
    """Raises InvalidInput for numbers that are not an object, with the library's rules and text."""
    if len(rows) == 0:
        return
    if kind.view is None:
        getattr(lockstep.ShapeSet(), "add_" + kind.name)(*kind.arguments(rows))
    elif kind.dimensions == 3:
        lockstep.cull_count(_CUBE, kind.view(*kind.arguments(rows)), method=lockstep.CullMethod.planes)
    else:
        point = kind.view(numpy.zeros(2, numpy.float32), 0)
        lockstep.overlap(kind.view(*kind.arguments(rows)), point, counts=True, out=numpy.empty((0, 2), numpy.uint32))


_CUBE = lockstep.ConvexVolume.from_corners(
    [[x, y, z] for z in (-1, 1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
)

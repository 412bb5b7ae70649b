"""The pairs that a tile owns."""

import time
from dataclasses import dataclass

import lockstep
import numpy
from numpy.typing import NDArray

from . import files
from .cells import Space
from .kinds import overlap_objects
from .split import BLOCK, Run, record_dtype
from .tiles import Region

BINS = 4096  # of the range of indices, to count pairs by


@dataclass(frozen=True)
class Tile:
    """A region, and the places of the records of all objects whose boxes touch it, in rising order of index."""

    region: Region
    runs: tuple[Run, ...]

    @property
    def objects(self) -> int:
        return sum(len(run) for run in self.runs)


@dataclass(frozen=True)
class Found:
    """The result of a tile."""

    pairs: int
    by_bin: NDArray[
        numpy.int64
    ] | None  # by first index; None: the tile has more pairs than allowed, and wrote nothing
    seconds: float = 0
    pass_seconds: float = 0  # seconds in the overlap pass


@dataclass(frozen=True)
class Question:
    """The query of each tile."""

    space: Space
    touching: lockstep.Touching
    most_pairs: int
    bin_width: int
    dtype: numpy.dtype


def find_pairs(tile: Tile, question: Question, path: str, scratch: str) -> Found:
    """Writes the pairs (K, 2) that the tile owns, by global index, a < b, sorted by (a, b); in a cell int64 (K, 5):
    a <= b, and the shifts, sorted by them too.

    A pair belongs to the tile that holds the lower corner of both boxes' intersection. Boxes are the same numbers in
    every tile, and compared exactly, so one tile owns the pair. If a box lies wholly in the tile, so does that corner.
    """
    began = time.perf_counter()
    parts = _read(tile)
    indices = numpy.concatenate([part["index"] for _, part in parts])
    objects = overlap_objects([(kind, part["row"]) for kind, part in parts])
    out = numpy.empty((question.most_pairs, 2), numpy.uint32)
    in_pass = time.perf_counter()
    space = question.space
    cell = {} if space.cell is None else {"cell": space.cell.given, "periodic": space.cell.periodic}
    found = lockstep.overlap(
        objects, margin=space.margin, touching=question.touching, out=out, check=lockstep.Check.none, **cell
    )
    in_pass = time.perf_counter() - in_pass
    if not found.complete:
        return Found(len(found), None, time.perf_counter() - began, in_pass)
    del objects
    if space.cell is None:
        pairs = found.pairs[_owned(found.pairs, tile.region, parts, space.margin)]
        pairs = indices[pairs].astype(question.dtype, copy=False)
    else:
        owned = _owned_in_cell(found.pairs, found.shifts, tile.region, parts, space)
        pairs = numpy.empty((int(owned.sum()), 5), "<i8")
        pairs[:, :2], pairs[:, 2:] = indices[found.pairs[owned]], found.shifts[owned]
    files.save(path, pairs, scratch, durable=False)
    by_bin = numpy.bincount((pairs[:, 0] // pairs.dtype.type(question.bin_width)).astype(numpy.intp), minlength=BINS)
    return Found(len(pairs), by_bin, time.perf_counter() - began, in_pass)


def _read(tile: Tile) -> list[tuple]:
    """The records of neighbours of one kind, read into one array."""
    parts, at = [], 0
    while at < len(tile.runs):
        kind, end = tile.runs[at].kind, at
        while end < len(tile.runs) and tile.runs[end].kind is kind:
            end += 1
        runs = tile.runs[at:end]
        records = numpy.empty(sum(len(run) for run in runs), record_dtype(kind))
        filled = 0
        for run in runs:
            files.read_into(records[filled : filled + len(run)], run.path, run.start)
            filled += len(run)
        parts.append((kind, records))
        at = end
    return parts


def _owned(pairs: NDArray[numpy.uint32], region: Region, parts: list[tuple], margin: float) -> NDArray[numpy.bool_]:
    within = numpy.concatenate([_within(region, kind, records["row"], margin) for kind, records in parts])
    owned = within[pairs[:, 0]] | within[pairs[:, 1]]
    doubtful = numpy.flatnonzero(~owned)
    objects, places = numpy.unique(pairs[doubtful], return_inverse=True)
    low = _low_corners(objects, parts, margin)
    first, second = places.reshape(-1, 2).T
    owned[doubtful] = region.owns(numpy.maximum(low[:, first], low[:, second]))
    return owned


def _owned_in_cell(pairs, shifts, region: Region, parts: list[tuple], space: Space) -> NDArray[numpy.bool_]:
    boxes = [kind.bounds(records["row"], space.margin) for kind, records in parts]
    low, high = (numpy.concatenate([box[k] for box in boxes], axis=1) for k in range(2))
    owned = numpy.empty(len(pairs), bool)
    for at in range(0, len(pairs), BLOCK):
        a, b = pairs[at : at + BLOCK].T
        moves = space.cell.moves(low[:, a])
        of_a, _ = space.cell.moved(low[:, a], high[:, a], moves)
        moves += space.cell.shifts(shifts[at : at + BLOCK])
        of_b, _ = space.cell.moved(low[:, b], high[:, b], moves)
        owned[at : at + BLOCK] = region.owns(numpy.maximum(of_a, of_b))
    return owned


def _within(region: Region, kind, rows, margin: float) -> NDArray[numpy.bool_]:
    within = numpy.empty(len(rows), bool)
    for at in range(0, len(rows), BLOCK):
        within[at : at + BLOCK] = region.holds(*kind.bounds(rows[at : at + BLOCK], margin))
    return within


def _low_corners(objects: NDArray[numpy.uint32], parts: list[tuple], margin: float) -> NDArray[numpy.float64]:
    """The boxes of some objects of the tile, in rising order."""
    corners, first = [], 0
    for kind, records in parts:
        begin, end = numpy.searchsorted(objects, (first, first + len(records)))
        corners.append(kind.bounds(records["row"][objects[begin:end] - numpy.uint32(first)], margin)[0])
        first += len(records)
    return numpy.concatenate(corners, axis=1)

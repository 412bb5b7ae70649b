"""Distributes objects to tiles: each stretch of a shard is read and written again by tile, with the objects' global
indices."""

import os
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from . import files, tiles
from .cells import Cell, Space
from .kinds import KINDS, Bounds, Kind, check
from .scene import Shard, check_named


BLOCK = 1 << 12  # rows whose boxes fit in the cache, in memory that the allocator keeps (below 128 KiB)


def record_dtype(kind: Kind) -> numpy.dtype:
    return numpy.dtype([("index", "<u8"), ("row", "<f4", (kind.columns,))])


@dataclass(frozen=True)
class Piece:
    """Rows begin .. end of a shard, whose first row is object `first` of all."""

    shard: Shard
    begin: int
    end: int
    first: int

    @property
    def kind(self) -> Kind:
        return KINDS[self.shard.kind]

    def __len__(self) -> int:
        return self.end - self.begin

    def rows(self) -> NDArray[numpy.float32]:
        """The rows, unchecked."""
        return self.shard.stretch(self.begin, self.end)

    def read(self) -> NDArray[numpy.void]:
        """Its records. Raises InvalidInput for an invalid number, with the shard and the row."""
        rows = self.rows()
        check_named(self.kind, rows, self.shard, self.begin, check)
        records = numpy.empty(len(rows), record_dtype(self.kind))
        records["index"] = numpy.arange(self.first + self.begin, self.first + self.end, dtype="<u8")
        records["row"] = rows
        return records


@dataclass(frozen=True)
class Run:
    """Contiguous records in a file of `split`."""

    kind_name: str
    path: str
    start: int  # their byte offset
    count: int

    @property
    def kind(self) -> Kind:
        return KINDS[self.kind_name]

    def __len__(self) -> int:
        return self.count

    def rows(self) -> NDArray[numpy.float32]:
        return self.read()["row"]

    def read(self) -> NDArray[numpy.void]:
        return files.read(self.path, self.start, self.count, record_dtype(self.kind))

    def cut(self, most: int) -> list["Run"]:
        size = record_dtype(self.kind).itemsize
        return [
            Run(self.kind_name, self.path, self.start + size * at, min(most, self.count - at))
            for at in range(0, self.count, most)
        ]


def pieces(shards: list[Shard], most: int) -> list[Piece]:
    """All rows, in order, `most` at a time."""
    result, first = [], 0
    for shard in shards:
        result += [Piece(shard, at, min(at + most, shard.rows), first) for at in range(0, shard.rows, most)]
        first += shard.rows
    return result


def sample(source: Piece | Run, every: int, region: tiles.Region, space: Space) -> Bounds:
    """The boxes of every `every`-th object, of all images in a cell: lower and upper corners (D, N)."""
    low, high = source.kind.bounds(source.rows()[every // 2 :: every], space.margin)
    boxes = [box for _, box in space.images(region, low, high)]
    return tuple(numpy.concatenate([box[k] for box in boxes] or [low[:, :0]], axis=1) for k in range(2))


def span(source: Piece, cell: Cell, margin: float) -> Bounds:
    """The least and the largest fractions (P, 1) of the objects' boxes, moved into the cell."""
    low, high = source.kind.bounds(source.read()["row"], margin)
    least, most = cell.fractions(*cell.moved(low, high, cell.moves(low)))
    return least.min(axis=1, keepdims=True), most.max(axis=1, keepdims=True)


def split(
    source: Piece | Run, region: tiles.Region, tree: tiles.Cut | tiles.Region, space: Space, path: str, scratch: str
) -> list[int]:
    """Writes the records by tile, in rising order of index in each, and returns the number of records of each tile. In
    a cell a record is in each tile that an image of its box touches.

    Memory: about 200 bytes for each object of the source, and its record once more for each tile beyond the first.
    """
    records = source.read()
    lists: list[list] = [[] for _ in tiles.leaves(tree)]
    block = max(BLOCK, 128 * len(lists))  # so that many rows share a traversal of the tree
    for at in range(0, len(records), block):
        low, high = source.kind.bounds(records["row"][at : at + block], space.margin)
        for each, rows in zip(lists, space.members(region, tree, low, high)):
            each.append(rows + at)
    words = records.view("<u4").reshape(len(records), -1)  # whole records, which numpy.take copies fastest so
    counts = []
    with files.written(path, scratch, durable=False) as file:
        for each in lists:
            rows = numpy.concatenate(each) if each else ()
            counts.append(len(rows))
            if len(rows):
                file.write(memoryview(numpy.take(words, rows, axis=0)).cast("B"))
    return counts


def runs_of(source: Piece | Run, path: str, counts: list[int]) -> list[Run | None]:
    """The places of each tile's records in the files of `split`."""
    size = record_dtype(source.kind).itemsize
    starts = numpy.concatenate([[0], numpy.cumsum(counts)])
    return [
        Run(source.kind.name, path, size * int(start), count) if count else None for start, count in zip(starts, counts)
    ]


def split_path(scratch: str, round_: int, number: int) -> str:
    return os.path.join(scratch, f"split-{round_}-{number}.bin")

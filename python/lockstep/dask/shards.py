"""Sorted pairs in files, by ranges of their first index."""

import pathlib
from collections.abc import Iterator
from dataclasses import dataclass

import dask
import dask.array
import numpy

from . import files
from .merge import Range


@dataclass(frozen=True)
class PairShards:
    """The pairs of a scene, sorted by (a, b), a < b, by global index: uint32 (uint64 beyond 2^32 objects).

    Shard i is the file paths[i], an array (K, 2), with ranges[i].begin <= a < ranges[i].end. All shards in order are
    the bytes of `lockstep.overlap(...).pairs` of the whole scene. In a cell a <= b, and the file shift_paths[i] has the
    `shifts` of the shard, int32 (K, 3); otherwise there are none.
    """

    paths: list[pathlib.Path]
    ranges: list[Range]
    dtype: numpy.dtype
    shift_paths: tuple[pathlib.Path, ...] = ()
    tiles: int = 0  # their number and their cost: seconds, seconds in the pass alone, objects including halos
    seconds: float = 0
    pass_seconds: float = 0
    tile_objects: int = 0

    def __len__(self) -> int:
        """The number of pairs."""
        return sum(each.pairs for each in self.ranges)

    def __iter__(self) -> Iterator[numpy.ndarray]:
        """The shards, mapped one at a time."""
        return (files.mapped(str(path)) for path in self.paths)

    def shifts(self) -> Iterator[numpy.ndarray]:
        """The shifts of each shard, mapped one at a time."""
        return (files.mapped(str(path)) for path in self.shift_paths)

    def to_dask(self) -> dask.array.Array:
        """A Dask array (K, 2), a shard a chunk, read by the worker that needs it."""
        load = dask.delayed(_load)
        blocks = [
            dask.array.from_delayed(load(str(path)), (each.pairs, 2), self.dtype)
            for path, each in zip(self.paths, self.ranges)
        ]
        return dask.array.concatenate(blocks)


def _load(path: str) -> numpy.ndarray:
    return numpy.array(files.mapped(path))

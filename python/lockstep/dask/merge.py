"""Pairs of all tiles into shards by ranges of the first index, each sorted by (a, b)."""

from bisect import bisect_left
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from . import files


@dataclass(frozen=True)
class Range:
    """Pairs (a, b) with begin <= a < end."""

    begin: int
    end: int
    pairs: int


def ranges(by_bin: NDArray[numpy.int64], bin_width: int, objects: int, most: int) -> list[Range]:
    """As few ranges as possible with up to `most` pairs each (one bin may hold more). They depend on the pairs
    alone."""
    result, begin, count = [], 0, 0
    for number, here in enumerate(by_bin.tolist()):
        if count and count + here > most:
            result.append(Range(begin * bin_width, number * bin_width, count))
            begin, count = number, 0
        count += here
    result.append(Range(begin * bin_width, objects, count))
    return result


def merge(range_: Range, paths: list[str], path: str, scratch: str, dtype, shifts: str | None = None) -> int:
    """Gathers the pairs of a range from the sorted files of all tiles, and writes them, sorted, and their shifts."""
    stretches = []
    for each in paths:
        pairs = files.mapped(each)
        begin, end = (bisect_left(pairs[:, 0], a) for a in (range_.begin, range_.end))
        columns = pairs.shape[1]
        row = pairs.dtype.itemsize * columns
        stretches.append(files.read(each, pairs.offset + row * begin, columns * (end - begin), pairs.dtype))
    merged = _sorted(numpy.concatenate(stretches).reshape(-1, columns))
    if len(merged) != range_.pairs:
        raise RuntimeError(f"{path}: {len(merged)} pairs where {range_.pairs} were counted")
    files.save(path, merged[:, :2].astype(dtype, copy=False), scratch)
    if shifts is not None:
        files.save(shifts, merged[:, 2:].astype("<i4"), scratch)
    return len(merged)


def _sorted(pairs: NDArray) -> NDArray:
    if pairs.shape[1] > 2:
        return pairs[numpy.lexsort(pairs.T[::-1])]
    if pairs.dtype.itemsize == 8:
        return pairs[numpy.lexsort((pairs[:, 1], pairs[:, 0]))]
    keys = numpy.ascontiguousarray(pairs[:, ::-1]).view("<u8")[:, 0]  # a in the upper half
    keys.sort(kind="stable")  # stable sort merges: each tile's pairs are sorted
    return numpy.ascontiguousarray(keys[:, numpy.newaxis].view("<u4")[:, ::-1])

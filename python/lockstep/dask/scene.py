"""A scene in shards: files, maps of files, arrays, or Dask arrays, one after the other."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import dask.array
import lockstep
import numpy
from numpy.typing import NDArray

from . import files
from .kinds import KINDS, Kind

Source = Any  # a path, a NumPy array or map, a Dask array, or a list of these


@dataclass(frozen=True)
class Shard:
    """Contiguous rows in a file. `name` is its name in errors."""

    kind: str
    name: str
    path: str
    start: int  # the byte offset of the first row
    rows: int

    def stretch(self, begin: int, end: int) -> NDArray[numpy.float32]:
        """Rows begin .. end, (N, C)."""
        width = KINDS[self.kind].columns
        rows = files.read(self.path, self.start + 4 * width * begin, (end - begin) * width, numpy.dtype("<f4"))
        return rows.reshape(end - begin, width)

    def describe(self) -> list:
        status = os.stat(self.path)
        return [self.kind, self.path, self.start, self.rows, status.st_size, status.st_mtime_ns]


@dataclass(frozen=True)
class Loose:
    """An array that is not in a file yet: a NumPy array in the client's memory, or a Dask array."""

    kind: str
    array: Any

    def describe(self) -> list:
        if isinstance(self.array, numpy.ndarray):
            digest = hashlib.sha256(numpy.ascontiguousarray(self.array)).hexdigest()
            return [self.kind, list(self.array.shape), digest]
        return [self.kind, self.array.name, repr(self.array.chunks)]


class Scene:
    """Objects of one or several kinds, numbered in order.

    `kind` is one of `KINDS`, `source` has rows of float32 (N, C), C columns as the kind says: a path of a .npy file, a
    NumPy array or a map of a file (read in place, on the workers), a Dask array, or a list of these. `+` joins scenes:
    the objects of the second are numbered after those of the first. Only headers are read. Raises TypeError for numbers
    that are not float32, InvalidInput for a truncated file, OSError for a missing one.
    """

    def __init__(self, kind: str, source: Source) -> None:
        if kind not in KINDS:
            raise ValueError(f"kind = {kind!r}: is not one of {', '.join(KINDS)}")
        self.parts: tuple[Shard | Loose, ...] = tuple(_parts(KINDS[kind], source))

    def __add__(self, other: "Scene") -> "Scene":
        joined = Scene.__new__(Scene)
        joined.parts = self.parts + other.parts
        return joined

    @property
    def dimensions(self) -> int:
        """2 or 3. Raises ValueError for a scene of both."""
        found = {KINDS[part.kind].dimensions for part in self.parts} or {3}
        if len(found) > 1:
            raise ValueError("the scene has shapes of the plane and shapes of space, which never meet")
        return found.pop()

    def describe(self) -> list:
        """The identity of this input: names, sizes and times of files, bytes of arrays, names of Dask arrays."""
        return [part.describe() for part in self.parts]

    def __repr__(self) -> str:
        kinds = dict.fromkeys(part.kind for part in self.parts)
        return f"<lockstep.dask.Scene of {', '.join(kinds) or 'nothing'} in {len(self.parts)} shards>"


def _parts(kind: Kind, source: Source) -> Iterator[Shard | Loose]:
    if isinstance(source, (str, os.PathLike)):
        yield _mapped(kind, files.mapped(os.fspath(source)), os.path.abspath(source))
    elif isinstance(source, dask.array.Array):
        yield Loose(kind.name, _checked(kind, source, f"the Dask array {source.name}"))
    elif isinstance(source, numpy.ndarray):
        root = _root(source)
        name = f"the array of {kind.name}"
        if root is None or not source.flags.c_contiguous or source.size == 0:
            yield Loose(kind.name, _checked(kind, source, name))
        else:
            yield _mapped(kind, source, os.path.abspath(root.filename))
    elif isinstance(source, Iterable):
        for each in source:
            yield from _parts(kind, each)
    else:
        raise TypeError(
            f"source is a {type(source).__name__}; expected a path, an array, a Dask array or a list of these"
        )


def _root(array: Any) -> numpy.memmap | None:
    """The map of a file that contains this array's memory."""
    found = None
    while isinstance(array, numpy.ndarray):
        if isinstance(array, numpy.memmap) and array.filename is not None and array.mode != "c":
            found = array
        array = array.base
    return found


def _checked(kind: Kind, array: Any, name: str) -> Any:
    if array.dtype != numpy.float32:
        raise TypeError(
            f"{name}: is an array of {array.dtype}; shapes are exactly their float32 numbers, and how others are "
            "rounded is the caller's to say: pass .astype(numpy.float32)"
        )
    if array.ndim != 2 or array.shape[1] != kind.columns:
        raise ValueError(f"{name}: has the shape {array.shape}; {kind.name} are (N, {kind.columns})")
    return array


def _mapped(kind: Kind, array: numpy.ndarray, path: str) -> Shard:
    _checked(kind, array, path)
    if not array.flags.c_contiguous:
        raise ValueError(
            f"{path}: its rows do not lie side by side (Fortran order); save numpy.ascontiguousarray of it"
        )
    root = _root(array)
    start = root.offset + array.ctypes.data - root.ctypes.data
    return Shard(kind.name, path, path, start, len(array))


def index_dtype(objects: int) -> numpy.dtype:
    """The type of global indices: uint32 as in a call on one machine, uint64 for more objects."""
    return numpy.dtype("<u4" if objects <= 2**32 else "<u8")


def check_named(kind: Kind, rows: NDArray[numpy.float32], shard: Shard, begin: int, check: Any) -> None:
    """`check(kind, rows)`, whose error names the shard and the row in it."""
    try:
        check(kind, rows)
    except lockstep.InvalidInput:
        low, high = 0, len(rows)  # the first invalid one is in rows[low:high]
        while high - low > 1:
            middle = (low + high) // 2
            if _fails(kind, rows[low:middle], check):
                high = middle
            else:
                low = middle
        try:
            check(kind, rows[low:high])
        except lockstep.InvalidInput as error:
            row = begin + low  # the library checked this one alone
            said = str(error).removeprefix("shape 0 of 1: ").replace("[0]", f"[{row}]")
            raise lockstep.InvalidInput(f"{shard.name}: row {row} of {shard.rows} ({kind.name}): {said}") from None
        raise


def _fails(kind, rows, check) -> bool:
    try:
        check(kind, rows)
    except lockstep.InvalidInput:
        return True
    return False

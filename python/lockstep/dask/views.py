"""Many views: matrices or corners, in files or arrays; the worker that needs them makes volumes of them."""

import hashlib
import os
import pickle
from dataclasses import dataclass
from typing import Any

import lockstep
import numpy

from . import files


@dataclass(frozen=True)
class _File:
    """Numbers (V, ...) of float32 in a file."""

    path: str
    start: int
    shape: tuple[int, ...]  # of one view

    def read(self, begin: int, end: int) -> numpy.ndarray:
        size = int(numpy.prod(self.shape))
        numbers = files.read(self.path, self.start + 4 * size * begin, size * (end - begin), numpy.dtype("<f4"))
        return numbers.reshape(end - begin, *self.shape)

    def describe(self) -> list:
        status = os.stat(self.path)
        return [self.path, self.start, status.st_size, status.st_mtime_ns]


class Views:
    """The volumes that a scene is culled against, made by one of

    - `Views.from_matrices(source, range, order)`: (V, 4, 4) or (V, 16), see ConvexVolume.from_view_projection;
    - `Views.from_corners(source)`: (V, 8, 3), see ConvexVolume.from_corners;
    - `Views.of(volumes)`: a list of ConvexVolume.

    `source` is a NumPy array of float32, sent along with the tasks, or the path of a .npy file, of which a task reads
    its part. Raises TypeError for other numbers, ValueError for other shapes, InvalidInput for a truncated file.
    """

    def __init__(self, source: Any, begin: int, end: int, make: tuple) -> None:
        self._source, self._begin, self._end, self._make = source, begin, end, make

    @staticmethod
    def from_matrices(
        source: Any, range: lockstep.DepthRange, order: lockstep.MatrixOrder = lockstep.MatrixOrder.row_major
    ) -> "Views":
        return _of_numbers(
            source, "matrices", ((4, 4), (16,)), (lockstep.DepthRange(range), lockstep.MatrixOrder(order))
        )

    @staticmethod
    def from_corners(source: Any) -> "Views":
        return _of_numbers(source, "corners", ((8, 3),), ())

    @staticmethod
    def of(volumes: list[lockstep.ConvexVolume]) -> "Views":
        return Views(list(volumes), 0, len(volumes), ("volumes", ()))

    def __len__(self) -> int:
        return self._end - self._begin

    def __repr__(self) -> str:
        return f"<lockstep.dask.Views of {len(self)} {self._make[0]}>"

    def describe(self) -> list:
        """The identity of these views: a file's name, size and time, or the numbers' bytes."""
        if isinstance(self._source, _File):
            source = self._source.describe()
        elif isinstance(self._source, list):
            source = [hashlib.sha256(pickle.dumps(self._source, protocol=4)).hexdigest()]
        else:
            source = [list(self._source.shape), hashlib.sha256(self._source).hexdigest()]
        return [self._make[0], [each.name for each in self._make[1]], len(self), source]

    def stretch(self, begin: int, end: int) -> "Views":
        """Views begin .. end of these, which carry their numbers along or read them on the worker."""
        if isinstance(self._source, _File):
            return Views(self._source, self._begin + begin, self._begin + end, self._make)
        return Views(self._source[begin:end], self._begin + begin, self._begin + end, self._make)

    def volumes(self) -> list[lockstep.ConvexVolume]:
        """Raises InvalidInput for an invalid view, with its index among all."""
        name, options = self._make
        if name == "volumes":
            return self._source
        file = isinstance(self._source, _File)
        numbers = self._source.read(self._begin, self._end) if file else self._source
        result = []
        for i, each in enumerate(numbers):
            try:
                result.append(_volume(each, name, options))
            except ValueError as error:
                where = f"{self._source.path}: " if file else ""
                raise lockstep.InvalidInput(f"{where}view {self._begin + i} ({name}): {error}") from None
        return result


def _volume(numbers: numpy.ndarray, name: str, options: tuple) -> lockstep.ConvexVolume:
    if name == "corners":
        return lockstep.ConvexVolume.from_corners(numbers)
    depths, order = options
    return lockstep.ConvexVolume.from_view_projection(numbers, depths, order=order)


def _of_numbers(source: Any, name: str, shapes: tuple, options: tuple) -> Views:
    path = os.path.abspath(source) if isinstance(source, (str, os.PathLike)) else None
    array = source if path is None else files.mapped(path)
    if not isinstance(array, numpy.ndarray):
        raise TypeError(f"{name} are a {type(source).__name__}; expected a path or an array of float32")
    if array.dtype != numpy.float32:
        raise TypeError(f"{path or name}: is an array of {array.dtype}; pass .astype(numpy.float32)")
    if array.shape[1:] not in shapes or not array.ndim:
        expected = " or ".join(f"(V, {', '.join(map(str, shape))})" for shape in shapes)
        raise ValueError(f"{path or name}: has the shape {array.shape}; expected {expected}")
    if path is None:
        return Views(numpy.ascontiguousarray(array), 0, len(array), (name, options))
    if not array.flags.c_contiguous:
        raise ValueError(f"{path}: its numbers do not lie side by side (Fortran order)")
    return Views(_File(path, array.offset, array.shape[1:]), 0, len(array), (name, options))

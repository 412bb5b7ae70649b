"""Rows of files, read by stretches into memory: reading a map of a file that is truncated later would end the
process."""

import contextlib
import json
import os
import pathlib
import uuid
from typing import Any

import lockstep
import numpy


def read_into(array: numpy.ndarray, path: str, start: int) -> None:
    """Fills an array from byte `start` of a file. Raises InvalidInput if the file ends before, OSError if it is
    missing."""
    target = memoryview(array).cast("B") if array.size else memoryview(b"")
    with open(path, "rb", buffering=0) as file:
        file.seek(start)
        at = 0
        while at < len(target):
            got = file.readinto(target[at:])
            if not got:
                raise lockstep.InvalidInput(
                    f"{path}: ends after {start + at} bytes, where {start + len(target)} are needed: "
                    "it is cut short, or still being written"
                )
            at += got


def read(path: str, start: int, count: int, dtype: numpy.dtype) -> numpy.ndarray:
    """`count` elements from byte `start` on."""
    array = numpy.empty(count, dtype)
    read_into(array, path, start)
    return array


def mapped(path: str) -> numpy.memmap:
    """A .npy file, mapped. Raises InvalidInput with its name if it is damaged or truncated."""
    try:
        array = numpy.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise lockstep.InvalidInput(f"{path}: is not a whole .npy file: {error}") from None
    if not isinstance(array, numpy.memmap):
        array.close()
        raise lockstep.InvalidInput(f"{path}: is not a .npy file of one array")
    return array


@contextlib.contextmanager
def written(path: str, scratch: str, durable: bool):
    """A file to write, which gets its name when it is complete and, if `durable`, on the disk.

    Two workers may write the same file if one was given up but still runs: the bytes are the same.
    """
    temporary = os.path.join(scratch, f"{uuid.uuid4().hex}.tmp")
    try:
        with open(temporary, "wb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def save(path: str, array: numpy.ndarray, scratch: str, durable: bool = True) -> None:
    """Writes a .npy file."""
    with written(path, scratch, durable) as file:
        numpy.lib.format.write_array(file, numpy.ascontiguousarray(array), allow_pickle=False)


def save_json(path: str, value: Any, scratch: str) -> None:
    with written(path, scratch, durable=True) as file:
        file.write((json.dumps(value, indent=1) + "\n").encode())


def load_json(path: pathlib.Path) -> Any:
    try:
        return json.loads(path.read_text())
    except ValueError as error:
        raise lockstep.InvalidInput(f"{path}: is damaged: {error}") from None

"""Arrays that are not in files yet become shards of files, block by block on the worker that has the block."""

import os

import dask
import distributed
import numpy

from . import cluster, files
from .kinds import KINDS
from .scene import Loose, Scene, Shard


def staged(
    scene: Scene, folder: str, scratch: str, client: distributed.Client, watch: cluster.Watch | None
) -> list[Shard]:
    """The shards of a scene. Dask arrays are computed into `folder`, which takes their bytes."""
    shards: list[Shard] = []
    for number, part in enumerate(scene.parts):
        if isinstance(part, Shard):
            shards.append(part)
        elif isinstance(part.array, numpy.ndarray):
            path = os.path.join(folder, f"input-{number}.npy")
            files.save(path, part.array, scratch)
            shards.append(_shard(part, path, f"the array of {part.kind}"))
        else:
            shards.extend(_blocks(part, number, folder, scratch, client, watch))
    return shards


def _shard(part: Loose, path: str, name: str) -> Shard:
    array = files.mapped(path)
    return Shard(part.kind, name, path, array.offset, len(array))


def _write(block: numpy.ndarray, path: str, scratch: str, name: str, columns: int) -> str:
    if block.dtype != numpy.float32 or block.ndim != 2 or block.shape[1] != columns:
        raise TypeError(
            f"{name}: is an array of {block.dtype} of the shape {block.shape}; expected float32 (N, {columns})"
        )
    files.save(path, block, scratch)
    return path


def _blocks(part: Loose, number: int, folder: str, scratch: str, client, watch) -> list[Shard]:
    columns = KINDS[part.kind].columns
    blocks = part.array.rechunk({1: -1}).to_delayed().ravel()
    names = [f"block {i} of the Dask array {part.array.name}" for i in range(len(blocks))]
    paths = [os.path.join(folder, f"input-{number}-{i}.npy") for i in range(len(blocks))]
    write = dask.delayed(_write, pure=False)
    tasks = [
        write(
            block,
            path,
            scratch,
            name,
            columns,
            dask_key_name=f"lockstep-stage-{os.path.basename(scratch)}-{number}-{i}",
        )
        for i, (block, path, name) in enumerate(zip(blocks, paths, names))
    ]
    futures = client.compute(tasks)
    if watch is not None:
        watch("lockstep-stage", list(futures))
    client.gather(futures)
    return [_shard(part, path, name) for path, name in zip(paths, names)]

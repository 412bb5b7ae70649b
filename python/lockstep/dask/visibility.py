"""Which objects of a scene does each of many views see? A grid of views by objects, a file for each of its shards."""

import os
import pathlib
from dataclasses import dataclass

import dask
import dask.array
import distributed
import lockstep
import numpy

from . import cluster, files
from .checkpoint import Folder
from .kinds import KINDS, shape_set
from .scene import Scene
from .split import Piece, pieces
from .staging import staged
from .views import Views

MASK_BYTES = 1 << 24  # of the bools of one call
KEPT_VIEWS = 64  # from this number of views on, sorting the objects costs less than it saves


@dataclass(frozen=True)
class Block:
    """Views begin .. end, and the pieces of the objects, in order."""

    begin: int
    end: int
    objects: tuple[Piece, ...]

    @property
    def count(self) -> int:
        return count_of(self.objects)


@dataclass(frozen=True)
class VisibilityShards:
    """The objects that each view sees: paths[v][o] has the views from v * views_per_shard and the objects from o *
    objects_per_shard.

    For `bits` a file is uint8 (views, objects / 8, rounded up): bit i % 8 of byte i // 8 is object i of the shard, as
    in numpy.packbits(mask, axis=1, bitorder="little"). For `counts` it is uint64 (views,).
    """

    paths: list[list[pathlib.Path]]
    output: str
    view_counts: list[int]
    object_counts: list[int]
    computed: int = 0  # shards that this run computed; the others existed

    def to_dask(self) -> dask.array.Array:
        """uint8 (V, objects / 8, rounded up) for bits, uint64 (V,) for counts; read by the workers that need it."""
        load = dask.delayed(_load)
        bits = self.output == "bits"
        dtype = numpy.dtype(numpy.uint8 if bits else numpy.uint64)
        widths = [-(-count // 8) for count in self.object_counts]
        rows = [dask.array.zeros((0, sum(widths)) if bits else 0, dtype=dtype)]
        for views, row in zip(self.view_counts, self.paths):
            shapes = [(views, width) if bits else (views,) for width in widths]
            parts = [dask.array.from_delayed(load(str(path)), shape, dtype) for path, shape in zip(row, shapes)]
            rows.append(dask.array.concatenate(parts, axis=1) if bits else sum(parts[1:], parts[0]))
        return dask.array.concatenate(rows[1:] or rows)

    def seen(self, view: int) -> numpy.ndarray:
        """The indices of the objects that a view sees, uint64, in rising order; for bits only. Raises IndexError for
        an invalid view."""
        if self.output != "bits":
            raise ValueError("counts do not say which objects are seen: cull with output='bits'")
        if not 0 <= view < sum(self.view_counts):
            raise IndexError(f"view = {view}: there are {sum(self.view_counts)}")
        row, at = divmod(view, self.view_counts[0])
        found, first = [], 0
        for path, count in zip(self.paths[row], self.object_counts):
            bits = numpy.unpackbits(numpy.array(files.mapped(str(path))[at]), count=count, bitorder="little")
            found.append(numpy.flatnonzero(bits).astype(numpy.uint64) + numpy.uint64(first))
            first += count
        return numpy.concatenate(found)


def _load(path: str) -> numpy.ndarray:
    return numpy.array(files.mapped(path))


def cull(
    views: Views,
    scene: Scene,
    directory: str | os.PathLike,
    *,
    output: str = "bits",
    method: lockstep.CullMethod = lockstep.CullMethod.exact,
    touching: lockstep.Touching = lockstep.Touching.overlap,
    client: distributed.Client | None = None,
    views_per_shard: int = 256,
    objects_per_shard: int = 1 << 18,
    watch: cluster.Watch | None = None,
) -> VisibilityShards:
    """Which objects touch each view, or how many do? The answer of `lockstep.cull`, bit for bit, for any workers.

    `output`: "bits" or "counts". `directory` is the folder of the shards, one for each `views_per_shard` views of
    `objects_per_shard` objects (a multiple of 8); all workers and the client see it, and the input's files, by the same
    path. It is the checkpoint: however the last run ended, the same call finds its finished shards and computes the
    others. A task holds the rows of its objects, 16 MiB of bools and its output, 8 MiB of bits unless the shards are
    chosen larger; with 64 views or more it sorts spheres and aabbs into a `lockstep.World`, up to 33 bytes each more,
    and culls that. `watch` and `client`: see `overlap`; the dashboard calls the tasks lockstep-cull.

    Raises InvalidInput for an invalid number (it names the shard, the row and the field), for an invalid view, for a
    truncated file, and for a folder of another input; ValueError for shapes of the plane.
    """
    client = distributed.default_client() if client is None else client
    if output not in ("bits", "counts"):
        raise ValueError(f"output = {output!r}: expected 'bits' or 'counts'")
    if views_per_shard < 1 or objects_per_shard < 8 or objects_per_shard % 8:
        raise ValueError("views_per_shard must be positive, objects_per_shard a positive multiple of 8")
    if scene.dimensions != 3:
        raise ValueError("a view sees shapes of space, not of the plane")
    method, touching = lockstep.CullMethod(method), lockstep.Touching(touching)
    folder = Folder(
        directory,
        {
            "job": "cull",
            "input": scene.describe(),
            "views": views.describe(),
            "output": output,
            "method": method.name,
            "touching": touching.name,
            "views_per_shard": views_per_shard,
            "objects_per_shard": objects_per_shard,
        },
    )
    try:
        shards = staged(scene, str(folder.scratch), str(folder.scratch), client, watch)
        columns = columns_of(pieces(shards, objects_per_shard), objects_per_shard)
        starts = range(0, len(views), views_per_shard)
        blocks = [[Block(at, min(at + views_per_shard, len(views)), column) for column in columns] for at in starts]
        return _fill(client, folder, views, blocks, columns, (output, method, touching), watch)
    finally:
        folder.close()


def columns_of(parts: list[Piece], most: int) -> list[tuple[Piece, ...]]:
    """Groups pieces of shards, in order, into groups of exactly `most` objects, except for the last."""
    columns: list[list[Piece]] = [[]]
    room = most
    for part in parts:
        at = part.begin
        while at < part.end:
            if room == 0:
                columns.append([])
                room = most
            end = min(part.end, at + room)
            columns[-1].append(Piece(part.shard, at, end, part.first))
            room -= end - at
            at = end
    return [tuple(column) for column in columns]


def count_of(column: tuple[Piece, ...]) -> int:
    return sum(len(piece) for piece in column)


def _fill(
    client, folder: Folder, views: Views, blocks: list[list[Block]], columns: list, question: tuple, watch
) -> VisibilityShards:
    output = question[0]
    paths = [[folder.path / f"{output}-{v:05}-{o:05}.npy" for o in range(len(row))] for v, row in enumerate(blocks)]
    arguments = [
        (views.stretch(block.begin, block.end), block, question, str(path), str(folder.scratch))
        for blocks_row, row in zip(blocks, paths)
        for block, path in zip(blocks_row, row)
        if not _is_whole(path)
    ]
    for _ in cluster.run(client, "lockstep-cull", cull_block, arguments, watch):
        pass
    views_of = [row[0].end - row[0].begin for row in blocks]
    return VisibilityShards(paths, output, views_of, [count_of(column) for column in columns], len(arguments))


def _is_whole(path: pathlib.Path) -> bool:
    try:
        files.mapped(str(path))
    except (OSError, lockstep.InvalidInput):
        return False
    return True


def cull_block(views: Views, block: Block, question: tuple, path: str, scratch: str) -> None:
    """Computes one shard and writes it."""
    output, method, touching = question
    volumes = views.volumes()
    objects = [_objects(piece, len(volumes) >= KEPT_VIEWS) for piece in block.objects]
    step = max(MASK_BYTES // max(block.count, 1), 1)
    if output == "bits":
        result = numpy.empty((len(volumes), -(-block.count // 8)), numpy.uint8)
    else:
        result = numpy.empty(len(volumes), numpy.uint64)
    for at in range(0, len(volumes), step):
        some = lockstep.VolumeSet(volumes[at : at + step])
        how = {"method": method, "touching": touching, "check": lockstep.Check.none}
        masks = [lockstep.cull(some, each, **how) for each in objects]
        mask = masks[0] if len(masks) == 1 else numpy.concatenate([*masks, numpy.empty((len(some), 0), bool)], axis=1)
        if output == "bits":
            result[at : at + step] = numpy.packbits(mask, axis=1, bitorder="little")
        else:
            result[at : at + step] = numpy.count_nonzero(mask, axis=1)
    files.save(path, result, scratch)


def _objects(piece: Piece, kept: bool):
    """The culled form of a piece; with `kept` a World, for kinds that a World takes."""
    rows = piece.read()["row"]
    kind = KINDS[piece.shard.kind]
    if kind.view is None:
        return shape_set([(kind, rows)])
    view = kind.view(*kind.arguments(rows))
    return lockstep.World(view) if kept and isinstance(view, (lockstep.SphereView, lockstep.AabbView)) else view

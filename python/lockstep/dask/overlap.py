"""Overlap passes over tiles: sample, split, find, merge."""

import os
from dataclasses import asdict, replace

import distributed
import lockstep
import numpy

from . import cluster, files, merge, tiles
from .cells import Cell, Space
from .checkpoint import Folder
from .merge import Range
from .scene import Scene, index_dtype
from .shards import PairShards
from .split import Run, pieces, runs_of, sample, span, split, split_path
from .staging import staged
from .tile import BINS, Question, Tile, find_pairs

OBJECT_BYTES = 320  # of a tile or a stretch at its largest: record, box, and pass
PAIR_BYTES = 64  # of a tile's pairs: found, sorted, and with global indices
IN_CELL = 3  # times as much of both
SAMPLE = 256  # objects of a sample for each tile


def overlap(
    scene: Scene,
    directory: str | os.PathLike,
    *,
    margin: float = 0,
    touching: lockstep.Touching = lockstep.Touching.overlap,
    cell=None,
    periodic: tuple[bool, bool, bool] = (True, True, True),
    client: distributed.Client | None = None,
    task_memory: int | None = None,
    tile_objects: int | None = None,
    shard_pairs: int = 1 << 20,
    watch: cluster.Watch | None = None,
) -> PairShards:
    """Finds the overlapping objects of a scene: the same bytes as one call of `lockstep.overlap`, for any workers and
    tiles.

    In a `cell`, (3, 3) of rows, the scene repeats in the `periodic` directions, as in a call of `lockstep.overlap`, and
    the shards have shifts.

    `directory` is the folder of the shards; all workers and the client see it by the same path, as they do the
    input's files. Meanwhile it takes the records of all objects and the pairs of all tiles (scene + 8 bytes an
    object, twice the pairs; in a cell 40 bytes a pair and the shards). `client` is a distributed.Client, None the
    current one. `task_memory`: bytes that a task may use, by default half of the memory of a thread of the smallest
    worker; tiles are chosen to fit it, and cut further if they do not. `tile_objects`: the most objects in a tile,
    if fewer are wanted. `shard_pairs`: the most pairs in a shard, although a shard holds at least a 4096th of all
    objects. `watch(name, futures)` is called with the tasks of each step, for instance to show them by
    `distributed.progress`; the dashboard calls them lockstep-span (in a cell), -sample, -split, -find, -merge.

    No worker and no client ever holds all of the scene or of the pairs. Tasks are functions of files, which are renamed
    when they are complete, so a lost worker costs only time. A finished run is found again; a folder that belongs to
    another input is refused.

    Raises InvalidInput for an invalid number (it names the shard, the row and the field), for a truncated file, for a
    folder of another run, and if more objects lie in one place than a task has memory for; FileNotFoundError.
    """
    client = distributed.default_client() if client is None else client
    dimensions = scene.dimensions
    limit = numpy.float32(margin)
    if not 0 <= limit < numpy.inf:
        raise lockstep.InvalidInput(f"margin = {margin}: must be a finite number, not negative")
    if cell is None and tuple(periodic) != (True, True, True):
        raise lockstep.InvalidInput("periodic: has no meaning without a cell")
    repeating = None if cell is None else Cell.of(cell, periodic, dimensions)
    touching = lockstep.Touching(touching)
    memory = cluster.task_memory(client, task_memory)
    folder = Folder(
        directory,
        {
            "job": "overlap",
            "input": scene.describe(),
            "margin": float(limit),
            "touching": touching.name,
            "shard_pairs": shard_pairs,
            **({} if repeating is None else {"cell": repeating.given, "periodic": repeating.periodic}),
        },
    )
    try:
        done = finished(folder)
        if done is not None:
            return done
        space = Space(float(limit), repeating)
        run = _Overlap(client, folder, memory, space, touching, watch)
        return run.run(scene, dimensions, tile_objects, shard_pairs)
    finally:
        folder.close()


def finished(folder: Folder) -> PairShards | None:
    """The shards of a folder if its run is finished."""
    path = folder.path / "pairs.json"
    if not path.exists():
        return None
    listed = files.load_json(path)
    paths, shifts = ([folder.path / name for name in listed.get(key, [])] for key in ("files", "shifts"))
    for each in paths + shifts:
        files.mapped(str(each))  # raises if it is truncated or missing
    ranges = [Range(**each) for each in listed["ranges"]]
    return PairShards(paths, ranges, numpy.dtype(listed["dtype"]), tuple(shifts), **listed["cost"])


class _Overlap:
    """One run. The client holds the counts and the places of records."""

    def __init__(self, client, folder: Folder, memory: int, space: Space, touching, watch) -> None:
        self.client, self.folder, self.space, self.touching, self.watch = client, folder, space, touching, watch
        self.scratch = str(folder.scratch)
        more = 1 if space.cell is None else IN_CELL
        self.most_objects = max(memory // 2 // (more * OBJECT_BYTES), 1024)
        self.most_pairs = max(memory // 2 // (more * PAIR_BYTES), 1024)
        self.rounds = 0
        self.cost = {"tiles": 0, "seconds": 0.0, "pass_seconds": 0.0, "tile_objects": 0}

    def run(self, scene: Scene, dimensions: int, tile_objects: int | None, shard_pairs: int) -> PairShards:
        shards = staged(scene, self.scratch, self.scratch, self.client, self.watch)
        objects = sum(shard.rows for shard in shards)
        dtype = index_dtype(objects)
        self.stretch = max(min(self.most_objects, objects // (4 * cluster.threads(self.client))), 4096)
        fair = max(objects // (4 * cluster.threads(self.client)), 1 << 15)
        most = min(0.85 * self.most_objects, fair) if tile_objects is None else tile_objects
        sources = pieces(shards, self.stretch)
        if self.space.cell is not None and sources:
            self.space = self.with_span(sources)
        question = Question(self.space, self.touching, self.most_pairs, max(-(-objects // BINS), 1), dtype)
        by_bin = numpy.zeros(BINS, numpy.int64)
        paths: list[str] = []
        waiting = self.divide(sources, tiles.Region.everything(dimensions), most)
        while waiting:
            waiting = self.find(waiting, question, by_bin, paths)
        return self.merge(by_bin, question, objects, shard_pairs, paths)

    def with_span(self, sources: list) -> Space:
        """The cell with what the boxes of all objects fill in it."""
        margin, cell = self.space.margin, self.space.cell
        ends = cluster.map_all(
            self.client, "lockstep-span", span, [(source, cell, margin) for source in sources], self.watch
        )
        least, most = (numpy.concatenate([end[k] for end in ends], axis=1) for k in range(2))
        return Space(margin, replace(cell, span=tuple(zip(least.min(axis=1).tolist(), most.max(axis=1).tolist()))))

    def divide(self, sources: list, region: tiles.Region, most: float) -> list[Tile]:
        """Tiles of up to about `most` objects from the objects that touch the region."""
        count = sum(len(source) for source in sources)
        every = max(int(count / max(SAMPLE * count / most, 1 << 14)), 1)
        boxes = cluster.map_all(
            self.client,
            "lockstep-sample",
            sample,
            [(source, every, region, self.space) for source in sources],
            self.watch,
        )
        if not boxes:
            return []
        low, high = (numpy.concatenate([box[k] for box in boxes], axis=1) for k in range(2))
        tree = tiles.grow(region, low, high, most / every)
        regions = list(tiles.leaves(tree))
        lists: list[list[Run]] = [[] for _ in regions]
        for runs in self.split(sources, region, tree):
            for each, run in zip(lists, runs):
                if run is not None:
                    each.append(run)
        return [Tile(place, tuple(runs)) for place, runs in zip(regions, lists) if runs]

    def split(self, sources: list, region: tiles.Region, tree) -> list[list[Run | None]]:
        self.rounds += 1
        paths = [split_path(self.scratch, self.rounds, i) for i in range(len(sources))]
        counts = cluster.map_all(
            self.client,
            "lockstep-split",
            split,
            [(source, region, tree, self.space, path, self.scratch) for source, path in zip(sources, paths)],
            self.watch,
        )
        return [runs_of(*each) for each in zip(sources, paths, counts)]

    def find(self, waiting: list[Tile], question: Question, by_bin, paths: list[str]) -> list[Tile]:
        """Searches the tiles, and returns the parts of those that are too full."""
        fit = [tile for tile in waiting if tile.objects <= self.most_objects]
        full = [(tile, self.most_objects) for tile in waiting if tile.objects > self.most_objects]
        names = [os.path.join(self.scratch, f"tile-{self.rounds}-{i}.npy") for i in range(len(fit))]
        arguments = [(tile, question, name, self.scratch) for tile, name in zip(fit, names)]
        for i, found in cluster.run(self.client, "lockstep-find", find_pairs, arguments, self.watch):
            self.cost["seconds"] += found.seconds
            self.cost["pass_seconds"] += found.pass_seconds
            if found.by_bin is None:
                full.append((fit[i], 0.8 * fit[i].objects * question.most_pairs / found.pairs))
                continue
            by_bin += found.by_bin
            self.cost["tiles"] += 1
            self.cost["tile_objects"] += fit[i].objects
            if found.pairs:
                paths.append(names[i])
        return [part for tile, most in full for part in self.cut(tile, most)]

    def cut(self, tile: Tile, most: float) -> list[Tile]:
        sources = [part for run in tile.runs for part in run.cut(self.stretch)]
        parts = self.divide(sources, tile.region, 0.8 * most)
        if len(parts) == 1:
            raise lockstep.InvalidInput(
                f"{tile.objects} objects lie in one place ({tile.region.low} to {tile.region.high}), where no plane "
                f"parts them: tasks have memory for {self.most_objects} objects and {self.most_pairs} pairs; "
                "raise task_memory"
            )
        return parts

    def merge(self, by_bin, question: Question, objects: int, shard_pairs: int, paths: list[str]) -> PairShards:
        ranges = [each for each in merge.ranges(by_bin, question.bin_width, objects, shard_pairs)]
        names = [f"pairs-{i:05}.npy" for i in range(len(ranges))]
        shifts = [] if self.space.cell is None else [f"shifts-{i:05}.npy" for i in range(len(ranges))]
        shift_files = [self.folder.file(name) for name in shifts] or [None] * len(ranges)
        if paths:
            cluster.map_all(
                self.client,
                "lockstep-merge",
                merge.merge,
                [
                    (each, paths, self.folder.file(name), self.scratch, question.dtype, shift)
                    for each, name, shift in zip(ranges, names, shift_files)
                ],
                self.watch,
            )
        else:
            files.save(self.folder.file(names[0]), numpy.empty((0, 2), question.dtype), self.scratch)
            if shifts:
                files.save(shift_files[0], numpy.empty((0, 3), "<i4"), self.scratch)
        listed = {
            "files": names,
            "shifts": shifts,
            "ranges": [asdict(each) for each in ranges],
            "dtype": question.dtype.str,
            "cost": self.cost,
        }
        files.save_json(self.folder.file("pairs.json"), listed, self.scratch)
        return finished(self.folder)

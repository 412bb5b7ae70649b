"""Scenes and clusters for the tests of lockstep.dask."""

import contextlib
import logging
import os

import distributed
import lockstep
import numpy
from lockstep.dask.kinds import KINDS


@contextlib.contextmanager
def cluster(workers=2, **options):
    """A silent cluster of processes of one thread."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL, **options
    ) as local:
        with distributed.Client(local) as client:
            yield client


def random_rows(kind, count, seed, side=12.0, size=0.5):
    """Rows of any kind in a cube (a square) of this side."""
    rng = numpy.random.default_rng(seed)
    place = rng.uniform(0, side, (count, KINDS[kind].dimensions))
    radius = rng.uniform(size / 5, size, (count, 1))
    turn = rng.normal(size=(count, 4))
    turn /= numpy.linalg.norm(turn, axis=1, keepdims=True)
    columns = {
        "points": [place],
        "spheres": [place, radius],
        "circles": [place, radius],
        "aabbs": [place, place + rng.uniform(0, size, place.shape)],
        "boxes": [place, turn, rng.uniform(0, size, place.shape)],
        "ellipsoids": [place, turn, rng.uniform(size / 5, size, place.shape)],
        "capsules": [place, place + rng.normal(size=place.shape) * size, radius],
        "cylinders": [place, place + rng.normal(size=place.shape) * size, radius],
        "cones": [place, place + rng.normal(size=place.shape) * size, radius],
    }[kind]
    return numpy.concatenate(columns, axis=1).astype(numpy.float32)


def one_call(parts, **options):
    """The pairs of [(kind, rows), ...] from one call."""
    if [kind for kind, _ in parts] == ["circles"]:
        rows = parts[0][1]
        return lockstep.overlap(lockstep.CircleView(rows[:, :2], rows[:, 2]), **options).pairs
    shapes = lockstep.ShapeSet()
    for kind, rows in parts:
        getattr(shapes, f"add_{kind}")(*KINDS[kind].arguments(rows))
    return lockstep.overlap(shapes, **options).pairs


def save_shards(folder, rows, count, name="shard"):
    paths = [folder / f"{name}-{i}.npy" for i in range(count)]
    for path, part in zip(paths, numpy.array_split(rows, count)):
        numpy.save(path, part)
    return paths


def pids(client):
    return client.run(os.getpid)

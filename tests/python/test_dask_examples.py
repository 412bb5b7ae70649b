"""The examples of lockstep.dask, in small."""

import os
import pathlib
import subprocess
import sys

import numpy
import pytest

pytest.importorskip("distributed", reason="needs python3-distributed")

import lockstep
from dask_scenes import one_call, random_rows, save_shards

EXAMPLES = pathlib.Path(os.environ["LOCKSTEP_DOCS"]) / "examples"


def run(name, *arguments, **environment):
    example = subprocess.run(
        [sys.executable, "-B", EXAMPLES / name, *arguments],
        capture_output=True,
        text=True,
        timeout=100,
        env={**os.environ, "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "critical", **environment},
    )
    assert example.returncode == 0, example.stderr
    return example.stdout.splitlines()


def test_dask_overlap(tmp_path):
    rows = random_rows("spheres", 5000, seed=60)
    expected = one_call([("spheres", rows)], margin=0.125)
    lines = run("dask_overlap.py", tmp_path / "pairs", "0.125", *save_shards(tmp_path, rows, 3))
    assert lines[0].startswith(f"{len(expected)} pairs in 1 shards")
    counts = numpy.bincount(expected[:, 0])
    busiest = lines[1].split()
    assert int(busiest[-3]) == counts.max() and counts[int(busiest[1])] == counts.max()


def test_dask_visibility(tmp_path):
    rows = random_rows("aabbs", 700, seed=61)
    numpy.save(tmp_path / "boxes.npy", rows)
    for computed in 1, 0:  # the second run finds what the first has finished
        lines = run("dask_visibility.py", tmp_path / "visibility", tmp_path / "boxes.npy", "2", "2", "3")
        assert lines[0] == f"72 views of 700 boxes, {computed} of 1 shards computed now"
    middle = rows[:, :3].min(axis=0) + (rows[:, 3:].max(axis=0) - rows[:, :3].min(axis=0)) / [4, 4, 6]
    cube = lockstep.cull(
        lockstep.VolumeSet.cube(middle.astype(numpy.float32), 0.02, 21), lockstep.AabbView(rows[:, :3], rows[:, 3:])
    )
    bits = numpy.load(tmp_path / "visibility" / "bits" / "bits-00000-00000.npy")
    seen = numpy.unpackbits(bits[:6], axis=1, count=700, bitorder="little").astype(bool)
    assert abs(seen.sum(axis=1) - cube.sum(axis=1)).max() <= 2  # near and far sides lie elsewhere by rounding
    assert seen.any(axis=0).mean() > 0.95

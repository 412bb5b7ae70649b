"""lockstep.dask.cull: the objects of a scene in shards that each of many views sees, with a checkpoint."""

import os

import numpy
import pytest

pytest.importorskip("distributed", reason="needs python3-distributed")

import lockstep
from dask_scenes import cluster, pids, random_rows, save_shards
from lockstep import ConvexVolume, DepthRange, VolumeSet
from lockstep.dask import Scene, Views, cull, kinds, visibility

CAMERA = numpy.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1.0010010, -0.1001001], [0, 0, -1, 0]], numpy.float32)


@pytest.fixture(scope="module")
def client():
    with cluster(2) as found:
        yield found


def cameras(count, seed=40):
    rng = numpy.random.default_rng(seed)
    matrices = numpy.empty((count, 4, 4), numpy.float32)
    for matrix in matrices:
        move = numpy.eye(4)
        move[:3, 3] = -rng.uniform(0, 12, 3)
        matrix[:] = CAMERA @ move
    return matrices


def one_call(matrices, rows):
    volumes = VolumeSet([ConvexVolume.from_view_projection(each, DepthRange.zero_to_one) for each in matrices])
    return lockstep.cull(volumes, lockstep.SphereView(rows[:, :3], rows[:, 3]))


def test_bits_and_counts_are_those_of_one_call(client, tmp_path):
    rows, matrices = random_rows("spheres", 3001, seed=41), cameras(37)
    mask = one_call(matrices, rows)
    assert 0.02 < mask.mean() < 0.9
    scene = Scene("spheres", save_shards(tmp_path, rows, 4))
    numpy.save(tmp_path / "views.npy", matrices)
    for name, views in ("array", Views.from_matrices(matrices, DepthRange.zero_to_one)), (
        "file",
        Views.from_matrices(tmp_path / "views.npy", DepthRange.zero_to_one),
    ):
        assert len(views) == 37 and repr(views) == "<lockstep.dask.Views of 37 matrices>"
        bits = cull(views, scene, tmp_path / f"{name}-bits", client=client, views_per_shard=10, objects_per_shard=800)
        assert numpy.array_equal(bits.to_dask().compute(), numpy.packbits(mask, axis=1, bitorder="little"))
        assert len(bits.paths) == 4 and len(bits.paths[0]) == 4 and bits.computed == 16
        assert numpy.array_equal(bits.seen(36), numpy.flatnonzero(mask[36])) and bits.seen(11).dtype == numpy.uint64
        counts = cull(views, scene, tmp_path / f"{name}-counts", output="counts", client=client)
        assert counts.to_dask().dtype == numpy.uint64 and numpy.array_equal(
            counts.to_dask().compute(), mask.sum(axis=1)
        )
    with pytest.raises(ValueError, match="cull with output='bits'"):
        counts.seen(0)


def test_all_kinds_and_views(client, tmp_path):
    volumes = [ConvexVolume.from_view_projection(each, DepthRange.zero_to_one) for each in cameras(9)]
    corners = numpy.stack([each.corners() for each in volumes])
    shapes, scene = lockstep.ShapeSet(), None
    for i, kind in enumerate(each for each in kinds.KINDS if each != "circles"):
        rows = random_rows(kind, 100 + i, seed=50 + i)
        getattr(shapes, f"add_{kind}")(*kinds.KINDS[kind].arguments(rows))
        scene = Scene(kind, rows) if scene is None else scene + Scene(kind, rows)
    for name, views, volumes_ in (
        "corners",
        Views.from_corners(corners),
        [ConvexVolume.from_corners(c) for c in corners],
    ), ("volumes", Views.of(volumes), volumes):
        found = cull(views, scene, tmp_path / name, client=client, views_per_shard=4, objects_per_shard=304)
        expected = lockstep.cull(VolumeSet(volumes_), shapes)
        assert numpy.array_equal(found.to_dask().compute(), numpy.packbits(expected, axis=1, bitorder="little"))


@pytest.mark.parametrize("output", ["bits", "counts"])
def test_many_views_ask_kept_worlds(client, tmp_path, output):
    balls, boxes = random_rows("spheres", 900, seed=60), random_rows("aabbs", 700, seed=61)
    turned = random_rows("boxes", 50, seed=62)
    matrices = cameras(visibility.KEPT_VIEWS + 5)
    shapes = lockstep.ShapeSet()
    for kind, rows in ("spheres", balls), ("aabbs", boxes), ("boxes", turned):
        getattr(shapes, f"add_{kind}")(*kinds.KINDS[kind].arguments(rows))
    volumes = VolumeSet([ConvexVolume.from_view_projection(each, DepthRange.zero_to_one) for each in matrices])
    scene = Scene("spheres", balls) + Scene("aabbs", boxes) + Scene("boxes", turned)
    views = Views.from_matrices(matrices, DepthRange.zero_to_one)
    for touching in lockstep.Touching:
        mask = lockstep.cull(volumes, shapes, touching=touching)
        found = cull(views, scene, tmp_path / touching.name, output=output, touching=touching, client=client)
        expected = numpy.packbits(mask, axis=1, bitorder="little") if output == "bits" else mask.sum(axis=1)
        assert numpy.array_equal(found.to_dask().compute(), expected)


def test_no_views_and_no_objects(client, tmp_path):
    rows, views = random_rows("spheres", 20, seed=47), Views.from_matrices(cameras(3), DepthRange.zero_to_one)
    for output, shapes in ("bits", [(0, 3), (3, 0)]), ("counts", [(0,), (3,)]):
        none = cull(views.stretch(0, 0), Scene("spheres", rows), tmp_path / f"{output}-0", output=output, client=client)
        empty = cull(views, Scene("spheres", rows[:0]), tmp_path / f"{output}-1", output=output, client=client)
        assert [each.to_dask().compute().shape for each in (none, empty)] == shapes
        assert not empty.to_dask().compute().any()
    with pytest.raises(IndexError, match="view = 3: there are 3"):
        cull(views, Scene("spheres", rows), tmp_path / "out", client=client).seen(3)


def test_a_restart_computes_only_what_is_missing(client, tmp_path):
    rows, matrices = random_rows("spheres", 4000, seed=42), cameras(40)
    scene = Scene("spheres", save_shards(tmp_path, rows, 2))
    views = Views.from_matrices(matrices, DepthRange.zero_to_one)
    sizes = {"views_per_shard": 8, "objects_per_shard": 2000, "client": client}

    class Stopped(Exception):
        pass

    def stop(name, futures):
        client.gather(futures[:4])
        raise Stopped

    with pytest.raises(Stopped):
        cull(views, scene, tmp_path / "out", watch=stop, **sizes)
    first = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("bits-*.npy")}
    assert 4 <= len(first)
    cut = min(first)
    os.truncate(cut, 140)  # as if a disk had lost it: it is not a finished shard
    found = cull(views, scene, tmp_path / "out", **sizes)
    assert found.computed == 10 - len(first) + 1
    assert all(path.stat().st_mtime_ns == time for path, time in first.items() if path != cut)
    assert numpy.array_equal(
        found.to_dask().compute(), numpy.packbits(one_call(matrices, rows), axis=1, bitorder="little")
    )
    assert cull(views, scene, tmp_path / "out", **sizes).computed == 0
    for other, what in (Views.from_matrices(cameras(40, 43), DepthRange.zero_to_one), "views"), (
        Views.from_matrices(matrices, DepthRange.minus_one_to_one),
        "views",
    ):
        with pytest.raises(lockstep.InvalidInput, match=f"output of another run, with another {what}"):
            cull(other, scene, tmp_path / "out", **sizes)
    with pytest.raises(lockstep.InvalidInput, match="with another views_per_shard"):
        cull(views, scene, tmp_path / "out", client=client, objects_per_shard=2000)


def test_a_worker_that_is_killed_changes_nothing(client, tmp_path):
    rows, matrices = random_rows("spheres", 4000, seed=44), cameras(60)
    killed = []

    def kill(name, futures):
        killed.append(next(iter(pids(client).values())))
        os.kill(killed[0], 9)

    found = cull(
        Views.from_matrices(matrices, DepthRange.zero_to_one),
        Scene("spheres", rows),
        tmp_path / "out",
        client=client,
        views_per_shard=3,
        watch=kill,
    )
    assert killed and found.computed == 20
    assert numpy.array_equal(
        found.to_dask().compute(), numpy.packbits(one_call(matrices, rows), axis=1, bitorder="little")
    )
    client.wait_for_workers(2)


def test_a_scene_larger_than_a_worker(tmp_path):
    """200 MB for a worker, 640 MB of spheres: the same shard 16 times."""
    rows = random_rows("spheres", 2_500_000, seed=45, side=400)
    numpy.save(tmp_path / "shard.npy", rows)
    matrices = cameras(3)
    with cluster(1, memory_limit=200 << 20) as small:
        worker = pids(small)
        found = cull(
            Views.from_matrices(matrices, DepthRange.zero_to_one),
            Scene("spheres", 16 * [tmp_path / "shard.npy"]),
            tmp_path / "out",
            output="counts",
            client=small,
        )
        counts = found.to_dask().compute()
        assert pids(small) == worker
    assert counts.tolist() == (16 * one_call(matrices, rows).sum(axis=1)).tolist() and min(counts) > 0


def test_what_is_bad_is_named(client, tmp_path):
    rows, matrices = random_rows("spheres", 1000, seed=46), cameras(20)
    views = Views.from_matrices(matrices, DepthRange.zero_to_one)
    rows[777, 3] = numpy.nan
    scene = Scene("spheres", save_shards(tmp_path, rows, 2))
    with pytest.raises(
        lockstep.InvalidInput, match=r"shard-1.npy: row 277 of 500 \(spheres\): spheres.radius\[277\] = nan"
    ):
        cull(views, scene, tmp_path / "bad-row", client=client)
    matrices[13] = 0
    numpy.save(tmp_path / "views.npy", matrices)
    good = Scene("spheres", rows[:700].copy())
    for source, name in (matrices, "view 13"), (tmp_path / "views.npy", "views.npy: view 13"):
        with pytest.raises(lockstep.InvalidInput, match=rf"{name} \(matrices\): "):
            cull(
                Views.from_matrices(source, DepthRange.zero_to_one),
                good,
                tmp_path / f"bad-{len(name)}",
                client=client,
                views_per_shard=5,
            )
    with pytest.raises(TypeError, match="matrices: is an array of float64"):
        Views.from_matrices(matrices.astype(float), DepthRange.zero_to_one)
    with pytest.raises(ValueError, match=r"corners: has the shape \(20, 4, 4\); expected \(V, 8, 3\)"):
        Views.from_corners(matrices)
    with pytest.raises(TypeError, match="matrices are a list"):
        Views.from_matrices([1], DepthRange.zero_to_one)
    with pytest.raises(ValueError, match="output = 'lists'"):
        cull(views, good, tmp_path / "out", client=client, output="lists")
    with pytest.raises(ValueError, match="multiple of 8"):
        cull(views, good, tmp_path / "out", client=client, objects_per_shard=100)
    with pytest.raises(ValueError, match="not of the plane"):
        cull(views, Scene("circles", rows[:, :3].copy()), tmp_path / "out", client=client)
    assert not (tmp_path / "out").exists()

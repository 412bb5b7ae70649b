"""lockstep.dask.overlap: the pairs of one call, byte for byte, for any tiles, workers and input."""

import subprocess
import sys

import numpy
import pytest

pytest.importorskip("distributed", reason="needs python3-distributed")

import dask.array
import lockstep
from dask_scenes import cluster, one_call, random_rows, save_shards
from lockstep.dask import Scene, kinds, merge, overlap, tiles
from lockstep.dask.scene import index_dtype


@pytest.fixture(scope="module")
def client():
    with cluster(2) as found:
        yield found


def joined(shards):
    return b"".join(each.tobytes() for each in shards)


def test_lockstep_alone_imports_no_dask():
    code = "import lockstep, sys; assert not {'dask', 'distributed'} & set(sys.modules); import lockstep.dask"
    subprocess.run([sys.executable, "-B", "-c", code], check=True)


@pytest.mark.parametrize("kind", kinds.KINDS)
@pytest.mark.parametrize("margin", [0, 0.3])
def test_boxes_of_pairs_that_meet_meet(kind, margin):
    """The conditions for the owner of a pair, also if pairs just touch, and far from the origin."""
    rows = random_rows(kind, 1500, seed=20, side=8)
    places = [slice(0, 3), slice(3, 6)] if kind in ("aabbs", "capsules", "cylinders", "cones") else [slice(0, 3)]
    if kinds.KINDS[kind].dimensions == 2:
        places = [slice(0, 2)]
    lattice, far = rows.copy(), rows.copy()
    for place in places:
        lattice[:, place] = numpy.round(2 * rows[:, place]) / 2
        far[:, place] += 1e4
    lattice[:, places[-1].stop :] = numpy.round(8 * rows[:, places[-1].stop :]) / 8
    if kind in ("capsules", "cylinders", "cones"):
        lattice[:, 3:6] = lattice[:, :3] + numpy.float32([0, 0, 0.5])
    if kind in ("boxes", "ellipsoids"):
        lattice[:, 3:7] = [0, 0, 0, 1]
    for each in rows, lattice, far:
        pairs = one_call([(kind, each)], margin=margin)
        assert kind == "points" or len(pairs) > 100
        low, high = kinds.KINDS[kind].bounds(each, margin)
        a, b = pairs.T
        assert (numpy.maximum(low[:, a], low[:, b]) <= numpy.minimum(high[:, a], high[:, b])).all()


def test_boxes_of_a_pair_that_no_proof_parts_meet():
    """2^-46 apart, which double lanes call touching: the boxes themselves are disjoint."""
    rows = numpy.float32([[0, 0, 0, 2 - 2.0**-23], [2, 0, 0, 2.0**-23 * (1 - 2.0**-23)]])
    assert rows[:, 3].astype(float).sum() == 2 - 2.0**-46
    assert one_call([("spheres", rows)]).tolist() == [[0, 1]]
    low, high = kinds.KINDS["spheres"].bounds(rows, 0)
    assert low[0, 1] <= high[0, 0]


def test_each_point_lies_in_one_tile_and_boxes_in_all_that_they_touch():
    rng = numpy.random.default_rng(21)
    low = rng.integers(0, 9, (3, 500)).astype(float)  # many of them on the planes
    high = low + rng.integers(0, 4, (3, 500))
    tree = tiles.grow(tiles.Region.everything(3), low, high, 40)
    regions = list(tiles.leaves(tree))
    assert len(regions) > 10
    assert (sum(region.owns(low).astype(int) for region in regions) == 1).all()
    for region, rows in zip(regions, tiles.members(tree, low, high)):
        touched = numpy.ones(500, bool)
        for axis in range(3):
            touched &= (low[axis] < region.high[axis]) & (high[axis] >= region.low[axis])
        assert numpy.array_equal(rows, numpy.flatnonzero(touched))


@pytest.mark.parametrize("tile_objects", [60, 700, 10**6])
@pytest.mark.parametrize("kind", ["spheres", "aabbs", "circles"])
def test_any_tiling_gives_the_bytes_of_one_call(client, tmp_path, kind, tile_objects):
    rows = random_rows(kind, 3000, seed=22, side=60 if kind == "circles" else 12)
    paths = save_shards(tmp_path, rows, 3)
    expected = one_call([(kind, rows)], margin=0.125)
    assert len(expected) > 900
    found = overlap(Scene(kind, paths), tmp_path / "out", margin=0.125, tile_objects=tile_objects, shard_pairs=300)
    assert joined(found) == expected.tobytes() and len(found) == len(expected) and len(found.paths) > 1
    assert found.tiles >= 2 * len(rows) / 3 / tile_objects
    for pairs, part in zip(found, found.ranges):
        assert pairs.dtype == numpy.uint32 and ((part.begin <= pairs[:, 0]) & (pairs[:, 0] < part.end)).all()
    lazy = found.to_dask()
    assert lazy.shape == expected.shape and numpy.array_equal(lazy.compute(), expected)
    assert not list((tmp_path / "out").glob("scratch*"))


@pytest.mark.parametrize("touching", list(lockstep.Touching))
def test_pairs_that_just_touch_on_the_planes_of_tiles(client, tmp_path, touching):
    """A lattice: each contact is exact, and the planes are where many of them are."""
    axis = numpy.arange(14, dtype=numpy.float32)
    centers = numpy.stack(numpy.meshgrid(axis, axis, axis), axis=-1).reshape(-1, 3)
    rows = numpy.concatenate([centers, numpy.full((len(centers), 1), 0.375, numpy.float32)], axis=1)
    expected = one_call([("spheres", rows)], margin=0.25, touching=touching)
    numpy.save(tmp_path / "lattice.npy", rows)
    found = overlap(
        Scene("spheres", tmp_path / "lattice.npy"), tmp_path / "out", margin=0.25, touching=touching, tile_objects=100
    )
    assert joined(found) == expected.tobytes()
    assert len(expected) == (3 * 13 * 14 * 14 if touching == lockstep.Touching.overlap else 0)


def test_mixed_shapes_count_on_from_part_to_part(client, tmp_path):
    parts = [(kind, random_rows(kind, 400, seed=23 + i)) for i, kind in enumerate(kinds.KINDS) if kind != "circles"]
    scene = Scene(*parts[0])
    for part in parts[1:]:
        scene += Scene(*part)
    found = overlap(scene, tmp_path / "out", margin=0.0625, tile_objects=200)
    assert joined(found) == one_call(parts, margin=0.0625).tobytes() and len(found) > 1000
    assert repr(scene).startswith("<lockstep.dask.Scene of points, spheres, aabbs, boxes")


CELL = [[9.5, 0.5, 0], [3.25, 8, -1], [-2, 1.5, 10]]


def in_cell(parts, cell, **options):
    shapes = lockstep.ShapeSet()
    for kind, rows in parts:
        getattr(shapes, f"add_{kind}")(*kinds.KINDS[kind].arguments(rows))
    return lockstep.overlap(shapes, cell=cell, **options)


@pytest.mark.parametrize("tile_objects", [80, 700, 10**6])
@pytest.mark.parametrize("periodic", [(True, True, True), (True, False, True), (False, False, False)])
def test_any_tiling_of_a_periodic_cell_gives_the_bytes_of_one_call(client, tmp_path, tile_objects, periodic):
    names = ("spheres", "aabbs", "boxes")
    parts = [(kind, random_rows(kind, 400, seed=40 + i, side=14)) for i, kind in enumerate(names)]
    parts[0][1][:, :3] += numpy.random.default_rng(41).integers(-40, 40, (400, 3))  # many cells away
    expected = in_cell(parts, CELL, periodic=periodic, margin=0.125)
    scene = Scene(*parts[0]) + Scene(*parts[1]) + Scene(*parts[2])
    found = overlap(scene, tmp_path / "out", margin=0.125, cell=CELL, periodic=periodic, tile_objects=tile_objects)
    assert joined(found) == expected.pairs.tobytes() and len(found) > 100
    assert b"".join(each.tobytes() for each in found.shifts()) == expected.shifts.tobytes()
    assert any(each.any() for each in found.shifts()) == any(periodic)


def test_small_cells_and_lattices_that_touch(client, tmp_path):
    """Images of an object itself, several of another, and contacts on the faces of the cell."""
    axis = numpy.arange(8, dtype=numpy.float32)
    centres = numpy.stack(numpy.meshgrid(axis, axis, axis), axis=-1).reshape(-1, 3)
    rows = numpy.concatenate([centres, numpy.full((len(centres), 1), 0.5, numpy.float32)], axis=1)
    large = rows[:40] * numpy.float32([1, 1, 1, 5])
    scenes = {"lattice": (rows, 8 * numpy.eye(3)), "large": (large, 3.5 * numpy.eye(3))}
    for name, (objects, cell) in scenes.items():
        expected = in_cell([("spheres", objects)], cell)
        found = overlap(Scene("spheres", objects), tmp_path / name, cell=cell, tile_objects=50, shard_pairs=300)
        assert joined(found) == expected.pairs.tobytes() and len(found) >= 3 * len(objects)
        assert b"".join(each.tobytes() for each in found.shifts()) == expected.shifts.tobytes()
    again = overlap(Scene("spheres", rows), tmp_path / "lattice", cell=8 * numpy.eye(3), shard_pairs=300)
    assert len(again.shift_paths) == len(again.paths)


def test_a_shard_of_one_object_beside_a_large_one(client, tmp_path):
    rows = random_rows("points", 50_000, seed=46, side=40)  # every third box is a sample
    scene = Scene("points", [rows[:49_999], rows[49_999:]])
    assert len(overlap(scene, tmp_path / "out", cell=40 * numpy.eye(3))) == 0


def test_one_large_object_in_the_corner_of_a_cell(client, tmp_path):
    """It reaches far out of the cell, so that many others have images there."""
    rng = numpy.random.default_rng(45)
    rows = numpy.concatenate([rng.uniform(0, 1, (6000, 3)), numpy.full((6000, 1), 0.002)], axis=1).astype(numpy.float32)
    rows[0] = 0.95, 0.95, 0.95, 0.45
    expected = in_cell([("spheres", rows)], numpy.eye(3))
    options = {"cell": numpy.eye(3), "tile_objects": 300, "task_memory": 3 << 20}
    found = overlap(Scene("spheres", rows), tmp_path / "out", **options)
    assert joined(found) == expected.pairs.tobytes() and len(found) > 1000
    assert b"".join(each.tobytes() for each in found.shifts()) == expected.shifts.tobytes()


def test_a_periodic_plane_and_bad_cells(client, tmp_path):
    rows = random_rows("circles", 500, seed=44, side=20)
    cell, plane = [[20, 1, 0], [0, 19, 0], [0, 0, 1]], (True, True, False)
    circles = lockstep.CircleView(rows[:, :2], rows[:, 2])
    expected = lockstep.overlap(circles, cell=cell, periodic=plane)
    scene = Scene("circles", rows)
    found = overlap(scene, tmp_path / "out", cell=cell, periodic=plane, tile_objects=60)
    assert joined(found) == expected.pairs.tobytes()
    assert b"".join(each.tobytes() for each in found.shifts()) == expected.shifts.tobytes()
    singular = {"cell": numpy.zeros((3, 3))}
    for bad, text in ({"cell": cell}, "z of c"), (singular, "dependent"), ({"periodic": plane}, "no meaning"):
        with pytest.raises(lockstep.InvalidInput, match=text):
            overlap(scene, tmp_path / "bad", **bad)
    with pytest.raises(lockstep.InvalidInput, match="another cell"):
        overlap(scene, tmp_path / "out", cell=numpy.multiply(cell, 2), periodic=plane)
    none = overlap(Scene("spheres", numpy.zeros((0, 4), numpy.float32)), tmp_path / "none", cell=numpy.eye(3))
    assert [each.shape for each in none.shifts()] == [(0, 3)]


def test_input_of_every_form(client, tmp_path):
    rows = random_rows("spheres", 2000, seed=24)
    numpy.save(tmp_path / "all.npy", rows)
    mapped = numpy.load(tmp_path / "all.npy", mmap_mode="r")
    raw = numpy.memmap(tmp_path / "raw.bin", numpy.float32, "w+", offset=12, shape=(2000, 4))
    raw[:] = rows
    lazy = dask.array.from_array(rows, chunks=(300, 3))
    sources = {
        "path": str(tmp_path / "all.npy"),
        "map": mapped,
        "parts of a map": [mapped[:700], mapped[700:]],
        "raw": raw,
        "array": rows,
        "gaps": numpy.repeat(rows, 2, axis=0)[::2],
        "dask": lazy,
        "computed": (lazy * numpy.float32(2) / numpy.float32(2)).astype(numpy.float32),
        "all": [mapped[:5], lazy[5:]],
    }
    expected = one_call([("spheres", rows)]).tobytes()
    for name, source in sources.items():
        assert joined(overlap(Scene("spheres", source), tmp_path / name)) == expected, name


def test_nothing_and_no_pairs(client, tmp_path):
    nothing = overlap(Scene("spheres", numpy.zeros((0, 4), numpy.float32)), tmp_path / "nothing")
    apart = overlap(Scene("circles", numpy.float32([[0, 0, 1], [9, 0, 1]])), tmp_path / "apart")
    for found in nothing, apart:
        assert len(found) == 0 and [each.shape for each in found] == [(0, 2)] and found.to_dask().shape == (0, 2)


def test_tiles_that_are_too_full_are_cut_further(client, tmp_path):
    rows = random_rows("spheres", 6000, seed=25, side=10, size=0.6)
    expected = one_call([("spheres", rows)])
    assert len(expected) > 30_000
    found = overlap(Scene("spheres", rows), tmp_path / "out", tile_objects=10**9, task_memory=1 << 20)
    assert joined(found) == expected.tobytes() and found.tiles > 4


def test_what_no_plane_parts_is_an_error_that_says_what_to_do(client, tmp_path):
    rows = numpy.ones((4000, 4), numpy.float32)
    with pytest.raises(lockstep.InvalidInput, match="4000 objects lie in one place .* raise task_memory"):
        overlap(Scene("spheres", rows), tmp_path / "out", task_memory=1 << 20)
    assert not list((tmp_path / "out").glob("*.npy"))


def test_steps_are_named_and_can_be_watched(client, tmp_path):
    seen = {}
    overlap(
        Scene("spheres", random_rows("spheres", 900, seed=26)),
        tmp_path / "out",
        client=client,
        watch=lambda name, futures: seen.setdefault(name, futures),
    )
    assert list(seen) == ["lockstep-sample", "lockstep-split", "lockstep-find", "lockstep-merge"]
    assert all(future.key.startswith(name) for name, futures in seen.items() for future in futures)


def test_one_two_four_and_eight_workers_write_the_same_files(tmp_path):
    rows = random_rows("spheres", 4000, seed=27)
    paths = save_shards(tmp_path, rows, 5)
    files = set()
    with cluster(1) as some:
        for workers in 1, 2, 4, 8:
            some.cluster.scale(workers)
            some.wait_for_workers(workers)
            found = overlap(Scene("spheres", paths), tmp_path / str(workers), client=some, shard_pairs=2000)
            files.add(tuple(path.read_bytes() for path in found.paths))
    assert len(files) == 1 and len(files.pop()) > 1
    assert joined(found) == one_call([("spheres", rows)]).tobytes()


def test_indices_beyond_32_bits(tmp_path):
    assert index_dtype(2**32) == numpy.uint32 and index_dtype(2**32 + 1) == numpy.uint64
    large = 2**32
    parts = [[[5, large + 1], [large, large + 3]], [[5, large], [large, large + 2]]]
    names = []
    for i, pairs in enumerate(parts):
        names.append(str(tmp_path / f"{i}.npy"))
        numpy.save(names[-1], numpy.array(pairs, numpy.uint64))
    merge.merge(merge.Range(large, large + 4, 2), names, str(tmp_path / "merged.npy"), str(tmp_path), "<u8")
    assert numpy.load(tmp_path / "merged.npy").tolist() == [[large, large + 2], [large, large + 3]]
    with pytest.raises(RuntimeError, match="2 pairs where 3 were counted"):
        merge.merge(merge.Range(large, large + 4, 3), names, str(tmp_path / "merged.npy"), str(tmp_path), "<u8")


def test_ranges_depend_on_the_pairs_alone():
    found = merge.ranges(numpy.array([3, 0, 4, 9, 1, 0]), 10, 55, 8)
    assert [(each.begin, each.end, each.pairs) for each in found] == [(0, 30, 7), (30, 40, 9), (40, 55, 1)]

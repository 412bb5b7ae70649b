"""lockstep.dask: lost, invalid and missing input, and input larger than a worker."""

import os
import pickle
import signal

import numpy
import pytest

pytest.importorskip("distributed", reason="needs python3-distributed")

import dask.array
import lockstep
from dask_scenes import cluster, one_call, pids, random_rows, save_shards
from lockstep.dask import Scene, files, overlap

LONG = "LOCKSTEP_LONG_TESTS" in os.environ


@pytest.fixture(scope="module")
def client():
    with cluster(2) as found:
        yield found


@pytest.mark.parametrize("step", ["sample", "split", "find", "merge"])
def test_a_worker_that_is_killed_in_the_middle_changes_nothing(client, tmp_path, step):
    rows = random_rows("spheres", 20_000, seed=30, side=20)
    paths = save_shards(tmp_path, rows, 8)
    killed = []

    def kill(name, futures):
        if name == f"lockstep-{step}":
            while not any(future.done() for future in futures):
                pass
            process = next(iter(pids(client).values()))
            os.kill(process, signal.SIGKILL)
            killed.append(process)

    found = overlap(
        Scene("spheres", paths), tmp_path / "out", client=client, tile_objects=1500, shard_pairs=2000, watch=kill
    )
    assert len(killed) == 1 and len(found.paths) > 4
    assert b"".join(each.tobytes() for each in found) == one_call([("spheres", rows)]).tobytes()
    client.wait_for_workers(2)


@pytest.mark.parametrize(
    "kind, column, value, field",
    [
        ("spheres", 3, -1, r"radius\[345\] = -1"),
        ("spheres", 1, numpy.nan, "y"),
        ("circles", 0, numpy.inf, "x"),
        ("circles", 2, -1, "radius"),
        ("aabbs", 0, 1e9, "min"),
        ("boxes", 3, 7, "rotation"),
        ("boxes", 9, -2, r"half_z\[345\] = -2"),
        ("capsules", 6, -1, "radius"),
        ("cones", 2, 1e19, "base"),
        ("ellipsoids", 8, -1, "radii"),
        ("points", 2, numpy.nan, "z"),
    ],
)
def test_a_bad_number_is_named_with_its_shard_and_row(client, tmp_path, kind, column, value, field):
    rows = random_rows(kind, 3000, seed=31)
    rows[2345, column] = value
    paths = save_shards(tmp_path, rows, 3)
    with pytest.raises(lockstep.InvalidInput, match=rf"shard-2.npy: row 345 of 1000 \({kind}\).*{field}"):
        overlap(Scene(kind, paths), tmp_path / "out", client=client)
    assert (tmp_path / "out" / "run.json").exists() and not list((tmp_path / "out").glob("*.npy"))


def test_shards_that_are_missing_cut_short_or_of_another_type_are_refused_at_once(tmp_path):
    rows = random_rows("spheres", 300, seed=32)
    whole, cut = save_shards(tmp_path, rows, 2)
    os.truncate(cut, os.path.getsize(cut) - 1)
    with pytest.raises(lockstep.InvalidInput, match="shard-1.npy: is not a whole .npy file"):
        Scene("spheres", [whole, cut])
    with pytest.raises(FileNotFoundError, match="shard-9.npy"):
        Scene("spheres", [whole, tmp_path / "shard-9.npy"])
    numpy.save(cut, rows.astype(float))
    with pytest.raises(TypeError, match=r"shard-1.npy: is an array of float64; .*astype\(numpy.float32\)"):
        Scene("spheres", [whole, cut])
    numpy.save(cut, numpy.asfortranarray(rows))
    with pytest.raises(ValueError, match="shard-1.npy: its rows do not lie side by side"):
        Scene("spheres", cut)
    with pytest.raises(ValueError, match=r"shard-0.npy: has the shape \(150, 4\); aabbs are \(N, 6\)"):
        Scene("aabbs", whole)
    with pytest.raises(ValueError, match="kind = 'balls': is not one of points, spheres"):
        Scene("balls", whole)
    with pytest.raises(TypeError, match="the Dask array .*: is an array of float64"):
        Scene("spheres", dask.array.zeros((9, 4)))
    with pytest.raises(TypeError, match="source is a int"):
        Scene("spheres", 5)
    numpy.savez(tmp_path / "many.npz", rows)
    with pytest.raises(lockstep.InvalidInput, match="many.npz: is not a .npy file of one array"):
        Scene("spheres", tmp_path / "many.npz")
    with pytest.raises(ValueError, match="of the plane and shapes of space"):
        overlap(Scene("spheres", whole) + Scene("circles", rows[:, :3].copy()), tmp_path / "out", client=object())


def test_a_shard_that_is_cut_short_or_lost_later_is_an_error_before_output(client, tmp_path):
    paths = save_shards(tmp_path, random_rows("spheres", 3000, seed=33), 3)
    scene = Scene("spheres", paths)
    os.truncate(paths[1], 9000)
    with pytest.raises(lockstep.InvalidInput, match="shard-1.npy: ends after 9000 bytes, where 16128 are needed"):
        overlap(scene, tmp_path / "out", client=client)
    scene = Scene("spheres", [paths[0], paths[2]])

    def lose(name, futures):
        if name == "lockstep-sample":
            client.gather(futures)
            os.unlink(paths[2])

    with pytest.raises(FileNotFoundError, match="shard-2.npy"):
        overlap(scene, tmp_path / "lost", client=client, watch=lose)
    for folder in "out", "lost":
        assert (tmp_path / folder / "run.json").exists() and not list((tmp_path / folder).glob("*.npy"))


def test_bad_options_come_before_anything_is_written(client, tmp_path):
    scene = Scene("spheres", random_rows("spheres", 30, seed=34))
    for margin in -1, numpy.nan, numpy.inf:
        with pytest.raises(lockstep.InvalidInput, match="margin = "):
            overlap(scene, tmp_path / "out", client=client, margin=margin)
    with pytest.raises(ValueError, match="task_memory = 5"):
        overlap(scene, tmp_path / "out", client=client, task_memory=5)
    assert not (tmp_path / "out").exists()


def test_a_folder_belongs_to_one_input(client, tmp_path):
    rows = random_rows("spheres", 2000, seed=35)
    paths = save_shards(tmp_path, rows, 2)
    first = overlap(Scene("spheres", paths), tmp_path / "out", client=client)
    times = [path.stat().st_mtime_ns for path in first.paths]
    again = overlap(Scene("spheres", paths), tmp_path / "out", client=client, tile_objects=100)  # tiles do not matter
    assert again == first and [path.stat().st_mtime_ns for path in again.paths] == times
    with pytest.raises(lockstep.InvalidInput, match="output of another run, with another margin"):
        overlap(Scene("spheres", paths), tmp_path / "out", client=client, margin=1)
    os.truncate(first.paths[0], 200)
    with pytest.raises(lockstep.InvalidInput, match="pairs-00000.npy: is not a whole .npy file"):
        overlap(Scene("spheres", paths), tmp_path / "out", client=client)
    numpy.save(paths[1], rows[:1000])
    with pytest.raises(lockstep.InvalidInput, match="with another input"):
        overlap(Scene("spheres", paths), tmp_path / "out", client=client)
    with pytest.raises(lockstep.InvalidInput, match="has .npy files that no run of"):
        overlap(Scene("spheres", paths), tmp_path, client=client)
    (tmp_path / "out" / "run.json").write_text("{")
    with pytest.raises(lockstep.InvalidInput, match="run.json: is damaged"):
        overlap(Scene("spheres", paths), tmp_path / "out", client=client)


def test_a_file_is_there_whole_or_not_at_all(tmp_path):
    class Stopped(BaseException):
        pass

    with pytest.raises(Stopped), files.written(str(tmp_path / "out.npy"), str(tmp_path), durable=True) as file:
        file.write(b"half")
        raise Stopped
    assert not list(tmp_path.iterdir())


def test_errors_survive_the_way_from_a_worker():
    error = pickle.loads(pickle.dumps(lockstep.InvalidInput("shard-1.npy: row 5")))
    assert type(error) is lockstep.InvalidInput and str(error) == "shard-1.npy: row 5"


def test_a_scene_several_times_as_large_as_a_worker(tmp_path):
    """Copies of a block, next to each other: one call on a block finds all pairs, and the memory that a call on the
    scene would need."""
    count, copies, limit = (1_500_000, 40, 200 << 20) if LONG else (600_000, 10, 200 << 20)
    rows = numpy.full((count, 4), 0.3, numpy.float32)
    rows[:, :3] = numpy.round(256 * random_rows("points", count, seed=36, side=140)) / 256  # exact wherever copied to
    one = lockstep.OverlapPass()
    expected = one.run(lockstep.SphereView(rows[:, :3], rows[:, 3])).pairs
    assert copies * (rows.nbytes + one.memory_bytes + expected.nbytes) > 2 * limit
    paths = [tmp_path / f"{i}.npy" for i in range(copies)]
    for i, path in enumerate(paths):
        numpy.save(path, rows + numpy.float32([512 * i, 0, 0, 0]))
    with cluster(1, memory_limit=limit) as small:
        worker = pids(small)
        found = overlap(Scene("spheres", paths), tmp_path / "out", client=small)
        assert pids(small) == worker  # the same process: it was not killed for its memory
    pairs = numpy.concatenate([expected + numpy.uint32(count * i) for i in range(copies)])
    assert b"".join(each.tobytes() for each in found) == pairs.tobytes()

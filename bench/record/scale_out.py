"""The cost of lockstep.dask beside one call on one machine, and of two workers beside one. docs/scale-out.md has
results.

    PYTHONPATH=build/ci/python python3 bench/record/scale_out.py [objects [repeats]]

A scene of equal spheres, 1.5 partners each, in shards. Each worker has a core to itself, pinned, with one thread of
TBB; so has the call on one machine, which reads the same shards and writes the pairs. Rounds are interleaved; medians
are reported.
"""

import os
import pathlib
import statistics
import sys
import tempfile
import time

import distributed
import lockstep
import lockstep.dask
import numpy

RADIUS, PARTNERS, SHARDS = 0.3, 1.5, 8


def make_scene(folder, objects):
    rng = numpy.random.default_rng(17)
    side = (objects / PARTNERS * 4 / 3 * numpy.pi * (2 * RADIUS) ** 3) ** (1 / 3)
    paths = []
    for i in range(SHARDS):
        rows = numpy.full((objects // SHARDS, 4), RADIUS, numpy.float32)
        rows[:, :3] = side * rng.random((len(rows), 3))
        paths.append(folder / f"shard-{i}.npy")
        numpy.save(paths[-1], rows)
    return paths


def one_call(paths, path):
    """Reads the shards, finds all pairs, and writes them: the work without tiles."""
    began = time.perf_counter()
    rows = numpy.concatenate([numpy.load(each) for each in paths])
    in_pass = time.perf_counter()
    pairs = lockstep.overlap(lockstep.SphereView(rows[:, :3], rows[:, 3])).pairs
    in_pass = time.perf_counter() - in_pass
    numpy.save(path, pairs)
    return time.perf_counter() - began, in_pass


def pin(core):
    """Pins all threads of this process, before TBB counts its cores."""
    for thread in os.listdir("/proc/self/task"):
        os.sched_setaffinity(int(thread), {core})


class Cluster:
    def __init__(self, cores):
        self.cluster = distributed.LocalCluster(
            n_workers=len(cores), threads_per_worker=1, dashboard_address=":0", memory_limit="4GB"
        )
        self.client = distributed.Client(self.cluster)
        for core, worker in zip(cores, self.client.scheduler_info()["workers"]):
            self.client.run(pin, core, workers=[worker])

    def timed(self, paths, folder, objects):
        stages = []
        began = time.perf_counter()
        found = lockstep.dask.overlap(
            lockstep.dask.Scene("spheres", paths),
            folder,
            client=self.client,
            tile_objects=max(objects // 16, 1 << 15),
            watch=lambda name, futures: stages.append((name, time.perf_counter())),
        )
        end = time.perf_counter()
        ends = [at for _, at in stages[1:]] + [end]
        return end - began, {name.split("-")[1]: last - at for (name, at), last in zip(stages, ends)}, found


def main(objects, repeats):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        paths = make_scene(folder, objects)
        clusters = {"one worker": Cluster([0]), "two workers": Cluster([0, 1])}
        calls = clusters["one worker"].client
        times = {"one call": [], "its pass": [], **{name: [] for name in clusters}}
        stages = {name: [] for name in clusters}
        for round_ in range(-1, repeats):  # the first warms up
            one = calls.submit(one_call, paths, folder / "one.npy", pure=False).result()
            for label, seconds in zip(("one call", "its pass"), one):
                times[label].append(seconds)
            for label, cluster in clusters.items():
                seconds, parts, found = cluster.timed(paths, folder / f"{label}-{round_}", objects)
                times[label].append(seconds)
                stages[label].append(parts)
        told = {label: statistics.median(all_[1:]) for label, all_ in times.items()}
        assert b"".join(each.tobytes() for each in found) == numpy.load(folder / "one.npy").tobytes()
        print(
            f"{objects} spheres, {len(found)} pairs, {found.tiles} tiles of {found.tile_objects / objects:.3f} of them "
            f"in all; {repeats} rounds"
        )
        for label, seconds in told.items():
            print(
                f"{label:12} {seconds:7.3f} s  {seconds / objects * 1e9:6.0f} ns an object  all: "
                + " ".join(f"{each:.3f}" for each in times[label][1:])
            )
        for label, all_ in stages.items():
            print(
                f"{label}:",
                *(f"{stage} {statistics.median(each[stage] for each in all_[1:]):.3f} s" for stage in all_[0]),
            )
        print(
            f"efficiency of two: {told['one worker'] / (2 * told['two workers']):.3f}; "
            f"one worker beside one call: {told['one worker'] / told['one call']:.2f}"
        )
        for cluster in clusters.values():
            cluster.client.close()
            cluster.cluster.close()


if __name__ == "__main__":
    main(*(int(each) for each in (sys.argv[1:] + ["8000000", "5"][len(sys.argv) - 1 :])))

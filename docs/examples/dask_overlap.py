"""Which objects of a scene overlap, if neither the scene nor the pairs fit into one machine? On dask.distributed.

    python3 dask_overlap.py pairs/ 0.1 shard-0.npy shard-1.npy       # folder, margin, spheres as rows x, y, z, radius
    python3 dask_overlap.py tcp://scheduler:8786 pairs/ 0.1 ...      # on a cluster that sees the same files
"""

import sys

import distributed
import lockstep.dask


def main():
    arguments = sys.argv[1:]
    address = arguments.pop(0) if "://" in arguments[0] else None
    folder, margin, *shards = arguments
    with distributed.Client(address) as client:
        # Only headers are read here: the workers read the rows.
        scene = lockstep.dask.Scene("spheres", shards)
        pairs = lockstep.dask.overlap(
            scene,
            folder,
            margin=float(margin),
            client=client,
            watch=lambda step, tasks: print(f"{step}: {len(tasks)} tasks", file=sys.stderr),
        )
        print(f"{len(pairs)} pairs in {len(pairs.paths)} shards, of {pairs.tiles} tiles")

        # Continue with Dask: how many pairs does the busiest object lead? Each chunk is a shard, with objects of its
        # own.
        ranges = pairs.to_dask()[:, 0].to_delayed()
        most = max(client.gather(client.map(busiest, client.compute(list(ranges)))), default=(0, 0))
        print(f"object {most[1]} comes first in {most[0]} of them")


def busiest(objects):
    """(count, number) of the number that occurs most often in a sorted list."""
    import numpy

    starts = numpy.flatnonzero(numpy.diff(objects, prepend=objects[:1] + 1))
    counts = numpy.diff(starts, append=len(objects))
    at = counts.argmax() if len(counts) else None
    return (0, 0) if at is None else (int(counts[at]), int(objects[starts[at]]))


if __name__ == "__main__":
    main()

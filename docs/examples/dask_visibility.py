"""Precomputed visibility: what can be seen from each cell of a level? On dask.distributed, with a checkpoint.

    python3 dask_visibility.py visibility/ boxes.npy 55 55 56        # 169,400 cells, 1,016,400 views

The level is a .npy file of boxes, float32 rows of min x, y, z, max x, y, z. Its cells are those of a grid; six cameras
of a cube map look from the middle of each. An interrupted run continues where it was.
"""

import itertools
import os
import sys

import distributed
import lockstep
import lockstep.dask
import numpy


def cube_cameras(eye, near, far):
    """The matrices (6, 4, 4) of the cameras that look from a point along +x, -x, +y, -y, +z, -z, 90 degrees wide."""
    view = numpy.zeros((6, 4, 4))
    for i, (axis, sign) in enumerate(itertools.product(range(3), (1, -1))):
        right, up = (axis + 1) % 3, (axis + 2) % 3
        view[i, 0, right], view[i, 1, up], view[i, 2, axis], view[i, 3, 3] = 1, sign, -sign, 1
    view[:, :3, 3] = -view[:, :3, :3] @ eye
    projection = numpy.array(
        [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, far / (near - far), near * far / (near - far)], [0, 0, -1, 0]]
    )
    return projection @ view


def write_views(path, level, cells):
    """The cameras of all cells into a .npy file, a layer of cells at a time."""
    low, high = level[:, :3].min(axis=0), level[:, 3:].max(axis=0)
    middles = [low[k] + (numpy.arange(cells[k]) + 0.5) / cells[k] * (high[k] - low[k]) for k in range(3)]
    far = float(numpy.linalg.norm(high - low))
    views = numpy.lib.format.open_memmap(path, "w+", numpy.float32, (6 * cells[0] * cells[1] * cells[2], 4, 4))
    for i, eye in enumerate(itertools.product(*middles)):
        views[6 * i : 6 * i + 6] = cube_cameras(eye, 1e-3 * far, far)
    views.flush()


def main():
    folder, boxes, *cells = sys.argv[1:]
    cells = [int(each) for each in cells]
    os.makedirs(folder, exist_ok=True)
    views = os.path.join(folder, f"cells-{'-'.join(map(str, cells))}.npy")
    if not os.path.exists(views):  # a new file would be another input
        write_views(views + ".new.npy", numpy.load(boxes, mmap_mode="r"), cells)
        os.rename(views + ".new.npy", views)
    with distributed.Client() as client:
        found = lockstep.dask.cull(
            lockstep.dask.Views.from_matrices(views, lockstep.DepthRange.zero_to_one),
            lockstep.dask.Scene("aabbs", boxes),
            os.path.join(folder, "bits"),
            client=client,
        )
        print(
            f"{sum(found.view_counts)} views of {sum(found.object_counts)} boxes, "
            f"{found.computed} of {sum(map(len, found.paths))} shards computed now"
        )
        print(
            "the first cell sees boxes", *numpy.unique(numpy.concatenate([found.seen(view) for view in range(6)]))[:8]
        )


if __name__ == "__main__":
    main()

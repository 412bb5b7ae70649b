"""Overlap passes and culling over scenes larger than one machine, on dask.distributed.

    import distributed, lockstep.dask

    client = distributed.Client("scheduler:8786")
    scene = lockstep.dask.Scene("spheres", ["/shared/0.npy", "/shared/1.npy"])  # rows x, y, z, radius
    pairs = lockstep.dask.overlap(scene, "/shared/pairs", margin=0.1)
    pairs.to_dask()

Data: input and output are files that all workers see, or Dask arrays. The client holds headers, a sample and counts. A
worker holds one stretch of a shard or one tile for each of its threads. The bytes of the output are those of one call
on one machine. `import lockstep` alone does not import Dask.
"""

from .overlap import overlap
from .scene import Scene
from .shards import PairShards
from .views import Views
from .visibility import VisibilityShards, cull

__all__ = ["PairShards", "Scene", "Views", "VisibilityShards", "cull", "overlap"]

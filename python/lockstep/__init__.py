"""Many convex-overlap questions at once, on arrays of numpy. Names are those of the C++ library.

    import numpy, lockstep

    shapes = lockstep.ShapeSet()
    balls = shapes.add_spheres(numpy.zeros((2, 3), numpy.float32), 1)
    lockstep.intersect(shapes, shapes, [[0, 1]]) == lockstep.Verdict.overlapping

Shapes are exactly their float32 numbers, so arrays of float64 are refused: round them by `array.astype(numpy.float32)`.
Arrays are read where they lie, with any strides; pairs, indices, motions, rays and outputs lie side by side (others are
copied, but for outputs, which are refused). Bad numbers raise InvalidInput, a ValueError. A call that fails changes
nothing. Calls that compute let other threads of Python run.
"""

from ._enums import (
    CastResult,
    Check,
    CullMethod,
    DepthRange,
    MatrixOrder,
    Method,
    PairOrder,
    ShapeKind,
    Touching,
    Verdict,
)
from ._lockstep import (
    AabbView,
    BoxView,
    CapsuleView,
    CastOutput,
    CircleView,
    ConvexVolume,
    DistanceOutput,
    InvalidInput,
    OverlapPass,
    OverlapResult,
    RayHits,
    ShapeSet,
    SphereView,
    TransformedBoxView,
    VolumeSet,
    __version__,
    any_hits,
    cast,
    cast_rays,
    contacts,
    cull,
    cull_count,
    distance,
    first_hits,
    info,
    intersect,
    manifold_dtype,
    no_shape,
    separation_dtype,
    split_depths,
)


def overlap(*objects, **options):
    """One pass that keeps nothing: `OverlapPass().run(...)` with the same arguments."""
    return OverlapPass().run(*objects, **options)


__all__ = [name for name in dir() if not name.startswith("_")] + ["__version__"]
for _name in __all__:
    if getattr(globals()[_name], "__module__", None) in ("lockstep._lockstep", "lockstep._enums"):
        globals()[_name].__module__ = __name__

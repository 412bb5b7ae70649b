"""Convex overlap tests in bulk, on arrays of numpy. Names are those of the C++ library.

    import numpy, lockstep

    shapes = lockstep.ShapeSet()
    balls = shapes.add_spheres(numpy.zeros((2, 3), numpy.float32), 1)
    lockstep.intersect(shapes, shapes, [[0, 1]]) == lockstep.Verdict.overlapping

Arrays of float32 are read in place, with any strides. Positions may be float64, and stay as they are; sizes that
float32 does not hold are rounded up. Other numbers that it does not hold are refused: round them by
`array.astype(numpy.float32)`. Pairs, indices, motions, rays and outputs are contiguous: others are copied, and
outputs that are not contiguous are refused. Invalid numbers raise InvalidInput, a ValueError. A call that fails
changes nothing. Calls that compute release the GIL.
"""

from ._enums import (
    BodyPairs,
    CastResult,
    Check,
    CullMethod,
    DepthRange,
    MatrixOrder,
    Method,
    PairOrder,
    ShapeKind,
    ShapeKind2,
    Touching,
    Verdict,
)
from ._files import MeshFile, load
from ._lockstep import (
    Aabb,
    Aabb2,
    Aabb2View,
    AabbView,
    BodyCastOutput,
    BodyContacts,
    BodyDistanceOutput,
    BodySet,
    Box,
    Box2,
    Box2View,
    BoxView,
    CameraPose,
    Capsule,
    Capsule2,
    Capsule2View,
    CapsuleView,
    CastOutput,
    Circle2,
    CircleView,
    Cone,
    ConvexVolume,
    Cylinder,
    DistanceOutput,
    Ellipsoid,
    HullInstance,
    InvalidInput,
    Lens,
    MeshCastOutput,
    MeshContacts,
    MeshDistanceOutput,
    NearestOutput,
    NeighbourSearch,
    ObjectHandle,
    OverlapPass,
    OverlapResult,
    PairChanges,
    PairEvents,
    RayHits,
    Scratch,
    ShapeSet,
    ShapeSet2,
    Sphere,
    SphereView,
    TransformedBoxView,
    TriangleMesh,
    VolumeSet,
    World,
    World2,
    __version__,
    all_contacts,
    all_hits,
    any_contacts,
    any_hits,
    any_overlap,
    any_overlapping,
    body_manifold_dtype,
    cast,
    cast_rays,
    contacts,
    count_neighbours,
    count_overlaps,
    cull,
    cull_count,
    cull_in_order,
    distance,
    first_contacts,
    first_hits,
    info,
    intersect,
    manifold2_dtype,
    manifold_dtype,
    nearest,
    neighbours,
    no_object,
    no_part,
    no_shape,
    no_triangle,
    overlapping,
    separation_dtype,
    split_depths,
    within,
)

from ._urdf import Robot, load_urdf


def overlap(*objects, **options):
    """One stateless pass: `OverlapPass().run(...)` with the same arguments."""
    return OverlapPass().run(*objects, **options)


__all__ = [name for name in dir() if not name.startswith("_")] + ["__version__"]
for _name in __all__:
    if getattr(globals()[_name], "__module__", None) in ("lockstep._lockstep", "lockstep._enums", "lockstep._files", "lockstep._urdf"):
        globals()[_name].__module__ = __name__

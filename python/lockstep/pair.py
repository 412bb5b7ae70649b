"""Questions about one pair of shapes, for first steps and tests.

    from lockstep import Box, Sphere, pair

    pair.intersect(Sphere([0, 0, 0], 1), Box([1.5, 0, 0], [0, 0, 0, 1], [1, 1, 1]))
    # <Verdict.overlapping: 2>

Each call makes sets of one shape, asks a list of one pair and takes tens of microseconds. The lists of
`lockstep.intersect` and the others are what the library is for: they answer a pair in nanoseconds, with the same bits.

A shape is a single shape (Sphere, Aabb, Box, Capsule, Ellipsoid, Cylinder, Cone; of the plane Circle2, Box2, Capsule2),
a ConvexVolume, or an array: the vertices of a convex hull (N, 3), of a polygon of the plane (N, 2), or a point (3,).
Both are of space, or both of the plane. Numbers of lists are rounded to float32, as in the constructors of shapes;
arrays are refused if that would change them. Wrong shapes raise TypeError, invalid numbers InvalidInput.
"""

from typing import Any, NamedTuple, Tuple

import numpy

from ._enums import CastResult, Verdict
from ._lockstep import (
    Aabb,
    Box,
    Box2,
    Capsule,
    Capsule2,
    Circle2,
    Cone,
    ConvexVolume,
    Cylinder,
    Ellipsoid,
    ShapeSet,
    ShapeSet2,
    Sphere,
)
from ._lockstep import cast as cast_list
from ._lockstep import cast_rays as cast_ray_list
from ._lockstep import contacts as contact_list
from ._lockstep import distance as distance_list
from ._lockstep import intersect as intersect_list

# The adder of a set and the fields that it takes.
_SPACE = {
    Sphere: ("add_spheres", "center", "radius"),
    Aabb: ("add_aabbs", "min", "max"),
    Box: ("add_boxes", "center", "rotation", "half_extents"),
    Capsule: ("add_capsules", "p0", "p1", "radius"),
    Ellipsoid: ("add_ellipsoids", "center", "rotation", "radii"),
    Cylinder: ("add_cylinders", "p0", "p1", "radius"),
    Cone: ("add_cones", "base", "apex", "radius"),
}
_PLANE = {
    Circle2: ("add_circles", "center", "radius"),
    Box2: ("add_boxes", "center", "angle", "half_extents"),
    Capsule2: ("add_capsules", "p0", "p1", "radius"),
}
_PAIR = numpy.zeros((1, 2), numpy.uint32)


class Distance(NamedTuple):
    """The distance is between `lower` and `upper`, negative for the depth of an overlap.

    `points` (2, 3), in the plane (2, 2), are the nearest ones of `first` and `second`; `normal` is from `second` to
    `first`.
    """

    lower: float
    upper: float
    points: numpy.ndarray
    normal: numpy.ndarray


class Cast(NamedTuple):
    """The first contact is between these fractions of the motion, or both are infinite.

    `point` and `normal` are those of the shape that is met.
    """

    result: CastResult
    lower: float
    upper: float
    point: numpy.ndarray
    normal: numpy.ndarray


def _numbers(values: Any) -> numpy.ndarray:
    return numpy.asarray(values) if isinstance(values, numpy.ndarray) else numpy.asarray(values, numpy.float32)


def _set_of(shape: Any, name: str) -> Any:
    """A set of this shape alone."""
    for kinds, make in ((_SPACE, ShapeSet), (_PLANE, ShapeSet2)):
        if type(shape) in kinds:
            made = make()
            adder, *fields = kinds[type(shape)]
            getattr(made, adder)(*(numpy.asarray([getattr(shape, field)], numpy.float32) for field in fields))
            return made
    if isinstance(shape, ConvexVolume):
        made = ShapeSet()
        made.add_volume(shape)
        return made
    vertices = _numbers(shape) if isinstance(shape, (numpy.ndarray, list, tuple)) else numpy.zeros(0)
    made = ShapeSet2() if vertices.ndim == 2 and vertices.shape[1] == 2 else ShapeSet()
    if vertices.shape == (3,):
        made.add_points(vertices[None])
    elif vertices.ndim == 2 and vertices.shape[1] in (2, 3):
        (made.add_polygon if vertices.shape[1] == 2 else made.add_hull)(vertices)
    else:
        kinds = ", ".join(kind.__name__ for kind in (*_SPACE, *_PLANE, ConvexVolume))
        what = f"an array of shape {vertices.shape}" if vertices.size else f"a {type(shape).__name__}"
        raise TypeError(f"{name} is {what}; expected one of {kinds}, or vertices (N, 3) or (N, 2)")
    return made


def _sets_of(first: Any, second: Any) -> Tuple[Any, Any]:
    sets = _set_of(first, "first"), _set_of(second, "second")
    if type(sets[0]) is not type(sets[1]):
        raise TypeError("one shape is of space and the other of the plane")
    return sets


def _cast(output: Any) -> Cast:
    lower, upper = map(float, output.fractions[0])
    result = CastResult.hits if upper <= 1 else CastResult.misses if lower > 1 else CastResult.unproven
    return Cast(result, lower, upper, output.points[0], output.normals[0])


def intersect(first: Any, second: Any) -> Verdict:
    """Do they overlap? See lockstep.intersect."""
    return Verdict(int(intersect_list(*_sets_of(first, second), _PAIR)[0]))


def distance(first: Any, second: Any) -> Distance:
    """How far apart are they, or how deep? See lockstep.distance."""
    found = distance_list(*_sets_of(first, second), _PAIR, points=True, normals=True)
    return Distance(*map(float, found.distances[0]), found.points[0], found.normals[0])


def contacts(first: Any, second: Any, margin: float = 0) -> numpy.void:
    """Their contact manifold: one element of manifold_dtype, in the plane of manifold2_dtype. See lockstep.contacts."""
    return contact_list(*_sets_of(first, second), _PAIR, margin=margin)[0]


def cast(first: Any, second: Any, motion: Any) -> Cast:
    """When does `first`, moved by `motion`, meet `second`? See lockstep.cast."""
    return _cast(cast_list(*_sets_of(first, second), _PAIR, _numbers(motion)[None], points=True, normals=True))


def cast_ray(origin: Any, motion: Any, shape: Any) -> Cast:
    """Where does the ray from `origin` to `origin + motion` meet the shape? See lockstep.cast_rays."""
    ray = numpy.stack([_numbers(origin), _numbers(motion)])[None]
    return _cast(cast_ray_list(ray, _set_of(shape, "shape"), _PAIR, points=True, normals=True))

"""The enumerations of the C++ library, by the same names and numbers."""

import enum


class Verdict(enum.IntEnum):
    """The answer to one query. `separated` and `overlapping` are proven; `touching` is closer than rounding
    resolves."""

    separated = 0
    touching = 1
    overlapping = 2


class Touching(enum.IntEnum):
    """The answer that yes or no gives for `touching`."""

    overlap = 0
    separate = 1


class Check(enum.IntEnum):
    """Whether a call checks its input first. With `none`, invalid numbers are `touching`, and invalid indices
    undefined behaviour."""

    inputs = 0
    none = 1


class Method(enum.IntEnum):
    """`automatic` uses a closed form if one beats GJK; `gjk` never does."""

    automatic = 0
    gjk = 1


class CullMethod(enum.IntEnum):
    """`exact` resolves by GJK the objects that the planes of the volume keep; `planes` does not."""

    exact = 0
    planes = 1


class MatrixOrder(enum.IntEnum):
    """The memory order of a matrix that multiplies column vectors."""

    row_major = 0
    column_major = 1


class DepthRange(enum.IntEnum):
    """Clip-space depth: 0 <= z <= w (Direct3D, Vulkan, Metal) or -w <= z <= w (OpenGL)."""

    zero_to_one = 0
    minus_one_to_one = 1


class PairOrder(enum.IntEnum):
    """How an overlap pass writes pairs: in rising order of a, then b, or as they are found."""

    sorted = 0
    any = 1


class BodyPairs(enum.IntEnum):
    """The pairs of an overlap pass over bodies: of bodies that meet, or of parts of different bodies that do."""

    bodies = 0
    parts = 1


class ShapeKind(enum.IntEnum):
    """The kind of a shape in a ShapeSet."""

    point = 0
    sphere = 1
    aabb = 2
    box = 3
    capsule = 4
    hull = 5
    volume = 6
    rounded_hull = 7
    hull_instance = 8
    ellipsoid = 9
    cylinder = 10
    cone = 11


class ShapeKind2(enum.IntEnum):
    """The kind of a shape in a ShapeSet2."""

    circle = 0
    capsule = 1
    box = 2
    ellipse = 3
    slice = 4
    polygon = 5


class CastResult(enum.IntEnum):
    """The meaning of an interval of fractions. `misses` and `hits` are proven."""

    misses = 0
    unproven = 1
    hits = 2

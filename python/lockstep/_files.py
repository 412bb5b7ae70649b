"""Files of meshes: `lockstep.load`."""

import os
import typing

import numpy

from ._lockstep import InvalidInput, ShapeSet, TriangleMesh, _read_mesh, distance

_MOST_BYTES = 1 << 31


class MeshFile(typing.NamedTuple):
    """The triangles of an STL, OBJ or PLY file, as `load` reads them: each vertex of an STL file once, polygons cut
    into triangles."""

    vertices: numpy.ndarray  # float64 (N, 3), the numbers of the file
    triangles: numpy.ndarray  # int32 (M, 3), the vertices of each; a cloud of points has none
    parts: numpy.ndarray  # int32 (M,), of each triangle the index of its name
    names: list  # of solids, objects and groups; "" without a name
    notes: list  # what was left out

    def __repr__(self):
        names = ", ".join(map(repr, self.names[:5])) + (", .." if len(self.names) > 5 else "")
        return f"<lockstep.MeshFile of {len(self.vertices)} vertices, {len(self.triangles)} triangles: {names}>"

    def mesh(self, origin=(0, 0, 0)):
        """A TriangleMesh of all triangles. The origin is subtracted in double, and the vertices are rounded to the
        nearest float32 then."""
        return TriangleMesh(_nearest(self.vertices - _vector(origin)), self.triangles)

    def hulls(self, origin=(0, 0, 0), *, qhull=False):
        """The convex hull of each name, as (vertices, radius): float32 (K, 3), relative to the origin, and a radius
        that covers what rounding takes from them, 0 if float32 holds them. `ShapeSet.add_hull(*hull)` and
        `BodySet.add([hull])` take it. The library needs no faces, so all vertices of the name's triangles are there;
        a cloud of points is one hull. With `qhull`, only the corners that SciPy's Qhull finds, mostly a fraction
        of them. `distance` proves how far the others stick out, and the radius covers that."""
        offset = _vector(origin)
        return [_hull(self.vertices[used] - offset, qhull) for used in self._vertices_of_names()]

    def _vertices_of_names(self):
        if len(self.triangles) == 0:
            return [slice(None)] if len(self.vertices) else []
        order = numpy.argsort(self.parts, kind="stable")
        ends = numpy.cumsum(numpy.bincount(self.parts, minlength=len(self.names)))
        return [numpy.unique(rows) for rows in numpy.split(self.triangles[order], ends[:-1])]


def load(path):
    """Reads an STL file (text or binary), an OBJ file or a PLY file (text or binary of either byte order) as a
    `MeshFile`. The content decides, not the name. The reader is that of the program, so docs/mesh-files.md holds.
    Raises OSError, and InvalidInput that names the file, the place and the problem."""
    with open(path, "rb") as file:
        data = file.read(_MOST_BYTES + 1)
    try:
        if len(data) > _MOST_BYTES:
            raise InvalidInput(f"holds more than {_MOST_BYTES} bytes, the most that is read")
        return MeshFile(*_read_mesh(data))
    except InvalidInput as error:
        raise InvalidInput(f"{os.fspath(path)}: {error}") from None


def _vector(origin):
    vector = numpy.asarray(origin, numpy.float64)
    if vector.shape != (3,):
        raise ValueError(f"origin has the shape {vector.shape}; expected (3,)")
    return vector


def _nearest(points):
    with numpy.errstate(over="ignore"):  # infinite numbers are refused by whoever gets them
        return points.astype(numpy.float32)


def _hull(points, qhull):
    rounded = _nearest(points)
    # The differences are exact; the last factor covers the rounding of their lengths, and no square underflows.
    x, y, z = (points - rounded).T
    radius = numpy.hypot(numpy.hypot(x, y), z).max(initial=0) * (1 + 2.0**-50)
    rounded = numpy.unique(rounded, axis=0)
    if not qhull:
        return rounded, _rounded_up(radius)
    corners, beyond = _corners(rounded)
    return corners, _rounded_up(_rounded_up(radius) + beyond)


def _rounded_up(size):
    near = numpy.float32(size)
    return float(near if near >= size else numpy.nextafter(near, numpy.float32(numpy.inf)))


def _corners(points):
    """The corners of the hull, and how far other points lie outside of it at most."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        corner = ConvexHull(points).vertices
    except (QhullError, ValueError):  # flat, or too few points
        return points, 0.0
    others = numpy.delete(points, corner, axis=0)
    if len(others) == 0:
        return points, 0.0
    shapes = ShapeSet()
    hull = shapes.add_hull(points[corner])
    pairs = numpy.stack([shapes.add_spheres(others, 0), numpy.full(len(others), hull)], axis=1)
    return points[corner], max(0.0, distance(shapes, shapes, pairs).upper.max())

"""Positions and rotations, as sets and bodies take them, from what other libraries have.

    from lockstep import poses

    at = poses.from_matrices(scene_transforms)          # (N, 4, 4), as trimesh and robotics libraries have them
    shapes.add_boxes(at.positions, at.rotations, half_extents)
    bodies.move(numpy.arange(len(at.positions)), at.positions.astype("float32"), at.rotations.astype("float32"))

All arrays are float64, and a quaternion is x, y, z, w of length 1. Matrices multiply columns: a point p goes to
`matrix @ p`. Each function takes one pose, without its first dimension, as an array of one. Bad input raises ValueError
that names the first bad element.
"""

from typing import Any, NamedTuple

import numpy

from ._enums import MatrixOrder

TOLERANCE = 1e-3  # of lengths and right angles; what is within is rotated to the nearest rotation


class Poses(NamedTuple):
    """`positions` (N, 3) and `rotations` (N, 4)."""

    positions: numpy.ndarray
    rotations: numpy.ndarray


def _array(values: Any, name: str, *shapes: tuple) -> numpy.ndarray:
    """Of (N,) + one of the shapes."""
    array = numpy.asarray(values, float)
    if array.shape in shapes:
        array = array[None]
    if array.ndim == 0 or array.shape[1:] not in shapes:
        expected = " or ".join(f"({', '.join(map(str, ('N', *shape)))})" for shape in shapes)
        raise ValueError(f"{name} has the shape {array.shape}; expected {expected}")
    finite = numpy.isfinite(array).all(axis=tuple(range(1, array.ndim)))
    _refuse(~finite, name, "has a number that is not finite")
    return array


def _refuse(bad: numpy.ndarray, name: str, why: str) -> None:
    if bad.any():
        raise ValueError(f"{name}[{numpy.flatnonzero(bad)[0]}] {why}")


def from_wxyz(quaternions: Any) -> numpy.ndarray:
    """Rotations of quaternions whose first number is w, as Eigen's constructor, MuJoCo and trimesh have them."""
    array = _array(quaternions, "quaternions", (4,))
    lengths = numpy.linalg.norm(array, axis=1)
    _refuse(abs(lengths - 1) > TOLERANCE, "quaternions", "is not of length 1 within 0.001")
    return numpy.roll(array / lengths[:, None], -1, axis=1)


def from_axis_angle(axes: Any, angles: Any) -> numpy.ndarray:
    """Rotations about axes (N, 3) of any length but 0 by angles (N,) in radians, or one for all."""
    array = _array(axes, "axes", (3,))
    lengths = numpy.linalg.norm(array, axis=1)
    _refuse(lengths == 0, "axes", "is of length 0")
    half = numpy.broadcast_to(numpy.asarray(angles, float), len(array))[:, None] / 2
    _refuse(~numpy.isfinite(half[:, 0]), "angles", "is not finite")
    return numpy.hstack([array / lengths[:, None] * numpy.sin(half), numpy.cos(half)])


def _quaternions(axes: numpy.ndarray) -> numpy.ndarray:
    """Of rotation matrices (N, 3, 3): the eigenvector of the largest eigenvalue of Bar-Itzhack's matrix, which is that
    of the nearest rotation. I. Bar-Itzhack, "New method for extracting the quaternion from a rotation matrix", 2000."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = numpy.moveaxis(axes, 0, -1)
    rows = [
        [xx - yy - zz, yx + xy, zx + xz, zy - yz],
        [yx + xy, yy - xx - zz, zy + yz, xz - zx],
        [zx + xz, zy + yz, zz - xx - yy, yx - xy],
        [zy - yz, xz - zx, yx - xy, xx + yy + zz],
    ]
    found = numpy.linalg.eigh(numpy.moveaxis(numpy.array(rows), -1, 0))[1][:, :, -1]
    return numpy.where(found[:, 3:] < 0, -found, found)


def from_matrices(matrices: Any, order: MatrixOrder = MatrixOrder.row_major) -> Poses:
    """Poses of matrices (N, 4, 4), (N, 3, 4) or, without positions, (N, 3, 3).

    With `MatrixOrder.column_major` each is stored column by column, as OpenGL, glm and row-vector libraries have them.
    """
    shapes = ((4, 4), (3, 4), (3, 3))
    if order == MatrixOrder.column_major:
        array = _array(matrices, "matrices", *(shape[::-1] for shape in shapes)).swapaxes(1, 2)
    else:
        array = _array(matrices, "matrices", *shapes)
    if array.shape[1:] == (4, 4):
        last = numpy.array([0, 0, 0, 1])
        wrong = (abs(array[:, 3] - last) > TOLERANCE).any(axis=1)
        transposed = (wrong & (abs(array[:, :, 3] - last) <= TOLERANCE).all(axis=1)).any()
        other = "column_major" if order == MatrixOrder.row_major else "row_major"
        hint = f": is it MatrixOrder.{other}?" if transposed else ""
        _refuse(wrong, "matrices", f"has another last row than 0, 0, 0, 1{hint}")
    axes = array[:, :3, :3]
    away = abs(axes.swapaxes(1, 2) @ axes - numpy.eye(3)).max(axis=(1, 2))
    _refuse(away > 2 * TOLERANCE, "matrices", "scales or shears; a pose turns and moves alone")
    _refuse(numpy.linalg.det(axes) < 0, "matrices", "mirrors; a pose turns and moves alone")
    positions = array[:, :3, 3] if array.shape[2] == 4 else numpy.zeros((len(array), 3))
    return Poses(positions.copy(), _quaternions(axes))


def to_matrices(positions: Any, rotations: Any) -> numpy.ndarray:
    """Matrices (N, 4, 4), row by row, of poses."""
    place, turn = _array(positions, "positions", (3,)), _array(rotations, "rotations", (4,))
    if len(place) != len(turn):
        raise ValueError(f"there are {len(place)} positions and {len(turn)} rotations")
    lengths = numpy.linalg.norm(turn, axis=1)
    _refuse(abs(lengths - 1) > TOLERANCE, "rotations", "is not of length 1 within 0.001")
    x, y, z, w = (turn / lengths[:, None]).T
    matrices = numpy.zeros((len(place), 4, 4))
    matrices[:, 0, :3] = numpy.stack([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], axis=1)
    matrices[:, 1, :3] = numpy.stack([2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)], axis=1)
    matrices[:, 2, :3] = numpy.stack([2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)], axis=1)
    matrices[:, :3, 3], matrices[:, 3, 3] = place, 1
    return matrices

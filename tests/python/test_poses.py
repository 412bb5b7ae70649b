"""lockstep.poses: matrices, quaternions of another order, axes and angles."""

import lockstep
import numpy
import pytest
from lockstep import poses

HALF = numpy.sqrt(0.5)
RNG = numpy.random.default_rng(52)


def random_rotations(count):
    found = RNG.normal(size=(count, 4))
    found /= numpy.linalg.norm(found, axis=1)[:, None]
    return found * numpy.where(found[:, 3:] < 0, -1, 1)


def test_known_turns():
    quarter = [[0, -1, 0, 1], [1, 0, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]  # about z; x becomes y
    at = poses.from_matrices(quarter)
    assert numpy.allclose(at.positions, [[1, 2, 3]]) and numpy.allclose(at.rotations, [[0, 0, HALF, HALF]])
    assert numpy.allclose(poses.from_wxyz([HALF, 0, 0, HALF]), at.rotations)
    assert numpy.allclose(poses.from_axis_angle([0, 0, 7], numpy.pi / 2), at.rotations)
    assert numpy.allclose(poses.to_matrices(at.positions, at.rotations), [quarter])


@pytest.mark.parametrize("order", list(lockstep.MatrixOrder))
@pytest.mark.parametrize("shape", [(4, 4), (3, 4), (3, 3)])
def test_all_turns_come_back(order, shape):
    turns, places = random_rotations(1000), RNG.normal(size=(1000, 3)) * 1e6
    turns[:4], turns[4] = numpy.eye(4), [HALF, HALF, 0, 0]  # half turns
    matrices = poses.to_matrices(places, turns)[:, : shape[0], : shape[1]]
    if order == lockstep.MatrixOrder.column_major:
        matrices = matrices.swapaxes(1, 2)
    at = poses.from_matrices(matrices, order)
    assert at.positions.shape == (1000, 3) and at.rotations.shape == (1000, 4)
    assert numpy.array_equal(at.positions, places if shape[1] == 4 else numpy.zeros((1000, 3)))
    assert abs(abs((at.rotations * turns).sum(axis=1)) - 1).max() < 1e-14
    assert abs(numpy.linalg.norm(at.rotations, axis=1) - 1).max() < 1e-15


def test_a_set_takes_them():
    """The corner of a turned box lies where the matrix takes it."""
    matrix = poses.to_matrices([[10, 20, 30]], poses.from_axis_angle([1, 2, 3], 0.7))
    at = poses.from_matrices(matrix)
    shapes = lockstep.ShapeSet()
    shapes.add_boxes(at.positions, at.rotations, (1, 2, 3))
    inside, outside = ((matrix @ [*corner, 1])[0, :3] for corner in ([0.999, 1.999, 2.999], [1.001, 1.999, 2.999]))
    shapes.add_points([inside, outside])
    assert lockstep.intersect(shapes, shapes, [[0, 1], [0, 2]]).tolist() == [2, 0]


def test_nothing_is_no_error():
    assert poses.from_matrices(numpy.zeros((0, 4, 4))).rotations.shape == (0, 4)


EYE = numpy.eye(4)
MOVED = poses.to_matrices([[1, 2, 3]], [[0, 0, 0, 1]])


@pytest.mark.parametrize("call, text", [
    (lambda: poses.from_matrices(numpy.zeros((4, 5))), r"matrices has the shape \(4, 5\); expected \(N, 4, 4\) or"),
    (lambda: poses.from_matrices([EYE, 2 * EYE]), r"matrices\[1\] has another last row than 0, 0, 0, 1$"),
    (lambda: poses.from_matrices(MOVED.swapaxes(1, 2)), r"matrices\[0\] .*: is it MatrixOrder.column_major\?"),
    (lambda: poses.from_matrices(MOVED, lockstep.MatrixOrder.column_major), "is it MatrixOrder.row_major"),
    (lambda: poses.from_matrices(numpy.diag([2, 2, 2, 1])), r"matrices\[0\] scales or shears"),
    (lambda: poses.from_matrices([EYE, numpy.diag([1, 1, -1, 1])]), r"matrices\[1\] mirrors"),
    (lambda: poses.from_matrices(numpy.full((1, 3, 3), numpy.nan)), r"matrices\[0\] has a number that is not finite"),
    (lambda: poses.from_wxyz([1, 1, 0, 0]), r"quaternions\[0\] is not of length 1"),
    (lambda: poses.from_axis_angle([[0, 0, 1], [0, 0, 0]], 1), r"axes\[1\] is of length 0"),
    (lambda: poses.from_axis_angle([[0, 0, 1]], numpy.inf), r"angles\[0\] is not finite"),
    (lambda: poses.to_matrices([[0, 0, 0]], random_rotations(2)), "there are 1 positions and 2 rotations"),
])  # fmt: skip
def test_bad_input_is_named(call, text):
    with pytest.raises(ValueError, match=text):
        call()

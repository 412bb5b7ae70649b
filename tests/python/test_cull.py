"""cull: one volume and many, objects of any kind."""

import pickle

import lockstep
import numpy
import pytest
from lockstep import ConvexVolume, CullMethod, DepthRange, MatrixOrder, VolumeSet

# At the origin, along -z, 90 degrees wide, near side at 0.1, far side at 100.
CAMERA = numpy.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1.0010010, -0.1001001], [0, 0, -1, 0]], numpy.float32)
CENTERS = numpy.array([[0, 0, -5], [0, 0, 5], [6, 0, -5], [9, 0, -5]], numpy.float32)


def camera():
    return ConvexVolume.from_view_projection(CAMERA, DepthRange.zero_to_one)


def all_kinds_of(centers, size):
    identity = numpy.tile(numpy.eye(4, dtype=numpy.float32), (len(centers), 1, 1))
    identity[:, :3, 3] = centers
    shapes = lockstep.ShapeSet()
    shapes.add_boxes(centers, (0, 0, 0, 1), 3 * (size,))
    low, high = 3 * (-size,), 3 * (size,)
    return [shapes, lockstep.AabbView(centers - numpy.float32(size), centers + numpy.float32(size)),
            lockstep.BoxView(centers, (0, 0, 0, 1), high), lockstep.TransformedBoxView(identity, low, high),
            lockstep.TransformedBoxView(identity[:, :3], low, high),
            lockstep.TransformedBoxView(identity.transpose(0, 2, 1).copy().transpose(0, 2, 1), low, high)]


def test_matrices_in_the_other_order_are_refused():
    """A fourth row in memory must be 0 0 0 1; if it is not in memory, it is not checked."""
    rows = numpy.tile(numpy.eye(4, dtype=numpy.float32), (len(CENTERS), 1, 1))
    rows[:, :3, 3] = CENTERS
    columns = rows.transpose(0, 2, 1)
    size = (1, 1, 1)
    assert lockstep.cull_count(camera(), lockstep.TransformedBoxView(rows, (-1, -1, -1), size)) == 2
    with pytest.raises(lockstep.InvalidInput, match=r"matrix.m32\[0\] = -5: the last row of an object's matrix must be"):
        lockstep.cull(camera(), lockstep.TransformedBoxView(columns, (-1, -1, -1), size))
    with pytest.raises(lockstep.InvalidInput, match="the last row"):
        lockstep.cull(lockstep.VolumeSet([camera()]), lockstep.TransformedBoxView(columns, (-1, -1, -1), size))
    lockstep.cull(camera(), lockstep.TransformedBoxView(columns[:, :3], (-1, -1, -1), size))


def test_masks_indices_and_counts():
    balls = lockstep.SphereView(CENTERS, 1)
    assert lockstep.cull(camera(), balls).tolist() == [True, False, True, False]
    assert lockstep.cull(camera(), balls, indices=True).tolist() == [0, 2]
    assert lockstep.cull_count(camera(), balls) == 2
    out = numpy.zeros(4, bool)
    assert lockstep.cull(camera(), balls, out) is out and out.tolist() == [True, False, True, False]
    with pytest.raises(ValueError, match="out is for a mask"):
        lockstep.cull(camera(), balls, out, indices=True)


def test_all_kinds_of_boxes_agree():
    centers = numpy.random.default_rng(8).uniform(-9, 9, (300, 3)).astype(numpy.float32)
    masks = [lockstep.cull(camera(), objects) for objects in all_kinds_of(centers, 0.5)]
    assert 20 < masks[0].sum() < 200
    for mask in masks:
        assert numpy.array_equal(mask, masks[0])
    planes = lockstep.cull(camera(), all_kinds_of(centers, 0.5)[1], method=CullMethod.planes)
    assert (planes >= masks[0]).all()


def test_many_volumes_are_each_of_them():
    centers = numpy.random.default_rng(9).uniform(-9, 9, (200, 3)).astype(numpy.float32)
    balls = lockstep.SphereView(centers, 0.5)
    left = ConvexVolume.from_view_projection(CAMERA, DepthRange.zero_to_one, window=(-1, 0, -1, 1, -1, 1))
    right = ConvexVolume.from_view_projection(CAMERA, DepthRange.zero_to_one, window=(0, 1, -1, 1, -1, 1))
    expected = numpy.stack([lockstep.cull(left, balls), lockstep.cull(right, balls)])
    for volumes in VolumeSet([left, right]), VolumeSet.grid(CAMERA, DepthRange.zero_to_one, 2):
        assert len(volumes) == 2
        assert numpy.array_equal(lockstep.cull(volumes, balls), expected)
        indptr, indices = lockstep.cull(volumes, balls, indices=True)
        assert indptr.tolist() == [0, expected[0].sum(), expected.sum()]
        assert numpy.array_equal(indices, numpy.concatenate([numpy.flatnonzero(row) for row in expected]))


def test_boxes_by_centers_and_half_extents():
    centers = numpy.random.default_rng(11).uniform(-9, 9, (300, 3)).astype(numpy.float32)
    half_extents = numpy.full((300, 3), 0.3, numpy.float32)
    boxes = lockstep.AabbView(centers=centers, half_extents=half_extents)
    exact = [centers.astype(float) - half_extents, centers.astype(float) + half_extents]
    low, high = (corner.astype(numpy.float32) for corner in exact)
    low = numpy.where(low > exact[0], numpy.nextafter(low, numpy.float32(-numpy.inf)), low)
    high = numpy.where(high < exact[1], numpy.nextafter(high, numpy.float32(numpy.inf)), high)
    rounded = lockstep.AabbView(low, high)
    assert len(boxes) == 300 and repr(boxes) == "<lockstep.AabbView of 300>"
    assert numpy.array_equal(lockstep.cull(camera(), boxes), lockstep.cull(camera(), rounded))
    assert numpy.array_equal(lockstep.cull(camera(), lockstep.World(boxes)), lockstep.cull(camera(), rounded))
    assert (lockstep.intersect(boxes, rounded) == lockstep.intersect(rounded, rounded)).all()
    half_extents[7, 1] = -1
    with pytest.raises(lockstep.InvalidInput, match=r"aabbs.half_y\[7\] = -1: must be a finite number, not negative"):
        lockstep.cull(camera(), boxes)
    with pytest.raises(ValueError, match="half_extents"):
        lockstep.AabbView(centers=centers, half_extents=half_extents[:, :2])
    with pytest.raises(TypeError):
        lockstep.AabbView(centers=centers)


def test_lists_of_objects_that_many_volumes_see():
    balls = lockstep.SphereView([[0, 0, -5], [0, 0, 50], [1, 1, -6]], 1)
    indptr, indices = lockstep.cull(VolumeSet([camera()] * 40), balls, indices=True)
    assert indptr.tolist() == list(range(0, 82, 2)) and indices.tolist() == [0, 2] * 40


def test_grids_and_cubes():
    depths = lockstep.split_depths(0.1, 100, 4)
    assert depths.shape == (3,) and depths.dtype == numpy.float32
    clusters = VolumeSet.grid(CAMERA, DepthRange.zero_to_one, 4, 3, depths)
    assert repr(clusters) == "<lockstep.VolumeSet of 48 volumes>"
    cube = VolumeSet.cube((0, 0, 0), 0.1, 100)
    seen = lockstep.cull(cube, lockstep.SphereView([[5, 0, 0], [0, -5, 0]], 0.5))
    assert numpy.argwhere(seen).tolist() == [[0, 0], [3, 1]]


def test_matrices():
    flat = ConvexVolume.from_view_projection(CAMERA.T.ravel(), DepthRange.zero_to_one, order=MatrixOrder.column_major)
    assert numpy.array_equal(flat.corners(), camera().corners())
    with pytest.raises(ValueError, match="MatrixOrder|order"):
        ConvexVolume.from_view_projection(CAMERA.T.ravel(), DepthRange.zero_to_one)
    with pytest.raises(ValueError, match=r"matrix has the shape \(3, 4\)"):
        ConvexVolume.from_view_projection(CAMERA[:3], DepthRange.zero_to_one)
    doubles = ConvexVolume.from_view_projection(CAMERA.astype(float), DepthRange.zero_to_one)
    assert numpy.array_equal(doubles.corners(), camera().corners())
    wide = numpy.zeros((4, 8))
    wide[:, ::2], wide[:, 1::2] = CAMERA, 1
    for array in wide, wide.astype(numpy.float32):
        for strided in array[:, ::2], array[:, ::2].T.copy().T, array[::-1, ::2].copy()[::-1]:
            volume = ConvexVolume.from_view_projection(strided, DepthRange.zero_to_one)
            assert numpy.array_equal(volume.corners(), camera().corners())
        flat = ConvexVolume.from_view_projection(array.ravel()[::2], DepthRange.zero_to_one, order=MatrixOrder.row_major)
        assert numpy.array_equal(flat.corners(), camera().corners())
    with pytest.raises(TypeError, match="matrix is an array of complex128"):
        ConvexVolume.from_view_projection(CAMERA.astype(complex), DepthRange.zero_to_one)
    with pytest.raises(ValueError, match="corners"):
        ConvexVolume.from_corners(numpy.zeros((7, 3), numpy.float32))


def test_cameras_far_away():
    for at in (0.0, 1e5, 1.3e7):
        lens = lockstep.Lens.perspective(1.2, 1.5, 0.1, 1000)
        pose = lockstep.CameraPose.turned((at, -at, 10), (0, 0, 0, 1))
        volumes = [ConvexVolume.from_camera(lens, pose), *pickle.loads(pickle.dumps([ConvexVolume.from_camera(lens, pose)]))]
        balls = lockstep.SphereView(numpy.array([[at, -at, -900], [at, -at, -1000], [at, -at, 20]], numpy.float32), 1)
        for volume in volumes:
            assert lockstep.cull(volume, balls).tolist() == [True, False, False]
        slices = VolumeSet.camera_grid(lens, pose, depths=[100, 500])
        assert numpy.argwhere(lockstep.cull(slices, balls)).tolist() == [[2, 0]]
        assert lockstep.cull(VolumeSet.cube((at, -at, 10), 0.1, 1000), balls)[5, 0]
    version, state = volumes[0].__getstate__()
    lens_end = 1 + 6 * 8
    for byte in (0, 1, 2, 255):
        damaged = state[:lens_end] + bytes([byte]) + state[lens_end + 1:]
        if byte > 1:
            with pytest.raises(ValueError, match="damaged"):
                ConvexVolume.__new__(ConvexVolume).__setstate__((version, damaged))
        else:
            ConvexVolume.__new__(ConvexVolume).__setstate__((version, damaged))
    with pytest.raises(ValueError, match="vertical_angle = 60"):
        lockstep.Lens.perspective(60, 1.5, 0.1)
    with pytest.raises(ValueError, match="quaternion"):
        lockstep.CameraPose.turned((0, 0, 0), (1, 1, 0, 0))


def test_half_spaces():
    octant = ConvexVolume.from_planes([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]])
    assert octant.infinite_far and not octant.is_frustum
    balls = lockstep.SphereView([[1, 1, 1], [-0.6, -0.6, -0.6]], 1)
    for volume in (octant, pickle.loads(pickle.dumps(octant))):
        assert lockstep.cull(volume, balls).tolist() == [True, False]
    assert octant.vertices(1).shape == (4, 3)
    with pytest.raises(ValueError, match="planes: there are 0"):
        ConvexVolume.from_planes(numpy.zeros((0, 4)))
    with pytest.raises(ValueError, match="no point lies inside"):
        ConvexVolume.from_planes([[1, 0, 0, -1], [-1, 0, 0, 0]])


def test_failed_calls_write_nothing():
    centers = numpy.zeros((5000, 3), numpy.float32)
    centers[4999, 2] = numpy.inf
    out = numpy.ones(5000, bool)
    with pytest.raises(ValueError, match=r"\[4999\] = inf"):
        lockstep.cull(camera(), lockstep.SphereView(centers, 1), out)
    assert out.all()

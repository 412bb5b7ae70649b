"""cast_rays, first_hits, any_hits and all_hits."""

import lockstep
import numpy
import pytest


def three_balls():
    shapes = lockstep.ShapeSet()
    shapes.add_spheres([[4, 0, 0], [8, 0, 0], [0, 8, 0]], 1)
    return shapes


RAYS = numpy.array([[[0, 0, 0], [12, 0, 0]], [[0, 0, 0], [0, 2, 0]], [[0, 0, 0], [0, 28, 0]]], numpy.float32)


def test_first_hits():
    shapes = three_balls()
    hits = lockstep.first_hits(RAYS, shapes, points=True, normals=True)
    assert hits.shapes.tolist() == [0, lockstep.no_shape, 2]
    assert (hits.lower[[0, 2]] <= 0.25).all() and (hits.upper[[0, 2]] >= 0.25).all()
    assert numpy.allclose(hits.points[0], [3, 0, 0]) and numpy.allclose(hits.normals[0], [-1, 0, 0])
    assert numpy.isnan(hits.points[1]).all() and numpy.isinf(hits.fractions[1]).all()


def test_first_hits_are_the_least_of_all_casts():
    numbers = numpy.random.default_rng(6).uniform(-4, 4, (40, 3)).astype(numpy.float32)
    rays = numpy.random.default_rng(7).uniform(-4, 4, (50, 2, 3)).astype(numpy.float32)
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(numbers, 0.5)
    pairs = numpy.stack(numpy.meshgrid(numpy.arange(50), numpy.arange(40), indexing="ij"), axis=-1)
    all_casts = lockstep.cast_rays(rays, shapes, pairs.reshape(-1, 2).astype(numpy.uint32))
    upper = all_casts.upper.reshape(50, 40)
    hits = lockstep.first_hits(rays, shapes)
    missed = numpy.isinf(upper).all(axis=1)
    assert 0 < missed.sum() < 50
    assert numpy.array_equal(hits.shapes, numpy.where(missed, lockstep.no_shape, upper.argmin(axis=1)))
    assert numpy.array_equal(lockstep.any_hits(rays, shapes), ~missed)


def test_all_hits_are_those_of_all_casts():
    numbers = numpy.random.default_rng(8).uniform(-4, 4, (40, 3)).astype(numpy.float32)
    rays = numpy.random.default_rng(9).uniform(-4, 4, (50, 2, 3)).astype(numpy.float32)
    shapes = lockstep.ShapeSet()
    shapes.add_spheres(numbers, 1)
    pairs = numpy.stack(numpy.meshgrid(numpy.arange(50), numpy.arange(40), indexing="ij"), axis=-1)
    upper = lockstep.cast_rays(rays, shapes, pairs.reshape(-1, 2).astype(numpy.uint32)).upper.reshape(50, 40)
    for of in shapes, lockstep.World(shapes):
        indptr, indices, fractions = lockstep.all_hits(rays, of)
        assert indptr.dtype == numpy.int64 and len(indptr) == 51 and indptr[-1] == len(indices) > 20
        assert fractions.shape == (len(indices), 2)
        for i in range(50):
            hit = slice(indptr[i], indptr[i + 1])
            assert numpy.array_equal(numpy.sort(indices[hit]), numpy.flatnonzero(upper[i] <= 1))
            assert numpy.array_equal(fractions[hit, 1], upper[i, indices[hit]])
            assert (numpy.diff(fractions[hit, 0]) >= 0).all()


def test_all_hits_that_are_seen_and_proven():
    shapes = three_balls()
    shapes.add_points([[2, 0, 0]])
    assert lockstep.all_hits(RAYS, shapes)[1].tolist() == [3, 0, 1, 2]
    assert lockstep.all_hits(RAYS, shapes, touching=lockstep.Touching.separate)[0].tolist() == [0, 3, 3, 4]
    groups = numpy.array([1, 2, 1, 1], numpy.uint32)
    masks = numpy.array([2, 2, 2], numpy.uint32)
    assert lockstep.all_hits(RAYS, lockstep.World(shapes), masks=masks, groups=groups)[1].tolist() == [1]
    with pytest.raises(ValueError, match=r"rays has the shape \(3, 3\); expected \(N, 2, 3\) of origin and motion"):
        lockstep.all_hits(RAYS[:, 0], shapes)


def test_masks_and_groups():
    shapes = three_balls()
    masks = numpy.array([2, 1, 0], numpy.uint32)
    groups = numpy.array([1, 2, 3], numpy.uint32)
    assert lockstep.first_hits(RAYS, shapes, masks=masks, groups=groups).shapes.tolist() == [1, 2**32 - 1, 2**32 - 1]
    assert lockstep.any_hits(RAYS, shapes, masks=masks).tolist() == [True, False, False]
    with pytest.raises(ValueError, match=r"groups has the shape \(0,\); expected \(3,\)"):
        lockstep.first_hits(RAYS, shapes, groups=numpy.zeros(0, numpy.uint32))


def test_outputs():
    shapes = three_balls()
    out = lockstep.RayHits(shapes=numpy.zeros(3, numpy.uint32))
    assert lockstep.first_hits(RAYS, shapes, out).shapes is out.shapes
    assert out.shapes.tolist() == [0, lockstep.no_shape, 2]
    bools = numpy.zeros(3, bool)
    assert lockstep.any_hits(RAYS, shapes, bools) is bools and bools.tolist() == [True, False, True]


def test_rays_that_are_none():
    shapes = three_balls()
    with pytest.raises(ValueError, match=r"rays has the shape \(3, 3\); expected \(N, 2, 3\) of origin and motion"):
        lockstep.first_hits(RAYS[:, 0], shapes)
    with pytest.raises(ValueError, match="rays"):
        lockstep.any_hits(numpy.full((1, 2, 3), numpy.nan, numpy.float32), shapes)
    with pytest.raises(ValueError, match=r"pairs\[0\]"):
        lockstep.cast_rays(RAYS, shapes, [[3, 0]])

"""TriangleMesh: lists of shapes and triangles, and whole meshes."""

import pickle

import lockstep
import numpy
import pytest


def terrain(cells=12):
    """A height field over [0, cells]^2, two triangles for each cell."""
    height = numpy.random.default_rng(61).uniform(0, 1, (cells + 1, cells + 1))
    x, y = numpy.meshgrid(numpy.arange(cells + 1), numpy.arange(cells + 1), indexing="ij")
    vertices = numpy.stack([x, y, height], axis=-1).reshape(-1, 3).astype(numpy.float32)
    corner = (numpy.arange(cells)[:, None] * (cells + 1) + numpy.arange(cells)).reshape(-1)
    low = numpy.stack([corner, corner + 1, corner + cells + 1], axis=1)
    high = numpy.stack([corner + 1, corner + cells + 2, corner + cells + 1], axis=1)
    return vertices, numpy.concatenate([low, high]).astype(numpy.uint32)


@pytest.fixture(scope="module")
def mesh():
    return lockstep.TriangleMesh(*terrain())


@pytest.fixture(scope="module")
def balls():
    shapes = lockstep.ShapeSet()
    center = numpy.random.default_rng(62).uniform([0, 0, 0], [12, 12, 3], (40, 3)).astype(numpy.float32)
    shapes.add_spheres(center, 0.5)
    return shapes


def every_pair(shapes, mesh):
    pairs = numpy.stack(numpy.meshgrid(numpy.arange(len(shapes)), numpy.arange(len(mesh)), indexing="ij"), axis=-1)
    return pairs.reshape(-1, 2).astype(numpy.uint32)


def same(first, second):
    """Whether manifolds have the same numbers; the padding between them may be anything."""
    return all(first[name].tolist() == second[name].tolist() for name in ("distance", "normal", "count")) and all(
        first["points"][name].tolist() == second["points"][name].tolist() for name in first.dtype["points"].base.names)


LIST = numpy.arange(40, dtype=numpy.uint32)


def test_a_mesh_tells_what_it_is(mesh):
    vertices, indices = terrain()
    assert len(mesh) == 288 and repr(mesh) == "<lockstep.TriangleMesh of 288 triangles>" and mesh.memory_bytes > 5000
    assert numpy.array_equal(mesh.corners(17), vertices[indices[17]])
    with pytest.raises(ValueError, match="288"):
        mesh.corners(288)


def test_a_terrain_of_heights():
    heights = numpy.random.default_rng(63).uniform(0, 1, (4, 6)).astype(numpy.float32)
    hills = lockstep.TriangleMesh.of_heights(heights, origin=(-2, 0, 5), column_step=(2, 0, 0))
    assert len(hills) == 2 * 5 * 3
    assert numpy.array_equal(hills.corners(2 * (1 * 5 + 2))[0], numpy.float32([2, 1, 5 + heights[1, 2]]))
    turned = lockstep.TriangleMesh.of_heights(heights.T, origin=(-2, 0, 5), column_step=(0, 1, 0), row_step=(2, 0, 0))
    assert {p.tobytes() for i in range(30) for p in hills.corners(i)} == {
        p.tobytes() for i in range(30) for p in turned.corners(i)
    }
    heights[1, 2] = numpy.nan
    assert len(lockstep.TriangleMesh.of_heights(heights)) == 2 * (5 * 3 - 4)
    heights[1, 2] = numpy.inf
    with pytest.raises(ValueError, match=r"heights\[8\] = inf"):
        lockstep.TriangleMesh.of_heights(heights)
    with pytest.raises(ValueError, match=r"expected \(rows, columns\)"):
        lockstep.TriangleMesh.of_heights(heights[0])
    with pytest.raises(ValueError, match="up: expected 3 numbers"):
        lockstep.TriangleMesh.of_heights(heights, up=[(0, 0, 1), (0, 0, 1)])


def test_triangles_are_hulls_of_three_points(mesh, balls):
    hulls = lockstep.ShapeSet()
    for triangle in range(len(mesh)):
        hulls.add_hull(mesh.corners(triangle))
    pairs = every_pair(balls, mesh)
    assert numpy.array_equal(lockstep.intersect(balls, mesh, pairs), lockstep.intersect(balls, hulls, pairs))
    by_mesh, by_hull = (lockstep.distance(balls, other, pairs, normals=True) for other in (mesh, hulls))
    assert by_mesh.distances.tobytes() == by_hull.distances.tobytes()
    assert by_mesh.normals.tobytes() == by_hull.normals.tobytes()
    assert same(lockstep.contacts(balls, mesh, pairs), lockstep.contacts(balls, hulls, pairs))
    ways = numpy.tile(numpy.array([0, 0, -2], numpy.float32), (len(pairs), 1))
    by_mesh, by_hull = (lockstep.cast(balls, other, pairs, ways, points=True) for other in (mesh, hulls))
    assert by_mesh.fractions.tobytes() == by_hull.fractions.tobytes()
    rays = numpy.random.default_rng(63).uniform(0, 12, (40, 2, 3)).astype(numpy.float32)
    by_mesh, by_hull = (lockstep.cast_rays(rays, other, pairs) for other in (mesh, hulls))
    assert by_mesh.fractions.tobytes() == by_hull.fractions.tobytes()


def test_the_nearest_triangle(mesh, balls):
    pairs = every_pair(balls, mesh)
    each = lockstep.distance(balls, mesh, pairs).distances.reshape(40, 288, 2)
    found = lockstep.distance(balls, mesh, list=LIST, triangles=True, points=True, normals=True)
    assert numpy.array_equal(found.lower, each[:, :, 0].min(axis=1))
    assert numpy.array_equal(found.triangles, each[:, :, 1].argmin(axis=1))
    out = lockstep.MeshDistanceOutput(numpy.zeros((3, 2)), triangles=numpy.zeros(3, numpy.uint32))
    assert lockstep.distance(balls, mesh, out, list=LIST[[7, 0, 9]]).triangles is out.triangles
    assert numpy.array_equal(out.triangles, found.triangles[[7, 0, 9]])
    far = lockstep.distance(balls, mesh, list=LIST, triangles=True, no_farther_than=0.5)
    assert (far.triangles[found.lower > 0.5] == lockstep.no_triangle).all() and (found.lower > 0.5).any()


def test_what_is_hit_first(mesh, balls):
    pairs = every_pair(balls, mesh)
    ways = numpy.tile(numpy.array([0, 0, -4], numpy.float32), (40, 1))
    each = lockstep.cast(balls, mesh, pairs, ways[pairs[:, 0]]).upper.reshape(40, 288)
    found = lockstep.cast(balls, mesh, list=LIST, motions=ways, triangles=True)
    assert numpy.array_equal(found.upper, each.min(axis=1)) and (found.upper < 1).any()
    rays = numpy.random.default_rng(64).uniform([0, 0, 3], [12, 12, 4], (40, 3))
    rays = numpy.stack([rays, numpy.tile([0, 0, -3.0], (40, 1))], axis=1).astype(numpy.float32)
    each = lockstep.cast_rays(rays, mesh, pairs).upper.reshape(40, 288)
    hits = lockstep.cast_rays(rays, mesh, triangles=True, points=True, normals=True)
    assert numpy.array_equal(hits.upper, each.min(axis=1)) and (hits.upper < 1).any()
    hit = numpy.flatnonzero(hits.upper < 1)
    assert numpy.array_equal(hits.triangles[hit], each[hit].argmin(axis=1)) and (hits.normals[hit, 2] > 0).all()
    out = lockstep.MeshCastOutput(numpy.zeros((40, 2)))
    assert lockstep.cast_rays(rays, mesh, out=out).fractions is out.fractions
    assert out.fractions.tobytes() == hits.fractions.tobytes()


def test_all_contacts(mesh, balls):
    pairs = every_pair(balls, mesh)
    each = lockstep.contacts(balls, mesh, pairs)
    found = lockstep.contacts(balls, mesh, list=LIST)
    assert len(found) > 20 and found.complete
    assert numpy.array_equal(found.pairs, pairs[each["count"] > 0])
    assert same(found.manifolds, each[each["count"] > 0])
    places, manifolds = numpy.zeros((5, 2), numpy.uint32), numpy.zeros(5, lockstep.manifold_dtype)
    cut = lockstep.contacts(balls, mesh, list=LIST, pairs_out=places, manifolds_out=manifolds)
    assert not cut.complete and len(cut) == len(found) and numpy.array_equal(places, found.pairs[:5])
    big = lockstep.ShapeSet()
    big.add_spheres((6, 6, 0), 20)
    assert len(lockstep.contacts(big, mesh, list=[0]).pairs) == 288  # more than there was room for at first
    with pytest.raises(ValueError, match="pairs_out and manifolds_out are given both, or none"):
        lockstep.contacts(balls, mesh, list=LIST, pairs_out=places)


def test_pickles_have_the_same_bits(mesh, balls):
    other = pickle.loads(pickle.dumps(mesh))
    one, two = (lockstep.distance(balls, m, list=LIST, triangles=True) for m in (mesh, other))
    assert one.distances.tobytes() == two.distances.tobytes() and numpy.array_equal(one.triangles, two.triangles)
    assert len(pickle.dumps(mesh)) < 288 * 12 + 169 * 12 + 200  # shared corners are stored once
    version, data = mesh.__getstate__()
    for wrong in (data[:-1], data + b"x", data[:11]):
        with pytest.raises(ValueError, match="damaged"):
            lockstep.TriangleMesh.__new__(lockstep.TriangleMesh).__setstate__((version, wrong))


def test_bad_meshes_are_named():
    vertices, indices = terrain()
    bad = indices.copy()
    bad[3, 1] = 169
    for check in lockstep.Check:
        with pytest.raises(ValueError, match=r"indices\[10\] = 169"):
            lockstep.TriangleMesh(vertices, bad, check=check)
    with pytest.raises(ValueError, match="nan"):
        lockstep.TriangleMesh(numpy.where(vertices == vertices[4], numpy.nan, vertices).astype(numpy.float32), indices)
    with pytest.raises(ValueError, match=r"indices has the shape \(864,\); expected \(N, 3\)"):
        lockstep.TriangleMesh(vertices, indices.reshape(-1))
    with pytest.raises(ValueError, match="vertices is an array of float64, and float32 does not hold vertices"):
        lockstep.TriangleMesh(vertices.astype(float) + 1e-9, indices)
    assert len(lockstep.TriangleMesh(vertices.astype(float), indices)) == len(indices)
    with pytest.raises(TypeError, match="indices is an array of float64; expected an array of uint32"):
        lockstep.TriangleMesh(vertices, indices.astype(float))
    assert len(lockstep.TriangleMesh(vertices, indices.astype(int))) == len(indices)
    assert len(lockstep.TriangleMesh(vertices, [])) == 0


def test_lists_are_checked_and_nothing_is_written(mesh, balls):
    out = lockstep.MeshDistanceOutput(numpy.full((2, 2), 7.0))
    for check in lockstep.Check:
        with pytest.raises(ValueError, match=r"list\[1\] = 40"):
            lockstep.distance(balls, mesh, out, list=[0, 40], check=check)
        with pytest.raises(ValueError, match=r"list\[0\] = 41"):
            lockstep.contacts(balls, mesh, list=[41], check=check)
        with pytest.raises(ValueError, match=r"list\[0\] = 41"):
            lockstep.cast(balls, mesh, list=[41], motions=[[0, 0, 1]], check=check)
        with pytest.raises(ValueError, match=r"pairs\[0\]"):
            lockstep.distance(balls, mesh, [[0, 288]], check=check)
    assert (out.distances == 7).all()


def test_all_triangles_that_rays_go_through(mesh):
    random = numpy.random.default_rng(66)
    rays = random.uniform([0, 0, -1], [12, 12, 2], (60, 2, 3)).astype(numpy.float32)
    rays[:, 1] -= rays[:, 0]
    indptr, indices, fractions = lockstep.all_hits(rays, mesh)
    first = lockstep.first_hits(rays, mesh)
    assert len(indices) > 60 and numpy.array_equal(numpy.diff(indptr) > 0, first.shapes != lockstep.no_shape)
    for ray in range(60):
        mine = slice(indptr[ray], indptr[ray + 1])
        assert (numpy.diff(fractions[mine, 0]) >= 0).all()
        if indptr[ray] < indptr[ray + 1]:
            assert fractions[mine, 1].min() == first.upper[ray] and first.shapes[ray] in indices[mine]

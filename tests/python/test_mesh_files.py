"""STL, OBJ and PLY files as arrays and shapes. The reader itself is tested in tests/tools/meshes."""

import struct

import lockstep
import numpy
import pytest

CUBE = numpy.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], numpy.float64)
SQUARES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]


def obj(vertices, faces):
    return "".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in vertices.tolist()) + "".join(
        f"f {' '.join(str(i + 1) for i in face)}\n" for face in faces)  # fmt: skip


def binary_stl(triangles):
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *numpy.ravel(three), 0) for three in triangles)
    return b"solid".ljust(80) + struct.pack("<I", len(triangles)) + body


def ply(order, vertices, triangles):
    name = {"<": "binary_little_endian", ">": "binary_big_endian"}[order]
    header = (f"ply\nformat {name} 1.0\nelement vertex {len(vertices)}\n"
              f"property double x\nproperty double y\nproperty double z\n"
              f"element face {len(triangles)}\nproperty list uchar uint vertex_index\nend_header\n")  # fmt: skip
    rows = [struct.pack(order + "3d", *vertex) for vertex in vertices]
    rows += [struct.pack(order + "B3I", 3, *triangle) for triangle in triangles]
    return header.encode() + b"".join(rows)


def test_all_formats_have_the_same_triangles(tmp_path):
    triangles = [[a, b, c] for a, b, c, d in SQUARES] + [[a, c, d] for a, b, c, d in SQUARES]
    files = {"cube.obj": obj(CUBE, triangles).encode(), "cube.stl": binary_stl(CUBE[triangles]),
             "little.ply": ply("<", CUBE, triangles), "big.ply": ply(">", CUBE, triangles)}  # fmt: skip
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
        file = lockstep.load(tmp_path / name)
        assert file.vertices.dtype == numpy.float64 and file.vertices.shape == (8, 3)
        assert file.triangles.dtype == numpy.int32 and file.triangles.shape == (12, 3)
        assert (file.vertices[file.triangles] == CUBE[triangles]).all()
        assert file.names == [""] and (file.parts == 0).all() and file.notes == []
    assert lockstep.load(str(tmp_path / "cube.obj")).triangles.shape == (12, 3)


def test_parts_have_names_and_hulls(tmp_path):
    text = "o left\n" + obj(CUBE, SQUARES) + "o right\n" + "".join(
        f"v {x + 5} {y} {z}\n" for x, y, z in CUBE) + "f 9 10 12 11\ng top\nf 13 15 16 14\nl 1 2\n"  # fmt: skip
    (tmp_path / "two.obj").write_text(text)
    file = lockstep.load(tmp_path / "two.obj")
    assert file.names == ["left", "right", "right/top"] and file.parts.tolist() == [0] * 12 + [1] * 2 + [2] * 2
    assert file.notes == ["lines and points left out: 1"]
    hulls = file.hulls()
    assert [len(vertices) for vertices, radius in hulls] == [8, 4, 4] and [radius for _, radius in hulls] == [0, 0, 0]
    shapes = lockstep.ShapeSet()
    left, right, _ = [shapes.add_hull(*hull) for hull in hulls]
    assert abs(lockstep.distance(shapes, shapes, [[left, right]]).lower[0] - 4) < 1e-6
    bodies = lockstep.BodySet()
    bodies.add(hulls)
    assert bodies.part_count(0) == 3
    assert "two" not in repr(file) and "right/top" in repr(file)


def test_a_hull_contains_the_vertices_of_the_file(tmp_path):
    points = numpy.random.default_rng(1).normal(size=(200, 3))
    (tmp_path / "cloud.ply").write_bytes(ply("<", points, []))
    file = lockstep.load(tmp_path / "cloud.ply")
    (all_points,), (corners,) = file.hulls(), file.hulls(qhull=True)
    assert len(all_points[0]) == 200 and 0 < all_points[1] < 1e-6
    assert 10 < len(corners[0]) < 100 and all_points[1] <= corners[1] < 1e-6
    for vertices, radius in (all_points, corners):
        shapes = lockstep.ShapeSet()
        hull = shapes.add_hull(vertices, radius)
        single = shapes.add_points(points)  # float64, as they are
        assert (lockstep.intersect(shapes, shapes, [[i, hull] for i in single]) != lockstep.Verdict.separated).all()


def test_flat_hulls_keep_their_vertices(tmp_path):
    (tmp_path / "flat.obj").write_text(obj(CUBE, SQUARES[:1]))
    ((vertices, radius),) = lockstep.load(tmp_path / "flat.obj").hulls(qhull=True)
    assert len(vertices) == 4 and radius == 0


def test_a_mesh_far_away_has_an_origin(tmp_path):
    far = CUBE + [500000.1, 4000000.3, 0]
    (tmp_path / "far.obj").write_text(obj(far, SQUARES))
    file = lockstep.load(tmp_path / "far.obj")
    mesh = file.mesh(origin=far[0])
    assert len(mesh) == 12 and numpy.abs(mesh.corners(0)).max() < 1.001
    hits = lockstep.first_hits(numpy.array([[[0.5, 0.25, 9], [0, 0, -10]]], numpy.float32), mesh)
    assert abs(hits.fractions[0, 1] - 0.8) < 1e-6
    (vertices, radius), = file.hulls(far[0])
    assert numpy.abs(vertices).max() < 1.001 and radius < 1e-7
    assert numpy.abs(file.mesh().corners(0)).max() > 3e6
    with pytest.raises(ValueError, match=r"origin has the shape \(2,\)"):
        file.mesh((1, 2))


def test_errors_name_the_file_and_the_place(tmp_path):
    path = tmp_path / "bad.obj"
    path.write_text("v 0 0 0\nf 1 2 3\n")
    with pytest.raises(lockstep.InvalidInput, match=r"bad.obj: line 2: vertex 3 is not in the file, which has 1"):
        lockstep.load(path)
    path.write_text("v 1e300 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n")
    with pytest.raises(lockstep.InvalidInput, match="vertices"):
        lockstep.load(path).mesh()
    path.write_bytes(b"junk")
    with pytest.raises(lockstep.InvalidInput, match="is neither STL, OBJ nor PLY"):
        lockstep.load(path)
    with pytest.raises(FileNotFoundError):
        lockstep.load(tmp_path / "none.stl")

"""contacts: manifolds."""

import lockstep
import numpy
import pytest


def crate_on_floor():
    shapes = lockstep.ShapeSet()
    shapes.add_boxes([[0, 0, 0], [0, 0, 1.875]], (0, 0, 0, 1), (1, 1, 1))
    shapes.add_spheres((0, 9, 0), 1)
    return shapes


def test_a_crate_stands_on_four_corners():
    shapes = crate_on_floor()
    manifold, apart = lockstep.contacts(shapes, shapes, [[1, 0], [1, 2]])
    assert manifold["count"] == 4 and numpy.allclose(manifold["normal"], [0, 0, 1])
    assert numpy.allclose(manifold["points"]["separation"], -0.125)
    corners = {tuple(numpy.round(point).astype(int)) for point in manifold["points"]["a"][:, :2]}
    assert corners == {(-1, -1), (-1, 1), (1, -1), (1, 1)}
    assert manifold["distance"]["lower"] == lockstep.distance(shapes, shapes, [[1, 0]]).lower
    assert apart["count"] == 0 and apart["distance"]["lower"] >= 0


def test_a_margin_and_an_out():
    shapes = crate_on_floor()
    out = numpy.zeros(1, lockstep.manifold_dtype)
    assert lockstep.manifold_dtype.itemsize == 304
    assert lockstep.contacts(shapes, shapes, [[2, 0]], out, margin=9) is out
    assert out["count"] == 1 and out["points"]["separation"][0, 0] == out["distance"]["lower"]
    assert numpy.isclose(out["distance"]["lower"], 7)
    with pytest.raises(ValueError, match="margin"):
        lockstep.contacts(shapes, shapes, [[2, 0]], out, margin=-1)
    with pytest.raises(TypeError, match="out is an array of float64"):
        lockstep.contacts(shapes, shapes, [[2, 0]], numpy.zeros(1))
    assert out["count"] == 1

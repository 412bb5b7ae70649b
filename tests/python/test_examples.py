"""The examples of the documentation, verbatim."""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys

import lockstep
import numpy

DOCS = pathlib.Path(os.environ["LOCKSTEP_DOCS"])


def test_crowd_frames(tmp_path):
    frames = numpy.zeros((3, 4, 2))
    frames[:, :, 0] = [0, 1, 2, 3]
    frames[1, 1] = [0.25, 0]
    frames[2] *= 0.25
    numpy.save(tmp_path / "walk.npy", frames)
    example = subprocess.run([sys.executable, "-B", DOCS / "examples" / "crowd_frames.py", tmp_path / "walk.npy", "0.25"],
                             capture_output=True, text=True, check=True)
    assert example.stdout.splitlines() == ["0: 0 contacts", "1: 1 contacts 0-1", "2: 5 contacts 0-1 0-2 1-2 1-3 2-3"]


def test_the_blocks_of_the_guide():
    blocks = re.findall(r"^```python\n(.*?)^```$", (DOCS / "guides" / "python.md").read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})


def test_the_example_of_the_module():
    block = re.search(r"\n\n((?:    .*\n|\n)+)", lockstep.__doc__).group(1)
    exec("\n".join(line[4:] for line in block.splitlines()), {})


def example(name):
    """The example as a module."""
    spec = importlib.util.spec_from_file_location(name, DOCS / "examples" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(name, *arguments, folder):
    command = [sys.executable, "-B", DOCS / "examples" / f"{name}.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout.splitlines()


def turned_about(axis, angle):
    """Rodrigues' formula."""
    x, y, z = axis
    cross = numpy.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return numpy.eye(3) + numpy.sin(angle) * cross + (1 - numpy.cos(angle)) * (cross @ cross)


def test_robot_self_collision(tmp_path):
    robot = lockstep.load_urdf(DOCS / "examples" / "arm.urdf")
    angles = numpy.random.default_rng(5).uniform(robot.lower, robot.upper, (300, 7))
    found = robot.collides(angles)
    assert 30 < found.sum() < 270
    # Each configuration again, by the distances of its links, whose ends are the places of the joints.
    axes = [(0, 0, 1), (0, 1, 0)] * 3 + [(0, 0, 1)]
    ends = numpy.array([(0, 0, 0.34), *[(0, 0, 0.2)] * 4, (0.08, 0, 0.12), (0, 0, 0.13)])
    radii = numpy.array([0.09, 0.09, 0.09, 0.08, 0.07, 0.06, 0.05], numpy.float32)
    for values, hit in zip(angles, found):
        place, frame, places = numpy.zeros(3), numpy.eye(3), [numpy.zeros(3)]
        for axis, angle, end in zip(axes, values, ends):
            frame = frame @ turned_about(axis, angle)
            place = place + frame @ end
            places.append(place)
        places = numpy.array(places, numpy.float32)
        links = lockstep.ShapeSet()
        links.add_capsules(places[:-1], places[1:], radii)
        apart = lockstep.distance(links, links, robot.pairs()).lower.min()
        assert abs(apart) < 1e-5 or (apart <= 0) == hit  # within rounding either is right
    (line,) = run("robot_self_collision", "300", folder=tmp_path)
    assert re.fullmatch(r"\d+ of 300 configurations collide", line)


def test_cull_gltf(tmp_path):
    first, *lines = run("cull_gltf", folder=tmp_path)
    assert first == "2000 objects" and len(lines) == 4
    gltf = example("cull_gltf")
    document = gltf.read(tmp_path / "town.glb")
    (tmp_path / "town.gltf").write_text(json.dumps(document))
    assert run("cull_gltf", tmp_path / "town.gltf", folder=tmp_path) == [first, *lines]

    # By the clip coordinates of corners: a house is visible if one corner is, and not if all are outside of one plane.
    nodes = list(gltf.world_of(document))
    houses = numpy.array([world for node, world in nodes if "mesh" in node])
    corners = numpy.array([[x, y, z, 1] for x in (-1, 1) for y in (0, 2) for z in (-1, 1)])
    for node, world in nodes:
        if "camera" not in node:
            continue
        clip = gltf.projection(document["cameras"][node["camera"]]) @ numpy.linalg.inv(world) @ houses @ corners.T
        beyond = numpy.concatenate([clip[:, :3] - clip[:, 3:], -clip[:, :3] - clip[:, 3:]], axis=1)  # > 0: outside
        certain, possible = (beyond < 0).all(axis=1).any(axis=1).sum(), (~(beyond > 0).all(axis=2).any(axis=1)).sum()
        (line,) = [line for line in lines if line.startswith(node["name"])]
        assert 100 < certain <= int(line.rsplit(" ", 1)[1]) <= possible < 1000


def axes_of(rotation):
    """The columns of rotation matrices, in double."""
    x, y, z, w = (rotation / numpy.linalg.norm(rotation, axis=1, keepdims=True)).T
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]  # fmt: skip
    return numpy.moveaxis(numpy.array(rows), -1, 0)


def deepest(cubes):
    """How far cubes of edge 1 reach into each other at most: by their 15 axes, all images."""
    i, j, between = lockstep.neighbours(cubes.center, numpy.eye(3) * 32, 1.74, quantities="ijD", half=True)
    axes = axes_of(cubes.rotation.astype(float))
    a, b = axes[i], axes[j]
    across = numpy.cross(a[:, :, :, None], b[:, :, None], axis=1)
    candidates = numpy.concatenate([a, b, across.reshape(len(i), 3, 9)], axis=2)
    lengths = numpy.linalg.norm(candidates, axis=1)
    lengths[lengths < 1e-6] = numpy.inf
    reach = (numpy.abs(numpy.einsum("pki,pkn->pni", a, candidates)) + numpy.abs(
        numpy.einsum("pki,pkn->pni", b, candidates))).sum(axis=2) / 2  # fmt: skip
    gap = numpy.abs(numpy.einsum("pk,pkn->pn", between, candidates)) - reach
    gap = numpy.where(numpy.isinf(lengths), -numpy.inf, gap / lengths)
    return -gap.max(axis=1).min()


def test_hard_cubes(tmp_path):
    cubes = example("hard_cubes").HardCubes()
    start = cubes.center.copy()
    assert all(0.3 < cubes.sweep() < 0.9 for _ in range(3))
    assert (cubes.center != start).any(axis=1).mean() > 0.5 and numpy.abs(cubes.rotation[:, :3]).mean() > 0.02
    assert deepest(cubes) < 1e-6 and cubes.overlaps() == 0
    cubes.center[0] = cubes.center[1]
    assert deepest(cubes) > 0.4 and cubes.overlaps() > 0
    (line,) = run("hard_cubes", "1", folder=tmp_path)
    assert re.search(r"^13824 cubes, 0.42 of the volume: .* sweeps a second, .* 0 overlaps$", line)

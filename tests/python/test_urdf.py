"""Robots in URDF."""

import os
import pathlib
import struct

import lockstep
import numpy
import pytest

DOCS = pathlib.Path(os.environ["LOCKSTEP_DOCS"])

# A slide, a branch with a joint that mimics it, and a fixed tip. Links stand in any order.
CRANE = """<?xml version="1.0"?>
<robot name="crane" xmlns:xacro="http://wiki.ros.org/xacro">
  <link name="tip"><collision><geometry><sphere radius="0.25"/></geometry></collision></link>
  <link name="base"><visual><geometry><mesh filename="none.dae"/></geometry></visual>
    <collision><origin xyz="0 0 1"/><geometry><box size="2 4 6"/></geometry></collision></link>
  <link name="boom">
    <collision><origin rpy="1.5707963267948966 0 0" xyz="0 0 1"/>
      <geometry><cylinder radius="0.1" length="2"/></geometry></collision>
    <collision><geometry><capsule radius="0.5" length="1"/></geometry></collision></link>
  <link name="slide"/>
  <link name="twin"><collision><geometry><sphere radius="1"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="boom"/>
    <origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/><axis xyz="0 2 0"/></joint>
  <joint name="push" type="prismatic"><parent link="boom"/><child link="slide"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="2.5" effort="1" velocity="1"/></joint>
  <joint name="hold" type="fixed"><parent link="slide"/><child link="tip"/><origin xyz="0 0 4"/></joint>
  <joint name="follow" type="revolute"><parent link="base"/><child link="twin"/><axis xyz="1 0 0"/>
    <mimic joint="turn" multiplier="-2" offset="0.5"/><limit upper="1" lower="0"/></joint>
</robot>
"""


def robot_of(tmp_path, text, **options):
    path = tmp_path / "robot.urdf"
    path.write_text(text)
    return lockstep.load_urdf(path, **options)


def matrix(rotation):
    x, y, z, w = rotation
    return numpy.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])  # fmt: skip


def about(axis, angle):
    """Rodrigues' formula."""
    x, y, z = axis
    cross = numpy.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return numpy.eye(3) + numpy.sin(angle) * cross + (1 - numpy.cos(angle)) * (cross @ cross)


def test_the_chain_and_the_parts(tmp_path):
    robot = robot_of(tmp_path, CRANE)
    assert robot.name == "crane" and robot.links == ["base", "boom", "slide", "tip", "twin"]
    assert robot.joints == ["turn", "push"]
    assert robot.lower.tolist() == [-numpy.inf, -1] and robot.upper.tolist() == [numpy.inf, 2.5]
    (box,), (cylinder, capsule), nothing, (ball,), _ = robot.parts
    assert box.center == (0, 0, 1) and box.half_extents == (1, 2, 3) and nothing == []
    # The cylinder's own z axis becomes -y: a right-handed quarter turn about x.
    assert numpy.allclose(cylinder.p0, (0, 1, 1)) and numpy.allclose(cylinder.p1, (0, -1, 1), atol=1e-6)
    assert capsule.p0 == (0, 0, -0.5) and capsule.radius == 0.5 and ball.radius == 0.25
    assert "crane" in repr(robot) and "5 parts" in repr(robot)


def test_forward_kinematics(tmp_path):
    robot = robot_of(tmp_path, CRANE)
    values = numpy.random.default_rng(3).uniform(-3, 3, (20, 2))
    positions, rotations = robot.poses(values)
    assert positions.shape == (20, 5, 3) and rotations.shape == (20, 5, 4)
    for (turn, push), position, rotation in zip(values, positions, rotations):
        boom = about((0, 0, 1), numpy.pi / 2) @ about((0, 1, 0), turn)
        assert numpy.allclose(matrix(rotation[1]), boom) and numpy.allclose(position[1], (1, 2, 3))
        assert numpy.allclose(position[3], (1, 2, 3) + boom @ (0, 0, push + 4))
        assert numpy.allclose(matrix(rotation[4]), about((1, 0, 0), 0.5 - 2 * turn))
    with pytest.raises(ValueError, match=r"expected \(N, 2\)"):
        robot.poses([0.0, 0.0])


def test_roll_pitch_and_yaw_are_about_fixed_axes(tmp_path):
    roll, pitch, yaw = 0.3, -0.7, 2.1
    robot = robot_of(tmp_path, f"""<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="fixed">
      <parent link="a"/><child link="b"/><origin rpy="{roll} {pitch} {yaw}"/></joint></robot>""")
    _, rotation = robot.poses(numpy.zeros((1, 0)))
    expected = about((0, 0, 1), yaw) @ about((0, 1, 0), pitch) @ about((1, 0, 0), roll)
    assert numpy.allclose(matrix(rotation[0, 1]), expected)


def test_pairs_leave_neighbours_out(tmp_path):
    robot = robot_of(tmp_path, CRANE)
    # Links with parts: base 0, boom 1, tip 2, twin 3. Between boom and tip one joint moves.
    assert robot.pairs().tolist() == [[0, 2], [1, 3], [2, 3]]
    assert robot.pairs(apart=1).tolist() == [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    assert robot.pairs(apart=3).tolist() == [[2, 3]]


@pytest.mark.parametrize("qhull", [False, True])
def test_collisions_are_those_of_the_bodies(tmp_path, qhull):
    corners = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    triangles = corners[[[0, 1, 2], [0, 2, 3], [0, 3, 1]]]
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *numpy.ravel(three), 0) for three in triangles)
    (tmp_path / "crane" / "meshes").mkdir(parents=True)
    (tmp_path / "crane" / "meshes" / "wedge.stl").write_bytes(b"".ljust(80) + struct.pack("<I", 3) + body)
    mesh = '<mesh filename="package://crane/meshes/wedge.stl" scale="9 1 2.5"/>'
    text = CRANE.replace('<sphere radius="1"/>', mesh).replace('"2 4 6"', '"0.5 1 1"').replace('"0.25"', '"1.5"')
    robot = robot_of(tmp_path / "crane", text, qhull=qhull)
    ((vertices, radius),) = robot.parts[4]
    assert vertices.max(axis=0).tolist() == [9, 1, 2.5] and radius == 0

    values = numpy.random.default_rng(5).uniform([-3.1, -6], [3.1, 3], (300, 2))
    found = robot.collides(values)
    assert found.dtype == bool and 30 < found.sum() < 270
    bodies = robot.bodies(values)
    lists = robot.pairs()[:, None] * 300 + numpy.arange(300, dtype=numpy.uint32)[:, None]
    apart = lockstep.distance(bodies, bodies, lists.reshape(-1, 2)).lower.reshape(3, 300).min(axis=0)
    clear = numpy.abs(apart) > 1e-5  # parts of bodies are rounded once more
    assert clear.sum() > 290 and ((apart <= 0) == found)[clear].all()
    assert not robot.collides(values, pairs=[]).any() and robot.collides(values[:0]).shape == (0,)
    assert 0 < robot.collides(values, pairs=[[2, 3]]).sum() < found.sum()


def test_packages_and_other_paths(tmp_path):
    ball = '<sphere radius="1"/>'
    with pytest.raises(lockstep.InvalidInput, match=r"robot.urdf:11: package://else/a.stl: no folder else above"):
        robot_of(tmp_path, CRANE.replace(ball, '<mesh filename="package://else/a.stl"/>'))
    (tmp_path / "a.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    text = CRANE.replace(ball, '<mesh filename="package://else/a.obj"/>')
    robot = robot_of(tmp_path, text, packages={"else": tmp_path})
    assert len(robot.parts[4]) == 1
    assert robot_of(tmp_path, CRANE.replace(ball, f'<mesh filename="file://{tmp_path}/a.obj"/>')).parts[4]
    with pytest.raises(lockstep.InvalidInput, match=r"robot.urdf:11: .*a.stl"):
        robot_of(tmp_path, CRANE.replace(ball, '<mesh filename="a.stl"/>'))
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(lockstep.InvalidInput, match="is not a plain file"):
        robot_of(tmp_path, CRANE.replace(ball, '<mesh filename="pipe"/>'))


@pytest.mark.parametrize("old, new, problem", [
    ("<robot ", "<!DOCTYPE robot [<!ENTITY a 'b'>]><robot ", ":2: a DTD is not read"),
    ("</robot>", "", "is not XML"),
    ("<robot ", "<sdf><robot ", "is not XML"),
    ("robot", "model", "expected <robot>, found <model>"),
    ('<link name="slide"/>', "", "joint push: its child slide is not a link"),
    ('<link name="slide"/>', '<link name="tip"/>', "link tip: this name stands twice, first in line 3"),
    ('<link name="slide"/>', "<link/>", "a link has no name"),
    ('<link name="slide"/>', '<link name="slide"/><link name="alone"/>', "has 2 links without a parent"),
    ('<parent link="boom"/>', '<parent link="tip"/>', "is in a circle of joints"),
    ('<child link="twin"/>', '<child link="tip"/>', "link tip is the child of joint hold already"),
    ('type="prismatic"', 'type="floating"', "joint push: the type floating is not revolute"),
    ('xyz="0 2 0"', 'xyz="0 0 0"', "joint turn: its axis is 0 0 0"),
    ('xyz="0 2 0"', 'xyz="0 2"', "<axis> needs xyz of 3 finite numbers, and has '0 2'"),
    ('radius="0.25"', 'radius="nan"', "<sphere> needs radius of 1 finite numbers"),
    ('radius="0.25"', "", "<sphere> needs radius of 1 finite numbers, and has None"),
    ('radius="0.25"', 'radius="-1"', "<sphere>: radius -1 is negative"),
    ('<sphere radius="0.25"/>', "<torus/>", "<torus> is not a box"),
    ('<sphere radius="0.25"/>', "", "needs a geometry of one shape, and has 0"),
    ('mimic joint="turn"', 'mimic joint="none"', "joint follow: mimics none, which is not a joint"),
    ('mimic joint="turn"', 'mimic joint="follow"', "joint follow: mimics a joint that does not move by itself"),
    ('<link name="slide"/>', '<xacro:include filename="x"/>', "is xacro: expand it first"),
    ('<link name="slide"/>', "<a>" * 200 + "</a>" * 200, "nested deeper than 100 levels"),
])  # fmt: skip
def test_errors_name_the_line_and_the_problem(tmp_path, old, new, problem):
    with pytest.raises(lockstep.InvalidInput) as error:
        robot_of(tmp_path, CRANE.replace(old, new))
    assert problem in str(error.value) and "robot.urdf:" in str(error.value)


def test_no_entity_is_expanded(tmp_path):
    bomb = '<!DOCTYPE robot [<!ENTITY a "' + "b" * 100 + '">' + "".join(
        f'<!ENTITY a{i} "{"&a" + (str(i - 1) if i else "") + ";"}{"&a;" * 9}">' for i in range(20)) + "]>"  # fmt: skip
    with pytest.raises(lockstep.InvalidInput, match="a DTD is not read"):
        robot_of(tmp_path, bomb + CRANE.partition("?>")[2].replace("crane", "&a19;"))

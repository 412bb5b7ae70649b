"""Robots in URDF: `lockstep.load_urdf`."""

import math
import pathlib
import typing
import xml.etree.ElementTree
import xml.parsers.expat

import numpy

from ._files import load
from ._lockstep import BodySet, Box, Capsule, Cylinder, HullInstance, InvalidInput, ShapeSet, Sphere, any_overlap

_MOST_BYTES = 1 << 26
_MOST_DEPTH = 100
_AT_ONCE = 1 << 18  # parts in one set of `collides`, so that memory stays small


class _Joint(typing.NamedTuple):
    """How a joint carries its link: the value of joint `index`, times `factor` and plus `offset`."""

    shift: numpy.ndarray
    turn: numpy.ndarray
    kind: str
    axis: numpy.ndarray
    index: int = -1
    factor: float = 1
    offset: float = 0

    def motion(self, values):
        """The position (N, 3) and the rotation (N, 4) in the space of the parent."""
        shift, turn = numpy.tile(self.shift, (len(values), 1)), numpy.tile(self.turn, (len(values), 1))
        if self.kind == "fixed":
            return shift, turn
        value = self.factor * values[:, self.index, None] + self.offset
        if self.kind == "prismatic":
            return shift + _rotated(turn, value * self.axis), turn
        spin = numpy.concatenate([numpy.sin(value / 2) * self.axis, numpy.cos(value / 2)], axis=1)
        return shift, _product(turn, spin)


class Robot:
    """The links and joints of a URDF file, as `load_urdf` reads them. Links stand behind their parents, the base first:
    `links` has their names, `parts` their collision geometry in their own space, as `BodySet.add` takes it, except for
    hulls, which are (vertices, radius). `joints` has the names of the joints that move, without those that mimic one;
    `lower` and `upper` (J,) are their limits in radians or metres, infinite if there are none."""

    __slots__ = ("name", "links", "parts", "joints", "lower", "upper", "_parents", "_carried_by")

    def __init__(self, name, links, parts, joints, limits, parents, carried_by):
        self.name, self.links, self.parts, self.joints = name, links, parts, joints
        self.lower, self.upper = numpy.array(limits, numpy.float64).reshape(-1, 2).T
        self._parents, self._carried_by = parents, carried_by

    def __repr__(self):
        parts = sum(map(len, self.parts))
        return f"<lockstep.Robot {self.name}: {len(self.links)} links, {parts} parts, {len(self.joints)} moving joints>"

    def poses(self, values):
        """Forward kinematics: the positions (N, L, 3) and rotations (N, L, 4) of the links, float64, in the space of
        the base, for joint values (N, J) in radians and metres. Limits are not applied."""
        values = numpy.asarray(values, numpy.float64)
        if values.ndim != 2 or values.shape[1] != len(self.joints):
            raise ValueError(f"values has the shape {values.shape}; expected (N, {len(self.joints)})")
        position = numpy.zeros((len(values), len(self.links), 3))
        rotation = numpy.zeros((len(values), len(self.links), 4))
        rotation[:, 0, 3] = 1
        for link in range(1, len(self.links)):
            parent = self._parents[link]
            shift, turn = self._carried_by[link].motion(values)
            position[:, link] = position[:, parent] + _rotated(rotation[:, parent], shift)
            rotation[:, link] = _product(rotation[:, parent], turn)
        return position, rotation

    def bodies(self, values):
        """A BodySet with the links that have parts in N configurations (N, J): body N * k + i is the k-th such link in
        configuration i. Poses are rounded to the nearest float32."""
        position, rotation = self.poses(values)
        bodies = BodySet()
        for link in self._solid():
            bodies.add([_kept(bodies, part) for part in self.parts[link]], position[:, link].astype(numpy.float32),
                       rotation[:, link].astype(numpy.float32))  # fmt: skip
        return bodies

    def pairs(self, apart=2):
        """The pairs (P, 2), uint32, of links with parts that are at least `apart` moving joints apart in the chain:
        neighbours mostly touch. The k-th link with parts has the number k."""
        solid = self._solid()
        paths = [self._moving_joints_above(link) for link in solid]
        found = [(a, b) for b in range(len(solid)) for a in range(b) if len(paths[a] ^ paths[b]) >= apart]
        return numpy.array(sorted(found), numpy.uint32).reshape(-1, 2)

    def collides(self, values, pairs=None):
        """Whether any of `pairs`, those of `pairs()` by default, touch or overlap in each configuration: bool (N,) of
        joint values (N, J). A configuration that is reported free is proven to be free, for the poses as rounded."""
        values = numpy.asarray(values, numpy.float64)
        pairs = self.pairs() if pairs is None else numpy.asarray(pairs, numpy.uint32).reshape(-1, 2)
        rows = max(1, _AT_ONCE // max(1, sum(map(len, self.parts))))
        found = [self._collides(values[i : i + rows], pairs) for i in range(0, len(values), rows)]
        return numpy.concatenate(found) if found else numpy.zeros(0, bool)

    def _collides(self, values, pairs):
        position, rotation = self.poses(values)
        shapes = ShapeSet()
        numbers = [[_placed(shapes, part, position[:, link], rotation[:, link]) for part in self.parts[link]]
                   for link in self._solid()]  # fmt: skip
        every = [numpy.stack([a, b], axis=1) for i, j in pairs for a in numbers[i] for b in numbers[j]]
        if not every:
            return numpy.zeros(len(values), bool)
        ends = len(every) * numpy.arange(1, len(values) + 1)
        return any_overlap(shapes, shapes, numpy.stack(every, axis=1).reshape(-1, 2), ends)

    def _solid(self):
        return [link for link, parts in enumerate(self.parts) if parts]

    def _moving_joints_above(self, link):
        path = set()
        while link > 0:
            if self._carried_by[link].kind != "fixed":
                path.add(link)
            link = self._parents[link]
        return path


def load_urdf(path, *, packages=None, qhull=False):
    """Reads a robot in URDF as a `Robot`: links with their collision geometry (box, sphere, cylinder, capsule; meshes
    as hulls, one for each part of the file, by `load`), and revolute, continuous, prismatic and fixed joints. Sizes and
    poses of simple shapes are rounded to the nearest float32. Mesh files are relative to the URDF file; `packages` has
    the folder of each package of `package://NAME/..`, which is else sought among the folders above the file. `qhull` is
    that of `MeshFile.hulls`. The file may hold no DTD, so no entities. Raises OSError, and InvalidInput that names the
    file, the line and the problem."""
    return _Reader(pathlib.Path(path), packages or {}, qhull).read()


class _Reader:
    def __init__(self, path, packages, qhull):
        self.path, self.packages, self.qhull = path, packages, qhull
        self.lines = {}

    def read(self):
        root = self.parse()
        if root.tag != "robot":
            raise self.error(root, f"expected <robot>, found <{root.tag}>")
        links, joints = self.named(root, "link"), self.named(root, "joint")
        if not links:
            raise self.error(root, "holds no link")
        order, by_child = self.chain(root, links, joints)
        moving = [by_child[name] for name in order[1:] if self.moves(by_child[name])]
        numbers = {joint.get("name"): i for i, joint in enumerate(moving)}
        place = {name: i for i, name in enumerate(order)}
        carried_by = [None] + [self.joint(by_child[name], numbers, joints) for name in order[1:]]
        parents = [-1] + [place[self.link_of(by_child[name], "parent", links)] for name in order[1:]]
        parts = [[part for one in links[name].findall("collision") for part in self.parts(one)] for name in order]
        return Robot(root.get("name", ""), order, parts, list(numbers), [self.limits(joint) for joint in moving],
                     parents, carried_by)  # fmt: skip

    def parse(self):
        with open(self.path, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise InvalidInput(f"{self.path}: holds more than {_MOST_BYTES} bytes, the most that is read")
        parser, tree, depth = xml.parsers.expat.ParserCreate(), xml.etree.ElementTree.TreeBuilder(), 0

        def start(tag, attributes):
            nonlocal depth
            depth += 1
            element = tree.start(tag, attributes)
            self.lines[element] = parser.CurrentLineNumber
            if depth > _MOST_DEPTH:
                raise self.error(element, f"elements are nested deeper than {_MOST_DEPTH} levels")
            if tag.startswith("xacro:"):
                raise self.error(element, "is xacro: expand it first (xacro FILE > robot.urdf)")

        def end(tag):
            nonlocal depth
            depth -= 1
            tree.end(tag)

        def refuse(*_):
            raise InvalidInput(f"{self.path}:{parser.CurrentLineNumber}: a DTD is not read")

        parser.StartElementHandler, parser.EndElementHandler, parser.StartDoctypeDeclHandler = start, end, refuse
        try:
            parser.Parse(data, True)
        except xml.parsers.expat.ExpatError as error:
            raise InvalidInput(f"{self.path}:{error.lineno}: is not XML: {error}") from None
        return tree.close()

    def error(self, element, problem):
        name = element.get("name")
        what = f"{element.tag} {name}: " if name else ""
        return InvalidInput(f"{self.path}:{self.lines[element]}: {what}{problem}")

    def named(self, root, tag):
        found = {}
        for element in root.findall(tag):
            name = element.get("name")
            if not name:
                raise self.error(element, f"a {tag} has no name")
            if name in found:
                raise self.error(element, f"this name stands twice, first in line {self.lines[found[name]]}")
            found[name] = element
        return found

    def link_of(self, joint, tag, links):
        element = joint.find(tag)
        name = None if element is None else element.get("link")
        if name not in links:
            raise self.error(joint, f"its {tag} {name} is not a link" if name else f"has no {tag}")
        return name

    def chain(self, root, links, joints):
        """The names of the links from the base on, and the joint of each child."""
        by_child, children = {}, {}
        for joint in joints.values():
            child = self.link_of(joint, "child", links)
            if child in by_child:
                raise self.error(joint, f"link {child} is the child of joint {by_child[child].get('name')} already")
            by_child[child] = joint
            children.setdefault(self.link_of(joint, "parent", links), []).append(child)
        bases = [name for name in links if name not in by_child]
        if len(bases) != 1:
            raise self.error(root, f"has {len(bases)} links without a parent, and needs one: {', '.join(bases[:5])}")
        order = []
        waiting = bases
        while waiting:
            order.append(waiting.pop())
            waiting.extend(reversed(children.get(order[-1], [])))
        if len(order) < len(links):
            lost = next(name for name in links if name not in order)
            raise self.error(links[lost], "is in a circle of joints, which does not reach the base")
        return order, by_child

    def moves(self, joint):
        kind = joint.get("type")
        if kind not in ("revolute", "continuous", "prismatic", "fixed"):
            raise self.error(joint, f"the type {kind} is not revolute, continuous, prismatic or fixed")
        return kind != "fixed" and joint.find("mimic") is None

    def joint(self, joint, numbers, joints):
        shift, turn = self.origin(joint)
        axis = self.numbers(joint.find("axis"), "xyz", 3, (1, 0, 0))
        length = numpy.linalg.norm(axis)
        kind = joint.get("type")
        if kind == "fixed":
            return _Joint(shift, turn, kind, axis)
        if not length > 0:
            raise self.error(joint, "its axis is 0 0 0")
        factor, offset, followed = 1.0, 0.0, joint
        for _ in range(len(joints) + 1):
            mimic = followed.find("mimic")
            if mimic is None:
                break
            (times,), (plus,) = self.numbers(mimic, "multiplier", 1, (1,)), self.numbers(mimic, "offset", 1, (0,))
            offset, factor = offset + factor * plus, factor * times
            followed = joints.get(mimic.get("joint"))
            if followed is None:
                raise self.error(joint, f"mimics {mimic.get('joint')}, which is not a joint")
        if followed.get("name") not in numbers:
            raise self.error(joint, "mimics a joint that does not move by itself")
        return _Joint(shift, turn, kind, axis / length, numbers[followed.get("name")], factor, offset)

    def limits(self, joint):
        limit = joint.find("limit")
        if joint.get("type") == "continuous" or limit is None:
            return -math.inf, math.inf
        return (*self.numbers(limit, "lower", 1, (0,)), *self.numbers(limit, "upper", 1, (0,)))

    def numbers(self, element, attribute, count, otherwise=None):
        text = None if element is None else element.get(attribute)
        if text is None and otherwise is not None:
            return numpy.array(otherwise, numpy.float64)
        try:
            found = numpy.array([float(word) for word in (text or "").split()])
        except ValueError:
            found = numpy.zeros(0)
        if len(found) != count or not numpy.isfinite(found).all():
            problem = f"<{element.tag}> needs {attribute} of {count} finite numbers, and has {text!r:.80}"
            raise self.error(element, problem)
        return found

    def origin(self, element):
        """The position and the rotation of an element: rpy turns about the fixed axes x, y and z, in this order."""
        origin = element.find("origin")
        half = self.numbers(origin, "rpy", 3, (0, 0, 0)) / 2
        turn = numpy.array([0, 0, 0, 1.0])
        for axis in range(3):
            about = numpy.zeros(4)
            about[axis], about[3] = math.sin(half[axis]), math.cos(half[axis])
            turn = _product(about, turn)
        return self.numbers(origin, "xyz", 3, (0, 0, 0)), turn

    def parts(self, collision):
        shift, turn = self.origin(collision)
        geometry = collision.find("geometry")
        shapes = [] if geometry is None else list(geometry)
        if len(shapes) != 1:
            raise self.error(collision, f"<collision> needs a geometry of one shape, and has {len(shapes)}")
        (shape,) = shapes
        if shape.tag == "mesh":
            return self.hulls(shape, shift, turn)
        return [self.simple_shape(shape, shift, turn)]

    def simple_shape(self, shape, shift, turn):
        # Lists of numbers are rounded to the nearest float32; arrays would be refused.
        if shape.tag == "box":
            return Box(shift.tolist(), turn.tolist(), (self.sizes(shape, "size", 3) / 2).tolist())
        if shape.tag not in ("sphere", "cylinder", "capsule"):
            raise self.error(shape, f"<{shape.tag}> is not a box, sphere, cylinder, capsule or mesh")
        (radius,) = self.sizes(shape, "radius", 1)
        if shape.tag == "sphere":
            return Sphere(shift.tolist(), float(radius))
        (length,) = self.sizes(shape, "length", 1)
        half = _rotated(turn, numpy.array([0, 0, length / 2]))
        try:
            kind = Cylinder if shape.tag == "cylinder" else Capsule
            return kind((shift - half).tolist(), (shift + half).tolist(), float(radius))
        except ValueError as error:
            raise self.error(shape, f"<{shape.tag}>: {error}") from None

    def sizes(self, shape, attribute, count):
        sizes = self.numbers(shape, attribute, count)
        if (sizes < 0).any():
            raise self.error(shape, f"<{shape.tag}>: {attribute} {shape.get(attribute)} is negative")
        return sizes

    def hulls(self, mesh, shift, turn):
        path = self.mesh_path(mesh)
        try:
            if path.exists() and not path.is_file():
                raise InvalidInput(f"{path}: is not a plain file")
            file = load(path)
        except (OSError, InvalidInput) as error:
            raise self.error(mesh, str(error)) from None
        points = file.vertices * self.numbers(mesh, "scale", 3, (1, 1, 1))
        return file._replace(vertices=_rotated(turn, points) + shift).hulls(qhull=self.qhull)

    def mesh_path(self, mesh):
        name = mesh.get("filename", "")
        if name.startswith("package://"):
            package, _, rest = name[len("package://") :].partition("/")
            folder = self.packages.get(package) or self.package_above(package)
            if folder is None:
                hint = f"say packages={{{package!r}: folder}}"
                raise self.error(mesh, f"{name}: no folder {package} above the file; {hint}")
            return pathlib.Path(folder) / rest
        return self.path.parent / name[len("file://") if name.startswith("file://") else 0 :]

    def package_above(self, package):
        for folder in self.path.absolute().parents:
            if folder.name == package:
                return folder
            if (folder / package).is_dir():
                return folder / package
        return None


def _kept(bodies, part):
    """A part as `BodySet.add` takes it; the vertices of a hull are in the set once."""
    if not isinstance(part, tuple):
        return part
    vertices, radius = part
    return HullInstance(bodies.add_mesh(vertices), (0, 0, 0), (0, 0, 0, 1), radius)


def _placed(shapes, part, position, rotation):
    """Adds a part in every pose, rounded to float32. Returns the indices."""

    def at(point):
        return (position + _rotated(rotation, numpy.array(point))).astype(numpy.float32)

    if isinstance(part, Sphere):
        return shapes.add_spheres(at(part.center), part.radius)
    if isinstance(part, Box):
        turn = _product(rotation, numpy.array(part.rotation)).astype(numpy.float32)
        return shapes.add_boxes(at(part.center), turn, part.half_extents)
    if isinstance(part, Capsule):
        return shapes.add_capsules(at(part.p0), at(part.p1), part.radius)
    if isinstance(part, Cylinder):
        return shapes.add_cylinders(at(part.p0), at(part.p1), part.radius)
    vertices, radius = part
    turn = rotation.astype(numpy.float32)
    return shapes.add_hull_instances(shapes.add_mesh(vertices), position.astype(numpy.float32), turn, radius)


def _product(a, b):
    """The quaternion (.., 4) that turns by b first."""
    ax, ay, az, aw = numpy.moveaxis(a, -1, 0)
    bx, by, bz, bw = numpy.moveaxis(b, -1, 0)
    x, y = aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx
    z, w = aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz
    return numpy.stack([x, y, z, w], axis=-1)


def _rotated(rotation, points):
    """Points (.., 3) turned by unit quaternions (.., 4)."""
    axis, w = rotation[..., :3], rotation[..., 3:]
    across = numpy.cross(axis, points)
    return points + 2 * (w * across + numpy.cross(axis, across))

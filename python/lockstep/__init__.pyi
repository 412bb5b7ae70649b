from collections.abc import Callable as _Callable, Sequence
from os import PathLike as _PathLike
from typing import Any, NamedTuple as _NamedTuple, TypeAlias, TypedDict, TypeVar as _TypeVar, overload as _overload

import numpy
from numpy.typing import NDArray

from ._enums import BodyPairs as BodyPairs
from ._enums import CastResult as CastResult
from ._enums import Check as Check
from ._enums import CullMethod as CullMethod
from ._enums import DepthRange as DepthRange
from ._enums import MatrixOrder as MatrixOrder
from ._enums import Method as Method
from ._enums import PairOrder as PairOrder
from ._enums import ShapeKind as ShapeKind
from ._enums import ShapeKind2 as ShapeKind2
from ._enums import Touching as Touching
from ._enums import Verdict as Verdict

_Floats: TypeAlias = NDArray[numpy.floating[Any]] | NDArray[numpy.integer[Any]] | Sequence[Any] | float
_Indices: TypeAlias = NDArray[numpy.integer[Any]] | Sequence[Any]
_Doubles: TypeAlias = NDArray[numpy.float64]
_Numbers: TypeAlias = NDArray[Any] | Sequence[Any]
_Bools: TypeAlias = NDArray[numpy.bool_]

__version__: str
no_object: int
no_part: int
no_shape: int
no_triangle: int
body_manifold_dtype: numpy.dtype[Any]
manifold2_dtype: numpy.dtype[Any]
manifold_dtype: numpy.dtype[Any]
separation_dtype: numpy.dtype[Any]

class InvalidInput(ValueError): ...

class _Info(TypedDict):
    version: str
    compiled_isas: list[str]
    supported_isas: list[str]
    default_isa: str
    lane_count: int

def info() -> _Info: ...

class Sphere:
    def __init__(self, center: _Floats, radius: _Floats) -> None: ...
    @property
    def center(self) -> tuple[float, float, float]: ...
    @property
    def radius(self) -> float: ...

class Aabb:
    def __init__(self, min: _Floats, max: _Floats) -> None: ...
    @property
    def min(self) -> tuple[float, float, float]: ...
    @property
    def max(self) -> tuple[float, float, float]: ...

class Box:
    def __init__(self, center: _Floats, rotation: _Floats, half_extents: _Floats) -> None: ...
    @property
    def center(self) -> tuple[float, float, float]: ...
    @property
    def rotation(self) -> tuple[float, float, float, float]: ...
    @property
    def half_extents(self) -> tuple[float, float, float]: ...

class Capsule:
    def __init__(self, p0: _Floats, p1: _Floats, radius: _Floats) -> None: ...
    @property
    def p0(self) -> tuple[float, float, float]: ...
    @property
    def p1(self) -> tuple[float, float, float]: ...
    @property
    def radius(self) -> float: ...

class Ellipsoid:
    def __init__(self, center: _Floats, rotation: _Floats, radii: _Floats) -> None: ...
    @property
    def center(self) -> tuple[float, float, float]: ...
    @property
    def rotation(self) -> tuple[float, float, float, float]: ...
    @property
    def radii(self) -> tuple[float, float, float]: ...

class Cylinder:
    def __init__(self, p0: _Floats, p1: _Floats, radius: _Floats) -> None: ...
    @property
    def p0(self) -> tuple[float, float, float]: ...
    @property
    def p1(self) -> tuple[float, float, float]: ...
    @property
    def radius(self) -> float: ...

class Cone:
    def __init__(self, base: _Floats, apex: _Floats, radius: _Floats) -> None: ...
    @property
    def base(self) -> tuple[float, float, float]: ...
    @property
    def apex(self) -> tuple[float, float, float]: ...
    @property
    def radius(self) -> float: ...

class HullInstance:
    def __init__(self, mesh: int, position: _Floats, rotation: _Floats, radius: _Floats = 0) -> None: ...
    @property
    def mesh(self) -> int: ...
    @property
    def position(self) -> tuple[float, float, float]: ...
    @property
    def rotation(self) -> tuple[float, float, float, float]: ...
    @property
    def radius(self) -> float: ...

class Circle2:
    def __init__(self, center: _Floats, radius: _Floats) -> None: ...
    @property
    def center(self) -> tuple[float, float]: ...
    @property
    def radius(self) -> float: ...

class Aabb2:
    def __init__(self, min: _Floats, max: _Floats) -> None: ...
    @property
    def min(self) -> tuple[float, float]: ...
    @property
    def max(self) -> tuple[float, float]: ...

class Box2:
    def __init__(self, center: _Floats, angle: _Floats, half_extents: _Floats) -> None: ...
    @property
    def center(self) -> tuple[float, float]: ...
    @property
    def angle(self) -> float: ...
    @property
    def half_extents(self) -> tuple[float, float]: ...

class Capsule2:
    def __init__(self, p0: _Floats, p1: _Floats, radius: _Floats) -> None: ...
    @property
    def p0(self) -> tuple[float, float]: ...
    @property
    def p1(self) -> tuple[float, float]: ...
    @property
    def radius(self) -> float: ...

class ShapeSet:
    def __init__(self) -> None: ...
    def add_points(self, position: _Floats, *, check: Check = ...) -> NDArray[numpy.uint32]: ...
    def set_points(self, index: _Indices, position: _Floats, *, check: Check = ...) -> None: ...
    def add_spheres(self, center: _Floats, radius: _Floats, *, check: Check = ...) -> NDArray[numpy.uint32]: ...
    def set_spheres(self, index: _Indices, center: _Floats, radius: _Floats, *, check: Check = ...) -> None: ...
    def add_aabbs(self, min: _Floats, max: _Floats, *, check: Check = ...) -> NDArray[numpy.uint32]: ...
    def set_aabbs(self, index: _Indices, min: _Floats, max: _Floats, *, check: Check = ...) -> None: ...
    def add_boxes(self, center: _Floats, rotation: _Floats, half_extents: _Floats, *, check: Check = ...) -> NDArray[numpy.uint32]: ...
    def set_boxes(
        self, index: _Indices, center: _Floats, rotation: _Floats, half_extents: _Floats, *, check: Check = ...
    ) -> None: ...
    def add_capsules(self, p0: _Floats, p1: _Floats, radius: _Floats, *, check: Check = ...) -> NDArray[numpy.uint32]: ...
    def set_capsules(
        self, index: _Indices, p0: _Floats, p1: _Floats, radius: _Floats, *, check: Check = ...
    ) -> None: ...
    def add_ellipsoids(self, center: _Floats, rotation: _Floats, radii: _Floats, *, check: Check = ...) -> NDArray[numpy.uint32]: ...
    def set_ellipsoids(
        self, index: _Indices, center: _Floats, rotation: _Floats, radii: _Floats, *, check: Check = ...
    ) -> None: ...
    def add_cylinders(self, p0: _Floats, p1: _Floats, radius: _Floats, *, check: Check = ...) -> NDArray[numpy.uint32]: ...
    def set_cylinders(
        self, index: _Indices, p0: _Floats, p1: _Floats, radius: _Floats, *, check: Check = ...
    ) -> None: ...
    def add_cones(self, base: _Floats, apex: _Floats, radius: _Floats, *, check: Check = ...) -> NDArray[numpy.uint32]: ...
    def set_cones(
        self, index: _Indices, base: _Floats, apex: _Floats, radius: _Floats, *, check: Check = ...
    ) -> None: ...
    def add_hull_instances(
        self, mesh: int, position: _Floats, rotation: _Floats, radius: _Floats = 0, *, check: Check = ...
    ) -> NDArray[numpy.uint32]: ...
    def set_hull_instances(
        self, index: _Indices, mesh: int, position: _Floats, rotation: _Floats, radius: _Floats = 0, *, check: Check = ...
    ) -> None: ...
    def add_hull(self, vertices: _Floats, radius: float | None = None, *, check: Check = ...) -> int: ...
    @_overload
    def add_mesh(self, vertices: _Floats, *, check: Check = ...) -> int: ...
    @_overload
    def add_mesh(self, other: ShapeSet | BodySet, mesh: int) -> int: ...
    def add_volume(self, volume: ConvexVolume, *, check: Check = ...) -> int: ...
    def place(self, index: int | _Indices, position: _Numbers, *, check: Check = ...) -> None: ...
    def remove(self, index: int | _Indices) -> None: ...
    def clear(self) -> None: ...
    def kind(self, index: int) -> ShapeKind: ...
    @property
    def free_slots(self) -> int: ...
    def __len__(self) -> int: ...
    def __contains__(self, index: int) -> bool: ...

class ShapeSet2:
    def __init__(self) -> None: ...
    def add_circles(self, center: _Floats, radius: _Floats, *, check: Check = ...) -> NDArray[numpy.uint32]: ...
    def set_circles(self, index: _Indices, center: _Floats, radius: _Floats, *, check: Check = ...) -> None: ...
    def add_capsules(
        self, p0: _Floats, p1: _Floats, radius: _Floats, *, check: Check = ...
    ) -> NDArray[numpy.uint32]: ...
    def set_capsules(
        self, index: _Indices, p0: _Floats, p1: _Floats, radius: _Floats, *, check: Check = ...
    ) -> None: ...
    def add_boxes(
        self, center: _Floats, angle: _Floats, half_extents: _Floats, *, check: Check = ...
    ) -> NDArray[numpy.uint32]: ...
    def set_boxes(
        self, index: _Indices, center: _Floats, angle: _Floats, half_extents: _Floats, *, check: Check = ...
    ) -> None: ...
    def add_ellipses(
        self, center: _Floats, angle: _Floats, radii: _Floats, *, check: Check = ...
    ) -> NDArray[numpy.uint32]: ...
    def set_ellipses(
        self, index: _Indices, center: _Floats, angle: _Floats, radii: _Floats, *, check: Check = ...
    ) -> None: ...
    def add_slices(
        self, center: _Floats, angle: _Floats, half_angle: _Floats, radius: _Floats, *, check: Check = ...
    ) -> NDArray[numpy.uint32]: ...
    def set_slices(
        self, index: _Indices, center: _Floats, angle: _Floats, half_angle: _Floats, radius: _Floats, *, check: Check = ...
    ) -> None: ...
    def add_polygon(
        self, vertices: _Floats, position: _Floats = ..., angle: _Floats = 0, *, check: Check = ...
    ) -> int: ...
    def place(
        self, index: int | _Indices, position: _Numbers, angle: _Floats | None = None, *, check: Check = ...
    ) -> None: ...
    def remove(self, index: int | _Indices) -> None: ...
    def clear(self) -> None: ...
    def kind(self, index: int) -> ShapeKind2: ...
    @property
    def free_slots(self) -> int: ...
    def __len__(self) -> int: ...
    def __contains__(self, index: int) -> bool: ...

_Part: TypeAlias = (
    Sphere | Box | Capsule | Ellipsoid | Cylinder | Cone | HullInstance | Aabb | _Floats | tuple[_Floats, float]
)

class BodySet:
    def __init__(self) -> None: ...
    @_overload
    def add_mesh(self, vertices: _Floats, *, check: Check = ...) -> int: ...
    @_overload
    def add_mesh(self, other: ShapeSet | BodySet, mesh: int) -> int: ...
    def add(
        self, parts: Sequence[_Part], position: _Floats = ..., rotation: _Floats = ..., *, check: Check = ...
    ) -> NDArray[numpy.uint32]: ...
    def move(self, index: _Indices, position: _Floats, rotation: _Floats, *, check: Check = ...) -> None: ...
    def place(self, index: int | _Indices, position: _Numbers, *, check: Check = ...) -> None: ...
    def remove(self, index: int | _Indices) -> None: ...
    def clear(self) -> None: ...
    def pose(self, body: int) -> tuple[tuple[float, float, float], tuple[float, float, float, float]]: ...
    def part_count(self, body: int) -> int: ...
    def owner(self, index: _Indices) -> NDArray[numpy.uint32]: ...
    @property
    def free_slots(self) -> int: ...
    def __len__(self) -> int: ...
    def __contains__(self, index: int) -> bool: ...

class TriangleMesh:
    def __init__(self, vertices: _Floats, indices: _Indices, *, check: Check = ...) -> None: ...
    @staticmethod
    def of_heights(
        heights: _Floats,
        *,
        origin: _Floats = ...,
        column_step: _Floats = ...,
        row_step: _Floats = ...,
        up: _Floats = ...,
        check: Check = ...,
    ) -> TriangleMesh: ...
    def corners(self, triangle: int) -> NDArray[numpy.float32]: ...
    @property
    def memory_bytes(self) -> int: ...
    def __len__(self) -> int: ...

class MeshFile(_NamedTuple):
    vertices: _Doubles
    triangles: NDArray[numpy.int32]
    parts: NDArray[numpy.int32]
    names: list[str]
    notes: list[str]
    def mesh(self, origin: _Numbers = ...) -> TriangleMesh: ...
    def hulls(self, origin: _Numbers = ..., *, qhull: bool = ...) -> list[tuple[NDArray[numpy.float32], float]]: ...

def load(path: str | _PathLike[str]) -> MeshFile: ...

class Robot:
    @property
    def name(self) -> str: ...
    @property
    def links(self) -> list[str]: ...
    @property
    def parts(self) -> list[list[Sphere | Box | Capsule | Cylinder | tuple[NDArray[numpy.float32], float]]]: ...
    @property
    def joints(self) -> list[str]: ...
    @property
    def lower(self) -> _Doubles: ...
    @property
    def upper(self) -> _Doubles: ...
    def poses(self, values: _Numbers) -> tuple[_Doubles, _Doubles]: ...
    def bodies(self, values: _Numbers) -> BodySet: ...
    def pairs(self, apart: int = ...) -> NDArray[numpy.uint32]: ...
    def collides(self, values: _Numbers, pairs: _Indices | None = ...) -> _Bools: ...

def load_urdf(
    path: str | _PathLike[str], *, packages: dict[str, str | _PathLike[str]] | None = ..., qhull: bool = ...
) -> Robot: ...

class SphereView:
    def __init__(self, center: _Floats, radius: _Floats) -> None: ...
    def __len__(self) -> int: ...

class AabbView:
    @_overload
    def __init__(self, min: _Floats, max: _Floats) -> None: ...
    @_overload
    def __init__(self, *, centers: _Floats, half_extents: _Floats) -> None: ...
    def __len__(self) -> int: ...

class BoxView:
    def __init__(self, center: _Floats, rotation: _Floats, half_extents: _Floats) -> None: ...
    def __len__(self) -> int: ...

class CapsuleView:
    def __init__(self, p0: _Floats, p1: _Floats, radius: _Floats) -> None: ...
    def __len__(self) -> int: ...

class TransformedBoxView:
    def __init__(self, matrix: NDArray[numpy.float32], min: _Floats, max: _Floats) -> None: ...
    def __len__(self) -> int: ...

class CircleView:
    def __init__(self, center: _Floats, radius: _Floats) -> None: ...
    def __len__(self) -> int: ...

class Aabb2View:
    def __init__(self, min: _Floats, max: _Floats) -> None: ...
    def __len__(self) -> int: ...

class Box2View:
    def __init__(self, center: _Floats, angle: _Floats, half_extents: _Floats) -> None: ...
    def __len__(self) -> int: ...

class Capsule2View:
    def __init__(self, p0: _Floats, p1: _Floats, radius: _Floats) -> None: ...
    def __len__(self) -> int: ...

class ObjectHandle:
    def __init__(self, index: int, generation: int) -> None: ...
    @property
    def index(self) -> int: ...
    @property
    def generation(self) -> int: ...
    def __hash__(self) -> int: ...

_Kept: TypeAlias = SphereView | AabbView

_Changed = _TypeVar("_Changed")

class World:
    @_overload
    def __init__(self) -> None: ...
    @_overload
    def __init__(self, objects: _Kept, *, isa: str | None = None) -> None: ...
    @_overload
    def __init__(self, shapes: ShapeSet, *, isa: str | None = None) -> None: ...
    @_overload
    def __init__(self, bodies: BodySet, *, isa: str | None = None) -> None: ...
    @_overload
    def move(self, objects: _Kept, *, isa: str | None = None) -> None: ...
    @_overload
    def move(self, shapes: ShapeSet, *, isa: str | None = None) -> None: ...
    @_overload
    def move(self, bodies: BodySet, *, isa: str | None = None) -> None: ...
    @_overload
    def move(self, index: _Indices, objects: _Kept, *, isa: str | None = None) -> None: ...
    def change_shapes(self, change: _Callable[[ShapeSet], _Changed], *, isa: str | None = None) -> _Changed: ...
    def change_bodies(self, change: _Callable[[BodySet], _Changed], *, isa: str | None = None) -> _Changed: ...
    def add(self, objects: _Kept, *, isa: str | None = None) -> NDArray[numpy.uint32]: ...
    def remove(self, index: int | _Indices, *, isa: str | None = None) -> None: ...
    def sort(self, *, isa: str | None = None) -> None: ...
    def handle(self, index: int) -> ObjectHandle: ...
    def find(self, handle: ObjectHandle) -> int: ...
    @property
    def free_slots(self) -> int: ...
    @property
    def order(self) -> NDArray[numpy.uint32]: ...
    @property
    def memory_bytes(self) -> int: ...
    def __len__(self) -> int: ...
    def __contains__(self, index: int | ObjectHandle) -> bool: ...

_Kept2: TypeAlias = CircleView | Aabb2View

class World2:
    @_overload
    def __init__(self) -> None: ...
    @_overload
    def __init__(self, objects: _Kept2, *, isa: str | None = None) -> None: ...
    @_overload
    def move(self, objects: _Kept2, *, isa: str | None = None) -> None: ...
    @_overload
    def move(self, index: _Indices, objects: _Kept2, *, isa: str | None = None) -> None: ...
    def add(self, objects: _Kept2, *, isa: str | None = None) -> NDArray[numpy.uint32]: ...
    def remove(self, index: int | _Indices, *, isa: str | None = None) -> None: ...
    def sort(self, *, isa: str | None = None) -> None: ...
    def handle(self, index: int) -> ObjectHandle: ...
    def find(self, handle: ObjectHandle) -> int: ...
    @property
    def free_slots(self) -> int: ...
    @property
    def order(self) -> NDArray[numpy.uint32]: ...
    @property
    def memory_bytes(self) -> int: ...
    def __len__(self) -> int: ...
    def __contains__(self, index: int | ObjectHandle) -> bool: ...

class Lens:
    def __init__(
        self,
        left: float,
        right: float,
        bottom: float,
        top: float,
        near: float,
        far: float = ...,
        *,
        orthographic: bool = False,
    ) -> None: ...
    @staticmethod
    def perspective(vertical_angle: float, aspect: float, near: float, far: float = ...) -> Lens: ...
    @staticmethod
    def parallel(half_width: float, half_height: float, near: float, far: float = ...) -> Lens: ...
    def part(self, left: float, right: float, bottom: float, top: float) -> Lens: ...
    @property
    def left(self) -> float: ...
    @property
    def right(self) -> float: ...
    @property
    def bottom(self) -> float: ...
    @property
    def top(self) -> float: ...
    @property
    def near(self) -> float: ...
    @property
    def far(self) -> float: ...
    @property
    def orthographic(self) -> bool: ...

class CameraPose:
    def __init__(
        self,
        position: Sequence[float],
        right: Sequence[float] = ...,
        up: Sequence[float] = ...,
        forward: Sequence[float] = ...,
    ) -> None: ...
    @staticmethod
    def turned(position: Sequence[float], rotation: Sequence[float]) -> CameraPose: ...
    @staticmethod
    def looking_at(from_: Sequence[float], to: Sequence[float], up: Sequence[float] = ...) -> CameraPose: ...
    @property
    def position(self) -> list[float]: ...
    @property
    def right(self) -> list[float]: ...
    @property
    def up(self) -> list[float]: ...
    @property
    def forward(self) -> list[float]: ...

class ConvexVolume:
    @staticmethod
    def from_view_projection(
        matrix: _Floats, range: DepthRange, *, order: MatrixOrder = ..., window: Sequence[float] = ...
    ) -> ConvexVolume: ...
    @staticmethod
    def from_corners(corners: _Floats) -> ConvexVolume: ...
    @staticmethod
    def from_camera(lens: Lens, pose: CameraPose) -> ConvexVolume: ...
    @staticmethod
    def from_planes(planes: Sequence[Sequence[float]] | NDArray[numpy.float64]) -> ConvexVolume: ...
    def vertices(self, far_cut: float = 1e4) -> NDArray[numpy.float32]: ...
    @property
    def is_frustum(self) -> bool: ...
    def corners(self, far_cut: float = 1e4) -> NDArray[numpy.float32]: ...
    @property
    def infinite_far(self) -> bool: ...

class VolumeSet:
    def __init__(self, volumes: Sequence[ConvexVolume]) -> None: ...
    @staticmethod
    def grid(
        matrix: _Floats,
        range: DepthRange,
        columns: int = 1,
        rows: int = 1,
        depths: _Floats = (),
        *,
        order: MatrixOrder = ...,
    ) -> VolumeSet: ...
    @staticmethod
    def camera_grid(
        lens: Lens,
        pose: CameraPose,
        columns: int = 1,
        rows: int = 1,
        depths: _Floats = (),
    ) -> VolumeSet: ...
    @staticmethod
    def cube(eye: Sequence[float] | NDArray[numpy.float64] | NDArray[numpy.float32], near: float, far: float) -> VolumeSet: ...
    def __len__(self) -> int: ...

def split_depths(
    near: float, far: float, slices: int, blend: float = 1, dtype: object = ...
) -> NDArray[numpy.floating]: ...
@_overload
def intersect(
    first: ShapeSet,
    second: ShapeSet,
    pairs: _Indices,
    out: NDArray[numpy.uint8] | None = None,
    *,
    method: Method = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint8]: ...
@_overload
def intersect(
    first: ShapeSet2,
    second: ShapeSet2,
    pairs: _Indices,
    out: NDArray[numpy.uint8] | None = None,
    *,
    method: Method = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint8]: ...
@_overload
def intersect(
    shapes: ShapeSet,
    mesh: TriangleMesh,
    pairs: _Indices,
    out: NDArray[numpy.uint8] | None = None,
    *,
    method: Method = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint8]: ...
@_overload
def intersect(
    first: Sphere | SphereView,
    second: SphereView,
    out: NDArray[numpy.uint8] | None = None,
    *,
    method: Method = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint8]: ...
@_overload
def intersect(
    first: Aabb | AabbView,
    second: AabbView,
    out: NDArray[numpy.uint8] | None = None,
    *,
    method: Method = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint8]: ...
@_overload
def intersect(
    first: Box | BoxView,
    second: BoxView,
    out: NDArray[numpy.uint8] | None = None,
    *,
    method: Method = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint8]: ...
@_overload
def intersect(
    first: Capsule | CapsuleView,
    second: CapsuleView,
    out: NDArray[numpy.uint8] | None = None,
    *,
    method: Method = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint8]: ...
@_overload
def intersect(
    first: Circle2 | CircleView,
    second: CircleView,
    out: NDArray[numpy.uint8] | None = None,
    *,
    method: Method = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint8]: ...
@_overload
def intersect(
    first: Aabb2 | Aabb2View,
    second: Aabb2View,
    out: NDArray[numpy.uint8] | None = None,
    *,
    method: Method = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint8]: ...
@_overload
def intersect(
    first: Box2 | Box2View,
    second: Box2View,
    out: NDArray[numpy.uint8] | None = None,
    *,
    method: Method = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint8]: ...
@_overload
def intersect(
    first: Capsule2 | Capsule2View,
    second: Capsule2View,
    out: NDArray[numpy.uint8] | None = None,
    *,
    method: Method = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint8]: ...
@_overload
def any_overlap(
    first: ShapeSet,
    second: ShapeSet,
    pairs: _Indices,
    ends: NDArray[numpy.int64] | NDArray[numpy.uint64] | Sequence[int],
    out: _Bools | None = None,
    *,
    method: Method = ...,
    touching: Touching = ...,
    check: Check = ...,
    isa: str | None = None,
) -> _Bools: ...
@_overload
def any_overlap(
    first: ShapeSet2,
    second: ShapeSet2,
    pairs: _Indices,
    ends: NDArray[numpy.int64] | NDArray[numpy.uint64] | Sequence[int],
    out: _Bools | None = None,
    *,
    method: Method = ...,
    touching: Touching = ...,
    check: Check = ...,
    isa: str | None = None,
) -> _Bools: ...
@_overload
def count_overlaps(
    first: ShapeSet,
    second: ShapeSet,
    pairs: _Indices,
    ends: NDArray[numpy.int64] | NDArray[numpy.uint64] | Sequence[int],
    out: NDArray[numpy.uint64] | None = None,
    *,
    method: Method = ...,
    touching: Touching = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint64]: ...
@_overload
def count_overlaps(
    first: ShapeSet2,
    second: ShapeSet2,
    pairs: _Indices,
    ends: NDArray[numpy.int64] | NDArray[numpy.uint64] | Sequence[int],
    out: NDArray[numpy.uint64] | None = None,
    *,
    method: Method = ...,
    touching: Touching = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint64]: ...

class DistanceOutput:
    def __init__(self, distances: _Doubles, points: _Doubles | None = None, normals: _Doubles | None = None) -> None: ...
    @property
    def distances(self) -> _Doubles: ...
    @property
    def points(self) -> _Doubles | None: ...
    @property
    def normals(self) -> _Doubles | None: ...
    @property
    def lower(self) -> _Doubles: ...
    @property
    def upper(self) -> _Doubles: ...

class BodyDistanceOutput:
    def __init__(
        self,
        distances: _Doubles,
        points: _Doubles | None = None,
        normals: _Doubles | None = None,
        parts: NDArray[numpy.uint32] | None = None,
    ) -> None: ...
    @property
    def distances(self) -> _Doubles: ...
    @property
    def points(self) -> _Doubles | None: ...
    @property
    def normals(self) -> _Doubles | None: ...
    @property
    def parts(self) -> NDArray[numpy.uint32] | None: ...
    @property
    def lower(self) -> _Doubles: ...
    @property
    def upper(self) -> _Doubles: ...

class MeshDistanceOutput:
    def __init__(
        self,
        distances: _Doubles,
        points: _Doubles | None = None,
        normals: _Doubles | None = None,
        triangles: NDArray[numpy.uint32] | None = None,
    ) -> None: ...
    @property
    def distances(self) -> _Doubles: ...
    @property
    def points(self) -> _Doubles | None: ...
    @property
    def normals(self) -> _Doubles | None: ...
    @property
    def triangles(self) -> NDArray[numpy.uint32] | None: ...
    @property
    def lower(self) -> _Doubles: ...
    @property
    def upper(self) -> _Doubles: ...

@_overload
def distance(
    first: ShapeSet,
    second: ShapeSet,
    pairs: _Indices,
    out: DistanceOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    no_farther_than: float = ...,
    check: Check = ...,
    isa: str | None = None,
) -> DistanceOutput: ...
@_overload
def distance(
    first: ShapeSet2,
    second: ShapeSet2,
    pairs: _Indices,
    out: DistanceOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    no_farther_than: float = ...,
    check: Check = ...,
    isa: str | None = None,
) -> DistanceOutput: ...
@_overload
def distance(
    shapes: ShapeSet,
    mesh: TriangleMesh,
    pairs: _Indices,
    out: DistanceOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    no_farther_than: float = ...,
    check: Check = ...,
    isa: str | None = None,
) -> DistanceOutput: ...
@_overload
def distance(
    shapes: ShapeSet,
    mesh: TriangleMesh,
    out: MeshDistanceOutput | None = None,
    *,
    list: _Indices,
    points: bool = False,
    normals: bool = False,
    triangles: bool = False,
    tolerance: float = 0,
    no_farther_than: float = ...,
    check: Check = ...,
    isa: str | None = None,
) -> MeshDistanceOutput: ...
@_overload
def distance(
    first: BodySet,
    second: BodySet,
    pairs: _Indices,
    out: BodyDistanceOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    parts: bool = False,
    tolerance: float = 0,
    no_farther_than: float = ...,
    check: Check = ...,
    isa: str | None = None,
) -> BodyDistanceOutput: ...
@_overload
def distance(
    first: ShapeSet,
    second: BodySet,
    pairs: _Indices,
    out: BodyDistanceOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    parts: bool = False,
    tolerance: float = 0,
    no_farther_than: float = ...,
    check: Check = ...,
    isa: str | None = None,
) -> BodyDistanceOutput: ...
@_overload
def distance(
    first: Sphere | SphereView,
    second: SphereView,
    out: DistanceOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    no_farther_than: float = ...,
    check: Check = ...,
    isa: str | None = None,
) -> DistanceOutput: ...
@_overload
def distance(
    first: Aabb | AabbView,
    second: AabbView,
    out: DistanceOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    no_farther_than: float = ...,
    check: Check = ...,
    isa: str | None = None,
) -> DistanceOutput: ...
@_overload
def distance(
    first: Box | BoxView,
    second: BoxView,
    out: DistanceOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    no_farther_than: float = ...,
    check: Check = ...,
    isa: str | None = None,
) -> DistanceOutput: ...
@_overload
def distance(
    first: Capsule | CapsuleView,
    second: CapsuleView,
    out: DistanceOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    no_farther_than: float = ...,
    check: Check = ...,
    isa: str | None = None,
) -> DistanceOutput: ...
@_overload
def distance(
    first: Circle2 | CircleView,
    second: CircleView,
    out: DistanceOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    no_farther_than: float = ...,
    check: Check = ...,
    isa: str | None = None,
) -> DistanceOutput: ...
@_overload
def distance(
    first: Box2 | Box2View,
    second: Box2View,
    out: DistanceOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    no_farther_than: float = ...,
    check: Check = ...,
    isa: str | None = None,
) -> DistanceOutput: ...
@_overload
def distance(
    first: Capsule2 | Capsule2View,
    second: Capsule2View,
    out: DistanceOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    no_farther_than: float = ...,
    check: Check = ...,
    isa: str | None = None,
) -> DistanceOutput: ...

class BodyContacts:
    @property
    def manifolds(self) -> NDArray[numpy.void]: ...
    @property
    def complete(self) -> bool: ...
    def __len__(self) -> int: ...

class MeshContacts:
    @property
    def pairs(self) -> NDArray[numpy.uint32]: ...
    @property
    def manifolds(self) -> NDArray[numpy.void]: ...
    @property
    def complete(self) -> bool: ...
    def __len__(self) -> int: ...

@_overload
def contacts(
    first: ShapeSet,
    second: ShapeSet,
    pairs: _Indices,
    out: NDArray[numpy.void] | None = None,
    *,
    margin: float = 0,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.void]: ...
@_overload
def contacts(
    first: ShapeSet2,
    second: ShapeSet2,
    pairs: _Indices,
    out: NDArray[numpy.void] | None = None,
    *,
    margin: float = 0,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.void]: ...
@_overload
def contacts(
    shapes: ShapeSet,
    mesh: TriangleMesh,
    pairs: _Indices,
    out: NDArray[numpy.void] | None = None,
    *,
    margin: float = 0,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.void]: ...
@_overload
def contacts(
    first: BodySet,
    second: BodySet,
    pairs: _Indices,
    out: NDArray[numpy.void] | None = None,
    *,
    margin: float = 0,
    check: Check = ...,
    isa: str | None = None,
) -> BodyContacts: ...
@_overload
def contacts(
    first: ShapeSet,
    second: BodySet,
    pairs: _Indices,
    out: NDArray[numpy.void] | None = None,
    *,
    margin: float = 0,
    check: Check = ...,
    isa: str | None = None,
) -> BodyContacts: ...
@_overload
def contacts(
    shapes: ShapeSet,
    mesh: TriangleMesh,
    *,
    pairs_out: NDArray[numpy.uint32] | None = None,
    manifolds_out: NDArray[numpy.void] | None = None,
    list: _Indices,
    margin: float = 0,
    check: Check = ...,
    isa: str | None = None,
) -> MeshContacts: ...

class CastOutput:
    def __init__(self, fractions: _Doubles, points: _Doubles | None = None, normals: _Doubles | None = None) -> None: ...
    @property
    def fractions(self) -> _Doubles: ...
    @property
    def points(self) -> _Doubles | None: ...
    @property
    def normals(self) -> _Doubles | None: ...
    @property
    def lower(self) -> _Doubles: ...
    @property
    def upper(self) -> _Doubles: ...

class BodyCastOutput:
    def __init__(
        self,
        fractions: _Doubles,
        points: _Doubles | None = None,
        normals: _Doubles | None = None,
        parts: NDArray[numpy.uint32] | None = None,
    ) -> None: ...
    @property
    def fractions(self) -> _Doubles: ...
    @property
    def points(self) -> _Doubles | None: ...
    @property
    def normals(self) -> _Doubles | None: ...
    @property
    def parts(self) -> NDArray[numpy.uint32] | None: ...
    @property
    def lower(self) -> _Doubles: ...
    @property
    def upper(self) -> _Doubles: ...

class MeshCastOutput:
    def __init__(
        self,
        fractions: _Doubles,
        points: _Doubles | None = None,
        normals: _Doubles | None = None,
        triangles: NDArray[numpy.uint32] | None = None,
    ) -> None: ...
    @property
    def fractions(self) -> _Doubles: ...
    @property
    def points(self) -> _Doubles | None: ...
    @property
    def normals(self) -> _Doubles | None: ...
    @property
    def triangles(self) -> NDArray[numpy.uint32] | None: ...
    @property
    def lower(self) -> _Doubles: ...
    @property
    def upper(self) -> _Doubles: ...

@_overload
def cast(
    first: ShapeSet,
    second: ShapeSet,
    pairs: _Indices,
    motions: _Floats,
    out: CastOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
) -> CastOutput: ...
@_overload
def cast(
    first: ShapeSet2,
    second: ShapeSet2,
    pairs: _Indices,
    motions: _Floats,
    out: CastOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
) -> CastOutput: ...
@_overload
def cast(
    shapes: ShapeSet,
    mesh: TriangleMesh,
    pairs: _Indices,
    motions: _Floats,
    out: CastOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
) -> CastOutput: ...
@_overload
def cast(
    first: BodySet,
    second: BodySet,
    pairs: _Indices,
    motions: _Floats,
    out: BodyCastOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    parts: bool = False,
    tolerance: float = 0,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
) -> BodyCastOutput: ...
@_overload
def cast(
    first: ShapeSet,
    second: BodySet,
    pairs: _Indices,
    motions: _Floats,
    out: BodyCastOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    parts: bool = False,
    tolerance: float = 0,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
) -> BodyCastOutput: ...
@_overload
def cast(
    shapes: ShapeSet,
    mesh: TriangleMesh,
    out: MeshCastOutput | None = None,
    *,
    list: _Indices,
    motions: _Floats,
    points: bool = False,
    normals: bool = False,
    triangles: bool = False,
    tolerance: float = 0,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
) -> MeshCastOutput: ...
@_overload
def cast_rays(
    rays: _Floats,
    shapes: ShapeSet,
    pairs: _Indices,
    out: CastOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
    origin: Sequence[float] = (0, 0, 0),
) -> CastOutput: ...
@_overload
def cast_rays(
    rays: _Floats,
    shapes: ShapeSet2,
    pairs: _Indices,
    out: CastOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
    origin: Sequence[float] = (0, 0, 0),
) -> CastOutput: ...
@_overload
def cast_rays(
    rays: _Floats,
    mesh: TriangleMesh,
    pairs: _Indices,
    out: CastOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
    origin: Sequence[float] = (0, 0, 0),
) -> CastOutput: ...
@_overload
def cast_rays(
    rays: _Floats,
    bodies: BodySet,
    pairs: _Indices,
    out: BodyCastOutput | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    parts: bool = False,
    tolerance: float = 0,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
) -> BodyCastOutput: ...
@_overload
def cast_rays(
    rays: _Floats,
    mesh: TriangleMesh,
    *,
    out: MeshCastOutput | None = None,
    points: bool = False,
    normals: bool = False,
    triangles: bool = False,
    tolerance: float = 0,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
) -> MeshCastOutput: ...

class RayHits:
    def __init__(
        self,
        shapes: NDArray[numpy.uint32] | None = None,
        fractions: _Doubles | None = None,
        points: _Doubles | None = None,
        normals: _Doubles | None = None,
        parts: NDArray[numpy.uint32] | None = None,
    ) -> None: ...
    @property
    def shapes(self) -> NDArray[numpy.uint32]: ...
    @property
    def fractions(self) -> _Doubles: ...
    @property
    def points(self) -> _Doubles | None: ...
    @property
    def parts(self) -> NDArray[numpy.uint32] | None: ...
    @property
    def normals(self) -> _Doubles | None: ...
    @property
    def lower(self) -> _Doubles: ...
    @property
    def upper(self) -> _Doubles: ...

@_overload
def first_hits(
    rays: _Floats,
    shapes: ShapeSet,
    out: RayHits | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
) -> RayHits: ...
@_overload
def first_hits(
    rays: _Floats,
    world: World,
    out: RayHits | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
    parts: bool = False,
) -> RayHits: ...
@_overload
def first_hits(
    rays: _Floats,
    world: World2,
    out: RayHits | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
) -> RayHits: ...
@_overload
def first_hits(
    rays: _Floats,
    mesh: TriangleMesh,
    out: RayHits | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
) -> RayHits: ...
@_overload
def any_hits(
    rays: _Floats,
    shapes: ShapeSet,
    out: _Bools | None = None,
    *,
    tolerance: float = 0,
    touching: Touching = ...,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
) -> _Bools: ...
@_overload
def any_hits(
    rays: _Floats,
    world: World,
    out: _Bools | None = None,
    *,
    tolerance: float = 0,
    touching: Touching = ...,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
) -> _Bools: ...
@_overload
def any_hits(
    rays: _Floats,
    world: World2,
    out: _Bools | None = None,
    *,
    tolerance: float = 0,
    touching: Touching = ...,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
) -> _Bools: ...
@_overload
def any_hits(
    rays: _Floats,
    mesh: TriangleMesh,
    out: _Bools | None = None,
    *,
    tolerance: float = 0,
    touching: Touching = ...,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
) -> _Bools: ...
@_overload
def all_hits(
    rays: _Floats,
    shapes: ShapeSet,
    *,
    tolerance: float = 0,
    touching: Touching = ...,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32], _Doubles]: ...
@_overload
def all_hits(
    rays: _Floats,
    mesh: TriangleMesh,
    *,
    tolerance: float = 0,
    touching: Touching = ...,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32], _Doubles]: ...
@_overload
def all_hits(
    rays: _Floats,
    world: World,
    *,
    tolerance: float = 0,
    touching: Touching = ...,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32], _Doubles]: ...
@_overload
def all_hits(
    rays: _Floats,
    world: World2,
    *,
    tolerance: float = 0,
    touching: Touching = ...,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32], _Doubles]: ...
@_overload
def first_contacts(
    shapes: SphereView | AabbView | ShapeSet,
    motions: _Floats,
    world: World,
    out: RayHits | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
    origin: Sequence[float] = (0, 0, 0),
    parts: bool = False,
) -> RayHits: ...
@_overload
def first_contacts(
    shapes: _Kept2,
    motions: _Floats,
    world: World2,
    out: RayHits | None = None,
    *,
    points: bool = False,
    normals: bool = False,
    tolerance: float = 0,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
    origin: Sequence[float] = (0, 0, 0),
) -> RayHits: ...
@_overload
def any_contacts(
    shapes: SphereView | AabbView | ShapeSet,
    motions: _Floats,
    world: World,
    out: _Bools | None = None,
    *,
    tolerance: float = 0,
    touching: Touching = ...,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
    origin: Sequence[float] = (0, 0, 0),
) -> _Bools: ...
@_overload
def any_contacts(
    shapes: _Kept2,
    motions: _Floats,
    world: World2,
    out: _Bools | None = None,
    *,
    tolerance: float = 0,
    touching: Touching = ...,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
    origin: Sequence[float] = (0, 0, 0),
) -> _Bools: ...
@_overload
def all_contacts(
    shapes: SphereView | AabbView | ShapeSet,
    motions: _Floats,
    world: World,
    *,
    tolerance: float = 0,
    touching: Touching = ...,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
    origin: Sequence[float] = (0, 0, 0),
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32], _Doubles]: ...
@_overload
def all_contacts(
    shapes: _Kept2,
    motions: _Floats,
    world: World2,
    *,
    tolerance: float = 0,
    touching: Touching = ...,
    masks: _Indices | None = None,
    groups: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    ignore_start_contact: bool = False,
    origin: Sequence[float] = (0, 0, 0),
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32], _Doubles]: ...

_Culled: TypeAlias = ShapeSet | SphereView | AabbView | BoxView | TransformedBoxView | World

@_overload
def cull(
    volume: ConvexVolume,
    objects: _Culled,
    out: _Bools | None = None,
    *,
    indices: bool = False,
    method: CullMethod = ...,
    touching: Touching = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[Any]: ...
@_overload
def cull(
    volumes: VolumeSet,
    objects: _Culled,
    out: _Bools | None = None,
    *,
    indices: bool = False,
    method: CullMethod = ...,
    touching: Touching = ...,
    check: Check = ...,
    isa: str | None = None,
) -> Any: ...
def cull_count(
    volume: ConvexVolume,
    objects: _Culled,
    *,
    method: CullMethod = ...,
    touching: Touching = ...,
    check: Check = ...,
    isa: str | None = None,
) -> int: ...
def cull_in_order(
    volume: ConvexVolume,
    world: World,
    out: _Bools | None = None,
    *,
    method: CullMethod = ...,
    touching: Touching = ...,
    check: Check = ...,
    isa: str | None = None,
) -> _Bools: ...

class NearestOutput:
    def __init__(
        self,
        objects: NDArray[numpy.uint32],
        distances: _Doubles | None = None,
        shifts: NDArray[numpy.int32] | None = None,
    ) -> None: ...
    @property
    def objects(self) -> NDArray[numpy.uint32]: ...
    @property
    def distances(self) -> _Doubles | None: ...
    @property
    def shifts(self) -> NDArray[numpy.int32] | None: ...
    @property
    def lower(self) -> _Doubles | None: ...
    @property
    def upper(self) -> _Doubles | None: ...

@_overload
def within(
    world: World,
    shapes: SphereView | AabbView | ShapeSet,
    distance: float,
    *,
    touching: Touching = ...,
    isa: str | None = None,
    cell: None = None,
    periodic: Sequence[bool] = ...,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32]]: ...
@_overload
def within(
    world: World,
    shapes: SphereView | AabbView | ShapeSet,
    distance: float,
    *,
    touching: Touching = ...,
    isa: str | None = None,
    cell: _Numbers,
    periodic: Sequence[bool] = ...,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32], NDArray[numpy.int32]]: ...
@_overload
def within(
    world: World2,
    shapes: _Kept2,
    distance: float,
    *,
    touching: Touching = ...,
    isa: str | None = None,
    cell: None = None,
    periodic: Sequence[bool] = ...,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32]]: ...
@_overload
def within(
    world: World2,
    shapes: _Kept2,
    distance: float,
    *,
    touching: Touching = ...,
    isa: str | None = None,
    cell: _Numbers,
    periodic: Sequence[bool] = ...,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32], NDArray[numpy.int32]]: ...
@_overload
def within(
    world: World,
    points: _Floats,
    distance: float,
    *,
    touching: Touching = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
    cell: None = None,
    periodic: Sequence[bool] = ...,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32]]: ...
@_overload
def within(
    world: World,
    points: _Floats,
    distance: float,
    *,
    touching: Touching = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
    cell: _Numbers,
    periodic: Sequence[bool] = ...,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32], NDArray[numpy.int32]]: ...
@_overload
def within(
    world: World2,
    points: _Floats,
    distance: float,
    *,
    touching: Touching = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
    cell: None = None,
    periodic: Sequence[bool] = ...,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32]]: ...
@_overload
def within(
    world: World2,
    points: _Floats,
    distance: float,
    *,
    touching: Touching = ...,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
    cell: _Numbers,
    periodic: Sequence[bool] = ...,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32], NDArray[numpy.int32]]: ...
@_overload
def nearest(
    world: World,
    points: _Floats,
    k: int,
    out: NearestOutput | None = None,
    *,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
    cell: _Numbers | None = None,
    periodic: Sequence[bool] = ...,
) -> NearestOutput: ...
@_overload
def nearest(
    world: World2,
    points: _Floats,
    k: int,
    out: NearestOutput | None = None,
    *,
    isa: str | None = None,
    origin: Sequence[float] = (0, 0, 0),
    cell: _Numbers | None = None,
    periodic: Sequence[bool] = ...,
) -> NearestOutput: ...

def neighbours(
    points: _Numbers,
    cell: _Numbers,
    cutoff: float,
    periodic: Sequence[bool] = ...,
    quantities: str = ...,
    half: bool = False,
    types: _Indices | None = None,
    cutoffs: _Numbers | None = None,
    exclusions: _Indices | None = None,
    nearest: int = 0,
) -> tuple[NDArray[Any], ...]: ...
def count_neighbours(
    points: _Numbers,
    cell: _Numbers,
    cutoff: float,
    periodic: Sequence[bool] = ...,
    half: bool = False,
    types: _Indices | None = None,
    cutoffs: _Numbers | None = None,
    exclusions: _Indices | None = None,
    nearest: int = 0,
) -> int: ...

class NeighbourSearch:
    def __init__(
        self,
        points: _Numbers,
        cell: _Numbers,
        cutoff: float,
        periodic: Sequence[bool] = ...,
        half: bool = False,
        types: _Indices | None = None,
        cutoffs: _Numbers | None = None,
        exclusions: _Indices | None = None,
        nearest: int = 0,
    ) -> None: ...
    def __len__(self) -> int: ...
    def arrays(self, quantities: str = ...) -> tuple[NDArray[Any], ...]: ...
    def is_stale(self, points: _Numbers, skin: float) -> bool: ...

_Met: TypeAlias = ShapeSet | ShapeSet2 | SphereView | CircleView

class OverlapResult:
    @property
    def pairs(self) -> NDArray[numpy.uint32]: ...
    @property
    def separations(self) -> NDArray[numpy.void] | None: ...
    @property
    def contacts(self) -> NDArray[numpy.void] | None: ...
    @property
    def counts(self) -> NDArray[numpy.uint32] | None: ...
    @property
    def any(self) -> _Bools | None: ...
    @property
    def shifts(self) -> NDArray[numpy.int32] | None: ...
    @property
    def complete(self) -> bool: ...
    @property
    def sorted(self) -> bool: ...
    def __len__(self) -> int: ...
    def csr(self) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32]]: ...

class OverlapPass:
    def __init__(self, skin: float | None = 0) -> None: ...
    @property
    def memory_bytes(self) -> int: ...
    @_overload
    def run(
        self,
        objects: _Met | World | World2,
        *,
        out: NDArray[numpy.uint32] | None = None,
        separations: bool = False,
        contacts: bool = False,
        counts: bool = False,
        any: bool = False,
        margin: float = 0,
        touching: Touching = ...,
        group: _Indices | None = None,
        mask: _Indices | None = None,
        check: Check = ...,
        isa: str | None = None,
        order: PairOrder = ...,
        cell: _Numbers | None = None,
        periodic: Sequence[bool] = ...,
    ) -> OverlapResult: ...
    @_overload
    def run(
        self,
        first: _Met | World | World2,
        second: _Met | World | World2,
        *,
        out: NDArray[numpy.uint32] | None = None,
        separations: bool = False,
        contacts: bool = False,
        counts: bool = False,
        any: bool = False,
        margin: float = 0,
        touching: Touching = ...,
        group: _Indices | None = None,
        mask: _Indices | None = None,
        second_group: _Indices | None = None,
        second_mask: _Indices | None = None,
        check: Check = ...,
        isa: str | None = None,
        order: PairOrder = ...,
        cell: _Numbers | None = None,
        periodic: Sequence[bool] = ...,
    ) -> OverlapResult: ...
    @_overload
    def run(
        self,
        objects: BodySet,
        *,
        out: NDArray[numpy.uint32] | None = None,
        separations: bool = False,
        contacts: bool = False,
        counts: bool = False,
        any: bool = False,
        margin: float = 0,
        touching: Touching = ...,
        group: _Indices | None = None,
        mask: _Indices | None = None,
        check: Check = ...,
        isa: str | None = None,
        order: PairOrder = ...,
        cell: _Numbers | None = None,
        periodic: Sequence[bool] = ...,
        report: BodyPairs = ...,
    ) -> OverlapResult: ...
    @_overload
    def run(
        self,
        first: BodySet,
        second: BodySet,
        *,
        out: NDArray[numpy.uint32] | None = None,
        separations: bool = False,
        contacts: bool = False,
        counts: bool = False,
        any: bool = False,
        margin: float = 0,
        touching: Touching = ...,
        group: _Indices | None = None,
        mask: _Indices | None = None,
        second_group: _Indices | None = None,
        second_mask: _Indices | None = None,
        check: Check = ...,
        isa: str | None = None,
        order: PairOrder = ...,
        cell: _Numbers | None = None,
        periodic: Sequence[bool] = ...,
        report: BodyPairs = ...,
    ) -> OverlapResult: ...

class Scratch:
    def __init__(self) -> None: ...
    def __enter__(self) -> Scratch: ...
    def __exit__(self, *error: object) -> None: ...
    @property
    def memory_bytes(self) -> int: ...

class PairChanges:
    @property
    def began(self) -> NDArray[numpy.uint32]: ...
    @property
    def stayed(self) -> NDArray[numpy.uint32]: ...
    @property
    def ended(self) -> NDArray[numpy.uint32]: ...

class PairEvents:
    def __init__(self) -> None: ...
    def update(self, pairs: _Indices, *, check: Check = ...) -> PairChanges: ...
    def compare(self, before: _Indices, now: _Indices, *, check: Check = ...) -> PairChanges: ...
    def forget(self) -> None: ...
    @property
    def memory_bytes(self) -> int: ...

@_overload
def overlapping(
    world: World,
    shapes: SphereView | AabbView | ShapeSet,
    *,
    margin: float = 0,
    touching: Touching = ...,
    group: _Indices | None = None,
    mask: _Indices | None = None,
    second_group: _Indices | None = None,
    second_mask: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    cell: None = None,
    periodic: Sequence[bool] = ...,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32]]: ...
@_overload
def overlapping(
    world: World,
    shapes: SphereView | AabbView | ShapeSet,
    *,
    margin: float = 0,
    touching: Touching = ...,
    group: _Indices | None = None,
    mask: _Indices | None = None,
    second_group: _Indices | None = None,
    second_mask: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    cell: _Numbers,
    periodic: Sequence[bool] = ...,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32], NDArray[numpy.int32]]: ...
@_overload
def overlapping(
    world: World2,
    shapes: CircleView | Aabb2View,
    *,
    margin: float = 0,
    touching: Touching = ...,
    group: _Indices | None = None,
    mask: _Indices | None = None,
    second_group: _Indices | None = None,
    second_mask: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    cell: None = None,
    periodic: Sequence[bool] = ...,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32]]: ...
@_overload
def overlapping(
    world: World2,
    shapes: CircleView | Aabb2View,
    *,
    margin: float = 0,
    touching: Touching = ...,
    group: _Indices | None = None,
    mask: _Indices | None = None,
    second_group: _Indices | None = None,
    second_mask: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    cell: _Numbers,
    periodic: Sequence[bool] = ...,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32], NDArray[numpy.int32]]: ...
@_overload
def overlapping(
    mesh: TriangleMesh,
    shapes: SphereView | AabbView | ShapeSet,
    *,
    margin: float = 0,
    touching: Touching = ...,
    group: _Indices | None = None,
    mask: _Indices | None = None,
    second_group: _Indices | None = None,
    second_mask: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    cell: None = None,
    periodic: Sequence[bool] = ...,
) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32]]: ...
@_overload
def any_overlapping(
    world: World,
    shapes: SphereView | AabbView | ShapeSet,
    out: _Bools | None = None,
    *,
    margin: float = 0,
    touching: Touching = ...,
    group: _Indices | None = None,
    mask: _Indices | None = None,
    second_group: _Indices | None = None,
    second_mask: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    cell: _Numbers | None = None,
    periodic: Sequence[bool] = ...,
) -> _Bools: ...
@_overload
def any_overlapping(
    world: World2,
    shapes: CircleView | Aabb2View,
    out: _Bools | None = None,
    *,
    margin: float = 0,
    touching: Touching = ...,
    group: _Indices | None = None,
    mask: _Indices | None = None,
    second_group: _Indices | None = None,
    second_mask: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    cell: _Numbers | None = None,
    periodic: Sequence[bool] = ...,
) -> _Bools: ...
@_overload
def any_overlapping(
    mesh: TriangleMesh,
    shapes: SphereView | AabbView | ShapeSet,
    out: _Bools | None = None,
    *,
    margin: float = 0,
    touching: Touching = ...,
    group: _Indices | None = None,
    mask: _Indices | None = None,
    second_group: _Indices | None = None,
    second_mask: _Indices | None = None,
    check: Check = ...,
    isa: str | None = None,
    cell: _Numbers | None = None,
    periodic: Sequence[bool] = ...,
) -> _Bools: ...
def overlap(*objects: _Met | BodySet, **options: Any) -> OverlapResult: ...

from collections.abc import Sequence
from typing import Any, TypeAlias, TypedDict, overload as _overload

import numpy
from numpy.typing import NDArray

from ._enums import CastResult as CastResult
from ._enums import Check as Check
from ._enums import CullMethod as CullMethod
from ._enums import DepthRange as DepthRange
from ._enums import MatrixOrder as MatrixOrder
from ._enums import Method as Method
from ._enums import PairOrder as PairOrder
from ._enums import ShapeKind as ShapeKind
from ._enums import Touching as Touching
from ._enums import Verdict as Verdict

_Floats: TypeAlias = NDArray[numpy.float32] | Sequence[Any] | float
_Indices: TypeAlias = NDArray[numpy.uint32] | Sequence[Any]
_Doubles: TypeAlias = NDArray[numpy.float64]
_Bools: TypeAlias = NDArray[numpy.bool_]

__version__: str
no_shape: int
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
    def add_mesh(self, vertices: _Floats, *, check: Check = ...) -> int: ...
    def add_volume(self, volume: ConvexVolume, *, check: Check = ...) -> int: ...
    def remove(self, index: int | _Indices) -> None: ...
    def clear(self) -> None: ...
    def kind(self, index: int) -> ShapeKind: ...
    @property
    def holes(self) -> int: ...
    def __len__(self) -> int: ...
    def __contains__(self, index: int) -> bool: ...

class SphereView:
    def __init__(self, center: _Floats, radius: _Floats) -> None: ...
    def __len__(self) -> int: ...

class AabbView:
    def __init__(self, min: _Floats, max: _Floats) -> None: ...
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

class ConvexVolume:
    @staticmethod
    def from_view_projection(
        matrix: _Floats, range: DepthRange, *, order: MatrixOrder = ..., window: Sequence[float] = ...
    ) -> ConvexVolume: ...
    @staticmethod
    def from_corners(corners: _Floats) -> ConvexVolume: ...
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
    def cube(eye: _Floats, near: float, far: float) -> VolumeSet: ...
    def __len__(self) -> int: ...

def split_depths(near: float, far: float, slices: int, blend: float = 1) -> NDArray[numpy.float32]: ...
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
    first: SphereView | AabbView | BoxView | CapsuleView,
    second: SphereView | AabbView | BoxView | CapsuleView,
    out: NDArray[numpy.uint8] | None = None,
    *,
    method: Method = ...,
    check: Check = ...,
    isa: str | None = None,
) -> NDArray[numpy.uint8]: ...

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
) -> CastOutput: ...
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
) -> CastOutput: ...

class RayHits:
    def __init__(
        self,
        shapes: NDArray[numpy.uint32] | None = None,
        fractions: _Doubles | None = None,
        points: _Doubles | None = None,
        normals: _Doubles | None = None,
    ) -> None: ...
    @property
    def shapes(self) -> NDArray[numpy.uint32]: ...
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
) -> RayHits: ...
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
) -> _Bools: ...

_Culled: TypeAlias = ShapeSet | SphereView | AabbView | BoxView | TransformedBoxView

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

_Met: TypeAlias = ShapeSet | SphereView | CircleView

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
    def complete(self) -> bool: ...
    @property
    def sorted(self) -> bool: ...
    def __len__(self) -> int: ...
    def csr(self) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32]]: ...

class OverlapPass:
    def __init__(self, skin: float = 0) -> None: ...
    @property
    def memory_bytes(self) -> int: ...
    @_overload
    def run(
        self,
        objects: _Met,
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
    ) -> OverlapResult: ...
    @_overload
    def run(
        self,
        first: _Met,
        second: _Met,
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
    ) -> OverlapResult: ...

def overlap(*objects: _Met, **options: Any) -> OverlapResult: ...

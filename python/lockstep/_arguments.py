"""One sentence about arguments that no form of a function takes.

pybind11 answers them with every form of the function, up to 8,000 characters. `sentence` finds the forms that come
closest, and names the argument that these refuse.
"""

import difflib
import functools
import re
from typing import Any, NamedTuple, Optional

import numpy

from . import _enums, _lockstep

FORM = re.compile(r"^    \d+\. ([\w.]*)\((.*)\)(?: -> .*)?$", re.MULTILINE)
# Attributes of a type that pybind11 converts: what may be converted is not blamed.
PLAIN = {
    "bool": ("__bool__",),
    "float": ("__float__", "__index__"),
    "int": ("__index__", "__int__"),
}


class Parameter(NamedTuple):
    name: str
    kind: str  # as pybind11 writes a type
    has_default: bool
    by_name: bool


class Refusal(NamedTuple):
    taken: int  # arguments that the form takes before this one
    what: str  # "type", "many", "twice", "unknown", "missing"
    name: str = ""
    kind: str = ""
    value: Any = None


def of_pybind11_2_10(kind: str) -> str:
    """Later versions write some types otherwise."""
    kind = re.sub(r"^Annotated\[list\[(\w+)\], FixedSize\((\d+)\)\]$", r"List[\1[\2]]", kind)
    kind = re.sub(r"^(.*) \| None$", r"Optional[\1]", kind)
    kind = re.sub(r"(typing|collections\.abc)\.(Supports|Sequence)", r"\2", kind)
    plain = {"SupportsFloat": "float", "SupportsInt": "int", "SupportsIndex": "int"}
    return plain.get(kind, kind.replace("list[", "List["))


def parameters_of(form: str) -> list[Parameter]:
    """Of "a: int, b: List[int] = [1, 2], *, c: bool"."""
    found, depth, word, by_name = [], 0, "", False
    for character in form + ",":
        depth += (character in "[(<{") - (character in "])>}")
        if character != "," or depth > 0:
            word += character
            continue
        name, _, rest = word.strip().partition(": ")
        kind, equals, _ = rest.partition(" = ")
        by_name = by_name or name == "*"
        if kind:
            found.append(Parameter(name, of_pybind11_2_10(kind), bool(equals), by_name))
        word = ""
    return found


@functools.lru_cache(maxsize=256)
def forms_in(text: str) -> tuple[str, list[list[Parameter]]]:
    """The class, if it is a constructor whose forms have no self; and the forms."""
    found = FORM.findall(text)
    return found[0][0].rpartition(".")[2] if found else "", [parameters_of(form) for _, form in found]


def fits(value: object, kind: str) -> bool:
    """Whether it may be of this type; what is not known here fits."""
    if kind.startswith("Optional["):
        return value is None or fits(value, kind[len("Optional[") : -1])
    if kind.startswith("List["):
        return hasattr(value, "__getitem__") and not isinstance(value, (str, bytes, dict))
    if kind == "str":
        return isinstance(value, (str, bytes, bytearray))
    if kind in PLAIN:
        return (kind == "bool" and value is None) or any(hasattr(type(value), name) for name in PLAIN[kind])
    name = kind.rpartition(".")[2]
    known = getattr(_lockstep if kind.startswith("lockstep.") else _enums, name, None)
    return isinstance(value, known) if isinstance(known, type) else True


def refusal_of(parameters: list[Parameter], args: tuple, options: dict) -> Optional[Refusal]:
    by_place = [parameter for parameter in parameters if not parameter.by_name]
    for taken, (parameter, value) in enumerate(zip(by_place, args)):
        if not fits(value, parameter.kind):
            return Refusal(taken, "type", parameter.name, parameter.kind, value)
    if len(args) > len(by_place):
        of_self = sum(parameter.name == "self" for parameter in by_place)
        return Refusal(len(by_place), "many", str(len(by_place) - of_self), value=len(args) - of_self)
    filled = {parameter.name for parameter in by_place[: len(args)]}
    named = {parameter.name: parameter for parameter in parameters}
    taken = len(args)
    for name, value in options.items():
        if name not in named or name in filled:
            return Refusal(taken, "twice" if name in filled else "unknown", name)
        if not fits(value, named[name].kind):
            return Refusal(taken, "type", name, named[name].kind, value)
        taken += 1
    missing = [p.name for p in parameters if not p.has_default and p.name not in filled and p.name not in options]
    return Refusal(taken, "missing", missing[0]) if missing else None


def listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def in_words(kind: str) -> str:
    """A type as its user writes it."""
    if kind.startswith("Optional["):
        return f"{in_words(kind[len('Optional[') : -1])} or None"
    if sequence := re.fullmatch(r"List\[(\w+)\[(\d+)\]\]", kind):
        return f"a list of {sequence[2]} {sequence[1]}"
    name = kind.rpartition(".")[2]
    members = getattr(getattr(_enums, name, None), "__members__", ())
    return listed([f"{name}.{member}" for member in members]) if members else name


def unique(words: list[str]) -> list[str]:
    return list(dict.fromkeys(words))


def how_to_wrap(value: object, kinds: list[str]) -> str:
    """An array has no kind of its own; a view gives it one."""
    views = [kind for kind in kinds if kind.endswith("View")]
    if not views or not isinstance(value, (numpy.ndarray, list, tuple)):
        return ""
    form = re.search(r"self: [\w.]+, (.*)\) -> None", getattr(_lockstep, views[0]).__init__.__doc__ or "")
    names = [parameter.name for parameter in parameters_of(form[1]) if not parameter.has_default] if form else ["..."]
    return f"; arrays say what they are by a view: {views[0]}({', '.join(names)})"


def described(value: object) -> str:
    if isinstance(value, numpy.ndarray):
        return f"an array of {value.dtype}"
    return "None" if value is None else f"a {type(value).__name__}"


def worded(closest: list[Refusal], forms: list[list[Parameter]]) -> str:
    first = closest[0]
    if first.what == "type":
        kinds = unique([in_words(refusal.kind) for refusal in closest if refusal.what == "type"])
        return f"{first.name} is {described(first.value)}; expected {listed(kinds)}{how_to_wrap(first.value, kinds)}"
    if first.what == "missing":
        return f"{listed(unique([refusal.name for refusal in closest if refusal.what == 'missing']))} is missing"
    if first.what == "many":
        return f"{first.value} arguments are given by place, and {first.name} at most are taken; give options by name"
    if first.what == "twice":
        return f"{first.name} is given twice, by place and by name"
    names = unique([parameter.name for form in forms for parameter in form if parameter.name != "self"])
    near = difflib.get_close_matches(first.name, names, 1)
    others = f"did you mean {near[0]}?" if near else f"there are {listed(names)}" if names else "it takes none"
    return f"there is no argument {first.name}; {others}"


def sentence(text: str, args: tuple, options: Optional[dict]) -> Optional[str]:
    """In place of pybind11's text about these arguments; None for another text, or where nothing better is known."""
    head = re.match(r"(\w+)\(\): incompatible (?:function|constructor) arguments", text)
    listed_forms, _, invoked = text.partition("\nInvoked with: ")
    made, forms = forms_in(listed_forms)
    if not head or not forms or "*args" in listed_forms:
        return None
    given = args[1:] if made else args
    if not invoked.startswith(", ".join(map(repr, given))):
        return None  # the error of another module's function, inside of this one
    refusals = [refusal_of(form, given, options or {}) for form in forms]
    if None in refusals:
        return None
    most = max(refusal.taken for refusal in refusals)
    closest = [refusal for refusal in refusals if refusal.taken == most]
    closest.sort(key=lambda refusal: ("type", "missing", "unknown", "twice", "many").index(refusal.what))
    return f"{made or head[1]}(): {worded(closest, forms)}"

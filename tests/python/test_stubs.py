"""The stubs name the module's contents, and every function has a description."""

import ast
import inspect
import pathlib

import lockstep

STUB = ast.parse(pathlib.Path(lockstep.__file__).with_name("__init__.pyi").read_text())


def names(body):
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node.name
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id
        elif isinstance(node, ast.ImportFrom) and node.module == "_enums":
            yield from (alias.asname for alias in node.names)


def arguments(function):
    return [arg.arg for arg in [*function.args.args, *function.args.kwonlyargs] if arg.arg != "self"]


def test_the_module_and_its_stub_have_the_same_names():
    assert {name for name in names(STUB.body) if not name.startswith("_")} | {"__version__"} == set(lockstep.__all__)


def test_classes_have_the_same_members():
    for node in STUB.body:
        if isinstance(node, ast.ClassDef) and node.name in lockstep.__all__ and node.name != "InvalidInput":
            public = {name for name in vars(getattr(lockstep, node.name)) if not name.startswith("_")}
            assert public == {name for name in names(node.body) if not name.startswith("__")}, node.name


def test_arguments_have_the_same_names_and_order():
    pieces = [(lockstep, STUB.body)] + [
            (getattr(lockstep, node.name), node.body) for node in STUB.body
            if isinstance(node, ast.ClassDef) and node.name in lockstep.__all__]
    functions = [(owner, node) for owner, body in pieces for node in body
                 if isinstance(node, ast.FunctionDef) and not node.decorator_list and not node.name.startswith("__")]
    for owner, node in functions:
        if node.name == "overlap":  # passes its arguments on
            continue
        function = getattr(owner, node.name)
        if inspect.isfunction(function):  # in Python
            assert arguments(node) == [name for name in inspect.signature(function).parameters if name != "self"]
            continue
        lines = function.__doc__.splitlines()
        signature = next(line for line in lines if f"{node.name}(" in line and "*args" not in line)
        places = [signature.find(f"{name}:") for name in arguments(node)]
        assert -1 not in places and places == sorted(places), signature


def parameters(line):
    """Names of a signature of the form name(a: type = value, *, b: type)."""
    inside = line[line.index("(") + 1 : line.rindex(") -> ")]
    depth, names, word = 0, [], ""
    for character in inside + ",":
        depth += (character in "[(<{") - (character in "])>}")
        if character == "," and depth == 0:
            names.append(word.split(":")[0].strip())
            word = ""
        else:
            word += character
    return tuple(name for name in names if name and name != "*" and name != "self")


def test_overloads_have_the_arguments_that_the_module_has():
    overloads = {}
    for owner, body in [(lockstep, STUB.body)] + [(getattr(lockstep, node.name), node.body) for node in STUB.body
                                                  if getattr(node, "name", None) in ("OverlapPass", "World", "World2")]:
        for node in body:
            if isinstance(node, ast.FunctionDef) and any(isinstance(d, ast.Name) for d in node.decorator_list):
                if node.decorator_list[0].id == "_overload":
                    overloads.setdefault((owner, node.name), set()).add(tuple(arguments(node)))
    assert len(overloads) == 23
    for (owner, name), found in overloads.items():
        lines = getattr(owner, name).__doc__.splitlines()
        expected = {parameters(line) for line in lines if f"{name}(" in line and ") -> " in line and "*args" not in line}
        assert found == expected, name


def test_everything_has_a_text():
    for name in lockstep.__all__:
        thing = getattr(lockstep, name)
        if callable(thing) and name != "InvalidInput":
            assert len(thing.__doc__ or "") > 20, name


def test_it_is_marked_as_typed():
    assert pathlib.Path(lockstep.__file__).with_name("py.typed").exists()

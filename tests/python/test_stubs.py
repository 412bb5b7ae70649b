"""The stubs name what the module has, and every function says what it does."""

import ast
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
        if node.name == "overlap":  # hands its arguments on
            continue
        lines = getattr(owner, node.name).__doc__.splitlines()
        signature = next(line for line in lines if f"{node.name}(" in line and "*args" not in line)
        places = [signature.find(f"{name}:") for name in arguments(node)]
        assert -1 not in places and places == sorted(places), signature


def test_everything_has_a_text():
    for name in lockstep.__all__:
        thing = getattr(lockstep, name)
        if callable(thing) and name != "InvalidInput":
            assert len(thing.__doc__ or "") > 20, name


def test_it_is_marked_as_typed():
    assert pathlib.Path(lockstep.__file__).with_name("py.typed").exists()

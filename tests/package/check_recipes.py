#!/usr/bin/env python3
"""Do the recipes in packaging/ agree with CMake about the project, and all documents about the version? No package
manager is needed.

    check_recipes.py ROOT
"""

import ast
import json
import pathlib
import re
import sys


def other_versions(root, version):
    """For documents that name a version other than the library's."""
    minor = version.rpartition(".")[0]
    named = {
        "README.md": (r"^Version ([0-9.]+):", minor),
        "docs/pair-format.md": (r'"version":"([^"]*)"', version),
        "docs/ray-files.md": (r'"version":"([^"]*)"', version),
        "packaging/vcpkg/lockstep/vcpkg.json": (r'"version": "([^"]*)"', version),
    }
    for name, (pattern, wanted) in named.items():
        found = re.findall(pattern, (root / name).read_text(), re.MULTILINE)
        if not found:
            yield f"{name}: no version where one was; mend the pattern in {pathlib.Path(__file__).name}"
        yield from (f"{name}: version {other}, config.hpp has {wanted}" for other in found if other != wanted)
    # The newest version that has a name.
    headings = re.findall(r"^## \[([0-9.]+)\]", (root / "CHANGELOG.md").read_text(), re.MULTILINE)
    if headings and headings[0] != version:
        yield f"CHANGELOG.md: the newest version is {headings[0]}, config.hpp has {version}"


def main():
    root = pathlib.Path(sys.argv[1])
    cmake = (root / "CMakeLists.txt").read_text() + (root / "cmake" / "LockstepInstall.cmake").read_text()
    header = (root / "include" / "lockstep" / "config.hpp").read_text()
    version = re.search(r'define LOCKSTEP_VERSION "([0-9.]+)"', header).group(1)
    options = set(re.findall(r"option\(((?:LOCKSTEP|BUILD)_\w+)", cmake))
    problems = list(other_versions(root, version))

    json.loads((root / "packaging/vcpkg/lockstep/vcpkg.json").read_text())
    portfile = (root / "packaging/vcpkg/lockstep/portfile.cmake").read_text()
    named = set(re.findall(r"-D(\w+)=", portfile))
    problems += [f"portfile.cmake: {option} is no option of CMakeLists.txt" for option in sorted(named - options)]

    recipe = (root / "packaging/conan/conanfile.py").read_text()
    assigned = [node for node in ast.walk(ast.parse(recipe)) if isinstance(node, ast.Assign)]
    values = {node.targets[0].id: ast.literal_eval(node.value) for node in assigned
              if isinstance(node.targets[0], ast.Name) and isinstance(node.value, (ast.Constant, ast.List))}
    for part in values["PARTS"]:
        if not (root / part.removesuffix("/*")).exists():
            problems.append(f"conanfile.py: {part} is not in the tree")
    for part in re.findall(r'"((?:BUILD|EXACT)_\w+)"', recipe):
        if f"LOCKSTEP_{part}" not in options:
            problems.append(f"conanfile.py: LOCKSTEP_{part} is no option of CMakeLists.txt")

    print("\n".join(problems) or f"version {version}, {len(named)} options")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

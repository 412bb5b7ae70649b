#!/usr/bin/env python3
"""Do the recipes in packaging/ say of the project what CMake says? Neither package manager is needed.

    check_recipes.py ROOT
"""

import ast
import json
import pathlib
import re
import sys


def main():
    root = pathlib.Path(sys.argv[1])
    cmake = (root / "CMakeLists.txt").read_text() + (root / "cmake" / "LockstepInstall.cmake").read_text()
    version = re.search(r"project\(lockstep VERSION ([0-9.]+)", cmake).group(1)
    options = set(re.findall(r"option\(((?:LOCKSTEP|BUILD)_\w+)", cmake))
    problems = []

    port = json.loads((root / "packaging/vcpkg/lockstep/vcpkg.json").read_text())
    if port["version"] != version:
        problems.append(f"vcpkg.json: version {port['version']}, CMakeLists.txt has {version}")
    portfile = (root / "packaging/vcpkg/lockstep/portfile.cmake").read_text()
    named = set(re.findall(r"-D(\w+)=", portfile))
    problems += [f"portfile.cmake: {option} is no option of CMakeLists.txt" for option in sorted(named - options)]

    recipe = (root / "packaging/conan/conanfile.py").read_text()
    assigned = [node for node in ast.walk(ast.parse(recipe)) if isinstance(node, ast.Assign)]
    values = {node.targets[0].id: ast.literal_eval(node.value) for node in assigned
              if isinstance(node.targets[0], ast.Name) and isinstance(node.value, (ast.Constant, ast.List))}
    if values["version"] != version:
        problems.append(f"conanfile.py: version {values['version']}, CMakeLists.txt has {version}")
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

"""Checks that kernel/, python/, tools/, bench/ and web/ are houses with rooms: no include runs upward, none in a circle.

usage: check_rooms.py [ROOT]

ROOMS lists the rooms of each tree, top floor first, and what each may use; a quoted include names a file from the root
of its tree, "room/file.hpp". Code that is compiled once per instruction set, kernel/lanes/, includes no container and
no stream (CONTRIBUTING, rules of the kernel), and what knows TBB, xsimd or intrinsics has one home. The kernel includes
nothing of include/lockstep/reference. A named namespace has each type once.

Prints a line for each include or type that breaks this, `FILE:LINE: what`, and ends with exit code 1 if there is any.
"""

import pathlib
import re
import sys
from typing import Iterator, NamedTuple

ROOMS = {
    # Two wings: code that is compiled once, and below lanes/ code that is compiled per instruction set. Both use
    # table/.
    "kernel": {
        "c_abi": "",  # over the C++ headers alone
        "trace": "intersect sets views table base",
        "mesh": "overlap contacts rays cast distance intersect world sets table base",
        "overlap": "neighbours broad_phase contacts distance intersect world sets views table base",
        "bodies": "cast distance intersect sets table base",
        "broad_phase": "sets views table base",
        "contacts": "distance intersect sets polygons table base",
        "rays": "cast distance intersect world sets views table base",
        "cast": "distance intersect sets table base",
        "distance": "intersect sets views table base",
        "intersect": "sets views table base",
        "world": "cull sets views volumes table base",
        "neighbours": "base",
        "cull": "sets views volumes table base",
        "sets": "views table base",
        "views": "table base",
        "lanes/isa": "lanes/trace lanes/broad_phase lanes/world lanes/cull lanes/contacts lanes/rays lanes/distance lanes/pairs lanes/closed_forms "
                     "lanes/shapes lanes/gjk lanes/registers table base",
        "lanes/trace": "lanes/pairs lanes/closed_forms lanes/shapes lanes/gjk lanes/registers table base",
        "lanes/broad_phase": "lanes/registers table base",
        "lanes/world": "lanes/cull lanes/pairs lanes/closed_forms lanes/shapes lanes/gjk lanes/registers table base",
        "lanes/cull": "lanes/pairs lanes/closed_forms lanes/shapes lanes/gjk lanes/registers table base",
        "lanes/contacts": "lanes/distance lanes/pairs lanes/closed_forms lanes/shapes lanes/gjk lanes/registers "
                          "polygons table base",
        "lanes/rays": "lanes/distance lanes/pairs lanes/closed_forms lanes/shapes lanes/gjk lanes/registers table base",
        "lanes/distance": "lanes/pairs lanes/closed_forms lanes/shapes lanes/gjk lanes/registers table base",
        "lanes/pairs": "lanes/closed_forms lanes/shapes lanes/gjk lanes/registers table base",
        "lanes/closed_forms": "lanes/shapes lanes/gjk lanes/registers table base",
        "lanes/shapes": "lanes/gjk lanes/registers table base",
        "lanes/gjk": "lanes/registers base",
        "lanes/registers": "base",
        "volumes": "table base",
        "polygons": "base",
        "table": "base",
        "base": "",
    },
    "python": {
        "module": "calls objects arrays",
        "calls": "objects arrays",
        "objects": "arrays",
        "arrays": "",
    },
    "tools": {
        "commands": "report program runs trace page pairs scenes frames output text",
        "report": "runs page scenes frames output text",
        "perf/commands": "perf perf/formats program page output text",
        "perf": "perf/formats page output text",
        "perf/formats": "text",
        "perf/power": "",  # programs of their own, which docs/perf-power.md measures with
        "perf/power/corpus": "",
        "program": "output text",
        "runs": "scenes frames output text",
        "trace": "page pairs text",
        "page": "text",
        "pairs": "meshes output text",
        "scenes": "frames meshes text",
        "frames": "text",
        "meshes": "text",
        "output": "text",
        "text": "",
    },
    "bench": {
        "rows": "judge methods work",
        "counting": "methods work",
        "record": "",
        "peers": "methods work",
        "judge": "work",
        "methods": "work",
        "work": "",
    },
    "web": {
        "wasm": "",
    },
}

# Files that include from a folder outside of their tree.
OUTSIDE = {
    "kernel/lanes/registers/lanes.hpp": "bench/counting",
    "tools/pairs/exact_judge.cpp": "tests/oracle",
    "python/calls/mesh_files.cpp": "tools",
    "web/wasm/culling.cpp": "tools",
    "web/wasm/lanes.cpp": "tools",
    "web/wasm/page.cpp": "tools",
}

# The headers that kernel/lanes/ may take from the standard library: none with a function to be linked.
LANES_STANDARD = {"bit", "cstddef", "cstdint", "initializer_list", "limits", "type_traits", "utility"}

# Headers, or their folders, that one place of the kernel may include.
HOMES = {
    "tbb/": "kernel/base/parallel.cpp",
    "xsimd/": "kernel/lanes/registers/",
    "immintrin.h": "kernel/lanes/registers/",
    "arm_neon.h": "kernel/lanes/registers/",
}

# The textbook: the kernel does without it.
REFERENCE = "lockstep/reference/"

# The rooms of tools/ that lockstep-perf consists of, which is built without the library: they use only the version from
# its headers. So does text/, except for the readers' files.
WITHOUT_LIBRARY = ("tools/perf/", "tools/program/", "tools/page/", "tools/output/", "tools/text/")
READERS_TEXT = ("tools/text/checks.", "tools/text/zip.")

# Alternatives, of which each instruction set compiles one.
ALTERNATIVES = "kernel/lanes/registers/"

TYPE = re.compile(r"(?:class|struct|union|enum(?: class)?)(?: \[\[.*?\]\]| alignas\(.*?\)| LOCKSTEP_API)* (\w+)(?: [^;]*)? \{")
NAMESPACE = re.compile(r"namespace ([\w:]*) ?\{(?:  //.*)?$")
INCLUDE = re.compile(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


class Include(NamedTuple):
    line: int
    quoted: str | None
    angled: str | None


def includes(path: pathlib.Path) -> list[Include]:
    lines = path.read_text().splitlines()
    return [Include(line, *match.groups()) for line, text in enumerate(lines, 1) if (match := INCLUDE.match(text))]


def room_of(file: str) -> str:
    """kernel/lanes/gjk/gjk_loop.hpp -> lanes/gjk"""
    return "/".join(file.split("/")[1:-1])


def check_quoted(root: pathlib.Path, tree: str, file: str, name: str) -> str | None:
    """The error of `#include "name"` in a file."""
    if tree == "kernel" and name.startswith(REFERENCE):
        return f'"{name}" is of the reference, which the kernel does without'
    if name.startswith("lockstep/") or (file in OUTSIDE and (root / OUTSIDE[file] / name).is_file()):
        return None
    if not (root / tree / name).is_file():
        return f'"{name}" is no file of {tree}/'
    rooms = list(ROOMS[tree])
    room, used = room_of(file), room_of(f"{tree}/{name}")
    if used == room or used in ROOMS[tree][room].split():
        return None
    if used in rooms and rooms.index(used) < rooms.index(room):
        return f"room {room} includes room {used} above it"
    return f"room {room} includes room {used}, which is not for it"


def check_angled(file: str, name: str) -> str | None:
    """The error of `#include <name>` in a file of the program lockstep-perf or of the kernel."""
    if file.startswith("tools/"):
        alone = file.startswith(WITHOUT_LIBRARY) and not file.startswith(READERS_TEXT)
        needs = name.startswith(("lockstep/", "tbb/", "minizip/")) and name != "lockstep/config.hpp"
        return f"<{name}> in what lockstep-perf is built of without it" if alone and needs else None
    if name.startswith(REFERENCE):
        return f"<{name}> is of the reference, which the kernel does without"
    homes = [home for prefix, home in HOMES.items() if name.startswith(prefix)]
    if homes:
        return None if file.startswith(homes[0]) else f"<{name}> is for {homes[0]} alone"
    if file.startswith("kernel/lanes/") and not name.startswith("lockstep/") and name not in LANES_STANDARD:
        return f"<{name}> in what is compiled per instruction set"
    return None


def check_types(names: dict[pathlib.Path, str]) -> Iterator[str]:
    """Types that a second file defines under the same name: the linker keeps one of both destructors, if they are
    functions, as in unoptimised builds."""
    homes: dict[tuple[str, str], str] = {}
    for path, file in names.items():
        namespaces = [""]
        for line, text in enumerate([] if file.startswith(ALTERNATIVES) else path.read_text().splitlines(), 1):
            if text.startswith("}  // namespace"):
                namespaces.pop()
            elif match := NAMESPACE.match(text):
                namespaces.append(match[1])
            elif "" not in namespaces[1:] and (match := TYPE.match(text)):
                home = homes.setdefault(("::".join(namespaces), match[1]), file)
                if home != file:
                    yield f"{file}:{line}: {match[1]} is a type of {home} as well"


def check_tree(root: pathlib.Path, tree: str) -> Iterator[str]:
    files = sorted(path for path in (root / tree).rglob("*") if path.suffix in (".cpp", ".hpp"))
    if not files:
        yield f"{tree}: no sources"
    names = {path: path.relative_to(root).as_posix() for path in files}
    uses = {names[path]: includes(path) for path in files}
    for file, found in uses.items():
        if room_of(file) not in ROOMS[tree]:
            yield f"{file}: in no room of {tree}/"
            continue
        for line, quoted, angled in found:
            if quoted and (problem := check_quoted(root, tree, file, quoted)):
                yield f"{file}:{line}: {problem}"
            if angled and tree in ("kernel", "tools") and (problem := check_angled(file, angled)):
                yield f"{file}:{line}: {problem}"
    yield from check_types(names)
    yield from circles({file: [f"{tree}/{use.quoted}" for use in found if use.quoted] for file, found in uses.items()})


def circles(uses: dict[str, list[str]]) -> Iterator[str]:
    """Files that include themselves through others, each circle once: a depth-first search."""
    done: set[str] = set()

    def walk(file: str, way: list[str]) -> Iterator[str]:
        if file in way:
            yield f"{file}: includes itself: {' -> '.join([*way[way.index(file):], file])}"
        elif file not in done:
            for used in uses.get(file, []):
                yield from walk(used, [*way, file])
            done.add(file)

    for file in uses:
        yield from walk(file, [])


def check_lists() -> Iterator[str]:
    """The lists themselves: a room uses rooms below it alone."""
    for tree, rooms in ROOMS.items():
        order = list(rooms)
        for room, used in rooms.items():
            yield from (f"ROOMS: {tree}/{room} may not use {other}, which is not below it"
                        for other in used.split() if other not in order[order.index(room) + 1:])


def main() -> None:
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    problems = [*check_lists(), *(problem for tree in ROOMS for problem in check_tree(root, tree))]
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{sum(map(len, ROOMS.values()))} rooms, {len(problems)} problems")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()

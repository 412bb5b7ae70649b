"""check_rooms.py passes a clean house and finds every planted violation at its line.

usage: planted_test.py CHECK_COMMAND...
"""

import pathlib
import subprocess
import sys
import tempfile

CLEAN = {
    "kernel/cull/cull.cpp": '#include <lockstep/cull.hpp>\n#include <vector>\n#include "table/records.hpp"\n',
    "kernel/table/records.hpp": "#include <cstdint>\nnamespace lockstep {\nstruct Own {\n};\nstruct Record {\n};\n}  // namespace lockstep\n"
                                "namespace lockstep::detail {\nstruct Record {\n};\n}  // namespace lockstep::detail\n",
    "kernel/lanes/gjk/gjk_loop.hpp": '#include <cstddef>\n#include "lanes/registers/lanes.hpp"\n',
    "kernel/lanes/registers/lanes.hpp": '#include "lanes_counting.hpp"\n#include <xsimd/xsimd.hpp>\n',
    "kernel/base/parallel.cpp": "#include <tbb/parallel_for.h>\n",
    "python/arrays/floats.hpp": "",
    "tools/text/json.hpp": "#include <string>\n",
    "bench/counting/lanes_counting.hpp": "",
    "web/wasm/plane.cpp": "",
}

# name, a file that replaces a clean one or is added, its text, the expected message
CASES = [
    ("upward", "kernel/table/records.hpp", '// A comment.\n#include "cull/cull.cpp"\n',
     "kernel/table/records.hpp:2: room table includes room cull above it"),
    ("upward in tools", "tools/text/json.hpp", '#include "frames/table.hpp"\n#include "frames/table.hpp"\n',
     "tools/text/json.hpp:2: room text includes room frames above it"),
    ("the other wing", "kernel/lanes/gjk/gjk_loop.hpp", '#include "volumes/volume.hpp"\n',
     "kernel/lanes/gjk/gjk_loop.hpp:1: room lanes/gjk includes room volumes, which is not for it"),
    ("circle", "kernel/table/tables.hpp", '#include "table/tables2.hpp"\n',
     "kernel/table/tables.hpp: includes itself: kernel/table/tables.hpp -> kernel/table/tables2.hpp -> "
     "kernel/table/tables.hpp"),
    ("file of its own folder", "tools/text/text.cpp", '#include "json.hpp"\n',
     'tools/text/text.cpp:1: "json.hpp" is no file of tools/'),
    ("the library in lockstep-perf", "tools/perf/commands/trend.cpp",
     '#include <CLI/CLI.hpp>\n#include <lockstep/config.hpp>\n#include <lockstep/types.hpp>\n',
     "tools/perf/commands/trend.cpp:3: <lockstep/types.hpp> in what lockstep-perf is built of without it"),
    ("TBB in what lockstep-perf shares", "tools/output/progress.cpp", "#include <tbb/task_arena.h>\n",
     "tools/output/progress.cpp:1: <tbb/task_arena.h> in what lockstep-perf is built of without it"),
    ("perf in commands", "tools/commands/perf.cpp", '#include "perf/history.hpp"\n',
     "tools/commands/perf.cpp:1: room commands includes room perf, which is not for it"),
    ("container in lanes", "kernel/lanes/gjk/gjk_loop.hpp", "\n\n  #  include <vector>\n",
     "kernel/lanes/gjk/gjk_loop.hpp:3: <vector> in what is compiled per instruction set"),
    ("TBB in lanes", "kernel/lanes/gjk/gjk_loop.hpp", "#include <tbb/parallel_for.h>\n",
     "kernel/lanes/gjk/gjk_loop.hpp:1: <tbb/parallel_for.h> is for kernel/base/parallel.cpp alone"),
    ("intrinsics in the kernel", "kernel/cull/cull.cpp", "#include <immintrin.h>\n",
     "kernel/cull/cull.cpp:1: <immintrin.h> is for kernel/lanes/registers/ alone"),
    ("the reference in the kernel", "kernel/base/vector.hpp", '\n#include "lockstep/reference/vector.hpp"\n',
     'kernel/base/vector.hpp:2: "lockstep/reference/vector.hpp" is of the reference, which the kernel does without'),
    ("the reference in lanes", "kernel/lanes/gjk/gjk_loop.hpp", "#include <lockstep/reference/gjk.hpp>\n",
     "kernel/lanes/gjk/gjk_loop.hpp:1: <lockstep/reference/gjk.hpp> is of the reference, which the kernel does without"),
    ("a type twice", "kernel/table/tables.hpp",
     "namespace lockstep {\n\nnamespace {\n\nclass Own {};\n\n}  // namespace\n\n"
     "struct Record final : Base {\n};\n\n}  // namespace lockstep\n",
     "kernel/table/tables.hpp:9: Record is a type of kernel/table/records.hpp as well"),
    ("no room", "tools/new/new.cpp", "", "tools/new/new.cpp: in no room of tools/"),
    ("no room at all", "bench/new.cpp", "", "bench/new.cpp: in no room of bench/"),
]
# The files that planted ones include; they are valid.
BESIDES = {
    "tools/frames/table.hpp": "",
    "tools/perf/history.hpp": "",
    "kernel/volumes/volume.hpp": "",
    "kernel/table/tables2.hpp": '#include "table/tables.hpp"\n',
    "kernel/table/tables.hpp": "",
}


def check(command: list[str], files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return subprocess.run([*command, folder], capture_output=True, text=True, check=False)


def main() -> None:
    command = sys.argv[1:]
    failures = []
    clean = check(command, CLEAN | BESIDES)
    if clean.returncode != 0:
        failures.append(f"a clean house was rejected:\n{clean.stdout}{clean.stderr}")
    for name, file, text, wanted in CASES:
        result = check(command, CLEAN | BESIDES | {file: text})
        if result.returncode != 1 or wanted not in result.stdout.splitlines():
            failures.append(f"{name}: not said: {wanted}\n{result.stdout}{result.stderr}")
    print(*failures, sep="\n", end="\n" if failures else "")
    print(f"{len(CASES) + 1} planted cases, {len(failures)} wrong")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()

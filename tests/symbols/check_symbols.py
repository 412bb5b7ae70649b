"""Checks what the linker can do with lockstep's object files.

usage: check_symbols.py [--nm NM] [--objdump OBJDUMP] isa ISA OBJECT...
       check_symbols.py [--nm NM] [--objdump OBJDUMP] exports SHARED_LIBRARY
       check_symbols.py [--nm NM] [--objdump OBJDUMP] unwinding OBJECT...

isa      The objects of one instruction set. Of several definitions of an inline function the linker keeps one, for
         everybody: a std::max compiled for AVX-512 would stop every other machine. So each symbol that another object
         could bind to must name its instruction set, lockstep::avx512:: or lockstep::avx512_double:: for example. Nor
         may the objects call anything but the memory functions that a compiler emits by itself (no libm: P2, the same
         bits everywhere), fuse a multiplication and an addition (but in float stages of culling that leave to double
         lanes what they cannot prove), approximate a reciprocal, or use registers wider than the instruction set has.
exports  What a shared library gives to others: the public API and nothing else.
unwinding  No unwind entry of an object is empty, as those of empty cold parts of functions are: an exception that passes
         the function behind it would call abort().

Prints one line per violation, `OBJECT: RULE: what`, and ends with exit code 1 if there is any.
"""

import argparse
import re
import subprocess
import sys
from typing import Iterator, NamedTuple

# The architecture tags of xsimd that belong to each instruction set: batch<float, xsimd::avx512f> names it as well.
XSIMD_TAGS = {
    "scalar": (),
    "sse42": ("sse4_2",),
    "avx2": ("avx2", "fma3<xsimd::avx2>"),
    "avx512": ("avx512f", "avx512dq", "avx512bw"),
    "neon": (),
}
FOREIGN_REGISTERS = {
    "scalar": r"%[yz]mm\d|%k[0-7]",
    "sse42": r"%[yz]mm\d|%k[0-7]",
    "avx2": r"%zmm\d|%k[0-7]",
    "avx512": None,
    "neon": r"\b[zp]\d+\.[bhsd]\b",  # SVE
}
# The functions that a compiler calls by itself; they are baseline code of the C library.
ALLOWED_CALLS = {"memcpy", "memmove", "memset", "memcmp", "__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_"}
# x86 and AArch64: fused operations, approximate reciprocals and square roots.
FUSED = re.compile(r"\bv?(?:fn?m(?:add|sub)\w*|fml[as]\w*)\b")
INEXACT = re.compile(r"\bv?(?:rsqrt\w*|rcp\w*|fr(?:ecp|sqrt)\w*)\b")
MAY_FUSE = ("plane_stage", "probe_stage", "cell_ranges_stage", "sphere_cells_stage", "element_stage", "closed_stage",
            "within_stage", "bounds_stage", "cull_world", "cull_blocks", "cull_open_blocks",
            "NodeStage", "LeafStage", "ObjectStage", "overlap_stage", "step_rays", "enter_objects")  # of float lanes


class Symbol(NamedTuple):
    kind: str  # the letter of nm
    mangled: str
    name: str  # demangled

    @property
    def is_undefined(self) -> bool:
        return self.kind in "Uw"

    @property
    def binds_elsewhere(self) -> bool:
        """Global, weak or unique: an object that is not this one may use this definition."""
        return not self.is_undefined and (self.kind.isupper() or self.kind in "uv")


def output_of(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def symbols(nm: str, path: str, *options: str) -> list[Symbol]:
    def table(*more: str) -> list[list[str]]:
        lines = output_of(nm, "--format=bsd", *options, *more, path).splitlines()
        # [address] kind name; the address is missing if the symbol is undefined
        return [re.fullmatch(r"[0-9a-f]*\s+(\S)\s(.*)", line).groups() for line in lines if line.strip()]

    plain, demangled = table("--no-demangle"), table("--demangle")
    return [Symbol(kind, mangled, name) for (kind, mangled), (_, name) in zip(plain, demangled, strict=True)]


def names_isa(name: str, isa: str) -> bool:
    if re.search(rf"\blockstep::{isa}(_double)?::", name):
        return True
    return any(re.search(rf"\bxsimd::{re.escape(tag)}(?!\w)", name) for tag in XSIMD_TAGS[isa])


def check_isa(arguments: argparse.Namespace, path: str) -> Iterator[str]:
    isa = arguments.isa
    table = symbols(arguments.nm, path)
    own = re.compile(rf"lockstep::{isa}(_double)?::")
    if not any(symbol.binds_elsewhere and own.match(symbol.name) for symbol in table):
        yield f"entry: defines nothing in lockstep::{isa}::, so it is not the object that was meant"
    for symbol in table:
        if symbol.binds_elsewhere and not names_isa(symbol.name, isa):
            yield f"shared: {symbol.kind} {symbol.name}: can be linked into code for other instruction sets"
        if symbol.is_undefined and not symbol.name.startswith("lockstep::") and symbol.mangled not in ALLOWED_CALLS:
            yield f"call: {symbol.name}: not one of the functions that these objects may call"

    foreign = FOREIGN_REGISTERS[isa] and re.compile(FOREIGN_REGISTERS[isa])
    may_fuse = re.compile(
        rf"(?:[\w:]+ )?lockstep::{isa}::(?:\(anonymous namespace\)::)?(?:{'|'.join(MAY_FUSE)})[<(]")
    function = "?"
    for line in output_of(arguments.objdump, "-d", "-C", "--no-show-raw-insn", path).splitlines():
        if header := re.fullmatch(r"[0-9a-f]+ <(.*)>:", line):
            function = header[1]
            continue
        instruction = line.partition("\t")[2].strip()
        if INEXACT.match(instruction) or (FUSED.match(instruction) and not may_fuse.match(function)):
            yield f"inexact: {instruction} in {function}"
        if foreign and foreign.search(instruction):
            yield f"register: {instruction} in {function}"


def check_exports(arguments: argparse.Namespace, path: str) -> Iterator[str]:
    exported = [symbol for symbol in symbols(arguments.nm, path, "-D") if not symbol.is_undefined]
    if not any("lockstep::cull<" in symbol.name for symbol in exported):
        yield "exports: lockstep::cull is missing"
    inner = re.compile(r"lockstep::(?:detail|" + "|".join(XSIMD_TAGS) + r")(?:_double)?::")
    for symbol in exported:
        owner = re.sub(r"^(?:vtable|typeinfo|typeinfo name) for |^(?:void|unsigned \w+|lockstep::\w+) (?=lockstep::)", "",
                       symbol.name)  # a template has its type before its name
        if owner.startswith("lockstep_"):
            continue  # of C: tests/c/check_symbols.py
        if not owner.startswith("lockstep::") or inner.match(owner):
            yield f"exports: {symbol.kind} {symbol.name}: is not public API"


def check_unwinding(arguments: argparse.Namespace, path: str) -> Iterator[str]:
    frames = subprocess.run([arguments.objdump, "--dwarf=frames", path], capture_output=True, text=True, check=True)
    for address in re.findall(r" FDE .* pc=([0-9a-f]+)\.\.\1$", frames.stdout, re.MULTILINE):
        yield f"unwinding: an empty entry at {address}"


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--objdump", default="objdump")
    modes = parser.add_subparsers(dest="mode", required=True)
    isa_mode = modes.add_parser("isa")
    isa_mode.add_argument("isa", choices=XSIMD_TAGS)
    isa_mode.add_argument("paths", nargs="+")
    exports_mode = modes.add_parser("exports")
    exports_mode.add_argument("paths", nargs=1)
    modes.add_parser("unwinding").add_argument("paths", nargs="+")
    arguments = parser.parse_args()

    check = {"isa": check_isa, "exports": check_exports, "unwinding": check_unwinding}[arguments.mode]
    violations = [f"{path}: {violation}" for path in arguments.paths for violation in check(arguments, path)]
    print(*violations, sep="\n", end="\n" if violations else "")
    print(f"{len(arguments.paths)} files, {len(violations)} violations")
    sys.exit(bool(violations))


if __name__ == "__main__":
    main()

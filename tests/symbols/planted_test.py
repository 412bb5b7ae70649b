"""check_symbols.py passes a clean object and finds every planted violation, under its own rule.

usage: planted_test.py COMPILER CHECK_COMMAND...

The objects are never run, so any machine can run this test; the compiler decides which cases can be built.
"""

import pathlib
import subprocess
import sys
import tempfile

AVX512 = ["-mavx512f", "-mfma"]

# name, instruction set, compiler flags, expected rule (None: clean), source
CASES = [
    ("clean", "avx512", AVX512, None, """
        namespace lockstep::avx512 {
        struct Real { float lane[16]; };
        template <class T> __attribute__((noinline)) T twice(T x) { for (float& f : x.lane) f += f; return x; }
        void entry(Real& r) { r = twice(r); }
        }"""),
    ("inline function of the standard library", "avx512", AVX512, "shared", """
        namespace std { template <class T> __attribute__((noinline)) T larger(T a, T b) { return a < b ? b : a; } }
        namespace lockstep::avx512 { float entry(float a, float b) { return std::larger(a, b); } }"""),
    ("strong function outside of the namespace", "avx512", AVX512, "shared", """
        namespace lockstep { float helper(float a) { return a + 1; } }
        namespace lockstep::avx512 { float entry(float a) { return helper(a); } }"""),
    ("another instruction set's name", "avx512", AVX512, "shared", """
        namespace lockstep::avx2 { float helper(float a) { return a + 1; } }
        namespace lockstep::avx512 { float entry(float a) { return avx2::helper(a); } }"""),
    ("inline variable", "avx512", AVX512, "shared", """
        namespace lockstep { inline int counter = 0; }
        namespace lockstep::avx512 { int entry() { return ++counter; } }"""),
    ("libm", "avx512", AVX512, "call", """
        extern "C" float sinf(float);
        namespace lockstep::avx512 { float entry(float a) { return sinf(a); } }"""),
    ("fused multiply-add", "avx512", [*AVX512, "-ffp-contract=fast"], "inexact", """
        namespace lockstep::avx512 { float entry(float a, float b, float c) { return a * b + c; } }"""),
    ("fused multiply-add of a float stage of culling", "avx512", [*AVX512, "-ffp-contract=fast"], None, """
        namespace lockstep::avx512 {
        template <class T> __attribute__((noinline)) T plane_stage(T a, T b, T c) { return a * b + c; }
        float entry(float a, float b, float c) { return plane_stage(a, b, c); } }"""),
    ("fused multiply-add of double lanes", "avx512", [*AVX512, "-ffp-contract=fast"], "inexact", """
        namespace lockstep::avx512_double {
        template <class T> __attribute__((noinline)) T plane_stage(T a, T b, T c) { return a * b + c; }
        double entry(double a, double b, double c) { return plane_stage(a, b, c); } }"""),
    ("approximate reciprocal square root", "sse42", ["-msse4.2"], "inexact", """
        #include <immintrin.h>
        namespace lockstep::sse42 { __m128 entry(__m128 a) { return _mm_rsqrt_ps(a); } }"""),
    ("registers of a wider instruction set", "sse42", ["-mavx2"], "register", """
        #include <immintrin.h>
        namespace lockstep::sse42 { void entry(__m256* a) { *a = _mm256_add_ps(*a, *a); } }"""),
    ("object of something else", "scalar", [], "entry", """
        namespace lockstep::sse42 { int entry() { return 1; } }"""),
]
AARCH64_CASES = [
    ("clean", "neon", [], None, """
        #include <arm_neon.h>
        namespace lockstep::neon { float32x4_t entry(float32x4_t a, float32x4_t b) { return vdivq_f32(a, b); } }"""),
    ("inline function of the standard library", "neon", [], "shared", """
        namespace std { template <class T> __attribute__((noinline)) T larger(T a, T b) { return a < b ? b : a; } }
        namespace lockstep::neon { float entry(float a, float b) { return std::larger(a, b); } }"""),
    ("fused multiply-add of a scalar", "neon", ["-ffp-contract=fast"], "inexact", """
        namespace lockstep::neon { float entry(float a, float b, float c) { return a * b + c; } }"""),
    ("fused multiply-subtract of lanes", "neon", [], "inexact", """
        #include <arm_neon.h>
        namespace lockstep::neon {
        float32x4_t entry(float32x4_t a, float32x4_t b, float32x4_t c) { return vfmsq_f32(a, b, c); }
        }"""),
    ("approximate reciprocal", "neon", [], "inexact", """
        #include <arm_neon.h>
        namespace lockstep::neon { float32x4_t entry(float32x4_t a) { return vrecpeq_f32(a); } }"""),
    ("approximate reciprocal square root", "neon", [], "inexact", """
        #include <arm_neon.h>
        namespace lockstep::neon { float32x4_t entry(float32x4_t a) { return vrsqrteq_f32(a); } }"""),
    ("registers of a wider instruction set", "neon", ["-march=armv8-a+sve"], "register", """
        #include <arm_sve.h>
        namespace lockstep::neon {
        void entry(float* a) { svst1_f32(svptrue_b32(), a, svadd_f32_x(svptrue_b32(), svdup_f32(1), svdup_f32(*a))); }
        }"""),
]


def build(compiler, flags, source, target):
    text = "\n".join(line.strip() for line in source.splitlines())
    command = [compiler, "-std=c++20", "-O2", "-fPIC", *flags, "-x", "c++", "-", "-o", target]
    subprocess.run(command, input=text, text=True, check=True)


def verdict(problem_rule, result):
    """None if the check printed the expected message, else a description of its output."""
    spoke = result.returncode != 0
    if problem_rule is None:
        return f"was rejected:\n{result.stdout}{result.stderr}" if spoke else None
    if result.returncode == 1 and f": {problem_rule}: " in result.stdout:
        return None
    return f"passed rule '{problem_rule}':\n{result.stdout}{result.stderr}"


def main():
    compiler, *check = sys.argv[1:]
    machine = subprocess.run([compiler, "-dumpmachine"], capture_output=True, text=True, check=True).stdout
    cases = AARCH64_CASES if machine.startswith("aarch64") else CASES
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for name, isa, flags, rule, source in cases:
            target = str(pathlib.Path(folder, "planted.o"))
            build(compiler, ["-c", *flags], source, target)
            result = subprocess.run([*check, "isa", isa, target], capture_output=True, text=True, check=False)
            failures.append((name, verdict(rule, result)))
        # A shared library that exports more than the API, like one without a version script.
        library = str(pathlib.Path(folder, "libplanted.so"))
        source = "namespace lockstep { void cull(int) {} } namespace std { void leaked() {} }"
        build(compiler, ["-shared"], source, library)
        result = subprocess.run([*check, "exports", library], capture_output=True, text=True, check=False)
        failures.append(("leaking shared library", verdict("exports", result)))
        source = 'asm(".section .text.unlikely\\n.cfi_startproc\\n.cfi_def_cfa_offset 64\\n.cfi_endproc\\n.text");'
        build(compiler, ["-c"], source, target)
        result = subprocess.run([*check, "unwinding", target], capture_output=True, text=True, check=False)
        failures.append(("empty part of a function", verdict("unwinding", result)))

    failures = [(name, problem) for name, problem in failures if problem]
    for name, problem in failures:
        print(f"{name}: {problem}")
    print(f"{len(cases) + 2} planted cases, {len(failures)} wrong")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()

"""cases.py counts each case once, whether it passed, failed or crashed, and says how to repeat what failed.

usage: planted_test.py CASES_PY
"""

import subprocess
import sys
import tempfile
from pathlib import Path

REPORTS = {
    "good": """<testcase name="One" status="run" result="completed" classname="Good" />
      <testcase name="Two/0" status="run" result="completed" classname="All/Good" />
      <testcase name="Skipped" status="run" result="skipped" classname="Good"><skipped message="no TBB" /></testcase>
      <testcase name="DISABLED_Three" status="notrun" result="suppressed" classname="Good" />""",
    "bad": """<testcase name="One" status="run" result="completed" classname="Bad" />
      <testcase name="Two/7" status="run" result="completed" classname="All/Bad">
        <failure message="short" type=""><![CDATA[bad.cpp:7: 1 is not \udcff]]></failure></testcase>""",
    "leaves": '<testcase name="One" status="run" result="completed" classname="Leaves" />',
}
JUNIT = """<?xml version="1.0" encoding="UTF-8"?>
<testsuite tests="8">
  <testcase name="good.cases" status="run" />
  <testcase name="bad.cases" status="fail"><failure message="" /><system-out>all of it</system-out></testcase>
  <testcase name="leaves.cases" status="fail"><failure message="" /><system-out>a leak</system-out></testcase>
  <testcase name="crash.cases" status="fail"><failure message="SEGFAULT" /><system-out>
[ RUN      ] Crash.One
[       OK ] Crash.One (0 ms)
[ RUN      ] All/Crash.Two/1
</system-out></testcase>
  <testcase name="lost.cases" status="notrun"><skipped message="Unable to find executable" /></testcase>
  <testcase name="c.test" status="run" />
  <testcase name="c.rust" status="notrun"><skipped message="SKIP_RETURN_CODE=77" /></testcase>
  <testcase name="c.export+" status="fail"><failure message="Timeout" /><system-out>first</system-out></testcase>
</testsuite>
"""
COUNTS = "5 5 2\n"
SAID = """\
FAILED: bad.All/Bad.Two/7
bad.cpp:7: 1 is not \ufffd
  again: build/some/tests/area/lockstep_bad_test --gtest_filter=All/Bad.Two/7
FAILED: leaves.cases
a leak

(after its cases, which passed)
  again: ctest --preset some -V -R '^leaves\\.cases$'
FAILED: crash.All/Crash.Two/1
[ RUN      ] Crash.One
[       OK ] Crash.One (0 ms)
[ RUN      ] All/Crash.Two/1

SEGFAULT
  again: build/some/tests/area/lockstep_crash_test --gtest_filter=All/Crash.Two/1
FAILED: lost.cases
Unable to find executable
  again: ctest --preset some -V -R '^lost\\.cases$'
FAILED: c.export+
first
Timeout
  again: ctest --preset some -V -R '^c\\.export\\+$'
"""


def main() -> None:
    command = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        programs = Path(folder, "build/some/tests/area")
        programs.mkdir(parents=True)
        for name in ("good", "bad", "leaves", "crash"):
            (programs / f"lockstep_{name}_test").touch()
        for name, cases in REPORTS.items():
            text = f'<?xml version="1.0" encoding="UTF-8"?><testsuites><testsuite>{cases}</testsuite></testsuites>'
            (programs / f"lockstep_{name}_test.xml").write_text(text, errors="surrogateescape")
        Path(folder, "junit.xml").write_text(JUNIT)
        told = subprocess.run(
            [sys.executable, command, "some", "junit.xml"], cwd=folder, capture_output=True, text=True, check=False
        )
    for what, got, expected in (("counts", told.stdout, COUNTS), ("words", told.stderr, SAID)):
        if got != expected:
            sys.exit(f"{what}: got\n{got}\nin place of\n{expected}")


if __name__ == "__main__":
    main()

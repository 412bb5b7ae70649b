"""Is docs/gjk.md true? python3 guide_test.py NODE LOCKSTEP

Its figures are those that draw.mjs makes, its excerpts of code are in the sources, its numbers are the program's.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
GUIDE = (DOCS / "gjk.md").read_text()
NODE, LOCKSTEP = sys.argv[1], str(pathlib.Path(sys.argv[2]).resolve())


def code_of(line: str) -> str:
    """Without its comment and the blanks around it."""
    return line.split("//")[0].strip()


def blocks(language: str) -> list[str]:
    return [line for block in re.findall(rf"^```{language}\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
            for line in block.splitlines()]


class Guide(unittest.TestCase):
    def test_committed_figures_are_drawn_again(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([NODE, str(DOCS / "pictures" / "draw.mjs"), LOCKSTEP, folder], check=True)
            drawn = {path.name: path.read_text() for path in pathlib.Path(folder).iterdir()}
        committed = {path.name: path.read_text() for path in (DOCS / "pictures").glob("*.svg")}
        self.assertEqual(sorted(drawn), sorted(committed))
        for name, text in committed.items():
            self.assertEqual(text, drawn[name], f"{name}: node docs/pictures/draw.mjs LOCKSTEP draws it anew")

    def test_the_page_shows_each(self) -> None:
        shown = re.findall(r"\]\(pictures/([\w-]+\.svg)\)", GUIDE)
        self.assertEqual(sorted(shown), sorted(path.name for path in (DOCS / "pictures").glob("*.svg")))

    def test_excerpts_stand_in_the_sources(self) -> None:
        sources = [*(ROOT / "include/lockstep/reference").glob("*.hpp"), *(ROOT / "kernel/lanes/gjk").glob("*.hpp")]
        known = {code_of(line) for source in sources for line in source.read_text().splitlines()} | {"..."}
        excerpts = [code for code in map(code_of, blocks("cpp")) if code]
        self.assertGreater(len(excerpts), 20)
        self.assertEqual([code for code in excerpts if code not in known], [])

    def test_numbers_are_the_programs(self) -> None:
        (words,) = re.findall(r"`lockstep (trace docs/pictures/[^`]*)`", GUIDE)
        said = subprocess.run([LOCKSTEP, *words.split()], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        self.assertGreater(len(blocks("text")), 3)
        self.assertEqual([line for line in blocks("text") if line not in said.splitlines()], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)

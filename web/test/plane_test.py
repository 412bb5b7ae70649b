"""The page "GJK in the plane" in a real browser: python3 plane_test.py PAGE.html LOCKSTEP

The page loads without a console error; dragging shapes changes the verdict as `lockstep pairs -` says of the pair that
the page exports, and so are the distance's bounds, to the last digit; bad input gets a sentence and the page goes on.
"""

import pathlib
import random
import subprocess
import sys
import time
import unittest

from webdriver import Browser

PAGE, LOCKSTEP = pathlib.Path(sys.argv[1]).resolve().as_uri(), sys.argv[2]
KINDS = ["circle2d", "capsule2d", "box2d", "ellipse2d", "slice2d", "polygon2d_at"]


def program_says(line: str) -> list[str]:
    """id, verdict, lower, upper and the rest, of `lockstep pairs - --distance`."""
    done = subprocess.run([LOCKSTEP, "pairs", "-", "--distance"], input=line + "\n", capture_output=True, text=True,
                          check=True)
    return done.stdout.rstrip("\n").split("\t")


class PlanePage(unittest.TestCase):
    browser: Browser

    @classmethod
    def setUpClass(cls) -> None:
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.browser.close()

    def setUp(self) -> None:
        self.browser.open(PAGE)

    def tearDown(self) -> None:
        self.assertEqual(self.browser.messages(), [])

    def line(self) -> str:
        return self.browser.run("return document.getElementById('line').value")

    def notice(self) -> str:
        return self.browser.run("const n = document.getElementById('notice'); return n.hidden ? '' : n.textContent")

    def verdict(self) -> str:
        return self.browser.run("return document.getElementById('verdict').querySelector('b').textContent")

    def agree(self) -> str:
        """The page and the program about the exported pair; returns the verdict."""
        said = program_says(self.line())
        self.assertEqual(self.verdict(), said[1], self.line())
        lower, upper = self.browser.run("return [window.page.answer.lower, window.page.answer.upper]")
        self.assertEqual([lower, upper], [float(said[2]), float(said[3])], self.line())
        return said[1]

    def middle_of(self, name: str) -> tuple[float, float]:
        """Where a shape can be taken hold of, in the window."""
        return tuple(self.browser.run(
            "const s = document.getElementById('pair').getBoundingClientRect(), o = window.page.outline[arguments[0]],"
            " m = [0, 1].map((i) => o.reduce((t, p) => t + p[i], 0) / o.length), [x, y] = window.page.window.at(m);"
            "return [s.left + x * s.width / 600, s.top + y * s.height / 600];", name))

    def test_loads(self) -> None:
        self.assertEqual(self.notice(), "")
        self.assertEqual(self.browser.run("return performance.getEntriesByType('resource').length"), 0)
        self.agree()

    def test_dragging_changes_the_verdict_as_the_program_says(self) -> None:
        before = self.line()
        self.browser.drag(self.middle_of("a"), self.middle_of("b"))
        self.assertNotEqual(self.line(), before)
        self.assertEqual(self.agree(), "overlapping")
        x, y = self.middle_of("a")
        self.browser.drag((x, y), (x - 260, y - 160))
        self.assertEqual(self.agree(), "separated")

    def test_every_two_kinds_agree(self) -> None:
        numbers = random.Random(18)
        for kind_a in KINDS:
            for kind_b in KINDS:
                self.browser.run(
                    "for (const [i, name] of ['a', 'b'].entries()) { const s = document.getElementById('kind-' + name);"
                    "s.value = arguments[i]; s.dispatchEvent(new Event('change')); }", kind_a, kind_b)
                self.browser.run("document.getElementById('body-' + arguments[0]).focus()", numbers.choice("ab"))
                self.browser.keys("".join(numbers.choices("[]+-" + ARROWS, k=6)))
                self.agree()

    def test_contact(self) -> None:
        self.browser.run("document.getElementById('contact').click(); document.getElementById('contact').click()")
        self.agree()
        self.assertLess(abs(self.browser.run("return window.page.answer.upper")), 4 * 2**-20)
        self.browser.open(PAGE + "#a=circle2d+0+0+1&b=circle2d+2+0+1&touching=separate")
        self.assertEqual(self.agree(), "touching")
        self.assertIn("no, ", self.browser.run("return document.getElementById('verdict').textContent"))

    def test_steps_go_forward_and_back_and_into_the_address(self) -> None:
        self.browser.run("document.getElementById('first').click()")
        title = "return document.getElementById('step-title').textContent"
        self.assertTrue(self.browser.run(title).startswith("Step 0 "))
        self.browser.run("document.getElementById('forward').click()")
        self.assertTrue(self.browser.run(title).startswith("Step 1 "))
        time.sleep(0.5)  # the address follows when the drag is over
        address = self.browser.run("return location.hash")
        picture = "return document.getElementById('difference-drawing').innerHTML"
        drawn = self.browser.run(picture)
        self.browser.open(PAGE + address)
        self.assertEqual(self.browser.run(picture), drawn)

    def test_bad_addresses_get_a_sentence(self) -> None:
        good = self.line()
        for bad, word in [("a=circle2d+NaN+0+1", "NaN"), ("a=circle2d+0+0+-1", "negative"), ("b=cube+1", "cube"),
                          ("step=x", "step"), ("view=0+0+0", "view"), ("a=polygon2d_at+0+0+0+9+1+1", "9"),
                          ("a=circle2d+1e30+0+1", "1e18"), ("%E0%A4%A", "nothing"), ("constructor=1", "nothing")]:
            self.browser.open(PAGE + "#" + bad)
            self.assertIn(word, self.notice(), bad)
            self.assertEqual(self.line(), good, bad)
            self.agree()

    def test_what_the_library_refuses_gets_its_sentence(self) -> None:
        sentence = self.browser.run(
            "try { window.page.library.ask('x | circle2d 0 0 -1 | circle2d 0 0 1') }"
            "catch (error) { return error.message }")
        self.assertIn("radius", sentence)
        self.agree()

    def test_a_dropped_file_is_shown(self) -> None:
        text = "# pairs\nballs | circle2d 100 0 1 | circle2d 100.5 0 1\nspace | sphere 0 0 0 1 | sphere 0 0 0 1\n"
        self.browser.run(
            "const d = new DataTransfer(); d.items.add(new File([arguments[0]], 'p.txt'));"
            "window.dispatchEvent(new DragEvent('drop', {dataTransfer: d, cancelable: true}))", text)
        self.browser.run("return new Promise((done) => setTimeout(done, 200))")
        self.assertIn("| circle2d 100 0 1 | circle2d 100.5 0 1", self.line())
        self.assertIn("line 3", self.notice())
        self.assertEqual(self.agree(), "overlapping")


ARROWS = "\ue012\ue013\ue014\ue015"  # left, up, right, down

if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)

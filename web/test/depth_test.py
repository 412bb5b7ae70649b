"""The page "Distance and depth" in a real browser: python3 depth_test.py PAGE.html LOCKSTEP"""

import json
import random
import sys
import unittest

import pair_page


class DepthPage(pair_page.PairPage):
    kinds = ["circle2d", "capsule2d", "box2d", "ellipse2d", "slice2d", "polygon2d_at"]
    touching = "a=circle2d+0+0+1&b=circle2d+2+0+1"
    bad_addresses = [("a=circle2d+NaN+0+1", "NaN"), ("b=circle2d+0+0+-1", "negative"), ("b=cube+1", "cube"),
                     ("view=0+0+0", "view"), ("b=polygon2d_at+0+0+0+9+1+1", "9"), ("a=circle2d+1e30+0+1", "1e18"),
                     ("closer=very", "closer")]
    proven_at_first = r"^bounds in float lanes: square of the distance .*> "

    def agree(self) -> str:
        """Also compares the steps with the program's trace, and the texts with the program's numbers."""
        verdict = super().agree()
        line = self.line()
        said = json.loads(pair_page.program_says(line, "trace", "-", "--json", "--distance"))["distance"]
        steps = self.browser.run(
            "return window.page.steps.filter(({ phase }) => phase !== 'none').map((s) => ({ direction: s.direction, on_a: s.onA,"
            "on_b: s.onB, found: s.found, nearest: s.nearest, a: s.a, b: s.b, lower: s.lower, upper: s.upper }))")
        self.assertEqual(steps, said["reference"] + said.get("expansion", []), line)
        written = self.browser.run("return [...document.querySelectorAll('#distance span')].map((s) => s.textContent)")
        self.assertEqual([float(x.replace("−", "-")) for x in written], [said["lower"], said["upper"]], line)
        return verdict

    def show(self, a: str, b: str, more: str = "") -> None:
        self.browser.open(f"{pair_page.PAGE}#a={a.replace(' ', '+')}&b={b.replace(' ', '+')}{more}")

    def test_a_polytope_grows_by_what_each_step_found(self) -> None:
        self.show("ellipse2d -0.4 0.4 0.6 1.9 0.8", "box2d 0.6 0.2 0.3 1 1")
        self.assertEqual(self.agree(), "overlapping")
        polygons = self.browser.run("return page.steps.filter(({ phase }) => phase === 'polytope').map((s) => s.polygon)")
        found = self.browser.run("return page.steps.filter(({ phase }) => phase === 'polytope').map((s) => s.found)")
        self.assertGreater(len(polygons), 3)
        for before, after, new in zip(polygons, polygons[1:], found):
            self.assertEqual([p for p in after if p != new], before)
            for p, q, r in zip(after, after[1:] + after[:1], after[2:] + after[:2]):  # convex, counter-clockwise
                self.assertGreater((q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]), -1e-9)

    def test_the_interval_closes_on_the_answer(self) -> None:
        numbers = random.Random(5)
        for far in (0, 0.5, 1.9, 2.1, 4):
            self.show(f"ellipse2d 0 0 {numbers.random():.3f} 1.5 0.8", f"box2d {far} 0.1 {numbers.random():.3f} 1 0.5")
            self.agree()
            lower, upper, answer = self.browser.run(
                "const { lower, upper } = page.steps.at(-1); return [lower, upper, page.answer]")
            self.assertLess(max(abs(lower - answer["lower"]), abs(upper - answer["upper"])), 1e-5)

    def test_the_chart_chooses_a_step(self) -> None:
        self.browser.run("document.getElementById('chart').scrollIntoView({ block: 'center' })")
        x, y, width = self.browser.run("const c = document.getElementById('chart').getBoundingClientRect();"
                                       "return [c.left, c.top + c.height / 2, c.width]")
        self.browser.drag((x + 4, y), (x + 4, y))
        self.assertTrue(self.title().startswith("Step 0 "))
        self.browser.drag((x + 4, y), (x + width - 4, y))
        self.assertEqual(self.browser.run("return page.state.step"), self.browser.run("return page.steps.length - 1"))

    def test_looking_closer_changes_the_picture_alone(self) -> None:
        line, drawn = self.line(), self.picture()
        self.browser.run("document.getElementById('closer').click()")
        self.assertNotEqual(self.picture(), drawn)
        self.assertEqual(self.line(), line)
        self.browser.run("document.getElementById('closer').click()")
        self.assertEqual(self.picture(), drawn)

    def test_what_has_no_steps_or_no_depth_gets_its_words(self) -> None:
        for a, b, word in [("circle2d 1 2 0", "circle2d 1 2 0", "meet there"),
                           ("capsule2d 0 0 4 4 0", "capsule2d 1 1 9 9 0", "no depth but 0"),
                           ("circle2d 0 0 0", "circle2d 0 0 1e-30", ""), ("circle2d 1e18 0 1", "circle2d -1e18 0 1", ""),
                           ("circle2d 0 0 1", "circle2d 0 0 1", "")]:
            self.show(a, b, "&step=400")
            self.assertEqual(self.notice(), "", a)
            self.agree()
            self.assertIn(word, self.browser.run("return document.getElementById('step-text').textContent"))
            for bad in ("NaN", "undefined", "Infinity"):
                self.assertNotIn(bad, self.browser.run("return document.querySelector('main').innerHTML"), a)

    def test_presets(self) -> None:
        for number in range(self.browser.run("return document.getElementById('preset').options.length - 1")):
            self.browser.run("const s = document.getElementById('preset'); s.value = arguments[0];"
                             "s.dispatchEvent(new Event('change'))", number)
            self.assertEqual(self.notice(), "")
            self.agree()

    def test_a_dropped_file_is_shown(self) -> None:
        self.drop("balls | circle2d 100 0 1 | circle2d 100.5 0 1\nspace | sphere 0 0 0 1 | sphere 0 0 0 1\n")
        self.assertIn("| circle2d 100 0 1 | circle2d 100.5 0 1", self.line())
        self.assertIn("line 2", self.notice())
        self.assertEqual(self.agree(), "overlapping")


del pair_page.PairPage  # it is no test by itself

if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)

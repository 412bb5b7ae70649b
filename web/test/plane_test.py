"""The page "GJK in the plane" in a real browser: python3 plane_test.py PAGE.html LOCKSTEP"""

import random
import sys
import unittest

import pair_page


class PlanePage(pair_page.PairPage):
    kinds = ["circle2d", "capsule2d", "box2d", "ellipse2d", "slice2d", "polygon2d_at"]
    touching = "a=circle2d+0+0+1&b=circle2d+2+0+1"
    bad_addresses = [("a=circle2d+NaN+0+1", "NaN"), ("a=circle2d+0+0+-1", "negative"), ("b=cube+1", "cube"),
                     ("view=0+0+0", "view"), ("a=polygon2d_at+0+0+0+9+1+1", "9"), ("a=circle2d+1e30+0+1", "1e18")]

    def test_what_the_library_refuses_gets_its_sentence(self) -> None:
        sentence = self.browser.run(
            "try { window.page.library.ask('x | circle2d 0 0 -1 | circle2d 0 0 1') }"
            "catch (error) { return error.message }")
        self.assertIn("radius", sentence)
        self.agree()

    def test_turned_shapes_are_traced_alike(self) -> None:
        """For any mathematics library's values of an angle."""
        numbers = random.Random(18)
        for _ in range(40):
            angle, other, half = (numbers.uniform(0, most) for most in (7, 100, 1.57))
            line = f"x | ellipse2d 0 0 {angle:.6g} 1 2 | slice2d 1 1.5 {other:.6g} {half:.6g} 1.5"
            self.assertEqual(self.browser.run("return window.page.library.trace(arguments[0])", line),
                             pair_page.program_says(line, "trace", "-", "--json", "--distance"), line)

    def test_no_view_is_too_near(self) -> None:
        """Also where the numbers next to the middle equal the middle."""
        for more in ("", "&view=1+2+1e-30"):
            self.browser.open(f"{pair_page.PAGE}#a=circle2d+1+2+0&b=circle2d+1+2+0{more}")
            self.assertEqual(self.notice(), "")
            self.assertEqual(self.agree(), "touching")

    def test_a_dropped_file_is_shown(self) -> None:
        self.drop("# pairs\nballs | circle2d 100 0 1 | circle2d 100.5 0 1\nspace | sphere 0 0 0 1 | sphere 0 0 0 1\n")
        self.assertIn("| circle2d 100 0 1 | circle2d 100.5 0 1", self.line())
        self.assertIn("line 3", self.notice())
        self.assertEqual(self.agree(), "overlapping")


del pair_page.PairPage  # it is no test by itself

if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)

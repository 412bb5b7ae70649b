"""The page "GJK in space" in a real browser: python3 space_test.py PAGE.html LOCKSTEP"""

import sys
import unittest

import pair_page


class SpacePage(pair_page.PairPage):
    kinds = ["point", "sphere", "aabb", "obb", "capsule", "cylinder", "cone", "ellipsoid", "hull_at", "frustum8",
             "frustumvp01", "frustumvp11"]
    touching = "a=sphere+0+0+0+1&b=sphere+2+0+0+1"
    bad_addresses = [("a=sphere+NaN+0+0+1", "NaN"), ("a=sphere+0+0+0+-1", "negative"), ("b=cube+1", "cube"),
                     ("view=0+0+0+0+0+0", "view"), ("a=hull_at+0+0+0+0+0+0+1+0+9+1+1+1", "9"),
                     ("a=sphere+1e30+0+0+1", "largest"), ("a=obb+0+0+0+0+0+0+2+1+1+1", "quaternion"),
                     ("a=cone+1+1+1+1+1+1+2", "apex"), ("region=E", "region"),
                     ("a=frustumvp01+1+0+0+0+0+1+0+0+0+0+1+-0.1+0+0+1+0", "without an end")]
    keys = pair_page.PairPage.keys + "\ue00e\ue00f"  # Page Up, Page Down

    def test_every_two_kinds_agree(self) -> None:
        """Also checks that the page's rules choose the region that each step kept."""
        for kinds in self.every_two_kinds():
            self.agree()
            self.assertTrue(self.browser.run("return window.page.rulesAgree()"), kinds)

    def test_the_scene_turns(self) -> None:
        line, drawn = self.line(), self.picture()
        x, y = self.browser.run("const s = document.getElementById('difference').getBoundingClientRect();"
                                "return [s.left + 20, s.top + 20]")
        self.browser.drag((x, y), (x + 80, y + 40))
        self.assertNotEqual(self.picture(), drawn)
        drawn = self.picture()
        self.browser.run("document.getElementById('pair').focus()")
        self.browser.keys(pair_page.ARROWS[0])
        self.assertNotEqual(self.picture(), drawn)
        self.assertEqual(self.line(), line)
        self.agree()

    def test_a_shape_is_turned_and_reshaped_by_its_handles(self) -> None:
        for number in range(4):  # three half extents and the ring
            before = self.line()
            x, y = self.browser.run(
                "const g = document.querySelectorAll('.grip')[arguments[0]].getBoundingClientRect();"
                "return [g.left + g.width / 2, g.top + g.height / 2]", number)
            self.browser.drag((x, y), (x + 30, y + 20))
            self.assertNotEqual(self.line(), before, number)
            self.agree()

    def test_regions_are_shown_when_they_are_pressed(self) -> None:
        drawn = self.picture()
        self.browser.run("document.querySelector('#regions [data-region=AB]').click()")
        self.assertNotEqual(self.picture(), drawn)
        self.assertEqual(self.browser.run("return document.activeElement.dataset.region"), "AB")
        self.browser.run("document.querySelector('#regions [data-region=AB]').click()")
        self.assertEqual(self.picture(), drawn)

    def test_presets(self) -> None:
        for number in range(self.browser.run("return document.getElementById('preset').options.length")):
            self.browser.run("const s = document.getElementById('preset'); s.value = arguments[0];"
                             "s.dispatchEvent(new Event('change'))", number)
            self.assertEqual(self.notice(), "")
            self.agree()

    def test_flat_and_small_and_large_shapes_are_drawn(self) -> None:
        for a in ["hull_at 0 0 0 0 0 0 1 0 3 0 0 0 1 0 0 0 1 0", "obb 0 0 0 0 0 0 1 1 0 0", "point 1 2 3",
                  "sphere 0 0 0 1e-20", "sphere 1e17 0 0 1e17", "capsule 0 0 0 0 0 0 0", "cone 0 0 0 0 0 1 0"]:
            self.type_line(f"x | {a} | aabb -1 -1 -1 1 1 1")
            self.assertEqual(self.notice(), "", a)
            self.assertNotIn("NaN", self.browser.run("return document.querySelector('main').innerHTML"), a)
            self.agree()

    def test_files_are_shown(self) -> None:
        self.drop("# pairs\nballs | sphere 9 0 0 1 | rhull 2 0.5 9 0 0 10 0 0\n"
                  "plane | circle2d 0 0 1 | circle2d 0 0 1\n")
        self.assertIn("| sphere 9 0 0 1 | hull_at 0 0 0 0 0 0 1 0.5 2 9 0 0 10 0 0", self.line())
        self.assertIn("line 3", self.notice())
        self.assertEqual(self.agree(), "overlapping")
        self.type_line("one | point 0 0 0 | sphere 0 0 0 1\ntwo | point 5 0 0 | sphere 0 0 0 1")
        self.assertEqual(self.browser.run("return document.getElementById('pairs').options.length"), 2)
        self.assertEqual(self.agree(), "overlapping")


del pair_page.PairPage  # it is no test by itself

if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)

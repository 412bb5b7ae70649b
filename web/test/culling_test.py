"""The page "Culling" in a real browser: python3 culling_test.py PAGE.html LOCKSTEP

The page loads without a console error; wherever the camera flies, its counts and lists are those that the shown command
prints for the saved scene; planes keep all objects that no plane separates, and all visible ones; a bad address gets a
sentence and the page goes on.
"""

import csv
import io
import json
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Any

import live_page
from live_page import LOCKSTEP, PAGE

LEFT, UP, RIGHT, DOWN = "\ue012\ue013\ue014\ue015"
GRIDS = ["6x4", "12x8", "3x2x5"]


def program_says(table: str, command: str) -> dict[str, Any]:
    """The camera of `lockstep cull .. --json` in a folder with the saved scene."""
    program, *arguments = shlex.split(command)
    assert program == "lockstep"
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, arguments[1]).write_text(table)
        done = subprocess.run([LOCKSTEP, *arguments, "--json", "--repeat", "1"], cwd=folder, capture_output=True,
                              text=True, check=True)
    return json.loads(done.stdout)


def rotated(q: list[float], v: list[float]) -> list[float]:
    """By Rodrigues, of a quaternion of any length."""
    x, y, z, w = q
    square = x * x + y * y + z * z + w * w
    inner, outer = x * v[0] + y * v[1] + z * v[2], (y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0])
    return [(2 * inner * a + (2 * w * w - square) * b + 2 * w * c) / square for a, b, c in zip(q, v, outer)]


def room_inside_planes(table: str, matrix: list[float]) -> list[float]:
    """For each object how far it reaches into the half spaces of a view, at the plane with the least."""
    rows = [matrix[i:i + 4] for i in (0, 4, 8, 12)]
    planes = [[w + sign * x for w, x in zip(rows[3], row)] for row in rows[:3] for sign in (1, -1)]
    found = []
    for line in csv.DictReader(io.StringIO(table)):
        n = {name: float(text) for name, text in line.items() if name != "shape" and text}
        least = float("inf")
        for x, y, z, w in planes:
            size = (x * x + y * y + z * z) ** 0.5
            reach = n.get("radius", 0) * size
            if line["shape"] == "box":
                turn = [n[q] for q in ("qx", "qy", "qz", "qw")]
                axes = [rotated(turn, [float(i == k) for i in range(3)]) for k in range(3)]
                reach = sum(n[half] * abs(x * a + y * b + z * c) for half, (a, b, c) in zip(("hx", "hy", "hz"), axes))
            least = min(least, (x * n["x"] + y * n["y"] + z * n["z"] + w + reach) / size)
        found.append(least)
    return found


class CullingPage(live_page.LivePage):
    def ask(self, script: str, *arguments: Any) -> Any:
        return self.browser.run("return " + script, *arguments)

    def place_of(self, name: str) -> list[float]:
        """Left, top, width and height in the window."""
        return self.ask("(({left, top, width, height}) => [left, top, width, height])"
                        "(document.getElementById(arguments[0]).getBoundingClientRect())", name)

    def settle(self) -> None:
        """Waits two frames, so that the result is drawn."""
        self.ask("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def answers(self) -> tuple[list[int], list[int]]:
        kept, seen = self.ask("[window.page.answers.answer.kept, window.page.answers.answer.seen]")
        return [i for i, bit in enumerate(kept) if bit], [i for i, bit in enumerate(seen) if bit]

    def lists(self, method: str) -> list[list[int]]:
        """The objects that each part of the grid keeps, from the masks."""
        return self.ask("window.page.answers.masks[arguments[0]].map((mask) => window.page.answers.objects"
                        ".map((_, i) => i).filter((i) => mask[i >> 5] >>> (i & 31) & 1))", method)

    def agree(self) -> tuple[list[int], list[int]]:
        """Compares the page and the program for one view; returns the objects that the planes keep and the visible
        ones."""
        kept, seen = self.answers()
        table, command = self.ask("[window.page.answers.table(), document.getElementById('command').value]")
        said = program_says(table, command)
        camera = said["cameras"][0]
        self.assertEqual(said["objects"], self.ask("window.page.answers.objects.length"))
        self.assertEqual(camera["view_objects"], [seen], command)
        self.assertEqual(camera["kept_by_planes"], len(kept), command)
        shown = self.ask("['seen', 'needless', 'culled'].map((id) => document.getElementById(id).textContent)")
        self.assertEqual([int(text) for text in shown],
                         [len(seen), len(kept) - len(seen), said["objects"] - len(kept)])
        self.assertLessEqual(set(seen), set(kept))
        room = room_inside_planes(table, self.ask("Array.from(window.page.answers.matrix)"))
        for i, least in enumerate(room):  # nothing of a town lies as close to a plane as this
            self.assertEqual(i in kept, least > 0, f"object {i}: {least} {command}")
        return kept, seen

    def test_loads_and_stands_still(self) -> None:
        self.assertEqual(self.notice(), "")
        self.assertEqual(self.ask("performance.getEntriesByType('resource').length"), 0)
        kept, seen = self.agree()
        self.assertGreater(len(kept), len(seen))  # the first picture shows a difference
        before = self.ask("JSON.stringify(window.page.state)")
        time.sleep(0.3)
        self.assertEqual(self.ask("JSON.stringify(window.page.state)"), before)

    def test_flights_end_where_the_program_says_the_same(self) -> None:
        numbers = random.Random(18)
        surplus = 0
        for seed in (1, 10, 999999):
            for fov, far in ((50, 70), (90, 40), (20, 200)):
                self.browser.run("window.page.change({seed: arguments[0], fov: arguments[1], far: arguments[2]});"
                                 "document.getElementById('camera').focus()", seed, fov, far)
                before = self.ask("JSON.stringify(window.page.state)")
                self.browser.keys("".join(numbers.choices("wasdqe" + LEFT + RIGHT + UP + DOWN, k=40)))
                self.assertNotEqual(self.ask("JSON.stringify(window.page.state)"), before)
                self.browser.run("window.page.change({at: window.page.state.at.map((x, i) => x + arguments[0][i])})",
                                 [numbers.uniform(-30, 30), numbers.uniform(-30, 30), 0])
                kept, seen = self.agree()
                surplus += len(kept) - len(seen)
        self.assertGreater(surplus, 0)

    def test_dragging_looks_around(self) -> None:
        left, top, width, height = self.place_of("camera")
        before = self.ask("window.page.state")
        self.browser.drag((left + width / 2, top + height / 2), (left + width / 2 + 120, top + height / 2 + 30))
        after = self.ask("window.page.state")
        self.assertEqual(after["at"], before["at"])
        self.assertGreater(after["look"][0], before["look"][0])
        self.assertGreater(after["look"][1], before["look"][1])
        self.agree()

    def test_a_finger_looks_around(self) -> None:
        left, top, _, _ = self.place_of("camera")
        before = self.ask("window.page.state.look")
        self.browser.drag((left + 200, top + 100), (left + 120, top + 100), by="touch")
        self.assertLess(self.ask("window.page.state.look")[0], before[0])
        self.agree()

    def test_the_view_from_outside_turns_and_answers_stay(self) -> None:
        left, top, _, _ = self.place_of("outside")
        before, answers = self.ask("window.page.state.outside"), self.answers()
        self.browser.drag((left + 100, top + 100), (left + 160, top + 120))
        self.assertNotEqual(self.ask("window.page.state.outside"), before)
        self.assertEqual(self.answers(), answers)

    def test_held_keys_fly_on_unless_motion_is_to_be_reduced(self) -> None:
        press = "window.dispatchEvent(new KeyboardEvent('keydown', {code: 'KeyW'}))"
        for wish, flies_on in (("no-preference", True), ("reduce", False)):
            self.browser.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": wish}])
            start = self.ask("window.page.state.at")
            self.browser.run(press)
            first = self.ask("window.page.state.at")
            time.sleep(0.4)
            later = self.ask("window.page.state.at")
            self.browser.run("window.dispatchEvent(new KeyboardEvent('keyup', {code: 'KeyW'}))")
            self.assertNotEqual(first, start)
            self.assertEqual(first != later, flies_on, wish)
        self.browser.cdp("Emulation.setEmulatedMedia", features=[])

    def test_buttons_fly(self) -> None:
        for way in ("KeyW", "KeyS", "KeyA", "KeyD", "KeyE", "KeyQ"):
            before = self.ask("window.page.state.at")
            self.browser.run("document.querySelector(`[data-way=${arguments[0]}]`).click()", way)
            self.assertNotEqual(self.ask("window.page.state.at"), before, way)
        self.browser.run("document.getElementById('home').click()")
        self.agree()

    def test_tiles_and_clusters_are_what_the_program_and_single_volumes_say(self) -> None:
        for grid in GRIDS:
            self.browser.open(f"{PAGE}#seed=3&objects=500&at=-20+11+6&look=0.4+-0.1&grid={grid}")
            _, seen = self.answers()
            exact, planes = self.lists("exact"), self.lists("planes")
            table, command = self.ask("[window.page.answers.table(), document.getElementById('command').value]")
            camera = program_says(table, command)["cameras"][0]
            self.assertEqual(camera["view_objects"], exact, grid)
            self.assertEqual(camera["view_kept_by_planes"], [len(part) for part in planes], grid)
            self.assertEqual(sorted({i for part in exact for i in part}), seen, grid)
            alone = "window.page.answers.library.alone(arguments[0], arguments[1])"
            for part in range(len(exact)):
                mask = self.ask(f"Array.from({alone})", True, part)
                self.assertEqual([i for i in range(500) if mask[i >> 5] >> (i & 31) & 1], exact[part], (grid, part))
                mask = self.ask(f"Array.from({alone})", False, part)
                kept = {i for i in range(500) if mask[i >> 5] >> (i & 31) & 1}
                self.assertLessEqual(set(planes[part]), kept, (grid, part))
                self.assertLessEqual(set(exact[part]), set(planes[part]), (grid, part))

    def test_a_tapped_tile_shows_its_objects(self) -> None:
        self.browser.open(PAGE + "#grid=6x4&method=exact")
        self.settle()
        left, top, width, height = self.place_of("camera")
        frame = 0.8 * width / 1.5
        for tile in ([0, 0], [5, 3], [2, 1]):
            at = (left + width / 2 + (tile[0] - 2.5) * frame / 4, top + height / 2 - (tile[1] - 1.5) * frame / 4)
            self.browser.drag(at, at)
            self.assertEqual(self.ask("window.page.state.tile"), tile)
            names = self.ask("window.page.answers.objects.map(({name}) => name)")
            inside = [names[i] for i in self.lists("exact")[tile[1] * 6 + tile[0]]]
            said = self.ask("document.getElementById('inside').textContent")
            self.assertIn(f"Column {tile[0] + 1}, row {tile[1] + 1}: {len(inside)} object", said)
            self.assertIn(", ".join(inside[:24]), said)
            heat = self.ask("window.page.answers.heat.counts")
            self.assertEqual(heat[tile[1] * 6 + tile[0]], len(inside))
        self.browser.keys("l")
        self.assertEqual(self.ask("window.page.state.tile"), [3, 1])

    def test_planes_and_exact(self) -> None:
        for method in ("exact", "planes"):
            self.browser.run("document.querySelector(`input[value=${arguments[0]}]`).click()", method)
            self.assertEqual(self.ask("window.page.state.method"), method)
            self.assertIn(method, self.ask("document.getElementById('method-text').textContent"))

    def test_a_link_shows_the_same_picture(self) -> None:
        picture = "['camera', 'outside'].map((id) => document.getElementById(id).toDataURL())"
        self.browser.run("document.getElementById('camera').focus()")
        self.browser.keys("wwwdda" + LEFT + UP)
        self.browser.run("window.page.change({seed: 77, objects: 300, grid: [12, 8, 4], slice: 3, tile: [4, 2],"
                         "method: 'exact', fov: 61, far: 90, outside: [0.1, 0.9, 60], theme: 'dark'})")
        time.sleep(0.5)  # the address follows when the flight is over
        self.settle()
        state, drawn, address = self.ask(f"[JSON.stringify(window.page.state), {picture}, location.hash]")
        self.browser.open(PAGE + address)
        self.settle()
        self.assertEqual(self.ask("JSON.stringify(window.page.state)"), state)
        self.assertEqual(self.ask(picture), drawn)
        self.assertEqual(self.notice(), "")

    def test_bad_addresses_get_a_sentence(self) -> None:
        good = self.answers()
        for bad, word in [
                ("at=NaN+0+0", "NaN"), ("at=1+2", "3 numbers"), ("at=1e9+0+0", "500"), ("look=Infinity+0", "look"),
                ("seed=-1", "seed"), ("seed=1e5", "seed"), ("seed", "seed"), ("objects=1000000", "4000"),
                ("fov=0", "field of view"), ("far=x", "depth"), ("method=octree", "planes"), ("grid=0x8", "grid"),
                ("grid=99x99x99", "grid"), ("tile=3+3", "outside of the grid"), ("slice=2", "slice"),
                ("outside=0+0+0", "half a width"), ("theme=pink", "dark"), ("%E0%A4%A", "nothing"),
                ("constructor=1", "nothing")]:
            self.browser.open(PAGE + "#" + bad)
            self.assertIn(word, self.notice(), bad)
            self.assertEqual(self.answers(), good, bad)
        self.agree()

    def test_what_the_library_refuses_gets_its_sentence(self) -> None:
        sentence = self.ask("(() => { try { window.page.answers.library.cut(Array(16).fill(NaN), [1, 1, 1]) }"
                            "catch (error) { return error.message } })()")
        self.assertIn("view_projection", sentence)
        self.browser.run("window.page.change({})")
        self.agree()

    def test_a_bad_seed_gets_a_sentence(self) -> None:
        seed = "const s = document.getElementById('seed'); s.value = arguments[0]; s.dispatchEvent(new Event('change'))"
        good = self.answers()
        self.browser.run(seed, "1.5")
        self.assertIn("not a seed", self.notice())
        self.assertEqual(self.answers(), good)
        self.browser.run(seed, "11")
        self.assertEqual(self.notice(), "")
        self.assertNotEqual(self.answers(), good)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)

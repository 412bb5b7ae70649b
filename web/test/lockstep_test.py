"""The page "Lockstep" in a real browser: python3 lockstep_test.py PAGE.html LOCKSTEP

The page loads without a console error; its steps are those of `lockstep trace`, number by number, its verdicts those of
`lockstep pairs`, and its counts are those of this test for the same steps, lane by lane; bad input gets a sentence and
the page goes on.
"""

import json
import subprocess
import sys
import time
import unittest
from collections import deque

import live_page
from live_page import LOCKSTEP, PAGE
from webdriver import Browser

LANES, TILE = 16, 256
STAGES = {"end": [10**9], "8": [8], "6": [6], "5": [5], "4": [4], "3": [3], "2": [2], "1": [1], "library": [3, 1]}
MIXES = ["ellipses", "polygons", "both", "boxes", "slices"]


def traced_steps(lines: list[str], name: str) -> list[dict]:
    """The steps that the search of a pair takes in float lanes, by `lockstep trace`."""
    done = subprocess.run([LOCKSTEP, "trace", "-", name, "--method", "gjk", "--json"], input="\n".join(lines),
                          capture_output=True, text=True, check=True)
    steps = json.loads(done.stdout)["kernel"]
    return [{part: step[part] for part in ("direction", "found", "retained")} for step in steps
            if step["stage"] == "search" and step["lanes"] == "float"]


def verdicts(lines: list[str]) -> list[str]:
    done = subprocess.run([LOCKSTEP, "pairs", "-", "--method", "gjk"], input="\n".join(lines) + "\n",
                          capture_output=True, text=True, check=True)
    return [line.split("\t")[1] for line in done.stdout.splitlines()]


def counted(counts: list[int], stages: list[int]) -> dict[str, int]:
    """The cost, counted step by step: each step takes one from each query that takes it."""
    cost = {"steps": 0, "work": 0, "idle": 0, "moved": 0}
    for start in range(0, len(counts), TILE):
        waiting = deque([n] for n in counts[start:start + TILE] if n > 0)
        stage = 0
        while waiting:
            survivors = deque()
            most = stages[min(stage, len(stages) - 1)]
            cost["moved"] += len(waiting) if stage > 0 else 0
            while waiting:
                register = [waiting.popleft() for _ in range(min(LANES, len(waiting)))]
                for _ in range(most):
                    active = [query for query in register if query[0] > 0]
                    if not active:
                        break
                    for query in active:
                        query[0] -= 1
                    cost["steps"] += 1
                    cost["work"] += len(active)
                    cost["idle"] += LANES - len(active)
                survivors += [query for query in register if query[0] > 0]
            waiting = survivors
            stage += 1
    return cost


class LockstepPage(live_page.LivePage):
    def state(self, name: str):
        return self.browser.run("return window.page.state[arguments[0]]", name)

    def text(self, name: str) -> str:
        return self.browser.run("return document.getElementById(arguments[0]).textContent", name)

    def found(self) -> tuple[list[str], list[int], list[str]]:
        return tuple(self.browser.run("const p = window.page; return [p.lines, p.found.counts, p.found.left]"))

    def choose(self, name: str, value: str) -> None:
        self.browser.run("const s = document.getElementById(arguments[0]); s.value = arguments[1];"
                         "s.dispatchEvent(new Event('change'))", name, value)

    def test_loads(self) -> None:
        self.assertEqual(self.notice(), "")
        self.assertEqual(self.browser.run("return performance.getEntriesByType('resource').length"), 0)
        self.assertEqual(self.browser.run("return document.querySelectorAll('#lanes .lane').length"), LANES)

    def test_it_fits_a_narrow_window(self) -> None:
        with Browser(500, 900) as narrow:
            narrow.open(PAGE)
            self.assertLessEqual(*narrow.run("return [document.documentElement.scrollWidth, innerWidth]"))
            self.assertEqual(narrow.messages(), [])

    def test_steps_are_those_of_the_program(self) -> None:
        for mix in MIXES:
            self.browser.open(PAGE + f"#mix={mix}&pairs=16&seed=3")
            lines, counts, _ = self.found()
            shown = self.browser.run("return window.page.lines.map((_, i) => window.page.picturedQuery(i).steps)")
            self.assertEqual(shown, [traced_steps(lines, f"q{i}") for i in range(len(lines))], mix)
            self.assertEqual(counts, [len(steps) for steps in shown], mix)

    def test_verdicts_are_those_of_the_program(self) -> None:
        for near in ["any", "near", "graze"]:
            for mix in MIXES:
                self.browser.open(PAGE + f"#mix={mix}&near={near}&pairs=1024&seed=11")
                lines, counts, left = self.found()
                for line, steps, end, verdict in zip(lines, counts, left, verdicts(lines), strict=True):
                    self.assertEqual(end == "bounds", steps == 0, line)
                    if end != "undecided":
                        self.assertEqual("separated" if end == "bounds" else end, verdict, line)

    def test_costs_are_those_of_the_lanes_one_by_one(self) -> None:
        for address in ["", "#pairs=16", "#pairs=2048&near=any", "#mix=slices&near=near&seed=5&pairs=1024"]:
            self.browser.open(PAGE + address)
            counts = self.found()[1]
            costs = self.browser.run("return Object.fromEntries(window.page.costs)")
            self.assertEqual(costs, {name: counted(counts, stages) for name, stages in STAGES.items()}, address)

    def test_what_is_shown_is_what_was_counted(self) -> None:
        for i, name in enumerate(STAGES):
            self.browser.run("const s = document.getElementById('stages'); s.value = arguments[0];"
                             "s.dispatchEvent(new Event('input'))", i)
            self.assertEqual(self.state("stages"), name)
            cost = counted(self.found()[1], STAGES[name])
            for what, number in cost.items():
                self.assertEqual(self.text(f"cost-{what}"), f"{number:,}", name)
            active = self.browser.run(
                "const p = window.page; let sum = 0; for (let t = 0; t < arguments[0]; t++) { p.goTo(t);"
                "sum += document.querySelectorAll('#lanes .active').length; } return sum", cost["steps"])
            self.assertEqual(active, cost["work"], name)

    def test_keys_and_clicks_and_the_address(self) -> None:
        self.browser.keys("]]")
        self.assertEqual(self.state("stages"), "6")
        before = self.state("time")
        self.browser.keys(">>><")
        self.assertEqual(self.state("time"), before + 2)
        box = self.browser.run("const b = document.getElementById('timeline').getBoundingClientRect();"
                               "return [b.left, b.top, b.width, b.height]")
        middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
        self.browser.drag(middle, middle)
        width = self.browser.run("return document.getElementById('timeline').viewBox.baseVal.width")
        self.assertLess(abs(self.state("time") - width / 2), 2)
        self.browser.run("document.querySelectorAll('#ways button')[7].click()")
        self.assertEqual(self.state("stages"), "1")
        time.sleep(0.5)  # the address follows when the drag is over
        address, picture = self.browser.run("return location.hash"), "return document.querySelector('main').innerHTML"
        shown = self.browser.run(picture)
        self.browser.open(PAGE + address)
        self.assertEqual(self.browser.run(picture), shown)

    def test_it_plays_and_stops(self) -> None:
        self.browser.run("document.getElementById('play').click()")
        before = self.state("time")
        time.sleep(1.2)
        self.browser.run("document.getElementById('play').click()")
        now = self.state("time")
        self.assertGreater(now, before)
        time.sleep(0.6)
        self.assertEqual(self.state("time"), now)

    def test_a_lane_opens_its_pair(self) -> None:
        link = self.browser.run("return document.querySelector('a.lane').href")
        self.browser.open(link)
        self.assertEqual(self.notice(), "")
        line = self.browser.run("return document.getElementById('line').value")
        self.assertTrue(line.startswith("page | ellipse2d 0 0 "), line)

    def test_bad_addresses_get_a_sentence(self) -> None:
        for bad, word in [("seed=NaN", "NaN"), ("seed=-1", "-1"), ("seed=4294967296", "4294967296"),
                          ("mix=cubes", "cubes"), ("near=constructor", "constructor"), ("pairs=1e9", "1e9"),
                          ("pairs=15", "15"), ("stages=7", "7"),
                          ("price=x", "x"), ("time=-2", "-2"), ("theme=red", "red"), ("a=1", "nothing"),
                          ("toString=1", "nothing"), ("%E0%A4%A", "nothing"), ("seed=%E0%A4%A", "seed")]:
            self.browser.open(PAGE + "#" + bad)
            self.assertIn(word, self.notice(), bad)
            self.assertEqual((self.state("seed"), self.state("pairs"), self.state("stages")), (7, 512, "end"), bad)
        self.browser.open(PAGE + "#time=999999")
        self.assertEqual(self.state("time"), self.browser.run("return window.page.costs.get('end').steps") - 1)

    def test_what_is_typed_gets_a_sentence(self) -> None:
        self.choose("seed", "1.5")
        self.assertIn("1.5", self.notice())
        self.assertEqual(self.state("seed"), 7)
        self.choose("seed", "8")
        self.assertEqual((self.notice(), self.state("seed")), ("", 8))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)

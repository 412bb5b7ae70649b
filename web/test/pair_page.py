"""The tests of a page about one pair, of the plane or of space, in a real browser.

The page loads without a console error; when shapes are dragged, the verdict is that of `lockstep pairs -` for the
exported pair, and so are the distance's bounds, to the last digit; its trace is that of `lockstep trace`, byte for
byte; bad input gets a sentence and the page goes on.
"""

import random
import subprocess
import time
from collections.abc import Iterator

import live_page
from live_page import LOCKSTEP, PAGE

ARROWS = "\ue012\ue013\ue014\ue015"  # left, up, right, down


def program_says(line: str, *arguments: str) -> str:
    return subprocess.run([LOCKSTEP, *arguments], input=line + "\n", capture_output=True, text=True, check=True).stdout


class PairPage(live_page.LivePage):
    """The tests of both worlds. A world names its kinds and an address of touching shapes."""

    kinds: list[str]
    touching: str
    bad_addresses: list[tuple[str, str]]
    keys = "[]+-" + ARROWS
    proven_at_first = r"^search in float lanes: behind A\w* .*> "

    def line(self) -> str:
        return self.browser.run("return document.getElementById('line').value")

    def verdict(self) -> str:
        return self.browser.run("return document.getElementById('verdict').querySelector('b').textContent")

    def agree(self) -> str:
        """Compares the page and the program for the exported pair; returns the verdict."""
        said = program_says(self.line(), "pairs", "-", "--distance").rstrip("\n").split("\t")
        self.assertEqual(self.verdict(), said[1], self.line())
        lower, upper, trace = self.browser.run(
            "const { answer, text } = window.page; return [answer.lower, answer.upper, text]")
        self.assertEqual([lower, upper], [float(said[2]), float(said[3])], self.line())
        self.assertEqual(trace, program_says(self.line(), "trace", "-", "--json", "--distance"), self.line())
        return said[1]

    def every_two_kinds(self) -> Iterator[tuple[str, str]]:
        """Each pair of kinds in turn, dragged and turned by a few keys."""
        numbers = random.Random(18)
        for kind_a in self.kinds:
            for kind_b in self.kinds:
                self.browser.run(
                    "for (const [i, name] of ['a', 'b'].entries()) { const s = document.getElementById('kind-' + name);"
                    "s.value = arguments[i]; s.dispatchEvent(new Event('change')); }", kind_a, kind_b)
                self.browser.run("document.getElementById('body-' + arguments[0]).focus()", numbers.choice("ab"))
                self.browser.keys("".join(numbers.choices(self.keys, k=6)))
                self.assertEqual(self.notice(), "")
                yield kind_a, kind_b

    def middle_of(self, name: str) -> tuple[float, float]:
        """A place in the window where a shape can be dragged."""
        return tuple(self.browser.run(
            "const s = document.getElementById('pair').getBoundingClientRect(),"
            "page = window.page, [x, y] = page.window.at(page.world.middle(page.state[arguments[0]]));"
            "return [s.left + x * s.width / 600, s.top + y * s.height / 600];", name))

    def picture(self) -> str:
        return self.browser.run("return document.getElementById('difference-drawing').innerHTML")

    def title(self) -> str:
        return self.browser.run("return document.getElementById('step-title').textContent")

    def proof(self) -> str:
        return self.browser.run("return document.getElementById('proof').textContent")

    def test_loads(self) -> None:
        self.assertEqual(self.notice(), "")
        self.assertRegex(self.proof(), self.proven_at_first)
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

    def test_a_finger_drags_as_well(self) -> None:
        before, (x, y) = self.line(), self.middle_of("a")
        self.browser.drag((x, y), (x - 40, y - 30), by="touch")
        self.assertNotEqual(self.line(), before)
        self.agree()

    def test_every_two_kinds_agree(self) -> None:
        for _ in self.every_two_kinds():
            self.agree()

    def test_contact(self) -> None:
        self.browser.run("document.getElementById('contact').click(); document.getElementById('contact').click()")
        self.agree()
        self.assertLess(abs(self.browser.run("return window.page.answer.upper")), 4 * 2**-20)
        self.browser.open(f"{PAGE}#{self.touching}&touching=separate")
        self.assertEqual(self.agree(), "touching")
        self.assertTrue(self.proof().startswith("none"))
        self.assertIn("no, ", self.browser.run("return document.getElementById('verdict').textContent"))

    def test_steps_go_forward_and_back_and_into_the_address(self) -> None:
        self.browser.run("document.getElementById('first').click()")
        self.assertTrue(self.title().startswith("Step 0 "))
        first = self.picture()
        self.browser.run("document.getElementById('forward').click()")
        self.assertTrue(self.title().startswith("Step 1 "))
        time.sleep(0.5)  # the address follows when the drag is over
        address, drawn = self.browser.run("return location.hash"), self.picture()
        self.browser.keys("<")
        self.assertEqual(self.picture(), first)
        self.browser.open(PAGE + address)
        self.assertEqual(self.picture(), drawn)

    def test_what_is_pasted_is_shown(self) -> None:
        before = self.line()
        self.paste_anywhere("nonsense")
        self.assertIn("what was pasted: line 1", self.notice())
        self.assertEqual(self.line(), before)
        a, b = (part.removeprefix(f"{name}=").replace("+", " ") for name, part in zip("ab", self.touching.split("&")))
        self.paste_anywhere(f"# two\none | {a} | {b}\ntwo | {b} | {a}\n")
        self.assertEqual(self.notice(), "")
        self.assertEqual(self.line(), f"page | {a} | {b}")
        self.assertEqual(self.browser.run("return document.getElementById('pairs').options.length"), 2)
        self.agree()

    def test_bad_addresses_get_a_sentence(self) -> None:
        good = self.line()
        everywhere = [("step=x", "step"), ("%E0%A4%A", "nothing"), ("constructor=1", "nothing")]
        for bad, word in self.bad_addresses + everywhere:
            self.browser.open(PAGE + "#" + bad)
            self.assertIn(word, self.notice(), bad)
            self.assertEqual(self.line(), good, bad)
            self.agree()

    def drop(self, text: str) -> None:
        self.browser.run(
            "const d = new DataTransfer(); d.items.add(new File([arguments[0]], 'p.txt'));"
            "window.dispatchEvent(new DragEvent('drop', {dataTransfer: d, cancelable: true}))", text)
        self.browser.run("return new Promise((done) => setTimeout(done, 200))")

    def paste_anywhere(self, text: str) -> None:
        self.browser.run(
            "const d = new DataTransfer(); d.setData('text', arguments[0]);"
            "document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: d, bubbles: true}))", text)

    def type_line(self, text: str) -> None:
        self.browser.run("const t = document.getElementById('line'); t.value = arguments[0];"
                         "t.dispatchEvent(new Event('change'))", text)

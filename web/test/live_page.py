"""The common part of the tests of live pages: python3 NAME_test.py PAGE.html LOCKSTEP"""

import pathlib
import sys
import unittest

from webdriver import Browser

PAGE, LOCKSTEP = pathlib.Path(sys.argv[1]).resolve().as_uri(), str(pathlib.Path(sys.argv[2]).resolve())


class LivePage(unittest.TestCase):
    """Opens the page before each test; a message of the page on the console fails the test."""

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

    def notice(self) -> str:
        return self.browser.run("const n = document.getElementById('notice'); return n.hidden ? '' : n.textContent")

"""The live links of docs/gjk.md: python3 guide_links_test.py FOLDER_OF_PAGES

Each opens a page that understands all of its address.
"""

import pathlib
import re
import sys
import unittest

from webdriver import Browser

GUIDE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "gjk.md"
PAGES = pathlib.Path(sys.argv[1]).resolve()


class Guide(unittest.TestCase):
    def test_live_links(self) -> None:
        links = re.findall(r'href="\.\./live/([^"]+)"', GUIDE.read_text())
        self.assertGreater(len(links), 5)
        with Browser() as browser:
            for link in links:
                browser.open(f"{PAGES.as_uri()}/{link}")
                self.assertTrue(browser.run("return document.getElementById('notice').hidden"), link)
                self.assertEqual(browser.messages(), [], link)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)

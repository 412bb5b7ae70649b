#!/usr/bin/env python3
"""Takes the picture of the README from the live culling page: the camera's view, the view from outside, and the counts.

    web/build.sh && python3 docs/pictures/culling.py build/web/culling.html      writes culling.webp beside this file

Needs Chromium and its driver, as the tests of the pages do.
"""

import base64
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "web" / "test"))

from webdriver import Browser  # noqa: E402

MARGIN = 10
ADDRESS = "seed=10&objects=800&at=16+-46+11&look=1.95+-0.25&theme=light"  # as the page opens
# What the picture leaves out: controls, and sections about tiles and the scene.
TRIM = """
const style = document.createElement("style");
style.textContent = `figure .row, figure p, figcaption span, .drawn h2, .drawn .row, #method-text, #legend,
    section:not(.drawn) { display: none }
  main { gap: .8rem } .drawn { grid-column: 1 / -1 !important } .counts { margin: 0 } #bar { margin: .4rem 0 0 }`;
document.head.append(style);
window.page.show();
const { left, top, width, height } = document.querySelector("main").getBoundingClientRect();
return [left + scrollX, top + scrollY, width, height];
"""


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    with Browser(width=1060, height=1000) as browser:
        browser.open(f"{pathlib.Path(sys.argv[1]).resolve().as_uri()}#{ADDRESS}")
        left, top, width, height = browser.run(TRIM)
        browser.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        clip = {"x": left - MARGIN, "y": top - MARGIN, "width": width + 2 * MARGIN, "height": height + 2 * MARGIN}
        shot = browser.cdp("Page.captureScreenshot", format="webp", quality=85, clip={**clip, "scale": 1},
                           captureBeyondViewport=True)
    (HERE / "culling.webp").write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    main()

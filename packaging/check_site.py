#!/usr/bin/env python3
"""Is this the site of a release? Its first page names the version, the targets of its links exist, and the live pages
are not placeholders.

    check_site.py FOLDER VERSION
"""

import html.parser
import pathlib
import sys
import urllib.parse


class Links(html.parser.HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.found = set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        link = dict(attrs).get("href") or ""
        parts = urllib.parse.urlsplit(link)
        if tag == "a" and parts.path and not parts.scheme:
            self.found.add(urllib.parse.unquote(parts.path))


def main():
    folder, version = pathlib.Path(sys.argv[1]), sys.argv[2]
    if not (folder / "index.html").is_file():
        sys.exit(f"{folder} has no index.html")
    page = (folder / "index.html").read_text()
    links = Links(page).found
    problems = [f"index.html links to {link}, which is not there" for link in links if not (folder / link).is_file()]
    if f"lockstep {version}" not in page:
        problems.append(f"index.html does not name lockstep {version}")
    live = [link for link in links if link.startswith("live/")]
    if not live:
        problems.append("index.html links to no live page")
    # A page that was not built is a sentence; a built one holds its module of some hundred kilobytes.
    problems += [f"{link} is no live page, web/build.sh has not made it" for link in live
                 if (folder / link).is_file() and (folder / link).stat().st_size < 100_000]
    print("\n".join(problems) or f"lockstep {version}: {len(links)} links, {len(live)} live pages")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

"""Every C++ block of the README is one of the examples that the package tests compile and run; README and design stay
short; and relative links of all documents lead to a file, and to a heading of it.

usage: check_readme.py README EXAMPLES_DIR
"""

import os
import pathlib
import re
import sys

README_LINES, DESIGN_WORDS = 150, 7000
DOCUMENTS = ("*.md", "docs/**/*.md", "bench/README.md", "packaging/README.md")


def headings(path):
    """The anchors of a document, as GitHub and the site make them."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*?) *$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def bad_links(root):
    for document in sorted({path for pattern in DOCUMENTS for path in root.glob(pattern)}):
        folder = root if document.parent.name == "site" else document.parent  # the site lays its own pages at the top
        for link in re.findall(r"\]\(([^)\s]+)\)", document.read_text()):
            name, _, anchor = link.partition("#")
            target = pathlib.Path(os.path.normpath(folder / name)) if name else document
            if ":" in name:
                continue
            if not target.exists():
                yield f"{document.relative_to(root)}: no file {link}"
            elif anchor and target.suffix == ".md" and anchor not in headings(target):
                yield f"{document.relative_to(root)}: no heading {link}"


def too_long(readme):
    lines, words = len(readme.read_text().splitlines()), len((readme.parent / "docs/design.md").read_text().split())
    if lines > README_LINES:
        yield f"{readme.name} has {lines} lines, more than {README_LINES}"
    if words > DESIGN_WORDS:
        yield f"docs/design.md has {words} words, more than {DESIGN_WORDS}: trials and their figures belong in docs/lab.md"


def main():
    readme, examples_dir = map(pathlib.Path, sys.argv[1:])
    examples = {path.read_text().strip(): path.name for path in examples_dir.glob("*.cpp")}
    blocks = re.findall(r"^```cpp\n(.*?)^```$", readme.read_text(), re.MULTILINE | re.DOTALL)
    if not blocks:
        sys.exit(f"{readme} shows no C++ example")
    for block in blocks:
        if block.strip() not in examples:
            sys.exit(f"this block of {readme} is not the text of a file in {examples_dir}:\n{block}")
        print(f"{readme.name} shows {examples[block.strip()]}")
    problems = [*too_long(readme), *bad_links(readme.parent)]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()

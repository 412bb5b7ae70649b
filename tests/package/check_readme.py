"""Every C++ block of the README is one of the examples that the package tests compile and run.

usage: check_readme.py README EXAMPLES_DIR
"""

import pathlib
import re
import sys


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


if __name__ == "__main__":
    main()

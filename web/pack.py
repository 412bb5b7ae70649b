"""Makes one file of a page: its style, its script modules and its WebAssembly go into the HTML.

usage: pack.py PAGE.html MODULE.wasm OUT.html

PAGE.mjs lies beside PAGE.html, with page.css, the style of all pages, and optionally PAGE.css. Common parts of the HTML
come by lines `<!-- include NAME.html -->`. Modules import names from each other, by `import {..} from "./other.mjs";`
without cycles. They become one script, in which each module is a function that returns its exports. The WebAssembly is
compressed by gzip, which browsers unpack (instance.mjs).
"""

import base64
import gzip
import pathlib
import re
import sys

IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w-]+\.mjs)";\n', re.MULTILINE)
INCLUDE = re.compile(r"^ *<!-- include ([\w-]+\.html) -->\n", re.MULTILINE)
EXPORT_LIST = re.compile(r"^export \{[^}]*\};\n", re.MULTILINE)


def in_order(path: pathlib.Path, done: dict[pathlib.Path, str]) -> dict[pathlib.Path, str]:
    """The text of a module and of its imports, those first."""
    if path not in done:
        text = path.read_text()
        for name in IMPORT.findall(text):
            in_order(path.parent / name, done)
        done[path] = text
    return done


def names_of(text: str) -> list[str]:
    exported = re.findall(r"^export (?:const|class|(?:async )?function) (\w+)", text, re.MULTILINE)
    for listed in re.findall(r"^export \{([^}]*)\};", text, re.MULTILINE):
        exported += [name.strip() for name in listed.split(",")]
    return exported


def as_block(path: pathlib.Path, text: str, is_last: bool) -> str:
    """A module with a scope of its own, whose exported names the others see."""
    body = EXPORT_LIST.sub("", IMPORT.sub("", text)).replace("\nexport ", "\n")
    body = re.sub(r"^export ", "", body)
    names = ", ".join(names_of(text))
    if is_last:
        return f"// {path.name}\n{body}"
    return f"// {path.name}\nconst {{ {names} }} = (() => {{\n{body}return {{ {names} }};\n}})();\n"


def main() -> None:
    page, module, out = map(pathlib.Path, sys.argv[1:])
    modules = in_order(page.with_suffix(".mjs"), {})
    seen: set[str] = set()
    blocks = []
    for i, (path, text) in enumerate(modules.items()):
        fresh = [name for name in names_of(text) if name not in seen]
        if len(fresh) != len(names_of(text)):
            sys.exit(f"pack.py: {path} exports {seen.intersection(names_of(text))}, as another module does")
        seen.update(fresh)
        blocks.append(as_block(path, text, i == len(modules) - 1))
    styles = [path.read_text() for path in (page.with_name("page.css"), page.with_suffix(".css")) if path.exists()]
    packed = gzip.compress(module.read_bytes(), mtime=0)
    parts = {"STYLE": "".join(styles), "SCRIPT": "\n".join(blocks), "WASM": base64.b64encode(packed).decode()}
    text = INCLUDE.sub(lambda m: page.with_name(m[1]).read_text(), page.read_text())
    html = re.sub(r"/\*(STYLE|SCRIPT|WASM)\*/", lambda m: parts[m[1]], text)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(html)
    print(f"{out}: {len(html.encode())} bytes, {len(parts['WASM'])} of them WebAssembly")


if __name__ == "__main__":
    main()

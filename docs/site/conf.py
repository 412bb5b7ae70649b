"""Settings of the site: docs/site/build.sh makes it, docs/site/headers.py writes the pages of the headers before."""

import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

project = "lockstep"
author = "the maintainers of lockstep"
release = os.environ["LOCKSTEP_VERSION"]
version = release

extensions = ["breathe", "myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
exclude_patterns = ["site/*"]
highlight_language = "none"  # blocks of code that are not C++ stay plain
nitpicky = False  # names of the standard library have no page here; links between pages are checked all the same

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4

breathe_projects = {"lockstep": os.environ["LOCKSTEP_DOXYGEN_XML"]}
breathe_default_project = "lockstep"
breathe_default_members = ("members", "undoc-members")
cpp_id_attributes = ["LOCKSTEP_API"]

autodoc_member_order = "bysource"
autodoc_typehints = "none"

html_theme = "furo"
html_title = f"lockstep {release}"
html_static_path = []
html_extra_path = [os.environ["LOCKSTEP_REPORTS"]]
html_show_sourcelink = False
html_copy_source = False


def as_restructured_text(app, what, name, obj, options, lines):
    """The docstrings are plain text with indented examples: nothing in them is markup but `names`."""
    shown, inside = [], False
    for line in lines:
        indented = line.startswith("    ")
        if indented and not inside:
            shown += ["", ".. code-block:: python", ""]
        inside = indented or (inside and not line)
        if not inside:
            line = line.replace("\\", "\\\\").replace("*", "\\*").replace("|", "\\|").replace("_ ", "\\_ ")
        shown.append(line)
    lines[:] = shown + [""]


def setup(app):
    app.connect("autodoc-process-docstring", as_restructured_text)

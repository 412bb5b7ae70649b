"""The examples of the documentation, as they stand there."""

import os
import pathlib
import re
import subprocess
import sys

import lockstep
import numpy

DOCS = pathlib.Path(os.environ["LOCKSTEP_DOCS"])


def test_crowd_frames(tmp_path):
    frames = numpy.zeros((3, 4, 2))
    frames[:, :, 0] = [0, 1, 2, 3]
    frames[1, 1] = [0.25, 0]
    frames[2] *= 0.25
    numpy.save(tmp_path / "walk.npy", frames)
    example = subprocess.run([sys.executable, "-B", DOCS / "examples" / "crowd_frames.py", tmp_path / "walk.npy", "0.25"],
                             capture_output=True, text=True, check=True)
    assert example.stdout.splitlines() == ["0: 0 contacts", "1: 1 contacts 0-1", "2: 5 contacts 0-1 0-2 1-2 1-3 2-3"]


def test_the_blocks_of_the_readme():
    blocks = re.findall(r"^```python\n(.*?)^```$", (DOCS.parent / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})


def test_the_example_of_the_module():
    block = re.search(r"\n\n((?:    .*\n|\n)+)", lockstep.__doc__).group(1)
    exec("\n".join(line[4:] for line in block.splitlines()), {})

"""A folder of output belongs to one input: a later run finds its finished parts, and another input is refused."""

import hashlib
import json
import os
import pathlib
import shutil
import uuid

import lockstep

from . import files


class Folder:
    """The folder of shards. All workers and the client see it by the same path. One run at a time."""

    def __init__(self, directory: str | os.PathLike, description: dict) -> None:
        self.path = pathlib.Path(directory).absolute()
        self.path.mkdir(parents=True, exist_ok=True)
        self.description = {"lockstep": lockstep.__version__, **description}
        run = self.path / "run.json"
        if run.exists():
            self._compare(files.load_json(run))
        elif any(self.path.glob("*.npy")):
            raise lockstep.InvalidInput(
                f"{self.path}: has .npy files that no run of lockstep.dask wrote: name another folder"
            )
        for left in self.path.glob("scratch-*"):
            shutil.rmtree(left, ignore_errors=True)
        self.scratch = self.path / f"scratch-{uuid.uuid4().hex[:8]}"
        self.scratch.mkdir()
        if not run.exists():
            files.save_json(str(run), {"hash": self.hash, "description": self.description}, str(self.scratch))

    @property
    def hash(self) -> str:
        return hashlib.sha256(json.dumps(self.description, sort_keys=True).encode()).hexdigest()

    def _compare(self, found: dict) -> None:
        if found.get("hash") == self.hash:
            return
        mine, its = self.description, found.get("description", {})
        other = [key for key in mine if json.dumps(its.get(key)) != json.dumps(mine[key])] or ["description"]
        raise lockstep.InvalidInput(
            f"{self.path}: holds the output of another run, with another {', '.join(other)}; name "
            "another folder, or delete this one"
        )

    def file(self, name: str) -> str:
        return str(self.path / name)

    def close(self) -> None:
        shutil.rmtree(self.scratch, ignore_errors=True)

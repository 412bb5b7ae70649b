"""The services of dask.distributed: the memory of a task, and tasks by name."""

import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import distributed
from distributed.client import Future

Watch = Callable[[str, list[Future]], Any]

BASE_BYTES = 120 << 20  # an idle worker: the interpreter, NumPy, Dask and this module


def task_memory(client: distributed.Client, given: int | None) -> int:
    """Bytes that a task may use: `given`, or half of the memory of a thread of the smallest worker."""
    if given is not None:
        if given < 1 << 20:
            raise ValueError(f"task_memory = {given}: a task needs a MiB at least")
        return given
    workers = client.scheduler_info()["workers"].values()
    limits = [
        (worker["memory_limit"] - BASE_BYTES) // (2 * worker["nthreads"])
        for worker in workers
        if worker["memory_limit"]
    ]
    return max(min(limits, default=1 << 30), 8 << 20)


def threads(client: distributed.Client) -> int:
    return max(sum(worker["nthreads"] for worker in client.scheduler_info()["workers"].values()), 1)


def run(
    client: distributed.Client, name: str, function: Callable[..., Any], arguments: Sequence[tuple], watch: Watch | None
) -> Iterator[tuple[int, Any]]:
    """Calls function(*arguments[i]) on the workers, and yields (i, result) as they end.

    The dashboard shows the tasks as `name`. Each task is a function of files, so it runs again elsewhere if its worker
    is lost. The first error ends the other tasks and is raised here.
    """
    if not arguments:
        return
    token = uuid.uuid4().hex[:8]
    keys = [f"{name}-{token}-{i}" for i in range(len(arguments))]
    futures = client.map(function, *zip(*arguments), key=keys, pure=False, batch_size=1000)
    numbers = {key: i for i, key in enumerate(keys)}
    if watch is not None:
        watch(name, list(futures))
    completed = distributed.as_completed(futures, with_results=True)
    del futures
    try:
        for future, result in completed:
            yield numbers[future.key], result
    finally:
        client.cancel(list(completed.futures))


def map_all(
    client: distributed.Client, name: str, function: Callable[..., Any], arguments: Sequence[tuple], watch: Watch | None
) -> list[Any]:
    """All results, in order."""
    results = [None] * len(arguments)
    for i, result in run(client, name, function, arguments, watch):
        results[i] = result
    return results

"""Monte Carlo of hard cubes in a periodic box: batches of trial moves on a checkerboard.

    python3 hard_cubes.py 20      # sweeps

Cubes of one colour of the checkerboard move at the same time: each stays in its cell, and the cells between them are
wider than a cube, so trials of one batch cannot meet. A trial is accepted only if lockstep proves that it is apart from
every cube nearby, through the faces of the box too: no overlap is ever accepted. Candidates come from a neighbour list
with a skin, which is_stale proves to be complete. Centres lie on a grid of 2^-18: float32 holds all ways between
neighbours.
"""

import sys
import time

import lockstep
import numpy

SIDE, CELLS, GRID = 32.0, 16, 2.0**-18  # of the periodic box; along a side; of centres
REACH = 3**0.5 + 1e-6  # farther apart, two cubes of edge 1 cannot meet
SKIN = 1.0
BOX = numpy.eye(3) * SIDE
HALF = numpy.full(3, 0.5, numpy.float32)


class HardCubes:
    def __init__(self, per_side=24, seed=1):
        self.random = numpy.random.default_rng(seed)
        along = numpy.round(numpy.arange(per_side) * (SIDE / per_side) / GRID) * GRID
        self.center = numpy.stack(numpy.meshgrid(along, along, along), axis=-1).reshape(-1, 3)  # never put back
        self.rotation = numpy.tile(numpy.float32([0, 0, 0, 1]), (len(self.center), 1))
        self.search()

    def sweep(self, step=0.2, turn=0.2):
        """About one trial for each cube. Returns the share of trials that were accepted."""
        trials = accepted = 0
        while trials < len(self.center):
            origin = GRID * self.random.integers(0, round(SIDE / GRID), 3)
            cell = cells(self.center, origin)
            cubes = self.one_of_each_cell(cell, colour=self.random.integers(0, 2, 3))
            center, rotation = self.moved(cubes, step, turn)
            trials += len(cubes)
            stays = (cells(center, origin) == cell[cubes]).all(axis=1)
            cubes, center, rotation = cubes[stays], center[stays], rotation[stays]
            free = self.are_apart(cubes, center, rotation)
            self.center[cubes[free]], self.rotation[cubes[free]] = center[free], rotation[free]
            accepted += free.sum()
        return accepted / trials

    def one_of_each_cell(self, cell, colour):
        """A random cube of each cell of a colour that has any."""
        cubes = numpy.flatnonzero((cell % 2 == colour).all(axis=1))
        self.random.shuffle(cubes)
        number = numpy.ravel_multi_index(tuple(cell[cubes].T), (CELLS,) * 3)
        return cubes[numpy.unique(number, return_index=True)[1]]

    def moved(self, cubes, step, turn):
        """Trials: a step on the grid and a small turn."""
        way = numpy.round(self.random.uniform(-step, step, (len(cubes), 3)) / GRID) * GRID
        x, y, z = self.random.uniform(-turn / 2, turn / 2, (3, len(cubes)))
        a, b, c, w = self.rotation[cubes].astype(float).T
        turned = numpy.stack([
            a + x * w + y * c - z * b, b + y * w + z * a - x * c, c + z * w + x * b - y * a, w - x * a - y * b - z * c,
        ], axis=1)  # fmt: skip
        turned /= numpy.linalg.norm(turned, axis=1, keepdims=True)
        return self.center[cubes] + way, turned.astype(numpy.float32)

    def search(self):
        self.near = lockstep.NeighbourSearch(self.center, BOX, REACH + SKIN)
        i, self.other, shift = self.near.arrays("ijS")
        self.shift = SIDE * shift
        self.first = numpy.searchsorted(i, numpy.arange(len(self.center) + 1))

    def are_apart(self, cubes, center, rotation):
        """Which trials are proven apart from all other cubes?"""
        places = self.center.copy()
        places[cubes] = center
        if self.near.is_stale(places, SKIN):
            self.search()
            assert not self.near.is_stale(places, SKIN)
        count = self.first[cubes + 1] - self.first[cubes]
        trial = numpy.repeat(numpy.arange(len(cubes)), count)
        pair = numpy.arange(len(trial)) + numpy.repeat(self.first[cubes + 1] - count.cumsum(), count)
        way = self.center[self.other[pair]] + self.shift[pair] - center[trial]
        close = (way**2).sum(axis=1) <= REACH**2
        trial, way, other = trial[close], way[close], self.other[pair[close]]
        free = numpy.ones(len(cubes), bool)
        free[trial[~boxes_apart(rotation[trial], way, self.rotation[other])]] = False
        return free

    def overlaps(self):
        """The number of pairs of cubes that are not proven apart."""
        i, j, way = lockstep.neighbours(self.center, BOX, REACH, quantities="ijD", half=True)
        return (~boxes_apart(self.rotation[i], way, self.rotation[j])).sum()


def cells(center, origin):
    """Exact: all numbers are multiples of the grid."""
    return ((center - origin) % SIDE // (SIDE / CELLS)).astype(int)


def boxes_apart(turn, way, other_turn):
    """Two cubes each, the first at the origin."""
    first = lockstep.BoxView(numpy.zeros((len(way), 3), numpy.float32), turn, HALF)
    second = lockstep.BoxView(way.astype(numpy.float32), other_turn, HALF)
    return lockstep.intersect(first, second) == lockstep.Verdict.separated


def main():
    sweeps, cubes = int(sys.argv[1]), HardCubes()
    start, share = time.perf_counter(), []
    for _ in range(sweeps):
        share.append(cubes.sweep())
    seconds = time.perf_counter() - start
    count = len(cubes.center)
    print(
        f"{count} cubes, {count / SIDE**3:.2f} of the volume: {sweeps / seconds:.1f} sweeps a second, "
        f"{numpy.mean(share):.2f} of the trials accepted, {cubes.overlaps()} overlaps"
    )


if __name__ == "__main__":
    main()

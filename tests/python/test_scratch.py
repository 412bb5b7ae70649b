"""Scratch: the temporary memory of calls in a block."""

import threading

import lockstep
import numpy
import pytest

RNG = numpy.random.default_rng(321)
CENTERS = RNG.uniform(-9, 9, (3000, 3)).astype(numpy.float32)
RADII = numpy.full(3000, 0.25, numpy.float32)
POINTS = CENTERS[:500] + numpy.float32(0.5)
CUBE = lockstep.VolumeSet.cube((0, 0, 0), 0.5, 9)


def answers(world):
    nearest = lockstep.nearest(world, POINTS, 4).objects
    return [nearest, lockstep.cull(CUBE, world), *lockstep.within(world, POINTS, 1.0)]


def same(first, second):
    return all(numpy.array_equal(a, b) for a, b in zip(first, second))


def test_answers_are_the_same_and_memory_is_kept():
    world = lockstep.World(lockstep.SphereView(CENTERS, RADII))
    expected, scratch = answers(world), lockstep.Scratch()
    assert scratch.memory_bytes == 0
    for _ in range(3):
        with scratch as entered:
            assert entered is scratch
            assert same(answers(world), expected)
    held = scratch.memory_bytes
    assert held > 0
    answers(world)  # outside of the block
    assert scratch.memory_bytes == held


def test_the_innermost_block_counts():
    world = lockstep.World(lockstep.SphereView(CENTERS, RADII))
    outer, inner = lockstep.Scratch(), lockstep.Scratch()
    with outer:
        with inner:
            answers(world)
        assert outer.memory_bytes == 0 and inner.memory_bytes > 0
        answers(world)
        assert outer.memory_bytes > 0


def test_a_block_is_left_by_an_error():
    world = lockstep.World(lockstep.SphereView(CENTERS, RADII))
    scratch = lockstep.Scratch()
    with pytest.raises(lockstep.InvalidInput), scratch:
        lockstep.within(world, POINTS, -1.0)
    held = scratch.memory_bytes
    answers(world)
    assert scratch.memory_bytes == held
    with scratch:
        assert same(answers(world), answers(world))


def test_threads_share_one_and_have_blocks_of_their_own():
    world = lockstep.World(lockstep.SphereView(CENTERS, RADII))
    expected, scratch, results = answers(world), lockstep.Scratch(), []

    def run(shared):
        if not shared:
            return results.append(same(answers(world), expected))
        with scratch:
            results.extend(same(answers(world), expected) for _ in range(5))

    with lockstep.Scratch() as own:
        threads = [threading.Thread(target=run, args=(shared,)) for shared in (True, True, False)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert own.memory_bytes == 0
    assert len(results) == 11 and all(results) and scratch.memory_bytes > 0

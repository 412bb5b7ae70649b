#!/usr/bin/env python3
"""The arithmetic of tools/perf/power/draw.py, and one comparison of replayed runs.

usage: power_test.py FOLDER_OF_DRAW LOCKSTEP_PERF
"""

import random
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER, PERF = Path(sys.argv[1]), Path(sys.argv[2])
sys.path.insert(0, str(FOLDER))
sys.dont_write_bytecode = True
import draw
from record import KERNELS, PLANTED, in_turn


def run(factor: float, seconds: float = 0.8) -> draw.Run:
    times = {kernel: 1000 * factor for kernel in KERNELS}
    return draw.Run(seconds, times, {kernel: 1.1 * time for kernel, time in times.items()})


def series(new: dict[str, float], length: int = 30) -> draw.Series:
    """All kernels of a program are slower by a factor; runs vary by up to 0.5 %."""
    noise = random.Random(1)
    return {program: [run(new.get(program, 1) * noise.uniform(1, 1.005)) for _ in range(length)] for program in PLANTED}


class Arithmetic(unittest.TestCase):
    def test_a_window_goes_on_at_the_first_run(self) -> None:
        numbered = {program: [run(number + 1) for number in range(5)] for program in PLANTED}
        window = draw.Window(numbered, "old", "same", 3)
        self.assertEqual([each.fastest["sort"] for each in window.runs("old", 4)], [4000, 5000, 1000, 2000])

    def test_a_run_of_some_benchmarks_takes_their_part(self) -> None:
        self.assertAlmostEqual(draw.seconds_of(run(1), ""), 0.8)
        self.assertAlmostEqual(draw.seconds_of(run(1), "sort|hash"), 0.2)

    def test_the_smallest_size_found_has_all_larger_ones_found(self) -> None:
        self.assertEqual(draw.smallest_found({1: 0, 2: 0.5, 3: 0.9, 5: 1, 10: 1}), "3 %")
        self.assertEqual(draw.smallest_found({1: 0, 2: 0.95, 3: 0.8, 5: 1, 10: 1}), "5 %")
        self.assertEqual(draw.smallest_found({5: 1, 10: 0.5}), "none")

    def test_a_threshold_goes_by_its_figure(self) -> None:
        window = draw.Window(series({"slow1": 1.07}), "old", "slow1", 0)
        self.assertEqual(draw.threshold(window, 10, "fastest", 5).slower, set(KERNELS))
        self.assertEqual(draw.threshold(window, 10, "mean", 10).slower, set())
        back = draw.Window(window.series, "slow1", "old", 0)
        self.assertEqual(draw.threshold(back, 10, "mean", 5).faster, set(KERNELS))

    def test_the_same_seed_draws_the_same_windows(self) -> None:
        runs = series({})
        first, second = (draw.draw(runs, 6, 2, random.Random(7)) for _ in range(2))
        self.assertEqual([w.start for w in first], [w.start for w in second])
        self.assertEqual([w.new for w in first], ["same", "old"] * 3 + ["slow1"] * 2 + ["slow2"] * 2)

    def test_a_tally_counts_what_was_planted(self) -> None:
        tally = draw.Tally()
        runs = series({})
        tally.add(draw.Window(runs, "old", "slow1", 0), draw.Outcome({"integers"}, set(), False, 1))
        tally.add(draw.Window(runs, "old", "same", 0), draw.Outcome({"sort"}, set(), True, 2))
        self.assertEqual((tally.planted[3], tally.found[3]), (PLANTED["slow1"].count(3), 1))
        self.assertEqual(dict(tally.aa), {"comparisons": 1, "slower": 1, "faster": 0, "undecided": 1})
        self.assertEqual(sum(tally.missed.values()), PLANTED["slow1"].count(3) - 1)

    def test_turns_go_there_and_back(self) -> None:
        self.assertEqual(in_turn(1), in_turn(0)[::-1])


class Replayed(unittest.TestCase):
    def test_the_program_judges_the_replayed_runs(self) -> None:
        runs = series({"slow1": 1.25})
        with tempfile.TemporaryDirectory() as folder:
            replay = draw.Replay(PERF, Path(folder), runs)
            # One warm-up and ten runs of 0.8 s of each, over the end of the series.
            slow = replay.compare(draw.Window(runs, "old", "slow1", 25), [])
            self.assertEqual(slow.slower, set(KERNELS))
            self.assertAlmostEqual(slow.minutes, 22 * 0.8 / 60)
            same = replay.compare(draw.Window(runs, "old", "same", 0), [])
            self.assertEqual((same.slower, same.faster, same.undecided), (set(), set(), False))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

"""Which of many configurations of a robot collide with themselves? Seven links, whose axes are made up, as capsules.

    python3 robot_self_collision.py              # 20,000 configurations; 1000000 as an argument tests a million
"""

import sys
import time

import lockstep
import numpy

# For each link: the axis that its joint turns about, in the space of the link before; its end, in its own space, in
# metres; its radius.
AXES = numpy.array([[0, 0, 1], [0, 1, 0], [0, 0, 1], [0, 1, 0], [0, 0, 1], [0, 1, 0], [0, 0, 1]], numpy.float64)
ENDS = numpy.array([[0, 0, 0.34], [0, 0, 0.2], [0, 0, 0.2], [0, 0, 0.2], [0, 0, 0.2], [0.08, 0, 0.12], [0, 0, 0.13]])
RADII = numpy.array([0.09, 0.09, 0.09, 0.08, 0.07, 0.06, 0.05], numpy.float32)
REACH = numpy.radians([170, 120, 170, 120, 170, 120, 175])  # joints turn this far, to either side

# Neighbours in the chain always touch, so they are left out once, here.
PAIRS = numpy.array([(i, j) for i in range(7) for j in range(i + 2, 7)], numpy.uint32)


def rotations(axis, angles):
    """Matrices (N, 3, 3) that turn about a unit axis, by Rodrigues' formula."""
    x, y, z = axis
    cross = numpy.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    sin, cos = numpy.sin(angles)[:, None, None], numpy.cos(angles)[:, None, None]
    return numpy.eye(3) + sin * cross + (1 - cos) * (cross @ cross)


def joints(angles):
    """The positions of the joints, (N, 8, 3), the base and the tip included: forward kinematics."""
    places = numpy.zeros((len(angles), 8, 3))
    frame = numpy.broadcast_to(numpy.eye(3), (len(angles), 3, 3))
    for link in range(7):
        frame = frame @ rotations(AXES[link], angles[:, link])
        places[:, link + 1] = places[:, link] + frame @ ENDS[link]
    return places


def collides(angles):
    """Whether any two links meet, bool (N,), of configurations (N, 7) in radians."""
    places = joints(angles).astype(numpy.float32)  # shapes are float32: rounded here, explicitly
    links = lockstep.ShapeSet()
    links.add_capsules(places[:, :-1].reshape(-1, 3), places[:, 1:].reshape(-1, 3), numpy.tile(RADII, len(angles)))
    # Link j of configuration i is capsule 7 i + j. A configuration is a group of pairs with one answer.
    pairs = (PAIRS + 7 * numpy.arange(len(angles), dtype=numpy.uint32)[:, None, None]).reshape(-1, 2)
    ends = len(PAIRS) * numpy.arange(1, len(angles) + 1)
    return lockstep.any_overlap(links, links, pairs, ends)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    angles = numpy.random.default_rng(7).uniform(-REACH, REACH, (count, 7))
    start = time.perf_counter()
    # Some at a time, so that memory stays small; each part is one call, on all cores.
    hits = numpy.concatenate([collides(part) for part in numpy.array_split(angles, -(-count // 50_000))])
    seconds = time.perf_counter() - start
    print(f"{numpy.count_nonzero(hits)} of {count} configurations collide")
    print(f"{seconds:.2f} s, kinematics included", file=sys.stderr)


if __name__ == "__main__":
    main()

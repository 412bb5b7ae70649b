"""Which of many configurations of a robot collide with themselves? arm.urdf beside this file has seven links.

    python3 robot_self_collision.py [COUNT [ROBOT.urdf]]         # 20,000 configurations of arm.urdf by default
"""

import pathlib
import sys

import lockstep
import numpy

count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
robot = lockstep.load_urdf(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).with_name("arm.urdf"))
# Within the limits of the joints; those without limits turn all around.
low, high = numpy.clip(robot.lower, -numpy.pi, None), numpy.clip(robot.upper, None, numpy.pi)
values = numpy.random.default_rng(7).uniform(low, high, (count, len(robot.joints)))
hits = robot.collides(values)  # by all pairs of links but neighbours, on all cores
print(f"{numpy.count_nonzero(hits)} of {count} configurations collide")

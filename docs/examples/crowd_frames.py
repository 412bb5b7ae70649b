"""Which agents of a crowd touch, frame by frame? The trajectory is an array (frames, agents, 2) in a .npy file.

    python3 crowd_frames.py trajectory.npy 0.25      # radius of an agent, in the file's unit of length
"""

import sys

import lockstep
import numpy


def contacts_per_frame(trajectory, radius):
    """Yields the pairs (K, 2) of agents that touch, for each frame."""
    crowd = lockstep.OverlapPass()  # keeps its memory from frame to frame
    for positions in trajectory:
        yield crowd.run(lockstep.CircleView(positions, radius)).pairs


def main():
    # The file is mapped: frames of float32 are read in place, those of float64 as they are, map coordinates too.
    trajectory = numpy.load(sys.argv[1], mmap_mode="r")
    for frame, pairs in enumerate(contacts_per_frame(trajectory, float(sys.argv[2]))):
        print(f"{frame}: {len(pairs)} contacts", *(f"{a}-{b}" for a, b in pairs[:5]))


if __name__ == "__main__":
    main()

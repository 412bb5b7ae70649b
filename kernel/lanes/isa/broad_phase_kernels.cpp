// The kernels of the broad phase.
#include "lanes/broad_phase/few_stage.hpp"
#include "lanes/broad_phase/grid_stage.hpp"
#include "lanes/broad_phase/listed_stage.hpp"
#include "lanes/isa/double_kernels.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::BroadPhaseKernels broad_phase_kernels;
const detail::BroadPhaseKernels broad_phase_kernels = {
    .balls = find_near<Balls>,
    .boxes = find_near<Boxes>,
    .overlapping_balls = list_overlapping<BallRows>,
    .overlapping_boxes = list_overlapping<BoxRows>,
    .place_balls = place_rows<BallInBall>,
    .place_boxes = place_rows<BoxInBox>,
    .listed_balls = find_listed<ListedBalls>,
    .listed_boxes = find_listed<ListedBoxes>,
    .decide_balls = in_double::decide_balls,
};

}  // namespace lockstep::LOCKSTEP_ISA

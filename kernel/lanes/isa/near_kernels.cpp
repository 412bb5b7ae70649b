// The kernels of the broad phase.
#include "lanes/isa/double_kernels.hpp"
#include "lanes/near/few_stage.hpp"
#include "lanes/near/listed_stage.hpp"
#include "lanes/near/near_stage.hpp"

namespace lockstep::LOCKSTEP_ISA {

extern const detail::NearKernels near_kernels;
const detail::NearKernels near_kernels = {
    .balls = find_near<Balls>,
    .boxes = find_near<Boxes>,
    .balls_about = list_about<BallRows>,
    .boxes_about = list_about<BoxRows>,
    .place_balls = place_rows<BallInBall>,
    .place_boxes = place_rows<BoxInBox>,
    .listed_balls = find_listed<ListedBalls>,
    .listed_boxes = find_listed<ListedBoxes>,
    .decide_balls = in_double::decide_balls,
};

}  // namespace lockstep::LOCKSTEP_ISA

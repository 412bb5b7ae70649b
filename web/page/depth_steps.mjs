// The closing of an interval, step by step: the search for the distance and, for an overlap, the polytope of EPA. All
// of it is the output of `lockstep trace --distance` (docs/trace-format.md); conclusions from a single step are
// computed here.
const dot = (p, q) => p[0] * q[0] + p[1] * q[1];

/** A - B does not reach past this line, so no signed distance is less: the bound that the step's own direction
   proves. */
const provenBy = ({ direction, found }) => -dot(direction, found) / Math.hypot(...direction);

const common = ({ direction, on_a, on_b, found, nearest, a, b, lower, upper }) =>
  ({ direction, onA: on_a, onB: on_b, found, nearest, a, b, lower: lower ?? -Infinity, upper: upper ?? Infinity });

function searchStep(step) {
  return { ...common(step), phase: "search", proven: provenBy(step), v: step.direction.map((x) => -x), polygon: [] };
}

const same = (p, q) => p[0] === q[0] && p[1] === q[1];

/** The polygon of each step: the one before, with the support point inserted between the ends of the edge that it
   was found for. */
function expansionSteps({ polytope, expansion }) {
  let polygon = polytope;
  return expansion.map((step) => {
    const inner = dot(step.direction, step.nearest[0]), v = step.direction.map((x) => x * inner);
    const made = { ...common(step), phase: "polytope", proven: provenBy(step), v, inner, polygon };
    const at = polygon.findIndex((p, i) => same(p, step.nearest[0]) && same(polygon[(i + 1) % polygon.length], step.nearest[1]));
    polygon = [...polygon.slice(0, at + 1), step.found, ...polygon.slice(at + 1)];
    return made;
  });
}

/** If the first point of A - B is the origin, there is no direction to search in. */
const none = { phase: "none", nearest: [], polygon: [], lower: -Infinity, upper: Infinity };

export function closingSteps(distance) {
  const search = distance.reference.map(searchStep), growth = distance.expansion ? expansionSteps(distance) : [];
  const steps = [...search, ...growth];
  return (steps.length ? steps : [none])
    .map((step, number) => ({ ...step, number, isLast: number === Math.max(steps.length - 1, 0),
      endsSearch: number === search.length - 1, isFollowed: growth.length > 0 }));
}

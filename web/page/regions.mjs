// The regions of a simplex of the plane: where O is nearest to a corner, to an edge, or inside. And for a step, which
// of them held O, which could have, and the rule that excludes each of the others (reference/gjk2.hpp).
import { minus } from "./shapes.mjs";

const dot = (p, q) => p[0] * q[0] + p[1] * q[1];
const leftOf = ([x, y]) => [-y, x];

/** The part of a convex polygon where dot(normal, p - at) >= 0. */
function cut(polygon, at, normal) {
  const side = polygon.map((p) => dot(normal, minus(p, at))), kept = [];
  for (const [i, p] of polygon.entries()) {
    const j = (i + 1) % polygon.length, q = polygon[j];
    if (side[i] >= 0) kept.push(p);
    if ((side[i] >= 0) === (side[j] >= 0)) continue;
    const t = side[i] / (side[i] - side[j]);
    kept.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]);
  }
  return kept;
}

const within = (window, cuts) => cuts.reduce((polygon, [at, normal]) => cut(polygon, at, normal), window);
const away = (v) => v.map((x) => -x);

/** `corners`: [[name, point], ...], two, or three counter-clockwise. As {A, AB, ...}, polygons within the window. */
export function regionPolygons(window, corners) {
  const result = {}, count = corners.length, sides = count === 2 ? 1 : 3;
  for (let i = 0; i < sides; i++) {
    const [nameP, p] = corners[i], [nameQ, q] = corners[(i + 1) % count], along = minus(q, p);
    const slab = [[p, along], [q, away(along)]];
    if (count === 3) slab.push([p, away(leftOf(along))]);
    result[[nameP, nameQ].sort().join("")] = within(window, slab);
  }
  for (const [i, [name, p]] of corners.entries())
    result[name] = within(window, corners.filter((_, j) => j !== i).map(([, q]) => [p, minus(p, q)]));
  if (count === 3)
    result.ABC = within(window, corners.map(([, p], i) => [p, leftOf(minus(corners[(i + 1) % 3][1], p))]));
  return result;
}

const rules = {
  triangle: [
    ["AB", "to the right of a → b"],
    ["AC", "to the right of c → a"],
    ["ABC", "neither: enclosed"],
    ["A", "O is no further than A along v"],
    ["BC", "O is to the left of b → c"],
    ["B", "O was nearest to the inside of BC"],
    ["C", "O was nearest to the inside of BC"],
  ],
  segment: [
    ["AB", "all that is left"],
    ["A", "O is no further than A along v"],
    ["B", "A lies beyond O, as seen from B"],
  ],
};
const excludedFrom = { triangle: 3, segment: 1 };

/** The corners of a step's simplex by their letters: A is what it found. Of the first two steps the old one is B. */
export function cornersOf(step) {
  if (step.before.length === 2) return [["A", step.found], ["B", step.before[0]], ["C", step.before[1]]];
  return [["A", step.found], ...step.before.map((p) => ["B", p])];
}

/** For each region its name, whether it held O, could have or cannot, and why; nothing where the search ends apart. */
export function regionTable(step) {
  if (step.end === "separated" || step.before.length === 0) return [];
  const kind = step.before.length === 2 ? "triangle" : "segment";
  return rules[kind].map(([name, rule], i) => ({ name, rule,
    state: name === step.region ? "held" : i >= excludedFrom[kind] ? "excluded" : "other" }));
}

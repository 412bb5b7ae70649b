// Two pictures of distance and depth: A and B with their nearest points, and A - B with circles around the origin. No
// point of A - B lies within the inner circle (for an overlap: every point within it does), and A - B reaches the outer
// one.
import { along, dot, grid, label, line, outwards, shape, tangent, unit } from "./drawing.mjs";

const O = [0, 0];
const isKnown = (p) => p.every(Number.isFinite);
const tip = 'marker-end="url(#tip)"';

/** Beside an arrow, on the side away from O's letter. */
function beside(v) {
  const [x, y] = unit(v), side = y < x ? -17 : 17;
  return [side * y, side * x + 7];
}

/** The strip between two lines that are perpendicular to the direction. */
function slab(window, kind, p, q, direction) {
  const v = unit(direction), side = [-v[1], v[0]], far = window.half * 3;
  return shape(kind, window, [along(p, side, -far), along(p, side, far), along(q, side, far), along(q, side, -far)]);
}

/** The proven nearest (deepest) two points, and the normal, from B to A. */
function witnesses(window, { onA, onB, normal }) {
  if (!isKnown(onA) || !isKnown(onB)) return "";
  const parts = [line("gap", window, onA, onB)];
  if (isKnown(normal)) {
    const end = along(onA, normal, 52 / window.scale);
    parts.push(line("arrow normal", window, onA, end, tip), label("letter n", window, end, "n", beside(normal)));
  }
  return [...parts, dot("witness", window, onA, 5), dot("witness", window, onB, 5)].join("");
}

export function nearestPicture(window, outline, step, answer) {
  const parts = [grid(window), shape("shape a", window, outline.a), shape("shape b", window, outline.b)];
  if (step.phase !== "none") {
    parts.push(slab(window, step.proven > 0 ? "slab apart" : "slab deep", step.onA, step.onB, step.direction));
    parts.push(tangent(window, "tangent a", step.onA, step.direction));
    parts.push(tangent(window, "tangent b", step.onB, step.direction));
    parts.push(line("so-far", window, step.a, step.b), dot("so-far", window, step.a, 5), dot("so-far", window, step.b, 5));
    parts.push(dot("support a", window, step.onA, 6), dot("support b", window, step.onB, 6));
  }
  return parts.join("") + witnesses(window, answer);
}

/** The ring between the two bounds on the length of a translation to (or out of) A - B; a circle if they agree. */
function ring(window, kind, first, second) {
  const [x, y] = window.at(O), [inner, outer] = [first, second].map((d) => Math.min(Math.max(d, 0), 1e6) * window.scale);
  const circle = (r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  return `<path class="${kind}" fill-rule="evenodd" d="${circle(outer)}${circle(inner)}"/>`;
}

/** The bounds of a signed distance, as lengths. */
const lengths = ({ lower, upper }) => (upper < 0 ? [-upper, -lower] : lower > 0 ? [lower, upper] : [0, Math.max(-lower, upper)]);
const rings = {
  search: ({ lower, upper }) => [lower, upper],
  polytope: ({ lower, upper }) => [-upper, -lower],
};

function searchParts(window, step) {
  const parts = [step.nearest.length > 1 ? shape("simplex", window, step.nearest) : ""];
  for (const p of step.nearest) parts.push(dot("corner", window, p, 5.5));
  return [...parts, line("arrow v", window, O, step.v, tip),
    label("letter v", window, along(O, step.v, 0.5), "v", beside(step.v))].join("");
}

function polytopeParts(window, step) {
  const [p, q] = step.nearest, foot = step.v, end = along(O, step.direction, -step.proven);
  const parts = [shape("simplex", window, step.polygon), line("nearest", window, p, q)];
  for (const corner of step.polygon) parts.push(dot("corner", window, corner, step.polygon.length > 30 ? 2.5 : 4.5));
  return [...parts, line("arrow way", window, O, end, tip), dot("foot", window, foot, 5),
    label("letter v", window, along(O, end, 0.5), "n", beside(step.direction))].join("");
}

/** The half plane that A - B does not reach into. */
function empty(window, step) {
  const v = unit(step.direction);
  return slab(window, "beyond", step.found, along(step.found, v, window.half * 4), v);
}

export function depthPicture(window, outline, step, answer) {
  const parts = [grid(window), shape("shape difference", window, outline.difference)];
  if (step.phase !== "none") {
    parts.push(empty(window, step), ring(window, "ring", ...rings[step.phase](step)));
    parts.push(tangent(window, "bound", step.found, step.direction));
    parts.push(step.phase === "search" ? searchParts(window, step) : polytopeParts(window, step));
    parts.push(dot("corner new", window, step.found, 7), label("letter", window, step.found, "w", outwards(window, step.found)));
  }
  if (isKnown(answer.normal) && Number.isFinite(answer.upper)) parts.push(proven(window, answer));
  parts.push(dot("origin", window, O, 5), label("letter o", window, O, "O", [-18, 18]));
  return parts.join("");
}

/** The answer: the point of A - B (for an overlap: of its boundary) that is nearest to O. */
function proven(window, answer) {
  const at = answer.normal.map((x) => x * (answer.lower + answer.upper) / 2);
  return ring(window, "ring proven", ...lengths(answer)) + dot("witness", window, at, 5);
}

// Figures of distance and depth.
import { along, dot, grid, label, line, outwards, shape, tangent, unit } from "../../web/page/drawing.mjs";
import { alike, around, arrow, sheet } from "./sheet.mjs";
import { differenceSupport, dotOf, outlines, pairOf, traceOf } from "./world.mjs";

const O = [0, 0];
const ring = (kind, window, radius) => dot(kind, window, O, (radius * window.scale).toFixed(1));
const letter = (window, p, text) => label("letter", window, p, text, outwards(window, p).map((x) => 1.7 * x));
const figure = (x) => x.toFixed(3);

/** A step of the distance form: the nearest point of the simplex above, the line through w below. */
function closing(window, difference, { direction, found, lower, upper }, i) {
  const nearest = direction.map((x) => -x), aside = unit([nearest[1], nearest[0]]).map((x) => -30 * x);
  return { caption: `step ${i}: from ${figure(Math.max(lower, 0))} to ${figure(upper)}`, picture: grid(window) +
    shape("shape difference", window, difference) + ring("circle", window, Math.max(lower, 0)) +
    tangent(window, "tangent", found, nearest) +
    line("nearest", window, O, nearest) + dot("witness", window, nearest, 7) +
    label("letter of-held", window, along(O, nearest, 0.5), "|v|", [aside[0], aside[1] + 8]) +
    dot("corner new", window, found, 8) + letter(window, found, "w") +
    dot("origin", window, O, 7) + label("letter", window, O, "O", [22, 26]) };
}

/** The interval of each step as a bar. */
function bars(steps) {
  const most = steps[0].upper, x = (d) => 90 + 460 * Math.max(d, 0) / most, height = Math.min(330 / steps.length, 56);
  const bar = (kind, from, to, y) => `<rect class="${kind}" x="${from.toFixed(1)}" y="${y.toFixed(1)}" ` +
    `width="${Math.max(to - from, 4).toFixed(1)}" height="${(height - 6).toFixed(1)}" rx="4"/>`;
  const rows = steps.map(({ lower, upper }, i) => {
    const y = 130 + i * height;
    return `<text class="small end" x="72" y="${(y + height / 2 + 3).toFixed(1)}">${i}</text>` +
      bar("waits", 90, 550, y) + bar("at-work", x(lower), x(upper), y);
  });
  return rows.join("") + `<text class="small" x="90" y="112">0</text>` +
    `<text class="small end" x="550" y="112">${figure(most)}</text>`;
}

function distance() {
  const drawn = outlines(pairOf("gap")), trace = traceOf("gap").distance, { a, b } = trace;
  const [window, wide] = alike([...drawn.a, ...drawn.b], [...drawn.difference, O]);
  const shown = trace.reference.slice(0, 6);
  return sheet("Distance: nearest points, and the interval that closes", [
    { caption: `the nearest points, ${figure(trace.upper)} apart`, picture:
      grid(window) + shape("shape a", window, drawn.a) + shape("shape b", window, drawn.b) +
      line("gap", window, a, b) + dot("witness", window, a, 7) + dot("witness", window, b, 7) },
    closing(wide, drawn.difference, shown[0], 0), closing(wide, drawn.difference, shown[1], 1),
    { caption: "what is proven after each step", picture: bars(shown) }], 2);
}

/** The nearest edge of a polygon around O, counter-clockwise, and the support point along its normal. */
function nearestEdge(pair, corners) {
  const edges = corners.map((p, i) => {
    const q = corners[(i + 1) % corners.length], normal = unit([q[1] - p[1], p[0] - q[0]]);
    return { i, p, q, normal, lower: dotOf(normal, p) };
  });
  const edge = edges.reduce((best, e) => (e.lower < best.lower ? e : best)), w = differenceSupport(pair, edge.normal);
  return { ...edge, w, upper: dotOf(edge.normal, w) };
}

function polytope(window, difference, corners, { p, q, normal, w, lower, upper }, caption) {
  const foot = along(O, normal, lower);
  return { caption: `${caption}: from ${figure(lower)} to ${figure(upper)}`, picture: grid(window) +
    shape("shape difference", window, difference) + shape("simplex", window, corners) + ring("circle", window, lower) +
    tangent(window, "tangent", w, normal) + line("nearest", window, p, q) + arrow("held", window, foot, normal, 62) +
    label("letter of-held", window, along(foot, normal, 62 / window.scale), "n", [-22, 10]) +
    corners.map((c) => dot("corner", window, c, 7)).join("") + dot("corner new", window, w, 8) +
    letter(window, w, "w") + dot("origin", window, O, 7) };
}

/** As reference/epa2.hpp does, from the triangle that ended the search. */
function expanding() {
  const pair = pairOf("deep"), { difference } = outlines(pair), trace = traceOf("deep");
  let [a, b, c] = trace.reference.at(-1).next;
  if ((b[0] - a[0]) * (c[1] - a[1]) < (b[1] - a[1]) * (c[0] - a[0])) [b, c] = [c, b];
  const window = around(difference, 1.3), corners = [a, b, c], panels = [];
  const titles = { 0: "the first triangle", 1: "one corner more", 2: "two more", 6: "six more" };
  for (let expansions = 0; ; ++expansions) {
    const edge = nearestEdge(pair, corners);
    if (titles[expansions]) panels.push(polytope(window, difference, corners, edge, titles[expansions]));
    if (edge.upper - edge.lower < 1e-6) {
      if (-edge.upper > trace.distance.upper + 1e-5 || -edge.lower < trace.distance.lower - 1e-5)
        throw new Error("the depth of the figure is not the one that the library proves");
      return sheet("The expanding polytope", panels, 2);
    }
    corners.splice(edge.i + 1, 0, edge.w);
  }
}

export const measures = { distance, epa: expanding };

// Figures of the question and of the search.
import { Window, along, dot, grid, label, line, outwards, shape, tangent, unit } from "../../web/page/drawing.mjs";
import { cornersOf, regionPolygons, regionTable } from "../../web/page/regions.mjs";
import { alike, around, arrow, sheet } from "./sheet.mjs";
import { outline, outlines, pairOf, stepsOf, support, traceOf } from "./world.mjs";

const O = [0, 0];
const originAt = (window, beside = [-20, 24]) =>
  dot("origin", window, O, 7) + label("letter", window, O, "O", beside);
const middle = (points) => points.reduce(([x, y], p) => [x + p[0] / points.length, y + p[1] / points.length], O);
const named = (window, points, kind, text) => label(`letter of-${kind}`, window, middle(points), text, [0, 8]);

function both(window, { a, b }) {
  return grid(window) + shape("shape a", window, a) + shape("shape b", window, b) + named(window, a, "a", "A") +
    named(window, b, "b", "B");
}

/** A and B, and beside them their difference: apart above, overlapping below. */
function differences() {
  const panels = [["apart", "no common point"], ["meet", "common points"]].flatMap(([id, caption]) => {
    const drawn = outlines(pairOf(id)), [window, wide] = alike([...drawn.a, ...drawn.b], [...drawn.difference, O]);
    return [
      { picture: both(window, drawn), caption: `A and B: ${caption}` },
      { picture: grid(wide) + shape("shape difference", wide, drawn.difference) + originAt(wide) +
          label("letter of-d", wide, middle(drawn.difference), "A − B", [0, 8]),
        caption: id === "apart" ? "the origin lies outside" : "the origin lies inside" },
    ];
  });
  return sheet("Two shapes and their Minkowski difference, apart and overlapping", panels, 2);
}

function supportPanel(of, v, caption, more = () => "") {
  const window = new Window([0, 0, 2.6]), at = support(of, v);
  const drawn = outline((u) => support(of, u));
  return { caption, picture: grid(window) + shape("shape a", window, drawn) + more(window, at) +
    tangent(window, "tangent a", at, v) + arrow("a", window, at, v, 84) + dot("support a", window, at, 8) +
    label("letter", window, along(at, unit(v), 84 / window.scale), "v", [26, 6]) };
}

/** A polygon compares its corners, an ellipse uses a circle, a capsule a segment and a circle. */
function supports() {
  const polygon = { kind: "polygon2d_at",
    n: [-0.3, -0.3, 0, -1.6, -0.5, -0.3, -1.5, 1.3, -0.9, 1.5, 0.5, 0.1, 1.5, -1.2, 1] };
  const core = [[-1.2, -0.9], [0.7, 0.5]], capsule = { kind: "capsule2d", n: [...core.flat(), 1] };
  const swept = (window, at) => line("core", window, ...core) + dot("ball", window, core[1], window.scale) +
    arrow("", window, core[1], [at[0] - core[1][0], at[1] - core[1][1]], window.scale - 8) +
    core.map((p) => dot("witness", window, p, 6)).join("") + label("letter", window, core[1], "r", [30, 26]);
  return sheet("Support mappings", [
    supportPanel(polygon, [0.5, 0.87], "a polygon: the corner farthest along v"),
    supportPanel({ kind: "ellipse2d", n: [-0.2, -0.2, 0.5, 2, 1] }, [0.75, 0.66], "an ellipse: a stretched circle"),
    supportPanel(capsule, [0.5, 0.87], "a capsule: its core, and r farther", swept),
  ]);
}

/** The regions of a step's simplex, as in a page. */
function regions(window, step) {
  const corners = cornersOf(step), drawn = regionPolygons(window.corners(), counterClockwise(corners));
  const areas = regionTable(step).map(({ name, state }) => shape(`region ${state}`, window, drawn[name]));
  const within = ([x, y]) => [x, window.y + Math.min(Math.max(y - window.y, -0.66 * window.half), 0.66 * window.half)];
  const names = regionTable(step).map(({ name, state }) =>
    label(`letter of-${{ held: "held", other: "other", excluded: "soft" }[state]}`, window, within(middle(drawn[name])),
      name === "AC" ? "CA" : name, corners.length === 2 ? [70, 80] : [0, 8]));
  return { areas: areas.join(""), names: names.join("") };
}

function counterClockwise(corners) {
  if (corners.length < 3) return corners;
  const [[, a], [, b], [, c]] = corners;
  return (b[0] - a[0]) * (c[1] - a[1]) < (b[1] - a[1]) * (c[0] - a[0]) ? [corners[0], corners[2], corners[1]] : corners;
}

function simplex(window, step) {
  const corners = cornersOf(step);
  return shape("simplex", window, corners.map(([, p]) => p)) +
    corners.map(([name, p]) => dot(`corner ${name === "A" ? "new" : ""}`, window, p, 8) +
      label("letter", window, p, name, outwards(window, p).map((x) => 1.7 * x))).join("");
}

const direction = (window, step, length = 84) => arrow("", window, O, step.direction, length) +
  label("letter", window, along(O, unit(step.direction), length / window.scale), "v", [20, -10]);

/** The regions into which a simplex splits the plane. The steps are made by hand, so that every region has room. */
function regionPanel({ step, caption, origin, more = () => "" }) {
  const window = new Window([0, 0.2, 3.2]), { areas, names } = regions(window, step);
  return { caption, picture: areas + simplex(window, step) + names + more(window) + dot("origin", window, origin, 7) +
    label("letter", window, origin, "O", [24, 10]) };
}

function segmentRegions() {
  const A = [-1.2, -0.7], B = [1.3, 0.8], O = [-0.7, 1.3], v = [-1.5, 2.5];
  const step = { before: [B], found: A, region: "AB", end: "goes on" };
  const next = (window) => arrow("", window, O, v, 84) +
    label("letter", window, along(O, unit(v), 84 / window.scale), "v", [26, 6]);
  return sheet("The regions of a segment", [
    regionPanel({ step, origin: O, caption: "neither beyond A nor beyond B" }),
    regionPanel({ step, origin: O, caption: "next: at right angles, towards O", more: next })]);
}

function triangleRegions() {
  const triangle = { before: [[-1.4, -0.9], [1.5, -0.8]], found: [0.1, 1.1], end: "goes on" };
  return sheet("The regions of a triangle", [
    regionPanel({ step: { ...triangle, region: "AB" }, origin: [-1.3, 0.8],
      caption: "beyond a side: that side is kept" }),
    regionPanel({ step: { ...triangle, region: "ABC" }, origin: [0.15, 0.5], caption: "beyond none: enclosed" })]);
}

function walkCaption(step) {
  if (step.end === "enclosed") return "the triangle encloses O: they overlap";
  const kept = step.region === "AC" ? "CA" : step.region;
  return ["A: the farthest point along v", "back towards O: a segment"][step.number] ?? `the farthest again; ${kept} is kept`;
}

/** A search that ends in an enclosed origin, step by step. */
function walk() {
  const { difference } = outlines(pairOf("walk")), window = around(difference, 1.3);
  const panels = stepsOf(traceOf("walk")).map((step) => ({ caption: `${step.number}. ${walkCaption(step)}`,
    picture: grid(window) + (step.before.length === 2 ? regions(window, step).areas : "") +
      shape("shape difference", window, difference) + tangent(window, "tangent", step.found, step.direction) +
      simplex(window, step) + direction(window, step) + originAt(window) }));
  return sheet("A search, step by step", panels, 2);
}

function beyond(window, v) {
  const u = unit(v), side = [-u[1], u[0]], far = window.half * 3, p = along(O, side, far), q = along(O, side, -far);
  return shape("beyond", window, [p, q, along(q, u, far), along(p, u, far)]) + line("separating", window, p, q);
}

/** The last step of a search that ends in a separating line: in A - B, and between A and B. */
function separating() {
  const drawn = outlines(pairOf("line")), step = stepsOf(traceOf("line")).at(-1);
  const { direction: v, onA, onB } = step;
  const [window, wide] = alike([...drawn.a, ...drawn.b], [...drawn.difference, along(O, unit(v), 1)]);
  const between = along(onA, [onB[0] - onA[0], onB[1] - onA[1]], 0.5);
  const u = unit(v), side = [-u[1], u[0]];
  return sheet("A separating direction", [
    { caption: `even A lies behind the line through O`, picture: grid(wide) + beyond(wide, v) +
      shape("shape difference", wide, drawn.difference) + tangent(wide, "tangent", step.found, v) +
      simplex(wide, step) + direction(wide, step) + originAt(wide, [24, 26]) },
    { caption: "between the shapes: A ends before B begins", picture: both(window, drawn) +
      tangent(window, "tangent a", onA, v) + tangent(window, "tangent b", onB, v) +
      line("separating", window, along(between, side, -20), along(between, side, 20)) +
      arrow("a", window, onA, v, 70) + arrow("b", window, onB, v.map((x) => -x), 70) +
      dot("support a", window, onA, 8) + dot("support b", window, onB, 8) },
  ]);
}

/** The effect of rounding on A - B, enlarged a hundred thousand times. */
function errorBand() {
  const { difference } = outlines(pairOf("meet"));
  const moved = (x, y) => difference.map((p) => [p[0] + x, p[1] + y]);
  const panel = (points, caption, window = around([...points, O], 1.5)) => ({ caption, picture: grid(window) +
    shape("band", window, points) +
    shape("shape difference", window, points) + originAt(window, [26, 8]) });
  const edge = Math.max(...difference.map((p) => p[0]));
  return sheet("The error band", [panel(moved(-edge - 0.9, 0), "separated: proven"),
    panel(moved(-edge + 0.03, 0), "in the band: touching"), panel(moved(0.6, -0.2), "overlapping: proven")]);
}

export const searches = { difference: differences, support: supports, "segment-regions": segmentRegions,
  "triangle-regions": triangleRegions, walk, separating, band: errorBand };

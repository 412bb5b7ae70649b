// The shapes of the plane as in a pair file: {kind: "circle2d", n: [numbers]}. For a polygon n holds position, angle
// and vertices. All numbers are float32, as everywhere in the library.
import { short, toFloat } from "./numbers.mjs";

const place = ["center x", "center y"];
const placed = { angle: 2, sizes: [3, 4] };
const kinds = {
  circle2d: { title: "circle", names: [...place, "radius"], sizes: [2] },
  capsule2d: { title: "capsule", names: ["x of p0", "y of p0", "x of p1", "y of p1", "radius"], sizes: [4] },
  box2d: { title: "box", names: [...place, "angle", "half extent x", "half extent y"], ...placed },
  ellipse2d: { title: "ellipse", names: [...place, "angle", "radius x", "radius y"], ...placed },
  slice2d: { title: "slice", names: [...place, "angle", "half angle", "radius"], ...placed },
  polygon2d_at: { title: "polygon", names: ["position x", "position y", "angle"], angle: 2, sizes: [] },
};
const quarterTurn = Math.fround(Math.PI / 2);

const kindNames = Object.keys(kinds);
const kindTitle = (kind) => kinds[kind].title;

export const of = (kind, n) => ({ kind, n: n.map(Math.fround) });

const samples = {
  circle2d: () => [0, 0, 1.4],
  capsule2d: () => [-1, -0.5, 1, 0.5, 0.7],
  box2d: () => [0, 0, 0.4, 1.5, 0.9],
  ellipse2d: () => [0, 0, 0.5, 1.8, 0.9],
  slice2d: () => [-0.8, 0, 0.3, 0.6, 2.4],
  polygon2d_at: () => [0, 0, 0.1, 1.6, 0.2, 0.5, 1.4, -1, 1, -1.5, -0.4, -0.2, -1.3],
};
/** A shape of this kind of medium size at a place. */
const sample = (kind, at) => moved(of(kind, samples[kind]()), at);

function problemOf(name, x, { sizes, angle }, i) {
  if (!Number.isFinite(x)) return `the ${name} is ${x}: must be a finite number`;
  if (Math.abs(x) > 1e18) return `the ${name} is ${short(x)}: must be from -1e18 to 1e18`;
  if (sizes.includes(i) && x < 0) return `the ${name} is ${short(x)}: must not be negative`;
  if (angle === i && Math.abs(x) > 1e6) return `the ${name} is ${short(x)}: must be from -1e6 to 1e6 radians`;
  if (name === "half angle" && x > quarterTurn) return `the ${name} is ${short(x)}: must be at most a quarter turn`;
  return null;
}

/** What is wrong with the numbers, as a sentence; null if they are valid. */
function problem({ kind, n }) {
  const what = kinds[kind];
  if (kind === "polygon2d_at" && n.length < 5) return "a polygon needs at least one vertex";
  if (kind === "polygon2d_at" ? n.length % 2 === 0 : n.length !== what.names.length)
    return `a ${what.title} does not have ${n.length} numbers`;
  for (const [i, x] of n.entries()) {
    const found = problemOf(what.names[i] ?? `coordinate of vertex ${(i - 3) >> 1}`, x, what, i);
    if (found) return found;
  }
  return null;
}

/** The numbers as in a pair file. */
function words({ kind, n }) {
  const text = n.map(short);
  if (kind === "polygon2d_at") text.splice(3, 0, String((n.length - 3) / 2));
  return text;
}

/** A shape from the words of a pair file; throws an Error that describes what is wrong. */
function read(kind, words) {
  if (kind === "polygon2d") return read("polygon2d_at", ["0", "0", "0", ...words]);
  if (!kindNames.includes(kind))
    throw new Error(`'${kind}' is not a shape of the plane: this page shows ${kindNames.join(", ")} and polygon2d`);
  const n = words.map(toFloat);
  if (kind !== "polygon2d_at") return of(kind, n);
  const [count] = n.splice(3, 1);
  if (!(count >= 1) || n.length !== 3 + 2 * count)
    throw new Error(`a polygon of ${count} vertices has ${2 * count} coordinates, not ${n.length - 3}`);
  return of(kind, n);
}

const turn = ([x, y], angle) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
const plus = (p, q) => [p[0] + q[0], p[1] + q[1]];
const minus = (p, q) => [p[0] - q[0], p[1] - q[1]];

export const isPolygon = ({ kind }) => kind === "polygon2d_at";

/** The corners of a polygon in its own space. */
const vertices = ({ n }) => Array.from({ length: (n.length - 3) / 2 }, (_, i) => [n[3 + 2 * i], n[4 + 2 * i]]);
const mean = (points) => points.reduce(plus, [0, 0]).map((x) => x / points.length);

export function middle(shape) {
  const { kind, n } = shape;
  if (kind === "capsule2d") return [(n[0] + n[2]) / 2, (n[1] + n[3]) / 2];
  if (isPolygon(shape)) return plus([n[0], n[1]], turn(mean(vertices(shape)), n[2]));
  return [n[0], n[1]];
}

function moved({ kind, n }, way) {
  const all = kind === "capsule2d" ? 4 : 2;
  return of(kind, n.map((value, i) => (i < all ? value + way[i % 2] : value)));
}

/** Turned about its middle. */
export function turned(shape, angle) {
  const { kind, n } = shape, about = middle(shape);
  const round = (p) => plus(about, turn(minus(p, about), angle));
  if (kind === "circle2d") return shape;
  if (kind === "capsule2d") return of(kind, [...round([n[0], n[1]]), ...round([n[2], n[3]]), n[4]]);
  return of(kind, [...round([n[0], n[1]]), n[2] + angle, ...n.slice(3)]);
}

function scaled(shape, by) {
  const { kind, n } = shape;
  if (isPolygon(shape)) {
    const grown = of(kind, n.map((x, i) => (i < 3 ? x : x * by)));
    return moved(grown, minus(middle(shape), middle(grown)));
  }
  if (kind === "capsule2d") {
    const at = middle(shape), out = (i) => at[i % 2] + (n[i] - at[i % 2]) * by;
    return of(kind, [out(0), out(1), out(2), out(3), n[4] * by]);
  }
  return of(kind, n.map((x, i) => (kinds[kind].sizes.includes(i) && !(kind === "slice2d" && i === 3) ? x * by : x)));
}

/** The interface of a world of shapes for the pages. */
export const planeShapes = { kindNames, kindTitle, problem, words, read, sample, middle, moved, scaled, plus, minus };

export { plus, minus, turn, vertices, quarterTurn };

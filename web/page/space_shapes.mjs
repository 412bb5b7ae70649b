// The shapes of space as in a pair file: {kind: "sphere", n: [numbers]}. For a placed hull n holds position, rotation,
// radius and vertices. All numbers are float32, as everywhere in the library, which reports what is wrong with them.
import { cornersOfMatrix, matrixMoved, matrixTurned, scaling } from "./matrices.mjs";
import { short, toFloat } from "./numbers.mjs";
import { add, after, away, mean, rotated, sub } from "./vectors.mjs";

// points: the indices of points; rotation: that of a quaternion; sizes: radii and half extents.
const kinds = {
  obb: { title: "box", count: 10, points: [0], rotation: 3, sizes: [7, 8, 9] },
  aabb: { title: "box, axis-aligned", count: 6, points: [0, 3], sizes: [] },
  sphere: { title: "sphere", count: 4, points: [0], sizes: [3] },
  capsule: { title: "capsule", count: 7, points: [0, 3], sizes: [6] },
  cylinder: { title: "cylinder", count: 7, points: [0, 3], sizes: [6] },
  cone: { title: "cone", count: 7, points: [0, 3], sizes: [6] },
  ellipsoid: { title: "ellipsoid", count: 10, points: [0], rotation: 3, sizes: [7, 8, 9] },
  hull_at: { title: "hull", points: [0], rotation: 3, sizes: [7] },
  frustum8: { title: "frustum of 8 corners", count: 24, points: [0, 3, 6, 9, 12, 15, 18, 21], sizes: [] },
  frustumvp01: { title: "frustum of a matrix", count: 16, points: [], sizes: [], near: 0 },
  frustumvp11: { title: "frustum of a matrix, depth from −w", count: 16, points: [], sizes: [], near: -1 },
  point: { title: "point", count: 3, points: [0], sizes: [] },
};
const kindNames = Object.keys(kinds);
const kindTitle = (kind) => kinds[kind].title;
const isMatrix = ({ kind }) => kinds[kind].near !== undefined;
const firstVertex = 8; // of a placed hull

const of = (kind, n) => ({ kind, n: n.map(Math.fround) });

const gem = [1.5, 0.1, -0.3, 0.5, 1.4, 0.2, -1.2, 0.9, -0.4, -1.3, -0.8, 0.3, 0.2, -1.5, -0.2, 0.1, 0.2, 1.3,
  0.3, -0.3, -1.2];
const samples = {
  obb: [0, 0, 0, 0.2, 0.1, 0.3, 0.927, 1.4, 0.9, 0.7],
  aabb: [-1.2, -0.9, -0.7, 1.2, 0.9, 0.7],
  sphere: [0, 0, 0, 1.3],
  capsule: [-1, -0.4, -0.4, 1, 0.4, 0.5, 0.7],
  cylinder: [-0.4, -0.6, -1, 0.4, 0.6, 1, 0.9],
  cone: [0.2, 0.3, -1.1, -0.3, -0.4, 1.5, 1.1],
  ellipsoid: [0, 0, 0, 0.3, 0.2, 0.1, 0.927, 1.7, 1.1, 0.6],
  hull_at: [0, 0, 0, 0, 0, 0, 1, 0, ...gem],
  frustum8: [-0.3, -1.2, -0.2, 0.3, -1.2, -0.2, 0.3, -1.2, 0.2, -0.3, -1.2, 0.2,
    -1.5, 1.4, -1, 1.5, 1.4, -1, 1.5, 1.4, 1, -1.5, 1.4, 1],
  // At the origin, looking along y, up is z: 74 degrees wide, near 0.5, far 4.
  frustumvp01: [1.33, 0, 0, 0, 0, 0, 1.33, 0, 0, 1.143, 0, -0.571, 0, 1, 0, 0],
  frustumvp11: [1.33, 0, 0, 0, 0, 0, 1.33, 0, 0, 1.286, 0, -1.143, 0, 1, 0, 0],
  point: [0, 0, 0],
};

/** A shape of this kind of medium size at a place. */
function sample(kind, at) {
  const shape = of(kind, samples[kind]);
  return moved(shape, sub(at, middle(shape)));
}

/** What is wrong with the numbers, as far as the library does not report it itself; null if they are valid. */
function problem({ kind, n }) {
  const bad = n.find((x) => !Number.isFinite(x));
  if (bad !== undefined) return `a number of the ${kindTitle(kind)} is ${bad}: must be a finite number`;
  const { count } = kinds[kind];
  const good = count === undefined ? n.length > firstVertex && (n.length - firstVertex) % 3 === 0 : n.length === count;
  return good ? null : `a ${kindTitle(kind)} does not have ${n.length} numbers`;
}

function words({ kind, n }) {
  const text = n.map(short);
  if (kind === "hull_at") text.splice(firstVertex, 0, String((n.length - firstVertex) / 3));
  return text;
}

function read(kind, words) {
  const nowhere = ["0", "0", "0", "0", "0", "0", "1"];
  if (kind === "hull") return read("hull_at", [...nowhere, "0", ...words]);
  if (kind === "rhull") return read("hull_at", [...nowhere, words[1] ?? "", words[0] ?? "", ...words.slice(2)]);
  if (!kindNames.includes(kind))
    throw new Error(`'${kind}' is not a shape of space: this page shows ${kindNames.join(", ")}, hull and rhull`);
  const n = words.map(toFloat);
  if (kind !== "hull_at") return of(kind, n);
  const [count] = n.splice(firstVertex, 1);
  if (!(count >= 1) || n.length !== firstVertex + 3 * count)
    throw new Error(`a hull of ${count} points has ${3 * count} coordinates, not ${n.length - firstVertex}`);
  return of(kind, n);
}

const threes = (n, from) =>
  Array.from({ length: (n.length - from) / 3 }, (_, i) => n.slice(from + 3 * i, from + 3 * i + 3));
const pointsOf = ({ kind, n }) => kinds[kind].points.map((i) => n.slice(i, i + 3));
const rotationOf = ({ n }) => n.slice(3, 7);
const signs = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));

/** The corners of shapes with flat faces, without their radius; null for round ones. */
function corners(shape) {
  const { kind, n } = shape, place = (p) => add(n.slice(0, 3), rotated(rotationOf(shape), p));
  if (kind === "obb") return signs.map((s) => place(s.map((x, i) => x * n[7 + i])));
  if (kind === "aabb") return signs.map((s) => s.map((x, i) => n[x < 0 ? i : i + 3]));
  if (kind === "hull_at") return threes(n, firstVertex).map(place);
  if (kind === "frustum8" || kind === "point") return threes(n, 0);
  return isMatrix(shape) ? cornersOfMatrix(n, kinds[kind].near) : null;
}

const middle = (shape) => mean(corners(shape) ?? pointsOf(shape));

/** With its points elsewhere. */
function replaced(shape, to) {
  const copy = [...shape.n];
  for (const i of kinds[shape.kind].points) copy.splice(i, 3, ...to(shape.n.slice(i, i + 3)));
  return copy;
}

function moved(shape, way) {
  if (isMatrix(shape)) return of(shape.kind, matrixMoved(shape.n, way));
  return of(shape.kind, replaced(shape, (p) => add(p, way)));
}

/** An axis-aligned box as an oriented one. */
function asObb({ n }) {
  const half = [0, 1, 2].map((i) => (n[i + 3] - n[i]) / 2);
  return of("obb", [...[0, 1, 2].map((i) => n[i] + half[i]), 0, 0, 0, 1, ...half]);
}

/** Turned about its middle by a rotation. */
function turnedInSpace(shape, rotation) {
  const { kind, n } = shape, about = middle(shape);
  if (kind === "aabb") return turnedInSpace(asObb(shape), rotation);
  if (isMatrix(shape)) return of(kind, matrixTurned(n, about, rotation));
  const copy = replaced(shape, (p) => add(about, rotated(rotation, sub(p, about))));
  if (kinds[kind].rotation) copy.splice(3, 4, ...after(rotation, rotationOf(shape)));
  return of(kind, copy);
}

function scaled(shape, by) {
  const { kind, n } = shape, about = middle(shape);
  if (isMatrix(shape)) return of(kind, scaling(n, about, by));
  const copy = kind === "hull_at" ? [...n.slice(0, firstVertex), ...n.slice(firstVertex).map((x) => x * by)]
    : replaced(shape, (p) => away(about, sub(p, about), by));
  for (const i of kinds[kind].sizes) copy[i] *= by;
  const grown = of(kind, copy);
  return kind === "hull_at" ? moved(grown, sub(about, middle(grown))) : grown;
}

/** The interface of a world of shapes for the pages. */
export const spaceShapes = { kindNames, kindTitle, problem, words, read, sample, middle, moved, scaled,
  plus: add, minus: sub };

export { corners, middle, of, rotationOf, turnedInSpace };

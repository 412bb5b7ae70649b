// The numbers of the figures: the pairs beside this file, their shapes as support mappings, and their traces.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readLine } from "../../web/page/pairs.mjs";
import { isPolygon, minus, planeShapes, plus, turn, vertices } from "../../web/page/shapes.mjs";

export const beside = (name) => new URL(name, import.meta.url).pathname;
export const lines = (name) =>
  readFileSync(beside(name), "utf8").split("\n").map((text) => text.split("#")[0].trim()).filter(Boolean);
const shapesOf = new Map(lines("pairs.txt").map((text) => readLine(planeShapes, text)).map((pair) => [pair.id, pair]));
export const pairOf = (id) => shapesOf.get(id);

export const dotOf = (p, q) => p[0] * q[0] + p[1] * q[1];
const times = ([x, y], t) => [x * t, y * t];
const withLength = (v, length) => times(v, length / Math.hypot(...v));
const furthest = (points, v) => points.reduce((best, p) => (dotOf(p, v) > dotOf(best, v) ? p : best));
const placed = ({ n }, p) => plus([n[0], n[1]], turn(p, n[2]));

/** The supports of include/lockstep/reference/support.hpp, of the kinds in pairs.txt. */
export function support(shape, v) {
  const { kind, n } = shape, local = () => turn(v, -n[2]);
  if (isPolygon(shape)) return furthest(vertices(shape).map((p) => placed(shape, p)), v);
  if (kind === "circle2d") return plus([n[0], n[1]], withLength(v, n[2]));
  if (kind === "capsule2d") return plus(furthest([[n[0], n[1]], [n[2], n[3]]], v), withLength(v, n[4]));
  if (kind === "ellipse2d") {
    const [x, y] = local(), [p, q] = withLength([x * n[3], y * n[4]], 1);
    return placed(shape, [p * n[3], q * n[4]]);
  }
  throw new Error(`no figure has a ${kind}`);
}

export const differenceSupport = ({ a, b }, v) => minus(support(a, v), support(b, times(v, -1)));

/** Support points all around, each once. */
export function outline(supportOf, directions = 240) {
  const points = Array.from({ length: directions }, (_, i) => {
    const angle = 2 * Math.PI * (i + 0.5) / directions;
    return supportOf([Math.cos(angle), Math.sin(angle)]);
  });
  return points.filter((p, i) => Math.hypot(...minus(p, points.at(i - 1))) > 1e-6);
}

export function outlines(pair) {
  return { a: outline((v) => support(pair.a, v)), b: outline((v) => support(pair.b, v)),
    difference: outline((v) => differenceSupport(pair, v)) };
}

export const program = process.argv[2];

/** The output of `lockstep trace --json` (docs/trace-format.md). */
export function traceOf(id, file = "pairs.txt") {
  const words = ["trace", beside(file), id, "--distance", "--method", "gjk", "--json"];
  return JSON.parse(execFileSync(program, words, { encoding: "utf8" }));
}

/** The reference's steps, as the pages draw them. */
export function stepsOf(trace) {
  return trace.reference.map((s, number) => ({ number, direction: s.direction, onA: s.on_a, onB: s.on_b, found: s.found,
    before: s.retained, after: s.next, region: s.region === "" ? "none" : s.region, end: s.end }));
}

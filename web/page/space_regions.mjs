// The regions of a simplex of space: where O is nearest to a corner, an edge, a face, or inside. And for a step, which
// of them held O, which could have, and the rule that decides, as in reference/gjk.hpp.
import { convexHull } from "./convex.mjs";
import { meeting } from "./matrices.mjs";
import { away, cross, inner, sub, times } from "./vectors.mjs";

const letters = ["B", "C", "D"];

/** The corners of a step's simplex by their letters: A is what it found. */
export const simplexOfStep = (step) => new Map([["A", step.found], ...step.before.map((p, i) => [letters[i], p])]);

const facesAtA = ["ABC", "ACD", "ADB"];
const inOrder = (name) => [...name].sort().join("");

/** The inputs of the rules: the normal of each new face, the side of it that O is on, and the same for its edges at
   A. */
export function looks(step) {
  const points = simplexOfStep(step), a = step.found, ao = times(a, -1), to = (p) => sub(points.get(p), a);
  return facesAtA.slice(0, { 2: 1, 3: 3 }[step.before.length] ?? 0).map((name) => {
    const [, p, q] = name, normal = cross(to(p), to(q));
    return { name, normal, over: inner(normal, ao), edges: { [`A${p}`]: inner(cross(to(p), normal), ao),
      [`A${q}`]: inner(cross(normal, to(q)), ao) } };
  });
}

function ofFace({ name, edges }) {
  const [first, second] = Object.keys(edges);
  // In the tetrahedron the second edge is tested first (keep_face_or_edge).
  return edges[second] > 0 ? second : edges[first] > 0 ? first : inOrder(name);
}

/** The region that the rules choose; it is the step's own. */
export function regionByRules(step) {
  if (step.end === "separated" || step.before.length < 2) return step.region;
  const [abc, acd, adb] = looks(step);
  if (!acd) return abc.edges.AB > 0 ? "AB" : abc.edges.AC > 0 ? "AC" : "ABC";
  const over = (face) => face.over > 0;
  if (!over(abc) && !over(acd) && !over(adb)) return "ABCD";
  const leave = (over(acd) && abc.edges.AC > 0) || (over(adb) && abc.edges.AB > 0);
  if (over(abc) && !leave) return ofFace(abc);
  if (over(acd) && !(over(adb) && acd.edges.AD > 0)) return ofFace(acd);
  return ofFace(adb);
}

const retained = { 1: "B", 2: "BC", 3: "BCD" };
const whole = { 1: "AB", 2: "ABC", 3: "ABCD" };

/** Rows {name, title, state, why}: held, other (it could have), excluded. `why` is a key of space_words.mjs. */
export function regionRows3(step) {
  const count = step.before.length;
  if (step.end === "separated" || count === 0) return [];
  const faces = looks(step), rows = [];
  const row = (name, why, more = {}) => rows.push({ name, title: name, why, ...more,
    state: inOrder(name) === step.region ? "held" : "other" });
  if (count === 3) row("ABCD", "inside", { faces });
  for (const face of faces) row(face.name, count === 3 ? "face" : "sides", { face });
  for (const p of count === 1 ? [] : retained[count])
    row(`A${p}`, "edge", { faces: faces.filter(({ edges }) => `A${p}` in edges) });
  if (count === 1) row("AB", "segment");
  const excluded = (name, why, title = name) => rows.push({ name, title, why, state: "excluded" });
  excluded("A", "found");
  if (count === 1) excluded("B", "beyond");
  else excluded(retained[count], "led");
  if (count === 2) excluded("B", "nearest", "rest");
  if (count === 3) excluded("BC", "nearest", "rest");
  return rows;
}

const behind = (n, at) => ({ n, d: inner(n, at) });
const ahead = (n, at) => behind(times(n, -1), at);

/** The direction from the line through u and v perpendicularly to w. */
function across(u, v, w) {
  const along = sub(v, u), t = inner(sub(w, u), along) / inner(along, along);
  return sub(w, away(u, along, t));
}

/** The normal of a triangle, away from a point. */
function outward([u, v, w], from) {
  const n = cross(sub(v, u), sub(w, u));
  return inner(n, sub(from, u)) > 0 ? times(n, -1) : n;
}

/** Half spaces {n, d}, inner(n, p) <= d, that contain the region of a feature; for a triangle alone on O's side. */
function halfSpaces(name, points) {
  const p = [...name].map((letter) => points.get(letter));
  const others = [...points].filter(([letter]) => !name.includes(letter)).map(([, q]) => q);
  if (p.length === 1) return others.map((q) => behind(sub(q, p[0]), p[0]));
  if (p.length === 2) {
    const ends = [ahead(sub(p[1], p[0]), p[0]), ahead(sub(p[0], p[1]), p[1])];
    return [...ends, ...others.map((q) => behind(across(p[0], p[1], q), p[0]))];
  }
  if (p.length === 4) return p.map((q, i) => behind(outward(p.filter((_, j) => j !== i), q), p[(i + 1) % 4]));
  const sides = [[0, 1, 2], [1, 2, 0], [2, 0, 1]].map(([i, j, k]) => ahead(across(p[i], p[j], p[k]), p[i]));
  const up = others.length ? outward(p, others[0]) : times(outward(p, [0, 0, 0]), -1);
  return [...sides, ahead(up, p[0])];
}

/** The region as a solid, within the box of the picture; null if it is empty. */
export function regionSolid(step, name, view) {
  const planes = halfSpaces(name, simplexOfStep(step)), { half } = view;
  for (const [axis, far] of [[view.right, 1.5], [view.up, 1.5], [view.toward, 1.1]])
    for (const n of [axis, times(axis, -1)]) planes.push({ n, d: inner(n, view.target) + far * half });
  const corners = [], near = half * 1e-7;
  for (let i = 0; i < planes.length; i++)
    for (let j = i + 1; j < planes.length; j++)
      for (let k = j + 1; k < planes.length; k++) {
        const of = [planes[i], planes[j], planes[k]], p = meeting(of.map(({ n }) => n), of.map(({ d }) => d));
        if (p && planes.every(({ n, d }) => inner(n, p) - d <= near * Math.hypot(...n))) corners.push(p);
      }
  if (corners.length < 4) return null;
  const mesh = convexHull(corners);
  return { ...mesh, creases: mesh.edges.map(({ faces: [f, g] }) => inner(f.normal, g.normal) < 0.9999) };
}

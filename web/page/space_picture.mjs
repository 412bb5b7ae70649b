// Two pictures of space: A and B as they lie, and A - B with the search. SVG text.
import { dot, fixed, line } from "./drawing.mjs";
import { regionSolid, simplexOfStep } from "./space_regions.mjs";
import { area, arrow, disc, floor, solid, turning } from "./solid_drawing.mjs";
import { away, cross, inner, mean, norm, normalized, sub, times } from "./vectors.mjs";

const O = [0, 0, 0];
const finite = (p) => p && p.every(Number.isFinite);

/** A letter beside p, on the side that is away from `from`. */
function letter(view, p, text, from, kind = "letter") {
  const [x, y] = view.at(p), [cx, cy] = view.at(from), [dx, dy] = [x - cx, y - cy], far = Math.hypot(dx, dy) || 1;
  return `<text class="${kind}" x="${fixed(x + dx / far * 19)}" y="${fixed(y + dy / far * 19 + 8)}">${text}</text>`;
}

/** The shape that is farther from the eye first: a separating plane decides, or else the middles do. */
export function farFirst(view, meshes, { normal, lower }) {
  const aInFront = lower > 0 ? inner(normal, view.toward) > 0
    : view.depth(mean(meshes.a.points)) > view.depth(mean(meshes.b.points));
  return aInFront ? ["b", "a"] : ["a", "b"];
}

/** A and B with the step's support points, and the nearest (or deepest) two points. */
export function pairPicture3(view, meshes, step, answer) {
  const drawn = { a: solid(view, meshes.a, "a"), b: solid(view, meshes.b, "b") };
  const parts = [floor(view, [meshes.a, meshes.b])];
  for (const name of farFirst(view, meshes, answer)) parts.push(drawn[name].back, drawn[name].body, drawn[name].front);
  if (finite(answer.onA)) {
    parts.push(line("gap", view, answer.onA, answer.onB));
    parts.push(dot("witness", view, answer.onA, 4), dot("witness", view, answer.onB, 4));
  }
  for (const [kind, p, way] of [["a", step.onA, 40], ["b", step.onB, -40]])
    parts.push(disc(`tangent ${kind}`, view, p, step.direction, view.half * 0.22),
      arrow(kind, view, p, step.direction, way), dot(`support ${kind}`, view, p, 6));
  return parts.join("");
}

const through = (step) => [...simplexOfStep(step)];

/** The faces of the simplex, the far ones first; those with O on their outer side are marked. */
function simplexPicture(view, step) {
  const corners = through(step), middle = mean(corners.map(([, p]) => p)), faces = [], parts = [];
  for (let i = 0; i < corners.length; i++)
    for (let j = i + 1; j < corners.length; j++)
      for (let k = j + 1; k < corners.length; k++) faces.push([corners[i], corners[j], corners[k]]);
  const far = (face) => view.depth(mean(face.map(([, p]) => p)));
  faces.sort((f, g) => far(f) - far(g));
  for (const face of faces) {
    const name = face.map(([l]) => l).join("");
    const facing = faces.length === 4 && name === step.region ? " facing" : "";
    parts.push(area(`simplex3${facing}`, view, face.map(([, p]) => p)));
  }
  for (const [i, [, p]] of corners.entries())
    for (const [, q] of corners.slice(i + 1)) parts.push(line("side", view, p, q));
  return { middle, corners, svg: parts.join("") };
}

/** For a tetrahedron the orientation of B, C, D, and the outward normals of the three new faces. */
function handedness(view, step) {
  if (step.before.length !== 3 || step.end === "separated") return "";
  const { found: a, before: [b, c, d] } = step, parts = [turning("turning", view, [b, c, d])];
  for (const [p, q, r] of [[a, b, c], [a, c, d], [a, d, b]]) {
    const n = cross(sub(q, p), sub(r, p)), at = mean([p, q, r]);
    if (norm(n) > 0) parts.push(arrow(inner(n, times(p, -1)) > 0 ? "normal facing" : "normal", view, at, n, 38));
  }
  return parts.join("");
}

/** The place of the region of a feature of the simplex. */
function regionPicture(view, step, name) {
  const mesh = name && step.end !== "separated" ? regionSolid(step, name, view) : null;
  if (!mesh) return "";
  const held = [...name].sort().join("") === step.region;
  const { back, body, front } = solid(view, mesh, held ? "held" : "other");
  return `<g class="region3">${back}${body}${front}</g>`;
}

/** A - B, the simplex in it, the chosen region, and the direction and the point of the step. */
export function differencePicture3(view, mesh, step, region) {
  const { back, body, front } = solid(view, mesh, "d"), { middle, corners, svg } = simplexPicture(view, step);
  const v = normalized(step.direction), size = view.half * 0.8, parts = [regionPicture(view, step, region)];
  // All of A - B lies behind the separating plane: the eye is on one side of it.
  const plane = step.end === "separated" ? disc("beyond3", view, O, v, size) : "";
  if (inner(v, view.toward) <= 0) parts.push(plane);
  parts.push(back, svg, handedness(view, step), `<g class="veil">${body}</g>`, front);
  if (inner(v, view.toward) > 0) parts.push(plane);
  parts.push(disc("tangent", view, step.found, step.direction, view.half * 0.3));
  parts.push(arrow("v", view, O, v, 64), letter(view, away(O, v, 64 / view.scale), "v", O, "letter v"));
  const others = corners.length > 1 ? middle : O;
  for (const [name, p] of corners)
    parts.push(name === "A" ? dot("corner new", view, p, 7) : dot("corner", view, p, 5.5),
      letter(view, p, name, others));
  parts.push(dot("origin", view, O, 5), letter(view, O, "O", away(O, v, 64 / view.scale), "letter o"));
  return parts.join("");
}

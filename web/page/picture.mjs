// Two pictures: A and B as they lie, and A - B with the search. SVG text; y points up.
import { along, dot, grid, label, line, outwards, path, shape, tangent, unit } from "./drawing.mjs";
import { cornersOf, regionPolygons, regionTable } from "./regions.mjs";

/** A and B with the step's support points, and the nearest (or deepest) two points. */
export function pairPicture(window, outline, step, answer) {
  const parts = [grid(window), shape("shape a", window, outline.a), shape("shape b", window, outline.b)];
  parts.push(tangent(window, "tangent a", step.onA, step.direction));
  parts.push(tangent(window, "tangent b", step.onB, step.direction));
  if (Number.isFinite(answer.onA[0])) {
    parts.push(line("gap", window, answer.onA, answer.onB));
    parts.push(dot("witness", window, answer.onA, 4), dot("witness", window, answer.onB, 4));
  }
  const v = unit(step.direction);
  for (const [kind, p, way] of [["a", step.onA, 1], ["b", step.onB, -1]])
    parts.push(line(`arrow ${kind}`, window, p, along(p, v, way * 34 / window.scale), 'marker-end="url(#tip)"'),
      dot(`support ${kind}`, window, p, 6));
  return parts.join("");
}

/** A - B, the regions of the simplex, and the direction and the point of the step. */
export function differencePicture(window, outline, step) {
  const corners = cornersOf(step), parts = [grid(window)], O = [0, 0];
  const table = regionTable(step);
  if (table.length) {
    const polygons = regionPolygons(window.corners(), counterClockwise(corners));
    for (const { name, state } of table)
      parts.push(`<path class="region r${name} ${state}" d="${path(window, polygons[name])}"/>`);
  }
  parts.push(shape("band", window, outline.difference), shape("shape difference", window, outline.difference));
  if (step.end === "separated") parts.push(beyond(window, step));
  parts.push(tangent(window, "tangent", step.found, step.direction));
  parts.push(shape("simplex", window, corners.map(([, p]) => p)));
  parts.push(line("arrow v", window, O, along(O, unit(step.direction), 60 / window.scale), 'marker-end="url(#tip)"'));
  parts.push(label("letter v", window, along(O, unit(step.direction), 60 / window.scale), "v", [8, -8]));
  for (const [name, p] of corners) {
    parts.push(name === "A" ? dot("corner new", window, p, 7) : dot("corner", window, p, 5.5));
    parts.push(label("letter", window, p, name, outwards(window, p)));
  }
  parts.push(dot("origin", window, O, 5), label("letter o", window, O, "O", [-18, 18]));
  return parts.join("");
}

function counterClockwise(corners) {
  if (corners.length < 3) return corners;
  const [[, a], [, b], [, c]] = corners;
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  return area < 0 ? [corners[0], corners[2], corners[1]] : corners;
}

/** The half plane beyond the line through O that contains no point of A - B. */
function beyond(window, step) {
  const v = unit(step.direction), side = [-v[1], v[0]], far = window.half * 3;
  const p = along([0, 0], side, far), q = along([0, 0], side, -far);
  return shape("beyond", window, [p, q, along(q, v, far), along(p, v, far)]) + line("separating", window, p, q);
}

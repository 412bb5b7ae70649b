// Two pictures: A and B as they lie, and A - B with the search. SVG text; y points up.
import { cornersOf, regionPolygons, regionTable } from "./regions.mjs";

export const size = 600; // of a picture, in its own units

export class Window {
  constructor([x, y, half]) {
    Object.assign(this, { x, y, half, scale: size / 2 / half });
  }
  at([x, y]) {
    return [size / 2 + (x - this.x) * this.scale, size / 2 - (y - this.y) * this.scale];
  }
  back([px, py]) {
    return [this.x + (px - size / 2) / this.scale, this.y - (py - size / 2) / this.scale];
  }
  corners() {
    const { x, y, half } = this, h = half * 1.01;
    return [[x - h, y - h], [x + h, y - h], [x + h, y + h], [x - h, y + h]];
  }
}

const f = (x) => Math.min(Math.max(x, -1e5), 1e5).toFixed(1);
const xy = (window, p) => window.at(p).map(f).join(" ");
const path = (window, points) => (points.length ? `M${points.map((p) => xy(window, p)).join("L")}Z` : "");
const shape = (kind, window, points) => `<path class="${kind}" d="${path(window, points)}"/>`;
const line = (kind, window, p, q, more = "") => {
  const [x1, y1] = window.at(p).map(f), [x2, y2] = window.at(q).map(f);
  return `<line class="${kind}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${more}/>`;
};
const dot = (kind, window, p, r) => {
  const [x, y] = window.at(p).map(f);
  return `<circle class="${kind}" cx="${x}" cy="${y}" r="${r}"/>`;
};
function label(kind, window, p, text, [dx, dy]) {
  const [x, y] = window.at(p);
  return `<text class="${kind}" x="${f(x + dx)}" y="${f(y + dy)}">${text}</text>`;
}

/** Lines at whole steps: some ten of them. */
function grid(window) {
  const h = window.half, ten = 10 ** Math.floor(Math.log10(h));
  const step = h < 2 * ten ? ten / 5 : h < 5 * ten ? ten / 2 : ten;
  const lines = [];
  const along = (middle, make) => {
    for (let k = Math.ceil((middle - h) / step); k * step <= middle + h; k++) lines.push(make(k * step));
  };
  along(window.x, (x) => line("grid", window, [x, window.y - h], [x, window.y + h]));
  along(window.y, (y) => line("grid", window, [window.x - h, y], [window.x + h, y]));
  return lines.join("");
}

const unit = ([x, y]) => { const l = Math.hypot(x, y) || 1; return [x / l, y / l]; };
const along = (p, v, t) => [p[0] + v[0] * t, p[1] + v[1] * t];
function outwards(window, p) {
  const [x, y] = unit([p[0] - window.x, p[1] - window.y]);
  return [x * 17, 6 - y * 17];
}

/** A line through p, perpendicular to the direction. */
function tangent(window, kind, p, direction) {
  const v = unit(direction), side = [-v[1], v[0]], far = window.half * 3;
  return line(kind, window, along(p, side, -far), along(p, side, far));
}

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

/** A - B, the regions of the simplex, and what the step asked and found. */
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

/** The half plane beyond the line through O, where nothing of A - B is. */
function beyond(window, step) {
  const v = unit(step.direction), side = [-v[1], v[0]], far = window.half * 3;
  const p = along([0, 0], side, far), q = along([0, 0], side, -far);
  return shape("beyond", window, [p, q, along(q, v, far), along(p, v, far)]) + line("separating", window, p, q);
}

/** From overlap to gap, not to scale: equal steps are equal factors. The band is what `touching` means. */
export function gauge({ lower, upper }, band) {
  const width = 600, far = 24; // powers of two from the band to the end
  const at = (d) => {
    const powers = Math.sign(d) * Math.log2(1 + Math.abs(d) / band);
    return width / 2 * (1 + Math.min(Math.max(powers / far, -1), 1));
  };
  const bar = (kind, from, to, y, height) =>
    `<rect class="${kind}" x="${f(from)}" width="${f(to - from)}" y="${y}" height="${height}"/>`;
  const p = at(lower), q = at(upper), middle = (p + q) / 2, half = Math.max(q - p, 5) / 2; // wide enough to be seen
  return bar("deep", 0, at(-band), 20, 10) + bar("far", at(band), width, 20, 10) +
    bar("close", at(-band), at(band), 14, 22) +
    bar("interval", middle - half, middle + half, 10, 30);
}

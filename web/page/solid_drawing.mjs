// Solids, discs and arrows of space as SVG text, seen through a View.
import { dot, fixed, line } from "./drawing.mjs";
import { rim } from "./convex.mjs";
import { aside, away, cross, inner, mean, normalized, sub, times } from "./vectors.mjs";

const shades = 32;

/** From dark to lit, of a colour of page.css. */
function fill(colour, i) {
  const t = i / (shades - 1) * 2 - 1, part = Math.round(Math.abs(t) * (t < 0 ? 50 : 46));
  // The stroke covers the seams between one shade and the next.
  const mixed = `color-mix(in oklab,var(--${colour}),var(${t < 0 ? "--shade" : "--lit"}) ${part}%)`;
  return `style="fill:var(--now);stroke:var(--now);--now:${mixed}"`;
}

const lightOf = (view) => normalized(view.way([-0.5, 0.75, 0.6]));
const segments = (places, edges) => edges.map(({ v: [i, j] }) => `M${places[i]}L${places[j]}`).join("");

/** {back, front}: the hidden part, thin; and the visible part, each shade one path, with creases and the silhouette. */
export function solid(view, mesh, colour) {
  const places = mesh.points.map((p) => view.at(p).map(fixed).join(" ")), light = lightOf(view);
  const faces = new Map(mesh.faces.map((face) => [face, inner(face.normal, view.toward) > 0]));
  const paths = Array.from({ length: shades }, () => "");
  for (const [{ v, normal }, seen] of faces) {
    if (!seen) continue;
    const t = Math.max(0, 0.5 + 0.5 * inner(normal, light));
    paths[Math.min(Math.floor(t * shades), shades - 1)] += `M${v.map((i) => places[i]).join("L")}Z`;
  }
  const hidden = [], seen = [], outer = [];
  for (const [i, edge] of mesh.edges.entries()) {
    const [f, g] = edge.faces.map((face) => faces.get(face));
    if (f !== g) outer.push(edge);
    else if (mesh.creases[i]) (f ? seen : hidden).push(edge);
  }
  const lines = (kind, edges) =>
    (edges.length ? `<path class="${kind} ${colour}" d="${segments(places, edges)}"/>` : "");
  const body = paths.map((d, i) => (d ? `<path ${fill(colour, i)} d="${d}"/>` : "")).join("");
  return { back: lines("hidden", hidden), body: `<g class="body3 ${colour}">${body}</g>`,
    front: lines("crease", seen) + lines("silhouette", outer) };
}

/** The points of a solid on its silhouette. */
export const rimOf = (view, mesh) => rim(mesh.points.map((p) => view.at(p))).map((i) => mesh.points[i]);

const ring = (view, points) => `M${points.map((p) => view.at(p).map(fixed).join(" ")).join("L")}Z`;
export const area = (kind, view, points, more = "") =>
  (points.length ? `<path class="${kind}" d="${ring(view, points)}" ${more}/>` : "");

/** A disc about p with this normal. */
export function disc(kind, view, p, normal, radius) {
  const n = normalized(normal), x = aside(n), y = cross(n, x);
  return area(kind, view, Array.from({ length: 60 }, (_, i) =>
    away(away(p, x, radius * Math.cos(i * Math.PI / 30)), y, radius * Math.sin(i * Math.PI / 30))));
}

/** In its true length in space, so that it is short when it points to the eye. */
export function arrow(kind, view, from, direction, length) {
  const v = normalized(direction), to = away(from, v, length / view.scale), [p, q] = [view.at(from), view.at(to)];
  const tip = Math.hypot(q[0] - p[0], q[1] - p[1]) > 9 ? 'marker-end="url(#tip)"' : "";
  return line(`arrow ${kind}`, view, from, to, tip) + (tip ? "" : dot(`arrow-end ${kind}`, view, to, 4));
}

/** The floor under the solids, with lines at whole steps and shadows. */
export function floor(view, meshes) {
  const h = view.half, ten = 10 ** Math.floor(Math.log10(h));
  const step = h < 2 * ten ? ten / 2 : h < 5 * ten ? ten : 2 * ten;
  const low = Math.min(...meshes.flatMap((mesh) => mesh.points.map((p) => p[2])));
  const z = step * Math.floor(low / step - 0.05), flat = ([x, y]) => [x, y, z];
  const middle = [0, 1].map((i) => step * Math.round(view.target[i] / step)), count = Math.ceil(h * 1.15 / step);
  const lines = [];
  for (let i = -count; i <= count; i++) {
    const at = i * step, end = count * step, place = (x, y) => flat([middle[0] + x, middle[1] + y]);
    lines.push(line("grid", view, place(at, -end), place(at, end)));
    lines.push(line("grid", view, place(-end, at), place(end, at)));
  }
  const shadows = meshes.map((mesh) => {
    const below = mesh.points.map(flat);
    return area("shadow", view, rim(below).map((i) => below[i]));
  });
  return lines.join("") + (view.toward[2] > 0 ? shadows.join("") : "");
}

/** An arc around the middle of three points, as an arrow in their order. */
export function turning(kind, view, points) {
  const middle = mean(points), inward = points.map((p) => away(middle, sub(p, middle), 0.42)), [p, q, r] = inward;
  const text = (x) => view.at(x).map(fixed).join(" ");
  return `<path class="${kind}" marker-end="url(#tip)" d="M${text(p)}Q${text(q)} ${text(r)}"/>`;
}

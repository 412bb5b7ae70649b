// Boxes and spheres on a canvas, farthest first. An eye (`Lens`, `Afar`) projects points and decides which faces face
// it.
import { add, aside, away, cross, inner, norm, normalized, sub, times } from "./vectors.mjs";
import { near } from "./cameras.mjs";

const light = normalized([-0.45, -0.65, 0.8]);
const viewSize = 600; // the units of a View
const roundness = 20; // corners of a drawn sphere
const angles = Array.from({ length: roundness }, (_, i) => (2 * Math.PI * i) / roundness);
const turns = angles.map((t) => [Math.cos(t), Math.sin(t)]);
const ringAbout = (p, x, y, r) => turns.map(([c, s]) => away(away(p, x, r * c), y, r * s));

/** The eye of the camera: perspective. `half`: of the picture's height, at the edge of the view. */
export class Lens {
  constructor(eye, [x, y], half) {
    Object.assign(this, { eye, x, y, scale: half * eye.zoom });
  }
  faces(normal, p) {
    return inner(normal, sub(this.eye.at, p)) > 0;
  }
  order(center) {
    return norm(sub(center, this.eye.at));
  }
  /** Whether a sphere may be in the picture. */
  shows(center, reach) {
    const [x, y, z] = this.eye.of(center), least = Math.max(z - reach, near);
    const within = (at, middle) => {
      const side = Math.abs(at) - reach;
      return (side / (side > 0 ? z + reach : least)) * this.scale < middle;
    };
    return z + reach > near && within(x, this.x) && within(y, this.y);
  }
  fog(center) {
    return Math.min(this.order(center) / this.eye.far, 1);
  }
  /** The projection of a polygon, which is clipped before the eye; null: none of it is visible. */
  places(points) {
    const seen = points.map((p) => this.eye.of(p)), cut = [];
    if (seen.every(([, , z]) => z < near)) return null;
    for (const [i, p] of seen.entries()) {
      const q = seen[(i + 1) % seen.length];
      if (p[2] >= near) cut.push(p);
      if (p[2] >= near !== q[2] >= near) cut.push(away(p, sub(q, p), (near - p[2]) / (q[2] - p[2])));
    }
    return cut.map(([x, y, z]) => [this.x + (x / z) * this.scale, this.y - (y / z) * this.scale]);
  }
  rim(center, radius) {
    const d = sub(center, this.eye.at), square = inner(d, d), part = (radius * radius) / square;
    if (part >= 1) return null;
    const x = aside(d), y = normalized(cross(d, x));
    return this.places(ringAbout(away(center, d, -part), x, y, radius * Math.sqrt(1 - part)));
  }
}

/** An eye far away: parallel projection. The View's picture fills the width of the canvas. */
export class Afar {
  constructor(view, [width, height]) {
    Object.assign(this, { view, size: [width, height], unit: width / viewSize, x: 0, y: (height - width) / 2 });
  }
  faces(normal) {
    return inner(normal, this.view.toward) > 0;
  }
  order(center) {
    return -this.view.depth(center);
  }
  shows(center, reach) {
    const [[x, y]] = this.places([center]), [w, h] = this.size, r = reach * this.view.scale * this.unit;
    return x > -r && x < w + r && y > -r && y < h + r;
  }
  fog() {
    return 0;
  }
  places(points) {
    return points.map((p) => this.view.at(p)).map(([x, y]) => [this.x + x * this.unit, this.y + y * this.unit]);
  }
  rim(center, radius) {
    return this.places(ringAbout(center, this.view.right, this.view.up, radius));
  }
}

const bytes = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
const levels = 12;

/** Colours of page.css, in light, in shade and far away. */
export class Palette {
  constructor(names, style) {
    this.colour = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.made = new Map();
  }
  mixed(a, b, part) {
    const [p, q] = [a, b].map((name) => bytes(this.colour[name] ?? name));
    return "#" + p.map((x, i) => Math.round(x + (q[i] - x) * part).toString(16).padStart(2, "0")).join("");
  }
  /** `lit` from 0, in shade, to 1. */
  shaded(colour, lit, fog) {
    const [l, f] = [lit, fog].map((x) => Math.round(x * levels)), key = `${colour} ${l} ${f}`;
    if (!this.made.has(key)) {
      const t = (2 * l) / levels - 1, part = Math.abs(t) * (t < 0 ? 0.5 : 0.55);
      const toned = this.mixed(colour, t < 0 ? "shade" : "lit", part);
      this.made.set(key, this.mixed(toned, "panel", (f / levels) * 0.6));
    }
    return this.made.get(key);
  }
}

export function trace(context, places) {
  context.beginPath();
  for (const [i, [x, y]] of places.entries()) i ? context.lineTo(x, y) : context.moveTo(x, y);
  context.closePath();
}

export function polygon(context, eye, points, { fill, stroke, width = 1 }) {
  const places = eye.places(points);
  if (!places) return;
  trace(context, places);
  if (fill) { context.fillStyle = fill; context.fill(); }
  if (stroke) { context.strokeStyle = stroke; context.lineWidth = width; context.stroke(); }
}

const facesOfBox = [0, 1, 2].flatMap((k) => [0, 1].map((high) => {
  const [u, v] = [1 << (k + 1) % 3, 1 << (k + 2) % 3], start = high << k;
  return { axis: k, sign: high ? 1 : -1, corners: [start, start | u, start | u | v, start | v] };
}));

function drawBox(context, eye, palette, { axes }, { corners, ends }, colour, fog) {
  for (const face of facesOfBox) {
    const normal = times(axes[face.axis], face.sign);
    if (!ends[face.axis][face.sign > 0 ? 1 : 0] || !eye.faces(normal, corners[face.corners[0]])) continue;
    const fill = palette.shaded(colour, Math.max(0, 0.45 + 0.5 * inner(normal, light)), fog);
    polygon(context, eye, face.corners.map((i) => corners[i]), { fill, stroke: fill, width: 0.6 });
  }
}

function drawBall(context, eye, palette, { radius }, { center }, colour, fog) {
  const rim = eye.rim(center, radius);
  if (!rim) return;
  const [left, right] = [0, 1].map((k) => (k ? Math.max : Math.min)(...rim.map(([x]) => x))), size = (right - left) / 2;
  trace(context, rim);
  context.fillStyle = palette.shaded(colour, 0.42, fog);
  if (size > 4) {
    const [x, y] = rim.reduce(([a, b], [c, d]) => [a + c / rim.length, b + d / rim.length], [0, 0]);
    const shine = context.createRadialGradient(x - size * 0.35, y - size * 0.45, 0, x, y, size * 1.15);
    for (const [at, lit] of [[0, 0.95], [0.55, 0.55], [1, 0.12]])
      shine.addColorStop(at, palette.shaded(colour, lit, fog));
    context.fillStyle = shine;
  }
  context.fill();
}

function outline(context, eye, { axes, corners, center, radius }, stroke) {
  Object.assign(context, { strokeStyle: stroke, lineWidth: 1.5 });
  const rim = radius && eye.rim(center, radius);
  if (rim) {
    trace(context, rim);
    context.stroke();
  }
  for (const face of radius ? [] : facesOfBox)
    if (eye.faces(times(axes[face.axis], face.sign), corners[face.corners[0]]))
      polygon(context, eye, face.corners.map((i) => corners[i]), { stroke, width: 1.5 });
}

/** `look(i)`: {colour, line} of object i, or null if it is not drawn. Lines are drawn over all. */
export function drawObjects(context, eye, palette, objects, look) {
  const pieces = [], lined = [];
  for (const [i, object] of objects.entries()) {
    const style = look(i);
    if (!style) continue;
    for (const piece of object.pieces)
      if (eye.shows(piece.center, piece.reach)) pieces.push([eye.order(piece.center), object, piece, style.colour]);
    if (style.line) lined.push([object, style.line]);
  }
  pieces.sort((p, q) => q[0] - p[0]);
  for (const [, object, piece, colour] of pieces)
    (object.radius ? drawBall : drawBox)(context, eye, palette, object, piece, colour, eye.fog(piece.center));
  for (const [object, line] of lined) outline(context, eye, object, line);
}

/** Lines at whole steps on the ground; long ones are cut into short ones, so that those behind the eye can be left
   out. */
export function drawGround(context, eye, [x, y], reach, step, stroke) {
  const [left, low] = [x, y].map((c) => step * Math.round((c - reach) / step)), count = Math.round((2 * reach) / step);
  context.strokeStyle = stroke;
  context.lineWidth = 1;
  context.beginPath();
  for (let i = 0; i <= count; i++)
    for (let j = 0; j < count; j++)
      for (const flat of [([a, b]) => [a, b, 0], ([a, b]) => [b, a, 0]]) {
        const from = flat([i, j]), to = flat([i, j + 1]);
        const places = eye.places([from, to].map((p) => add(times(p, step), [left, low, 0])));
        if (!places) continue;
        context.moveTo(...places[0]);
        context.lineTo(...places.at(-1 - (places.length > 2)));
      }
  context.stroke();
}

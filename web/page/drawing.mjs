// Parts of pictures of the plane: a window onto it, lines, dots, letters. SVG text; y points up.

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
  /** A vector right and up, in units of the picture. */
  way(d) {
    return d;
  }
  corners() {
    const { x, y, half } = this, h = half * 1.01;
    return [[x - h, y - h], [x + h, y - h], [x + h, y + h], [x - h, y + h]];
  }
}

const fixed = (x) => Math.min(Math.max(x, -1e5), 1e5).toFixed(1);
const xy = (window, p) => window.at(p).map(fixed).join(" ");
const path = (window, points) => (points.length ? `M${points.map((p) => xy(window, p)).join("L")}Z` : "");
const shape = (kind, window, points) => `<path class="${kind}" d="${path(window, points)}"/>`;
const line = (kind, window, p, q, more = "") => {
  const [x1, y1] = window.at(p).map(fixed), [x2, y2] = window.at(q).map(fixed);
  return `<line class="${kind}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${more}/>`;
};
const dot = (kind, window, p, r) => {
  const [x, y] = window.at(p).map(fixed);
  return `<circle class="${kind}" cx="${x}" cy="${y}" r="${r}"/>`;
};
function label(kind, window, p, text, [dx, dy]) {
  const [x, y] = window.at(p);
  return `<text class="${kind}" x="${fixed(x + dx)}" y="${fixed(y + dy)}">${text}</text>`;
}

/** Lines at whole steps: about ten of them, and none so far out that neighbours are the same number. */
function grid(window) {
  const h = window.half, ten = 10 ** Math.floor(Math.log10(h));
  const step = h < 2 * ten ? ten / 5 : h < 5 * ten ? ten / 2 : ten;
  const lines = [];
  const along = (middle, make) => {
    if (!(step > Math.abs(middle) * 1e-12)) return;
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

export { along, dot, fixed, grid, label, line, outwards, path, shape, tangent, unit };

// The script of a trace's page: draws a step, moves from step to step, and rotates shapes of space.
#pragma once

namespace lockstep::tools {

inline constexpr const char* trace_script = R"js(
"use strict";
const by = id => document.getElementById(id), size = 400;
const data = JSON.parse(by("data").textContent), trace = data.trace, flat = trace.world === "plane";
let view = "reference", at = 0, yaw = 0.6, pitch = 0.35;
const full = p => [p[0], p[1], flat ? 0 : p[2]];
/* Orthographic: turned about the vertical, then towards the eye. */
function seen(p) {
  if (flat) return [p[0], -p[1]];
  const [x, y, z] = full(p), c = Math.cos(yaw), s = Math.sin(yaw);
  return [c * x - s * y, -(Math.cos(pitch) * z - Math.sin(pitch) * (s * x + c * y))];
}
/* The silhouette of a convex set is the hull of its projected points: Andrew's monotone chain. */
function outline(points) {
  const p = points.map(seen).filter(q => q.every(Number.isFinite)).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = list => {
    const hull = [];
    for (const q of list) {
      while (hull.length > 1) {
        const [a, b] = hull.slice(-2);
        if ((b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0]) > 0) break;
        hull.pop();
      }
      hull.push(q);
    }
    return hull.slice(0, -1);
  };
  return p.length < 3 ? p : half(p).concat(half(p.reverse()));
}
/* A picture that fits all these points at any rotation. */
class Picture {
  constructor(svg, points) {
    const good = points.filter(p => p && full(p).every(Number.isFinite)).map(full);
    const mid = [0, 1, 2].map(k => {
      const x = good.map(p => p[k]);
      return good.length ? (Math.min(...x) + Math.max(...x)) / 2 : 0;
    });
    this.radius = Math.max(...good.map(p => Math.hypot(p[0] - mid[0], p[1] - mid[1], p[2] - mid[2])), 1e-30);
    this.mid = seen(mid);
    this.svg = svg;
    this.text = "";
  }
  place(q) { return q.map((x, k) => ((x - this.mid[k]) / this.radius * 0.45 + 0.5) * size); }
  path(points, kind, closed) {
    if (points.length === 0) return;
    const d = points.map(q => this.place(q).map(x => x.toFixed(2)).join(" ")).join(" L ");
    this.text += `<path class="${kind}" d="M ${d}${closed ? " Z" : ""}"/>`;
  }
  dot(p, kind, label) {
    if (!p || !full(p).every(Number.isFinite)) return;
    const [x, y] = this.place(seen(p));
    this.text += `<circle class="${kind}" cx="${x}" cy="${y}" r="5"/><text x="${x + 8}" y="${y - 6}">${label}</text>`;
  }
  arrow(from, v) {
    if (!v || !full(v).every(Number.isFinite)) return;
    const [x, y] = this.place(seen(from)), [dx, dy] = seen(v), length = Math.hypot(...full(v));
    if (!(length > 0)) return;
    const ex = x + dx / length * 60, ey = y + dy / length * 60;
    this.text += `<line class="v" x1="${x}" y1="${y}" x2="${ex}" y2="${ey}" marker-end="url(#tip)"/>`;
  }
  show() {
    this.svg.innerHTML = `<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7"
      orient="auto"><path class="tip" d="M 0 0 L 8 4 L 0 8 Z"/></marker></defs>` + this.text;
  }
}
const lists = { kernel: trace.kernel, reference: trace.reference, distance: trace.distance?.reference,
  expansion: trace.distance?.expansion };
const steps = () => lists[view];
const corner = (step, letter) => letter === "A" ? step.found : step.retained["BCD".indexOf(letter)];
function drawDifference(step) {
  const known = view === "kernel" ? trace.kernel.filter(s => s.lanes === step.lanes).map(s => s.found)
                                  : data.outlines.difference;
  const origin = flat ? [0, 0] : [0, 0, 0], p = new Picture(by("difference"), [...known, origin]);
  p.path(outline(known.filter(x => x)), view === "kernel" ? "found" : "difference", true);
  const corners = [step.found, ...(step.retained || [])].filter(x => x);
  for (const a of corners) for (const b of corners) if (a !== b) p.path([seen(a), seen(b)], "edge", false);
  const kept = [...(step.region || "")].map(c => corner(step, c)).filter(x => x);
  p.path(outline(kept), "kept", true);
  if (kept.length === 2) p.path(kept.map(seen), "kept", false);
  p.path(outline(step.nearest || []), "kept", true);
  if (step.nearest?.length === 2) p.path(step.nearest.map(seen), "kept", false);
  p.arrow(origin, step.direction);
  p.dot(origin, "origin", "O");
  p.dot(step.found, "new", "A");
  (step.retained || []).forEach((c, k) => p.dot(c, "old", "BCD"[k]));
  p.show();
}
function drawShapes(step) {
  const p = new Picture(by("shapes"), [...data.outlines.a, ...data.outlines.b]);
  p.path(outline(data.outlines.a), "a", true);
  p.path(outline(data.outlines.b), "b", true);
  if (step.on_a) p.arrow(step.on_a, step.direction);
  p.dot(step.on_a, "new", "of A");
  p.dot(step.on_b, "new", "of B");
  p.show();
}
const row = cells => { const r = document.createElement("tr");
  for (const c of cells) r.appendChild(document.createElement("td")).textContent = c; return r; };
const shown = x => x === null || x === undefined ? "" : Array.isArray(x) ? x.map(shown).join(", ")
  : typeof x === "number" ? Number(x.toPrecision(9)).toString() : String(x);
function listStep(step) {
  const rows = [["direction v", shown(step.direction)], ["A, found along v", shown(step.found)]];
  (step.retained || []).forEach((p, k) => rows.push(["BCD"[k] + ", retained", shown(p)]));
  for (const n of step.looked_at || [])
    rows.push([n.name + (n.axes ? " " + n.axes.join(" x ") : ""),
               shown(n.value) + ("asked" in n ? (n.holds ? " > " : ", is not > ") + shown(n.asked) : "")]);
  if (step.region) rows.push(["the origin lies in the region of", step.region]);
  if (step.region && step.retained.length > 1)
    rows.push(["excluded", "A: O lies no farther than A along v; " +
               (step.retained.length === 2 ? "BC, B, C" : "BCD, its edges and corners") + ": v led away from there"]);
  if ("lower" in step) rows.push(["the distance is at least", shown(step.lower)], ["and at most", shown(step.upper)]);
  by("numbers").replaceChildren(...rows.map(row));
}
function draw() {
  const list = steps();
  at = Math.max(0, Math.min(at, list.length - 1));
  const step = list[at] || {};
  by("where").textContent = list.length === 0 ? "no steps" : `step ${at} of ${list.length - 1}` +
    (step.stage ? `, ${step.stage}, ${step.lanes} lanes` : "") +
    (step.end && step.end !== "goes on" ? `: ${step.end}` : "");
  by("previous").disabled = at === 0;
  by("next").disabled = at >= list.length - 1;
  drawShapes(step);
  drawDifference(step);
  listStep(step);
}
const go = by_ => { at += by_; draw(); };
by("previous").onclick = () => go(-1);
by("next").onclick = () => go(1);
by("view").onchange = event => { view = event.target.value; at = 0; draw(); };
document.addEventListener("keydown", event => {
  if (event.target.tagName === "SELECT" || event.altKey || event.ctrlKey || event.metaKey) return;
  const turn = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (!turn || (!event.shiftKey && turn[0] === 0)) return;
  event.preventDefault();
  if (event.shiftKey && !flat) { yaw += turn[0] * 0.1; pitch += turn[1] * 0.1; draw(); }
  else go(turn[0]);
});
if (!flat) for (const svg of [by("shapes"), by("difference")]) {
  svg.classList.add("turns");
  svg.onpointerdown = event => svg.setPointerCapture(event.pointerId);
  svg.onpointermove = event => {
    if (!svg.hasPointerCapture(event.pointerId)) return;
    yaw += event.movementX * 0.01;
    pitch = Math.max(-1.57, Math.min(1.57, pitch + event.movementY * 0.01));
    draw();
  };
}
draw();
)js";

}  // namespace lockstep::tools

// Figures of many queries at a time, and of a simplex in space.
import { along, dot, label, line, shape } from "../../web/page/drawing.mjs";
import { arrow, around, sheet } from "./sheet.mjs";
import { lines, traceOf } from "./world.mjs";

const lanes = 16;

/** The number of steps that the float search of each query of crowd.txt takes in the kernel. */
function stepCounts() {
  const ids = lines("crowd.txt").map((text) => text.split("|")[0].trim());
  const isStep = ({ stage, lanes: of }) => stage === "search" && of === "float";
  const counts = ids.map((id) => traceOf(id, "crowd.txt").kernel.filter(isStep).length);
  return counts.filter((count) => count > 0).slice(0, 3 * lanes); // bounding volumes separate the others
}

function registersOf(counts) {
  return Array.from({ length: Math.ceil(counts.length / lanes) }, (_, i) => counts.slice(i * lanes, (i + 1) * lanes));
}

/** One row for each step of a register: its active lanes. */
const toCompletion = (counts) => registersOf(counts).map((register) =>
  Array.from({ length: Math.max(...register) }, (_, step) => register.map((count) => count > step)));

function compacted(counts) {
  const stages = [];
  const full = (register) => Array.from({ length: lanes }, (_, lane) => lane < register.length);
  for (let step = 0, left = counts; left.length > 0; ++step, left = counts.filter((count) => count > step))
    stages.push(registersOf(left).map(full));
  return stages;
}

const cell = 20, pitch = 23, rowHeight = 22;

function rowsOf(groups) {
  let y = 84;
  const left = (600 - lanes * pitch) / 2, parts = [];
  for (const group of groups) {
    for (const row of group) {
      row.forEach((works, lane) => parts.push(`<rect class="${works ? "at-work" : "waits"}" x="${left + lane * pitch}" ` +
        `y="${y}" width="${cell}" height="${rowHeight - 5}" rx="3"/>`));
      y += rowHeight;
    }
    y += 7;
  }
  return parts.join("");
}

function masks() {
  const counts = stepCounts(), work = counts.reduce((sum, n) => sum + n, 0);
  const panel = (groups, what) => {
    const rows = groups.reduce((sum, group) => sum + group.length, 0), idle = Math.round(100 - 100 * work / rows / lanes);
    return { caption: `${what}: ${rows} steps of a register, ${idle} % idle`, picture: rowsOf(groups) };
  };
  return sheet(`${counts.length} queries in ${lanes} lanes, to completion and with compaction`, [
    panel(toCompletion(counts), "to completion"), panel(compacted(counts), "compacted")]);
}

/** From space to paper, from a little above. */
const seen = ([x, y, z]) => [x * 0.94 - z * 0.34, y * 0.95 + x * 0.1 + z * 0.28];
const mean = (...points) => points[0].map((_, i) => points.reduce((sum, p) => sum + p[i], 0) / points.length);

const minus3 = (p, q) => p.map((x, i) => x - q[i]);
const cross = (p, q) => [0, 1, 2].map((i) => p[(i + 1) % 3] * q[(i + 2) % 3] - p[(i + 2) % 3] * q[(i + 1) % 3]);

function tetrahedronInSpace() {
  const [a, b, c, d] = [[0.1, 1.7, 0.2], [1.5, -0.6, 0.9], [-0.2, -0.8, -1.5], [-1.5, -0.5, 0.9]];
  const [A, B, C, D] = [a, b, c, d].map(seen), middle = mean(a, b, d);
  const outside = cross(minus3(d, a), minus3(b, a)), l = Math.hypot(...outside);
  const face = seen(middle), O = seen(middle.map((x, i) => x + 1.5 * outside[i] / l));
  const window = around([A, B, C, D, O], 1.3);
  const way = [O[0] - face[0], O[1] - face[1]], length = 0.82 * window.scale * Math.hypot(...way);
  const corner = (name, p, at) =>
    dot(`corner ${name === "A" ? "new" : ""}`, window, p, 8) + label("letter", window, p, name, at);
  return { caption: "O lies over the face ADB, within its edges", picture:
    line("hidden", window, B, C) + line("hidden", window, C, D) + line("hidden", window, A, C) +
    `<g fill-opacity="0.2">${shape("face", window, [A, D, B])}</g>` + arrow("held", window, face, way, length) +
    corner("A", A, [0, -18]) + corner("B", B, [26, 10]) + corner("C", C, [22, 24]) + corner("D", D, [-26, 10]) +
    dot("origin", window, O, 7) + label("letter", window, O, "O", [26, 10]) };
}

/** Seen from A: faces between edges, each edge with its strip. */
function tetrahedronFromA() {
  const corners = [["B", -30], ["C", 90], ["D", 210]].map(([name, degrees]) => {
    const angle = degrees * Math.PI / 180, v = [Math.cos(angle), Math.sin(angle)];
    return { name, v, at: v.map((x) => 1.5 * x) };
  });
  const window = around([[-3, -1.9], [3, 2.3]], 1), a = [0, 0], width = 0.42, far = 6;
  const inner = corners.map((p, i) => { // where the strip of this edge and that of the next begin
    const q = corners[(i + 1) % 3], middle = [p.v[0] + q.v[0], p.v[1] + q.v[1]];
    return middle.map((x) => x * width / Math.sin(Math.PI / 3));
  });
  const region = (state, points) => shape(`region ${state}`, window, points);
  const faces = corners.map((p, i) => region(p.name === "D" ? "held" : "other",
    [inner[i], along(inner[i], p.v, far), along(inner[i], corners[(i + 1) % 3].v, far)]));
  const strips = corners.map(({ v }, i) =>
    region("other", [inner[i], along(inner[i], v, far), along(inner[(i + 2) % 3], v, far), inner[(i + 2) % 3]]));
  const at = (text, kind, degrees, r) => label(`letter of-${kind}`, window,
    [r * Math.cos(degrees * Math.PI / 180), r * Math.sin(degrees * Math.PI / 180)], text, [0, 8]);
  const named = ({ name, at: p }) => dot("corner", window, p, 8) +
    label("letter", window, p, name, name === "C" ? [24, 8] : [0, -14]);
  return { caption: "seen from A: a face or an edge of it holds O", picture:
    faces.join("") + strips.join("") + region("excluded", inner) +
    shape("past", window, corners.map((c) => c.at)) + corners.map(({ at: p }) => line("core", window, a, p)).join("") +
    at("ABC", "other", 30, 1.9) + at("ACD", "other", 150, 1.9) + at("ADB", "held", 270, 1.5) +
    at("AB", "other", -30, 2.35) + at("AC", "other", 90, 2) + at("AD", "other", 210, 2.35) +
    corners.map(named).join("") +
    dot("corner new", window, a, 8) + label("letter", window, a, "A", [24, -8]) };
}

const tetrahedron = () => sheet("A tetrahedron and its regions", [tetrahedronInSpace(), tetrahedronFromA()]);

export const many = { lanes: masks, tetrahedron };

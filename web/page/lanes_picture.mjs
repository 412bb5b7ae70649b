// Pictures of lanes: all of a schedule over time, and the contents of one register at one moment.
import { Window, along, dot, line, shape, unit } from "./drawing.mjs";
import { lanes } from "./schedule.mjs";

/** Neighbouring cells of one sort are drawn as one. */
class Rows {
  constructor() {
    this.paths = {};
  }
  add(kind, lane, from, to) {
    if (to > from) (this.paths[kind] ??= []).push(`M${from} ${lane + 0.08}h${to - from}v.84h${from - to}z`);
  }
  toString() {
    return Object.entries(this.paths).map(([kind, runs]) => `<path class="${kind}" d="${runs.join("")}"/>`).join("");
  }
}

/** A column for each step of a register, a row for each lane; lines where queries were moved together. */
export function timeline(registers, { counts, left }, time) {
  const rows = new Rows(), cuts = [];
  let at = 0, before = null;
  for (const register of registers) {
    const { queries, first, length, tile, stage } = register, end = at + length;
    for (let lane = 0; lane < lanes; ++lane) {
      const query = queries[lane], works = query === undefined ? 0 : Math.min(counts[query] - first, length);
      const ends = works > 0 && counts[query] === first + works ? 1 : 0;
      rows.add("works", lane, at, at + works - ends);
      if (ends) rows.add(left[query], lane, at + works - 1, at + works);
      rows.add("idle", lane, at + works, end);
    }
    if (before !== null && (before.stage !== stage || before.tile !== tile))
      cuts.push(`<line class="cut ${before.tile === tile ? "" : "tile"}" x1="${at}" x2="${at}" y1="0" y2="${lanes}"/>`);
    before = register;
    at = end;
  }
  return `${rows}${cuts.join("")}<rect class="now" x="${time}" y="0" width="1" height="${lanes}"/>`;
}

/** A - B, the origin and the simplex after a step, small. */
export function smallSearch({ steps, outline }, step, isActive) {
  const { direction, found, retained } = steps[Math.min(step, steps.length - 1)], O = [0, 0];
  const range = (i) => [Math.min(0, ...outline.map((p) => p[i])), Math.max(0, ...outline.map((p) => p[i]))];
  const [[x0, x1], [y0, y1]] = [range(0), range(1)];
  const window = new Window([(x0 + x1) / 2, (y0 + y1) / 2, 0.62 * Math.max(x1 - x0, y1 - y0)]);
  const parts = [shape("shape difference", window, outline), shape("simplex", window, [found, ...retained])];
  if (isActive) parts.push(line("arrow", window, O, along(O, unit(direction), 110 / window.scale)));
  for (const p of retained) parts.push(dot("corner", window, p, 17));
  return [...parts, dot("corner new", window, found, 22), dot("origin", window, O, 17)].join("");
}

const squares = (made, all, left) => Array.from({ length: all }, (_, i) =>
  `<i class="${i < made ? (i === all - 1 ? left : "works") : "open"}"></i>`).join("");

const ends = { separated: "separated", overlapping: "overlapping", undecided: "to double lanes" };

const emptyTile = `<div class="lane empty"><svg viewBox="0 0 600 600"></svg><p><b>0</b><span>empty</span></p>
  <div class="bar"></div></div>`;

/** The HTML of one lane. `held`: null, or { query, active, steps, left, link, pictured: what smallSearch takes }. */
export function laneTile(lane, held, step) {
  if (held === null) return emptyTile;
  const { query, active, steps, left, pictured, link } = held, made = Math.min(step + 1, steps);
  const what = made === steps ? ends[left] : `step ${made}`;
  return `<a class="lane ${active ? "active" : "done"} ${made === steps ? left : ""}" href="${link}"
    aria-label="lane ${lane}, query ${query}: ${what}${active ? "" : ", idle"}">
    <svg viewBox="0 0 600 600" aria-hidden="true">${smallSearch(pictured, step, active)}</svg>
    <p><b>${active ? 1 : 0}</b><span>${what}</span></p>
    <div class="bar" aria-hidden="true">${squares(made, steps, left)}</div></a>`;
}

/** The cost of each setting, as bars: working lanes, idle lanes, and moved queries at their price. */
export function costBar({ work, idle, moved }, price, longest) {
  const of = (x) => (600 * x / longest).toFixed(1);
  const parts = [["works", work], ["idle", idle], ["moved", moved * price]];
  let x = 0;
  return parts.map(([kind, amount]) => {
    const from = x;
    x += amount;
    return `<rect class="${kind}" x="${of(from)}" width="${of(amount)}" y="0" height="20"/>`;
  }).join("");
}

// The texts of the page about culling.
import { sides } from "./cameras.mjs";

const some = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

export function methodText(method, { planes, exact }) {
  const needless = planes - exact;
  if (method === "exact")
    return `GJK settles what the planes keep: a camera that asks for <b>exact</b> draws ${exact} and is spared the
      ${needless === 0 ? "rest" : some(needless, "orange one")}. Nothing that is in the view is ever lost.`;
  return needless === 0 ? "Here the <b>planes</b> are right about every object. A step to the side, and they are not."
    : `By <b>planes</b> ${some(planes, "object")} would be drawn. No single plane has the orange
      ${needless === 1 ? "one outside: it lies" : "ones outside: they lie"} across an edge or a corner of the view.`;
}

const swatch = (colour) => `<span class="swatch" style="background:${colour}"></span>`;
const row = (colour, text, count) => `<li>${swatch(colour)}<span>${text}</span><span>${count}</span></li>`;
const pale = (side) => `color-mix(in srgb, var(--side-${side}) 55%, var(--panel))`;

/** {bar, legend}: the meanings of the colours, and the numbers of their objects. */
export function legendRows({ planes, exact, total, bySide }) {
  const outsiders = sides.map((side, i) => [pale(side), bySide[i]]);
  const parts = [["var(--held)", exact], ["var(--a)", planes - exact], ...outsiders];
  const width = (count) => `width:${(100 * count) / total}%`;
  const bar = parts.map(([colour, count]) => `<i style="${width(count)};background:${colour}"></i>`).join("");
  const title = (side) => (side === "near" ? "near (behind)" : side);
  const outside = sides.map((side, i) => row(pale(side), title(side), bySide[i])).join("");
  return { bar, legend: row("var(--held)", "in the view, proven or too close to tell", exact) +
    row("var(--a)", "kept by all planes, proven outside by GJK", planes - exact) +
    `<li class="all"><span>outside of a plane:</span><ul class="sides">${outside}</ul></li>` };
}

/** `entries`: of all lists together, by planes and exact. */
export function gridWords([columns, rows, slices], entries) {
  if (!entries)
    return "A renderer with many lights wants to know what touches each part of the screen. Cut the view up to see.";
  const { planes, exact } = entries, percent = Math.round((100 * (planes - exact)) / exact);
  const more = exact ? ` (${percent} % more)` : "";
  const deep = slices > 1 ? ` Each of the ${slices} slices is deeper than the one before it by the same factor.` : "";
  return `One call holds all objects against ${columns * rows * slices} volumes. The warmer a tile, the more objects are
    in it.${deep} The lists of all parts have <b>${exact}</b> entries, by planes <b>${planes}</b>${more}: small volumes
    are all edges.`;
}

const most = 24; // the most names in a list

export function insideText(tile, slice, names) {
  if (!tile) return "<span>Point at a tile, or tap it, to see what is in it.</span>";
  const where = `Column ${tile[0] + 1}, row ${tile[1] + 1}${slice ? `, slice ${slice}` : ""}`;
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  const shown = names.slice(0, most).map(({ name, needless }) => (needless ? `<em>${name}</em>` : name));
  const wrong = names.filter(({ needless }) => needless).length;
  return `<b>${where}: ${some(names.length, "object")}</b>${wrong ? `, ${wrong} for nothing` : ""}<br>
    <span>${shown.join(", ")}${more}</span>`;
}

export const cameraLabel = ({ planes, exact, total }) =>
  `The view of the camera: ${exact} of ${total} objects are in it, the planes keep ${planes}`;

export function gridTitle([columns, rows, slices]) {
  if (columns * rows * slices === 1) return "nothing: one view";
  return slices === 1 ? `${columns} × ${rows} tiles` : `${columns} × ${rows} × ${slices} clusters`;
}

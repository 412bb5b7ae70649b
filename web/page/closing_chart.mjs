// The closing interval as a chart: above, its place in each step; below, the distance of its ends from the answer, in
// powers of ten.
import { fixed } from "./drawing.mjs";

export const chartWidth = 600;
const left = 14, right = 14, top = 24, bottom = 112, floor = { top: 140, bottom: 330 };

/** The places of steps along x. */
function places(count) {
  const wide = (chartWidth - left - right) / count;
  return { wide, at: (i) => left + (i + 0.5) * wide };
}

/** The step at x. */
export function stepAt(x, count) {
  const { wide } = places(count);
  return Math.min(Math.max(Math.floor((x - left) / wide), 0), count - 1);
}

const line = (kind, x1, y1, x2, y2) =>
  `<line class="${kind}" x1="${fixed(x1)}" y1="${fixed(y1)}" x2="${fixed(x2)}" y2="${fixed(y2)}"/>`;
const bar = (kind, x, y, width, height) =>
  `<rect class="${kind}" x="${fixed(x)}" y="${fixed(y)}" width="${fixed(width)}" height="${fixed(height)}" rx="3"/>`;
const text = (kind, x, y, words) => `<text class="${kind}" x="${fixed(x)}" y="${fixed(y)}">${words}</text>`;

/** From a number to a height; numbers that are not finite are cut off at the edge. */
function scale(numbers, low, high) {
  const finite = numbers.filter(Number.isFinite), least = Math.min(...finite, 0), most = Math.max(...finite, 0);
  const range = most - least || 1;
  return (x) => Math.min(Math.max(high - (x - least) / range * (high - low), low - 6), high + 6);
}

function intervals(steps, answer, { wide, at }) {
  const height = scale([...steps.flatMap(({ lower, upper }) => [lower, upper]), answer.lower, answer.upper], top, bottom);
  const parts = [line("zero", left, height(0), chartWidth - right, height(0)),
    text("mark", chartWidth - right, height(0) - 5, "contact")];
  const y = height((answer.lower + answer.upper) / 2);
  if (Number.isFinite(y)) parts.push(line("final", left, y, chartWidth - right, y));
  const thick = Math.min(wide * 0.6, 18);
  for (const [i, { lower, upper }] of steps.entries()) {
    const from = height(upper), to = height(lower), middle = (from + to) / 2, half = Math.max(to - from, 4) / 2;
    parts.push(bar("closing", at(i) - thick / 2, middle - half, thick, 2 * half));
  }
  return parts.join("");
}

/** The distance from the answer on a logarithmic scale: 1 at the largest number of all, 0 at its last digit. */
const off = (x, exact, size) =>
  Math.sign(x - exact) * Math.min(Math.max(1 + Math.log10(Math.abs(x - exact) / size) / 16, 0), 1);

/** The reference's answer is the middle of its last interval; the distance of each bound from it. */
function funnel(steps, { at }) {
  const last = steps.at(-1), exact = Number.isFinite(last.lower + last.upper) ? (last.lower + last.upper) / 2 : 0;
  const ends = steps.flatMap(({ lower, upper }) => [lower, upper]).filter(Number.isFinite);
  const size = Math.max(...ends.map((x) => Math.abs(x - exact)), 1e-300);
  const middle = (floor.top + floor.bottom) / 2, half = (floor.bottom - floor.top) / 2;
  const points = (end) => steps.map((step, i) => [at(i), middle - half * off(step[end], exact, size)].map(fixed).join(" "));
  const lower = points("lower"), upper = points("upper"), parts = [line("rule", left, middle, chartWidth - right, middle)];
  for (const [power, y] of [["", 1], ["−4", 0.75], ["−8", 0.5], ["−12", 0.25]]) {
    for (const at of [middle - half * y, middle + half * y]) parts.push(line("rule", left, at, chartWidth - right, at));
    const name = power ? `10<tspan class="power" dy="-5">${power}</tspan>` : "1";
    parts.push(text("mark", chartWidth - right, middle - half * y - 4, name));
  }
  parts.push(`<path class="between" d="M${[...upper, ...[...lower].reverse()].join("L")}Z"/>`);
  for (const [end, list] of [["lower", lower], ["upper", upper]]) {
    parts.push(`<path class="${end}" d="M${list.join("L")}"/>`);
    for (const [x, y] of list.map((p) => p.split(" "))) parts.push(`<circle class="${end}" cx="${x}" cy="${y}" r="4"/>`);
  }
  return parts.join("");
}

/** The places where the search for the distance ends and the polytope begins. */
function phases(steps, { wide, at }) {
  const first = steps.findIndex(({ phase }) => phase === "polytope");
  if (first < 0) return "";
  const x = at(first) - wide / 2;
  return (first > 0 ? line("phase", x, 4, x, floor.bottom) : "") + text("mark phase", x + 6, 16, "the polytope grows");
}

export function closingChart(steps, answer, current) {
  if (steps[0].phase === "none") return "";
  const where = places(steps.length), { wide, at } = where;
  return bar("current", at(current) - wide / 2, 2, wide, floor.bottom) + intervals(steps, answer, where) +
    funnel(steps, where) + phases(steps, where);
}

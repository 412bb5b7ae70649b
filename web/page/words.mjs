// The texts about a step in the plane.
import { figure } from "./figures.mjs";
import { cornersOf } from "./regions.mjs";

const point = ([x, y]) => `(${figure(x)}, ${figure(y)})`;
const reach = (step) => step.found[0] * step.direction[0] + step.found[1] * step.direction[1];

const asked = [
  () => "Any direction will do to begin with.",
  () => "<i>v</i> points from the first point back to the origin.",
  () => "<i>v</i> is perpendicular to <i>BC</i>, on the side where the origin is.",
];

const kept = {
  A: "One point is a beginning: it is kept.",
  AB: "The origin lies beyond the edge <b>AB</b>. That edge is kept, the third corner is dropped.",
  AC: "The origin lies beyond the edge <b>CA</b>. That edge is kept, the third corner is dropped.",
};

function outcome(step) {
  const far = reach(step);
  if (step.end === "separated")
    return `Even <i>A</i> does not get as far as the origin: <i>A·v</i> = ${figure(far)} &lt; 0. All of A − B
      lies behind the line through O with normal <i>v</i>, so the shapes have no point in common.`;
  if (step.end === "gave up") return "The cap on steps is reached: a conservative yes.";
  const goes = `<i>A·v</i> = ${figure(far)} ≥ 0: it gets to the origin.`;
  if (step.end === "enclosed") return `${goes} The triangle encloses O: some point of A is some point of B.`;
  if (step.number === 1) return `${goes} O is beyond neither end, so the segment is kept whole.`;
  return `${goes} ${kept[step.region]}`;
}

export function stepTitle(step) {
  const what = { separated: "a line separates them", enclosed: "O is enclosed", "gave up": "the cap is reached" };
  return what[step.end] ?? ["the first point", "a segment"][step.number] ?? "a triangle";
}

export function stepText(step) {
  return `<p>${asked[Math.min(step.number, 2)]()} <i>v</i> = ${point(step.direction)}; the furthest point of A − B
    along it is <i>A</i> = ${point(step.found)}.</p><p>${outcome(step)}</p>`;
}

const states = { held: "held the origin", other: "could have", excluded: "cannot" };

export function regionRows(rows) {
  return rows.map(({ name, rule, state }) => `<li class="${state} r${name}"><span class="swatch"></span>
    <b>${name === "AC" ? "CA" : name}</b><span class="rule">${rule}</span>
    <span class="state">${states[state]}</span></li>`).join("");
}

export function picturesAltText(step) {
  const corners = cornersOf(step).map(([name, p]) => `${name} at ${p.map((x) => x.toFixed(2))}`);
  return `Step ${step.number}: ${stepTitle(step)}. ${corners.join(", ")}.`;
}

// What a step says, in words.
import { cornersOf } from "./regions.mjs";

export function figure(x) {
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const text = size >= 1e5 || size < 1e-3 ? size.toExponential(2).replace("e", "·10^") : size.toPrecision(4);
  return (x < 0 ? "−" : "") + text.replace(/\^\+?(-?\d+)/, (_, n) => `<sup>${n.replace("-", "−")}</sup>`);
}

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

export function verdictText({ verdict, lower, upper }, touchingOverlaps) {
  const yes = verdict === "overlapping" || (verdict === "touching" && touchingOverlaps);
  const why = verdict === "touching" ? "closer to contact than rounding can tell; your policy decides" : "proven";
  const range = lower === upper ? figure(lower) : `${figure(lower)} … ${figure(upper)}`;
  return { word: verdict, answer: `${yes ? "yes" : "no"}, they ${yes ? "" : "do not "}overlap`, why, range,
    name: upper < 0 ? "penetration depth, as a negative distance" : lower > 0 ? "gap" : "signed distance" };
}

export function picturesAltText(step) {
  const corners = cornersOf(step).map(([name, p]) => `${name} at ${p.map((x) => x.toFixed(2))}`);
  return `Step ${step.number}: ${stepTitle(step)}. ${corners.join(", ")}.`;
}

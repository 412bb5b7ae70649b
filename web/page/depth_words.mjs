// The texts about a step of the closing interval.
import { figure } from "./figures.mjs";

const point = ([x, y]) => `(${figure(x)}, ${figure(y)})`;

export function closingTitle(step) {
  if (step.phase === "none") return "nothing to search for";
  if (step.phase === "polytope") return step.isLast ? "an edge of A − B itself" : "the nearest edge is pushed outwards";
  if (step.lower > 0) return step.isLast ? "the bounds meet" : "a gap, and how wide it is at least";
  return step.endsSearch ? "no direction parts them" : "nothing parts them yet";
}

function better(found, best) {
  const [now, before] = [found, best].map((x) => figure(Math.abs(x)));
  return best > found && now !== before ? ` Before, a line proved more: ${before}.` : "";
}

const agree = ({ lower, upper }) => upper - lower <= 1e-12 * Math.max(Math.abs(lower), Math.abs(upper));

function searchEnd(step) {
  if (!step.endsSearch) return "<i>w</i> joins the simplex, and what of it is nearest to O is kept.";
  if (step.lower > 0)
    return agree(step) ? "The two bounds agree: this is the distance."
      : "<i>w</i> brings nothing new: closer than this rounding does not let it come.";
  const met = "No direction has parted them: A and B have a point in common.";
  return met + (step.isFollowed ? " How deep they are, the polytope finds out." :
    " A − B has no inside that O could lie in, so there is no depth but 0.");
}

function searchText(step) {
  const far = step.proven, proves = far > 0
    ? `all of A − B lies beyond the line through it, ${figure(far)} from O: a gap of <b>at least</b> that.${better(far, step.lower)}`
    : `the line through it lies beyond O. That proves no gap, only that they are at most ${figure(-far)} deep.`;
  return `<p><i>v</i> = ${point(step.v)} is the point of the simplex nearest to O. It is a point of A − B, so the distance is
    <b>at most</b> ${figure(step.upper)}. Towards O nothing of A − B lies further than <i>w</i> = ${point(step.found)}:
    ${proves}</p><p>${searchEnd(step)}</p>`;
}

function polytopeText(step) {
  const end = step.isLast ? "The polytope's edge is one of A − B, as far as rounding can tell: this is the depth."
    : "<i>w</i> goes between the two ends of that edge, and the polytope grows.";
  return `<p>The polytope lies within A − B, and its nearest edge is ${figure(step.inner)} from O: the depth is <b>at least</b>
    that. Along the edge's normal A − B ends at <i>w</i> = ${point(step.found)}: a shift by ${figure(-step.proven)} parts the two, so
    the depth is <b>at most</b> that.${better(step.proven, step.lower)}</p><p>${end}</p>`;
}

export function closingText(step) {
  if (step.phase === "none")
    return "<p>The first point of A − B that anybody looks at is the origin itself: A and B meet there.</p>";
  return step.phase === "search" ? searchText(step) : polytopeText(step);
}

const row = (kind, name, rule, value) => `<li class="${kind}"><span class="swatch"></span><b>${name}</b>
  <span class="rule">${rule}</span><span class="state">${figure(value)}</span></li>`;

/** The interval after the step, and the origins of its ends: lines that A - B does not reach past, and points of it. */
export function intervalRows(step) {
  if (step.phase === "none") return "";
  const { lower, upper } = step;
  if (step.phase === "polytope")
    return row("upper", "at least", "deep: the nearest edge", -upper) +
      row("lower", "at most", "deep: the best line so far", -lower);
  return row("lower", "at least", lower > 0 ? "apart: the best line so far" : "signed: the best line so far", lower) +
    row("upper", "at most", "apart: the nearest points so far", upper);
}

/** Two numbers with all their digits; the differing digits are marked. */
export function intervalDigits(lower, upper) {
  const [p, q] = [lower, upper].map((x) => (Number.isFinite(x) ? String(x).replaceAll("-", "−") : figure(x)));
  let i = 0;
  while (i < p.length && p[i] === q[i]) i++;
  const marked = (text) => text.slice(0, i) + (i < text.length ? `<mark>${text.slice(i)}</mark>` : "");
  return `<span>${marked(p)}</span><span>${marked(q)}</span>`;
}

export const pointWords = (p) => (p.every(Number.isFinite) ? point(p) : "unknown");

export function closingAltText(step) {
  const [lower, upper] = [step.lower, step.upper].map((x) => (Number.isFinite(x) ? x.toPrecision(6) : "unknown"));
  return `Step ${step.number}: ${closingTitle(step)}. Signed distance from ${lower} to ${upper}.`;
}

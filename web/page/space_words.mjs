// The texts about a step in space.
import { figure } from "./figures.mjs";
import { looks, simplexOfStep } from "./space_regions.mjs";
import { inner } from "./vectors.mjs";

const point = (p) => `(${p.map(figure).join(", ")})`;

const asked = [
  () => "Any direction will do to begin with.",
  () => "<i>v</i> points from the first point back to the origin.",
  () => "<i>v</i> is perpendicular to the edge <i>BC</i>, on the side where the origin is.",
  () => "<i>v</i> is the normal of the face <i>BCD</i>, on the side where the origin is.",
];

function kept({ region, before }) {
  if (region.length === 1) return "One point is a beginning: it is kept.";
  if (region.length === 2 && before.length === 1) return "O is beyond neither end, so the segment is kept whole.";
  if (region.length === 2)
    return `The origin lies beyond the edge <b>${region}</b>. That edge is kept, the rest is dropped.`;
  if (before.length === 2)
    return "The origin lies above or below the triangle: it is kept, turned so that O is above it.";
  return `The face <b>${faceName(region)}</b> faces the origin and is kept; the fourth corner is dropped.`;
}

const faceName = (region) => (region === "ABD" ? "ADB" : region);

function outcome(step) {
  const far = inner(step.found, step.direction);
  if (step.end === "separated")
    return `Even <i>A</i> does not get as far as the origin: <i>A·v</i> = ${figure(far)} &lt; 0. All of A − B lies
      behind the plane through O with normal <i>v</i>, so the shapes have no point in common.`;
  if (step.end === "gave up") return "The cap on steps is reached: a conservative yes.";
  const goes = `<i>A·v</i> = ${figure(far)} ≥ 0: it gets to the origin.`;
  if (step.end === "enclosed") return `${goes} The tetrahedron encloses O: some point of A is some point of B.`;
  return `${goes} ${kept(step)}`;
}

export function stepTitle3(step) {
  const what = { separated: "a plane separates them", enclosed: "O is enclosed", "gave up": "the cap is reached" };
  return what[step.end] ?? ["the first point", "a segment", "a triangle", "a tetrahedron"][step.before.length];
}

/** For a tetrahedron: the orientation of its corners, and the new faces with O on their outer side. */
function handed(step) {
  if (step.before.length !== 3 || step.end === "separated") return "";
  const facing = looks(step).filter(({ over }) => over > 0).map(({ name }) => `<i>${name}</i>`);
  const which = ["None of them faces O", `${facing[0]} faces O`][facing.length] ?? `${facing.join(" and ")} face O`;
  return `<p>Seen from <i>A</i> the corners <i>B</i>, <i>C</i>, <i>D</i> run counter-clockwise, so the normals
    <i>abc = ab × ac</i>, <i>acd = ac × ad</i> and <i>adb = ad × ab</i> point outwards. ${which}.</p>`;
}

export function stepText3(step) {
  return `<p>${asked[step.before.length]()} <i>v</i> = ${point(step.direction)}; the furthest point of A − B along it is
    <i>A</i> = ${point(step.found)}.</p><p>${outcome(step)}</p>${handed(step)}`;
}

const why = {
  inside: ({ faces }) => (faces.some(({ over }) => over > 0) ? "a new face faces O" : "no new face faces O"),
  face: ({ face }) =>
    `${face.over > 0 ? "faces O" : "turned away"}: ${face.name.toLowerCase()}·ao = ${figure(face.over)}`,
  sides: ({ face }) => `${face.over > 0 ? "O is above" : "O is below"}, if within both edges`,
  edge({ faces, title }) {
    const over = faces.filter((face) => face.over > 0 || faces.length === 1);
    if (over.length === 0) return "no face at it faces O";
    return over.map(({ name, edges }) => `O ${edges[title] > 0 ? "beyond" : "within"} it, from ${name}`).join("; ");
  },
  segment: () => "all that is left",
  found: () => "O is no further than A along v",
  beyond: () => "A lies beyond O, as seen from B",
  led: ({ title }) => `v led away from ${title}`,
  nearest: ({ name }) => (name === "B" ? "B, C: O was nearest to the inside of BC"
    : "BC, CD, DB, B, C, D: O was nearest to the inside of BCD"),
};

const states = { held: "held the origin", other: "could have", excluded: "cannot" };

/** Rows that can be pressed: the region of the shown one. */
export function regionButtons(rows, shown) {
  const button = (row) => `<button type="button" data-region="${row.name}" aria-pressed="${row.name === shown}">
    <span class="swatch"></span><b>${row.title}</b><span class="rule">${why[row.why](row)}</span>
    <span class="state">${states[row.state]}</span></button>`;
  return rows.map((row) =>
    `<li class="${row.state}${row.name === shown ? " shown" : ""}">${button(row)}</li>`).join("");
}

export function altText3(step) {
  const corners = [...simplexOfStep(step)].map(([name, p]) => `${name} at ${p.map((x) => x.toFixed(2))}`);
  return `Step ${step.number}: ${stepTitle3(step)}. ${corners.join(", ")}.`;
}

// The state in the address: #a=circle2d+0+0+1&b=...&step=2&touching=separate&view=x+y+half&theme=dark
import { short } from "./numbers.mjs";
import { readShape, shapeText } from "./pairs.mjs";

const plus = (text) => text.replaceAll(" ", "+");

/** `page.viewNames`: the names of a view's numbers; the last is half a width. */
export function toAddress({ world }, { a, b, step, touching, view, theme, region, closer }) {
  const parts = [`a=${plus(shapeText(world, a))}`, `b=${plus(shapeText(world, b))}`, `step=${step}`];
  if (touching !== "overlap") parts.push(`touching=${touching}`);
  parts.push(`view=${plus(view.map((x) => short(Math.fround(x))).join(" "))}`);
  if (region) parts.push(`region=${region}`);
  if (closer === "yes") parts.push("closer=yes");
  if (theme) parts.push(`theme=${theme}`);
  return "#" + parts.join("&");
}

export const oneOf = (first, second) => (text) => {
  if (text !== first && text !== second) throw new Error(`'${text}' is neither ${first} nor ${second}`);
  return text;
};

const readers = {
  a: (text, { world }) => readShape(world, text),
  b: (text, { world }) => readShape(world, text),
  step(text) {
    if (!/^\d{1,3}$/.test(text)) throw new Error(`'${text}' is not a step`);
    return Number(text);
  },
  touching: oneOf("overlap", "separate"),
  view(text, { viewNames }) {
    const numbers = text.split(" ").map(Number);
    if (numbers.length !== viewNames.length || !numbers.every((x) => Math.abs(x) <= 1e19) || !(numbers.at(-1) >= 1e-30))
      throw new Error(`'${text}' is not a view (${viewNames.slice(0, -1).join(", ")} and a positive ${viewNames.at(-1)})`);
    return numbers;
  },
  region(text) {
    if (!/^[A-D]{1,4}$/.test(text)) throw new Error(`'${text}' is not a region`);
    return text;
  },
  closer: oneOf("yes", "no"),
  theme: oneOf("dark", "light"),
};

/** The state of the address, and a sentence for each part that is invalid. `known`: reads the text of each part. */
export function fromAddress(page, hash, known = readers) {
  const state = {}, problems = [];
  for (const part of hash.replace(/^#/, "").split("&").filter(Boolean)) {
    const [name, text = ""] = part.split("=");
    try {
      if (!Object.hasOwn(known, name)) throw new Error("is nothing that this page knows");
      state[name] = known[name](decodeURIComponent(text.replaceAll("+", " ")).trim(), page);
    } catch (error) {
      problems.push(`The address has a bad “${name}”: ${error.message}.`);
    }
  }
  return { state, problems };
}

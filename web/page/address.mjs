// The state in the address: #a=circle2d+0+0+1&b=...&step=2&touching=separate&view=x+y+half&theme=dark
import { readShape, shapeText } from "./pairs.mjs";
import { short } from "./shapes.mjs";

const plus = (text) => text.replaceAll(" ", "+");

export function toAddress({ a, b, step, touching, view, theme }) {
  const parts = [`a=${plus(shapeText(a))}`, `b=${plus(shapeText(b))}`, `step=${step}`];
  if (touching !== "overlap") parts.push(`touching=${touching}`);
  parts.push(`view=${plus(view.map((x) => short(Math.fround(x))).join(" "))}`);
  if (theme) parts.push(`theme=${theme}`);
  return "#" + parts.join("&");
}

const readers = {
  a: readShape,
  b: readShape,
  step(text) {
    if (!/^\d{1,3}$/.test(text)) throw new Error(`'${text}' is no step`);
    return Number(text);
  },
  touching(text) {
    if (text !== "overlap" && text !== "separate") throw new Error(`'${text}' is neither overlap nor separate`);
    return text;
  },
  view(text) {
    const numbers = text.split(" ").map(Number);
    if (numbers.length !== 3 || !numbers.every(Number.isFinite) || !(numbers[2] > 0))
      throw new Error(`'${text}' is no view (x, y and a positive half width)`);
    return numbers;
  },
  theme(text) {
    if (text !== "dark" && text !== "light") throw new Error(`'${text}' is neither dark nor light`);
    return text;
  },
};

/** What the address says, and a sentence for each part that says nothing. */
export function fromAddress(hash) {
  const state = {}, problems = [];
  for (const part of hash.replace(/^#/, "").split("&").filter(Boolean)) {
    const [name, text = ""] = part.split("=");
    try {
      if (!Object.hasOwn(readers, name)) throw new Error("is nothing that this page knows");
      state[name] = readers[name](decodeURIComponent(text.replaceAll("+", " ")).trim());
    } catch (error) {
      problems.push(`The address has a bad “${name}”: ${error.message}.`);
    }
  }
  return { state, problems };
}

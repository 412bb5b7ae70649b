// Lines of pair files (docs/pair-format.md), of the plane: read, and written as `lockstep pairs -` takes them.
import { kindNames, of, problem, short } from "./shapes.mjs";

function shapeText({ kind, n }) {
  const text = n.map(short);
  if (kind === "polygon2d_at") text.splice(3, 0, String((n.length - 3) / 2));
  return [kind, ...text].join(" ");
}

export const pairLine = (id, { a, b }) => `${id} | ${shapeText(a)} | ${shapeText(b)}`;

const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function toNumber(word) {
  if (!numberPattern.test(word)) throw new Error(`'${word}' is no number, or no finite one`);
  return Math.fround(Number(word));
}

/** "circle2d 0 0 1" as a shape; an Error says what is wrong with it. */
export function readShape(text) {
  let [kind, ...words] = text.trim().split(/\s+/);
  if (kind === "polygon2d") [kind, words] = ["polygon2d_at", ["0", "0", "0", ...words]];
  if (!kindNames.includes(kind))
    throw new Error(`'${kind}' is no shape of the plane: this page shows ${kindNames.join(", ")} and polygon2d`);
  const n = words.map(toNumber);
  if (kind === "polygon2d_at") {
    const [count] = n.splice(3, 1);
    if (!(count >= 1) || n.length !== 3 + 2 * count)
      throw new Error(`a polygon of ${count} vertices has ${2 * count} coordinates, not ${n.length - 3}`);
  }
  const shape = of(kind, n), wrong = problem(shape);
  if (wrong) throw new Error(wrong);
  return shape;
}

/** One line as {id, a, b}. */
export function readLine(line) {
  const [id, a, b] = line.split("|");
  if (b === undefined) throw new Error("a line is `id | SHAPE | SHAPE`");
  const named = (name, text) => {
    try {
      return readShape(text);
    } catch (error) {
      throw new Error(`${name}: ${error.message}`);
    }
  };
  return { id: id.trim() || "pair", a: named("the first shape", a), b: named("the second shape", b) };
}

/** Every good line of a file, and a sentence for each bad one. */
export function readFile(text) {
  const pairs = [], problems = [];
  for (const [i, whole] of text.replace(/^\uFEFF/, "").split(/\r?\n/).entries()) {
    const line = whole.split("#")[0].trim();
    if (line === "") continue;
    try {
      pairs.push(readLine(line));
    } catch (error) {
      problems.push(`line ${i + 1}: ${error.message}`);
    }
  }
  return { pairs, problems };
}

export { shapeText };

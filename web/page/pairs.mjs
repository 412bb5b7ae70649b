// Lines of pair files (docs/pair-format.md): read, and written for `lockstep pairs -`. `world` is the object of
// shapes.mjs or space_shapes.mjs: words(shape) without the kind, and read(kind, words).

export const shapeText = (world, shape) => [shape.kind, ...world.words(shape)].join(" ");

export const pairLine = (world, id, { a, b }) => `${id} | ${shapeText(world, a)} | ${shapeText(world, b)}`;

/** "circle2d 0 0 1" as a shape; throws an Error that describes what is wrong. */
export function readShape(world, text) {
  const [kind, ...words] = text.trim().split(/\s+/);
  const shape = world.read(kind, words), wrong = world.problem(shape);
  if (wrong) throw new Error(wrong);
  return shape;
}

/** One line as {id, a, b}. */
export function readLine(world, line) {
  const [id, a, b] = line.split("|");
  if (b === undefined) throw new Error("a line is `id | SHAPE | SHAPE`");
  const named = (name, text) => {
    try {
      return readShape(world, text);
    } catch (error) {
      throw new Error(`${name}: ${error.message}`);
    }
  };
  return { id: id.trim() || "pair", a: named("the first shape", a), b: named("the second shape", b) };
}

/** Every good line of a file, and a sentence for each bad one. */
export function readFile(world, text) {
  const pairs = [], problems = [];
  for (const [i, whole] of text.replace(/^\uFEFF/, "").split(/\r?\n/).entries()) {
    const line = whole.split("#")[0].trim();
    if (line === "") continue;
    try {
      pairs.push(readLine(world, line));
    } catch (error) {
      problems.push(`line ${i + 1}: ${error.message}`);
    }
  }
  return { pairs, problems };
}

// Schedules of queries on the lanes of registers, and their costs. A query is known by its number of steps alone.

export const lanes = 16;
export const tile = 256; // pairs whose queries are moved together (kernel/table/pair_batch.hpp)

/** The settings that cut searches into stages: the numbers of steps before the remaining queries are moved together. */
export const settings = [
  { name: "end", title: "to completion", short: "to completion", steps: () => Infinity },
  ...[8, 6, 5, 4, 3, 2].map((n) =>
    ({ name: String(n), title: `in stages of ${n} steps`, short: `stages of ${n}`, steps: () => n })),
  { name: "1", title: "in stages of one step", short: "stages of 1", steps: () => 1 },
  { name: "library", title: "in the library’s stages: 3 steps, then one each", short: "the library’s",
    steps: (stage) => (stage === 0 ? 3 : 1) },
];
export const settingOf = (name) => settings.find((setting) => setting.name === name);

/** The queries of each tile that need a search. */
function tilesOf(counts) {
  const tiles = [];
  for (let from = 0; from < counts.length; from += tile) {
    const to = Math.min(from + tile, counts.length);
    tiles.push(Array.from({ length: to - from }, (_, i) => from + i).filter((i) => counts[i] > 0));
  }
  return tiles;
}

/** One register in one stage: `queries` take `length` steps from `first` on, until the stage or the last of them ends. */
function registersOf(queries, counts, first, most) {
  const registers = [];
  for (let from = 0; from < queries.length; from += lanes) {
    const held = queries.slice(from, from + lanes);
    registers.push({ queries: held, first, length: Math.min(most, Math.max(...held.map((i) => counts[i])) - first) });
  }
  return registers;
}

/** The registers in the order in which they run; each knows its tile and stage. */
export function scheduleOf(counts, setting) {
  const registers = [];
  for (const [number, all] of tilesOf(counts).entries()) {
    let left = all, first = 0;
    for (let stage = 0; left.length > 0; ++stage) {
      const most = setting.steps(stage);
      for (const register of registersOf(left, counts, first, most))
        registers.push({ ...register, tile: number, stage });
      first += most;
      left = left.filter((i) => counts[i] > first);
    }
  }
  return registers;
}

/** The cost of a schedule: steps of registers; working and idle lane steps; queries that were moved between stages. */
export function costOf(registers, counts) {
  const cost = { steps: 0, work: 0, idle: 0, moved: 0 };
  for (const { queries, first, length, stage } of registers) {
    const work = queries.reduce((sum, i) => sum + Math.min(length, counts[i] - first), 0);
    cost.steps += length;
    cost.work += work;
    cost.idle += length * lanes - work;
    if (stage > 0) cost.moved += queries.length;
  }
  return cost;
}

/** The step of each register at a time, and its lanes: null, or a query and whether it is active. */
export function momentOf(registers, counts, time) {
  let before = 0;
  for (const [number, register] of registers.entries()) {
    if (time < before + register.length) {
      const step = register.first + time - before;
      const held = Array.from({ length: lanes }, (_, i) => register.queries[i]);
      return { number, register, step, lanes: held.map((query) =>
        query === undefined ? null : { query, active: counts[query] > step, steps: counts[query] }) };
    }
    before += register.length;
  }
  return null;
}

// The calls of the page "Lockstep" to the library (../wasm/lanes.cpp): lines of a pair file go in, steps come out.
import { Instance } from "./instance.mjs";

const numbersOfStep = 10, directions = 60;
const ways = ["separated", "overlapping", "undecided", "bounds"];

export class LanesLibrary {
  constructor(module) {
    this.instance = new Instance(module);
  }

  /** For each line the number of steps of its search, and how it ends. Throws an Error with the message for a bad
     line. */
  search(lines) {
    const { instance } = this, bytes = new TextEncoder().encode(lines.join("\n"));
    const at = instance.call("lanes_text", bytes.length);
    new Uint8Array(instance.buffer, at, bytes.length).set(bytes);
    const count = instance.call("lanes_search"), found = instance.call("lanes_counts");
    const n = new Uint8Array(instance.buffer, found, 2 * count).slice();
    return { counts: Array.from({ length: count }, (_, i) => n[2 * i]),
      left: Array.from({ length: count }, (_, i) => ways[n[2 * i + 1]]) };
  }

  /** The steps of one of them, and the outline of A - B, both as the kernel sees them. */
  query(i) {
    const { instance } = this, count = instance.call("lanes_steps", i, directions);
    const n = new Float64Array(instance.buffer, instance.call("lanes_numbers"), count).slice();
    const point = (k) => [n[k], n[k + 1]], steps = [];
    let at = 0;
    for (; at < count - 2 * directions; at += numbersOfStep) {
      const retained = Array.from({ length: n[at + 4] }, (_, k) => point(at + 5 + 2 * k));
      steps.push({ direction: point(at), found: point(at + 2), retained });
    }
    return { steps, outline: Array.from({ length: directions }, (_, k) => point(at + 2 * k)) };
  }
}

// The library itself, compiled to WebAssembly (../wasm/plane.cpp): numbers in, numbers out.
import { Instance } from "./instance.mjs";
import { kindNumber } from "./shapes.mjs";

const numbersOfStep = 22, numbersOfDirection = 6;
const regions = { 0: "none", 1: "A", 3: "AB", 5: "AC", 7: "ABC" };
const ends = ["goes on", "separated", "enclosed", "gave up"];
const verdicts = ["separated", "touching", "overlapping"];

export class Library {
  constructor(module) {
    this.instance = new Instance(module);
  }

  call(name, { a, b }, ...more) {
    const at = this.instance.call("plane_input", a.n.length + b.n.length);
    new Float32Array(this.instance.buffer, at, a.n.length + b.n.length).set([...a.n, ...b.n]);
    return this.instance.call(name, kindNumber(a.kind), a.n.length, kindNumber(b.kind), b.n.length, ...more);
  }

  output(count) {
    return new Float64Array(this.instance.buffer, this.instance.call("plane_output"), count).slice();
  }

  answer(pair) {
    this.call("plane_answer", pair);
    const [verdict, lower, upper, ax, ay, bx, by, nx, ny] = this.output(9);
    return { verdict: verdicts[verdict], lower, upper, onA: [ax, ay], onB: [bx, by], normal: [nx, ny] };
  }

  steps(pair) {
    const count = this.call("plane_steps", pair), n = this.output(count * numbersOfStep);
    return Array.from({ length: count }, (_, i) => {
      const s = n.subarray(i * numbersOfStep), point = (k) => [s[k], s[k + 1]];
      const points = (k) => Array.from({ length: s[k] }, (_, j) => point(k + 1 + 2 * j));
      return { number: i, direction: point(0), onA: point(2), onB: point(4), found: point(6),
        before: points(8), after: points(13), region: regions[s[20]], end: ends[s[21]] };
    });
  }

  outline(pair, directions = 720) {
    this.call("plane_outline", pair, directions);
    const n = this.output(directions * numbersOfDirection);
    const around = (k) => Array.from({ length: directions }, (_, i) => [n[6 * i + k], n[6 * i + k + 1]]);
    return { a: around(0), b: around(2), difference: around(4) };
  }
}

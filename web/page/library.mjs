// The calls of a page about one pair to the library (../wasm/page.cpp): a line of a pair file goes in, a trace comes
// out.
import { Instance } from "./instance.mjs";

/** JSON has no infinity. */
const bounds = ({ lower, upper }) => ({ lower: lower ?? -Infinity, upper: upper ?? Infinity });

/** A step of the reference in the pages' form (docs/trace-format.md). */
const stepOf = ({ direction, on_a, on_b, found, retained, region, next, end }, number) =>
  ({ number, direction, onA: on_a, onB: on_b, found, before: retained, after: next, region: region || "none", end });

export class Library {
  /** `dimensions`: 2 or 3 numbers per point. */
  constructor(module, dimensions) {
    this.instance = new Instance(module);
    this.dimensions = dimensions;
  }

  give(line) {
    const bytes = new TextEncoder().encode(line), at = this.instance.call("page_text", bytes.length);
    new Uint8Array(this.instance.buffer, at, bytes.length).set(bytes);
  }

  /** The output of `lockstep trace --distance --json` for the line. Throws an Error with the message for a bad line. */
  trace(line) {
    this.give(line);
    const size = this.instance.call("page_trace"), at = this.instance.call("page_output");
    return new TextDecoder().decode(new Uint8Array(this.instance.buffer, at, size));
  }

  ask(line) {
    const text = this.trace(line), trace = JSON.parse(text), { distance } = trace;
    const { a: onA, b: onB, normal } = distance;
    const answer = { verdict: trace.verdict, ...bounds(distance), onA, onB, normal };
    return { text, trace, steps: trace.reference.map(stepOf), answer };
  }

  /** The support points along directions, which have `dimensions` numbers each: of A, of B and of A - B. */
  support(line, directions) {
    const { instance, dimensions: d } = this, count = directions.length / d;
    this.give(line);
    const at = instance.call("page_numbers", directions.length);
    new Float64Array(instance.buffer, at, directions.length).set(directions);
    const found = instance.call("page_support", count);
    const n = new Float64Array(instance.buffer, found, 3 * directions.length).slice();
    const point = (i) => Array.from(n.subarray(i * d, i * d + d));
    const points = (k) => Array.from({ length: count }, (_, i) => point(3 * i + k));
    return { a: points(0), b: points(1), difference: points(2) };
  }
}

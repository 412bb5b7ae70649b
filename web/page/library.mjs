// The library itself, compiled to WebAssembly (../wasm/plane.cpp): numbers in, numbers out.
import { kindNumber } from "./shapes.mjs";

const numbersOfStep = 22, numbersOfDirection = 6;
const regions = { 0: "none", 1: "A", 3: "AB", 5: "AC", 7: "ABC" };
const ends = ["goes on", "separated", "enclosed", "gave up"];
const verdicts = ["separated", "touching", "overlapping"];

/** What the C library asks of its host: a place for a sentence, and nothing else. */
function host(said) {
  let memory;
  const calls = {
    fd_write(file, vectors, count, written) {
      const view = new DataView(memory().buffer);
      let total = 0;
      for (let i = 0; i < count; i++) {
        const at = view.getUint32(vectors + 8 * i, true), size = view.getUint32(vectors + 8 * i + 4, true);
        said.text += new TextDecoder().decode(new Uint8Array(memory().buffer, at, size));
        total += size;
      }
      view.setUint32(written, total, true);
      return 0;
    },
    environ_sizes_get(count, size) {
      const view = new DataView(memory().buffer);
      view.setUint32(count, 0, true);
      view.setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
  };
  const unknown = () => 52; // ENOSYS
  return {
    imports: (module) =>
      ({ wasi_snapshot_preview1: Object.fromEntries(WebAssembly.Module.imports(module)
        .map(({ name }) => [name, calls[name] ?? unknown])) }),
    use(instance) { memory = () => instance.exports.memory; },
  };
}

export class Library {
  constructor(module) {
    this.module = module;
    this.restart();
  }

  restart() {
    this.said = { text: "" };
    const of = host(this.said);
    this.instance = new WebAssembly.Instance(this.module, of.imports(this.module));
    of.use(this.instance);
    this.instance.exports._initialize();
  }

  /** Calls a function about a pair. What the library refuses becomes an Error with its sentence. */
  call(name, { a, b }, ...more) {
    const { memory, plane_input } = this.instance.exports;
    const at = plane_input(a.n.length + b.n.length);
    new Float32Array(memory.buffer, at, a.n.length + b.n.length).set([...a.n, ...b.n]);
    try {
      return this.instance.exports[name](kindNumber(a.kind), a.n.length, kindNumber(b.kind), b.n.length, ...more);
    } catch (error) {
      const sentence = this.said.text.trim();
      this.restart(); // after what was thrown nothing of the instance can be trusted
      throw new Error(sentence || String(error));
    }
  }

  output(count) {
    const { memory, plane_output } = this.instance.exports;
    return new Float64Array(memory.buffer, plane_output(), count).slice();
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

// WebAssembly in a page: unpacked, compiled, and restarted after an error ends it.

/** The host functions of the C library: they only collect a message. */
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

/** The module that the page carries (pack.py): gzip in base64. */
export async function packedModule(base64) {
  const bytes = Uint8Array.from(atob(base64.trim()), (c) => c.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

export class Instance {
  constructor(module) {
    this.module = module;
    this.restart();
  }

  restart() {
    this.said = { text: "" };
    const of = host(this.said);
    this.instance = new WebAssembly.Instance(this.module, of.imports(this.module));
    of.use(this.instance);
    this.exports = this.instance.exports;
    this.exports._initialize();
  }

  get buffer() {
    return this.exports.memory.buffer;
  }

  /** Calls an exported function. If the library refuses the input, throws an Error with its message. */
  call(name, ...values) {
    try {
      return this.exports[name](...values);
    } catch (error) {
      const sentence = this.said.text.trim();
      this.restart(); // after an exception nothing in the instance can be trusted
      throw new Error(sentence || String(error));
    }
  }
}

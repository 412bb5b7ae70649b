// Runs a WASI program: node run.mjs PROGRAM.wasm ARGUMENT... It may read the files of this machine.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: process.argv.slice(2), env: process.env, preopens: { "/": "/" } });
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
try {
  process.exitCode = wasi.start(new WebAssembly.Instance(module, wasi.getImportObject()));
} catch (error) {
  if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  process.exitCode = 2; // the message has been printed
}

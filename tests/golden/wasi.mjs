// tests/golden/wasi.mjs - runs a WebAssembly program of WASI in node: node wasi.mjs PROGRAM [ARGUMENT...]
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: process.argv.slice(2), returnOnExit: true });
const module = await WebAssembly.compile(await readFile(process.argv[2]));
const imports = wasi.getImportObject?.() ?? { wasi_snapshot_preview1: wasi.wasiImport };
const instance = await WebAssembly.instantiate(module, imports);
process.exitCode = wasi.start(instance);

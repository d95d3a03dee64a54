// src/load.js - loads the build that fits: with 4 lanes where the browser has them, else without. Only that one.
import { Engine } from "./engine.js";

// The smallest module with an instruction of simd128: (func (drop (v128.const i32x4 0 0 0 0))).
const PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 23, 1, 21, 0, 253, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 26, 11,
]);

/** Whether WebAssembly has SIMD here. */
export const hasSimd = () => WebAssembly.validate(PROBE);

async function inlined(build) {
  const { default: text } = await (build === "simd" ? import("../dist/hail-simd.js") : import("../dist/hail-plain.js"));
  if (typeof Uint8Array.fromBase64 === "function") return Uint8Array.fromBase64(text);
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** A module from what the caller has: a module, bytes, a response, or an address to fetch. */
async function given(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm);
  const response = await (typeof wasm === "string" || wasm instanceof URL ? fetch(wasm) : wasm);
  return WebAssembly.compile(await response.arrayBuffer());
}

export async function loadEngine({ build = hasSimd() ? "simd" : "plain", wasm } = {}) {
  if (build !== "simd" && build !== "plain") throw new TypeError(`build is '${build}': it must be 'simd' or 'plain'`);
  const module = wasm ? await given(wasm) : await WebAssembly.compile(await inlined(build));
  return new Engine(await WebAssembly.instantiate(module), wasm ? "given" : build);
}

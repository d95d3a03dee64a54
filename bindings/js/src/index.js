// src/index.js - Hail for JavaScript: 2D collision detection for ten thousands of things that move.
import { makeHail } from "./hail.js";
import { loadEngine } from "./load.js";

export { HailError } from "./error.js";
export { MAX_BODIES, generationOf, slotOf } from "./heap.js";
export { constants, version } from "./layout.js";
export { hasSimd } from "./load.js";
export { box, capsule, circle, compound, concave, polygon } from "./shapes.js";

async function start(options) {
  return makeHail(await loadEngine(options));
}

let usual;

/** Loads Hail. Without options it is loaded once, however often this is called. */
export function load(options) {
  if (options) return start(options);
  usual ??= start().catch((error) => {
    usual = undefined;
    throw error;
  });
  return usual;
}

// src/index.js - Hail for JavaScript: 2D collision detection for ten thousands of things that move.
import { loadEngine } from "./load.js";
import * as layout from "./layout.js";
import { TileMap, TileSet } from "./tiles.js";
import { World } from "./world.js";

export { HailError } from "./error.js";
export { MAX_BODIES, generationOf, slotOf } from "./heap.js";
export { constants, version } from "./layout.js";
export { hasSimd } from "./load.js";
export { box, capsule, circle, compound, concave, polygon } from "./shapes.js";

/** Classes whose objects live in this engine. */
function classesOf(engine) {
  return {
    World: class extends World {
      constructor(options) {
        super(engine, options);
      }
    },
    TileSet: class extends TileSet {
      constructor(width, height) {
        super(engine, width, height);
      }
    },
    TileMap: class extends TileMap {
      constructor(set, options) {
        super(engine, set, options);
      }
    },
  };
}

async function start(options) {
  const engine = await loadEngine(options);
  engine.columns = engine.arena.allocate(layout.columns.size);
  return Object.freeze({
    ...classesOf(engine),
    build: engine.build,
    memory: engine.calls.memory,
  });
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

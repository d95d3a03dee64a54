// src/hail.js - what load() gives: the classes, bound to one engine.
import { stepMany } from "./many.js";
import { MovingIndex } from "./moving.js";
import { Pairs } from "./pairs.js";
import { SectorMap } from "./sectors.js";
import { SpriteSet } from "./sprites.js";
import { TileMap, TileSet } from "./tiles.js";
import { World } from "./world.js";

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
    MovingIndex: class extends MovingIndex {
      constructor(options) {
        super(engine, options);
      }
    },
    SpriteSet: class extends SpriteSet {
      constructor() {
        super(engine);
      }
    },
    SectorMap: class extends SectorMap {
      constructor(data) {
        super(engine, data);
      }
    },
    TileMap: class extends TileMap {
      constructor(set, options) {
        super(engine, set, options);
      }
    },
  };
}

export function makeHail(engine) {
  return Object.freeze({
    ...classesOf(engine),
    pairs: new Pairs(engine),
    stepMany: (worlds, dt) => stepMany(engine, worlds, dt),
    build: engine.build,
    memory: engine.calls.memory,
  });
}

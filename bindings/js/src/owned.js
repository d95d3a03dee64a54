// src/owned.js - what has to be disposed of: worlds, tile sets, tile maps.

/** One of Hail's objects. Its memory is Hail's: dispose() frees it, and every later use throws. */
export class Owned {
  constructor(engine, what) {
    this._engine = engine;
    this._what = what;
    this._pointer = 0;
    this._owners = new Set(); // what uses it, and so has to go first
  }

  /** Its address; throws if it was disposed of. */
  _live() {
    if (!this._pointer) throw new Error(`this ${this._what} was disposed`);
    return this._pointer;
  }

  get disposed() {
    return this._pointer === 0;
  }

  /** Frees it. A second time does nothing. */
  dispose() {
    if (!this._pointer) return;
    if (this._owners.size) throw new Error(`this ${this._what} is in use: dispose of what uses it first`);
    this._free();
    this._pointer = 0;
  }
}

/** The address of an object that is given to another one: it has to be of this kind, and of the same load(). */
export function addressOf(object, what, engine) {
  if (object?._what !== what || object._engine !== engine)
    throw new TypeError(`${object} is no ${what} of the same load()`);
  return object._live();
}

// For `using`. A program for browsers without it brings its own Symbol.dispose, and loads it first.
if (Symbol.dispose) Object.defineProperty(Owned.prototype, Symbol.dispose, { value: Owned.prototype.dispose });

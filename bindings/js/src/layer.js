// src/layer.js - a layer of a world: a set of bodies in columns.
import * as layout from "./layout.js";
import { constants } from "./layout.js";
import { isOne } from "./arena.js";
import { HailError } from "./error.js";
import { MAX_BODIES } from "./heap.js";
import { Shape } from "./shapes.js";
import { countOf, keep, makeColumns, makeStruct } from "./struct.js";

const BITS = {
  rotation: constants.ROTATION,
  scale: constants.SCALE,
  group: constants.GROUP,
  user: constants.USER,
  life: constants.LIFE,
  displacement: constants.DISPLACEMENT,
  mask: constants.MASK,
  pierce: constants.PIERCE,
};
const BOUNDS = { open: constants.OPEN, kill: constants.KILL, wrap: constants.WRAP };

/** A number for a name: an option that a person writes as a word. */
export function named(names, value, what) {
  if (typeof value === "number" || value === undefined) return value;
  if (!Object.hasOwn(names, value))
    throw new TypeError(`${what} '${value}' is unknown: ${Object.keys(names).join(", ")}`);
  return names[value];
}

const bitsOf = (columns = []) =>
  typeof columns === "number" ? columns : columns.reduce((bits, name) => bits | named(BITS, name, "the column"), 0);

/** A layer's columns: typed arrays over Hail's memory. Each access gives the array as it is now; take it anew after a
 * step, a spawn or anything else that changes the layer. */
class Columns {
  constructor(layer) {
    Object.defineProperty(this, "layer", { value: layer });
    Object.defineProperty(this, "views", { value: new Map() });
    Object.defineProperty(this, "version", { value: -1, writable: true });
  }

  get(name, type) {
    const { world } = this.layer;
    world._live();
    if (this.version !== world._version) {
      this.views.clear();
      this.version = world._version;
    }
    const known = this.views.get(name);
    if (known && known.buffer === world._engine.heap.memory.buffer) return known;
    const view = this.read(name, type);
    if (view) this.views.set(name, view);
    return view;
  }

  read(name, type) {
    const { heap } = this.layer.world._engine;
    const columns = this.layer._readColumns();
    const pointer = heap.u32[(columns + layout.columns.fields[name][0]) >> 2];
    return pointer ? heap.view(type, pointer, heap.u32[columns >> 2]) : undefined;
  }
}

for (const [name, [, type]] of Object.entries(layout.columns.fields))
  if (type.endsWith("*") && type !== "handle*")
    Object.defineProperty(Columns.prototype, name, {
      enumerable: true,
      get() {
        return this.get(name, type.slice(0, -1));
      },
    });

/** Handles here have 22 bits for slots: fewer than Hail's own limit. Those that borrowed layers set aside are taken, but
 * for those of the layer that is about to get others. */
function checkRoom(world, count, own) {
  let taken = world.count;
  for (const [number, slots] of world._borrowed) taken += slots - world.layer(number).count;
  if (own) taken -= world._borrowed.get(own.number) ?? 0;
  if (count > MAX_BODIES - taken)
    throw new HailError(`count is ${count}: a world has at most ${MAX_BODIES} bodies here`, constants.FULL);
}

/* Each column is a pointer and a stride, which stays 0: the arrays are copied side by side. */
const ELEMENTS = { borrowedFloats: "f32*", borrowedWords: "u32*", borrowedUsers: "u64*", borrowedShapes: "shape*" };
const BORROWED = {
  size: layout.borrowedColumns.size,
  fields: Object.fromEntries(
    Object.entries(layout.borrowedColumns.fields).map(([name, [offset, type]]) => [name, [offset, ELEMENTS[type]]]),
  ),
};

export class Layer {
  constructor(world, number) {
    this.world = world;
    this.number = number;
    this.columns = new Columns(this);
  }

  /** Sets what the layer has and does; see hail_layer_options. */
  configure({ columns, bounds, ...others }) {
    const { _engine: engine, _pointer: world } = this.world._open();
    if (others.borrowed) checkRoom(this.world, others.borrowed, this);
    const bits = bitsOf(columns);
    const options = { columns: bits, bounds: named(BOUNDS, bounds, "bounds"), ...others };
    const pointer = makeStruct(engine.begin(), layout.layerOptions, options, "layers");
    engine.check(engine.calls.hail_layer_configure(world, this.number, pointer));
    this.world._configured(this.number, bits, others.borrowed);
    return this;
  }

  /** Spawns bodies: numbers, or arrays of `count` numbers. Returns the handle of one body, or an array of handles. */
  spawn({ shape, ...given }, count) {
    const world = this.world._open();
    const { _engine: engine } = world;
    const columns = keep(engine.heap, given);
    const many = count ?? countOf({ ...columns, shape });
    checkRoom(world, many);
    const arena = engine.begin();
    const one = shape instanceof Shape;
    const pointer = makeColumns(
      arena,
      layout.spawnColumns,
      { ...columns, shape: one ? undefined : shape },
      many,
      "bodies",
    );
    const template = one ? arena.array("shape", shape, 1) : 0;
    const handles = arena.take(Math.max(many, 1) * 8);
    world._version++;
    engine.check(engine.calls.hail_spawn(world._pointer, this.number, template, pointer, many, handles));
    const single = count === undefined && Object.values(columns).every(isOne) && (one || !Array.isArray(shape));
    return single ? engine.heap.handle(handles) : this._handles(handles, many);
  }

  /** Reads the bodies of a borrowed layer: numbers, or arrays of `count` numbers. They are all that it has from now on.
   * Returns the slot of the first one: of a contact, slotA minus that is the element. */
  borrow({ shape, ...given }, count) {
    const world = this.world._open();
    const { _engine: engine } = world;
    const columns = keep(engine.heap, given);
    const many = count ?? countOf({ ...columns, shape });
    const arena = engine.begin();
    const one = shape instanceof Shape;
    const pointer = makeColumns(
      arena,
      BORROWED,
      { ...columns, shape: one ? undefined : shape },
      many,
      "borrowed layers",
    );
    const template = one ? arena.array("shape", shape, 1) : 0;
    world._version++;
    engine.check(engine.calls.hail_layer_borrow(world._pointer, this.number, template, pointer, many, engine.out));
    return engine.made();
  }

  _handles(pointer, count) {
    const { heap } = this.world._engine;
    return Float64Array.from({ length: count }, (_, i) => heap.handle(pointer + 8 * i));
  }

  /** Makes room for so many bodies, and for so many pairs of each rule in a step. */
  reserve(bodies, pairs = 0) {
    const world = this.world._open();
    world._version++;
    world._reserves++;
    world._engine.check(world._engine.calls.hail_reserve(world._pointer, this.number, bodies, pairs));
  }

  /** Tells the world that x, y or scale were written through columns, so that queries see it. Steps see it without. */
  changed() {
    const world = this.world._open();
    world._engine.check(world._engine.calls.hail_layer_changed(world._pointer, this.number));
  }

  /** The handles of all bodies, in the order of the columns: a copy. */
  get handles() {
    const { heap } = this.world._open()._engine;
    const columns = this._readColumns();
    return this._handles(heap.u32[(columns + layout.columns.fields.handle[0]) >> 2], heap.u32[columns >> 2]);
  }

  /** How many bodies the layer has. */
  get count() {
    return this._count("count");
  }

  /** How many of them are active; they come first in the columns. */
  get active() {
    return this._count("active");
  }

  /** How many are disabled; they come after the active ones. */
  get disabled() {
    return this._count("disabled");
  }

  /** How many are in quarantine, for numbers that are not finite; they come last. */
  get quarantined() {
    return this._count("quarantined");
  }

  _count(name) {
    const { _engine: engine } = this.world._open();
    return engine.heap.u32[(this._readColumns() + layout.columns.fields[name][0]) >> 2];
  }

  _readColumns() {
    const { _engine: engine, _pointer: world } = this.world;
    engine.check(engine.calls.hail_layer_columns(world, this.number, engine.columns));
    return engine.columns;
  }
}

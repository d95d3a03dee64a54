// src/world.js - a world: layers of bodies, rules for what collides, steps, and what a step found.
import * as bodies from "./bodies.js";
import { checkNumber, checkWhole } from "./calls.js";
import { HailError } from "./error.js";
import { Contacts, EventRecord, RemovalRecord, StatsRecord } from "./found.js";
import * as layout from "./layout.js";
import { constants } from "./layout.js";
import { MAX_BODIES } from "./heap.js";
import { Layer } from "./layer.js";
import { List } from "./list.js";
import { Owned, addressOf } from "./owned.js";
import * as queries from "./queries.js";
import { makeRecord } from "./record.js";
import { Room } from "./room.js";
import { layerNumber, setRule } from "./rules.js";
import * as shapes from "./shapes.js";
import * as state from "./state.js";
import { makeStruct, refuse, setField } from "./struct.js";

const Memory = makeRecord(layout.memory);

export class World extends Owned {
  constructor(engine, options = {}) {
    super(engine, "world");
    const { maxBodies = 0 } = options;
    if (maxBodies > MAX_BODIES) throw new RangeError(`maxBodies is ${maxBodies}: the most is ${MAX_BODIES}`);
    const pointer = makeStruct(engine.begin(), layout.worldOptions, options, "worlds");
    setField(engine.heap, pointer, layout.worldOptions, "context", engine.context);
    engine.check(engine.calls.hail_world_create(pointer, engine.out));
    this._pointer = engine.made();
    this._set = engine.calls.hail_world_shapes(this._pointer);
    this._contacts = this._makeContacts();
    this._answers = new Room(engine);
    this._layers = new Map();
    this._used = new Map(); // maps and sprite sets, which have to live as long
    this._withUsers = new Set();
    this._borrowed = new Map(); // how many slots the borrowed layers set aside
    this._version = 0; // of what columns show
    this._steps = 0;
    this._reserves = 0;
    this._restores = 0;
    this._stepped = false; // since it was made or restored: there may be contacts
  }

  _makeContacts() {
    const { calls } = this._engine;
    const contacts = calls.hail_js_contacts_create(this._pointer);
    if (contacts) return contacts;
    calls.hail_world_destroy(this._pointer);
    throw new HailError("WebAssembly's memory has no room for a world", constants.NO_MEMORY);
  }

  /** This, if it was not disposed. */
  _open() {
    this._live();
    return this;
  }

  _free() {
    const { calls } = this._engine;
    this._engine.check(calls.hail_world_destroy(this._pointer));
    calls.hail_js_contacts_destroy(this._contacts);
    this._answers.free();
    for (const used of this._used.values()) used._owners.delete(this);
    this._used.clear();
  }

  // ---- Layers, shapes, rules

  /** A layer, by its number; with options it is configured: { columns, bounds, callerMoved, isStatic }. */
  layer(number, options) {
    this._live();
    checkWhole(number, "layer");
    if (!this._layers.has(number)) this._layers.set(number, new Layer(this, number));
    const layer = this._layers.get(number);
    return options ? layer.configure(options) : layer;
  }

  _configured(number, columns, borrowed) {
    this._version++;
    if (borrowed) this._borrowed.set(number, borrowed);
    else this._borrowed.delete(number);
    if (columns & constants.USER) this._withUsers.add(number);
    else this._withUsers.delete(number);
  }

  /** Adds a shape, from its description. */
  shape(description) {
    return shapes.addShape(this._open(), description);
  }

  circle(radius) {
    return this.shape(shapes.circle(radius));
  }

  box(halfWidth, halfHeight, rounding) {
    return this.shape(shapes.box(halfWidth, halfHeight, rounding));
  }

  capsule(x1, y1, x2, y2, radius) {
    return this.shape(shapes.capsule(x1, y1, x2, y2, radius));
  }

  polygon(points, rounding) {
    return this.shape(shapes.polygon(points, rounding));
  }

  compound(parts) {
    return this.shape(shapes.compound(parts));
  }

  concave(loops, options) {
    return this.shape(shapes.concave(loops, options));
  }

  /** The shape with a number: after a restore with shapes, too. */
  shapeOf(id) {
    return shapes.shapeOf(this._open(), id);
  }

  /** Sets what collides with what: { a, b, mode, ... }. */
  rule(rule) {
    setRule(this._open(), rule);
  }

  /** A sprite's opaque pixels as a shape. */
  sprite(set, number) {
    const engine = this._open()._engine;
    engine.check(engine.calls.hail_shape_sprite(this._set, addressOf(set, "sprite set", engine), number, engine.out));
    this._used.set(set, set);
    set._owners.add(this);
    return shapes.madeShape(this);
  }

  /** The tile map to collide with; null: none. */
  set tiles(map) {
    this._setMap("hail_world_set_tilemap", "tiles", "tile map", map);
  }

  get tiles() {
    return this._used.get("tiles") ?? null;
  }

  /** The map of sectors whose walls to collide with; null: none. */
  set walls(map) {
    this._setMap("hail_world_set_sectors", "walls", "sector map", map);
  }

  get walls() {
    return this._used.get("walls") ?? null;
  }

  _setMap(call, kind, what, map) {
    const engine = this._open()._engine;
    engine.check(engine.calls[call](this._pointer, map ? addressOf(map, what, engine) : 0));
    this._used.get(kind)?._owners.delete(this);
    this._used.delete(kind);
    if (!map) return;
    this._used.set(kind, map);
    map._owners.add(this);
  }

  // ---- Steps

  /** Advances the world by dt seconds. Returns the contacts, until the next step. */
  step(dt) {
    const { _engine: engine } = this._open();
    checkNumber(dt, "dt");
    this._stepping();
    engine.check(engine.calls.hail_js_step(this._contacts, dt, this._withUsers.size > 0));
    return this.contacts;
  }

  _stepping() {
    this._version++;
    this._steps++;
    this._stepped = true;
  }

  /** The contacts of the last step. */
  get contacts() {
    const { _engine: engine, _contacts: pointer } = this._open();
    const { calls, heap } = engine;
    const count = this._stepped ? calls.hail_js_contacts_count(pointer) : 0;
    const users = this._withUsers.size > 0 && this._stepped;
    return new Contacts(heap, calls.hail_js_contacts_list(pointer), count, this._untilStep("contacts"), {
      a: users ? calls.hail_js_contacts_user_a(pointer) : 0,
      b: users ? calls.hail_js_contacts_user_b(pointer) : 0,
    });
  }

  _untilStep(what) {
    const { _steps: steps, _reserves: reserves, _restores: restores } = this;
    return () => {
      this._live();
      if (this._restores !== restores) throw new Error(`these ${what} are gone: the world was restored since`);
      if (this._steps !== steps) throw new Error(`these ${what} are gone: the world has stepped since`);
      if (this._reserves !== reserves) throw new Error(`these ${what} are gone: reserve was called since`);
    };
  }

  _list(call, Type, what) {
    const { _engine: engine } = this._open();
    const pointer = engine.calls[call](this._pointer, engine.out);
    return new List(engine.heap, Type, pointer, pointer ? engine.made() : 0, this._untilStep(what));
  }

  /** Pairs that began to touch in the last step, of rules with `events`. */
  get begins() {
    return this._list("hail_begins", EventRecord, "events");
  }

  /** Pairs that still touch. */
  get stays() {
    return this._list("hail_stays", EventRecord, "events");
  }

  /** Pairs that no longer touch. */
  get ends() {
    return this._list("hail_ends", EventRecord, "events");
  }

  /** Bodies that the last step freed. */
  get removals() {
    return this._list("hail_removals", RemovalRecord, "removals");
  }

  /** What the last step did, in numbers. */
  get stats() {
    const { _engine: engine } = this._open();
    return new StatsRecord(engine.heap, engine.calls.hail_stats(this._pointer)).copy();
  }

  /** Changes the velocities of bodies that hit something, so that they bounce. */
  reflect(contacts, { restitution = 1, friction = 0, ...others } = {}) {
    refuse(others, "bounces");
    const { _engine: engine } = this._open();
    contacts.check();
    engine.check(engine.calls.hail_reflect(this._pointer, contacts.pointer, contacts.size, restitution, friction));
  }

  // ---- State

  /** Saves the state to bytes. Trusted: for this process alone, without a checksum. Shapes: with the shapes. */
  save(options) {
    return state.save(this, options);
  }

  /** Goes back, or forth, to a state that was saved. */
  restore(image, options) {
    state.restore(this, image, options);
  }

  /** What the last step told is gone; layers have the columns that the image names. */
  _restored() {
    this._restores++;
    this._stepped = false;
    const { _engine: engine } = this;
    const pointer = engine.begin().zeros(layout.layerOptions.size);
    const { columns, borrowed } = layout.layerOptions.fields;
    for (let number = 0; number < constants.MAX_LAYERS; number++) {
      engine.check(engine.calls.hail_layer_describe(this._pointer, number, pointer));
      const word = ([offset]) => engine.heap.u32[(pointer + offset) >> 2];
      this._configured(number, word(columns), word(borrowed));
    }
  }

  /** A BigInt of 64 bits: the same for equal states, here and natively. */
  hash() {
    return state.hash(this);
  }

  /** The first difference to another world's state, as a sentence; null if there is none. */
  diff(other) {
    return state.diff(this, other);
  }

  // ---- Bodies: one handle, or an array of them

  despawn(handles, options) {
    return bodies.despawn(this, handles, options);
  }

  setShape(handles, shape) {
    bodies.setShape(this, handles, shape);
  }

  setLayer(handles, layer) {
    bodies.setLayer(this, handles, layerNumber(layer, this));
  }

  setEnabled(handles, enabled) {
    bodies.setEnabled(this, handles, enabled);
  }

  alive(handle) {
    return bodies.alive(this, handle);
  }

  read(handles) {
    return bodies.read(this, handles);
  }

  write(handles, columns, options) {
    return bodies.write(this, handles, columns, options);
  }

  /** The user values of both bodies of contacts, as they were when the step found them. */
  contactUsers(contacts = this.contacts) {
    return contacts.users();
  }

  get count() {
    const { _engine: engine } = this._open();
    return engine.calls.hail_body_count(this._pointer);
  }

  get memory() {
    const { _engine: engine } = this._open();
    const pointer = engine.begin().zeros(layout.memory.size);
    engine.check(engine.calls.hail_world_memory(this._pointer, pointer));
    return new Memory(engine.heap, pointer).copy();
  }
}

/** Questions are methods: they bring the index up to date, and take single numbers or arrays. */
const QUESTIONS = {
  points: queries.queryPoints,
  boxes: queries.queryBoxes,
  overlaps: queries.queryShapes,
  rays: queries.queryRays,
  casts: queries.queryCasts,
  nearest: queries.queryNearest,
  sight: queries.querySight,
};
for (const [name, question] of Object.entries(QUESTIONS))
  Object.defineProperty(World.prototype, name, {
    value(columns, options) {
      return question(this, columns, options);
    },
  });

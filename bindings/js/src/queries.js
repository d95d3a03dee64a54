// src/queries.js - questions to a world: what is at points, in boxes, on rays, nearest.
import * as layout from "./layout.js";
import { constants } from "./layout.js";
import { named } from "./layer.js";
import { List } from "./list.js";
import { makeRecord } from "./record.js";
import { layerNumber, ORDERS } from "./rules.js";
import { writeShapes } from "./shapes.js";
import { countOf, keep, makeColumns, makeStruct, setField, setFields } from "./struct.js";

const Match = makeRecord(layout.queryMatch, ["unused0", "unused1"]);
const Hit = makeRecord(layout.queryHit);
const FIND = { bodies: constants.FIND_BODIES, tiles: constants.FIND_TILES, walls: constants.FIND_WALLS };
const DISTANCE = { surface: constants.TO_SURFACE, centre: constants.TO_CENTRE };

/** What questions found: for each, up to `capacity` results. In memory (`words`) each has room for so many; the kind of
 * those that there are not is 0. */
class Answers extends List {
  constructor(heap, Type, pointer, queries, capacity, counts, check) {
    super(heap, Type, pointer, queries * capacity, check);
    this.queries = queries;
    this.capacity = capacity;
    /** How many each question found in all, even if there was no room. */
    this.counts = counts;
  }

  /** How many results of question i there are. */
  found(i) {
    return Math.min(this.counts[i], this.capacity);
  }

  /** How many results there are, of all questions. */
  get length() {
    this.check();
    return this.counts.reduce((all, count) => all + Math.min(count, this.capacity), 0);
  }

  /** Result number i of all questions, in an object of its own; undefined past the end. */
  at(i) {
    let left = i < 0 ? this.length + i : i;
    for (let query = 0; left >= 0 && query < this.queries; left -= this.found(query++))
      if (left < this.found(query)) return { query, ...this._copy(query * this.capacity + left) };
    this.check();
    return undefined;
  }

  _copy(place) {
    this.check();
    return this.make(place).copy();
  }

  /** The results of question i, by one object that is filled anew. */
  *of(i) {
    this.check();
    const record = this.make(i * this.capacity);
    for (let k = 0; k < this.found(i); k++) {
      record.index = i * this.capacity + k;
      record.pointer = this.pointer + record.index * this.Type.size;
      yield record;
      this.check();
    }
  }

  /** The first result of question i, in an object of its own; undefined if there is none. */
  first(i = 0) {
    return this.found(i) ? this._copy(i * this.capacity) : undefined;
  }

  toArray() {
    return Array.from(this, (record) => ({ query: record.query, ...record.copy() }));
  }

  /** All results; `query` is the question's number. */
  *[Symbol.iterator]() {
    for (let i = 0; i < this.queries; i++)
      for (const record of this.of(i)) {
        record.query = i;
        yield record;
      }
  }
}

/** The bits of layers: of one, or of a list. */
function layerBits(layers, world) {
  if (layers === undefined || typeof layers === "bigint") return layers ?? 0n;
  return [layers].flat().reduce((bits, layer) => bits | (1n << BigInt(layerNumber(layer, world))), 0n);
}

function findBits(find) {
  const bitOf = (name) => named(FIND, name, "what to find");
  return Array.isArray(find) ? find.reduce((bits, name) => bits | bitOf(name), 0) : bitOf(find);
}

function writeFilter(world, { layers, find, order, ...others }) {
  const filter = {
    layers: layerBits(layers, world),
    find: findBits(find),
    order: named(ORDERS, order, "the order"),
    ...others,
  };
  return makeStruct(world._engine.arena, layout.queryFilter, filter, "queries");
}

/** Brings the index up to date, if bodies are looked for. */
function prepare(world, { layers }) {
  const { _engine: engine } = world;
  engine.check(engine.calls.hail_query_prepare(world._pointer, layerBits(layers, world)));
}

/** A list of points, rays or boxes. */
export function writeList(engine, form, columns, count) {
  const pointer = makeStruct(engine.arena, form, { count }, "lists");
  setField(engine.heap, pointer, form, "context", engine.context);
  return makeColumns(engine.arena, form, columns, count, "questions", pointer);
}

/** A list of shapes. */
export function writePlaces(engine, places, count, pointer) {
  const { shape, ...columns } = keep(engine.heap, places);
  const { fields, index } = writeShapes(engine, shape, count);
  const { convexes = 0, shapes = 0, shapeCount } = fields;
  const struct = pointer ?? engine.arena.zeros(layout.shapes.size);
  setFields(engine.heap, struct, layout.shapes, { shapeCount, count }, "shapes");
  setField(engine.heap, struct, layout.shapes, "context", engine.context);
  makeColumns(engine.arena, layout.shapes, { ...columns, shape: index }, count, "shapes", struct);
  const { fields: at } = layout.shapes;
  if (convexes) engine.heap.u32[(struct + at.convexes[0]) >> 2] = convexes;
  if (shapes) engine.heap.u32[(struct + at.shapes[0]) >> 2] = shapes;
  return struct;
}

/** Asks: call(list, filter, capacity, results, counts). */
function ask(world, Type, capacity, count, options, write, call) {
  const { _engine: engine, _answers: room } = world._open();
  engine.begin();
  const list = write(engine);
  const filter = writeFilter(world, options);
  prepare(world, options); // columns that were given are read: memory may grow
  const counts = engine.arena.zeros(4 * Math.max(count, 1));
  const results = room.of(Math.max(count * capacity, 1) * Type.size);
  engine.check(call(engine.calls, world._pointer, list, filter, capacity, results, counts));
  const found = engine.heap.view("u32", counts, count).slice();
  return new Answers(engine.heap, Type, results, count, capacity, found, room.checks(world));
}

const asks =
  (Type, form, name) =>
  (world, columns, { capacity = Type === Hit ? 1 : 16, ...filter } = {}) => {
    const count = countOf(columns);
    const write = (engine) =>
      form === layout.shapes ? writePlaces(engine, columns, count) : writeList(engine, form, columns, count);
    return ask(world, Type, capacity, count, filter, write, (calls, ...rest) => calls[name](...rest));
  };

export const queryPoints = asks(Match, layout.points, "hail_query_points");
export const queryBoxes = asks(Match, layout.boxes, "hail_query_boxes");
export const queryShapes = asks(Match, layout.shapes, "hail_query_shapes");
export const queryRays = asks(Hit, layout.rays, "hail_query_rays");
export const queryCasts = asks(Hit, layout.shapes, "hail_query_casts");

/** The nearest bodies to points. */
export function queryNearest(
  world,
  columns,
  { capacity = 1, radius: given = 0, distanceTo = "surface", ...filter } = {},
) {
  const count = countOf(columns);
  const { radius } = keep(world._open()._engine.heap, { radius: given });
  const one = typeof radius === "number";
  const write = (engine) => writeList(engine, layout.points, columns, count);
  return ask(world, Hit, capacity, count, filter, write, (calls, pointer, list, ...rest) => {
    const { arena } = world._engine;
    const choice = { radius: one ? radius : 0, distanceTo: named(DISTANCE, distanceTo, "distanceTo") };
    const options = makeStruct(arena, layout.nearestOptions, choice, "nearest queries");
    if (!one) makeColumns(arena, layout.nearestOptions, { eachRadius: radius }, count, "nearest queries", options);
    return calls.hail_query_nearest(pointer, list, options, ...rest);
  });
}

/** Whether the two ends of rays see each other: 1 or 0 for each. */
export function querySight(world, columns, filter = {}) {
  const { _engine: engine } = world._open();
  const count = countOf(columns);
  engine.begin();
  const list = writeList(engine, layout.rays, columns, count);
  const pointer = writeFilter(world, filter);
  prepare(world, filter);
  const clear = engine.arena.take(Math.max(count, 1));
  engine.check(engine.calls.hail_query_sight(world._pointer, list, pointer, clear));
  return engine.heap.view("u8", clear, count).slice();
}

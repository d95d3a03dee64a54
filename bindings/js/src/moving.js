// src/moving.js - an index of boxes, circles and points that move: what is in a box, at a point, on a ray, nearest?
import { checkNumber, checkNumbers, checkWhole } from "./calls.js";
import { HailError } from "./error.js";
import { MAX_BODIES } from "./heap.js";
import * as layout from "./layout.js";
import { constants } from "./layout.js";
import { named } from "./layer.js";
import { Owned } from "./owned.js";
import { writeList } from "./queries.js";
import { Room } from "./room.js";
import { ORDERS } from "./rules.js";
import { box, capsule, circle } from "./shapes.js";
import { countOf, keep, makeColumns, makeStruct, refuse, setField } from "./struct.js";
import { World } from "./world.js";

const SAME = 2 ** -21; // of a box's coordinates: so much its sides may change by rounding as it moves
const THIN = 0.0005;
const FEW = 16;
const ROUND = -1; // a circle's height
const [IN_BOXES, AT_POINTS, NEAREST, ON_RAYS] = [0, 1, 2, 3]; // hail_js_question

/** What questions found. */
class Found {
  constructor(ids, start, distances) {
    /** The items that each question found, those of the first question first. */
    this.ids = ids;
    /** Question i found those from start[i] up to start[i + 1]. */
    this.start = start;
    /** How far away each is, in px; only of `nearest` and `rays`. */
    this.distances = distances;
  }

  /** The items that question i found. */
  of(i) {
    return this.ids.subarray(this.start[i], this.start[i + 1]);
  }
}

function larger(array, length) {
  if (length <= array.length) return array;
  const grown = new Float64Array(Math.max(length, array.length * 2));
  grown.set(array);
  return grown;
}

/** A column as an array: one number stands for all. */
function columnOf(values, count, name) {
  if (typeof values === "number") return new Float64Array(count).fill(values);
  if (!(values?.length >= count)) throw new RangeError(`${name} must be a number, or an array of ${count}`);
  if (!ArrayBuffer.isView(values)) checkNumbers(values, count, name);
  return values;
}

function checkIds(ids, count) {
  for (let i = 0; i < count; i++)
    if (!(ids[i] >= 0 && ids[i] < MAX_BODIES && ids[i] % 1 === 0))
      throw new RangeError(`id ${ids[i]} is no whole number below ${MAX_BODIES}`);
  return ids;
}

function atLeastOne(count) {
  checkWhole(count, "count");
  if (count >= 1 && count < 2 ** 31) return count;
  throw new RangeError(`count is ${count}: it must be 1 or more`);
}

/** Middles and halves of boxes along an axis (0: x, 1: y). A half is as it was, if only rounding has changed it. */
function measure(ids, low, high, known, axis, middles, halves) {
  for (let i = 0; i < ids.length; i++) {
    const [from, to] = [low[i], high[i]];
    const [half, was] = [(to - from) / 2, known[2 * ids[i] + axis]];
    middles[i] = (from + to) / 2;
    halves[2 * i + axis] = Math.abs(was - half) <= SAME * (Math.abs(from) + Math.abs(to)) ? was : half;
  }
}

/** A box that is thinner than Hail has them is a segment or a point. */
function shapeOf(width, height) {
  if (height === ROUND) return circle(width);
  const [flat, narrow] = [height >= 0 && height < THIN, width >= 0 && width < THIN];
  if (flat && narrow) return circle(0);
  if (flat || narrow) return flat ? capsule(-width, 0, width, 0, 0) : capsule(0, -height, 0, height, 0);
  return box(width, height);
}

export class MovingIndex extends Owned {
  constructor(engine, options) {
    super(engine, "index");
    this._world = new World(engine, options);
    this._pointer = this._world._pointer;
    this._layer = this._world.layer(0, { columns: ["user"] });
    this._shapes = new Map(); // by width and height
    this._handles = new Float64Array(FEW); // of each id; 0: there is no such item
    this._sizes = new Float64Array(2 * FEW); // of each id: half the width and half the height, or a radius and ROUND
    this._length = 0;
    this._list = new Room(engine); // the handles of the first ids
    this._listed = 0;
    this._ids = new Uint32Array(0);
    this._found = engine.calls.hail_js_found_create();
    if (!this._found) this.dispose();
    if (!this._found) throw new HailError("WebAssembly's memory has no room for an index", constants.NO_MEMORY);
  }

  _free() {
    this._list.free();
    this._engine.calls.hail_js_found_destroy(this._found);
    this._world.dispose();
  }

  /** How many items there are. */
  get length() {
    this._live();
    return this._length;
  }

  has(id) {
    this._live();
    return this._handles[id] > 0;
  }

  // ---- Items. Ids are whole numbers from 0 on; without `id` they are 0, 1, 2, ...

  /** Adds boxes { id, minX, minY, maxX, maxY }; items that there are become such boxes. */
  boxes(boxes) {
    const [ids, left, top, right, bottom] = this._columns(boxes, ["minX", "minY", "maxX", "maxY"]);
    const [x, y, sizes] = [ids.length, ids.length, 2 * ids.length].map((count) => new Float64Array(count));
    measure(ids, left, right, this._sizes, 0, x, sizes);
    measure(ids, top, bottom, this._sizes, 1, y, sizes);
    this._put(ids, { x, y }, sizes, boxes.id === undefined);
  }

  /** Adds circles { id, x, y, radius }; items that there are become such circles. */
  circles(circles) {
    const [ids, x, y, radius] = this._columns(circles, ["x", "y", "radius"]);
    const sizes = Float64Array.from({ length: 2 * ids.length }, (_, i) => (i % 2 ? ROUND : radius[i / 2]));
    this._put(ids, { x, y }, sizes, circles.id === undefined);
  }

  /** Adds points { id, x, y }; items that there are become such points. */
  points({ radius, ...points }) {
    if (radius !== undefined) refuse({ radius }, "points");
    this.circles({ ...points, radius: 0 });
  }

  /** Moves the centres of items to { id, x, y }: the fastest way to change many. */
  move(places) {
    const [ids, x, y] = this._columns(places, ["x", "y"]);
    this._move(ids, { x, y }, places.id === undefined);
  }

  /** Removes items: an id, or an array of them. */
  remove(id) {
    const ids = [...new Set(this._columns({ id }, [])[0])];
    this._world.despawn(this._handlesOf(ids));
    for (const each of ids) {
      this._handles[each] = 0;
      this._release(each);
    }
    this._length -= ids.length;
    this._listed = 0;
  }

  /** The ids, and the columns of these names. */
  _columns(columns, names) {
    this._live();
    const { id, ...others } = keep(this._engine.heap, columns);
    refuse(Object.fromEntries(Object.entries(others).filter(([name]) => !names.includes(name))), "items");
    const count = countOf({ id, ...others });
    const ids = id === undefined ? this._firstIds(count) : checkIds(columnOf(id, count, "id"), count);
    return [ids, ...names.map((name) => columnOf(others[name], count, name))];
  }

  /** 0, 1, 2, ... */
  _firstIds(count) {
    if (this._ids.length < count) this._ids = Uint32Array.from({ length: 2 * count }, (_, i) => i);
    return this._ids.subarray(0, count);
  }

  _handlesOf(ids) {
    return Float64Array.from(ids, (id) => {
      if (this._handles[id] > 0) return this._handles[id];
      throw new RangeError(`there is no item ${id}`);
    });
  }

  _move(ids, places, first) {
    if (!first) return void this._world.write(this._handlesOf(ids), places, { strict: true });
    const { _engine: engine } = this;
    if (this._listed < ids.length) this._listFirst(ids);
    const arena = engine.begin();
    const values = makeColumns(arena, layout.bodyWrites, places, ids.length, "items");
    const list = makeStruct(arena, layout.handles, { count: ids.length }, "items");
    setField(engine.heap, list, layout.handles, "handles", this._list.pointer);
    engine.check(engine.calls.hail_write_bodies(this._pointer, list, values, 0));
  }

  /** Keeps the handles of the first ids in Hail's memory: they need not be written for each move. */
  _listFirst(ids) {
    const handles = this._handlesOf(ids);
    const pointer = this._list.of(8 * ids.length);
    handles.forEach((handle, i) => this._engine.heap.setHandle(pointer + 8 * i, handle));
    this._listed = ids.length;
  }

  /** Whether all are there, and of these sizes. */
  _areSame(ids, sizes) {
    const { _handles: handles, _sizes: known } = this;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      if (!(handles[id] > 0 && known[2 * id] === sizes[2 * i] && known[2 * id + 1] === sizes[2 * i + 1])) return false;
    }
    return true;
  }

  /** All or nothing: what may be refused comes before what may not. */
  _put(ids, { x, y }, sizes, first) {
    if (this._areSame(ids, sizes)) return this._move(ids, { x, y }, first);
    const fresh = [];
    const known = [];
    for (let i = 0; i < ids.length; i++) (this._handles[ids[i]] > 0 ? known : fresh).push(i);
    const shapes = this._shapesFor(ids, sizes, known);
    const made = this._spawn(fresh, ids, x, y, sizes);
    const of = (column) => (fresh.length ? Float64Array.from(known, (i) => column[i]) : column);
    try {
      if (known.length) this._move(of(ids), { x: of(x), y: of(y) }, first && !fresh.length);
    } catch (error) {
      this._world.despawn(made);
      throw error;
    }
    for (const [i, shape] of shapes) {
      this._world.setShape(this._handles[ids[i]], shape);
      this._release(ids[i]);
      this._use(ids[i], sizes[2 * i], sizes[2 * i + 1]);
    }
    this._keep(fresh, ids, sizes, made);
  }

  /** The items whose size changes, with their new shapes. */
  _shapesFor(ids, sizes, known) {
    const changes = (i) => [0, 1].some((k) => sizes[2 * i + k] !== this._sizes[2 * ids[i] + k]);
    return known.filter(changes).map((i) => [i, this._shape(sizes[2 * i], sizes[2 * i + 1]).shape]);
  }

  _spawn(fresh, ids, x, y, sizes) {
    if (!fresh.length) return [];
    if (new Set(fresh.map((i) => ids[i])).size < fresh.length) throw new RangeError("an id is given twice");
    const shape = fresh.map((i) => this._shape(sizes[2 * i], sizes[2 * i + 1]).shape);
    const of = (column) => Float64Array.from(fresh, (i) => column[i]);
    return this._layer.spawn({ x: of(x), y: of(y), user: of(ids), shape }, fresh.length);
  }

  _keep(fresh, ids, sizes, made) {
    fresh.forEach((i, k) => {
      this._handles = larger(this._handles, ids[i] + 1);
      this._sizes = larger(this._sizes, 2 * ids[i] + 2);
      this._handles[ids[i]] = made[k];
      this._use(ids[i], sizes[2 * i], sizes[2 * i + 1]);
    });
    this._length += fresh.length;
  }

  /** The shape of a size, and how many items have it. */
  _shape(width, height) {
    if (!this._shapes.has(width)) this._shapes.set(width, new Map());
    const heights = this._shapes.get(width);
    if (!heights.has(height)) {
      const shape = this._world.shape(shapeOf(width, height));
      heights.set(height, { shape, items: 0 });
    }
    return heights.get(height);
  }

  _use(id, width, height) {
    this._shape(width, height).items++;
    this._sizes.set([width, height], 2 * id);
  }

  /** A shape goes with the last item that has it. */
  _release(id) {
    const [width, height] = this._sizes.subarray(2 * id, 2 * id + 2);
    const kept = this._shape(width, height);
    if (--kept.items) return;
    kept.shape.destroy();
    const heights = this._shapes.get(width);
    heights.delete(height);
    if (!heights.size) this._shapes.delete(width);
  }

  // ---- Questions: numbers for one, arrays for many

  /** What boxes { minX, minY, maxX, maxY } overlap or touch. */
  search(boxes, { order, ...others } = {}) {
    refuse(others, "questions");
    return this._find(IN_BOXES, layout.boxes, boxes, { order });
  }

  /** What is at points { x, y }. */
  at(points, { order, ...others } = {}) {
    refuse(others, "questions");
    return this._find(AT_POINTS, layout.points, points, { order });
  }

  /** The nearest items to points { x, y }, nearest first: at most `count`, and none further away than `radius`. */
  nearest(points, { count = 1, radius = 0, ...others } = {}) {
    refuse(others, "questions");
    checkNumber(radius, "radius");
    return this._find(NEAREST, layout.points, points, { limit: atLeastOne(count), radius });
  }

  /** The first `count` items on rays { x, y, dx, dy } or { x, y, toX, toY }. */
  rays(rays, { count = 1, ...others } = {}) {
    refuse(others, "questions");
    return this._find(ON_RAYS, layout.rays, rays, { limit: atLeastOne(count) });
  }

  _find(question, form, columns, { order, limit = 0, radius = 0 }) {
    this._live();
    const { _engine: engine, _found: found } = this;
    const { calls, heap } = engine;
    const count = countOf(columns);
    engine.begin();
    const list = writeList(engine, form, columns, count);
    const ordered = named(ORDERS, order, "the order") ?? 0;
    engine.check(calls.hail_js_find(found, this._pointer, question, list, count, limit, radius, ordered));
    const start = heap.view("u32", calls.hail_js_found_start(found), count + 1).slice();
    const ids = heap.view("u32", calls.hail_js_found_ids(found), start[count]).slice();
    const far = heap.view("f32", calls.hail_js_found_distance(found), limit && start[count]);
    return new Found(ids, start, limit ? far.slice() : undefined);
  }

  /** All pairs of items that overlap or touch: [a, b, a, b, ...]. */
  pairs() {
    this._live();
    if (!this._paired) this._world.rule({ a: this._layer, mode: "pairs" });
    this._paired = true;
    const { size, userPointers } = this._world.step(0);
    const pairs = new Uint32Array(2 * size);
    [userPointers.a, userPointers.b].forEach((pointer, side) => {
      const users = this._engine.heap.view("u32", pointer, 2 * size);
      for (let i = 0; i < size; i++) pairs[2 * i + side] = users[2 * i];
    });
    return pairs;
  }
}

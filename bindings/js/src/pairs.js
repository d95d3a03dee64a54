// src/pairs.js - pairs of shapes without a world: do they touch, where, how far apart are they, when do they meet?
import { Contacts } from "./found.js";
import * as layout from "./layout.js";
import { List } from "./list.js";
import { makeRecord } from "./record.js";
import { Room } from "./room.js";
import { Shape, writeConvexes } from "./shapes.js";
import { countOf, keep, makeColumns, makeStruct, refuse, setField, setFields } from "./struct.js";

const Gap = makeRecord(layout.gap, ["unused0", "unused1"]);
const Prediction = makeRecord(layout.prediction);

const listOf = (shape) => (Array.isArray(shape) ? shape : [shape]);

/** The shapes of both sides, each prepared once, and which one each element has. */
function writeBoth(engine, sides) {
  const numbers = new Map();
  for (const shape of sides.flatMap((side) => listOf(side.shape)))
    if (shape instanceof Shape) throw new TypeError("pairs take descriptions of shapes, such as circle(4)");
    else if (!numbers.has(shape)) numbers.set(shape, numbers.size);
  const convexes = writeConvexes(engine, [...numbers.keys()]);
  const indices = sides.map(({ shape }) =>
    Array.isArray(shape) ? shape.map((each) => numbers.get(each)) : numbers.get(shape),
  );
  return { convexes, count: numbers.size, indices };
}

function writeSide(engine, side, columns, count, shapes, pointer) {
  const { fields } = layout.batch;
  const at = pointer + fields[side][0];
  setFields(engine.heap, at, layout.shapes, { shapeCount: shapes.count, count }, "shapes");
  setField(engine.heap, at, layout.shapes, "context", engine.context);
  setField(engine.heap, at, layout.shapes, "convexes", shapes.convexes);
  const own = { ...columns, shape: shapes.indices[side === "a" ? 0 : 1] };
  makeColumns(engine.arena, layout.shapes, own, count, "shapes", at);
}

/** How many pairs there are, and how many elements each side has: one that is not indexed has all. */
function counts(a, b, { indexA, indexB }) {
  const pairs = indexA?.length ?? indexB?.length ?? countOf([...Object.values(a), ...Object.values(b)]);
  return { pairs, a: indexA ? countOf(a) : pairs, b: indexB ? countOf(b) : pairs };
}

/** Calls that take arrays of pairs: element i of a with element i of b, or those of `indexA` and `indexB`. */
export class Pairs {
  constructor(engine) {
    this._engine = engine;
    this._answers = new Room(engine);
  }

  _live() {}

  _batch(sideA, sideB, given) {
    const { _engine: engine } = this;
    const [a, b, { indexA, indexB, ...others }] = [sideA, sideB, given].map((columns) => keep(engine.heap, columns));
    refuse(others, "pairs");
    const count = counts(a, b, { indexA, indexB });
    const pointer = makeStruct(engine.begin(), layout.batch, { count: count.pairs }, "pairs");
    const shapes = writeBoth(engine, [a, b]);
    writeSide(engine, "a", a, count.a, shapes, pointer);
    writeSide(engine, "b", b, count.b, shapes, pointer);
    makeColumns(engine.arena, layout.batch, { indexA, indexB }, count.pairs, "pairs", pointer);
    return { pointer, count: count.pairs };
  }

  _ask(call, size, a, b, options) {
    const { pointer, count } = this._batch(a, b, options);
    const answers = this._answers.of(Math.max(count, 1) * size);
    this._engine.check(this._engine.calls[call](pointer, answers));
    return { answers, count };
  }

  _contacts(call, ...pairs) {
    const { answers, count } = this._ask(call, layout.contact.size, ...pairs);
    return new Contacts(this._engine.heap, answers, count, this._answers.checks(this));
  }

  _list(call, Type, ...pairs) {
    const { answers, count } = this._ask(call, Type.size, ...pairs);
    return new List(this._engine.heap, Type, answers, count, this._answers.checks(this));
  }

  /** Which pairs touch: 1 or 0 for each. */
  touch(a, b, options = {}) {
    const { answers, count } = this._ask("hail_batch_touch", 1, a, b, options);
    return this._engine.heap.view("u8", answers, count).slice();
  }

  /** A contact for each pair; its count is 0 if they do not touch. */
  collide(a, b, options = {}) {
    return this._contacts("hail_batch_collide", a, b, options);
  }

  /** When pairs that move along dx and dy first touch: a contact for each, whose count is 0 if they do not. */
  sweep(a, b, options = {}) {
    return this._contacts("hail_batch_sweep", a, b, options);
  }

  /** How far apart the pairs are, and where they are closest. */
  distance(a, b, options = {}) {
    return this._list("hail_batch_distance", Gap, a, b, options);
  }

  /** The separating-axis test of polygons that move: how to push a out of b. */
  predict(a, b, options = {}) {
    return this._list("hail_batch_predict", Prediction, a, b, options);
  }
}

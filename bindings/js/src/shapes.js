// src/shapes.js - shapes: descriptions, which are plain objects, and the shapes of a world that are made from them.
import { checkNumber } from "./calls.js";
import * as layout from "./layout.js";
import { makeStruct } from "./struct.js";

/** A circle about the origin. */
export const circle = (radius) => ({ type: "circle", radius });
/** A box about the origin, by half its width and half its height. */
export const box = (halfWidth, halfHeight, rounding = 0) => ({ type: "box", halfWidth, halfHeight, rounding });
/** The segment from (x1, y1) to (x2, y2), inflated by `radius`. */
export const capsule = (x1, y1, x2, y2, radius) => ({ type: "capsule", x1, y1, x2, y2, radius });
/** A convex polygon of 3 to 8 vertices: [x, y, x, y, ...] or [[x, y], ...]. */
export const polygon = (points, rounding = 0) => ({ type: "polygon", points, rounding });
/** Several convex shapes as one. */
export const compound = (parts) => ({ type: "compound", parts });
/** A polygon of any kind: one loop of points or several, split into convex parts. */
export const concave = (loops, options = {}) => ({ type: "concave", loops, ...options });

const FIELDS = {
  circle: ["radius"],
  box: ["halfWidth", "halfHeight", "rounding"],
  capsule: ["x1", "y1", "x2", "y2", "radius"],
  polygon: ["points", "rounding"],
  compound: ["parts"],
  concave: ["loops", "rounding", "maxVertices", "repair"],
};

/** Refuses what is no part of such a description. */
function checkFields({ type, ...fields }) {
  for (const name of Object.keys(fields))
    if (!FIELDS[type].includes(name)) throw new TypeError(`a ${type} has no '${name}': ${FIELDS[type].join(", ")}`);
}

/** A shape of a world. Bodies refer to it by `id`. */
export class Shape {
  constructor(world, id, tag) {
    this.id = id;
    this.tag = tag;
    Object.defineProperty(this, "world", { value: world });
    Object.freeze(this);
  }

  /** Every body that has this shape has the new one from the next step on. */
  replace(description) {
    const { _engine: engine, _set: set } = this.world._open();
    const shape = pointerTo(engine.begin(), this);
    const { type, parts } = description;
    if (type === "concave") throw new TypeError("a concave polygon cannot replace a shape: give a compound");
    const convexes = writeConvexes(engine, type === "compound" ? parts : [description]);
    if (type === "compound") engine.check(engine.calls.hail_shape_replace_compound(set, shape, convexes, parts.length));
    else engine.check(engine.calls.hail_shape_replace(set, shape, convexes));
    this.world._version++;
  }

  /** Removes the shape, if no body has it. */
  destroy() {
    const { _engine: engine, _set: set } = this.world._open();
    engine.check(engine.calls.hail_shape_destroy(set, pointerTo(engine.begin(), this)));
  }
}

const pointerTo = (arena, shape) => arena.array("shape", shape, 1);

const isFlat = (points) => typeof points[0] === "number";

/** The columns x and y of points that are flat or pairs. */
function columnsOf(points) {
  if (isFlat(points) && points.length % 2) throw new RangeError(`points are ${points.length} numbers: x, y, x, y, ...`);
  const pairOf = (_, i) => [points[2 * i], points[2 * i + 1]];
  const pairs = isFlat(points) ? Array.from({ length: points.length >> 1 }, pairOf) : points;
  return { x: Array.from(pairs, (pair) => pair[0]), y: Array.from(pairs, (pair) => pair[1]) };
}

/** The core and the rounding of convex shapes; boxes have a call of their own. */
const CORES = {
  circle: (s) => ({ x: [], y: [], rounding: s.radius }),
  capsule: (s) => ({ x: [s.x1, s.x2], y: [s.y1, s.y2], rounding: s.radius }),
  polygon: (s) => ({ ...columnsOf(s.points), rounding: s.rounding ?? 0 }),
};

function writeInfo(engine, description) {
  const core = CORES[description?.type];
  if (!core)
    throw new TypeError(`${description?.type ?? description} is no convex shape: circle, box, capsule or polygon`);
  const { x, y, rounding } = core(description);
  checkNumber(rounding, description.type === "polygon" ? "rounding" : "radius");
  const info = makeStruct(engine.arena, layout.convexInfo, { vertices: x.length, rounding }, "shapes");
  const { x: atX, y: atY } = layout.convexInfo.fields;
  engine.heap.f32.set(x.slice(0, atX[2]), (info + atX[0]) >> 2);
  engine.heap.f32.set(y.slice(0, atY[2]), (info + atY[0]) >> 2);
  return info;
}

function prepare(engine, description, convex) {
  const { calls } = engine;
  const { type, halfWidth, halfHeight, rounding = 0 } = description ?? {};
  if (Object.hasOwn(FIELDS, type)) checkFields(description);
  if (type === "box") return calls.hail_convex_box(halfWidth, halfHeight, rounding, convex);
  return calls.hail_convex_prepare(engine.context, writeInfo(engine, description), convex);
}

/** Prepares convex shapes, one behind the other. */
export function writeConvexes(engine, descriptions) {
  const size = layout.convex.size;
  const pointer = engine.arena.take(Math.max(descriptions.length, 1) * size);
  descriptions.forEach((description, i) => engine.check(prepare(engine, description, pointer + i * size)));
  return pointer;
}

function writeLoops(engine, loops) {
  const single = isFlat(loops) || (isFlat(loops[0]) && loops[0].length === 2);
  const list = single ? [loops] : loops;
  const columns = list.map(columnsOf);
  const x = columns.flatMap((loop) => loop.x);
  const y = columns.flatMap((loop) => loop.y);
  const start = columns.reduce((ends, loop) => [...ends, ends.at(-1) + loop.x.length], [0]);
  const { arena } = engine;
  const pointer = makeStruct(arena, layout.loops, { count: list.length }, "loops");
  const arrays = [
    arena.array("f32", x, x.length),
    arena.array("f32", y, y.length),
    arena.array("u32", start, start.length),
  ];
  ["x", "y", "start"].forEach((name, i) => {
    engine.heap.u32[(pointer + layout.loops.fields[name][0]) >> 2] = arrays[i];
  });
  return pointer;
}

function addConcave(engine, set, { loops, rounding = 0, maxVertices = 8, repair = false }) {
  const options = makeStruct(engine.arena, layout.decomposeOptions, { maxVertices, repair }, "concave shapes");
  return engine.calls.hail_shape_concave(set, writeLoops(engine, loops), options, rounding, engine.out, 0);
}

const ADD = {
  circle: (engine, set, s) => engine.calls.hail_shape_circle(set, s.radius, engine.out),
  box: (engine, set, s) => engine.calls.hail_shape_box(set, s.halfWidth, s.halfHeight, s.rounding ?? 0, engine.out),
  capsule: (engine, set, s) => engine.calls.hail_shape_capsule(set, s.x1, s.y1, s.x2, s.y2, s.radius, engine.out),
  polygon: addPolygon,
  compound: (engine, set, s) =>
    engine.calls.hail_shape_compound(set, writeConvexes(engine, s.parts), s.parts.length, engine.out),
  concave: addConcave,
};

function addPolygon(engine, set, { points, rounding = 0 }) {
  const { x, y } = columnsOf(points);
  const [atX, atY] = engine.arena.arrays([
    ["f32", x, x.length, "x"],
    ["f32", y, x.length, "y"],
  ]);
  return engine.calls.hail_shape_polygon(set, atX, atY, x.length, rounding, engine.out);
}

/** Adds a shape to a world. */
export function addShape(world, description) {
  const { _engine: engine, _set: set } = world;
  const add = ADD[description?.type];
  if (!add) throw new TypeError(`${description?.type ?? description} is no shape: ${Object.keys(ADD).join(", ")}`);
  checkFields(description);
  engine.begin();
  engine.check(add(engine, set, description));
  return madeShape(world);
}

/** The shape of a world that has a number. */
export function shapeOf(world, id) {
  const { _engine: engine, _set: set } = world;
  engine.check(engine.calls.hail_shape_of_id(set, id, engine.out));
  return madeShape(world);
}

/** The shape that a call has just made. */
export function madeShape(world) {
  const { heap, out } = world._engine;
  return new Shape(world, heap.u32[out >> 2], heap.u32[(out >> 2) + 1]);
}

/** Writes the list of shapes of a question: shapes of the world, or descriptions. Returns what the struct's fields are,
 * and which shape each element has. */
export function writeShapes(engine, shape, count) {
  const all = Array.isArray(shape) ? shape.slice(0, count) : [shape];
  const unique = [...new Set(all)];
  const numbers = new Map(unique.map((each, i) => [each, i]));
  const described = unique.filter((each) => !(each instanceof Shape));
  if (described.length && described.length < unique.length)
    throw new TypeError("shapes of a world and descriptions cannot stand in one list");
  const fields = { shapeCount: unique.length };
  if (described.length) fields.convexes = writeConvexes(engine, unique);
  else fields.shapes = engine.arena.array("shape", unique, unique.length);
  return { fields, index: Array.isArray(shape) ? all.map((each) => numbers.get(each)) : undefined };
}

// src/bodies.js - bodies by handle: they go, change, are read and written. One handle, or an array of them.
import * as layout from "./layout.js";
import { makeColumns, makeStruct, refuse, setField } from "./struct.js";

const listOf = (handles) => (typeof handles === "number" ? [handles] : handles);

/** Calls hail_...(world, handles, count, ...more). */
function change(world, call, handles, ...more) {
  const { _engine: engine } = world._open();
  const list = listOf(handles);
  const pointer = engine.begin().array("handle", list, list.length, "handles");
  world._version++;
  engine.check(engine.calls[call](world._pointer, pointer, list.length, ...more));
}

/** Frees bodies. Returns how many handles named no living body: these are skipped or, if `strict`, an error. */
export function despawn(world, handles, { strict = false, ...others } = {}) {
  refuse(others, "bodies");
  const list = Array.from(listOf(handles));
  const living = strict ? list : list.filter((handle) => alive(world, handle));
  change(world, "hail_despawn", living);
  return list.length - living.length;
}

export const setLayer = (world, handles, layer) => change(world, "hail_set_layer", handles, layer);
export const setEnabled = (world, handles, enabled) => change(world, "hail_set_enabled", handles, enabled);

export function setShape(world, handles, shape) {
  const { _engine: engine } = world._open();
  const list = listOf(handles);
  const [pointer, template] = engine.begin().arrays([
    ["handle", list, list.length, "handles"],
    ["shape", shape, 1, "shape"],
  ]);
  engine.check(engine.calls.hail_set_shape(world._pointer, pointer, list.length, template));
}

export function alive(world, handle) {
  const { _engine: engine } = world._open();
  return engine.calls.hail_alive(world._pointer, engine.begin().array("handle", handle, 1)) !== 0;
}

function handleList(arena, list) {
  const handles = arena.array("handle", list, list.length, "handles");
  const pointer = makeStruct(arena, layout.handles, { count: list.length }, "lists of handles");
  setField(arena.heap, pointer, layout.handles, "handles", handles);
  return pointer;
}

/** Reads bodies into new arrays. A handle of no living body has the layer 2^32 - 1. */
export function read(world, handles) {
  const { _engine: engine } = world._open();
  const list = listOf(handles);
  const arena = engine.begin();
  const pointer = handleList(arena, list);
  const values = arena.zeros(layout.bodyValues.size);
  const fields = Object.entries(layout.bodyValues.fields).map(([name, [offset, type]]) => {
    const array = arena.take(list.length * 8);
    engine.heap.u32[(values + offset) >> 2] = array;
    return [name, type.slice(0, -1), array];
  });
  engine.check(engine.calls.hail_read_bodies(world._pointer, pointer, values, engine.out));
  return Object.fromEntries(
    fields.map(([name, type, array]) => [name, engine.heap.view(type, array, list.length).slice()]),
  );
}

/** Writes to bodies: numbers, or arrays with one for each handle. Returns how many handles named no living body: these
 * are skipped or, if `strict`, an error. */
export function write(world, handles, columns, { strict = false, ...others } = {}) {
  refuse(others, "bodies");
  const { _engine: engine } = world._open();
  const list = listOf(handles);
  const arena = engine.begin();
  const values = makeColumns(arena, layout.bodyWrites, columns, list.length, "bodies");
  const pointer = handleList(arena, list);
  engine.heap.u32[engine.out >> 2] = 0;
  engine.check(engine.calls.hail_write_bodies(world._pointer, pointer, values, strict ? 0 : engine.out));
  return engine.made();
}

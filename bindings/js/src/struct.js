// src/struct.js - writes options into structs, by the layouts that hail-api.json gives.
import { checkNumber, checkWhole } from "./calls.js";

/** Writes one field. true counts as 1. */
export function setField(heap, pointer, layout, name, value) {
  const [offset, type] = layout.fields[name];
  const at = pointer + offset;
  if (type === "handle") heap.setHandle(at, value);
  else if (type === "shape") heap.u32.set([value.id, value.tag], at >> 2);
  else if (type === "u64") heap.u64[at / 8] = BigInt(value);
  else if (type === "pointer" || type.endsWith("*")) heap.u32[at >> 2] = value;
  else {
    (type === "f32" ? checkNumber : checkWhole)(value, name);
    heap[type][at / heap[type].BYTES_PER_ELEMENT] = Number(value);
  }
}

/** Writes options that a person wrote; a name that the struct does not have is an error. */
export function setFields(heap, pointer, layout, options, what) {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const type = layout.fields[name]?.[1];
    if (!type || type === "pointer" || type.endsWith("*")) throw new TypeError(`${what} have no option '${name}'`);
    setField(heap, pointer, layout, name, value);
  }
}

/** Refuses options that are left when all that there are have been taken. */
export function refuse(others, what) {
  for (const name of Object.keys(others)) throw new TypeError(`${what} have no option '${name}'`);
}

/** A struct of options in the arena. */
export function makeStruct(arena, layout, options, what) {
  const pointer = arena.zeros(layout.size);
  setFields(arena.heap, pointer, layout, options, what);
  return pointer;
}

/** A struct of arrays in the arena: each column of `columns` is copied, and its address written. */
export function makeColumns(arena, layout, columns, count, what, pointer = arena.zeros(layout.size)) {
  const names = Object.keys(columns).filter((name) => columns[name] !== undefined);
  const lists = names.map((name) => {
    const type = layout.fields[name]?.[1];
    if (!type?.endsWith("*")) throw new TypeError(`${what} have no column '${name}'`);
    return [type.slice(0, -1), columns[name], count, name];
  });
  arena.arrays(lists).forEach((array, i) => setField(arena.heap, pointer, layout, names[i], array));
  return pointer;
}

/** Columns, with copies of those that lie in Hail's memory: it may grow before they are read. */
export function keep(heap, columns) {
  const isView = (values) => ArrayBuffer.isView(values) && values.buffer === heap.memory.buffer;
  if (!Object.values(columns).some(isView)) return columns;
  return Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [name, isView(values) ? values.slice() : values]),
  );
}

/** An array over memory that has grown since is empty: an error, not a call with no elements. */
function checkThere(name, values) {
  if (!ArrayBuffer.isView(values) || values.length) return;
  try {
    new Uint8Array(values.buffer);
  } catch {
    throw new TypeError(`${name} is gone, as memory has grown: take columns anew after each call that may need memory`);
  }
}

/** How many elements columns have: the length of the longest array, 1 if all are single numbers. */
export function countOf(columns) {
  let count = -1;
  for (const [name, values] of Object.entries(columns)) {
    if (typeof values?.length !== "number") continue;
    checkThere(name, values);
    count = Math.max(count, values.length);
  }
  return count < 0 ? 1 : count;
}

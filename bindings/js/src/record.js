// src/record.js - structs that Hail wrote, read where they lie: one object that moves from one to the next.

const READ = {
  u8: (record, at) => record.heap.u8[at],
  u16: (record, at) => record.heap.u16[at >> 1],
  i32: (record, at) => record.heap.i32[at >> 2],
  u32: (record, at) => record.heap.u32[at >> 2],
  f32: (record, at) => record.heap.f32[at >> 2],
  f64: (record, at) => record.heap.f64[at >> 3],
  u64: (record, at) => record.heap.long(at),
  handle: (record, at) => record.heap.handle(at),
  pointer: (record, at) => record.heap.u32[at >> 2],
};
const SIZE = { u8: 1, u16: 2, f64: 8, u64: 8, handle: 8 };

class Record {
  constructor(heap, pointer = 0) {
    Object.defineProperty(this, "heap", { value: heap });
    Object.defineProperty(this, "pointer", { value: pointer, writable: true });
  }

  /** All fields in an object of its own, which lasts. */
  copy() {
    return Object.fromEntries(this.constructor.names.map((name) => [name, this[name]]));
  }

  toJSON() {
    return this.copy();
  }
}

/** The names of a field's elements: x and x2, if it has two. */
const elements = (name, length = 1) => Array.from({ length }, (_, i) => (i ? `${name}${i + 1}` : name));

/** Makes the class for a layout. Each element of an array is a property. */
export function makeRecord(layout, leaveOut = []) {
  const Made = class extends Record {};
  Made.size = layout.size;
  Made.names = [];
  for (const [field, [offset, type, length]] of Object.entries(layout.fields)) {
    if (!READ[type] || leaveOut.includes(field)) continue;
    elements(field, length).forEach((name, i) => {
      const read = READ[type];
      const at = offset + i * (SIZE[type] ?? 4);
      Made.names.push(name);
      Object.defineProperty(Made.prototype, name, {
        get() {
          return read(this, this.pointer + at);
        },
      });
    });
  }
  return Made;
}

/** Adds properties that are computed from the others. */
export function addGetters(Made, getters) {
  for (const [name, get] of Object.entries(getters)) {
    Made.names.push(name);
    Object.defineProperty(Made.prototype, name, { get });
  }
  return Made;
}

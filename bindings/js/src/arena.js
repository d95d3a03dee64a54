// src/arena.js - memory for the arguments and answers of one call: structs, arrays, lists of handles.
import { checkNumber, checkNumbers, checkWhole, checkWholes } from "./calls.js";
import { HailError } from "./error.js";
import { ARRAYS, generationOf, slotOf } from "./heap.js";
import { constants } from "./layout.js";

const ALIGN = 16;
const START = 1 << 16;
const BYTES = { handle: 8, shape: 8 };
const ONE = { shape: "a shape of a world, such as world.circle(4)," };
const CHECKS = { u8: checkWhole, u32: checkWhole, f32: checkNumber };
const CHECKS_OF_ALL = { u8: checkWholes, u32: checkWholes, f32: checkNumbers };

const bytesOf = (type) => BYTES[type] ?? ARRAYS[type].BYTES_PER_ELEMENT;

export class Arena {
  constructor(heap, calls) {
    this.heap = heap;
    this.calls = calls;
    this.more = [];
    this.size = START;
    this.start = this.allocate(START);
    this.used = 0;
  }

  allocate(bytes) {
    const pointer = this.calls.malloc(bytes) >>> 0;
    if (!pointer) throw new HailError(`WebAssembly's memory has no room for ${bytes} bytes`, constants.NO_MEMORY);
    return pointer;
  }

  /** Begins a call: what the last one had is free again. */
  reset() {
    for (const pointer of this.more) this.calls.free(pointer);
    this.more.length = 0;
    this.used = 0;
  }

  /** Room for so many bytes, until the next reset. */
  take(bytes) {
    const size = Math.ceil(bytes / ALIGN) * ALIGN;
    if (this.used + size <= this.size) {
      this.used += size;
      return this.start + this.used - size;
    }
    const pointer = this.allocate(size);
    this.more.push(pointer);
    return pointer;
  }

  zeros(bytes) {
    const pointer = this.take(bytes);
    this.heap.u8.fill(0, pointer, pointer + bytes);
    return pointer;
  }

  /** Copies values into an array: one number for all elements, or `count` of them. Returns its address. */
  array(type, values, count, name) {
    const [pointer] = this.arrays([[type, values, count, name]]);
    return pointer;
  }

  /** Copies several arrays. All are read before memory may grow, so views of it may be among them. */
  arrays(lists) {
    const sources = lists.map((list) => this.source(...list));
    return lists.map(([type, , count], i) => {
      const pointer = this.take(Math.max(count, 1) * bytesOf(type));
      write(this.heap, type, pointer, sources[i], count);
      return pointer;
    });
  }

  source(type, values, count, name) {
    if (isOne(values)) {
      CHECKS[type]?.(values, name);
      return values;
    }
    if (typeof values?.length !== "number")
      throw new TypeError(`${name} must be ${ONE[type] ?? "a number"} or an array`);
    if (values.length < count) throw new RangeError(`${name} has ${values.length} elements, ${count} are needed`);
    if (!holds(values, type)) CHECKS_OF_ALL[type]?.(values, count, name);
    return ArrayBuffer.isView(values) && values.buffer === this.heap.memory.buffer ? values.slice(0, count) : values;
  }
}

const FLOATS = [Float32Array, Float64Array];

/** Whether it is a typed array, whose elements are numbers of this type whatever they are. */
const holds = (values, type) =>
  ArrayBuffer.isView(values) && (type === "f32" || !FLOATS.some((Type) => values instanceof Type));

/** Whether it is one value for all elements, and not an array of them. */
export const isOne = (value) => typeof value === "number" || typeof value === "bigint" || typeof value?.id === "number";

function write(heap, type, pointer, values, count) {
  if (type === "handle") return writePairs(heap, pointer, values, count, slotOf, generationOf);
  if (type === "shape")
    return writePairs(
      heap,
      pointer,
      values,
      count,
      (shape) => shape.id,
      (shape) => shape.tag,
    );
  const array = heap[type];
  const first = pointer / array.BYTES_PER_ELEMENT;
  const convert = type === "u64" ? BigInt : Number;
  if (isOne(values)) array.fill(convert(values), first, first + count);
  else if (type !== "u64" && values.length === count) array.set(values, first);
  else for (let i = 0; i < count; i++) array[first + i] = convert(values[i]);
}

function writePairs(heap, pointer, values, count, low, high) {
  const words = heap.u32;
  for (let i = 0, at = pointer >> 2; i < count; i++, at += 2) {
    const value = isOne(values) ? values : values[i];
    words[at] = low(value);
    words[at + 1] = high(value);
  }
}

// src/heap.js - WebAssembly's memory as typed arrays. When the memory grows, arrays over it lose their contents; so each
// access asks for the array, and gets a new one if the memory has grown.

const SLOT_BITS = 22;
const SLOTS = 2 ** SLOT_BITS;

/** A body's handle as a number: exact, as a generation has 31 bits, and a world here at most 2^22 slots. */
export const joinHandle = (slot, generation) => generation * SLOTS + slot;
/** The slot of a handle: a small number that no two living bodies share. */
export const slotOf = (handle) => handle % SLOTS;
export const generationOf = (handle) => Math.floor(handle / SLOTS);
export const MAX_BODIES = SLOTS;

export const ARRAYS = {
  u8: Uint8Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
  u64: BigUint64Array,
};

export class Heap {
  constructor(memory) {
    this.memory = memory;
    this.buffer = null;
    this.renew();
  }

  renew() {
    this.buffer = this.memory.buffer;
    for (const [name, Type] of Object.entries(ARRAYS)) this[`_${name}`] = new Type(this.buffer);
  }

  /** A view of `count` elements at an address; new, as the last one may be gone. */
  view(type, pointer, count) {
    return new ARRAYS[type](this.memory.buffer, pointer, count);
  }

  /** A handle at an address; 0 for none. */
  handle(pointer) {
    const words = this.u32;
    return joinHandle(words[pointer >> 2], words[(pointer >> 2) + 1]);
  }

  setHandle(pointer, handle) {
    const words = this.u32;
    words[pointer >> 2] = slotOf(handle);
    words[(pointer >> 2) + 1] = generationOf(handle);
  }

  /** A 64-bit number as a JavaScript number: exact up to 2^53. */
  long(pointer) {
    const words = this.u32;
    return words[(pointer >> 2) + 1] * 2 ** 32 + words[pointer >> 2];
  }

  text(pointer) {
    if (!pointer) return "";
    const bytes = this.u8;
    return new TextDecoder().decode(bytes.slice(pointer, bytes.indexOf(0, pointer)));
  }
}

for (const name of Object.keys(ARRAYS))
  Object.defineProperty(Heap.prototype, name, {
    get() {
      if (this.buffer !== this.memory.buffer) this.renew();
      return this[`_${name}`];
    },
  });

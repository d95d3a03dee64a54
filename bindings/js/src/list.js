// src/list.js - lists of structs in Hail's memory: walked by one object that is filled anew, or read as words.

/** `check` throws if what the list shows is gone. */
export class List {
  constructor(heap, Type, pointer, length, check) {
    this.heap = heap;
    this.Type = Type;
    this.pointer = pointer;
    this.size = length;
    this.check = check;
  }

  /** How many there are. */
  get length() {
    this.check();
    return this.size;
  }

  /** Number i, copied into an object of its own; undefined past the end. */
  at(i) {
    this.check();
    const index = i < 0 ? this.size + i : i;
    return index >= 0 && index < this.size ? this.make(index).copy() : undefined;
  }

  make(index) {
    const record = new this.Type(this.heap, this.pointer + index * this.Type.size);
    record.index = index;
    record.list = this;
    return record;
  }

  /** The structs' words, without a copy: stride is how many one has. Gone with the list, and when memory grows. */
  words(type = "f32") {
    this.check();
    return this.heap.view(type, this.pointer, (this.size * this.Type.size) / (type === "u8" ? 1 : 4));
  }

  get stride() {
    return this.Type.size / 4;
  }

  toArray() {
    return Array.from(this, (record) => record.copy());
  }

  *[Symbol.iterator]() {
    this.check();
    const record = this.make(0);
    for (let i = 0; i < this.size; i++) {
      record.index = i;
      record.pointer = this.pointer + i * this.Type.size;
      yield record;
      this.check();
    }
  }
}

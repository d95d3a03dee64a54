// src/room.js - a block of memory for answers, that grows and is kept from call to call.

export class Room {
  constructor(engine) {
    this.engine = engine;
    this.pointer = 0;
    this.size = 0;
    this.turn = 0; // how often it was filled: what it held before is gone
  }

  /** Room for so many bytes. */
  of(bytes) {
    this.turn++;
    if (bytes <= this.size) return this.pointer;
    const size = Math.max(bytes, this.size * 2);
    const pointer = this.engine.arena.allocate(size);
    this.engine.calls.free(this.pointer);
    this.pointer = pointer;
    this.size = size;
    return pointer;
  }

  /** A function that throws once other answers have taken the place of the present ones, or the owner is disposed. */
  checks(owner) {
    const turn = this.turn;
    return () => {
      owner._live();
      if (this.turn !== turn) throw new Error("these answers are gone: another question was asked since");
    };
  }

  free() {
    this.engine.calls.free(this.pointer);
    this.pointer = this.size = 0;
  }
}

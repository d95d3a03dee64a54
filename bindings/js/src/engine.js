// src/engine.js - one instance of Hail's WebAssembly: its calls, its memory, its errors.
import { Arena } from "./arena.js";
import { checkedCalls } from "./calls.js";
import { HailError } from "./error.js";
import { Heap } from "./heap.js";
import * as layout from "./layout.js";
import { makeRecord } from "./record.js";
import { Room } from "./room.js";

const TEXT = 512;
const ErrorRecord = makeRecord(layout.error, ["problem", "field", "element"]);

export class Engine {
  constructor(instance, build) {
    this.calls = checkedCalls(instance.exports);
    this.build = build;
    this.heap = new Heap(this.calls.memory);
    this.arena = new Arena(this.heap, this.calls);
    this.context = this.calls.hail_js_context();
    this.error = this.calls.hail_js_error();
    this.out = this.arena.allocate(16); // where calls that make something write its address
    this.text = this.arena.allocate(TEXT);
    this.textSize = TEXT;
    this.columns = this.arena.allocate(layout.columns.size); // of the layer that is read
    this.images = new Room(this); // a world's state on its way in or out
  }

  /** Begins a call. */
  begin() {
    this.arena.reset();
    return this.arena;
  }

  /** Throws if a call failed. */
  check(status) {
    if (status !== 0) throw this.failure(status);
  }

  failure(status) {
    const told = this.heap.u32[this.error >> 2] === status;
    const message = told ? this.sentence() : this.heap.text(this.calls.hail_status_text(status));
    const details = told ? this.details() : {};
    this.heap.u32[this.error >> 2] = 0;
    return new HailError(message, status, details);
  }

  sentence() {
    this.calls.hail_error_text(this.error, this.text, TEXT);
    return this.heap.text(this.text);
  }

  details() {
    const { value, min, max } = new ErrorRecord(this.heap, this.error);
    const fields = layout.error.fields;
    const field = this.heap.text(this.heap.u32[(this.error + fields.field[0]) >> 2]) || undefined;
    const element = this.heap.u64[(this.error + fields.element[0]) >> 3];
    return { value, min, max, field, element: element === 2n ** 64n - 1n ? undefined : Number(element) };
  }

  /** The address that a call wrote to `out`. */
  made() {
    return this.heap.u32[this.out >> 2];
  }
}

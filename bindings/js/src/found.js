// src/found.js - what a step found: contacts, events, removals, statistics.
import { slotOf } from "./heap.js";
import * as layout from "./layout.js";
import { List } from "./list.js";
import { addGetters, makeRecord } from "./record.js";

export const ContactRecord = addGetters(makeRecord(layout.contact), {
  slotA() {
    return slotOf(this.a);
  },
  slotB() {
    return slotOf(this.b);
  },
  /** The user value of a when the step found the contact; 0 if its layer has no such column. */
  userA() {
    return this.list?.userAt("a", this.index) ?? 0;
  },
  userB() {
    return this.list?.userAt("b", this.index) ?? 0;
  },
});

export class Contacts extends List {
  constructor(heap, pointer, length, check, users = { a: 0, b: 0 }) {
    super(heap, ContactRecord, pointer, length, check);
    this.userPointers = users;
  }

  userAt(side, index) {
    const pointer = this.userPointers[side];
    return pointer ? this.heap.long(pointer + 8 * index) : 0;
  }

  /** The user values of all contacts: two new arrays. */
  users() {
    this.check();
    const side = (name) => Float64Array.from({ length: this.size }, (_, i) => this.userAt(name, i));
    return { a: side("a"), b: side("b") };
  }
}

export const EventRecord = addGetters(makeRecord(layout.event, ["contact"]), {
  /** The pair's first contact in this step, in an object of its own; null if the pair ends. */
  contact() {
    const pointer = this.heap.u32[(this.pointer + layout.event.fields.contact[0]) >> 2];
    return pointer ? new ContactRecord(this.heap, pointer).copy() : null;
  },
});

export const RemovalRecord = makeRecord(layout.removal);
export const StatsRecord = makeRecord(layout.stepStats, ["variant", "ns"]);

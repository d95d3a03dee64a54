// rewind.js - goes back in time. From time to time the whole state is kept: a key. What lies between two keys is played
// again while earlier frames are shown, and what was to be seen in each is kept for as long as it may be shown.

const MOST_BYTES = 150e6; // keys and looks together
const SEGMENT = 60; // frames from key to key
const SHORT = 20; // the same, where a key takes more than
const LARGE = 12e6; // bytes: then there is less room for looks
const SOON = 6; // frames before a key whose looks are at hand, too, when rewinding begins
const SPARE = 4; // looks whose arrays wait for the next ones
const FINE = 1 / 16; // px: places of looks are rounded to this
const POINT_BYTES = 5;
const GROWN = 1.5; // times as many points as there were: a new key is wanted

/** A look that lasts: places, rounded, and colours are copied into arrays that are used again. most: so many points;
 * of more, every second or third ... is kept. */
export function copyLook(look, old, most = Infinity) {
  const { x, y, ink, stride } = look.points;
  const every = Math.max(Math.ceil(look.points.count / most), 1);
  const count = Math.ceil(look.points.count / every);
  const capacity = old?.room.x.length >= count ? old.room.x.length : Math.ceil((count + 1) / 4096) * 4096;
  const room =
    capacity === old?.room.x.length
      ? old.room
      : { x: new Int16Array(capacity), y: new Int16Array(capacity), ink: new Uint8Array(capacity) };
  for (let i = 0, from = 0; i < count; i++, from += every) {
    room.x[i] = x[from] / FINE;
    room.y[i] = y[from] / FINE;
    room.ink[i] = ink[from * stride];
  }
  return { ...look, points: undefined, room, count, bytes: POINT_BYTES * capacity };
}

/** The look as it is drawn. */
function opened({ room, count, ...look }) {
  const wide = (places) => Float32Array.from(places.subarray(0, count), (place) => place * FINE);
  return { ...look, points: { count, x: wide(room.x), y: wide(room.y), ink: room.ink.subarray(0, count), stride: 1 } };
}

export class Rewind {
  constructor() {
    this.clear();
  }

  clear() {
    this.keys = []; // { frame, saved }, the oldest first
    this.looks = new Map();
    this.spare = [];
    this.images = []; // of keys that are gone
    this.shown = -1; // while rewinding: the frame that is to be seen
    this.job = null;
  }

  get active() {
    return this.shown >= 0;
  }

  /** The earliest frame that there is a way to. */
  get first() {
    return this.keys[0]?.frame ?? 0;
  }

  get bytes() {
    const sum = (list, of) => [...list].reduce((all, each) => all + of(each), 0);
    const looks = [...this.looks.values(), ...this.spare];
    return (
      sum(this.keys, ({ saved }) => saved.bytes) +
      sum(this.images, ({ length }) => length) +
      sum(looks, ({ bytes }) => bytes)
    );
  }

  /** Bytes of a key. */
  get keyBytes() {
    return this.keys.at(-1)?.saved.bytes ?? 0;
  }

  /** Frames from key to key. */
  get segment() {
    return this.keyBytes > LARGE ? SHORT : SEGMENT;
  }

  /** Frames whose looks are at hand when rewinding begins. */
  get recent() {
    return this.segment + SOON;
  }

  /** The most looks that there may be. */
  get mostLooks() {
    return this.recent + this.segment + SPARE + 2;
  }

  keepLook(look) {
    const most = (MOST_BYTES - 2 * this.keyBytes) / this.mostLooks / POINT_BYTES;
    this.looks.set(look.frame, copyLook(look, this.spare.pop(), most));
  }

  dropLook(frame) {
    const look = this.looks.get(frame);
    if (!look) return;
    this.looks.delete(frame);
    if (this.spare.length < SPARE) this.spare.push(look);
  }

  /** Whether it is time for a key. */
  isDue({ frame }, count) {
    const last = this.keys.at(-1);
    return !last || frame - last.frame >= this.segment || count > GROWN * last.count + 4096;
  }

  /** After a frame was played. */
  record(scene) {
    const look = scene.look();
    if (this.isDue(scene, look.points.count)) this.keepKey(scene, look.points.count);
    this.keepLook(look);
    for (const frame of this.looks.keys()) if (frame <= scene.frame - this.recent) this.dropLook(frame);
  }

  keepKey(scene, count) {
    this.makeRoom();
    this.keys.push({ frame: scene.frame, count, saved: scene.save(this.images.pop()) });
  }

  /** Old keys make room for one more; so many looks as there may be need theirs, too. */
  makeRoom() {
    const look = this.looks.get([...this.looks.keys()].at(-1))?.bytes ?? 0;
    let sum = look * this.mostLooks + this.keys.reduce((all, { saved }) => all + saved.bytes, 0) + this.keyBytes;
    while (sum > MOST_BYTES && this.keys.length > 1) {
      const { saved } = this.keys.shift();
      sum -= saved.bytes;
      this.images = [saved.image];
    }
  }

  /** Begins: the scene's present frame is shown. From now on the scene is only a means to play segments again. */
  begin(scene) {
    this.shown = scene.frame;
    this.low = scene.frame; // looks are at hand from here on
    while (this.looks.has(this.low - 1)) this.low--;
  }

  /** Goes back by so many frames, or as far as there are looks; and plays earlier frames again. Returns what to show.
   * undo(look) is told each frame that is left, the last one first. */
  back(frames, scene, inputs, undo) {
    const before = this.shown;
    this.shown = Math.max(this.shown - frames, this.low, this.first);
    for (let frame = before; frame > this.shown; frame--) undo(this.looks.get(frame));
    if (this.low > this.shown - this.segment) this.replay(scene, inputs, 2 * frames + 1);
    for (const frame of this.looks.keys()) if (frame > this.shown) this.dropLook(frame);
    return opened(this.looks.get(this.shown));
  }

  replay(scene, inputs, frames) {
    if (!this.job) {
      const key = this.keys.findLast(({ frame }) => frame < this.low);
      if (!key) return;
      scene.restore(key.saved);
      this.job = { start: key.frame, end: this.low };
      this.keepLook(scene.look());
    }
    for (let i = 0; i < frames && scene.frame + 1 < this.job.end; i++) {
      scene.step(inputs(scene.frame));
      this.keepLook(scene.look());
    }
    if (scene.frame + 1 < this.job.end) return;
    this.low = this.job.start;
    this.job = null;
  }

  /** Ends: the scene becomes what it was in the frame shown. */
  end(scene, inputs) {
    const key = this.keys.findLast(({ frame }) => frame <= this.shown);
    if (key) {
      scene.restore(key.saved);
      while (scene.frame < this.shown) scene.step(inputs(scene.frame));
    }
    this.keys = this.keys.filter(({ frame }) => frame <= this.shown);
    for (const frame of [...this.looks.keys()]) if (frame > this.shown || frame < this.low) this.dropLook(frame);
    this.shown = -1;
    this.job = null;
  }
}

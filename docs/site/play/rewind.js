// rewind.js - goes back in time. Every second the whole state is kept: a key. What lies between two keys is played again
// while earlier frames are shown, and what was to be seen in each is kept for as long as it may be shown.

const SEGMENT = 60; // frames from key to key
const MOST_BYTES = 150e6; // keys and looks together
const RECENT = SEGMENT + 6; // frames whose looks are at hand when rewinding begins
const SPARE = 4; // looks whose arrays wait for the next ones

/** A look that lasts: places and colours are copied into arrays that are used again. */
export function copyLook(look, old) {
  const { count, x, y, ink, stride } = look.points;
  const room = old?.points.x.buffer.byteLength >= 4 * count;
  const capacity = room ? old.points.x.buffer.byteLength / 4 : Math.ceil((count + 1) / 4096) * 4096;
  const [buffer, other, bytes] = room
    ? [old.points.x.buffer, old.points.y.buffer, old.points.ink.buffer]
    : [new ArrayBuffer(4 * capacity), new ArrayBuffer(4 * capacity), new ArrayBuffer(capacity)];
  const points = { count, x: new Float32Array(buffer, 0, count), y: new Float32Array(other, 0, count), stride: 1 };
  points.ink = new Uint8Array(bytes, 0, count);
  points.x.set(x.subarray(0, count));
  points.y.set(y.subarray(0, count));
  for (let i = 0; i < count; i++) points.ink[i] = ink[i * stride];
  return { ...look, points, bytes: 9 * capacity };
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

  keepLook(look) {
    this.looks.set(look.frame, copyLook(look, this.spare.pop()));
  }

  dropLook(frame) {
    const look = this.looks.get(frame);
    if (!look) return;
    this.looks.delete(frame);
    if (this.spare.length < SPARE) this.spare.push(look);
  }

  /** After a frame was played. */
  record(scene) {
    if (scene.frame % SEGMENT === 0 || !this.keys.length) {
      this.keys.push({ frame: scene.frame, saved: scene.save(this.images.pop()) });
      this.trim();
    }
    this.keepLook(scene.look());
    this.dropLook(scene.frame - RECENT);
  }

  /** Old keys make room; so many looks as there may be need theirs, too. */
  trim() {
    const look = this.looks.get([...this.looks.keys()].at(-1))?.bytes ?? 0;
    const reserved = look * (RECENT + SEGMENT + SPARE + 2);
    let sum = reserved + this.keys.reduce((all, { saved }) => all + saved.bytes, 0) + this.keys.at(-1).saved.bytes;
    while (sum > MOST_BYTES && this.keys.length > 2) {
      const { saved } = this.keys.shift();
      sum -= saved.bytes;
      if (!this.images.length) this.images.push(saved.image);
    }
  }

  /** Begins: the scene's present frame is shown. From now on the scene is only a means to play segments again. */
  begin(scene) {
    this.shown = scene.frame;
    this.low = scene.frame; // looks are at hand from here on
    while (this.looks.has(this.low - 1)) this.low--;
  }

  /** Goes back by so many frames, or as far as there are looks; and plays earlier frames again. Returns what to show. */
  back(frames, scene, inputs) {
    this.shown = Math.max(this.shown - frames, this.low, this.first);
    if (this.low > this.shown - SEGMENT) this.replay(scene, inputs, 2 * frames + 1);
    for (const frame of this.looks.keys()) if (frame > this.shown) this.dropLook(frame);
    return this.looks.get(this.shown);
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

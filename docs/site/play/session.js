// session.js - one run of a scene: on one build or on both, with all that was done in it.
import { pack, unpack } from "./flight.js";
import { Ground } from "./ground.js";
import { Rewind } from "./rewind.js";

const EVERY = 60; // frames from hash to hash
const KEPT = 120; // steps whose times are kept
const FLASH_FRAMES = 12;

const median = (list) => (list.length ? [...list].sort((a, b) => a - b)[list.length >> 1] : NaN);

/** Times of the last steps, in ms. */
export class Times {
  constructor() {
    this.list = [];
  }

  add(ms) {
    this.list.push(ms);
    if (this.list.length > KEPT) this.list.shift();
  }

  get median() {
    return median(this.list);
  }

  /** Where the clock is coarse, a mean says more than a median. */
  get mean() {
    return this.list.reduce((sum, ms) => sum + ms, 0) / this.list.length;
  }
}

export class Session {
  /** make(build): a scene on a build, which is "simd" or "plain". native: what the native library found, or null. */
  constructor({ make, build, settings, native, flight = [] }) {
    Object.assign(this, { make, build, settings, native });
    this.scenes = { [build]: make(build) };
    this.both = false;
    this.times = { simd: new Times(), plain: new Times() };
    this.inputs = []; // of each frame, packed
    this.flight = flight; // to be repeated
    this.flights = 0; // frames that somebody flew
    this.rewind = new Rewind();
    this.flashes = [];
    this.mark = null; // the last hashes
    this.ground = this.scene.terrain ? new Ground(this.scene.terrain) : null;
    this.rewind.record(this.scene);
  }

  get scene() {
    return this.scenes[this.build];
  }

  get other() {
    return this.build === "simd" ? "plain" : "simd";
  }

  get frame() {
    return this.scene.frame;
  }

  /** Whether this is the run that the native library played. */
  get usual() {
    const { native, settings } = this;
    return native?.seed === settings.seed && native?.count === settings.count && this.flights === 0 && !this.changed;
  }

  /** Goes on with another build, from the same state. */
  use(build, both = false) {
    if (build === this.build && both === this.both) return;
    if (build !== this.build || both) {
      const saved = this.scene.save();
      const other = build === this.build ? this.other : build;
      this.scenes[other] ??= this.make(other);
      this.scenes[other].restore(saved);
    }
    this.build = build;
    this.both = both;
  }

  /** What is done in a frame: what the address repeats, or else what the player wants. */
  wanted(input) {
    const planned = this.flight[this.frame];
    if (planned !== undefined && input.auto) return unpack(planned);
    this.flight = this.flight.slice(0, this.frame);
    return input;
  }

  step(input, now) {
    const wanted = this.wanted(input);
    this.inputs[this.frame] = pack({ ...wanted, count: wanted.count ?? this.scene.target });
    this.flights += wanted.auto ? 0 : 1;
    this.changed ||= (wanted.count ?? this.settings.count) !== this.settings.count;
    const given = unpack(this.inputs[this.frame]);
    if (this.both) this.times[this.other].add(this.scenes[this.other].step(given, now));
    this.times[this.build].add(this.scene.step(given, now));
    this.keepFlashes();
    this.ground?.dig(this.scene.dug);
    this.rewind.record(this.scene);
    if (this.frame % EVERY === 0) this.takeMark();
  }

  keepFlashes() {
    const { flashes: found, frame } = this.scene;
    for (let i = 0; i < found.length; i += 3)
      this.flashes.push({ x: found[i], y: found[i + 1], hurt: found[i + 2], frame });
    this.flashes = this.flashes.filter((each) => each.frame > frame - FLASH_FRAMES).slice(-400);
  }

  takeMark() {
    const { frame } = this;
    const mark = { frame, mine: this.scene.hash(), other: this.both ? this.scenes[this.other].hash() : null };
    const native = this.usual && this.native.marks.find((each) => each.frame === frame);
    mark.native = native ? native.hash : null;
    mark.equal = [mark.other, mark.native].every((hash) => hash === null || hash === mark.mine);
    this.mark = mark;
  }

  input(frame) {
    return unpack(this.inputs[frame]);
  }

  /** What there is to draw: the scene's, or one that was kept. */
  look(look = this.scene.look()) {
    return this.ground ? { ...look, image: this.ground.image } : look;
  }

  startRewind() {
    if (!this.rewind.active) this.rewind.begin(this.scene);
  }

  /** Goes back; returns what to show. */
  goBack(frames) {
    const undo = ({ dug }) => this.ground?.fill(dug);
    return this.look(this.rewind.back(frames, this.scene, (frame) => this.input(frame), undo));
  }

  stopRewind() {
    if (!this.rewind.active) return;
    this.rewind.end(this.scene, (frame) => this.input(frame));
    this.inputs.length = this.frame;
    this.flight = this.flight.slice(0, this.frame);
    this.flights = this.inputs.reduce((sum, packed) => sum + (unpack(packed).auto ? 0 : 1), 0);
    this.changed = this.inputs.some((packed) => unpack(packed).count !== this.settings.count);
    this.flashes = this.flashes.filter((each) => each.frame <= this.frame);
    this.mark = null;
    if (this.both) this.scenes[this.other].restore(this.scene.save());
  }

  dispose() {
    for (const scene of Object.values(this.scenes)) scene.dispose();
  }
}

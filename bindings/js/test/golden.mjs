// test/golden.mjs - what the golden scenes share, in JavaScript: random numbers, hashes, bodies, shapes, maps. The scenes
// themselves are C, in tests/golden; here some of them are played through the package.
import { box, capsule, circle, constants, generationOf, polygon, slotOf } from "../src/index.js";

const LAYERS = 8;
const BASIS = 14695981039346656037n;
const PRIME = 1099511628211n;
const f32 = Math.fround;

const word = new Uint32Array(1);
const float = new Float32Array(word.buffer);

export class Golden {
  constructor(hail) {
    this.hail = hail;
    this.random = 7n;
    this.hash = BASIS;
    this.contacts = 0;
  }

  next() {
    this.random = BigInt.asUintN(64, this.random * 6364136223846793005n + 1442695040888963407n);
    return Number(this.random >> 40n);
  }

  range(min, max) {
    return f32(f32(min) + f32(f32(this.next() * 2 ** -24) * f32(f32(max) - f32(min))));
  }

  pick(count) {
    return this.next() % count;
  }

  mix(...words) {
    for (const each of words) this.hash = mixed(this.hash, each);
  }

  mixFloats(...values) {
    for (const value of values) this.mix(wordOf(value));
  }

  mixHandle(handle) {
    this.mix(slotOf(handle), generationOf(handle));
  }

  mixContact(c) {
    this.mixHandle(c.a);
    this.mixHandle(c.b);
    this.mix(c.kind | (c.count << 8) | (c.layerA << 16) | (c.layerB << 24));
    this.mix(c.featureA | (c.featureB << 8) | (c.partA << 16), c.partB);
    this.mixFloats(c.t, c.normalX, c.normalY, c.x, c.x2, c.y, c.y2, c.depth, c.depth2);
  }

  mixUsers(...users) {
    this.mix(users.map(BigInt).reduce((all, user) => all ^ Number((user ^ (user >> 32n)) & 0xffffffffn), 0));
  }

  world(options) {
    this.scene = new this.hail.World({ maxX: 640, maxY: 480, ...options });
    return this.scene;
  }

  step() {
    for (const c of this.scene.step(1 / 60)) {
      this.mixContact(c);
      this.contacts++;
    }
  }

  /** The order of a layer's bodies is the engine's choice: their hashes are added up. */
  mixState() {
    for (let number = 0; number < LAYERS; number++) {
      const layer = this.scene.layer(number);
      const { handles } = layer;
      const sum = handles.reduce((all, handle, i) => BigInt.asUintN(64, all + bodyHash(layer, handle, i)), 0n);
      this.mix(layer.count, low(sum), high(sum));
    }
    const before = this.scene.hash();
    this.scene.restore(this.scene.save());
    this.mix(low(before), high(before), this.scene.hash() === before ? 1 : 0);
  }

  /** Bodies at random places, with random values in each column that the layer has. */
  spawn(layer, has, shapes, count, speed) {
    const bodies = Array.from({ length: count }, () => this.body(speed));
    const shape = bodies.map(() => shapes[this.pick(shapes.length)]);
    const names = ["x", "y", "vx", "vy", ...has.flatMap((name) => COLUMNS[name])];
    const columns = Object.fromEntries(names.map((name) => [name, bodies.map((body) => body[name])]));
    layer.spawn({ ...columns, shape }, count);
  }

  body(speed) {
    const whole = this.pick(4) === 0;
    const body = {
      x: this.range(0, 640),
      y: this.range(0, 480),
      vx: this.range(-speed, speed),
      vy: this.range(-speed, speed),
      angle: this.range(-10, 10),
      scale: this.range(0.5, 1.5),
      life: this.range(0.2, 3),
      group: this.pick(5),
      category: 1 << this.pick(3),
      mask: this.pick(8),
      pierce: this.pick(4),
      user: BigInt(this.pick(1 << 20)) << 24n,
    };
    body.user |= BigInt(this.pick(1 << 20));
    return whole ? { ...body, x: Math.trunc(body.x), y: Math.trunc(body.y), angle: 0, scale: 1 } : body;
  }

  size(whole) {
    const at = this.range(0, 20);
    return whole ? 1 + Math.trunc(at) : f32(0.5 + at);
  }

  /** A convex shape; `number` chooses the kind. */
  convex(number) {
    const whole = number % 2 === 0;
    const rounding = number % 4 < 2 ? 0 : f32(this.size(whole) * 0.25);
    const w = this.size(whole);
    const h = this.size(whole);
    const make = [
      () => circle(number === 0 ? 0 : f32(w * 0.5)),
      () => capsule(-w, -h, w, number === 1 ? -h : h, rounding),
      () => box(w, h, rounding),
      () => capsule(w, 0, number === 3 ? w : -h, 0, 0),
      () => polygon(corners(3 + (number % 6), w, h, whole), rounding),
    ];
    return make[number % 5]();
  }

  land() {
    const { TileMap, TileSet } = this.hail;
    const set = new TileSet(16);
    [0, 1, 0, 1, 2].forEach((kind, tile) => set.addRows(tileRows(tile), { kind }));
    set.oneWay(1 << 2, "top");
    const map = new TileMap(set, { columns: 40, rows: 30 });
    const cells = Uint32Array.from({ length: 1200 }, (_, i) => {
      const [tile, flips, some] = [1 + this.pick(5), this.pick(8), this.pick(5) === 0];
      if (i >= 29 * 40) return 1;
      return some ? (tile | (tile < 5 ? flips << 29 : 0)) >>> 0 : 0;
    });
    map.set(0, 0, 40, 30, cells);
    return { map, set };
  }

  /** Sprites of random blobs. */
  sprites() {
    const set = new this.hail.SpriteSet();
    for (let i = 0; i < 4; i++) {
      const discs = Array.from({ length: 4 }, () => [8 + this.pick(24), 8 + this.pick(24), 2 + this.pick(7)]);
      const solid = (x, y) => discs.some(([cx, cy, r]) => (x - cx) ** 2 + (y - cy) ** 2 <= r * r);
      const row = (_, y) => Array.from({ length: 40 }, (_, x) => (solid(x, y) ? "#" : ".")).join("");
      set.addRows(Array.from({ length: 40 }, row), { originX: 20, originY: 20 });
    }
    return set;
  }
}

const COLUMNS = {
  rotation: ["angle"],
  mask: ["category", "mask"],
  scale: ["scale"],
  life: ["life"],
  group: ["group"],
  user: ["user"],
};

export const low = (number) => Number(number & 0xffffffffn);
export const high = (number) => Number(number >> 32n);

const mixed = (hash, each) => BigInt.asUintN(64, (hash ^ BigInt(each >>> 0)) * PRIME);

function wordOf(value) {
  float[0] = value;
  return Number.isNaN(value) ? 0x7fc00000 : word[0];
}

const FLOATS = ["x", "y", "vx", "vy", "cos", "sin", "scale", "life", "dx", "dy"];
const WORDS = ["shape", "group", "category", "mask", "pierce"];

function bodyHash({ columns, active, disabled }, handle, i) {
  let hash = mixed(mixed(BASIS, slotOf(handle)), generationOf(handle));
  hash = mixed(hash, i < active ? 0 : i < active + disabled ? 1 : 2);
  for (const name of FLOATS) hash = mixed(hash, columns[name] ? wordOf(columns[name][i]) : 1);
  for (const name of WORDS) hash = mixed(hash, columns[name] ? columns[name][i] : 1);
  return columns.user ? mixed(mixed(hash, low(columns.user[i])), high(columns.user[i])) : hash;
}

const ALONG_X = [1, 0.75, 0, -0.75, -1, -0.75, 0, 0.75];
const ALONG_Y = [0, 0.75, 1, 0.75, 0, -0.75, -1, -0.75];

function corners(count, w, h, whole) {
  const corner = (_, v) => {
    const along = Math.floor((v * 8) / count);
    return [f32(f32(ALONG_X[along] * f32(w + 2)) + (whole ? 4 : 0)), f32(ALONG_Y[along] * f32(h + 2))];
  };
  return Array.from({ length: count }, corner);
}

/** Full, round, sloped, half sloped, and a platform. */
function tileRows(number) {
  const solid = [
    () => true,
    (x, y) => (2 * x - 15) ** 2 + (2 * y - 15) ** 2 < 200,
    (x, y) => x + y >= 15,
    (x, y) => 2 * y >= x,
    (_, y) => y < 4,
  ][number];
  const row = (_, y) => Array.from({ length: 16 }, (_, x) => (solid(x, y) ? "#" : ".")).join("");
  return Array.from({ length: 16 }, row);
}

export { constants };

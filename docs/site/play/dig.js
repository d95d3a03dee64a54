// dig.js - sparks fall on a map of pixels that is dug away: up to a million of them. examples/play/dig.c plays the same
// scene natively, line by line: so both have the same hashes.
import { FULL } from "./field.js";
import { pointsOf } from "./points.js";
import { Random, seeded } from "./random.js";
import { Terrain } from "./terrain.js";

export const DIG_FIELD = { width: 1920, height: 1088 }; // px
const { width, height } = DIG_FIELD;
const CLAW = 26; // px that the tool digs
const A_FRAME = 10; // px that it moves, at full speed
const GRAVITY = 420; // px/s^2
const LIFE = 2.8; // s, in the mean
const FLOW = 1.4; // more than burn out, so that there are as many as wanted
const SPRINGS = 5;
const WAY_FRAMES = 90;

export class Dig {
  constructor(hail, { seed, count }) {
    this.random = new Random(seeded(seed, 2654435769));
    this.frame = 0;
    this.target = count;
    this.tally = { contacts: 0 };
    this.flashes = [];
    this.owed = 0; // sparks that are to be spawned
    this.terrain = new Terrain(hail, width, height, this.random);
    this.world = new hail.World({ maxX: width, maxY: height, maxBodies: 1 << 21 });
    this.sparks = this.world.layer(0, { columns: ["user", "life"], bounds: "kill" });
    this.world.tiles = this.terrain.map;
    this.world.rule({ a: this.sparks, b: "tiles", mode: "swept", centreOnly: true, smooth: 3, stop: true });
    this.dot = this.world.circle(1);
    [this.shipX, this.shipY] = [width / 2, 240]; // the tool
    [this.wayX, this.wayY] = [width / 2, 500];
    this.dug = null; // what the last frame dug
  }

  /** Where the tool goes when nobody leads it. */
  wander() {
    if (this.frame % WAY_FRAMES === 0) {
      this.wayX = width * (0.1 + 0.8 * this.random.chance());
      this.wayY = height * (0.35 + 0.55 * this.random.chance());
    }
    const toward = (from, to) => Math.min(Math.max(Math.floor((to - from) / 12 + 0.5), -FULL / 2), FULL / 2);
    return { x: toward(this.shipX, this.wayX), y: toward(this.shipY, this.wayY) };
  }

  moveTool({ x, y }) {
    this.shipX = Math.min(Math.max(this.shipX + (x * A_FRAME) / FULL, 0), width);
    this.shipY = Math.min(Math.max(this.shipY + (y * A_FRAME) / FULL, 0), height);
    this.dug = this.terrain.dig(this.shipX, this.shipY, CLAW);
  }

  /** Sparks from the springs above, and from where the tool digs. */
  spawn() {
    this.owed += (FLOW * this.target) / (LIFE * 60);
    const count = Math.min(Math.floor(this.owed), Math.max(this.target - this.sparks.count, 0));
    this.owed -= Math.floor(this.owed);
    if (count < 1) return;
    const names = ["x", "y", "vx", "vy", "life"];
    const columns = Object.fromEntries(names.map((name) => [name, new Float32Array(count)]));
    const user = new Array(count);
    for (let i = 0; i < count; i++) this.spark(columns, user, i);
    this.sparks.spawn({ ...columns, user, shape: this.dot }, count);
  }

  spark(columns, user, i) {
    const { random } = this;
    const spring = Math.floor(random.chance() * (SPRINGS + 1));
    let [dx, dy] = [2, 2];
    while (dx * dx + dy * dy > 1) [dx, dy] = [2 * random.chance() - 1, 2 * random.chance() - 1];
    const ofTool = spring === SPRINGS;
    columns.x[i] = (ofTool ? this.shipX : (width * (spring + 0.5)) / SPRINGS) + 10 * dx;
    columns.y[i] = (ofTool ? this.shipY : 70 + 30 * (spring % 2)) + 10 * dy;
    columns.vx[i] = 300 * dx;
    columns.vy[i] = 300 * dy - 60;
    columns.life[i] = LIFE * (0.4 + 1.2 * random.chance());
    user[i] = ofTool ? 2 : [0, 1, 4, 3, 8][spring];
  }

  step({ auto, x, y, count = this.target }, now = () => 0) {
    this.target = count;
    const wish = this.wander();
    this.moveTool(auto ? wish : { x, y });
    this.spawn();
    const { vy } = this.sparks.columns;
    for (let i = 0, all = this.sparks.count; i < all; i++) vy[i] += GRAVITY / 60;
    const start = now();
    const contacts = this.world.step(1 / 60);
    this.world.reflect(contacts, { restitution: 0.55, friction: 0.05 });
    const ms = now() - start;
    this.tally.contacts += contacts.length;
    this.frame++;
    return ms;
  }

  /** The world, the map, and all else that the next frames depend on. `into`: an array for the world's image. */
  save(into) {
    const { frame, target, owed, shipX, shipY, wayX, wayY, dug, tally, random } = this;
    const own = { frame, target, owed, shipX, shipY, wayX, wayY, dug, tally: { ...tally } };
    const image = this.world.save({ trusted: true, into });
    const map = this.terrain.map.save({ trusted: true });
    return { image, map, own, random: random.state, bytes: image.byteLength + map.byteLength };
  }

  restore({ image, map, own, random }) {
    this.terrain.map.restore(map, { trusted: true });
    this.world.restore(image, { trusted: true });
    Object.assign(this, own, { tally: { ...own.tally } });
    this.random.state = random;
  }

  /** Of the world and of the map. */
  hash() {
    return (this.world.hash() ^ this.terrain.map.hash()).toString(16).padStart(16, "0");
  }

  look() {
    return {
      frame: this.frame,
      points: pointsOf(this.sparks),
      radius: 1.1,
      glow: 1.8,
      dug: this.dug,
      tool: { x: this.shipX, y: this.shipY, radius: CLAW },
    };
  }

  dispose() {
    this.world.dispose();
    this.terrain.dispose();
  }
}

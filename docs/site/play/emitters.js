// emitters.js - emitters glide from place to place, and play patterns of the tape in between. The same as
// examples/play/emitters.c.
import { HEIGHT, MOST_EMITTERS, WIDTH } from "./field.js";
import { GONE, PLACE, SPEED } from "./tape.js";

const BULLETS_EACH = 450; // somewhat less than one emitter keeps in the field: so the target is reached soon
const A_SECOND = 60 / SPEED; // px/s in a unit of a tape's speeds
const NO_BULLETS = new Float64Array(0);

const emittersFor = (target) => Math.min(Math.max(Math.ceil(target / BULLETS_EACH), 1), MOST_EMITTERS);

class Emitter {
  constructor(random) {
    this.x = 60 + random.chance() * (WIDTH - 120);
    this.y = 40 + random.chance() * (HEIGHT * 0.7);
    this.aimX = 0; // unit vector: what is straight below on the tape
    this.aimY = 1;
    this.number = 0; // of the pattern
    this.fires = 0; // that have happened
    this.turns = 0;
    this.bullets = NO_BULLETS; // handles of the run, by their number on the tape; 0: none
    this.chooseWay(random);
    this.pause = 1 + Math.floor(random.chance() * 40);
    this.frame = -this.pause;
  }

  chooseWay(random) {
    this.fromX = this.x;
    this.fromY = this.y;
    this.toX = 60 + random.chance() * (WIDTH - 120);
    this.toY = 40 + random.chance() * (HEIGHT * 0.7);
    this.pause = 40 + Math.floor(random.chance() * 50);
    this.frame = -this.pause;
  }

  glide() {
    const t = (this.frame + this.pause) / this.pause;
    const eased = t * t * (3 - 2 * t);
    this.x = this.fromX + (this.toX - this.fromX) * eased;
    this.y = this.fromY + (this.toY - this.fromY) * eased;
    this.frame++;
  }

  begin({ random, patterns, shipX, shipY }, atShip) {
    this.x = this.toX;
    this.y = this.toY;
    this.number = Math.floor(random.chance() * patterns.length);
    this.fires = 0;
    this.turns = 0;
    this.bullets = new Float64Array(patterns[this.number].fires);
    let x = random.chance() - 0.5;
    let y = random.chance() - 0.5;
    if (atShip) {
      x = shipX - this.x;
      y = shipY - this.y;
    }
    const length = Math.sqrt(x * x + y * y);
    this.aimX = length > 1e-6 ? x / length : 0;
    this.aimY = length > 1e-6 ? y / length : 1;
  }

  across(x, y) {
    return x * this.aimY + y * this.aimX;
  }

  along(x, y) {
    return y * this.aimY - x * this.aimX;
  }

  turn({ turn }, volley) {
    const at = 3 * this.turns++;
    const bullet = this.bullets[turn[at] & 0xffff];
    if (bullet === 0) return;
    if (turn[at + 1] === GONE) {
      volley.gone.push(bullet);
      return;
    }
    const vx = turn[at + 1] * A_SECOND;
    const vy = turn[at + 2] * A_SECOND;
    volley.turn(bullet, this.across(vx, vy), this.along(vx, vy));
  }

  /** Bullets above the target are not fired. */
  fire({ fire }, volley) {
    const number = this.fires++;
    if (!volley.hasRoom()) return;
    const at = 4 * number;
    const x = fire[at] / PLACE;
    const y = fire[at + 1] / PLACE;
    const vx = fire[at + 2] * A_SECOND;
    const vy = fire[at + 3] * A_SECOND;
    volley.fire(
      this,
      number,
      this.x + this.across(x, y),
      this.y + this.along(x, y),
      this.across(vx, vy),
      this.along(vx, vy),
    );
  }

  /** One frame. */
  run(scene, atShip, volley) {
    if (this.frame < 0) return this.glide();
    if (this.frame === 0) this.begin(scene, atShip);
    const pattern = scene.patterns[this.number];
    for (const end = this.turns + pattern.frameTurns[this.frame]; this.turns < end; ) this.turn(pattern, volley);
    for (const end = this.fires + pattern.frameFires[this.frame]; this.fires < end; ) this.fire(pattern, volley);
    if (++this.frame === pattern.frames) this.chooseWay(scene.random);
  }
}

export class Emitters {
  constructor() {
    this.list = [];
    this.count = 0; // that run
  }

  aimFor(target, random) {
    this.count = emittersFor(target);
    while (this.list.length < this.count) this.list.push(new Emitter(random));
  }

  run(scene, volley) {
    for (let i = 0; i < this.count; i++) this.list[i].run(scene, i % 2 === 0, volley);
  }

  get bytes() {
    return this.list.reduce((sum, { bullets }) => sum + 200 + bullets.byteLength, 0);
  }

  save() {
    return { count: this.count, list: this.list.map((each) => ({ ...each, bullets: each.bullets.slice() })) };
  }

  restore({ count, list }) {
    this.count = count;
    this.list = list.map((each) =>
      Object.assign(Object.create(Emitter.prototype), each, { bullets: each.bullets.slice() }),
    );
  }
}

// barrage.js - the barrage: a ship among recorded bullet patterns and rocks. examples/play/scene.c plays the same scene
// natively, line by line: so both have the same hashes.
import { Emitters } from "./emitters.js";
import * as field from "./field.js";
import { Pilot } from "./pilot.js";
import { pointsOf } from "./points.js";
import { Random, seeded } from "./random.js";
import { Volley } from "./volley.js";

const { WIDTH, HEIGHT, FULL, BULLETS, SHIPS, ROCKS, SIGHTS, ROCK_COUNT } = field;
const MARGIN = 24; // px
const SHIELD_FRAMES = 40; // after a hit, all bullets in sight go
const TURN = 6.283185307179586;
const GRAZED = 4; // a contact's kind

const clamped = (value, low, high) => Math.min(Math.max(value, low), high);

export class Barrage {
  constructor(hail, patterns, { seed, count }) {
    this.hail = hail;
    this.patterns = patterns;
    this.random = new Random(seeded(seed, 2654435769));
    this.frame = 0;
    this.shield = 0; // frames for which all bullets in sight go
    this.target = count;
    this.tally = { contacts: 0, hits: 0, grazes: 0 };
    this.flashes = []; // where something was hit in the last step: x, y, whether it was the ship
    this.volley = new Volley();
    this.makeWorld();
    this.makeShip();
    this.makeRocks();
    this.emitters = new Emitters();
    this.emitters.aimFor(count, this.random);
    this.pilot = new Pilot(seed);
  }

  makeWorld() {
    const world = new this.hail.World({ maxX: WIDTH, maxY: HEIGHT, maxBodies: field.MOST_BODIES });
    this.world = world;
    this.bullets = world.layer(BULLETS, { columns: ["user"], bounds: "kill" });
    this.ships = world.layer(SHIPS, { bounds: "open" });
    this.rocks = world.layer(ROCKS, { columns: ["rotation"], bounds: "wrap" });
    this.sights = world.layer(SIGHTS, { bounds: "open" });
    world.rule({ a: BULLETS, b: SHIPS, mode: "earliest", graze: field.GRAZE, grazeOnce: true });
    world.rule({ a: BULLETS, b: ROCKS, mode: "earliest" });
    world.rule({ a: BULLETS, b: SIGHTS, mode: "manifold" });
    world.rule({ a: SHIPS, b: ROCKS, mode: "manifold" });
  }

  makeShip() {
    this.dot = this.world.circle(field.BULLET_RADIUS);
    const ship = this.world.circle(field.SHIP_RADIUS);
    const sight = this.world.circle(field.SIGHT_RADIUS);
    this.bumpX = 0; // px: what rocks add to the ship's next way
    this.bumpY = 0;
    this.shipX = WIDTH / 2;
    this.shipY = HEIGHT * 0.8;
    this.ships.spawn({ x: this.shipX, y: this.shipY, shape: ship });
    this.sights.spawn({ x: this.shipX, y: this.shipY, shape: sight });
    this.readShip();
  }

  makeRocks() {
    const { random } = this;
    const shapes = field.HULLS.map((points) => this.world.polygon(points));
    this.hullOf = new Map(shapes.map(({ id }, i) => [id, i]));
    this.spins = [];
    this.rockHandles = [];
    for (let i = 0; i < ROCK_COUNT; i++) {
      const [x, y] = [random.chance() * WIDTH, random.chance() * HEIGHT];
      const [vx, vy] = [random.chance() * 60 - 30, random.chance() * 60 - 30];
      this.spins.push(random.chance() * 0.02 - 0.01); // radians a frame
      this.rockHandles.push(this.rocks.spawn({ x, y, vx, vy, shape: shapes[i % shapes.length] }));
    }
  }

  readShip() {
    const { x, y } = this.ships.columns;
    [this.shipX, this.shipY] = [x[0], y[0]];
  }

  steerShip(input) {
    const toX = clamped(this.shipX + input.x * (field.SHIP_SPEED / FULL / 60) + this.bumpX, MARGIN, WIDTH - MARGIN);
    const toY = clamped(this.shipY + input.y * (field.SHIP_SPEED / FULL / 60) + this.bumpY, MARGIN, HEIGHT - MARGIN);
    for (const { columns } of [this.ships, this.sights]) {
      columns.vx[0] = (toX - this.shipX) * 60;
      columns.vy[0] = (toY - this.shipY) * 60;
    }
    this.bumpX = this.bumpY = 0;
  }

  turnRocks() {
    const angle = this.spins.map((spin) => {
      const turns = (spin * (this.frame + 1)) / TURN;
      return (turns - Math.floor(turns)) * TURN;
    });
    this.world.write(this.rockHandles, { angle });
  }

  /** A rock puts the ship out in the next step; a bullet is seen, grazes, or ends. */
  hear(contacts) {
    const gone = [];
    let wasHit = false;
    this.tally.contacts += contacts.length;
    this.flashes.length = 0;
    for (const c of contacts) {
      if (c.layerA === SHIPS) {
        this.bumpX -= c.normalX * c.depth;
        this.bumpY -= c.normalY * c.depth;
      } else if (c.layerB === SIGHTS) {
        this.pilot.see(c);
        if (this.shield > 0) gone.push(c.a);
      } else if (c.kind === GRAZED) {
        this.tally.grazes++;
      } else {
        const hurt = c.layerB === SHIPS;
        if (hurt) this.tally.hits++;
        wasHit ||= hurt;
        gone.push(c.a);
        this.flashes.push(c.x, c.y, hurt);
      }
    }
    this.shield = wasHit ? SHIELD_FRAMES : Math.max(this.shield - 1, 0);
    if (gone.length) this.world.despawn(gone);
  }

  /** A frame. input: where the ship is to go, -FULL to FULL each way, or `auto`: the pilot flies it; and how many bullets
   * there may be. Returns how many ms Hail's step took. */
  step({ auto, x, y, count = this.target }, now = () => 0) {
    if (count !== this.target) this.emitters.aimFor((this.target = count), this.random);
    const wish = this.pilot.fly(this);
    this.steerShip(auto ? wish : { x, y });
    this.turnRocks();
    this.volley.begin(Math.max(this.target - this.bullets.count, 0));
    this.emitters.run(this, this.volley);
    this.volley.apply(this.world, this.bullets, this.dot);
    this.pilot.pushX = this.pilot.pushY = 0;
    const start = now();
    const contacts = this.world.step(1 / 60);
    const ms = now() - start;
    this.hear(contacts);
    this.readShip();
    this.frame++;
    return ms;
  }

  /** The world and all else that the next frames depend on. `into`: an array for the world's image to use again. */
  save(into) {
    const { frame, target, shield, bumpX, bumpY, tally, random, emitters, pilot } = this;
    const own = {
      frame,
      target,
      shield,
      bumpX,
      bumpY,
      tally: { ...tally },
      random: random.state,
      emitters: emitters.save(),
      pilot: pilot.save(),
    };
    const image = this.world.save({ trusted: true, into });
    return { image, own, bytes: image.byteLength + emitters.bytes };
  }

  restore({ image, own }) {
    this.world.restore(image, { trusted: true });
    const { frame, target, shield, bumpX, bumpY } = own;
    Object.assign(this, { frame, target, shield, bumpX, bumpY });
    this.tally = { ...own.tally };
    this.random.state = own.random;
    this.emitters.restore(own.emitters);
    this.pilot.restore(own.pilot);
    this.readShip();
  }

  hash() {
    return this.world.hash().toString(16).padStart(16, "0");
  }

  /** What there is to draw, as views of Hail's memory: gone with the next step. */
  look() {
    const rocks = this.rocks.columns;
    return {
      frame: this.frame,
      points: pointsOf(this.bullets),
      rocks: Array.from(rocks.x, (_, i) => this.rock(rocks, i)),
      emitters: this.emitters.list
        .slice(0, this.emitters.count)
        .map((each) => [each.x, each.y, each.number, each.frame]),
      ship: { x: this.shipX, y: this.shipY, vx: this.ships.columns.vx[0], shield: this.shield / SHIELD_FRAMES },
    };
  }

  rock({ x, y, cos, sin, shape }, i) {
    return { x: x[i], y: y[i], cos: cos[i], sin: sin[i], hull: this.hullOf.get(shape[i]) };
  }

  dispose() {
    this.world.dispose();
  }
}

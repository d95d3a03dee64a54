// volley.js - what the emitters of one frame do: bullets that are fired, turn, and go. Given to Hail all at once.

const START = 4096;

class Floats {
  constructor(names) {
    this.names = names;
    for (const name of names) this[name] = new Float32Array(START);
  }

  room(count) {
    if (count <= this[this.names[0]].length) return;
    for (const name of this.names) {
      const larger = new Float32Array(2 * count);
      larger.set(this[name]);
      this[name] = larger;
    }
  }
}

export class Volley {
  constructor() {
    this.fired = new Floats(["x", "y", "vx", "vy"]);
    this.inks = [];
    this.owners = [];
    this.numbers = [];
    this.turned = new Floats(["vx", "vy"]);
    this.turnedBodies = [];
    this.gone = [];
    this.most = 0;
  }

  /** Begins a frame in which so many bullets may be fired. */
  begin(most) {
    this.most = most;
    for (const list of [this.inks, this.owners, this.numbers, this.turnedBodies, this.gone]) list.length = 0;
  }

  hasRoom() {
    return this.owners.length < this.most;
  }

  fire(owner, number, x, y, vx, vy) {
    const i = this.owners.length;
    this.fired.room(i + 1);
    this.fired.x[i] = x;
    this.fired.y[i] = y;
    this.fired.vx[i] = vx;
    this.fired.vy[i] = vy;
    this.inks.push(owner.number);
    this.owners.push(owner);
    this.numbers.push(number);
  }

  turn(body, vx, vy) {
    const i = this.turnedBodies.length;
    this.turned.room(i + 1);
    this.turned.vx[i] = vx;
    this.turned.vy[i] = vy;
    this.turnedBodies.push(body);
  }

  /** Turns, then what goes, then what is fired. */
  apply(world, bullets, shape) {
    if (this.turnedBodies.length) world.write(this.turnedBodies, { vx: this.turned.vx, vy: this.turned.vy });
    if (this.gone.length) world.despawn(this.gone);
    const { x, y, vx, vy } = this.fired;
    const count = this.owners.length;
    if (!count) return;
    const handles = bullets.spawn({ x, y, vx, vy, user: this.inks, shape }, count);
    for (let i = 0; i < count; i++) this.owners[i].bullets[this.numbers[i]] = handles[i];
  }
}

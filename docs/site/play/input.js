// input.js - keys, mouse and fingers: where the ship is to go.
import { FULL, SHIP_SPEED } from "./field.js";

const KEYS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  KeyA: [-1, 0],
  KeyD: [1, 0],
  KeyW: [0, -1],
  KeyS: [0, 1],
};
const IDLE = 4000; // ms until the pilot flies again
const A_FRAME = SHIP_SPEED / 60; // px that the ship goes in a frame at full speed
const FINGER = 1.5; // px of the field that the ship goes for one of a finger

const near = (distance) => Math.min(Math.max(Math.round((distance / A_FRAME) * FULL), -FULL), FULL);

export class Input {
  /** place(event): where in the field an event is. */
  constructor(canvas, place) {
    this.place = place;
    this.keys = new Set();
    this.goal = null; // where the pointer wants the ship, px
    this.pressed = null; // a finger's or mouse's place
    this.last = -Infinity;
    addEventListener("keydown", (event) => this.key(event, true));
    addEventListener("keyup", (event) => this.key(event, false));
    addEventListener("blur", () => this.keys.clear());
    canvas.addEventListener("pointerdown", (event) => this.press(canvas, event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => this.release());
  }

  key(event, down) {
    if (!KEYS[event.code] || event.target.matches?.("input")) return;
    event.preventDefault();
    if (down) this.keys.add(event.code);
    else this.keys.delete(event.code);
    this.last = performance.now();
  }

  press(canvas, event) {
    canvas.setPointerCapture(event.pointerId);
    this.pressed = { ...this.place(event), touch: event.pointerType === "touch", right: event.button === 2 };
    this.goal = this.pressed.touch ? null : this.place(event);
    this.last = performance.now();
  }

  /** A finger moves the ship by what it moves, so that it does not hide it; a mouse calls it. */
  move(event) {
    this.pointer = this.place(event);
    if (!this.pressed) return;
    const at = this.pointer;
    if (this.pressed.touch) {
      this.goal ??= { ...this.ship };
      this.goal.x += FINGER * (at.x - this.pressed.x);
      this.goal.y += FINGER * (at.y - this.pressed.y);
      Object.assign(this.pressed, at);
    } else {
      this.goal = at;
      Object.assign(this.pressed, at);
    }
    this.last = performance.now();
  }

  release() {
    this.pressed = null;
    this.goal = null;
    this.last = performance.now();
  }

  /** Nobody flies until the next key, mouse or finger. */
  rest() {
    this.last = -Infinity;
  }

  /** What the player wants, with the ship at a place. */
  wish(ship) {
    this.ship = ship;
    if (this.keys.size) {
      let [x, y] = [0, 0];
      for (const key of this.keys) [x, y] = [x + KEYS[key][0], y + KEYS[key][1]];
      const full = x && y ? Math.round(FULL * Math.SQRT1_2) : FULL;
      this.last = performance.now();
      return { auto: false, x: Math.sign(x) * full, y: Math.sign(y) * full };
    }
    if (this.goal) return { auto: false, x: near(this.goal.x - ship.x), y: near(this.goal.y - ship.y) };
    return { auto: performance.now() - this.last > IDLE, x: 0, y: 0 };
  }
}

// camera.js - which part of the field the screen shows: all of it, or on tall screens a part that follows the ship.

const LEAST = 1000; // px of the field across a narrow screen

export class Camera {
  constructor(field) {
    this.field = field; // its width and height, px
    this.zoom = 1; // screen's px in one of the field
    this.x = 0; // what is at the screen's left, px of the field
    this.y = 0;
  }

  /** For a screen of so many px, with a place to keep in sight. */
  follow(width, height, x, y) {
    const { field } = this;
    const whole = Math.min(width / field.width, height / field.height);
    this.zoom = Math.max(whole, Math.min(height / field.height, width / LEAST));
    this.x = placed(width / this.zoom, field.width, x);
    this.y = placed(height / this.zoom, field.height, y);
  }

  /** A place of the field, from one of the screen. */
  at(screenX, screenY) {
    return { x: this.x + screenX / this.zoom, y: this.y + screenY / this.zoom };
  }
}

function placed(shown, all, at) {
  return shown >= all ? (all - shown) / 2 : Math.min(Math.max(at - shown / 2, 0), all - shown);
}

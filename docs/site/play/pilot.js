// pilot.js - flies the ship while nobody does: from place to place, away from the bullets in its sight. The same as
// examples/play/pilot.c.
import { FULL, HEIGHT, WIDTH } from "./field.js";
import { Random, seeded } from "./random.js";

const WAY_FRAMES = 200;
const SIGHT = 124; // px: of the sight and a bullet

const whole = (wish) => Math.min(Math.max(Math.floor(wish * FULL + 0.5), -FULL), FULL);

export class Pilot {
  constructor(seed) {
    this.wayX = WIDTH / 2;
    this.wayY = HEIGHT * 0.8;
    this.pushX = 0;
    this.pushY = 0;
    this.random = new Random(seeded(seed, 2246822519));
  }

  /** A contact's normal leads from the bullet to the ship; the nearer it is, the deeper. */
  see(contact) {
    const near = contact.depth / SIGHT;
    this.pushX += contact.normalX * near * near * near;
    this.pushY += contact.normalY * near * near * near;
  }

  fly({ frame, shipX, shipY }) {
    if (frame % WAY_FRAMES === 0) {
      this.wayX = WIDTH * 0.15 + this.random.chance() * (WIDTH * 0.7);
      this.wayY = HEIGHT * 0.5 + this.random.chance() * (HEIGHT * 0.4);
    }
    return {
      x: whole((this.wayX - shipX) * 0.003 + this.pushX * 0.7),
      y: whole((this.wayY - shipY) * 0.003 + this.pushY * 0.7),
    };
  }

  save() {
    return { ...this, random: this.random.state };
  }

  restore({ random, ...saved }) {
    Object.assign(this, saved);
    this.random.state = random;
  }
}

// random.js - random numbers that are the same everywhere.

/** xorshift32 (G. Marsaglia, Xorshift RNGs, 2003), as examples/play/scene.c has it. */
export class Random {
  constructor(state) {
    this.state = state >>> 0;
  }

  /** 0 to 1. */
  chance() {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x >>> 0;
    return (this.state >>> 8) / 16777216;
  }
}

/** A state for a seed. */
export const seeded = (seed, factor) => (Math.imul(seed, factor) | 1) >>> 0;

// ground.js - the picture of a map of pixels: it follows what is dug, and goes back with what was there before.

const BAND = 32; // rows of the map that are read at once
const AROUND = 2; // px beside a solid pixel that may be open: there it is lighter

export class Ground {
  constructor(terrain) {
    const { width, height } = terrain;
    this.image = { width, height, pixels: new Uint8Array(width * height * 4), changed: [0, height] };
    for (let top = 0; top < height; top += BAND) {
      const above = Math.max(top - AROUND, 0);
      const patch = { left: 0, top: above, width, height: Math.min(top + BAND + AROUND, height) - above };
      this.paint(patch, terrain.solid(patch));
    }
  }

  /** Shows what was dug. dug: as Terrain.dig returns it. */
  dig(dug) {
    if (dug) this.paint(dug, dug.after);
  }

  /** Shows what was there before. */
  fill(dug) {
    if (dug) this.paint(dug, dug.before);
  }

  /** The pixels of a patch, but not those at its sides: what lies beside them is not known there. */
  paint({ left, top, width, height }, solid) {
    const { image } = this;
    const [right, bottom] = [left + width, top + height];
    const inner = (low, high, all) => [low ? low + AROUND : 0, high < all ? high - AROUND : all];
    const [fromX, endX] = inner(left, right, image.width);
    const [fromY, endY] = inner(top, bottom, image.height);
    for (let y = fromY; y < endY; y++)
      for (let x = fromX; x < endX; x++) {
        const i = (y - top) * width + x - left;
        const beside = (x < 2 || solid[i - 2]) && (x >= image.width - 2 || solid[i + 2]);
        this.pixel(x, y, solid[i], beside && (solid[i - 2 * width] ?? 1) && (solid[i + 2 * width] ?? 1));
      }
    const [first, end] = image.changed;
    image.changed = first < end ? [Math.min(first, fromY), Math.max(end, endY)] : [fromY, endY];
  }

  /** deep: all around is solid. */
  pixel(x, y, solid, deep) {
    const { pixels, width, height } = this.image;
    const at = 4 * (y * width + x);
    if (!solid) {
      pixels[at + 3] = 0;
      return;
    }
    const grain = ((x * 374761393 + y * 668265263) >>> 13) % 7;
    const layer = Math.sin((y + 14 * Math.sin(x / 130)) / 11) * 4 + Math.sin((y + 30 * Math.sin(x / 310)) / 47) * 6;
    const [light, dim] = [deep ? 0 : 70, 1 - 0.5 * (y / height)];
    pixels[at] = Math.max((44 + grain + layer) * dim + light * 0.7, 0);
    pixels[at + 1] = Math.max((48 + grain + layer) * dim + light, 0);
    pixels[at + 2] = Math.max((82 + grain + 1.5 * layer) * dim + light * 1.3, 0);
    pixels[at + 3] = 255;
  }
}

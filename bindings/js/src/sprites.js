// src/sprites.js - sets of sprites: the opaque pixels of images, as shapes for bodies.
import * as layout from "./layout.js";
import { Owned } from "./owned.js";
import { makeRecord } from "./record.js";
import { makeStruct, setField } from "./struct.js";

const Info = makeRecord(layout.spriteInfo);
const WORD = 64;

/** A row of pixels as a number: of a text, each '#' is solid. */
export const bitsOf = (row) =>
  typeof row === "string"
    ? BigInt(
        `0b${
          Array.from(row, (c) => (c === "#" ? 1 : 0))
            .reverse()
            .join("") || 0
        }`,
      )
    : BigInt(row);

/** The words of a row that is wider than one. */
const wordsOf = (bits, words) =>
  Array.from({ length: words }, (_, i) => BigInt.asUintN(WORD, bits >> BigInt(WORD * i)));

export class SpriteSet extends Owned {
  constructor(engine) {
    super(engine, "sprite set");
    engine.check(engine.calls.hail_spriteset_create(engine.context, engine.out));
    this._pointer = engine.made();
  }

  _free() {
    this._engine.calls.hail_spriteset_destroy(this._pointer);
  }

  _add(image, columns, count) {
    const { _engine: engine } = this;
    const set = this._live();
    const pointer = makeStruct(engine.begin(), layout.image, image, "sprites");
    const [[name, values]] = Object.entries(columns);
    const type = layout.image.fields[name][1].slice(0, -1);
    setField(engine.heap, pointer, layout.image, name, engine.arena.array(type, values, count, name));
    engine.check(engine.calls.hail_spriteset_add(set, pointer, engine.out));
    return engine.made();
  }

  /** Adds a sprite from an image's alpha: { rgba, width, height, originX, originY, threshold }. Returns its number. */
  addImage({ rgba, data, ...image }) {
    return this._add(image, { rgba: rgba ?? data }, image.width * image.height * 4);
  }

  /** Adds a sprite from rows: texts in which '#' is opaque, or numbers whose bit x is pixel x. Returns its number. */
  addRows(rows, { width, ...image } = {}) {
    const list = Array.from(rows);
    const wide = width ?? Math.max(...list.map((row) => row.length));
    const words = Math.ceil(wide / WORD);
    const bits = list.flatMap((row) => wordsOf(bitsOf(row), words));
    return this._add({ width: wide, height: list.length, ...image }, { bits }, bits.length);
  }

  /** Adds a stretched or, by negative numbers, mirrored copy of a sprite. Returns its number. */
  addStretched(sprite, scaleX, scaleY = scaleX) {
    const { _engine: engine } = this;
    engine.check(engine.calls.hail_spriteset_add_stretched(this._live(), sprite, scaleX, scaleY, engine.out));
    return engine.made();
  }

  /** What a sprite is. */
  describe(sprite) {
    const { _engine: engine } = this;
    const set = this._live();
    const pointer = engine.begin().zeros(layout.spriteInfo.size);
    engine.check(engine.calls.hail_spriteset_describe(set, sprite, pointer));
    return new Info(engine.heap, pointer).copy();
  }
}

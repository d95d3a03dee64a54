// src/tiles.js - tile sets, and maps of tiles with solid pixels that can be edited while the game runs.
import * as layout from "./layout.js";
import { constants } from "./layout.js";
import { Contacts } from "./found.js";
import { bitsOf } from "./sprites.js";
import { named } from "./layer.js";
import { List } from "./list.js";
import { Owned, addressOf } from "./owned.js";
import { writePlaces } from "./queries.js";
import { makeRecord } from "./record.js";
import { Room } from "./room.js";
import { hashOf, restoreImage, saveImage } from "./state.js";
import { countOf, keep, makeColumns, makeStruct, refuse, setField, setFields } from "./struct.js";

const SIDES = {
  both: constants.BOTH_WAYS,
  left: constants.ONE_WAY_LEFT,
  top: constants.ONE_WAY_TOP,
  right: constants.ONE_WAY_RIGHT,
  bottom: constants.ONE_WAY_BOTTOM,
};
const WALKS = { pixels: constants.WALK_PIXELS, bresenham: constants.WALK_BRESENHAM };
const RayHit = makeRecord(layout.rayHit);
const Slide = makeRecord(layout.slide);
const Size = makeRecord(layout.tilemapSize);

/** The solid pixels of tiles of one size. */
export class TileSet extends Owned {
  constructor(engine, width, height = width) {
    super(engine, "tile set");
    this.width = width;
    this.height = height;
    engine.check(engine.calls.hail_tileset_create(engine.context, width, height, engine.out));
    this._pointer = engine.made();
  }

  _free() {
    this._engine.calls.hail_tileset_destroy(this._pointer);
  }

  /** Adds a tile from an image's alpha. Returns its number. */
  addImage(rgba, { pitch = 4 * this.width, threshold = 1, kind = 0, ...others } = {}) {
    refuse(others, "tiles");
    const { _engine: engine } = this;
    const set = this._live();
    const bytes = pitch * (this.height - 1) + 4 * this.width;
    const pixels = engine.begin().array("u8", rgba, bytes, "rgba");
    engine.check(engine.calls.hail_tileset_add_rgba(set, pixels, pitch, threshold, kind, engine.out));
    return engine.made();
  }

  /** Adds a tile from rows: texts in which '#' is solid, or numbers whose bit x is pixel x. Returns its number. */
  addRows(rows, { kind = 0, ...others } = {}) {
    refuse(others, "tiles");
    const { _engine: engine } = this;
    const set = this._live();
    const bits = Array.from(rows, bitsOf);
    const pointer = engine.begin().array("u64", bits, this.height, "rows");
    engine.check(engine.calls.hail_tileset_add_bits(set, pointer, kind, engine.out));
    return engine.made();
  }

  /** Adds a tile that is solid as a whole. Returns its number. */
  addFull(options) {
    return this.addRows(Array(this.height).fill("#".repeat(this.width)), options);
  }

  /** Tiles of these kinds (bits) stop only what comes from this side. */
  oneWay(kinds, side = "top") {
    const { calls } = this._engine;
    this._engine.check(calls.hail_tileset_set_one_way(this._live(), kinds, named(SIDES, side, "the side")));
  }
}

/** Tiles in a grid of cells. */
export class TileMap extends Owned {
  constructor(engine, set, options) {
    super(engine, "tile map");
    const pointer = makeStruct(engine.begin(), layout.tilemapOptions, options, "tile maps");
    setField(engine.heap, pointer, layout.tilemapOptions, "context", engine.context);
    engine.check(engine.calls.hail_tilemap_create(addressOf(set, "tile set", engine), pointer, engine.out));
    this._pointer = engine.made();
    this._answers = new Room(engine);
    this._set = set;
    set._owners.add(this);
  }

  _free() {
    this._engine.calls.hail_tilemap_destroy(this._pointer);
    this._answers.free();
    this._set._owners.delete(this);
  }

  /** Puts tiles, row by row, into a rectangle of cells. */
  set(column, row, columns, rows, tiles) {
    const map = this._live();
    const { _engine: engine } = this;
    const pointer = engine.begin().array("u32", tiles, columns * rows, "tiles");
    engine.check(engine.calls.hail_tilemap_set(map, column, row, columns, rows, pointer, columns));
  }

  /** Puts one tile into every cell of a rectangle. */
  fill(column, row, columns, rows, tile) {
    this._engine.check(this._engine.calls.hail_tilemap_fill(this._live(), column, row, columns, rows, tile));
  }

  /** Makes a rectangle of pixels solid or open. */
  paint(x, y, width, height, solid, kind = 0) {
    const { calls } = this._engine;
    this._engine.check(calls.hail_tilemap_paint(this._live(), x, y, width, height, solid, kind));
  }

  /** Makes a disc of pixels solid or open. */
  paintDisc(x, y, radius, solid, kind = 0) {
    const { calls } = this._engine;
    this._engine.check(calls.hail_tilemap_paint_disc(this._live(), x, y, radius, solid, kind));
  }

  /** Saves the state to bytes. */
  save(options) {
    const { _engine: engine } = this;
    const { calls } = engine;
    const by = { size: calls.hail_tilemap_save_size, save: calls.hail_tilemap_save };
    return saveImage(engine, this._live(), by, options);
  }

  /** Goes back, or forth, to a state that was saved. */
  restore(image, options) {
    const { _engine: engine } = this;
    restoreImage(engine, this._live(), engine.calls.hail_tilemap_restore, image, options);
  }

  /** Of the state; a BigInt. */
  hash() {
    const { _engine: engine } = this;
    return hashOf(engine, this._live(), engine.calls.hail_tilemap_hash);
  }

  get size() {
    const map = this._live();
    const { _engine: engine } = this;
    const pointer = engine.begin().zeros(layout.tilemapSize.size);
    engine.check(engine.calls.hail_tilemap_measure(map, pointer));
    return new Size(engine.heap, pointer).copy();
  }

  /** Which points are solid: 1 or 0 for each. */
  solid(points, { kinds = 0, ...others } = {}) {
    refuse(others, "questions");
    const map = this._live();
    const { _engine: engine } = this;
    const count = countOf(points);
    const list = makeStruct(engine.begin(), layout.points, { count }, "points");
    setField(engine.heap, list, layout.points, "context", engine.context);
    makeColumns(engine.arena, layout.points, points, count, "points", list);
    const solid = engine.arena.take(Math.max(count, 1));
    engine.check(engine.calls.hail_tilemap_solid(map, list, kinds, solid));
    return engine.heap.view("u8", solid, count).slice();
  }

  /** The first solid pixel on each ray: a list with an element for each, whose `hit` is 0 where there is none. */
  march(asked, { walk, ...others } = {}) {
    const map = this._live();
    const { _engine: engine } = this;
    const { length, ...rays } = keep(engine.heap, asked);
    const count = countOf({ ...rays, length });
    const options = { walk: named(WALKS, walk, "the walk"), ...others };
    const pointer = makeStruct(engine.begin(), layout.tilemapRays, options, "rays");
    setField(engine.heap, pointer, layout.tilemapRays, "map", map);
    makeColumns(engine.arena, layout.tilemapRays, { length }, count, "rays", pointer);
    const inner = this._inner(pointer, layout.tilemapRays.fields.rays[0], layout.rays, count);
    makeColumns(engine.arena, layout.rays, rays, count, "rays", inner);
    const hits = this._answers.of(count * RayHit.size);
    const answers = engine.arena.zeros(layout.rayAnswers.size);
    setField(engine.heap, answers, layout.rayAnswers, "hits", hits);
    engine.check(engine.calls.hail_tilemap_march(pointer, answers));
    return new List(engine.heap, RayHit, hits, count, this._answers.checks(this));
  }

  /** A list inside a struct: where it lies, with its context and count. */
  _inner(pointer, offset, form, count) {
    setFields(this._engine.heap, pointer + offset, form, { count }, "lists");
    setField(this._engine.heap, pointer + offset, form, "context", this._engine.context);
    return pointer + offset;
  }

  _movers(movers, count, options) {
    const { _engine: engine } = this;
    const { through, ...places } = keep(engine.heap, movers);
    const pointer = makeStruct(engine.begin(), layout.tilemapMovers, options, "movers");
    setField(engine.heap, pointer, layout.tilemapMovers, "map", this._live());
    makeColumns(engine.arena, layout.tilemapMovers, { through }, count, "movers", pointer);
    const inner = this._inner(pointer, layout.tilemapMovers.fields.shapes[0], layout.shapes, count);
    writePlaces(engine, places, count, inner);
    return pointer;
  }

  /** Moves shapes, and slides them along what they touch: one result for each. */
  slide(movers, { kinds, wholeTiles, ...options } = {}) {
    this._live();
    const { _engine: engine } = this;
    const count = countOf(movers);
    const pointer = this._movers(movers, count, { kinds, wholeTiles });
    const choice = engine.arena.zeros(layout.slideOptions.size);
    engine.check(engine.calls.hail_slide_options_defaults(choice));
    setFields(engine.heap, choice, layout.slideOptions, options, "slides");
    const slides = this._answers.of(count * Slide.size);
    engine.check(engine.calls.hail_tilemap_slide(pointer, choice, slides));
    return new List(engine.heap, Slide, slides, count, this._answers.checks(this));
  }

  /** When shapes that move first hit the map: a contact for each, whose count is 0 where there is none. */
  sweep(movers, options = {}) {
    this._live();
    const { _engine: engine } = this;
    const count = countOf(movers);
    const pointer = this._movers(movers, count, options);
    const hits = this._answers.of(count * layout.contact.size);
    engine.check(engine.calls.hail_tilemap_sweep(pointer, hits));
    return new Contacts(engine.heap, hits, count, this._answers.checks(this));
  }
}

// src/sectors.js - maps of sectors: areas of the plane divided by walls, some solid, the others portals.
import * as layout from "./layout.js";
import { constants } from "./layout.js";
import { List } from "./list.js";
import { Owned } from "./owned.js";
import { makeRecord } from "./record.js";
import { Room } from "./room.js";
import { hashOf, restoreImage, saveImage } from "./state.js";
import { countOf, makeColumns, makeStruct, refuse, setField, setFields } from "./struct.js";

const Move = makeRecord(layout.sectorMove);
const Nearest = makeRecord(layout.nearestPoint);
const Crossing = makeRecord(layout.crossing);
const FEW = 16; // crossings that there is room for at first

/** Writes walls; a side without a sector is left out. */
function writeWalls(engine, walls) {
  const { size } = layout.wall;
  const pointer = engine.arena.zeros(Math.max(walls.length, 1) * size);
  const none = { left: constants.NO_SECTOR, right: constants.NO_SECTOR };
  walls.forEach((wall, i) => setFields(engine.heap, pointer + i * size, layout.wall, { ...none, ...wall }, "walls"));
  return pointer;
}

export class SectorMap extends Owned {
  /** { x, y, walls, sectors }: the vertices, the walls between them, and how many sectors there are. */
  constructor(engine, { x, y, walls, sectors, ...options }) {
    super(engine, "sector map");
    const arena = engine.begin();
    const counts = { vertexCount: x.length, wallCount: walls.length, sectorCount: sectors };
    const data = makeStruct(arena, layout.sectorData, counts, "sector maps");
    makeColumns(arena, layout.sectorData, { x, y }, x.length, "sector maps", data);
    setField(engine.heap, data, layout.sectorData, "walls", writeWalls(engine, walls));
    const choice = makeStruct(arena, layout.sectorsOptions, options, "sector maps");
    setField(engine.heap, choice, layout.sectorsOptions, "context", engine.context);
    engine.check(engine.calls.hail_sectors_create(choice, data, 0, engine.out));
    this._pointer = engine.made();
    this._answers = new Room(engine);
    this._crossings = new Room(engine);
  }

  _free() {
    this._engine.calls.hail_sectors_destroy(this._pointer);
    this._answers.free();
    this._crossings.free();
  }

  /** Saves the state to bytes. */
  save(options) {
    const { _engine: engine } = this;
    const { calls } = engine;
    const by = { size: calls.hail_sectors_save_size, save: calls.hail_sectors_save };
    return saveImage(engine, this._live(), by, options);
  }

  /** Goes back, or forth, to a state that was saved. */
  restore(image, options) {
    const { _engine: engine } = this;
    restoreImage(engine, this._live(), engine.calls.hail_sectors_restore, image, options);
  }

  /** Of the state; a BigInt. */
  hash() {
    const { _engine: engine } = this;
    return hashOf(engine, this._live(), engine.calls.hail_sectors_hash);
  }

  /** Closes or opens doors: makes walls solid or not. */
  setSolid(walls, solid) {
    const { _engine: engine } = this;
    const list = typeof walls === "number" ? [walls] : walls;
    const map = this._live();
    const pointer = engine.begin().array("u32", list, list.length, "walls");
    engine.check(engine.calls.hail_sectors_set_solid(map, pointer, list.length, solid));
  }

  /** Moves vertices { vertex, x, y } and replaces walls { wall, to }: all, or none. */
  change({ vertex = [], x = [], y = [], wall = [], to = [] }) {
    const { _engine: engine } = this;
    const map = this._live();
    const arena = engine.begin();
    const counts = { vertexCount: vertex.length, wallCount: wall.length };
    const edit = makeStruct(arena, layout.sectorsEdit, counts, "changes");
    makeColumns(arena, layout.sectorsEdit, { vertex, x, y }, vertex.length, "changes", edit);
    makeColumns(arena, layout.sectorsEdit, { wall }, wall.length, "changes", edit);
    setField(engine.heap, edit, layout.sectorsEdit, "to", writeWalls(engine, to.slice(0, wall.length)));
    engine.check(engine.calls.hail_sectors_change(map, edit, 0));
  }

  _points(points, count) {
    const { _engine: engine } = this;
    const list = makeStruct(engine.begin(), layout.points, { count }, "points");
    setField(engine.heap, list, layout.points, "context", engine.context);
    return makeColumns(engine.arena, layout.points, points, count, "points", list);
  }

  /** The sector of each point; constants.NO_SECTOR: none. */
  find(points) {
    const { _engine: engine } = this;
    const map = this._live();
    const count = countOf(points);
    const list = this._points(points, count);
    const sectors = engine.arena.take(4 * Math.max(count, 1));
    engine.check(engine.calls.hail_sectors_find(map, list, sectors));
    return engine.heap.view("u32", sectors, count).slice();
  }

  /** The nearest wall to each point: `edge` is its number. */
  nearest(points, filter = {}) {
    const { _engine: engine } = this;
    const map = this._live();
    const count = countOf(points);
    const list = this._points(points, count);
    const choice = makeStruct(engine.arena, layout.wallFilter, filter, "nearest walls");
    const nearest = this._answers.of(count * Nearest.size);
    engine.check(engine.calls.hail_sectors_nearest(map, list, choice, nearest));
    return new List(engine.heap, Nearest, nearest, count, this._answers.checks(this));
  }

  _movers(movers, count, kinds) {
    const { _engine: engine } = this;
    const map = this._live();
    const list = makeStruct(engine.begin(), layout.sectorMovers, { count, kinds }, "movers");
    setField(engine.heap, list, layout.sectorMovers, "context", engine.context);
    setField(engine.heap, list, layout.sectorMovers, "map", map);
    return makeColumns(engine.arena, layout.sectorMovers, movers, count, "movers", list);
  }

  /** Moves discs { x, y, dx, dy, radius, sector }, which slide along walls: where each is then. The list's `crossings`
   * are those from sector to sector on the way. */
  move(movers, { kinds, ...options } = {}) {
    const { _engine: engine } = this;
    this._live();
    const count = countOf(movers);
    const list = this._movers(movers, count, kinds);
    const choice = engine.arena.zeros(layout.sectorMoveOptions.size);
    engine.check(engine.calls.hail_sector_move_options_defaults(choice));
    setFields(engine.heap, choice, layout.sectorMoveOptions, options, "moves");
    const pointer = this._answers.of(count * Move.size);
    const crossings = this._move(list, choice, pointer);
    return Object.assign(new List(engine.heap, Move, pointer, count, this._answers.checks(this)), { crossings });
  }

  /** Moves; and once more if there are more crossings than there was room for. */
  _move(list, choice, moves) {
    const { _engine: engine, _crossings: room } = this;
    const crossings = engine.arena.zeros(layout.crossings.size);
    const [atCount] = layout.crossings.fields.count;
    for (let capacity = Math.max(FEW, Math.floor(room.size / Crossing.size)); ; ) {
      const pointer = room.of(capacity * Crossing.size);
      setField(engine.heap, crossings, layout.crossings, "list", pointer);
      setField(engine.heap, crossings, layout.crossings, "capacity", capacity);
      engine.check(engine.calls.hail_sectors_move(list, choice, moves, crossings));
      const count = engine.heap.u32[(crossings + atCount) >> 2];
      if (count <= capacity) return new List(engine.heap, Crossing, pointer, count, room.checks(this));
      capacity = count;
    }
  }

  /** Moves discs { x, y, radius } that are too near to a solid wall to the nearest place where they are not. */
  depenetrate(movers, { kinds, ...others } = {}) {
    refuse(others, "moves");
    const { _engine: engine } = this;
    this._live();
    const count = countOf(movers);
    const list = this._movers(movers, count, kinds);
    const moves = this._answers.of(count * Move.size);
    engine.check(engine.calls.hail_sectors_depenetrate(list, moves));
    return new List(engine.heap, Move, moves, count, this._answers.checks(this));
  }
}

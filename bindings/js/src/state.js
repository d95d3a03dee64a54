// src/state.js - the state of worlds and maps: saved as bytes and restored, hashed, compared.
import { HailError } from "./error.js";
import { MAX_BODIES } from "./heap.js";
import * as layout from "./layout.js";
import { constants } from "./layout.js";
import { refuse } from "./struct.js";

const SLOTS_AT = 84; // bytes into an image: how many slots it has (engine/state/image.h)

const flagsOf = ({ trusted = false, shapes = false, anyMaps = false, ...others } = {}) => {
  refuse(others, "images");
  return (trusted ? constants.TRUSTED : 0) | (shapes ? constants.SHAPES : 0) | (anyMaps ? constants.ANY_MAPS : 0);
};

/** Saves a world or a map to `into`, if it has room, else to a new array: one that it fits exactly or, as `into` will
 * be wanted again, one with a quarter to spare. */
export function saveImage(engine, pointer, { size: sizeOf, save }, { into, ...options } = {}) {
  engine.check(sizeOf(pointer, engine.out));
  const size = engine.made();
  const image = engine.images.of(size);
  engine.check(save(pointer, flagsOf(options), image, size, 0));
  const target = into?.length >= size ? into : new Uint8Array(into ? size + (size >> 2) : size);
  target.set(engine.heap.u8.subarray(image, image + size));
  return target;
}

/** An image in Hail's memory: where it lies, and its bytes. */
function takeImage(engine, image) {
  if (!ArrayBuffer.isView(image) || image.BYTES_PER_ELEMENT !== 1)
    throw new TypeError("an image is a Uint8Array, as save() returns it");
  const bytes = image.buffer === engine.heap.memory.buffer ? image.slice() : image;
  const at = engine.images.of(Math.max(bytes.length, 1));
  engine.heap.u8.set(bytes, at);
  return { at, bytes };
}

/** Makes a map's state that of an image. */
export function restoreImage(engine, pointer, restore, image, options) {
  const { at, bytes } = takeImage(engine, image);
  engine.check(restore(pointer, flagsOf(options), at, bytes.length));
}

/** The hash of a world's or a map's state: a BigInt of 64 bits. */
export function hashOf(engine, pointer, hash) {
  engine.check(hash(pointer, engine.out));
  return engine.heap.u64[engine.out >> 3];
}

/* ---- Worlds ----------------------------------------------------------------------------------------------------- */

export function save(world, { into, ...options } = {}) {
  const { _engine: engine, _pointer: pointer } = world._open();
  const { calls } = engine;
  const size = (of, out) => calls.hail_world_save_size(of, flagsOf(options), out);
  return saveImage(engine, pointer, { size, save: calls.hail_world_save }, { into, ...options });
}

/** Handles here have 22 bits for slots: fewer than those of a native world. */
function checkSlots(bytes) {
  if (bytes.length < SLOTS_AT + 4) return;
  const slots = new DataView(bytes.buffer, bytes.byteOffset).getUint32(SLOTS_AT, true);
  if (slots > MAX_BODIES)
    throw new HailError(`image has ${slots} slots: the most here is ${MAX_BODIES}`, constants.FULL);
}

/** Makes a world's state that of an image. */
export function restore(world, image, options) {
  const { _engine: engine, _pointer: pointer } = world._open();
  const { at, bytes } = takeImage(engine, image);
  checkSlots(bytes);
  world._version++;
  engine.check(engine.calls.hail_world_restore(pointer, flagsOf(options), at, bytes.length));
  world._restored();
}

export function hash(world) {
  const { _engine: engine, _pointer: pointer } = world._open();
  return hashOf(engine, pointer, engine.calls.hail_world_hash);
}

/** The first difference of two worlds, as a sentence; null if there is none. */
export function diff(world, other) {
  const { _engine: engine, _pointer: pointer } = world._open();
  if (other?._engine !== engine) throw new TypeError("only worlds of the same load() can be compared");
  const { calls, heap } = engine;
  const found = engine.begin().zeros(layout.difference.size);
  engine.check(calls.hail_world_diff(pointer, other._live(), found));
  if (heap.u32[found >> 2] === constants.STATE_EQUAL) return null;
  calls.hail_difference_text(found, engine.text, engine.textSize);
  return heap.text(engine.text);
}

// tape.js - recorded bullet patterns: the file barrage.tape, which examples/play/tape.h describes.

export const PLACE = 8; // units of a tape in a pixel
export const SPEED = 1024; // units of a tape in a pixel a frame
export const GONE = -32768; // a turn's vx: the bullet is taken away

const HEAD = 60; // bytes: a name of 48, and three numbers

function readHead(view, at) {
  const name = new TextDecoder().decode(new Uint8Array(view.buffer, at, 48)).replace(/\0.*$/, "");
  const [frames, fires, turns] = [48, 52, 56].map((offset) => view.getUint32(at + offset, true));
  return { name, frames, fires, turns };
}

/** The patterns of a tape, as views of its bytes: all that they hold are 16-bit numbers, little endian. */
export function readTape(buffer) {
  const view = new DataView(buffer);
  if (new TextDecoder().decode(new Uint8Array(buffer, 0, 8)) !== "HAILTAPE") throw new Error("this is no tape");
  const count = view.getUint32(8, true);
  let at = 12 + count * HEAD;
  const take = (Type, length) => {
    const array = new Type(buffer, at, length);
    at += 2 * length;
    return array;
  };
  return Array.from({ length: count }, (_, i) => {
    const head = readHead(view, 12 + i * HEAD);
    return {
      ...head,
      frameFires: take(Uint16Array, head.frames),
      frameTurns: take(Uint16Array, head.frames),
      fire: take(Int16Array, head.fires * 4), // x, y, vx, vy
      turn: take(Int16Array, head.turns * 3), // bullet (unsigned), vx, vy
    };
  });
}

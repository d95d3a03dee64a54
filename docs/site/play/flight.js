// flight.js - what the player did in each frame, as one number; and all of it as text for an address.
import { FULL } from "./field.js";

const AUTO = 1 << 10;

/** A frame's input as a number: x, y, whether the pilot flies, and how many bullets there may be. */
export const pack = ({ auto, x = 0, y = 0, count }) => (auto ? AUTO : 0) + (x + FULL) + 32 * (y + FULL) + 2048 * count;

export const unpack = (number) => ({
  auto: (number & AUTO) !== 0,
  x: (number & 31) - FULL,
  y: ((number >> 5) & 31) - FULL,
  count: Math.floor(number / 2048),
});

function* varint(number) {
  let rest = number;
  for (; rest >= 128; rest = Math.floor(rest / 128)) yield (rest % 128) + 128;
  yield rest;
}

/** Runs of equal inputs, in letters that an address may hold. */
export function toText(inputs) {
  const bytes = [];
  for (let i = 0; i < inputs.length; ) {
    let end = i + 1;
    while (end < inputs.length && inputs[end] === inputs[i]) end++;
    bytes.push(...varint(inputs[i]), ...varint(end - i));
    i = end;
  }
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const MOST_FRAMES = 60 * 60 * 10;

/** The inputs of a text; none if it is not one. */
export function fromText(text) {
  const inputs = [];
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    let at = 0;
    const next = () => {
      let number = 0;
      for (let scale = 1; ; scale *= 128) {
        const byte = bytes.charCodeAt(at++);
        if (Number.isNaN(byte)) throw new RangeError("the flight is cut off");
        number += (byte & 127) * scale;
        if (byte < 128) return number;
      }
    };
    while (at < bytes.length) {
      const input = next();
      for (let run = next(); run > 0 && inputs.length < MOST_FRAMES; run--) inputs.push(input);
    }
  } catch {
    return [];
  }
  return inputs;
}

// src/calls.js - Hail's calls, which look at the numbers that they get: WebAssembly takes 0 for undefined and for text,
// and cuts off fractions.
import { parameters } from "./layout.js";

function fail(value, name, wanted) {
  throw new TypeError(`${name} is ${typeof value === "string" ? `'${value}'` : String(value)}: it must be ${wanted}`);
}

/** Whole numbers of 32 bits. Sets of bits may be negative: 1 << 31, ~mask. */
const isWhole = (value) =>
  typeof value === "boolean" || (Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 32);

export function checkWhole(value, name) {
  if (!isWhole(value)) fail(value, name, "a whole number");
}

/** The same for the first `count` elements of an array. */
export function checkWholes(values, count, name) {
  for (let i = 0; i < count; i++) if (!isWhole(values[i])) fail(values[i], `${name}[${i}]`, "a whole number");
}

/** Refuses what is no number. */
export function checkNumber(value, name) {
  if (typeof value !== "number") fail(value, name, "a number");
}

export function checkNumbers(values, count, name) {
  for (let i = 0; i < count; i++) if (typeof values[i] !== "number") fail(values[i], `${name}[${i}]`, "a number");
}

function checkBool(value, name) {
  if (typeof value !== "boolean") fail(value, name, "true or false");
}

const CHECKS = { f32: checkNumber, bool: checkBool, u32: checkWhole, u8: checkWhole, i32: checkWhole };

function checked(call, looks) {
  const list = Object.entries(looks).map(([name, [at, type]]) => [CHECKS[type], at, name]);
  return (...given) => {
    for (const [check, at, name] of list) check(given[at], name);
    return call(...given);
  };
}

/** What a module exports; calls that take numbers refuse what is none. */
export function checkedCalls(exports) {
  const calls = Object.entries(parameters).filter(([name]) => exports[name]);
  return { ...exports, ...Object.fromEntries(calls.map(([name, looks]) => [name, checked(exports[name], looks)])) };
}

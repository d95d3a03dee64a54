// test/scene.test.mjs - the same bytes as the native library, on both builds, and while memory grows in every call.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import { Engine } from "../src/engine.js";
import { makeHail } from "../src/hail.js";
import { load } from "../src/index.js";
import { builds } from "./builds.mjs";
import { play } from "./scene.mjs";

const native = process.env.HAIL_SCENE; // scene.c, compiled with the native library

function sameBytes(found, wanted, least = 100000) {
  assert.ok(wanted.length > least, `${wanted.length} bytes: the scene finds little`);
  assert.equal(found.length, wanted.length);
  const at = found.findIndex((byte, i) => byte !== wanted[i]);
  assert.equal(at, -1, `byte ${at} differs`);
}

test("both builds find what the native library finds, bit by bit", { skip: !native }, () => {
  const wanted = execFileSync(native, { maxBuffer: 1 << 28 });
  for (const hail of builds) sameBytes(play(hail), wanted);
});

test("both builds find the same", () => sameBytes(play(builds[0]), play(builds[1])));

/** An instance whose memory grows before and after every call: all arrays over it are lost each time. */
function growing(instance) {
  const { memory } = instance.exports;
  const grown = (call) => (...values) => {
    memory.grow(1);
    const answer = call(...values);
    memory.grow(1);
    return answer;
  };
  const calls = Object.entries(instance.exports).map(([name, each]) => [name, name === "memory" ? memory : grown(each)]);
  return { exports: Object.fromEntries(calls) };
}

test("memory may grow in every call", async () => {
  const { default: text } = await import("../dist/hail-simd.js");
  const { instance } = await WebAssembly.instantiate(Buffer.from(text, "base64"));
  const before = instance.exports.memory.buffer.byteLength;
  const found = play(makeHail(new Engine(growing(instance), "growing")), 10);
  assert.ok(instance.exports.memory.buffer.byteLength > before + 2000 * 65536);
  sameBytes(found, play(builds[0], 10), 10000);
});

test("a third instance from bytes or a module is like the others", async () => {
  const { default: text } = await import("../dist/hail-plain.js");
  const bytes = Buffer.from(text, "base64");
  sameBytes(play(await load({ wasm: bytes })), play(await load({ wasm: await WebAssembly.compile(bytes) })));
});

// test/package.test.mjs - the package itself: its modules, its sizes, its version, the code in its README.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { constants, hasSimd, load, version } from "../src/index.js";

const file = (name) => readFile(new URL(`../${name}`, import.meta.url));

for (const build of ["simd", "plain"])
  test(`the ${build} module imports nothing, and is the one that is inlined`, async (context) => {
    const bytes = await file(`dist/hail-${build}.wasm`);
    const module = await WebAssembly.compile(bytes);
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    const { default: text } = await import(`../dist/hail-${build}.js`);
    assert.ok(Buffer.from(text, "base64").equals(bytes));
    context.diagnostic(`hail-${build}.wasm: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} with gzip`);
  });

test("load() chooses the build, once", async () => {
  const hail = await load();
  assert.equal(hail.build, hasSimd() ? "simd" : "plain");
  assert.equal(await load(), hail);
  await assert.rejects(load({ build: "none" }), /it must be 'simd' or 'plain'/);
});

test("the package has Hail's version", async () => {
  const described = JSON.parse(await file("package.json"));
  assert.equal(described.version, version);
  assert.equal(constants.VERSION_MINOR, Number(version.split(".")[1]));
});

test("everything public has a type", async () => {
  const types = String(await file("src/index.d.ts"));
  const { World, MovingIndex, SectorMap, SpriteSet, TileMap, TileSet, pairs } = await load();
  const named = (prototype) => Object.getOwnPropertyNames(prototype).filter((name) => !/^(_|constructor$)/.test(name));
  const names = [World, MovingIndex, SectorMap, SpriteSet, TileMap, TileSet].flatMap((Made) =>
    named(Object.getPrototypeOf(Made.prototype)),
  );
  for (const name of [...names, ...named(Object.getPrototypeOf(pairs)), ...Object.keys(await load())])
    assert.match(types, new RegExp(`\\b${name}\\??[(:<]`), `${name} is not in index.d.ts`);
  assert.ok(names.length > 60);
});

const fromHere = (code) => code.replace('"hail2d"', `"${new URL("../src/index.js", import.meta.url)}"`);
const run = (program) => import(`data:text/javascript,${encodeURIComponent(program)}`);

test("the code in docs/bindings.md runs with a game around it", { skip: !process.env.HAIL_DOCS }, async () => {
  const text = String(await readFile(process.env.HAIL_DOCS));
  const [, code] = text.match(/```js\n([^]*?)```/);
  const hurt = [];
  const all = (value) => Array(1000).fill(value);
  globalThis.hailGame = { xs: all(395), ys: all(300), owners: all(2), hurt, owner: ["a", "b", "c"] };
  await run(
    `const { xs, ys, owners, owner } = hailGame; const hurt = (...all) => hailGame.hurt.push(all);\n${fromHere(code)}`,
  );
  assert.deepEqual([hurt.length, hurt[0]], [1000, [1000, "c"]]);
});

test("the index in docs/bindings.md finds what it says", { skip: !process.env.HAIL_DOCS }, async () => {
  const text = String(await readFile(process.env.HAIL_DOCS));
  const [, code] = [...text.matchAll(/```js\n([^]*?)```/g)][1];
  const lines = [];
  globalThis.hailPrint = (...words) => lines.push(words.join(" "));
  await run(fromHere(code).replaceAll("console.log", "globalThis.hailPrint"));
  const said = [...code.matchAll(/console\.log.*\/\/ (.*)/g)].map(([, words]) => words);
  assert.deepEqual([lines.length, lines], [4, said]);
});

test("the code in the README runs as it stands", async () => {
  const text = String(await file("README.md"));
  const [, code] = text.match(/```js\n([^]*?)```/);
  const [, printed] = text.match(/```text\n([^]*?)```/);
  const lines = [];
  globalThis.hailPrint = (line) => lines.push(line);
  await run(fromHere(code).replaceAll("console.log", "globalThis.hailPrint"));
  assert.equal(`${lines.join("\n")}\n`, printed);
});

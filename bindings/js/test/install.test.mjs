// test/install.test.mjs - the package as users get it: packed, installed into an empty project, run, and compiled by tsc.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const textOf = (name) => readFile(path.join(root, name), "utf8");
const { version, devDependencies } = JSON.parse(await textOf("package.json"));

const npmThere = await run("npm", ["--version"]).then(
  () => true,
  () => false,
);
const skip = !npmThere && "npm is not installed";
const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET|FETCH_ERROR|network/;

/** An empty project with the packed package installed, without the network. */
async function project() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hail2d-"));
  await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: root });
  await writeFile(path.join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./hail2d-${version}.tgz`], { cwd: folder });
  return folder;
}

const folder = skip ? "" : await project();
test.after(() => folder && rm(folder, { recursive: true }));

const output = async (name) => (await run("node", [name], { cwd: folder })).stdout;

test("what is packed is what is needed", { skip }, async () => {
  const { stdout } = await run("tar", ["-tzf", `hail2d-${version}.tgz`], { cwd: folder });
  const files = stdout
    .trim()
    .split("\n")
    .map((name) => name.replace("package/", ""));
  const wanted = [
    "LICENSE",
    "README.md",
    "package.json",
    ...["hail-plain.js", "hail-plain.wasm", "hail-simd.js", "hail-simd.wasm"].map((name) => `dist/${name}`),
  ];
  assert.deepEqual(files.filter((name) => !name.startsWith("src/")).sort(), wanted.sort());
  assert.ok(files.includes("src/index.d.ts") && files.includes("src/moving.js"));
});

test("the README's code runs in an empty project", { skip }, async () => {
  const text = await textOf("README.md");
  await writeFile(path.join(folder, "readme.mjs"), text.match(/```js\n([^]*?)```/)[1]);
  assert.equal(await output("readme.mjs"), text.match(/```text\n([^]*?)```/)[1]);
});

test("the modules are there as files, too", { skip }, async () => {
  const program = `import { readFile } from "node:fs/promises";
import { load } from "hail2d";
for (const name of ["simd", "plain"]) {
  const wasm = await readFile(new URL(import.meta.resolve(\`hail2d/hail-\${name}.wasm\`)));
  const { World, build } = await load({ wasm });
  const world = new World();
  console.log(name, build, world.count);
}`;
  await writeFile(path.join(folder, "files.mjs"), program);
  assert.equal(await output("files.mjs"), "simd given 0\nplain given 0\n");
});

/** Installs what only developers need; returns why that cannot be. */
async function installTypescript() {
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=20000"];
  try {
    await run("npm", ["install", ...flags, `typescript@${devDependencies.typescript}`], { cwd: folder });
    return undefined;
  } catch (error) {
    if (!unreachable.test(error.stderr)) throw error;
    return `npm's registry is not reachable: ${error.stderr.trim().split("\n")[0]}`;
  }
}

const SETTINGS = {
  compilerOptions: {
    target: "es2022",
    module: "nodenext",
    lib: ["es2022", "esnext.disposable", "dom"],
    strict: true,
    skipLibCheck: false,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    outDir: "out",
  },
  include: ["*.ts"],
};

test("types are those of tsc, and `using` disposes in its output", { skip }, async (context) => {
  const why = await installTypescript();
  if (why) return context.skip(why);
  await cp(path.join(root, "test", "types"), folder, { recursive: true });
  await writeFile(path.join(folder, "readme.ts"), (await textOf("README.md")).match(/```js\n([^]*?)```/)[1]);
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(SETTINGS));
  const told = await run("node", ["node_modules/typescript/bin/tsc"], { cwd: folder }).catch((error) => error);
  assert.equal(told.stdout, "");
  assert.ok((await readFile(path.join(folder, "out", "using.js"), "utf8")).includes("Symbol.dispose"));
  assert.equal(await output("out/using.js"), "1 false\ntrue\nmine true\n");
  assert.equal(await output("out/all.js"), "HAIL_NOT_FINITE dt\n14\n5\n");
});

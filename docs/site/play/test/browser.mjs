// test/browser.mjs - a static server, and Chromium with a page of it. Every error of a page's console fails the test.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const { HAIL_PAGE: folder, HAIL_CHROMIUM: executablePath, HAIL_MODULES: modules } = process.env;
const { chromium } = await import(join(modules, "playwright-core", "index.mjs"));

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

async function answer(request, response) {
  const path = normalize(new URL(request.url, "http://here").pathname);
  const file = path.endsWith("/") ? join(path, "index.html") : path;
  try {
    const data = await readFile(join(folder, file));
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(data);
  } catch {
    response.writeHead(404).end();
  }
}

const server = createServer(answer);
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const base = `http://127.0.0.1:${server.address().port}/`;

const browsers = new Map();

/** Chromium, once for each set of V8's flags. */
async function browserWith(flags) {
  if (!browsers.has(flags)) {
    const args = [
      "--no-sandbox",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      ...(flags ? [`--js-flags=${flags}`] : []),
    ];
    browsers.set(flags, await chromium.launch({ executablePath, args }));
  }
  return browsers.get(flags);
}

/** Opens the page and calls body(page, requests); then it must have said nothing but notes. */
export async function withPage(body, { hash = "", flags = "", options = {}, prepare = () => {} } = {}) {
  const browser = await browserWith(flags);
  const context = await browser.newContext({ viewport: { width: 640, height: 360 }, ...options });
  const page = await context.newPage();
  const [said, requests] = [[], []];
  page.on(
    "console",
    (message) =>
      ["error", "warning"].includes(message.type()) && !driverNote(message.text()) && said.push(message.text()),
  );
  page.on("pageerror", (error) => said.push(error.stack));
  page.on("request", (request) => requests.push(request.url().slice(base.length)));
  page.on("response", (response) => response.status() >= 400 && said.push(`${response.status()} ${response.url()}`));
  try {
    await prepare(page, context);
    await page.goto(`${base}index.html${hash}`);
    await page.waitForFunction(() => globalThis.play?.shownFrame >= 1, null, { timeout: 60000 });
    await body(page, requests, base);
    assert.deepEqual(said, []);
  } finally {
    await context.close();
  }
}

/** What Chromium says of its own drawing in software. */
const driverNote = (text) => /GPU stall due to ReadPixels|Automatic fallback to software WebGL/.test(text);

export async function closeAll() {
  for (const browser of browsers.values()) await browser.close();
  server.close();
}

// test/show.test.mjs - what the page shows and gives away: with WebGL and without, on a phone, as programs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { after } from "node:test";
import { closeAll, withPage } from "./browser.mjs";
import { shoot, shownFrame, shots, stepTo } from "./steps.mjs";

const { HAIL_PACKAGE: hail2d, HAIL_COMPILE: compile } = process.env;

after(closeAll);

/** The part of the field's pixels that are brighter than the night. */
const litPixels = async (page) => {
  const picture = (await page.locator("#field").screenshot()).toString("base64");
  return page.evaluate(async (text) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += Math.max(data[i], data[i + 1], data[i + 2]) > 120;
    return count / (data.length / 4);
  }, picture);
};

test("without WebGL it draws the same on a plain canvas", { timeout: 300000 }, async () => {
  const lit = {};
  for (const hash of ["#lanes=on", "#lanes=on&draw=canvas"])
    await withPage(
      async (page) => {
        await page.evaluate(() => {
          document.body.classList.add("bare");
        });
        const litAt = async (frame) => {
          await stepTo(page, frame);
          await page.waitForFunction((least) => play.shownFrame >= least, frame);
          await page.waitForTimeout(200);
          return litPixels(page);
        };
        lit[await page.evaluate(() => play.renderer.name)] = [await litAt(20), await litAt(300)];
        if (hash.endsWith("canvas")) await shoot(page, "canvas");
      },
      { hash },
    );
  console.log(`lit: ${JSON.stringify(lit)}`);
  for (const [before, after] of Object.values(lit)) assert.ok(after > 0.1 && after > 3 * before);
  const parts = lit.canvas[1] / lit.WebGL[1];
  assert.ok(parts > 0.5 && parts < 2);
});

test("on a phone a finger flies the ship, and the controls fold away", { timeout: 300000 }, () =>
  withPage(
    async (page) => {
      assert.equal(await page.isVisible("#controls"), false);
      const before = await page.evaluate(() => play.session.scene.shipX);
      const touch = await page.context().newCDPSession(page);
      const at = (type, x, y) =>
        touch.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
      await at("touchStart", 100, 500);
      for (let i = 1; i <= 10; i++) await at("touchMove", 100 + 15 * i, 500);
      const frame = await page.evaluate(() => play.session.frame);
      await shownFrame(page, frame + 40);
      await at("touchEnd");
      assert.ok((await page.evaluate(() => play.session.scene.shipX)) > before + 60);
      await shoot(page, "phone");
      await page.tap("#menu");
      assert.equal(await page.isVisible("#controls"), true);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${wide} px wide`);
      await shoot(page, "phone-controls");
    },
    {
      hash: "#count=20000",
      options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ),
);

/** The first list of this name in a program, as floats. */
const numbersOf = (text, name) => {
  const list = text.match(new RegExp(`\\b${name}(?:\\[\\] =|:) [[{]([^\\]}]*)`))[1];
  return list
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => Math.fround(Number.parseFloat(each)));
};

test("the scene as C and as JavaScript: both print the same", { timeout: 300000 }, async () => {
  const texts = {};
  let xs;
  await withPage(async (page) => {
    await stepTo(page, 500);
    xs = await page.evaluate(() => Array.from(play.session.scene.bullets.columns.x.subarray(0, 400)));
    for (const [name, id] of [
      ["c", "copy-c"],
      ["mjs", "copy-js"],
    ]) {
      await page.evaluate((button) => document.getElementById(button).click(), id);
      await page.waitForFunction(() => play.copied);
      texts[name] = await page.evaluate(() => {
        const text = play.copied;
        play.copied = null;
        return text;
      });
    }
  });
  assert.deepEqual(numbersOf(texts.mjs, "x"), xs);
  assert.deepEqual(numbersOf(texts.c, "bullet_x"), xs);
  const place = join(shots, "copied");
  mkdirSync(join(place, "node_modules"), { recursive: true });
  symlinkSync(hail2d, join(place, "node_modules", "hail2d"));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(place, `scene.${name}`), text);
  const words = compile.split(" ");
  const at = words.findIndex((word) => word.startsWith("-")); // the compiler may be several words
  const program = ["-Wall", "-Wextra", "-Werror", join(place, "scene.c"), "-o", join(place, "scene")];
  execFileSync(words[0], [...words.slice(1, at), ...program, ...words.slice(at)]);
  const inC = execFileSync(join(place, "scene"), { encoding: "utf8" });
  const inJavaScript = execFileSync("node", [join(place, "scene.mjs")], { encoding: "utf8" });
  assert.match(inC, /^[1-9]\d* contacts, hash [0-9a-f]{16}\n$/);
  assert.equal(inJavaScript, inC);
});

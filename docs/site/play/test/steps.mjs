// test/steps.mjs - what tests do with the page, and what the native library found.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const { HAIL_PAGE: folder, HAIL_SHOTS } = process.env;
const marksOf = (name) => {
  const { marks } = JSON.parse(readFileSync(join(folder, name), "utf8"));
  return (frame) => marks.find((mark) => mark.frame === frame);
};
export const nativeAt = marksOf("native.json");
export const nativeDigAt = marksOf("native-dig.json");
export const shots = HAIL_SHOTS;

export const shownFrame = (page, least) =>
  page.waitForFunction((frame) => play.shownFrame >= frame, least, { timeout: 120000 });
export const shoot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) });

/** Plays on to a frame without drawing, as fast as it goes, and tells what there is then. Nobody flies. */
export const stepTo = (page, frame) =>
  page.evaluate((end) => {
    play.setPaused(true);
    while (play.session.frame < end) play.session.step({ auto: true, count: play.count }, () => performance.now());
    const { scene, mark, frame: reached } = play.session;
    const { contacts, hits, grazes } = scene.tally;
    return { frame: reached, bullets: scene.bullets.count, contacts, hits, grazes, hash: scene.hash(), mark };
  }, frame);

export const plain = ({ frame, bullets, contacts, hits, grazes, hash }) => ({
  frame,
  bullets,
  contacts,
  hits,
  grazes,
  hash,
});

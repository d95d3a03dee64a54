// address.js - the scene that the page's address names: #scene=barrage&seed=1&count=50000&speed=1&flight=...
import { fromText, toText } from "./flight.js";

const whole = (text, least, most, usual) => {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isFinite(number) ? Math.min(Math.max(number, least), most) : usual;
};

/** What the address asks for; anything that it does not say is as usual. */
export function readAddress(hash, scenes) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const scene = Object.hasOwn(scenes, words.get("scene") ?? "") ? words.get("scene") : Object.keys(scenes)[0];
  const { usual, least, most } = scenes[scene];
  const speed = Number(words.get("speed") ?? 1);
  return {
    scene,
    seed: whole(words.get("seed"), 1, 999999, 1),
    count: whole(words.get("count"), least, most, usual),
    speed: speed >= 0.05 && speed <= 4 ? speed : 1,
    flight: fromText(words.get("flight") ?? ""),
    lanes: words.get("lanes"),
    draw: words.get("draw"),
  };
}

/** The address of a scene; with the flight so far, which it then repeats. */
export function makeAddress(base, { scene, seed, count, speed }, inputs) {
  const words = new URLSearchParams({ scene, seed, count });
  if (speed !== 1) words.set("speed", speed);
  if (inputs.length) words.set("flight", toText(inputs));
  return `${base.replace(/#.*$/, "")}#${words}`;
}

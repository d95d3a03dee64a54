// src/rules.js - rules, as people write them.
import { checkWhole } from "./calls.js";
import * as layout from "./layout.js";
import { constants } from "./layout.js";
import { Layer, named } from "./layer.js";
import { makeStruct } from "./struct.js";

const MODES = {
  ignore: constants.IGNORE,
  pairs: constants.PAIRS,
  manifold: constants.MANIFOLD,
  swept: constants.SWEPT,
  earliest: constants.EARLIEST,
};
export const ORDERS = { ordered: constants.ORDERED, unordered: constants.UNORDERED };
const COOLDOWNS = { once: constants.ONCE, "until apart": constants.UNTIL_APART };
const STATICS = { tiles: constants.TILES, walls: constants.WALLS };

/** The number of a layer: a layer of the world, a number, or what stands still. */
export function layerNumber(layer, world) {
  const number = layer instanceof Layer ? layer.number : named(STATICS, layer, "the layer");
  if (layer instanceof Layer && layer.world !== world) throw new TypeError(`layer ${number} is another world's`);
  checkWhole(number, "the layer");
  return number;
}

/** Sets a rule: { a, b, mode, ... }, with the options of hail_rule. */
export function setRule(world, { a, b, mode = "manifold", order, cooldown, ...others }) {
  const { _engine: engine } = world;
  const rule = {
    mode: named(MODES, mode, "the mode"),
    layerA: layerNumber(a, world),
    layerB: layerNumber(b ?? a, world),
    order: named(ORDERS, order, "the order"),
    cooldown: named(COOLDOWNS, cooldown, "the cooldown"),
    ...others,
  };
  const pointer = makeStruct(engine.begin(), layout.rule, rule, "rules");
  engine.check(engine.calls.hail_rule_configure(world._pointer, pointer));
}

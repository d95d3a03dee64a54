// tests/tools/lint/eslint.config.mjs - what ESLint checks in scripts. How they are laid out is Prettier's.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    rules: {
      "array-callback-return": "error",
      "default-param-last": "error",
      eqeqeq: "error",
      "max-lines": ["error", 500],
      "max-lines-per-function": ["error", 54],
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-lonely-if": "error",
      "no-param-reassign": "error",
      "no-shadow": ["error", { hoist: "never", allow: ["_", "after", "each", "test"] }],
      "no-unneeded-ternary": "error",
      "no-useless-concat": "error",
      "no-useless-rename": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "one-var": ["error", "never"],
      "prefer-arrow-callback": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "prefer-object-spread": "error",
      "prefer-rest-params": "error",
      "prefer-spread": "error",
      "prefer-template": "error",
      yoda: "error",
    },
  },
  { files: ["bindings/js/src/*.js"], languageOptions: { globals: globals["shared-node-browser"] } },
  { files: ["docs/site/play/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["**/*.mjs"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  { files: ["docs/site/play/test/*.mjs"], languageOptions: { globals: { play: "readonly" } } },
];

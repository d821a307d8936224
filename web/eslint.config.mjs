// What is checked beside types and form; check.mjs runs it from the root of the repository.
// Names that begin with _ are there to be left out.
import { resolve } from "node:path";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const build = process.env["RAZZIA_BUILD"] ?? "build";
const unused = { argsIgnorePattern: "^_", varsIgnorePattern: "^_" };
const common = {
    "@typescript-eslint/no-unused-vars": ["error", unused],
    "@typescript-eslint/no-empty-function": ["error", { allow: ["arrowFunctions"] }],
    // Lists are read with `noUncheckedIndexedAccess`: where the index is known to be good, `!` says so.
    "@typescript-eslint/no-non-null-assertion": "off",
    eqeqeq: "error",
    "no-var": "error",
    "prefer-const": "error",
    "no-implicit-coercion": ["error", { boolean: false }],
    "no-param-reassign": "error",
    "object-shorthand": "error",
};

export default tseslint.config(
    { ignores: ["**/node_modules", "build*"] },
    { linterOptions: { reportUnusedDisableDirectives: "error" } },
    {
        files: ["web/src/**/*.{ts,tsx}"],
        extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
        plugins: { "react-hooks": reactHooks },
        languageOptions: { parserOptions: { project: resolve(build, "src/wasm/tsconfig.json") } },
        rules: {
            ...common,
            "react-hooks/rules-of-hooks": "error",
            "@typescript-eslint/consistent-type-imports": "error",
            "@typescript-eslint/switch-exhaustiveness-check": [
                "error",
                { considerDefaultExhaustiveForUnions: true },
            ],
            // An early return may do the last thing, and an arrow two: `return tell(…)`, `() => (stop(), close())`.
            "@typescript-eslint/no-confusing-void-expression": "off",
            // Interfaces ask for promises where there is nothing to wait for.
            "@typescript-eslint/require-await": "off",
            "@typescript-eslint/no-unnecessary-type-parameters": "off",
            "@typescript-eslint/prefer-nullish-coalescing": ["error", { ignorePrimitives: true }],
            "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
            "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
        },
    },
    {
        files: ["web/*.mjs", "tests/browser/*.mjs", "web/tests/*.mjs"],
        extends: [...tseslint.configs.strict, ...tseslint.configs.stylistic],
        rules: common,
    },
);

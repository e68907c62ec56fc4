import tseslint from "typescript-eslint";

export default tseslint.config(
  { files: ["src/**/*.ts"], extends: [tseslint.configs.strict, tseslint.configs.stylistic] },
  { rules: { "@typescript-eslint/no-non-null-assertion": "off" } },
);

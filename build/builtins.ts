import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "esbuild";

const require = createRequire(import.meta.url);

/**
 * Takes Node's own modules by `require`, and of them only the members that are used. An `import` reads every member of a
 * module once, and of `node:http` that loads the whole of fetch, 12 ms of the start.
 */
export const builtinsByRequire: Plugin = {
  name: "builtins-by-require",
  setup(build) {
    build.onResolve({ filter: /^node:(child_process|util)$/ }, ({ path, importer }) =>
      /node_modules\/commander\//.test(importer) ? { path, namespace: "late", sideEffects: false } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "late" }, ({ path }) => ({ contents: lateFunctions(path) }));
    build.onResolve({ filter: /^node:/ }, ({ path, importer, kind }) =>
      kind === "require-call"
        ? { path, external: true }
        : { path, namespace: readsAccessor(path, importer) ? "whole" : "builtin", sideEffects: false },
    );
    build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({ contents: members(path) }));
    build.onLoad({ filter: /.*/, namespace: "whole" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }));
  },
};

/** True if a file imports a member that Node loads when it is read. As a constant it would be loaded at start. */
function readsAccessor(path: string, importer: string): boolean {
  const whole = require(path) as Record<string, unknown>;
  const imports = readFileSync(importer, "utf8").matchAll(/import\s*\{([^}]*)\}\s*from\s*"(node:[^"]+)"/g);
  return [...imports].some(
    ([, names, from]) =>
      from === path && names!.split(",").some((name) => !isPlain(whole, name.trim().split(" ", 1)[0]!)),
  );
}

/** A module's members, each a constant that the bundler drops if nobody uses it. */
function members(path: string): string {
  const whole = require(path) as Record<string, unknown>;
  const lines = Object.keys(whole)
    .filter((name) => /^[A-Za-z_]\w*$/.test(name) && name !== "default" && isPlain(whole, name))
    .map((name) => `const ${name}_ = /* @__PURE__ */ (() => whole.${name})();\nexport { ${name}_ as ${name} };`);
  return `const whole = require(${JSON.stringify(path)});\nexport default whole;\n${lines.join("\n")}`;
}

/** A module's functions, each loading it when it is first called: the parser of the command line hardly calls any. */
function lateFunctions(path: string): string {
  const whole = require(path) as Record<string, unknown>;
  const names = Object.keys(whole).filter(
    (name) => /^[a-z]\w*$/.test(name) && isPlain(whole, name) && typeof whole[name] === "function",
  );
  const lines = names.map(
    (name) => `const ${name}_ = (...given) => require(${JSON.stringify(path)}).${name}(...given);`,
  );
  const named = names.map((name) => `${name}_ as ${name}`).join(", ");
  return `${lines.join("\n")}\nexport { ${named} };\nexport default { ${names.map((name) => `${name}: ${name}_`).join(", ")} };`;
}

/** False for members that are loaded, or reported as deprecated, when they are read. */
const isPlain = (whole: object, name: string): boolean =>
  "value" in (Object.getOwnPropertyDescriptor(whole, name) ?? { value: undefined });

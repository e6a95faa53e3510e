import { createRequire } from "node:module";
import type { Plugin } from "esbuild";

const require = createRequire(import.meta.url);

/**
 * Takes Node's own modules by `require`: an `import` reads every member of a module once, and of `node:http` that loads
 * the whole of fetch, 12 ms of the start.
 */
export const builtinsByRequire: Plugin = {
  name: "builtins-by-require",
  setup(build) {
    build.onResolve({ filter: /^node:(child_process|util)$/ }, ({ path, importer }) =>
      /node_modules\/commander\//.test(importer) ? { path, namespace: "late", sideEffects: false } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "late" }, ({ path }) => ({ contents: lateFunctions(path) }));
    build.onResolve({ filter: /^node:/ }, ({ path, kind, namespace }) =>
      namespace === "late" || kind === "require-call" || namespace === "builtin"
        ? { path, external: true }
        : { path, namespace: "builtin", sideEffects: false },
    );
    build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }));
  },
};

/** A module's functions, each loading it when it is first called: the parser of the command line hardly calls any. */
function lateFunctions(path: string): string {
  const whole = require(path) as Record<string, unknown>;
  const names = Object.keys(whole).filter((name) => /^[a-z]\w*$/.test(name) && isFunction(whole, name));
  const lines = names.map(
    (name) => `const ${name}_ = (...given) => require(${JSON.stringify(path)}).${name}(...given);`,
  );
  const named = names.map((name) => `${name}_ as ${name}`).join(", ");
  return `${lines.join("\n")}\nexport { ${named} };\nexport default { ${names.map((name) => `${name}: ${name}_`).join(", ")} };`;
}

/** Deprecated members are told of when they are read: they are left out. */
const isFunction = (whole: object, name: string): boolean =>
  typeof Object.getOwnPropertyDescriptor(whole, name)?.value === "function";

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { writeRequiredTypes } from "./require.ts";

const entries = ["index.d.ts", "jest.d.ts", "node-test.d.ts", "playwright.d.ts", "vitest.d.ts"];
/** Vitest's own types are those of a module. */
const required = ["index.d.ts", "jest.d.ts", "node-test.d.ts", "playwright.d.ts"];

/** Who imports a helper has its runner. */
const theirs = new Set(["@playwright/test", "vitest"]);

/**
 * Writes the declarations of the entry points, and of what they name; the rest of the program stays inside. The compiler reads only
 * what can be named (`tsconfig.types.json`): the whole program took it twenty times as long.
 */
export function writeTypes(folder: string): void {
  const made = mkdtempSync(join(tmpdir(), "payment-sandbox-types-"));
  try {
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.types.json", "--outDir", made], {
      stdio: "pipe",
    });
    for (const file of reachable(made, entries)) {
      const to = join(folder, relative(made, file));
      mkdirSync(dirname(to), { recursive: true });
      cpSync(file, to);
    }
    writeRequiredTypes(folder, reachable(folder, required));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

function reachable(made: string, entries: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, path] of readFileSync(file, "utf8").matchAll(/^(?:import|export|}) .*from "([^"]+)"/gm))
      if (path!.startsWith(".")) visit(join(dirname(file), path!.replace(/\.js$/, ".d.ts")));
      else if (!theirs.has(path!))
        throw new Error(`expected public types that need no package of ours: ${relative(made, file)} names ${path}`);
  };
  for (const entry of entries) visit(join(made, entry));
  return found;
}

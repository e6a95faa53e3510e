import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

const entries = ["index.d.ts", "vitest.d.ts", "playwright.d.ts"];

/** Writes the declarations of the entry points, and of what they name; the rest of the program stays inside. */
export function writeTypes(folder: string): void {
  const made = mkdtempSync(join(tmpdir(), "payment-sandbox-types-"));
  try {
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.types.json", "--outDir", made], {
      stdio: "pipe",
    });
    for (const file of reachable(made)) {
      const to = join(folder, relative(made, file));
      mkdirSync(dirname(to), { recursive: true });
      cpSync(file, to);
    }
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

function reachable(made: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, path] of readFileSync(file, "utf8").matchAll(/from "(\.[^"]+)\.js"/g))
      visit(join(dirname(file), `${path}.d.ts`));
  };
  for (const entry of entries) visit(join(made, entry));
  return found;
}

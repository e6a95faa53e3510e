// In each test process: which mutant is on, and which were reached.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";

const folder = process.env.MUTANTS_FOLDER!;
const active = Number(readFileSync(join(folder, "active"), "utf8"));
/** A changed loop may have no end: far more than any test takes. */
const MOST_REACHES = 5_000_000;

const reached = new Set<number>();
let reaches = 0;

Object.assign(globalThis, {
  __mutant: (id: number): boolean => {
    if (active === 0) reached.add(id);
    if (id !== active) return false;
    reaches += 1;
    if (reaches > MOST_REACHES) throw new Error(`mutant ${id} goes round without end`);
    return true;
  },
});

afterAll(() => {
  if (active !== 0) return;
  const file = expect.getState().testPath!;
  mkdirSync(join(folder, "reached"), { recursive: true });
  writeFileSync(
    join(folder, "reached", `${Buffer.from(file).toString("base64url").slice(-120)}.json`),
    JSON.stringify({ file, reached: [...reached] }),
  );
});

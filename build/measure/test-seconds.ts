import { existsSync, readFileSync } from "node:fs";

/** Written by the reporter in test/support/seconds.ts. */
const FILE = "node_modules/.cache/test-seconds.json";

/** The seconds that the tests of each folder took, longest first. Empty if none ran. */
export function testSeconds(): readonly (readonly [string, number])[] {
  if (!existsSync(FILE)) return [];
  const byFile: Readonly<Record<string, number>> = JSON.parse(readFileSync(FILE, "utf8"));
  const sums = new Map<string, number>();
  for (const [file, seconds] of Object.entries(byFile)) {
    const folder = existsSync(file) ? file.split("/").slice(0, 2).join("/") : undefined;
    if (folder !== undefined) sums.set(folder, (sums.get(folder) ?? 0) + seconds);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Makes a folder for the path whose `npx payment-sandbox` runs what is installed where it is called, as npm's does, but
 * without the second of CPU that npm takes. test/package/readme-commands.system.test.ts starts its sandbox by npm's.
 */
export function quickNpx(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const npx = join(folder, "npx");
  const bin = "node_modules/.bin";
  const line = `PATH="$PWD/${bin}:$PATH" exec "${bin}/$@"`;
  writeFileSync(npx, `#!/bin/sh\n[ "$1" = payment-sandbox ] || exit 9\n${line}\n`);
  chmodSync(npx, 0o755);
  return folder;
}

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const works: (() => void)[] = [];
process.on("exit", () => {
  for (const work of works.reverse()) work();
});

/** Done when this process leaves, however that comes; the last that was asked for comes first. */
export const whenLeaving = (work: () => void): void => void works.push(work);

/** Memory, where there is such a folder: what a killed process wrote is there all the same, and the disk is left alone. */
const base = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A folder that is gone with this process. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(base, "payment-sandbox-prove-"));
  whenLeaving(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }));
  return path;
}

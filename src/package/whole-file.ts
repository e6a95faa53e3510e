import { renameSync, writeFileSync } from "node:fs";

/** Writes a file elsewhere and moves it into place, so that readers see either the old file or the whole new one. */
export function writeWhole(file: string, text: string | Buffer, mode?: number): void {
  const aside = `${file}.${process.pid}.part`;
  writeFileSync(aside, text, { mode });
  renameSync(aside, file);
}

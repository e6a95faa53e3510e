import { renameSync, writeFileSync } from "node:fs";

/** Writes a file aside and puts it in its place: who reads it meanwhile finds the old one or the new one, whole. */
export function writeWhole(file: string, text: string, mode?: number): void {
  const aside = `${file}.${process.pid}.part`;
  writeFileSync(aside, text, { mode });
  renameSync(aside, file);
}

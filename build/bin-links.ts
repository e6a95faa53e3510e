import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BIN = "node_modules/.bin";

/**
 * Puts the package's own commands beside those of its dependencies, which npm does for every package but the root.
 * Does nothing where nothing is installed.
 */
export function linkBins(root: string, platform: NodeJS.Platform = process.platform): void {
  if (!existsSync(join(root, BIN))) return;
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { bin: Record<string, string> };
  for (const [name, file] of Object.entries(bin)) {
    const link = join(root, BIN, platform === "win32" ? `${name}.cmd` : name);
    // Put in place in one go: another start may be reading the old one.
    const aside = `${link}.${process.pid}`;
    rmSync(aside, { force: true });
    if (platform === "win32") writeFileSync(aside, shim(file));
    else symlinkSync(`../../${file}`, aside);
    renameSync(aside, link);
  }
}

/** Windows runs no script by its first line. */
const shim = (file: string): string => `@node "%~dp0..\\..\\${file.replaceAll("/", "\\")}" %*\r\n`;

import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { quoted } from "../../bin/node-version.js";
import { packagePath } from "./files.js";

export { quoted };

/** True if this is the single executable, which is its own program. */
export const isExecutable = (): boolean => process.getBuiltinModule("node:sea").isSea();

/** The words that start this program in the working folder. */
export function typedWords(): readonly [string, ...string[]] {
  if (isExecutable()) return [NAME];
  if (isInstalled(process.cwd())) return ["npx", NAME];
  if ((process.env.PATH ?? "").split(delimiter).some(hasProgram)) return [NAME];
  return programWords();
}

/** The words that start it from any folder, without the shell's PATH. */
export const programWords = (): readonly [string, ...string[]] =>
  isExecutable() ? [process.execPath] : [process.execPath, packagePath("bin/payment-sandbox.js")];

/** The same, ready for a shell. */
export const typed = (): string => typedWords().map(quoted).join(" ");

const NAME = "payment-sandbox";
const hasProgram = (folder: string): boolean =>
  existsSync(join(folder, process.platform === "win32" ? `${NAME}.cmd` : NAME));

/** npx looks in this folder and in each above it. */
const isInstalled = (folder: string): boolean =>
  hasProgram(join(folder, "node_modules/.bin")) || (dirname(folder) !== folder && isInstalled(dirname(folder)));

import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

/** Puts our own command where npx looks first: npm links the commands of dependencies there, and not the project's own. */
export function linkOwnBin(): void {
  const folder = "node_modules/.bin";
  if (!existsSync(folder)) return;
  chmodSync("bin/payment-sandbox.js", 0o755);
  const link = `${folder}/payment-sandbox`;
  rmSync(link, { force: true });
  if (process.platform === "win32")
    writeFileSync(`${link}.cmd`, '@node "%~dp0\\..\\..\\bin\\payment-sandbox.js" %*\r\n');
  else symlinkSync("../../bin/payment-sandbox.js", link);
}

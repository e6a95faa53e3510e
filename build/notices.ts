import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The licences of the packages whose code a bundle carries, one after another. */
export function noticesOf(inputs: readonly string[]): string {
  const packages = new Set(
    inputs
      .map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
      .filter((folder) => folder !== undefined),
  );
  return [...packages].sort().map(noticeOf).join("\n\n");
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8").trim() : `License: ${license}`;
  return `== ${name} ${version} (${license})\n\n${text}`;
}

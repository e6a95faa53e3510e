import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { packagePath, packageRoot } from "../../src/package/files.js";
import type { Outcome } from "./part.js";
import { withSection } from "./section.js";

interface Told extends Outcome {
  readonly part: string;
  readonly about: string;
  readonly seed: number;
  readonly seconds: number;
}

const HEAD = `# The proof

What \`npm run prove\` found, each part as it was last run in full. A part writes its own section and leaves the others.
`;

/** Puts the part's section into bench/PROOF.md. */
export function writeProof(told: Told): void {
  const file = packagePath("bench/PROOF.md");
  const before = existsSync(file) ? readFileSync(file, "utf8") : HEAD;
  writeFileSync(file, withSection(before, told.part, sectionOf(told)));
}

function sectionOf({ part, about, seed, seconds, figures, findings }: Told): string {
  const rows = [["seed", seed], ["took", `${seconds} s`], ...figures].map(([name, value]) => `| ${name} | ${value} |`);
  return `## ${part}

${about}

${new Date().toISOString().slice(0, 10)}, commit ${commit()}, Node ${process.versions.node}, ${findings.length === 0 ? "nothing found" : `${findings.length} found`}.

| | |
|---|---|
${rows.join("\n")}
${findings.map(({ what }) => `\n- found: ${withoutRoot(what)}`).join("")}`;
}

/** Where the checkout lies on this machine is nobody else's matter. */
const withoutRoot = (line: string): string =>
  line.replaceAll(pathToFileURL(`${packageRoot}/`).href, "").replaceAll(`${packageRoot}/`, "");

/** What is checked out, and whether it was changed since. */
function commit(): string {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: packageRoot, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const changed = git("status", "--porcelain", "--", "src", "bin", "build", "package.json") === "" ? "" : ", changed";
    return `${git("rev-parse", "--short", "HEAD")}${changed}`;
  } catch {
    return "unknown";
  }
}

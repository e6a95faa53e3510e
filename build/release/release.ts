// npm run release: builds, and gathers in release/ the tarball, the executable, the image, an SBOM and their checksums.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { sbomOf } from "./sbom.ts";
import { thisMachine, whyNot } from "./targets.ts";

const run = (...words: readonly string[]): void => {
  execFileSync(words[0]!, words.slice(1), { stdio: "inherit" });
};

rmSync("release", { recursive: true, force: true });
mkdirSync("release");
run("npm", "run", "--silent", "build");
run("npm", "pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", "release");
const fault = whyNot("linux-x64", thisMachine());
if (fault === undefined) {
  run(process.execPath, "build/release/build-exe.ts");
  run(process.execPath, "build/release/build-image.ts");
} else process.stderr.write(`release: without executable and image: ${fault}\n`);
writeFileSync("release/payment-sandbox.cdx.json", sbomOf());
const names = readdirSync("release").sort();
const sums = names.map((name) => `${sha256(readFileSync(`release/${name}`))}  ${name}\n`);
writeFileSync("release/SHA256SUMS", sums.join(""));
process.stdout.write(sums.join(""));

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

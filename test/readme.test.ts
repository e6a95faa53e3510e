import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { renderReadme } from "../build/readme.js";
import { packagePath, packageText } from "../src/package/files.js";
import { endpoints } from "../src/wire/endpoints/index.js";

const readme = packageText("README.md");

describe("the README", () => {
  it("opens with the two lines that work in a clone", () => {
    expect(readme).toMatch(/^# payment-sandbox\n\n```sh\nnpm ci && npx payment-sandbox start\nnpm ci && npm test\n```/);
  });

  it("names every endpoint", () => {
    for (const { path } of endpoints) expect(readme).toContain(`\`/${path}\``);
  });

  it("shows pictures that are there", () => {
    const pictures = [...readme.matchAll(/examples\/screenshots\/[\w-]+\.png/g)].map(([path]) => path);
    expect(pictures.length).toBeGreaterThan(0);
    for (const path of pictures) expect(existsSync(packagePath(path)), path).toBe(true);
  });

  it("has its generated parts in step with the code (npm run readme)", () => {
    expect(renderReadme(readme)).toBe(readme);
  });
});

import { describe, expect, it } from "vitest";
import { renderReadme } from "../build/readme.js";
import { packageText } from "../src/package-files.js";

const readme = packageText("README.md");

describe("the README", () => {
  it("opens with the two lines that work in a clone", () => {
    expect(readme).toMatch(/^# payment-sandbox\n\n```sh\nnpm ci && npx payment-sandbox start\nnpm ci && npm test\n```/);
  });

  it("has its generated parts in step with the code (npm run readme)", () => {
    expect(renderReadme(readme)).toBe(readme);
  });
});

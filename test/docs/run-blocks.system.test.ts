import "../support/dist.js";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { blocks, placeOf } from "./blocks.js";

describe("a block that is marked so", () => {
  it.each(
    blocks.filter(({ remarks }) => remarks.run !== undefined).map((block) => [placeOf(block), block.text] as const),
  )("at %s runs to its end", (place, text) => {
    // Below the package: the block finds it by its name.
    const folder = packagePath(`dist/.docs-run-${process.pid}`);
    mkdirSync(folder);
    const file = join(folder, "block.mts");
    writeFileSync(file, text);
    const { status, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(status, `${place}\n${stderr}`).toBe(0);
  });
});

import "../support/dist.js";
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { testFolder } from "../support/sandbox.js";

it("has the declarations that the whole program has: a type that was inferred from a file left out would be any", () => {
  using folder = testFolder();
  const whole = ["-p", "tsconfig.types.json", "--noResolve", "false", "--outDir", folder.path];
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", ...whole], { cwd: packagePath(".") });
  const dist = packagePath("dist/types");
  const files = globSync("**/*.d.ts", { cwd: dist });
  expect(files.length).toBeGreaterThan(20);
  for (const file of files)
    expect(readFileSync(join(dist, file), "utf8"), file).toBe(readFileSync(join(folder.path, file), "utf8"));
});

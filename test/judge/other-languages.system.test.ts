import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../src/package/files.js";
import { run } from "../cli/cli.js";

const LOST = "*/after-commit/connection-reset";

describe.each([
  ["right.py", "python3"],
  ["right.php", "php"],
])("the example shop %s", (file, program) => {
  const isHere = spawnSync(program, ["--version"]).status === 0;

  it.runIf(isHere)(`is accused of nothing${isHere ? "" : ` (skipped: there is no ${program} here)`}`, async () => {
    const ran = await run(["judge", "--only", LOST, "--", program, packagePath(`examples/shops/${file}`)]);
    expect(ran, ran.stderr).toMatchObject({ exitCode: 0 });
    expect(ran.stderr).toContain("survived            refund#1/after-commit/connection-reset");
  });
});

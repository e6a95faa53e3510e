import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";
import { run } from "../cli/cli.js";

const COPIED = "takes-its-copy-for-a-refusal.php";
/** PHP's curl extension is a package of its own. */
const hasCurl = spawnSync("php", ["-r", "exit(extension_loaded('curl') ? 0 : 1);"]).status === 0;

describe(`the example shop ${COPIED}, on one curl handle`, () => {
  const skipped = hasCurl ? "" : " (skipped: PHP with curl is not installed)";
  const judged = (...command: string[]) =>
    run(["judge", "--only", "sale#2/lost/*", "--", ...command, packagePath(`examples/shops/${COPIED}`)]);

  it.runIf(hasCurl)(`charges twice behind curl's own copy${skipped}`, async () => {
    const ran = await judged("php");
    expect(ran, ran.stderr).toMatchObject({ exitCode: 6 });
    expect(ran.stderr).toContain("charged-twice       sale#2/lost/client-sends-again");
    expect(ran.stdout).toContain("advice  client-sends-again");
  });

  it.runIf(hasCurl)(`is found without beliefs${skipped}`, async () => {
    const ran = await judged("env", "-u", "PAYMENT_SANDBOX_BELIEFS_FILE", "php");
    expect(ran, ran.stderr).toMatchObject({ exitCode: 6 });
    expect(ran.stdout).toContain("grave practice  retried-under-new-reference");
  });
});

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

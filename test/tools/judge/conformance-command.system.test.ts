import { generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";
import { testFolder } from "../../support/sandbox.js";
import { run } from "../cli/cli.js";

const shop = [process.execPath, packagePath("test/support/judged-shop.mjs")];
const CONTROL = /[^\P{Cc}\n\t]/u;

describe("conformance", () => {
  it("writes a claim, and verifies it: as it was, edited, for another version, and against another shop", async () => {
    using folder = testFolder();
    const keys = generateKeyPairSync("ed25519");
    const sign = join(folder.path, "key.pem");
    writeFileSync(sign, keys.privateKey.export({ type: "pkcs8", format: "pem" }));
    const [claim, edited] = [join(folder.path, "claim.json"), join(folder.path, "edited.json")];
    const judged = await run(
      [
        ...["conformance", "--profile", "fw", "--claim", claim, "--sign", sign],
        ...["--shop-name", "one", "--shop-version", "2.4.1", "--", ...shop],
      ],
      { env: { SHOP: "right" } },
    );
    expect([judged.exitCode, judged.stdout]).toEqual([0, expect.stringContaining("FW-04 PASS")]);
    writeFileSync(edited, readFileSync(claim, "utf8").replace('"2.4.1"', '"2.4.2"'));
    const verify = (file: string, ...args: readonly string[]) => run(["conformance", "verify", file, ...args]);
    const rerun = (kind: string) =>
      run(["conformance", "verify", claim, "--rerun", "--", ...shop], { env: { SHOP: kind } });
    const verified = await verify(claim, "--shop-name", "one", "--shop-version", "2.4.1");
    expect(verified.exitCode).toBe(0);
    expect(verified.stdout).toMatch(
      /^It says \d+ PASS.* for the profiles fw \(not tested: hc, .*\), by: .*judged-shop.mjs\n/,
    );
    expect(verified.stdout).toContain("It is for version 2.4.1 of the shop one, and valid until ");
    expect(verified.stdout).toContain(`by this key:\n${keys.publicKey.export({ type: "spki", format: "pem" })}`);
    expect((await verify(claim, "--shop-version", "2.4.2")).exitCode).toBe(1);
    expect(await verify(edited)).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("its hash differs") });
    expect(await rerun("right")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("are the same again") });
    // An option after `verify` counts: nothing of the plan is left.
    const part = await run(["conformance", "verify", claim, "--rerun", "--only", "sale#1/future/slow", "--", ...shop]);
    expect(part).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("the run says NOT VERIFIED") });
  });

  it("shows control characters of the command and of a claim as their codes", async () => {
    using folder = testFolder();
    const claim = join(folder.path, "claim.json");
    const failing = 'console.error("\\u001b[2Jgone\\u0007"); process.exit(3)';
    const failed = await run(["conformance", "--", process.execPath, "-e", failing]);
    expect([failed.exitCode, failed.stdout]).toEqual([1, expect.stringContaining("\\x1b[2Jgone\\x07")]);
    writeFileSync(claim, JSON.stringify({ claimHash: "x", format: 1, "\u001b[2J": 1 }));
    const verified = await run(["conformance", "verify", claim]);
    expect([verified.exitCode, CONTROL.test(failed.stdout + verified.stdout)]).toEqual([1, false]);
  });
});

import { describe, expect, it } from "vitest";
import { packagePath } from "../../../src/package/files.js";
import { run } from "../cli/cli.js";

/** A shop that sells nothing and makes something else than a file of its beliefs. */
const shop = (line: string) => ["judge", "--budget", "2s", "--", "sh", "-c", `${line}; exit 0`];

describe.skipIf(process.platform === "win32")("a beliefs file that is", () => {
  it.each([
    ["a pipe", 'mkfifo "$PAYMENT_SANDBOX_BELIEFS_FILE"', "found a pipe, expected a file"],
    ["a folder", 'mkdir "$PAYMENT_SANDBOX_BELIEFS_FILE"', "found a folder, expected a file"],
    ["a link to a device", 'ln -s /dev/zero "$PAYMENT_SANDBOX_BELIEFS_FILE"', "found no regular file"],
  ])("%s ends the judge with what is wrong, and never hangs it", async (_, line, said) => {
    const call = `node ${packagePath("bin/payment-sandbox.js")} call hosted-checkout/create --demo`;
    const { exitCode, stdout, stderr } = await run(shop(`${call} && ${line}`));
    expect(stdout + stderr).toContain(said);
    expect(exitCode).not.toBe(5);
  });
});

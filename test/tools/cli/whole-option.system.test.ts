import { expect, it } from "vitest";
import { run } from "./cli.js";

it.each([
  ["judge", "--jobs", "0", "1"],
  ["judge", "--jobs", "02", "1"],
  ["sensitivity", "--jobs", "02", "1"],
  ["sensitivity", "--max-leaning", "-1", "0"],
])("%s %s %s is one clear line and exit 2", async (command, option, text, least) => {
  expect(await run([command, `${option}=${text}`, "--", "true"])).toEqual({
    exitCode: 2,
    stdout: "",
    stderr: `payment-sandbox: ${option}: expected a whole number from ${least} to 999, found "${text}"\n`,
  });
});

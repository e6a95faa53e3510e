import { expect, it } from "vitest";
import { logger } from "../../../src/lane/runtime/logger.js";
import { requests } from "../../support/client.js";
import { startTestSandbox } from "../../support/sandbox.js";

it.each([
  ["json", /"lane":"w-1"/],
  ["pretty", / · lane=w-1 /],
] as const)("each line about a lane names it, as %s", async (format, named) => {
  const lines: string[] = [];
  await using sandbox = await startTestSandbox({}, logger({ format, write: (line) => void lines.push(line) }));
  const { client } = await sandbox.lane("w-1");
  await client("tokenization/sale", requests.sale({ callbackUrl: undefined }));
  expect(lines.filter((line) => line.includes("no notification is sent"))).toEqual([expect.stringMatching(named)]);
});

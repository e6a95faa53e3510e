import { createServer } from "node:http";
import { afterAll, expect, it } from "vitest";
import { MOVES_CLOCK } from "../../../src/lane/ports/attempt-failures.js";
import { refusalsText } from "../../../src/tools/library/refusals.js";
import { startSandbox } from "../../../src/tools/library/sandbox.js";
import { requests } from "../../support/client.js";
import { ofFile } from "../../support/of-file.js";

/** A handler that never ends its response. */
const shop = createServer(() => {});
await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
const sandbox = ofFile(await startSandbox());
afterAll(() => {
  shop.closeAllConnections();
  shop.close();
});

it("a wait, a cut move of the clock and a failed test name the notification that the shop does not answer", async () => {
  const lane = await sandbox.lane("silent");
  const notify = `http://127.0.0.1:${(shop.address() as { port: number }).port}/notify`;
  const asked = new Promise((resolve) => shop.once("request", resolve));
  await lane.call("tokenization/sale", requests.sale({ callbackUrl: { notify } }));
  await asked;
  const open = `otification 1 to ${notify}: It is being sent now, and the shop has not answered yet. If that lasts: does its handler end the response? An attempt fails after notifyTimeout, 15 s by default.`;
  const wait = lane.waitFor({ for: "notification", match: { acknowledged: true }, timeoutMs: 1 });
  await expect(wait).rejects.toMatchObject({ fix: `n${open}` });
  expect(await refusalsText(lane)).toBe(`In lane silent:\n\nN${open}\n`);
  const move = lane.clock.advance("1m");
  expect(await refusalsText(lane)).toBe(
    `In lane silent:\n\nThe test ended while it waited for lane.clock (advance).\nN${open}\n`,
  );
  const another = lane.clock.freeze();
  expect(await refusalsText(lane)).toBe(
    `In lane silent:\n\nThe test ended while it waited for lane.clock (advance). lane.clock (freeze) waited for that move. ${MOVES_CLOCK}\nN${open}\n`,
  );
  shop.on("request", (_, response) => response.end("OK"));
  shop.closeAllConnections();
  await Promise.all([move, another]);
});

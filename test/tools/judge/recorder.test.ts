import { expect, it } from "vitest";
import { silentLog } from "../../../src/lane/ports/log.js";
import { DEFAULT_LANE } from "../../../src/lane/ports/name.js";
import { defaultSettings } from "../../../src/server/options/settings.js";
import { startServer } from "../../../src/server/server.js";
import { Recorder, recordedBy } from "../../../src/tools/judge/observe/recorder.js";
import { notificationPractices } from "../../../src/tools/judge/practices/notifications.js";
import { clientOf, DEMO_MERCHANT, sold } from "../../support/client.js";
import { control } from "../../support/sandbox.js";
import { startShop } from "../../support/shop.js";

it.each([
  ["was lost", { fault: "connection-reset", placed: "after-commit" }, []],
  ["was answered", {}, ["right-notice-answered-with-error"]],
])("a handler whose query %s stands in its attempt, however long each step takes", async (_, then, expected) => {
  // Each look at the clock is a second later than the one before.
  let ms = 0;
  const recorder = new Recorder(() => (ms += 1000));
  const server = await startServer(
    { ...defaultSettings, port: 0 },
    silentLog,
    recordedBy(() => recorder),
  );
  const client = clientOf(server.url);
  const { promise: asked, resolve: hasAsked } = Promise.withResolvers<void>();
  await using shop = await startShop(async ({ fields: { merchantReference } }) => {
    await client("hosted-checkout/query", { merchantId: DEMO_MERCHANT, merchantReference }).catch(() => {});
    hasAsked();
    return false;
  });
  await control(server.url, "POST", "rules", { when: { operation: "hosted-checkout/query" }, then });
  await sold(client, { callbackUrl: { notify: shop.notifyUrl } });
  await asked;
  await (await server.lanes.ready(DEFAULT_LANE)).deliveries.drain();
  const [lane] = await recorder.facts(undefined);
  const watched = { facts: lane!.facts, wrong: [], dryCalls: [], books: new Map(), beliefs: new Map() };
  expect(notificationPractices(watched).map(({ id }) => id)).toEqual(expected);
  await server.stop();
});

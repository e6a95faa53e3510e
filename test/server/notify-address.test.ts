import { afterAll, beforeAll, expect, it } from "vitest";
import { defaultSettings } from "../../src/server/options/settings.js";
import { type RunningServer, startServer } from "../../src/server/server.js";
import { clientOf, created, lineItems, requests } from "../support/client.js";
import { KeptLog } from "../support/lane-parts.js";
import { control } from "../support/sandbox.js";

const log = new KeptLog();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ ...defaultSettings, port: 0, allowNotify: ["shop.example"] }, log);
});
afterAll(() => server.stop());

let lanes = 0;
const lane = () => `${server.url}/lane/l${++lanes}`;

/** The lines about it, when there are so many: what is looked at is told some time after the answer. */
async function lines(part: string, count: number): Promise<readonly string[]> {
  for (;;) {
    const found = log.lines.filter((one) => one.includes(part));
    if (found.length >= count) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it.each([
  ["app://shop/paid", "app://shop/...", "not an HTTP address such as http://localhost:8080/notify"],
  ["localhost:5101/notify", "localhost:5101/notify", "not an HTTP address such as http://localhost:5101/notify"],
  ["http://localhost:99999/hook", undefined, "port 99999 is above 65535"],
  ["http://localhost:99998", undefined, "port 99998 is above 65535"],
  ["http://localhost:3000 /x", undefined, "not an HTTP address such as http://localhost:8080/notify"],
  [
    "http://169.254.169.254/latest",
    "http://169.254.169.254/...",
    "169.254.169.254 is a metadata address of a cloud, never a shop",
  ],
  [
    "http://8.8.8.8/notify",
    "http://8.8.8.8/...",
    "public host (allow it with --allow-notify 8.8.8.8, or allowNotify in the library)",
  ],
  [() => `${server.url}/_sandbox/reset`, undefined, "it is the sandbox's own control API"],
])("an order that asks to notify %s is told of when it is made, once a lane", async (given, shown, why) => {
  const notify = typeof given === "string" ? given : given();
  const client = clientOf(lane());
  const { id } = await created(client, { callbackUrl: { notify } });
  const { headers } = await client("hosted-checkout/create", requests.create({ callbackUrl: { notify } }));
  expect(headers.get("X-Sandbox-Warnings")).toBe(
    `no notification can be sent to callbackUrl.notify ${JSON.stringify(shown ?? notify)}: ${why}`,
  );
  await created(client, { callbackUrl: { notify } });
  await created(clientOf(lane()), { callbackUrl: { notify } });
  const line = `order ${id} cannot be notified at ${notify}: ${why} (logged once per address)`;
  expect(await lines(` at ${notify}: `, 2)).toEqual([line, line]);
});

it("a sale that asks so by notifyUrl is told of that parameter", async () => {
  const client = clientOf(lane());
  const { headers } = await client("direct/sale", {
    ...{ merchantId: 3, merchantReference: "D-1", amount: 50, paymentType: "ALIPAY", paymentTerminal: "SDK" },
    lineItems,
    notifyUrl: "/notify",
  });
  expect(headers.get("X-Sandbox-Warnings")).toBe(
    'no notification can be sent to notifyUrl "/notify": not an HTTP address such as http://localhost:8080/notify',
  );
});

const EMPTY = "it is empty. Leave it out, or give an address such as https://shop.example/thanks";
const such = (address: string) => `expected an address such as ${address}`;

it.each([
  ["success", "/thanks.php", such("https://shop.example/thanks.php")],
  ["fail", "thanks.php?order=1", such("https://shop.example/thanks.php?order=1")],
  ["cancel", "", EMPTY],
  ["success", "localhost:8000/thanks", such("http://localhost:8000/thanks")],
  ["success", "shop.example/thanks", such("http://shop.example/thanks")],
  ["success", "//shop.example/x", such("https://shop.example/x")],
  ["success", "http://", such("https://shop.example/thanks")],
  ["success", "../thanks", such("https://shop.example/thanks")],
])("an order is told that no shopper can be led to its callbackUrl.%s %j", async (name, url, why) => {
  const { body, headers } = await clientOf(lane())(
    "hosted-checkout/create",
    requests.create({ callbackUrl: { [name]: url } }),
  );
  expect([body.responseCode, headers.get("X-Sandbox-Warnings")]).toEqual([
    "0000",
    `the shopper cannot be led to callbackUrl.${name} ${JSON.stringify(url)}: ${why}`,
  ]);
});

it.each([
  ...[
    "https://shop.hk/付款?a=1&b=%2F#x",
    "http://localhost:8000/thänks?a=b c",
    "http://localhost:3000",
    "http://[::1]:80/",
  ],
  ...["app://paid", "bbmsl://done?x=1", "myapp:paid", "myapp:658162", "tel:999", "HTTPS://shop.example/a?b"],
])("an order whose shopper can be led to %s is told nothing", async (success) => {
  const { headers } = await clientOf(lane())("hosted-checkout/create", requests.create({ callbackUrl: { success } }));
  expect(headers.get("X-Sandbox-Warnings")).toBeNull();
});

it("a sale by postLink is told of that parameter, a card's page of its own", async () => {
  const client = clientOf(lane());
  const sale = await client("direct/sale", {
    ...{ merchantId: 3, merchantReference: "D-2", amount: 50, paymentType: "ALIPAY", paymentTerminal: "WAP" },
    ...{ lineItems, notifyUrl: "http://localhost:9/n", postLink: "/paid" },
  });
  expect(sale.headers.get("X-Sandbox-Warnings")).toBe(
    'the shopper cannot be led to postLink "/paid": expected an address such as https://shop.example/paid',
  );
  const page = await client("tokenization/add-token", { merchantId: 3, userId: "u", callbackUrl: { fail: "/no" } });
  expect(page.headers.get("X-Sandbox-Warnings")).toContain('cannot be led to callbackUrl.fail "/no": ');
});

it("a card entry that asks to notify no HTTP address is told of when it is opened", async () => {
  const url = lane();
  await clientOf(url)("tokenization/add-token", { merchantId: 3, userId: "u", callbackUrl: { notify: "app://card" } });
  const { body } = await control(url, "GET", "card-entries");
  expect((await lines("app://card", 1))[0]).toContain(
    `card entry ${body.cardEntries[0].id} cannot be notified at app://card`,
  );
});

it("addresses near by, and public ones that are allowed, are not told of", async () => {
  const client = clientOf(lane());
  for (const notify of ["http://127.0.0.1:1/n", "http://shop:8080/n", "http://shop.example/n", `${server.url}/n`])
    await created(client, { callbackUrl: { notify } });
  await created(client, { callbackUrl: { notify: "app://last" } });
  await lines("app://last", 1);
  expect(log.lines.filter((one) => /127\.0\.0\.1:1|shop:8080|shop\.example|\/n:/.test(one))).toEqual([]);
});

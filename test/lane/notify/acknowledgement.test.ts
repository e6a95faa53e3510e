import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { defaultPolicy, type Policy } from "../../../src/core/facts/assumptions.js";
import { whyNot } from "../../../src/lane/notify/answer.js";
import { requests } from "../../support/client.js";
import { listening } from "../../support/listening.js";
import { control, startTestSandbox } from "../../support/sandbox.js";

const BOM = "\ufeff";

describe("an answer of 200", () => {
  it.each([
    ["OK", true, true],
    ["OK\n", true, false],
    [" OK\r\n", true, false],
    [`${BOM}OK`, true, false],
    ["OK\u00a0", true, false],
    ["ok", false, false],
    ["O K", false, false],
    ["", false, false],
    ['"OK"', false, false],
  ])("with %j acknowledges: trimmed %s, exact %s", (text, trimmed, exact) => {
    const acknowledges = (choice: Policy["acknowledgement"]) => whyNot(200, text, true, choice) === null;
    expect([acknowledges("trimmed"), acknowledges("exact")]).toEqual([trimmed, exact]);
  });

  it("says what was expected, and shows what stands around it", () => {
    expect(whyNot(200, `${BOM}OK\n`, true, "exact")).toBe(
      'answered 200 but the body was "\ufeffOK\\n", expected OK and nothing else',
    );
  });

  it.each([
    [
      '<br />\n<b>Warning</b>:  Undefined array key "merchantReference" in <b>/srv/shop/public/payment/notify.php</b> on line <b>12</b><br />\nOK',
      '…Warning: Undefined array key "merchantReference" in /srv/shop/public/payment/notify.php on line 12…',
    ],
    [
      "OK\nPHP Fatal error: Uncaught Error: no such table in /srv/a.php:3\nStack trace:\n#0 {main}\n  thrown in /srv/a.php on line 3\n",
      "…Fatal error: Uncaught Error: no such table in /srv/a.php:3 Stack trace: #0 {main} thrown in /srv/a.php on line 3…",
    ],
    [
      `Notice: ${"x".repeat(400)} in /srv/a.php on line 77`,
      expect.stringMatching(/^…Notice: x+…x+ in \/srv\/a\.php on line 77…$/),
    ],
  ])("keeps the file and the line of a fault that PHP printed: %j", (text, shown) => {
    const said = whyNot(200, text, true, "trimmed") ?? "";
    expect(JSON.parse(/^answered 200 but the body was (.*), expected OK$/.exec(said)?.[1] ?? "")).toEqual(shown);
  });
});

/** Answers each notification with this text. */
const shopThatSays = (text: string) =>
  listening((request, response) => request.resume().on("end", () => response.end(text)));

it.each([
  ["trimmed", "acknowledged"],
  ["exact", "due"],
] as const)(
  "acknowledgement: %s leaves a notification that was answered with a line break %s",
  async (choice, state) => {
    await using shop = await shopThatSays("OK\n");
    await using sandbox = await startTestSandbox({ policy: { ...defaultPolicy, acknowledgement: choice } });
    const { client, url } = await sandbox.lane();
    await client("tokenization/sale", requests.sale({ callbackUrl: { notify: shop.url } }));
    await control(url, "POST", "wait", { for: "notification" });
    const { body } = await control(url, "GET", "notifications");
    expect(body.notifications[0]).toMatchObject({ state, attempts: [{ status: 200, body: "OK\n" }] });
  },
);

it("an answer that is compressed is told so", () => {
  const text = gzipSync("OK").toString("utf8");
  expect(whyNot(200, text, true, "trimmed")).toBe(
    "answered 200 but the body was compressed (gzip), which no notification asks for, expected OK",
  );
});

import { expect, it } from "vitest";
import { nextFor, warningCountsLine, warningKind } from "../../../src/tools/reports/warning-kinds.js";

it.each([
  [
    'no notification can be sent to callbackUrl.notify "localhost:5101/notify": not an HTTP address such as http://localhost:5101/notify',
    "notify-address",
  ],
  [
    'the shopper cannot be led to callbackUrl.success "/thanks.php": expected an address such as https://shop.example/thanks.php',
    "redirect-address",
  ],
  ["unknown path /sandbox/orders: did you mean /_sandbox/orders?", "unknown-parameter"],
  ["invalid, too: lang: expected one of zh-HK, en. Did you mean en?", "second-fault"],
  ["1 more invalid parameter", "second-fault"],
  ["something new", "other"],
] as const)("%s is counted as %s", (text, kind) => {
  expect(warningKind(text)).toBe(kind);
});

it("calls whose notifications cannot be sent are counted, and told what to set", () => {
  const counts = { "notify-address": 2 };
  expect(warningCountsLine(counts)).toBe("warnings: 2 calls with an address to which no notification can be sent");
  expect(nextFor(counts)).toMatch(/^set callbackUrl\.notify \(notifyUrl\)/);
});

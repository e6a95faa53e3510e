import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { startSandbox } from "../../../src/index.js";
import { packageRoot } from "../../../src/package/files.js";
import { withMemberNames } from "../../../src/tools/library/member-names.js";
import { ofFile } from "../../support/of-file.js";
import { testFolder } from "../../support/sandbox.js";

const sandbox = ofFile(await startSandbox());
const lane = await sandbox.lane("named");

const sold = { amount: 50, currency: "HKD", lineItems: [{ quantity: 1, priceData: { name: "tea", unitAmount: 50 } }] };

it.each([
  ["pay it with POST /_sandbox/orders/12/simulate", "pay it with lane.pay(12)"],
  ["GET /_sandbox/notifications lists them; check the lane", "lane.notifications() lists them; check the lane"],
  ["POST /_sandbox/notifications/3/resend sends it", "lane.resend(3) sends it"],
  ["advance the clock with PUT /_sandbox/clock", 'advance the clock with lane.clock.advance("20m")'],
  ["advance the clock by 15s with PUT /_sandbox/clock, or", 'await lane.clock.advance("15s"), or'],
  ["GET /_sandbox/orders/1000001 shows its state", "lane.order(1000001) shows its state"],
  ["reset a lane: POST /lane/<name>/_sandbox/reset, or wait", "reset a lane: lane.reset(), or wait"],
  ["set the lane's clock back with PUT /_sandbox/clock.", "set the lane's clock back with lane.clock.set(new Date())."],
  [
    'To allow it here: PUT /_sandbox/merchants/3 {"capabilities": {"CARD": {"void": true}}}.',
    'To allow it here: lane.putMerchant(3, {"capabilities": {"CARD": {"void": true}}}).',
  ],
  [
    "set the balance by PUT /_sandbox/merchants/<id>.",
    "set the balance by lane.putMerchant(id, { unsettledBalance }).",
  ],
  [
    "Register the public key: PUT /_sandbox/merchants/<id> {publicKeys}, or `merchants` in the config.",
    "Register the public key: lane.putMerchant(id, { publicKeys }), or the option `merchants`.",
  ],
  ["Give the shop's CA with --notify-ca <pem>.", "Give the shop's CA with notifyCa <pem>."],
  ["sign it yourself (payment-sandbox sign --key)", "sign it yourself (payment-sandbox sign --key)"],
  // No member does these, and a filter would be lost.
  ["GET /_sandbox/lanes lists them", "GET /_sandbox/lanes lists them"],
  ["GET /_sandbox/orders?merchantReference=A lists all", "GET /_sandbox/orders?merchantReference=A lists all"],
])("%j names a member where there is one", (hint, told) => {
  expect(withMemberNames(hint)).toBe(told);
});

it("the fix of a refusal names the library's members", async () => {
  await expect(lane.unforce("rule-9")).rejects.toThrow(
    "there is no rule rule-9 (lane.rules() lists them; check the lane)",
  );
  await lane.snapshot("saved");
  await sandbox.lane("busy");
  const said = "there is a lane busy (lane.drop() first, or choose another name)";
  await expect(lane.fork("saved", "busy")).rejects.toThrow(said);
});

it("a sandbox that cannot start names the library's options", async () => {
  using folder = testFolder();
  const dataDir = folder.path;
  await using other = await startSandbox({ dataDir });
  const port = Number(new URL(other.url).port);
  for (const [options, said] of [
    [{ port }, /stop the other program, or give another port \(port: 0, as when left out,/],
    [{ dataDir }, /or start with another dataDir$/],
    [{ dataDir, store: "postgres://127.0.0.1:9/none" }, /^store and dataDir exclude each other/],
    [{ cert: "-" }, /^cert and key: expected both, found only cert$/],
  ] as const)
    await expect(startSandbox(options)).rejects.toThrow(said);
});

it("the fix of a misspelt assumption names the page that lists them, where it lies", async () => {
  const wrong = lane.assume({ "duplicate-referense": "return-existing" } as never);
  await expect(wrong).rejects.toThrow(`${join("docs", "assumptions.md")} lists the ids and their choices`);
});

it("the pages of a package that is installed in another folder are named there", () => {
  vi.spyOn(process, "cwd").mockReturnValue(join(packageRoot, "shop"));
  onTestFinished(() => void vi.restoreAllMocks());
  expect(withMemberNames("docs/payment-api.md#parameters-of-directsale lists all")).toBe(
    `${join("..", "docs", "payment-api.md")}#parameters-of-directsale lists all`,
  );
});

it("a shop whose Date a test fakes keeps time with a lane that is set to that Date", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const create = async (merchantReference: string) => {
    const expiryTime = new Date(Date.now() + 15 * 60_000).toISOString();
    return (await lane.call("hosted-checkout/create", { merchantReference, expiryTime, ...sold })).body.responseCode;
  };
  vi.setSystemTime(Date.now() + 31 * 86_400_000);
  await lane.clock.set(new Date());
  expect(await lane.clock.now()).toEqual(new Date());
  expect(await create("T-1")).toBe("0000");
  await lane.clock.advance("31d");
  expect(await create("T-2")).toBe("1001");
});

it("a port in use names the option", async () => {
  const port = Number(new URL(sandbox.url).port);
  await expect(startSandbox({ port })).rejects.toThrow(
    /is in use: .*, or give another port \(port: 0, as when left out,/,
  );
});

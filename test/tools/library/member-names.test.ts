import { afterAll, beforeAll, expect, it } from "vitest";
import { type Sandbox, type SandboxLane, startSandbox } from "../../../src/index.js";
import { withMemberNames } from "../../../src/tools/library/member-names.js";

let sandbox: Sandbox;
let lane: SandboxLane;
beforeAll(async () => {
  sandbox = await startSandbox();
  lane = await sandbox.lane("named");
});
afterAll(() => sandbox.stop());

it.each([
  ["GET /_sandbox/notifications lists them; check the lane", "lane.notifications() lists them; check the lane"],
  ["POST /_sandbox/notifications/3/resend sends it", "lane.resend(3) sends it"],
  ["advance the clock with PUT /_sandbox/clock", 'advance the clock with lane.clock.advance("20m")'],
  ["GET /_sandbox/orders/1000001 shows its state", "lane.order(1000001) shows its state"],
  ["reset a lane: POST /lane/<name>/_sandbox/reset, or wait", "reset a lane: lane.reset(), or wait"],
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

it("a port in use names the option", async () => {
  const port = Number(new URL(sandbox.url).port);
  await expect(startSandbox({ port })).rejects.toThrow(
    /is in use: .*, or give another port \(port: 0, as when left out,/,
  );
});

import { expect, it } from "vitest";
import { withToolNames } from "../../../src/tools/mcp/tool-names.js";

it.each([
  ["Advance the clock with PUT /_sandbox/clock.", "Advance the clock with the tool clock."],
  ["GET /_sandbox/orders lists them; check the lane", "the tool list_requests lists them; check the lane"],
  ["reset a lane: POST /lane/a/_sandbox/reset, or wait", "reset a lane: the tool reset, or wait"],
  ["POST http://localhost:4655/lane/a/_sandbox/notifications/3/resend", "the tool resend"],
  // No tool sets a merchant's balance.
  ["PUT /_sandbox/merchants/<id> {publicKeys}", "PUT /_sandbox/merchants/<id> {publicKeys}"],
])("%j names a tool where there is one", (hint, told) => {
  expect(withToolNames(hint)).toBe(told);
});

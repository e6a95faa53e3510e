import { join } from "node:path";
import { expect, it } from "vitest";
import { typed } from "../../../../src/package/typed.js";
import { withCommands } from "../../../../src/tools/cli/client/command-names.js";

const command = typed();
const base = "http://localhost:4655";

it.each([
  [
    "there is no order 5 (GET /_sandbox/orders lists them; check the lane)",
    `there is no order 5 (${command} why <merchantReference> finds it; check the lane (--lane))`,
  ],
  [
    "there is no notification 5 (GET /_sandbox/notifications lists them; check the lane)",
    `there is no notification 5 (${command} why <order> lists those of an order; check the lane (--lane))`,
  ],
  [
    "there is no snapshot x (GET /_sandbox/snapshots lists them)",
    `there is no snapshot x (${command} snapshot list shows them)`,
  ],
  [
    "the token a opens lanes a-*, not default (use one of your lanes, or a token for this lane)",
    "the token a opens lanes a-*, not default (use one of your lanes (--lane), or a token for this lane)",
  ],
  ["why req-3 says what to correct", `${command} why req-3 says what to correct`],
  ["GET /_sandbox/orders/459920 says why", `${command} why 459920 says why`],
  ["Then resend it with POST /_sandbox/notifications/7/resend.", `Then resend it with ${command} resend 7.`],
  [
    "it needs one (send Authorization: Bearer <the --admin-token (PAYMENT_SANDBOX_ADMIN_TOKEN) that it was started with or printed, or one of adminTokens>)",
    "it needs one (give its token: --admin-token <token>, or PAYMENT_SANDBOX_ADMIN_TOKEN)",
  ],
  [
    "docs/payment-api.md#parameters-of-directsale lists all",
    `${join("docs", "payment-api.md")}#parameters-of-directsale lists all`,
  ],
  ["Advance the clock with PUT /_sandbox/clock.", "Advance the clock with PUT /_sandbox/clock."],
])("%j names the command, if there is one", (hint, told) => {
  expect(withCommands(hint, { base })).toBe(told);
});

it.each([
  [{ base, isNamed: true }, " --url http://localhost:4655"],
  [{ base: `${base}/lane/refunds` }, " --lane refunds"],
  [{ base: `${base}/lane/refunds`, isNamed: true }, " --url http://localhost:4655 --lane refunds"],
])("commands lead to the lane that was asked: %j", (target, options) => {
  expect(withCommands("GET /_sandbox/orders/1 or why req-3, then POST /_sandbox/notifications/7/resend", target)).toBe(
    `${command} why 1${options} or ${command} why req-3${options}, then ${command} resend 7${options}`,
  );
});

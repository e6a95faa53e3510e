/**
 * The kinds of mutant that together find each wrong shop of examples/shops, those that find the most first. Computed from
 * bench/judge-order/table.json by `npm run judge-order`.
 */
export const detectives: readonly string[] = [
  "sale after-commit/connection-reset",
  "sale decline/do-not-honour",
  "pay page/returns-unpaid",
  "sale race/with-copy",
  "refund after-commit/connection-reset",
  "sale forged/empty-signature",
  "sale before-commit/connection-reset",
  "sale foreign/other-order",
  "void after-commit/connection-reset",
  "pay page/returns-without-notice",
  "pay race/with-redirect",
  "create after-commit/connection-reset",
  "recurring after-commit/connection-reset",
  "recurring before-commit/connection-reset",
  "refund before-commit/connection-reset",
  "create forged/empty-signature",
  "create keyless/missing",
  "create shopper/double-click",
  "create shopper/pay-again",
  "pay page/cancels-then-pays",
  "refund after-commit/no-response",
  "sale crash/after-ack",
  "sale crash/before-ack",
  "sale crash/before-answer",
  "sale crash/worker",
  "sale future/extra-member",
];

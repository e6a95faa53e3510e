#!/usr/bin/env bash
# paypal-recurring 1.1.0 (npm), subscriptions by PayPal's name-value interface. The start of a subscription is turned to UTC twice: a server in Hong Kong that names midnight of December 1 sends 8 hours before it, November 30, 08:00
# in UTC, and PayPal takes the first payment a day early, in the month before; one in New York sends five hours after it. Right in UTC alone. And what PayPal answers as SuccessWithWarning, a subscription that exists and takes money, is
# called back with the error true: no profile id, no reason; who asks again makes a second one.
# Safe: TZ=UTC for the process; getSubscription or PayPal's own list before another try.
# PayPal is a stand-in. Node.js 23 and newer have no util.isDate, which the package asks for: it is given back here.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts paypal-recurring@1.1.0 >/dev/null 2>&1
cat >shop.cjs <<'JS'
const util = require("node:util");
util.isDate ??= util.types.isDate;
const Paypal = require("paypal-recurring");
const paypal = new Paypal({ username: "u", password: "p", signature: "s" });
let ack = "Success";
paypal.makeAPIrequest = ({ PROFILESTARTDATE }, done) => {
  if (ack === "Success") console.log(`${process.env.TZ}: midnight of December 1 is sent as ${PROFILESTARTDATE}, which is there ${new Date(PROFILESTARTDATE).toString().slice(4, 21)}`);
  done(null, { ACK: ack, PROFILEID: "I-1", PROFILESTATUS: "ActiveProfile" });
};
const subscription = () => ({ DESC: "Gold", BILLINGPERIOD: "Month", BILLINGFREQUENCY: 1, AMT: 50, PROFILESTARTDATE: new Date(2026, 11, 1) });
const told = (error, answer) => console.log(`${ack}: error ${error}, profile ${answer?.PROFILEID}`);
paypal.createSubscription("token", "payer", subscription(), () => {});
if (process.env.TZ !== "UTC") process.exit();
for (ack of ["SuccessWithWarning", "Failure"]) paypal.createSubscription("token", "payer", subscription(), told);
JS
for zone in Asia/Hong_Kong America/New_York UTC; do TZ=$zone node --no-deprecation shop.cjs; done | tee seen
diff seen - <<'TEXT'
Asia/Hong_Kong: midnight of December 1 is sent as 2026-11-30T08:00:00.000Z, which is there Nov 30 2026 16:00
America/New_York: midnight of December 1 is sent as 2026-12-01T10:00:00.000Z, which is there Dec 01 2026 05:00
UTC: midnight of December 1 is sent as 2026-12-01T00:00:00.000Z, which is there Dec 01 2026 00:00
SuccessWithWarning: error true, profile undefined
Failure: error true, profile undefined
TEXT

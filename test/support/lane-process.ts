// A lane on a file, in a process that can be killed: sends what its outbox holds until nothing waits.
import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { HttpNotifier } from "../../src/lane/notify/http-notifier.js";
import { moveClock } from "../../src/lane/time/clock-moves.js";
import { KeptLog, laneParts, order } from "./lane-parts.js";

const [from = "", url = "", orders = "0"] = process.argv.slice(2);
const key = createPrivateKey(readFileSync("fixtures/keys/notification.private.pem", "utf8"));
const lane = laneParts(new HttpNotifier({ key, log: new KeptLog() }), { from });
if ((await lane.clock.read()).mode === "wall") {
  await lane.clock.freeze();
  for (let i = 0; i < Number(orders); i++) await order(lane, { notifyUrl: url });
}
await moveClock(lane, { action: "run-until-idle" });
const notifications = await lane.store.views.notifications({ limit: 1000 });
process.send?.(notifications.map(({ state }) => state));
process.disconnect?.();
process.exit(0);

#!/usr/bin/env bash
# xstate 5.33.3 (npm). An order's machine is kept by getPersistedSnapshot() and started again from it. If the process dies while the invoked charge is under
# way, the restart charges again: invoked promises begin anew. A delayed transition is not restored: an open order that was to expire stays open for ever
# after a restart. xstate 4.38.3 charges again, too, and runs the last entry actions at each start: a paid order is shipped with each restart.
# Safe: give the charge a key from the machine's context and query before charging; keep the time of expiry in the context, and
# send an event on start if it has passed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts xstate@5.33.3 xstate4@npm:xstate@4.38.3 >/dev/null
cat >shop.mjs <<'JS'
import { createActor, fromPromise, setup } from "xstate";
import xstate4 from "xstate4";
const { createMachine, interpret, State } = xstate4;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const seen = [];
const charge = async () => { seen.push("charge"); await pause(100); };
const states = {
  open: { on: { PAY: "charging" }, after: { 300: "expired" } },
  charging: { invoke: { src: "charge", onDone: "paid" } },
  paid: { entry: "ship" },
  expired: {},
};
const machine5 = setup({ actors: { charge: fromPromise(charge) }, actions: { ship: () => seen.push("ship") } }).createMachine({ initial: "open", states });
const options4 = { services: { charge }, actions: { ship: () => seen.push("ship") } };
const machine4 = createMachine({ id: "order", initial: "open", predictableActionArguments: true, states }, options4);
const versions = {
  "xstate 5": (kept) => {
    const actor = createActor(machine5, { snapshot: kept && JSON.parse(kept) }).start();
    return { actor, keep: () => JSON.stringify(actor.getPersistedSnapshot()), state: () => actor.getSnapshot().value };
  },
  "xstate 4": (kept) => {
    const actor = interpret(machine4).start(kept && State.create(JSON.parse(kept)));
    return { actor, keep: () => JSON.stringify(actor.state), state: () => actor.state.value };
  },
};
for (const [version, start] of Object.entries(versions)) {
  let order = start();
  order.actor.send({ type: "PAY" });
  let kept = order.keep();
  order.actor.stop();
  order = start(kept);
  await pause(200);
  console.log(version, "dies while charging:", order.state(), "-", seen.join(", "));
  kept = order.keep();
  seen.length = 0;
  order = start(kept);
  console.log(version, "starts again when paid:", order.state(), "-", seen.join(", ") || "nothing");
  order = start();
  await pause(100);
  kept = order.keep();
  order.actor.stop();
  order = start(kept);
  await pause(600);
  console.log(version, "dies before it expires:", order.state());
}
process.exit();
JS
node shop.mjs | tee seen
diff seen - <<'TEXT'
xstate 5 dies while charging: paid - charge, charge, ship
xstate 5 starts again when paid: paid - nothing
xstate 5 dies before it expires: open
xstate 4 dies while charging: paid - charge, charge, ship
xstate 4 starts again when paid: paid - ship
xstate 4 dies before it expires: expired
TEXT

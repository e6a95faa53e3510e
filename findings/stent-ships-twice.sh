#!/usr/bin/env bash
# stent 8.0.4 (npm). The documented way for work that takes time is a generator that gives the next state at its end. Until then the machine is in
# the old state, and the same action, a second notification of the same order, runs the generator a second time: both ship.
# Safe: give the state SHIPPING first, and do the work there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts stent@8.0.4 >/dev/null
cat >shop.cjs <<'JS'
const { Machine } = require("stent");
const { call } = require("stent/lib/helpers");
let shipped = 0;
const carrier = async () => {
  await null;
  shipped++;
};
function* pay() {
  yield call(carrier);
  return { name: "SUCCESS" };
}
const order = Machine.create("order", { state: { name: "OPEN" }, transitions: { OPEN: { pay }, SUCCESS: { other: "SUCCESS" } } });
order.pay();
order.pay();
setImmediate(() => {
  console.log(`${order.state.name}, shipped ${shipped}`);
  order.pay();
  setImmediate(() => console.log(`later once more: shipped ${shipped}`));
});
JS
seen=$(node shop.cjs)
echo "$seen"
expected='SUCCESS, shipped 2
later once more: shipped 2'
[ "$seen" = "$expected" ]

#!/usr/bin/env bash
# javascript-state-machine 3.1.0 (npm) changes the state before it calls `onPay`. If that callback's shipment fails, the order is paid, and the
# notification that comes again meets an exception: nothing is ever shipped. In `onBeforePay` the state stays, and the next one ships.
# For a state SUCCESS it calls `onEnterSuccess`; a method `onEnterSUCCESS` is never called, without a word.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts javascript-state-machine@3.1.0 >/dev/null
cat >shop.cjs <<'JS'
const StateMachine = require("javascript-state-machine");
const answer = async (work) => {
  try {
    return String(await work());
  } catch (error) {
    return error.message;
  }
};
const transitions = [{ name: "pay", from: "OPEN", to: "SUCCESS" }];
(async () => {
  for (const hook of ["onPay", "onBeforePay"]) {
    let tried = 0;
    const ship = async () => {
      if (++tried === 1) throw new Error("no carrier");
    };
    const order = new StateMachine({ init: "OPEN", transitions, methods: { [hook]: ship } });
    const first = await answer(() => order.pay());
    console.log(`${hook}: ${first}, ${order.state}; again: ${await answer(() => order.pay())}; tried ${tried}`);
  }
  for (const hook of ["onEnterSUCCESS", "onEnterSuccess"]) {
    let calls = 0;
    const order = new StateMachine({ init: "OPEN", transitions, methods: { [hook]: () => void calls++ } });
    order.pay();
    console.log(`${hook}: ${calls}`);
  }
})();
JS
seen=$(node shop.cjs)
echo "$seen"
expected='onPay: no carrier, SUCCESS; again: transition is invalid in current state; tried 1
onBeforePay: no carrier, OPEN; again: true; tried 2
onEnterSUCCESS: 0
onEnterSuccess: 1'
[ "$seen" = "$expected" ]

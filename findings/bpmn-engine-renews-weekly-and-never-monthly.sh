#!/usr/bin/env bash
# bpmn-engine 25.0.1 with bpmn-elements 17.3.0 (npm, workflows): a timer of 20 days (P20D), and one of a week that repeats (R/P1W), charge when they are due. One of 30 days or
# of a month (P30D, P1M, R3/P1M) charges never, without an error: it's longer than setTimeout can wait (24.8 days), so it is not set at all. It only
# comes if the engine happens to be stopped and resumed after that day.
# Safe: renew by a table of due dates and a daily job; or resume the engine each day from its saved state.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts bpmn-engine@25.0.1 bpmn-elements@17.3.0 >/dev/null
cat >renew.cjs <<'JS'
const { mock } = require("node:test");
mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.parse("2026-01-31") });
const { Engine } = require("bpmn-engine");
const renew = async (kind, value) => {
  mock.timers.setTime(Date.parse("2026-01-31"));
  const charges = [];
  const source = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="http://shop">
    <process id="renewals" isExecutable="true">
      <startEvent id="start" />
      <sequenceFlow id="to-subscription" sourceRef="start" targetRef="subscription" />
      <userTask id="subscription" />
      <boundaryEvent id="due" attachedToRef="subscription" cancelActivity="false">
        <timerEventDefinition><${kind} xsi:type="tFormalExpression">${value}</${kind}></timerEventDefinition>
      </boundaryEvent>
      <sequenceFlow id="to-charge" sourceRef="due" targetRef="charge" />
      <serviceTask id="charge" implementation="\${environment.services.charge}" />
    </process></definitions>`;
  const charge = (_, done) => {
    charges.push(new Date().toISOString().slice(0, 10));
    done();
  };
  const engine = new Engine({ name: "shop", source, services: { charge } });
  await engine.execute();
  for (let hours = 0; hours < 100 * 24; hours += 6) {
    mock.timers.tick(6 * 3_600_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  engine.stop();
  console.log(`${value}: ${charges.length} charges in 100 days${charges.length ? ", first " + charges[0] : ""}`);
};
(async () => {
  await renew("timeDuration", "P20D");
  await renew("timeCycle", "R/P1W");
  await renew("timeDuration", "P30D");
  await renew("timeDuration", "P1M");
  await renew("timeCycle", "R3/P1M");
})();
JS
node renew.cjs | tee seen
diff seen - <<'TEXT'
P20D: 1 charges in 100 days, first 2026-02-20
R/P1W: 14 charges in 100 days, first 2026-02-07
P30D: 0 charges in 100 days
P1M: 0 charges in 100 days
R3/P1M: 0 charges in 100 days
TEXT

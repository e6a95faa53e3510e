import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "@commander-js/extra-typings";
import type { RequestSummary } from "../../../lane/explain/request-schema.js";
import { NO_CALL } from "../../../lane/explain/strict-report.js";
import { DEFAULT_LANE, isPattern } from "../../../lane/ports/name.js";
import { askedIn } from "../../../lane/views/facts-of-call.js";
import { answerMessageOf } from "../../../lane/views/message-of-answer.js";
import { InvalidInput } from "../../../package/errors.js";
import { version } from "../../../package/version.js";
import { inLane, laneNamedBy, withoutLane } from "../../library/control-client.js";
import { REQUESTS_MAX, type RequestLine, verdictOf } from "../../reports/run.js";
import { resultLines } from "../../reports/terminal.js";
import { unacknowledged } from "../../reports/unacknowledged.js";
import { reportOfVerified } from "../../reports/verify-report.js";
import { prepareReports, writeReports } from "../../reports/write.js";
import { reportOption } from "../runs/run-options.js";
import type { OptionsOf } from "../value-options.js";
import { addTargetOptions, type ClientOptions, callControl, controlTarget, inMadeLane } from "./client.js";
import type { ClientTarget } from "./command-names.js";
import { lanesMeant, serverTarget } from "./lanes.js";

const MORE = `
In --lane, * stands for any text: it checks each lane that fits, and writes one report. It needs quotes.
It checks what the lane's scenarios expect, their rules, the calls since the last reset, and the books, as exec does at its end.

Examples:
  payment-sandbox verify --lane pr-17
  payment-sandbox verify --lane pr-17 --strict --report junit=payments.xml
  payment-sandbox verify --lane 'build-17-*' --strict --report junit=payments.xml

Exit codes:
  0  fine
  1  it refused
  2  usage, or no such lane
  3  no sandbox answers
  4  an expectation was not met; with --strict also a warning (a rule that never fired, no call at all, a misspelt parameter,
     a member twice, a merchant without a key)
  5  an invariant broke: a defect of the sandbox itself`;

const declared = (program: Command) =>
  addTargetOptions(
    program
      .command("verify")
      .description("check the scenarios of a lane of a running sandbox, for CI")
      .option("--strict", "fail on warnings, too")
      .addOption(reportOption()),
  ).addHelpText("after", MORE);

export const addVerify = (program: Command): void => void declared(program).action(verify);

async function verify({ strict, report: reports = [], ...options }: OptionsOf<typeof declared>): Promise<void> {
  prepareReports(reports);
  const targets = await targetsOf(options);
  const startedAt = new Date();
  const checked: Awaited<ReturnType<typeof checkedIn>>[] = [];
  for (const target of targets) checked.push(await checkedIn(target));
  const lanes = checked.map((one) => one.lane);
  const verified = {
    ...{ version, strict: strict === true, url: withoutLane(targets[0]!.base), startedAt: startedAt.toISOString() },
    durationMs: Date.now() - startedAt.getTime(),
    exitCode: verdictOf({ lanes }, strict === true && checked.some(({ passed }) => !passed)),
    ...{ lanes, warnings: checked.flatMap(({ warnings }) => warnings) },
    unacknowledged: checked.flatMap((one) => one.unacknowledged),
    requests: checked.flatMap((one) => one.requests),
  };
  const found = reportOfVerified(verified);
  for (const line of resultLines(found)) process.stderr.write(`payment-sandbox: ${line}\n`);
  process.stdout.write(`${found.totals.join("\n")}\n`);
  process.exitCode = verified.exitCode;
  await writeReports(reports, verified, found);
}

/** The chosen lane, or each lane that a pattern means. Throws InvalidInput if there is none. */
async function targetsOf(options: ClientOptions): Promise<readonly ClientTarget[]> {
  const { lane } = options;
  if (lane === undefined || !isPattern(lane))
    return [await inMadeLane(await controlTarget(options), undefined, NO_CALL)];
  const server = await serverTarget(options);
  const { meant } = await lanesMeant(server, [lane]);
  if (meant.length === 0) throw new InvalidInput(`there is no lane ${lane} at ${server.base} (${NO_CALL})`);
  return meant.map((name) => inLane(server, name));
}

/** Its `passed` is strict. Without --strict, warnings are only told. */
async function checkedIn(target: ClientTarget) {
  await deliveriesEnded(target);
  const report = await callControl(target, "POST /verify", { body: { strict: true } });
  const { passed, warnings = [], scenarios = [] } = report;
  const lane = laneNamedBy(target) ?? DEFAULT_LANE;
  const invariants = await callControl(target, "GET /invariants", {});
  const { notifications } = await callControl(target, "GET /notifications", { query: { limit: LOOKED_AT } });
  const { requests } = await callControl(target, "GET /requests", { query: { limit: REQUESTS_MAX, bodies: true } });
  return {
    ...{ passed, lane: { lane, scenarios, invariants }, warnings: warnings.map((one) => ({ lane, ...one })) },
    unacknowledged: unacknowledged(lane, notifications, LOOKED_AT),
    requests: requests.map((call) => requestLine(lane, call)).reverse(),
  };
}

function requestLine(
  lane: string,
  { id: requestId, request = "", response = "", ...call }: RequestSummary,
): RequestLine {
  const { at, operation, merchantReference, responseCode, reachedClient, rule } = call;
  return {
    ...{ lane, requestId, at, operation, merchantReference, ...askedIn(request) },
    ...{ responseCode, message: answerMessageOf(response), rule, ...(!reachedClient && { reachedClient }) },
  };
}

/** How many notifications back to search. */
const LOOKED_AT = 1000;

/** How long to wait for deliveries, in milliseconds. */
const DELIVERIES_MAX_MS = 5000;
const POLL_MS = 50;

/** An attempt that is under way, or due by now, may still be acknowledged. */
async function deliveriesEnded(target: ClientTarget): Promise<void> {
  const sent = (state: "due" | "in-flight") =>
    callControl(target, "GET /notifications", { query: { state, limit: LOOKED_AT } });
  const until = Date.now() + DELIVERIES_MAX_MS;
  while (Date.now() < until) {
    const { now } = await callControl(target, "GET /clock", {});
    // In this order, because what is due becomes what is in flight.
    const due = (await sent("due")).notifications.filter(({ nextAt }) => nextAt !== null && nextAt <= now);
    if (due.length + (await sent("in-flight")).notifications.length === 0) return;
    await pause(POLL_MS);
  }
}

import { isDeclineName, SUCCESS_CODE } from "../../core/facts/codes.js";
import { requestId } from "../../lane/ports/exchange.js";
import { withMemberNames } from "../library/member-names.js";
import { type CallFact, isCharge, type NotificationFact, shopCallsOf } from "./observe/facts.js";
import { type BooksAndBeliefs, bothSidesOf } from "./oracle/carts.js";
import { firstRunRepeats, repeatedMessages } from "./oracle/effects.js";
import { compareOrder, isBookedNet } from "./oracle/orders.js";
import { priceNotes } from "./oracle/prices.js";
import type { ShopRun } from "./run/shop-runner.js";
import { unknownPayments } from "./unknown-payments.js";
import { accountOf } from "./verdict-of.js";

/** Notes about what the dry run leaves open, so that it can't be judged. */
export function dryNotes(dry: ShopRun): readonly string[] {
  const nameless = Object.entries(dry.beliefs ?? {}).filter(([, { currency, paid }]) => currency === undefined && paid);
  return [
    ...(nameless.length === 0
      ? []
      : [
          `${nameless
            .map(([reference]) => reference)
            .slice(0, 3)
            .join(", ")}: the beliefs name no currency, so a wrong one is not found`,
        ]),
    ...(dry.beliefs === undefined ? [] : [...repeatedMessages(accountOf(dry)), ...priceNotes(accountOf(dry))]),
  ];
}

/** Why a dry run can't be used for judging, one sentence each. Empty if it went well. */
export function dryRunProblems(run: ShopRun, isFunction = false): readonly string[] {
  const problems = [
    ...runProblems(run, isFunction),
    ...(isRedAlone(run) && !isFunction ? [SEE_IT_ALONE] : []),
    ...refusedCalls(run).map((problem) => (isFunction ? withMemberNames(problem) : problem)),
    ...refusedNotifications(run),
  ];
  // Any other problem is the likely cause.
  return problems.length > 0 || run.beliefs === undefined ? problems : unknownPayments(accountOf(run));
}

/** Not the driver of a shop that keeps running: alone it has no shop. */
const isRedAlone = ({ exitCode, endedMs }: ShopRun): boolean =>
  exitCode !== null && exitCode > 0 && endedMs === undefined;
const SEE_IT_ALONE =
  "next: payment-sandbox exec -- <the same command> shows all that it writes; leave out tests that need a scenario or force faults (pytest -k, vitest -t)";
const NO_CALL = "it made no call: its base URL must be that of PAYMENT_SANDBOX_URL (docs: What your shop has to do)";
const NO_CALL_OF_FUNCTION = "it made no call: its base URL must be lane.url (docs: What your shop has to do)";
/** A command that failed, or was not found, says nothing about its base URL. */
const NO_CALL_BEFORE = "it made no call before that";
/** A command that waits for requests waits for ever. */
const NO_END = `${NO_CALL_BEFORE}. A web server is judged by judge --shop <its command> (docs: judge a web server)`;

/** Why nothing can be compared with a run, whatever the shop makes of notifications. */
export function runProblems(run: ShopRun, isFunction = false): readonly string[] {
  return [
    ...(run.why === null ? [] : [run.why]),
    ...(run.why === null ? [] : run.unreadable),
    ...(run.lanes.length === 0 && !run.isShopDown ? [noCallIn(run, isFunction)] : []),
    ...run.unmet,
    ...(run.beliefs === undefined ? [] : wrongBeliefs(run)),
  ];
}

function noCallIn({ why, hasTimedOut }: ShopRun, isFunction: boolean): string {
  if (why === null) return isFunction ? NO_CALL_OF_FUNCTION : NO_CALL;
  return hasTimedOut && !isFunction ? NO_END : NO_CALL_BEFORE;
}

/** With the lanes in which the test broke an answer itself, because that may be why the shop is wrong. */
function wrongBeliefs(run: ShopRun): readonly string[] {
  const wrong = [...differences(accountOf(run)), ...firstRunRepeats(accountOf(run))];
  const broken = run.lanes.flatMap(({ name, facts }) => {
    // No mutant runs yet.
    const call = facts.find((fact): fact is CallFact => fact.kind === "call" && fact.fault !== undefined);
    return call
      ? [
          `in lane ${name} a rule of the test's own broke the answer to ${call.operation} (${call.fault}): leave out tests that force faults (pytest -k, vitest -t)`,
        ]
      : [];
  });
  return wrong.length === 0 ? [] : [...wrong, ...broken];
}

/** If the service refused each call, nothing was sold, so there is nothing to judge. A query doesn't change that. */
function refusedCalls({ lanes }: ShopRun): readonly string[] {
  const all = lanes.flatMap(shopCallsOf);
  const ofOrders = all.filter(({ operation }) => !operation.endsWith("-token"));
  const isFutile = all.every(isRefusedEarly) || (ofOrders.some(sells) && ofOrders.every(cameToNothing));
  const calls = ofOrders.length > 0 ? ofOrders : all;
  const first = calls.find(sells) ?? calls[0];
  if (first === undefined || !isFutile) return [];
  const which = all.length === 1 ? "its only call was" : `each of its ${calls.length} calls for orders was`;
  return [
    `${which} refused, so nothing was sold: ${refusalText(first)}${first.advice === undefined ? "" : `. ${first.advice}`}`,
  ];
}

/** Notes about calls without a mutant because the service refused them. Otherwise they would look as if they had been judged. */
export function untriedCalls(dry: ShopRun): readonly string[] {
  if (refusedCalls(dry).length > 0) return [];
  const untried = dry.lanes.flatMap(shopCallsOf).filter(isRefusedEarly);
  return [...Map.groupBy(untried, ({ operation, responseCode }) => `${operation} ${responseCode}`).values()].map(
    (all) => {
      const which = all.length === 1 ? `${all[0]!.operation} was` : `${all.length} calls of ${all[0]!.operation} were`;
      return `${which} refused in the first run, so no mutant tried ${all.length === 1 ? "it" : "them"}: ${refusalText(all[0]!)}. ${LET_IT_SUCCEED}`;
    },
  );
}

export const refusalText = ({ id, operation, responseCode, message }: CallFact): string =>
  `${requestId(id)} ${operation} was answered ${responseCode} ${message}`;
export const LET_IT_SUCCEED = "Let your test make a call that succeeds";

/** No rule can change what is refused before the rules are tried, so such a call has no mutant. */
export const isRefusedEarly = ({ responseCode, asksRules }: CallFact): boolean =>
  responseCode !== SUCCESS_CODE && !asksRules;

const sells = (call: CallFact): boolean => isCharge(call) || call.operation.endsWith("/create");

/** True if the service refused it by itself. A declined card is a sale that a shop must handle, and a rule is the test's own. */
const cameToNothing = ({ responseCode, effects, ended = "" }: CallFact): boolean =>
  responseCode !== SUCCESS_CODE && effects === undefined && !isDeclineName(ended);

/** A shop that refuses what is genuine can't be fooled by anything forged, so its survival would prove nothing. */
function refusedNotifications(run: ShopRun): readonly string[] {
  const answered = genuineIn(run).filter(({ status }) => status !== null);
  const [first] = answered;
  if (first === undefined || answered.some(({ why }) => why === null)) return [];
  return [
    `the shop accepted no notification, though each was genuine: that of ${first.reference} was answered ${first.status} ${JSON.stringify(first.answer.slice(0, SHOWN_CHARS))}, expected a 2xx status and OK. Does it verify with the key in PAYMENT_SANDBOX_PUBLIC_KEY_FILE?`,
  ];
}
const SHOWN_CHARS = 60;

/** True if the shop was told something and took none of it, such as one that doesn't listen in its tests. */
export const hearsNothing = (run: ShopRun): boolean => {
  const genuine = genuineIn(run);
  return genuine.length > 0 && genuine.every(({ why }) => why !== null);
};

const genuineIn = ({ lanes }: ShopRun): readonly NotificationFact[] =>
  lanes.flatMap(({ facts }) =>
    facts.filter((fact): fact is NotificationFact => fact.kind === "notification" && fact.forged === undefined),
  );

/** If everything went well, the shop could know everything. */
const differences = (account: BooksAndBeliefs): readonly string[] =>
  bothSidesOf(account).flatMap((sides) => {
    const said = compareOrder({ ...sides, knows: () => "told" });
    return said === undefined || said.verdict === "unresolved" ? [] : [said.why];
  });

/** A note if the shop counts what went back as never paid. */
export function netNotes(runs: readonly ShopRun[]): readonly string[] {
  const net = new Set(
    runs.flatMap((run) => {
      if (run.beliefs === undefined) return [];
      return bothSidesOf(accountOf(run)).flatMap(({ reference, book, belief }) =>
        book && !book.isAmbiguous && isBookedNet(book, belief) ? [reference] : [],
      );
    }),
  );
  const shown = [...net].slice(0, 3).join(", ");
  return net.size === 0
    ? []
    : [
        `${shown}: the beliefs name net amounts. They are right; with paid and refunded apart, more mistakes can be found`,
      ];
}

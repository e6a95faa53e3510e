import { hasNoSuccess } from "../../lane/explain/lost-answer.js";
import {
  adviceForNotification,
  isUnanswered,
  signedTextOf,
  stoppedByAddress,
} from "../../lane/explain/notification-advice.js";
import type { RequestDetails } from "../../lane/explain/request-schema.js";
import { explanationText } from "../../lane/explain/why-text.js";
import { MOVES_CLOCK } from "../../lane/ports/attempt-failures.js";
import { withPagePaths } from "../../package/files.js";
import { missedBy } from "./intercept.js";
import { useOf } from "./lane-client.js";
import type { Notification } from "./language.js";
import { withMemberNames } from "./member-names.js";
import type { SandboxLane } from "./types.js";

/** How many calls back to search, how many refusals to compare, and how many to explain. */
const LOOKED_AT = 1000;
const COMPARED = 20;
const EXPLAINED = 3;

const TIMERS = "Fake timers can keep its calls back, too: docs/runners.md#keys-and-fake-timers.";

/**
 * The first and the latest calls of a lane that were refused, declined or cut, oldest first, each with the explanation of
 * `why`, and the calls that they name. Equal ones are explained once. After them the warnings of the other calls, the rules
 * of this test that never fired, the waits that the test's own end cut off, the clock's hint, and the latest notifications without an answer or that failed. If no call
 * came, only that. Undefined if all went well, or if the lane's own error ended the test before its first call.
 */
export async function refusalsText(lane: SandboxLane): Promise<string | undefined> {
  const calls = await lane.requests({ limit: LOOKED_AT });
  if (calls.length === 0) {
    if (useOf(lane).wasDropped) return `The test dropped lane ${lane.name}, so its calls are gone.\n`;
    if (useOf(lane).hasThrown) return undefined;
    return `No call reached lane ${lane.name}: ${missedBy(lane.url) ?? `does the code under test call ${lane.url}? ${withPagePaths(TIMERS)}`}\n`;
  }
  const refused = calls.filter(hasNoSuccess);
  const others = [
    callWarnings(calls.filter((call) => !hasNoSuccess(call))),
    await unfiredText(lane),
    await waitsText(lane),
    await clockText(lane),
    ...(await notificationTexts(lane)),
  ].filter((text) => text !== "");
  if (refused.length === 0) return others.length === 0 ? undefined : `In lane ${lane.name}:\n\n${others.join("\n")}`;
  const counted = refused.length === 1 ? "One call was" : `${refused.length} calls were`;
  const compared = [...refused.slice(0, COMPARED), ...refused.slice(COMPARED).slice(-1)].map(({ id }) => id);
  const groups = equalCalls(await detailsOf(lane, compared));
  const isWhole = refused.length <= COMPARED + 1 && groups.length <= EXPLAINED + 1;
  const explained = isWhole ? groups : [groups[0]!, ...groups.slice(-EXPLAINED)];
  const shown = isWhole ? "" : ` The first, and the last ${EXPLAINED} that differ:`;
  const texts = [...(await namedBy(explained, lane)), ...explained]
    .toSorted(([a], [b]) => numberOf(a) - numberOf(b))
    .map(refusalText);
  return `${counted} refused, declined or cut in lane ${lane.name}.${shown}\n\n${[...texts, ...others].join("\n")}`;
}

/** How to look at a lane that stays after its failed test. Undefined if no call reached it. */
export async function keptText(lane: SandboxLane): Promise<string | undefined> {
  const calls = await lane.requests({ limit: LOOKED_AT });
  if (calls.length === 0) return undefined;
  const which = calls.some(hasNoSuccess) ? " --last-refused" : "";
  return `Lane ${lane.name} is kept as long as the sandbox or its data folder: payment-sandbox why${which} --lane ${lane.name}\n`;
}

/** Calls with the same answer for the same reason, oldest first. */
type Equal = readonly [RequestDetails, ...RequestDetails[]];

/** The details of calls, oldest first. */
const detailsOf = (lane: SandboxLane, ids: readonly string[]): Promise<RequestDetails[]> =>
  Promise.all(ids.toReversed().map(async (id) => (await lane.request(id)) as RequestDetails));

function equalCalls(calls: readonly RequestDetails[]): readonly Equal[] {
  const kindOf = ({ request, response, explain }: RequestDetails): string =>
    JSON.stringify([
      ...[request.operation, request.merchantId, request.merchantReference, request.orderId, request.signature],
      ...[response.responseCode, response.fault, response.body, explain.advice],
    ]);
  return [...Map.groupBy(calls, kindOf).values()].map((group) => group as unknown as Equal);
}

/** The calls that an advice tells to ask `why` about. Nobody can ask it of a sandbox that ends with the test. */
async function namedBy(groups: readonly Equal[], lane: SandboxLane): Promise<readonly Equal[]> {
  const named = groups.flatMap(([{ explain }]) => [...explain.advice.matchAll(WHY)].map(([, id]) => id!));
  const others = [...new Set(named)].filter((id) => !groups.flat().some(({ request }) => request.id === id));
  if (others.length === 0) return [];
  const found = (await detailsOf(lane, others)).map((call): Equal => [call]);
  return [...found, ...(await namedBy([...groups, ...found], lane))];
}

const WHY = /\bwhy (req-\d+)/g;
const numberOf = ({ request }: RequestDetails): number => Number(request.id.replace("req-", ""));

function refusalText([call, ...again]: Equal): string {
  const text = withMemberNames(explanationText({ kind: "request", ...call })).replace(WHY, "$1 above");
  const ids = again.map(({ request }) => request.id);
  return ids.length === 0 ? text : `${text}\n${ids.join(", ")}: the same call with the same answer.\n`;
}

/** Each warning with the first call that had it. A misspelt parameter lets a call succeed that does another thing. */
function callWarnings(calls: Awaited<ReturnType<SandboxLane["requests"]>>): string {
  const found = calls.flatMap(({ id, operation, warnings = [] }) =>
    warnings.map((text) => [`${operation} has a warning: ${text}`, id] as const),
  );
  // The calls are newest first, so the first one's id is kept.
  return [...new Map(found)]
    .toReversed()
    .map(([text, id]) => `${id} ${text}\n`)
    .join("");
}

/** The rules that were added to the lane by `force` or `next`, and never fired. */
async function unfiredText(lane: SandboxLane): Promise<string> {
  return (await lane.rules())
    .filter(({ origin, fired }) => origin !== "file" && fired === 0)
    .map(
      ({ id, name, when, then }) =>
        `Rule ${name === undefined ? id : `${id} "${name}"`} never fired: when ${JSON.stringify(when ?? {})}, then ${JSON.stringify(then)}.\n`,
    )
    .join("");
}

/** What each wait of a test that has run out of time lacks: its own error would come too late. */
const waitsText = async (lane: SandboxLane): Promise<string> =>
  (
    await Promise.all(
      [...useOf(lane).waits].map((wait) =>
        lane.waitFor({ ...wait, timeoutMs: 0 }).then(
          () => "",
          ({ message }: Error) => `The test ended while it waited: ${message}\n`,
        ),
      ),
    )
  ).join("");

/** The hint of the lane's clock, if an order still waits to be settled. */
async function clockText(lane: SandboxLane): Promise<string> {
  const hint = useOf(lane).clockHint;
  if (hint === undefined || (await lane.orders({ status: "SUCCESS", limit: 1 })).length === 0) return "";
  return `The test moved the clock: ${hint}.\n`;
}

/** What became of the latest notification that the shop did not acknowledge, and which one it has not answered yet. */
async function notificationTexts(lane: SandboxLane): Promise<readonly string[]> {
  const notifications = await lane.notifications({ limit: LOOKED_AT });
  return [unansweredText(lane, notifications), undeliveredText(notifications)];
}

/** Names the oldest notification that is being sent: a handler that never ends its response holds up the clock, too. */
function unansweredText(lane: SandboxLane, notifications: readonly Notification[]): string {
  const open = notifications.findLast(isUnanswered);
  const what = open && withMemberNames(`Notification ${open.id} to ${open.url}: ${adviceForNotification(open)}\n`);
  const [move, another] = useOf(lane).moves;
  if (move === undefined) return what ?? "";
  const behind = another && ` lane.clock (${another.action}) waited for that move. ${MOVES_CLOCK}`;
  return `The test ended while it waited for lane.clock (${move.action}).${behind ?? ""}\n${what ?? ""}`;
}

/** The latest notification that the shop did not acknowledge, with its attempts or why it is not sent. */
function undeliveredText(notifications: readonly Notification[]): string {
  const notification = notifications.find(
    (one) => one.state !== "acknowledged" && (one.attempts.length > 0 || stoppedByAddress(one) !== undefined),
  );
  if (!notification) return "";
  const [advice, signedText] = [adviceForNotification(notification), signedTextOf(notification)];
  const text = explanationText({ kind: "notification", notification, advice, signedText });
  return `The shop did not acknowledge a notification:\n\n${withMemberNames(text)}`;
}

import { isRefused } from "../../lane/explain/lost-answer.js";
import { adviceForNotification, signedTextOf, stoppedByAddress } from "../../lane/explain/notification-advice.js";
import type { RequestDetails } from "../../lane/explain/request-schema.js";
import { explanationText } from "../../lane/explain/why-text.js";
import { missedBy } from "./intercept.js";
import { warningsText } from "./rule-warnings.js";
import type { SandboxLane } from "./types.js";

/** How many calls back to search, and how many refusals to explain. */
const LOOKED_AT = 1000;
const EXPLAINED = 3;

/**
 * The latest calls of a lane that were refused, declined or cut, oldest first, each with the explanation of `why`.
 * After them the rules of this test that never fired, the warnings of its rules, and the latest notification that failed; without any call, that
 * none came. Undefined if all went well.
 */
export async function refusalsText(lane: SandboxLane): Promise<string | undefined> {
  const calls = await lane.requests({ limit: LOOKED_AT });
  if (calls.length === 0)
    return `No call reached lane ${lane.name}: ${missedBy(lane.url) ?? `does the code under test call ${lane.url}?`}\n`;
  const refused = calls.filter(isRefused);
  const others = [await unfiredText(lane), warningsText(lane), await undeliveredText(lane)].filter(
    (text) => text !== undefined,
  );
  if (refused.length === 0) return others.length === 0 ? undefined : others.join("\n");
  const last = await Promise.all(refused.slice(0, EXPLAINED).map(({ id }) => lane.request(id)));
  const counted = refused.length === 1 ? "One call was" : `${refused.length} calls were`;
  const shown = refused.length > EXPLAINED ? ` The last ${EXPLAINED}:` : "";
  const texts = last.toReversed().map((call) => explanationText({ kind: "request", ...(call as RequestDetails) }));
  return `${counted} refused, declined or cut in lane ${lane.name}.${shown}\n\n${[...texts, ...others].join("\n")}`;
}

/** The rules that were added to the lane by `force` or `next`, and never fired. Undefined if there are none. */
async function unfiredText(lane: SandboxLane): Promise<string | undefined> {
  const rules = (await lane.rules()).filter(({ origin, fired }) => origin !== "file" && fired === 0);
  if (rules.length === 0) return undefined;
  return rules
    .map(
      ({ id, when, then }) =>
        `Rule ${id} never fired: when ${JSON.stringify(when ?? {})}, then ${JSON.stringify(then)}.\n`,
    )
    .join("");
}

/**
 * The latest notification that the shop did not acknowledge, with its attempts or why it is not sent. Undefined if there
 * is none.
 */
async function undeliveredText(lane: SandboxLane): Promise<string | undefined> {
  const notifications = await lane.notifications({ limit: LOOKED_AT });
  const notification = notifications.find(
    (one) => one.state !== "acknowledged" && (one.attempts.length > 0 || stoppedByAddress(one) !== undefined),
  );
  if (!notification) return undefined;
  const [advice, signedText] = [adviceForNotification(notification), signedTextOf(notification)];
  return `The shop did not acknowledge a notification:\n\n${explanationText({ kind: "notification", notification, advice, signedText })}`;
}

import { type InForce, inForce } from "../../app/choices.js";
import type { Result } from "../../app/commands/command.js";
import type { Executed } from "../../app/commands/execute.js";
import type { Lane } from "../../app/lane.js";
import type { Exchange } from "../../app/ports/exchange.js";
import { testCard } from "../../facts/cards.js";
import type { RefusalName } from "../../facts/codes.js";
import type { ActionOutcome, PayOutcome, Refusal, SignatureFlag, TypedCard } from "./service.js";

// What the ports of all hosted pages do alike over a lane.

export interface ServiceOptions {
  readonly hasTestPanel: boolean;
  /** Of all processes that share the storage; absent: each has its own. */
  readonly sealingKey?: Buffer | undefined;
}

/** A card, and what its 3-D Secure challenge came to; absent before one. */
interface Tried {
  readonly card?: TypedCard | undefined;
  readonly authenticated?: boolean | undefined;
}

/** MM/YY as typed becomes YYYYMM. */
export const expiryDateOf = ({ expiry }: TypedCard): string => `20${expiry.slice(3, 5)}${expiry.slice(0, 2)}`;

/** The issuer of such a card asks for 3-D Secure, once. */
export const asksChallenge = (lane: Lane, { card, authenticated }: Tried): boolean =>
  authenticated === undefined && card !== undefined && lane.hasMagicCards && testCard(card.number)?.challenge === true;

/** The page's answer is the browser's next page, so notifications need not wait for it. */
export async function finish(doing: Promise<Executed>): Promise<Result> {
  const done = await doing;
  done.release?.();
  return done.result;
}

export async function payOutcome(lane: Lane, result: Result): Promise<PayOutcome> {
  if (result.kind === "declined") {
    const { message } = (await inForce(lane)).code(result.decline);
    return { kind: "declined", reason: result.decline, message };
  }
  const refusal = await refusalOf(lane, result);
  return refusal ? { kind: "refused", ...refusal } : { kind: "paid" };
}

export async function actionOutcome(lane: Lane, result: Result): Promise<ActionOutcome> {
  const refusal = await refusalOf(lane, result);
  return refusal ? { kind: "refused", ...refusal } : { kind: "done" };
}

/** The session names nothing in this lane. */
export const notThere = async (lane: Lane) => ({
  kind: "refused" as const,
  reason: "order-not-found" as const,
  message: ownWords(await inForce(lane), "order-not-found"),
});

/** What the user's own table says of a refusal; our table's words are the page's to translate. */
function ownWords({ code }: InForce, reason: RefusalName): string | undefined {
  const { message, isUsersMessage } = code(reason);
  return isUsersMessage ? message : undefined;
}

/** What a rule or the state refuses; a lost answer is the service failing, as far as the shopper can see. */
export async function refusalOf(lane: Lane, result: Result): Promise<Refusal | undefined> {
  switch (result.kind) {
    case "refused":
      return { reason: result.reason, message: ownWords(await inForce(lane), result.reason) };
    case "forced":
      return { reason: "system-error", message: result.message };
    case "lost":
      return { reason: "system-error", message: ownWords(await inForce(lane), "system-error") };
    default:
      return undefined;
  }
}

/** What a page says of the call that opened it. */
export function flagOf(made: Exchange | undefined): SignatureFlag {
  return made === undefined ? "unchecked" : made.signature === "no-key" ? "unsigned" : made.signature;
}

import { SUCCESS_CODE } from "../../../core/facts/codes.js";
import { type CallFact, endedAtMs, isCharge, isQuery, type NotificationFact } from "../observe/facts.js";
import { isForSameAmount } from "./books.js";
import { answerTells } from "./knowledge.js";
import type { Ended } from "./wrong.js";

/**
 * The order whose genuine notification the shop may have booked on this one, since both have the same amount. Undefined
 * if it can't be: the charge of this one was refused by an answer, no such notification was acknowledged, its handler
 * queried its own order, the shop queried this order afterwards, or it counts more such orders as paid, without an answer
 * that says so, than notifications came.
 */
export function mixedUpWith({ facts, books, beliefs }: Ended, reference: string): string | undefined {
  const book = books.get(reference);
  const made = facts.find((fact) => fact.reference === reference);
  if (!book || book.isAmbiguous || !made) return undefined;
  const isAlike = (one = ""): boolean => {
    const other = books.get(one);
    return other !== undefined && isForSameAmount(other, book);
  };
  const calls = facts.filter((fact): fact is CallFact => fact.kind === "call" && fact.by === "shop");
  const answered = calls.filter(({ fault }) => fault === undefined);
  const queries = answered.filter(isQuery);
  // The shop then knew that it waits for no payment, or took that answer for success.
  const isTurnedDown = answered.some(
    (call) => call.reference === reference && isCharge(call) && call.responseCode !== SUCCESS_CODE,
  );
  if (isTurnedDown) return undefined;
  const isFoundByReference = (one: NotificationFact): boolean =>
    queries.some((call) => call.reference === one.reference && call.ms >= one.ms && call.ms <= endedAtMs(one));
  const heard = facts.filter(
    (fact): fact is NotificationFact =>
      fact.kind === "notification" &&
      fact.about === "payment" &&
      fact.forged === undefined &&
      fact.status !== null &&
      fact.status < 300 &&
      isAlike(fact.reference) &&
      endedAtMs(fact) >= made.ms &&
      !isFoundByReference(fact),
  );
  const untold = [...beliefs].filter(
    ([one, { paid }]) =>
      paid !== null &&
      paid > 0 &&
      isAlike(one) &&
      !calls.some((call) => call.reference === one && answerTells(call, "charged")),
  );
  const other = heard.find((one) => one.reference !== reference);
  const isAskedSince = other && queries.some((call) => call.reference === reference && call.ms > endedAtMs(other));
  return isAskedSince || untold.length > heard.length ? undefined : other?.reference;
}

import { brandOf, testCard } from "../../facts/cards.js";
import { type DeclineName, SUCCESS_CODE } from "../../facts/codes.js";
import { limits } from "../../facts/limits.js";
import type { SaveCard, TokenPage } from "../commands/card-entry.js";
import type { Command, Result } from "../commands/command.js";
import { type Answer, type Executed, execute } from "../commands/execute.js";
import type { Lane } from "../lane.js";

/** A card as the shopper gave it, on the page or by the control API. */
export interface GivenCard {
  /** Digits. It leaves this module masked only. */
  readonly number: string;
  /** Last month of validity, YYYYMM. */
  readonly expiryDate: string;
  /** HK, TW, CA, UK, US or OTHER. */
  readonly country?: string | undefined;
  /** Makes the issuer decline, unless a rule says otherwise. */
  readonly declined?: DeclineName | undefined;
}

/** The page that a session names; undefined where the proof in it is not the page's own. */
export async function tokenPageOf(lane: Pick<Lane, "store">, session: string): Promise<TokenPage | undefined> {
  const id = Number.parseInt(session.split("-")[0] ?? "", 36);
  const page = Number.isSafeInteger(id) ? await lane.store.views.tokenPage(id) : undefined;
  return page?.session === session ? page : undefined;
}

/** The shopper presses Save: the operation `card-entry/save`. */
export function saveCard(lane: Lane, page: TokenPage, given: GivenCard): Promise<Executed> {
  const card = cardOf(given, lane.hasMagicCards);
  const command: SaveCard = {
    kind: "save-card",
    merchantId: page.merchantId,
    pageId: page.id,
    card,
    cardOutcome: given.declined ?? card.outcome,
  };
  return act(lane, page, command, {
    about: {
      amountMinor: limits.verificationChargeMinor.value,
      currency: "HKD",
      paymentMethod: "CARD",
      cardType: card.brand,
      cardNumber: given.number,
    },
    told: { first6: card.first6, last4: card.last4, cardType: card.brand, expiryDate: card.expiryDate },
  });
}

/** The shopper goes back: the operation `card-entry/cancel`. */
export const cancelCardEntry = (lane: Lane, page: TokenPage): Promise<Executed> =>
  act(lane, page, { kind: "cancel-card-entry", merchantId: page.merchantId, pageId: page.id }, {});

// ASSUMED(token-country): the shopper's choice, in the page's own spelling; OTHER is none.
function cardOf({ number, expiryDate, country = "HK" }: GivenCard, hasMagic: boolean): SaveCard["card"] {
  const known = testCard(number);
  const brand = brandOf(number) ?? "VISA";
  return {
    first6: number.slice(0, 6),
    last4: number.slice(-4),
    brand,
    // ASSUMED(test-cards): a number that is none of them is a credit card.
    subBrand: known?.subBrand ?? `${brand}_CREDIT`,
    expiryDate,
    ...(country !== "OTHER" && { issuerCountry: country }),
    outcome: hasMagic ? (known?.outcome ?? "approve") : "approve",
  };
}

function act(
  lane: Lane,
  page: TokenPage,
  command: Extract<Command, { kind: "save-card" | "cancel-card-entry" }>,
  { about = {}, told = {} }: { readonly about?: object; readonly told?: object },
): Promise<Executed> {
  const operation = command.kind === "save-card" ? "card-entry/save" : "card-entry/cancel";
  return execute(lane, {
    operation,
    command,
    subject: { operation, merchantId: String(page.merchantId), userId: page.userId, ...about },
    signature: "unchecked",
    request: JSON.stringify({ cardEntryId: page.id, userId: page.userId, ...told }),
    answer: (result) => answerOf(lane, result),
  });
}

/** What the journal keeps of a page's action; the page itself reads the result. */
function answerOf(lane: Lane, result: Result): Answer {
  const base = { http: 200, assumed: [] };
  switch (result.kind) {
    case "token":
      return {
        ...base,
        responseCode: SUCCESS_CODE,
        body: JSON.stringify({ tokenId: result.token.tokenId }),
        assumed: ["verification-charge", "token-notification"],
      };
    case "done":
      return { ...base, responseCode: SUCCESS_CODE, body: "{}" };
    case "refused":
    case "declined": {
      const { code: responseCode, message } = lane.codes[result.kind === "refused" ? result.reason : result.decline];
      return { ...base, responseCode, body: JSON.stringify({ responseCode, message }) };
    }
    case "forced":
      return { ...base, responseCode: result.responseCode, body: JSON.stringify(result) };
    default:
      return { ...base, responseCode: "", body: "" };
  }
}

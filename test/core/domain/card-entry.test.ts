import { describe, expect, it } from "vitest";
import { type CardEntry, cardEntryStatusOf } from "../../../src/core/domain/card-entry.js";
import { decideCancelCardEntry, decideSaveCard } from "../../../src/core/domain/decide/card-entry.js";
import { decideOpenCardEntry } from "../../../src/core/domain/decide/open-card-entry.js";
import { decideDeleteToken, decideStoreToken } from "../../../src/core/domain/decide/tokens.js";
import type { Circumstances, Decision } from "../../../src/core/domain/decision.js";
import type { CardEntryEvent } from "../../../src/core/domain/events.js";
import { evolveCardEntry } from "../../../src/core/domain/evolve.js";
import { ledgerOfCardEntry } from "../../../src/core/domain/ledger.js";
import { decide } from "../../../src/lane/commands/command-table.js";
import { cardEntries, cardToSave, circumstances, NOW, openCardEntry, storedToken } from "../../support/orders.js";

/** What became of it, in a word: the rejection, or the status after. */
function outcome(decision: Decision<CardEntryEvent>, before?: CardEntry): string {
  if (decision.kind !== "accepted")
    return decision.kind === "rejected" ? `${decision.rejection.reason}: ${decision.rejection.detail}` : decision.kind;
  const after = decision.events.reduce<CardEntry | undefined>(evolveCardEntry, before)!;
  return [cardEntryStatusOf(after, NOW), ...after.charges.map((c) => `${c.type} ${c.declined ?? "approved"}`)].join(
    ", ",
  );
}

const save = { kind: "save-card", merchantId: 3, cardEntryId: 1, card: cardToSave() } as const;
const declining = { answer: { approved: false, decline: "lost-card" } } as const;

it("a card entry is open for 1000 seconds and knows its page", () => {
  const decision = decideOpenCardEntry(openCardEntry(), circumstances());
  expect(decision).toEqual({
    kind: "accepted",
    events: [
      {
        type: "card-entry-opened",
        at: NOW,
        cardEntry: {
          id: 101,
          merchantId: 3,
          userId: "Anna",
          session: "card-entry-101",
          openedAt: NOW,
          expiresAt: NOW + 1_000_000,
          options: {},
          charges: [],
        },
      },
    ],
  });
});

describe("saving a card", () => {
  it.each<[keyof typeof cardEntries, Partial<Circumstances>, string]>([
    ["open", {}, "SAVED, SALE approved, SALE_VOID approved"],
    ["open", declining, "OPEN, SALE lost-card"],
    ["declined", {}, "SAVED, SALE do-not-honour, SALE approved, SALE_VOID approved"],
    ["saved", {}, "order-not-payable: the card-entry page is SAVED"],
    ["saved", declining, "order-not-payable: the card-entry page is SAVED"],
    ["expired", {}, "order-not-payable: the card-entry page is CLOSED"],
  ])("on a page that is %s, %o: %s", (state, c, expected) => {
    const before = cardEntries[state];
    expect(outcome(decideSaveCard(save, before, circumstances(c)), before)).toBe(expected);
  });

  it("moves no money where the issuer declines, or none has come yet", () => {
    const declined = decideSaveCard(save, cardEntries.open, circumstances(declining));
    const opened = decideOpenCardEntry(openCardEntry(), circumstances());
    for (const decision of [declined, opened])
      expect(decision.kind === "accepted" && decision.events.flatMap((e) => ledgerOfCardEntry(3, e))).toEqual([]);
  });

  it("gives the user of the page a token", () => {
    const decision = decideSaveCard(save, cardEntries.open, circumstances());
    expect(decision).toMatchObject({
      events: [{ type: "card-saved", token: { ...cardToSave(), tokenId: 103, merchantId: 3, userId: "Anna" } }],
    });
  });

  it("charges the verification amount and gives it back", { tags: ["facts:5/add-token-the-page-takes"] }, () => {
    const decision = decideSaveCard(save, cardEntries.open, circumstances());
    if (decision.kind !== "accepted") throw new Error("expected the card to be saved");
    const [event] = decision.events;
    if (event?.type !== "card-saved") throw new Error("expected a card");
    const { charge, reversal } = event;
    expect(charge.id).not.toBe(reversal.id);
    const of = { merchantId: 3, currency: "HKD", at: NOW } as const;
    expect(ledgerOfCardEntry(3, event)).toEqual([
      { ...of, account: "unsettled", amount: 100, transactionId: charge.id, why: "verification" },
      { ...of, account: "scheme", amount: -100, transactionId: charge.id, why: "verification" },
      { ...of, account: "unsettled", amount: -100, transactionId: reversal.id, why: "verification void" },
      { ...of, account: "scheme", amount: 100, transactionId: reversal.id, why: "verification void" },
    ]);
  });
});

describe("cancelling a card entry", () => {
  it.each<[keyof typeof cardEntries, string]>([
    ["open", "OPEN"],
    ["saved", "order-not-payable: the card-entry page is SAVED"],
    ["expired", "order-not-payable: the card-entry page is CLOSED"],
  ])("that is %s: %s", (state, expected) => {
    const before = cardEntries[state];
    expect(outcome(decideCancelCardEntry(before, circumstances()), before)).toBe(expected);
  });
});

describe("what is not there", () => {
  it.each([
    ["an order", { kind: "void-order" }, { reason: "order-not-found" }],
    ["a card entry", save, { reason: "order-not-payable", detail: "the card-entry page is unknown" }],
    [
      "a token",
      { kind: "delete-token", merchantId: 3, userId: "Anna", tokenId: 9 },
      { reason: "token-not-found", detail: "tokenId 9 of user Anna", assumes: ["delete-token"] },
    ],
  ] as const)("%s is rejected", (_, command, rejection) => {
    expect(decide(command, {}, circumstances()).decision).toEqual({ kind: "rejected", rejection });
  });
});

describe("a stored token", () => {
  const { tokenId: _, ...token } = storedToken();

  it("is deleted", () => {
    const command = { kind: "delete-token", merchantId: 3, userId: "user1", tokenId: 351 } as const;
    expect(decideDeleteToken(command, circumstances({ token: storedToken() }))).toMatchObject({
      events: [{ type: "token-deleted", token: { tokenId: 351 } }],
    });
  });

  it.each([
    [undefined, 101],
    [7, 7],
  ])("stored under id %s has id %i", (tokenId, expected) => {
    expect(decideStoreToken({ kind: "store-token", token: { ...token, tokenId } }, circumstances())).toMatchObject({
      events: [{ type: "token-stored", token: { ...token, tokenId: expected } }],
    });
  });
});

// The table of what to do after a charge of a stored card. test/docs/stored-cards.test.ts tries each row.
import { type AnswerName, allCodes, isDeclineName } from "../../src/core/facts/codes.js";
import { needsOtherCard } from "../../src/lane/explain/lookup/refused-call.js";
import { table } from "./tables.js";

interface Row {
  readonly after: readonly AnswerName[];
  /** Whether the reference can be charged again. `taken`: an earlier order has it, which may be paid. */
  readonly reference: "same" | "new" | "taken";
  readonly next: string;
}

const declineNames = (Object.keys(allCodes) as AnswerName[]).filter(isDeclineName);

const shown = { same: "the same", new: "a new one", taken: "none yet" } as const;

/** Every answer other than success, by what the next charge takes. */
export const afterCharge: readonly Row[] = [
  {
    after: ["token-not-found"],
    reference: "same",
    next: "Another card: list the user's cards with `query-token`, or ask the shopper to store one.",
  },
  { after: ["token-expired"], reference: "same", next: "Another card: ask the shopper to store a new one." },
  { after: ["rate-limited", "maintenance"], reference: "same", next: "The same card: wait, then send the call again." },
  {
    after: ["system-error"],
    reference: "same",
    next: "The same card, but query first, as after a lost answer.",
  },
  {
    after: ["duplicate-reference"],
    reference: "taken",
    next: "Stop: the reference has an order. Query it. If it is paid, take that as the result. If it is `OPEN`, it was declined.",
  },
  {
    after: ["parent-order-not-found", "parent-not-recurring"],
    reference: "same",
    next: "Stop: correct `parentOrderId`, or ask the shopper to pay again.",
  },
  {
    after: declineNames.filter(needsOtherCard),
    reference: "new",
    next: "Another card. Never charge this one again.",
  },
  {
    after: declineNames.filter((name) => !needsOtherCard(name)),
    reference: "new",
    next: "Another card, or this one later.",
  },
];

/** What a query says after a lost answer. */
export interface AfterLost {
  readonly query: "2001" | "OPEN" | "SUCCESS";
  readonly reference: Row["reference"];
  readonly next: string;
}

export const afterLostAnswer: readonly AfterLost[] = [
  { query: "2001", reference: "same", next: "The same card: the call never arrived. Send it again." },
  {
    query: "OPEN",
    reference: "new",
    next: "It was declined, and no answer said how. Another card, or this one later.",
  },
  { query: "SUCCESS", reference: "taken", next: "Stop: it is paid." },
];

export const storedCardTable = (): string =>
  table(
    ["answer", "reference of the next charge", "what to do"],
    [
      ...afterCharge.map(({ after, reference, next }) => [
        after
          .map((name) => `\`${allCodes[name].code}\` ${allCodes[name].message.replace(/^declined: /, "")}`)
          .join(", "),
        shown[reference],
        next,
      ]),
      ...afterLostAnswer.map(({ query, reference, next }) => [
        `none, and a query says \`${query}\``,
        shown[reference],
        next,
      ]),
    ],
  );

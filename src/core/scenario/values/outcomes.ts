import { type DeclineName, declines, type RefusalName, refusals, SUCCESS_CODE } from "../../facts/codes.js";

export type OutcomeName = "approve" | DeclineName | RefusalName;

/** An outcome that a rule can ask for by name. */
export interface Outcome {
  readonly name: OutcomeName;
  readonly kind: "approve" | "decline" | "refusal";
  readonly code: string;
  readonly message: string;
  /** Its effect on the state. */
  readonly effect: string;
}

const effects = {
  approve: "The issuer approves. What the order's state forbids is still refused.",
  decline:
    "A DECLINED transaction is recorded; nothing is notified. On a page the order stays payable; a stored card's order stays OPEN and cannot be paid. Where a call only opens a page, it waits for the first attempt there.",
  refusal: "Nothing changes, on whichever operation; on a page action it shows as the page's error.",
} as const;

type Rows = Partial<Record<OutcomeName, Pick<Outcome, "code" | "message">>>;

const named = (kind: Outcome["kind"], rows: Rows): readonly Outcome[] =>
  Object.entries(rows).map(([name, { code, message }]) => {
    return { name: name as OutcomeName, kind, code, message, effect: effects[kind] };
  });

/** Every outcome. A new row in `core/facts/codes.ts` appears here, in the schemas and in the docs automatically. */
export const outcomes: readonly Outcome[] = [
  ...named("approve", { approve: { code: SUCCESS_CODE, message: "Success" } }),
  ...named("decline", declines),
  ...named("refusal", refusals),
];

export const outcomeNames = outcomes.map(({ name }) => name) as [OutcomeName, ...OutcomeName[]];
export const declineNames = Object.keys(declines) as [DeclineName, ...DeclineName[]];
export const refusalNames = Object.keys(refusals) as [RefusalName, ...RefusalName[]];

const byName = new Map<string, Outcome>(outcomes.map((outcome) => [outcome.name, outcome]));

export const outcomeOf = (name: string): Outcome | undefined => byName.get(name);

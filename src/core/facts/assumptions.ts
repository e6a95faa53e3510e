import { directAssumptions } from "./assumptions/direct.js";
import { moneyAssumptions } from "./assumptions/money.js";
import { notificationAssumptions } from "./assumptions/notifications.js";
import { orderAssumptions } from "./assumptions/orders.js";
import { pageAssumptions } from "./assumptions/pages.js";
import { parameterAssumptions } from "./assumptions/parameters.js";
import { type AssumptionRow, TRY } from "./assumptions/row.js";
import { tokenAssumptions } from "./assumptions/tokens.js";
import { wireAssumptions } from "./assumptions/wire.js";

const topics = [
  wireAssumptions,
  parameterAssumptions,
  orderAssumptions,
  moneyAssumptions,
  tokenAssumptions,
  pageAssumptions,
  notificationAssumptions,
  directAssumptions,
] as const;

type KeysOf<Topic> = Topic extends unknown ? keyof Topic : never;
type RowOf<Id, Topic = (typeof topics)[number]> = Topic extends Readonly<Record<Id & string, infer Row>> ? Row : never;
type ChoiceOf<Id> = RowOf<Id> extends { readonly choices: readonly (infer Choice)[] } ? Choice : never;

export type AssumptionId = KeysOf<(typeof topics)[number]>;

/** The choice of an assumption that has only one. */
const notChosen = ["default"] as const;

/** One assumption. If `choices` has one entry, the sandbox supports no alternative. */
export interface Assumption extends Required<Omit<AssumptionRow, "choices">> {
  readonly id: AssumptionId;
  readonly choices: readonly [string, ...string[]];
}

export const assumptions: readonly Assumption[] = topics.flatMap((topic) =>
  Object.entries<AssumptionRow>(topic).map(
    ([id, { claim, because, choices = notChosen, alternatives, findOut = TRY }]) => ({
      id: id as AssumptionId,
      claim,
      because,
      choices,
      alternatives,
      findOut,
    }),
  ),
);

/** The current choice of each assumption that has more than one. */
export type Policy = {
  readonly [Id in AssumptionId as ChoiceOf<Id> extends never ? never : Id]: ChoiceOf<Id>;
};

/** Each assumption's first choice. */
export const defaultPolicy = Object.fromEntries(
  assumptions.filter(({ choices }) => choices.length > 1).map(({ id, choices }) => [id, choices[0]]),
) as Policy;

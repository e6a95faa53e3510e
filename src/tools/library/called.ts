import type { TestCardName } from "../../core/facts/cards.js";
import type { Parameters } from "../../core/facts/parameters/parameters.js";
import type { PaymentOperation } from "../../core/scenario/values/operations.js";

/** The operation itself. A literal must be one; a variable of type `string` is any path. */
export type OperationOf<Name extends string> = Name extends PaymentOperation | `/${PaymentOperation}`
  ? Name
  : string extends Name
    ? Name
    : PaymentOperation;

/** The card itself. A literal must be a test card's name or a number; a variable of type `string` is any card. */
export type CardOf<Card extends string> = string extends Card
  ? Card
  : Card extends TestCardName | `${number}` | `${number} ${string}`
    ? Card
    : TestCardName;

/** The parameters of an operation by name. Any value is allowed, because a test may send a wrong one. */
export type CallParams<Operation extends string> = Operation extends keyof Parameters
  ? { readonly [Name in keyof Parameters[Operation]["rows"]]?: unknown }
  : object;

/** The answer to a call of the payment API, success or not: `const { body } = await lane.call(…)`. */
export interface Called {
  readonly http: number;
  /** The answer as parsed JSON, or as text if it isn't JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each operation answers with members of its own.
  readonly body: any;
  /** The answer exactly as it was sent: `body` doesn't show that an amount is 50.10. */
  readonly text: string;
  /** For `why` and `lane.request`. Undefined if a proxy replaced the answer, or if debug headers are off. */
  readonly requestId: string | undefined;
  /** Warnings for the sender, such as a misspelt parameter. */
  readonly warnings: readonly string[];
}

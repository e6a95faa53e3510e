import type { Scenario } from "../../library/language.js";
import type { SandboxOptions } from "../../library/types.js";
import { Shadow } from "../compare/shadow.js";
import { paramsIn, type Recorded } from "../recording/exchange.js";
import type { Json } from "../target/target.js";
import { givenOf } from "./given.js";
import { type HistoryCall, historyOf } from "./history.js";
import { paymentCalls } from "./import.js";
import { placeOf } from "./place.js";

const SAVED = "before-a-refusal";

/** The indices of payment calls that the sandbox refuses with the same code anyway, so that they need no rule. */
export async function ownRefusals(
  recorded: readonly Recorded[],
  options: SandboxOptions = {},
): Promise<ReadonlySet<number>> {
  const calls = paymentCalls(recorded);
  const history = historyOf(calls);
  if (!history.some(isRefusal)) return new Set();
  await using shadow = await Shadow.start(options);
  const given = givenOf(calls);
  if (Object.keys(given).length > 0) await shadow.lane.load({ name: "given", given } as Scenario);
  const own = new Set<number>();
  for (const [i, told] of history.entries()) {
    const { operation, body } = told;
    const params = paramsIn(calls[i]!.request);
    if (params === undefined || placeOf(history, i) === "before-commit") continue;
    const there = { http: 200, body: body ?? {} };
    if (!isRefusal(told)) await shadow.differs(operation, params, there);
    else if (await isOwn(shadow, { operation, params, there })) own.add(i);
  }
  return own;
}

const isRefusal = ({ body, isSuccess }: HistoryCall): boolean => !isSuccess && typeof body?.responseCode === "string";

interface Asked {
  readonly operation: string;
  readonly params: Json;
  readonly there: { readonly http: number; readonly body: Json };
}

/** If the sandbox accepts the call, its effect must be undone, because the service refused it. */
async function isOwn(shadow: Shadow, { operation, params, there }: Asked): Promise<boolean> {
  await shadow.lane.snapshot(SAVED);
  const { body } = await shadow.ask(operation, params, there);
  if (body.responseCode === there.body.responseCode) return true;
  await shadow.lane.restore(SAVED);
  return false;
}

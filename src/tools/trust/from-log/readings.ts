import type { AssumptionId } from "../../../core/facts/assumptions.js";
import type { Json } from "../../../package/json.js";
import { dateSpellings, spellingOf } from "../recording/exchange.js";
import { brandChoices, isMastercard, type StoredToken } from "../target/tokens.js";
import type { LogCall } from "./log-call.js";

/** A fact that an answer shows by itself, without a replay. */
export type LogReading =
  | { readonly id: AssumptionId; readonly excludes: readonly string[] }
  | { readonly id: AssumptionId; readonly finding: string };

export const readingsOf = (call: LogCall): readonly LogReading[] =>
  call.outcome.kind === "success"
    ? [...stanOf(call.outcome.body), ...brandsOf(call), ...dateOf(call.outcome.order)]
    : [];

/** A stan shows its format if it has fewer than six digits or starts with a zero. */
function stanOf({ transaction }: Json): readonly LogReading[] {
  const { stan } = (transaction ?? {}) as Json;
  if (stan === undefined) return [];
  const text = String(stan);
  if (!/^\d{1,6}$/.test(text)) return [{ id: "stan", finding: "a stan is no number of up to six digits" }];
  if (typeof stan === "string" && text.length === 6 && text.startsWith("0"))
    return [{ id: "stan", excludes: ["no-zeros"] }];
  return text.length < 6 && !text.startsWith("0") ? [{ id: "stan", excludes: ["six-digits"] }] : [];
}

function brandsOf({ operation, outcome }: LogCall): readonly LogReading[] {
  if (operation !== "tokenization/query-token" || outcome.kind !== "success" || !Array.isArray(outcome.body.list))
    return [];
  return (outcome.body.list as StoredToken[]).filter(isMastercard).map(({ cardBrand }) => {
    const choice = brandChoices[String(cardBrand)];
    return choice === undefined
      ? { id: "token-brand", finding: "a Mastercard's cardBrand is none of MASTER, MASTERCARD and ECMC" }
      : { id: "token-brand", excludes: Object.values(brandChoices).filter((other) => other !== choice) };
  });
}

function dateOf({ createTime }: Json): readonly LogReading[] {
  if (createTime === undefined) return [];
  const choice = spellingOf(createTime);
  return choice === undefined
    ? [{ id: "date-spelling", finding: "createTime is in none of the known spellings" }]
    : [{ id: "date-spelling", excludes: Object.values(dateSpellings).filter((other) => other !== choice) }];
}

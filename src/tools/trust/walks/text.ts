import { scenarioText } from "../import/import.js";
import type { Recorded } from "../recording/exchange.js";
import { shortened } from "../recording/mask.js";
import type { WalkDifference } from "./walks.js";

/** The name of a difference's scenario file. */
export const scenarioNameOf = ({ number, nth }: WalkDifference, seed: number): string =>
  `walk-${seed}-${number}${nth === 0 ? "" : `-${nth + 1}`}`;

/** A difference as a transcript. */
export function walkText({ number, calls, lines, chosen }: WalkDifference, seed: number): string {
  const said = calls.map(({ operation, params, there }, i) => {
    const line = `  ${i + 1} ${operation} ${shortened(JSON.stringify(params))}`;
    return `${line}\n    there ${there.http} ${shortened(JSON.stringify(there.body))}\n`;
  });
  const { here } = calls.at(-1)!;
  const ours = `    here  ${here.http} ${shortened(JSON.stringify(here.body))}\n`;
  const told = lines.map((line) => `    ${line}\n`).join("");
  const choice = chosen ? `    the sandbox answers as they do under ${choiceText(chosen)}\n` : "";
  const many = calls.length === 1 ? "1 call shows" : `${calls.length} calls show`;
  return `walk ${number} of seed ${seed}: ${many} a difference\n${said.join("")}${ours}${told}${choice}`;
}

const choiceText = (chosen: object): string =>
  Object.entries(chosen)
    .map(([id, choice]) => `${id}: ${choice}`)
    .join(", ");

/** A scenario file that makes the sandbox answer as the service did: by a choice, or else by rules if possible. */
export function walkScenario(
  difference: WalkDifference,
  { seed, merchantId }: { seed: number; merchantId: number },
): string {
  const { calls, lines, chosen } = difference;
  const { operation, there } = calls.at(-1)!;
  const isForced = chosen !== undefined || there.body.responseCode !== "0000";
  const description = `${operation}: ${lines.join("; ")}.${isForced ? "" : " No choice and no rule makes the sandbox answer as they do."}`;
  const recorded = calls.map(
    ({ operation, params, there }): Recorded => ({
      at: "",
      durationMs: 0,
      method: "POST",
      path: `/${operation}`,
      request: JSON.stringify({ request: JSON.stringify({ merchantId, ...params }) }),
      response: { status: there.http, contentType: "application/json", body: JSON.stringify(there.body) },
    }),
  );
  return scenarioText(recorded, {
    name: scenarioNameOf(difference, seed),
    description,
    assume: chosen,
  });
}

import type { Recorded } from "../exchange.js";
import { scenarioText } from "../import/import.js";
import { shortened } from "../mask.js";
import type { WalkDifference } from "./walk.js";

/** A difference as a transcript, and as a scenario file that makes the sandbox answer so. */
export function walkText({ number, calls, lines }: WalkDifference, seed: number): string {
  const said = calls.map(({ operation, params, there }, i) => {
    const line = `  ${i + 1} ${operation} ${shortened(JSON.stringify(params))}`;
    return `${line}\n    there ${there.http} ${shortened(JSON.stringify(there.body))}\n`;
  });
  const last = calls.at(-1)!;
  const here = `    here  ${last.here.http} ${shortened(JSON.stringify(last.here.body))}\n`;
  const told = lines.map((line) => `    ${line}\n`).join("");
  const scenario = scenarioText(calls.map(recordedOf), `walk-${seed}-${number}`);
  const indented = scenario.replace(/^(?=.)/gm, "  ");
  return `walk ${number} of seed ${seed}: ${calls.length} calls show a difference\n${said.join("")}${here}${told}  as a scenario file:\n${indented}`;
}

const recordedOf = ({ operation, params, there }: WalkDifference["calls"][number]): Recorded => ({
  at: "",
  durationMs: 0,
  method: "POST",
  path: `/${operation}`,
  request: JSON.stringify({ request: JSON.stringify(params) }),
  response: { status: there.http, contentType: "application/json", body: JSON.stringify(there.body) },
});

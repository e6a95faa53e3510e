import { stringify } from "yaml";
import { assumptions } from "../../../../core/facts/assumptions.js";
import { writeWhole } from "../../../../package/writing.js";
import type { Calibration, Settled } from "../../../../server/options/calibration.js";
import { limitText } from "../session/limits.js";

/** The results as text. */
export function calibrationSummary(calibration: Calibration): string {
  const { target, assumptions, responseCodes, findings, answers = {}, limits = {}, undetermined } = calibration;
  return [
    part(`Settled by calls to ${target}`, Object.entries(assumptions), settledText),
    part(
      "Response codes",
      Object.entries(responseCodes),
      (seen) => `${seen.code}${seen.message ? ` ${seen.message}` : ""}${likely(seen)}`,
    ),
    part("Limits", Object.entries(limits), (limit, name) => limitText(name, limit)),
    part(
      "Findings: no alternative of the sandbox fits",
      [...Object.entries(findings).map(([id, { text }]) => [id, text] as const), ...unexpectedOf(answers)],
      (text) => text,
    ),
    part("Undetermined", Object.entries(undetermined), (why) => why),
  ].join("");
}

function part<T>(title: string, all: readonly (readonly [string, T])[], textOf: (one: T, name: string) => string) {
  const lines = all.map(([name, one]) => `  ${name.padEnd(28)} ${textOf(one, name)}\n`);
  return all.length === 0 ? "" : `${title}\n${lines.join("")}`;
}

/** If the sandbox supports only one choice, it behaves this way. */
const settledText = (settled: Settled): string => {
  const choice = settled.choice === "default" ? "as the sandbox does" : settled.choice;
  return `${choice}${likely(settled)}${settled.tried === undefined ? "" : `: ${settled.tried}`}`;
};

const likely = ({ confidence }: Pick<Settled, "confidence">) => (confidence === "likely" ? " (likely)" : "");

/** Calls that every sandbox accepts, and that this service refused. */
const unexpectedOf = (answers: Readonly<Record<string, string>>) =>
  Object.entries(answers).filter(([about, text]) => WAY.test(about) && text !== "answered");

/** The names of such calls in `answers`. */
const WAY = /^two equal charges$| by (id|reference)$/;

const HEAD = `\
# What payment-sandbox calibrate found out. Card numbers and signatures are masked.
# In payment-sandbox.config.yaml the line "calibration: <this file>" makes the sandbox answer so.
`;

export const calibrationText = (calibration: Calibration): string =>
  `${HEAD}${stringify(calibration, { lineWidth: 0, aliasDuplicateObjects: false })}`;

/** Writes atomically, so that a stopped run still leaves a complete file. */
export const writeCalibration = (path: string, calibration: Calibration): void =>
  writeWhole(path, calibrationText(calibration));

/** The assumptions that a calibration leaves open, as questions for the provider, in Markdown. */
export function questionsText({ assumptions: settled, findings, undetermined, target }: Calibration): string {
  const open = assumptions.filter(({ id }) => !(id in settled) && !(id in findings));
  const asked = open.map(({ id, claim, because, choices, alternatives }, i) => {
    const why = undetermined[id];
    const built = choices.length > 1 ? `\n- Answers we can reproduce: ${choices.join(", ")}.` : "";
    return `## ${i + 1}. ${id}

We assume: ${claim}

- Why: ${because}
- Could also be: ${alternatives.join("; ")}.${built}${why === undefined ? "" : `\n- Not settled by calls: ${why}`}

Answer:
`;
  });
  return `# Questions to the payment provider

Calls to ${target} could not settle these ${open.length} points. A short answer to each is enough.

${asked.join("\n")}`;
}

import { stringify } from "yaml";
import type { Calibration } from "../../config/calibration.js";
import { assumptions } from "../../facts/assumptions.js";
import { writeWhole } from "../../package/whole-file.js";
import { limitText } from "./limits.js";

/** The results as text. */
export function summaryOf({
  target,
  assumptions,
  responseCodes,
  findings,
  answers = {},
  limits = {},
  undetermined,
}: Calibration): string {
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? "" : `${title}\n${lines.map((line) => `  ${line}\n`).join("")}`;
  const entries = Object.entries(assumptions);
  const row = (name: string, text: string) => `${name.padEnd(28)} ${text}`;
  const likely = ({ confidence }: { readonly confidence: string }) => (confidence === "likely" ? " (likely)" : "");
  return [
    part(
      `Settled by calls to ${target}`,
      entries.map(([id, settled]) =>
        row(
          id,
          `${choiceText(settled.choice)}${likely(settled)}${settled.tried === undefined ? "" : `: ${settled.tried}`}`,
        ),
      ),
    ),
    part(
      "Response codes",
      Object.entries(responseCodes).map(([name, seen]) =>
        row(name, `${seen.code}${seen.message ? ` ${seen.message}` : ""}${likely(seen)}`),
      ),
    ),
    part(
      "Limits",
      Object.entries(limits).map(([name, limit]) => row(name, limitText(name, limit))),
    ),
    part("Findings: no alternative of the sandbox fits", [
      ...Object.entries(findings).map(([id, { text }]) => row(id, text)),
      ...unexpectedOf(answers).map(([about, text]) => row(about, text)),
    ]),
    part(
      "Undetermined",
      Object.entries(undetermined).map(([id, why]) => row(id, why)),
    ),
  ].join("");
}

/** Calls that every sandbox accepts, and that this service refused. */
const unexpectedOf = (answers: Readonly<Record<string, string>>) =>
  Object.entries(answers).filter(([about, text]) => WAY.test(about) && text !== "answered");

/** The names of such calls in `answers`. */
const WAY = /^two equal charges$| by (id|reference)$/;

/** If the sandbox supports only one choice, it behaves this way. */
const choiceText = (choice: string): string => (choice === "default" ? "as the sandbox does" : choice);

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

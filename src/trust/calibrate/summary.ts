import type { Calibration } from "../../config/calibration.js";
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

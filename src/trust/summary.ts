import type { Calibration } from "../config/calibration.js";

/** What was found out, for people. */
export function summaryOf({ target, assumptions, responseCodes, findings, undetermined }: Calibration): string {
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? "" : `${title}\n${lines.map((line) => `  ${line}\n`).join("")}`;
  const entries = Object.entries(assumptions);
  const row = (name: string, text: string) => `${name.padEnd(28)} ${text}`;
  const likely = ({ confidence }: { readonly confidence: string }) => (confidence === "likely" ? " (likely)" : "");
  return [
    part(
      `Settled by calls to ${target}`,
      entries.map(([id, settled]) => row(id, `${choiceText(settled.choice)}${likely(settled)}`)),
    ),
    part(
      "Response codes",
      Object.entries(responseCodes).map(([name, seen]) =>
        row(name, `${seen.code}${seen.message ? ` ${seen.message}` : ""}${likely(seen)}`),
      ),
    ),
    part(
      "Findings: no alternative of the sandbox fits",
      Object.entries(findings).map(([id, { text }]) => row(id, text)),
    ),
    part(
      "Undetermined",
      Object.entries(undetermined).map(([id, why]) => row(id, why)),
    ),
  ].join("");
}

/** Where one choice alone is built, it is what the sandbox does. */
const choiceText = (choice: string): string => (choice === "default" ? "as the sandbox does" : choice);

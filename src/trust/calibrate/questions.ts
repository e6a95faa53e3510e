import type { Calibration } from "../../config/calibration.js";
import { assumptions } from "../../facts/assumptions.js";

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

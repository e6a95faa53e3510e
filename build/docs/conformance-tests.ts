// The tests of conformance, as tables: one a profile.
import { requirementSource } from "../../src/tools/judge/conformance/conformance-report.js";
import { profiles } from "../../src/tools/judge/conformance/profiles.js";
import type { Requirement, RequirementSource } from "../../src/tools/judge/conformance/requirement.js";
import { table } from "./tables.js";

export const conformanceTests = (): string =>
  profiles
    .map(({ id, name, about, requirements }) =>
      [
        `### ${name} (\`${id}\`)`,
        about,
        table(
          ["test", "requirement", "why", "cure", "shown by", "source"],
          requirements.map((one) => [
            one.id,
            one.requirement,
            one.because,
            one.cure,
            shownBy(one),
            sourceText(one.source),
          ]),
        ),
      ].join("\n\n"),
    )
    .join("\n\n");

const shownBy = ({ mutants, verdicts, practices = [], advice = [] }: Requirement): string =>
  [
    ...(verdicts && verdicts.length > 0 ? [`${verdicts.join(", ")} in`] : []),
    ...mutants.map((glob) => `\`${glob}\``),
    ...[...practices, ...advice].map((id) => `practice ${id}`),
  ].join(" ");

function sourceText(source: RequirementSource): string {
  const { text, href } = requirementSource(source);
  return href === undefined ? text : `[${text}](${href})`;
}

import { limits } from "../../core/facts/limits.js";
import { memberSources, notificationSources, refusalSources } from "../../core/facts/members.js";
import type { Sources } from "../../core/facts/parameters/parameter-rows.js";
import { parameterSources } from "../../core/facts/parameters/parameters.js";
import type { Source } from "../../core/facts/source.js";
import { transitions } from "../../core/facts/transitions.js";

export const sourceKinds = ["parameter", "limit", "transition", "answer", "notification"] as const;

/** The source of one fact about the service. */
export interface SourceRow {
  readonly kind: (typeof sourceKinds)[number];
  /** The endpoint or kind of notification. Empty if the fact belongs to none. */
  readonly of: string;
  readonly name: string;
  readonly source: Source;
}

/** Every parameter, limit, transition and member, with its source. */
export const sourceRows: readonly SourceRow[] = [
  ...rowsOf("parameter", parameterSources),
  ...Object.entries(limits).map(([name, { source }]) => ({ kind: "limit", of: "", name, source }) as const),
  ...transitions.map(
    ({ from, to, by, source }) => ({ kind: "transition", of: "", name: `${from} → ${to} by ${by}`, source }) as const,
  ),
  ...rowsOf("answer", { ...memberSources, refusal: refusalSources }),
  ...rowsOf("notification", notificationSources),
];

function rowsOf(kind: SourceRow["kind"], tables: Readonly<Record<string, Sources>>): readonly SourceRow[] {
  return Object.entries(tables).flatMap(([of, table]) =>
    Object.entries(table).map(([name, source]) => ({ kind, of, name, source })),
  );
}

/** Examples: "spec 4.1 amount", "assumed: duplicate-reference". */
export const sourceText = (source: Source): string =>
  source.kind === "assumed" ? `assumed: ${source.id}` : `${source.kind} ${source.ref}`;

/** The rows as the control API returns them. */
export const sourceSummaries = () =>
  sourceRows.map(({ kind, of, name, source }) => ({ kind, of, name, source: sourceText(source) }));

import type { NoticeFact } from "../observe/facts.js";
import type { SeenManner, Watched } from "./seen.js";

const SLOW_MS = 5000;

/** How a shop answers notices; each is told once a run. */
export function noticeManners({ facts }: Watched): readonly SeenManner[] {
  const notices = facts.filter((fact): fact is NoticeFact => fact.kind === "notice" && fact.status !== null);
  const slow = notices.find(({ tookMs }) => tookMs > SLOW_MS);
  const refused = notices.find(({ forged, status }) => forged === undefined && status! >= 400);
  return [
    ...(slow
      ? [{ id: "slow-to-answer-notices", calls: [], what: `notice ${slow.id} took ${slow.tookMs} ms` } as const]
      : []),
    ...(refused
      ? [
          {
            id: "right-notice-answered-with-error",
            calls: [],
            what: `notice ${refused.id} of ${refused.reference} was answered ${refused.status}`,
          } as const,
        ]
      : []),
  ];
}

import { type Badge, badgeSvg } from "../../../reports/badge.js";
import type { ConformanceReport } from "../conformance.js";

/** An SVG badge. Its wording says "observed", because nobody has certified anything. */
export const conformanceBadge = ({ summary }: ConformanceReport): string =>
  badgeSvg({ label: "payment-sandbox observed", ...told(summary) });

function told(summary: ConformanceReport["summary"]): Pick<Badge, "text" | "tone"> {
  const tried = summary.PASS + summary.FAIL + summary.WARN + summary["NOT VERIFIED"];
  if (summary.FAIL > 0) return { text: `${summary.FAIL} of ${tried} failed`, tone: "bad" };
  const open = summary["NOT VERIFIED"];
  if (open > 0) return { text: `${open} of ${tried} not verified`, tone: "unsure" };
  if (tried === 0) return { text: "nothing applies", tone: "unsure" };
  return { text: `${summary.PASS + summary.WARN} of ${tried} passed`, tone: "good" };
}

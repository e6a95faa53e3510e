import type { Report } from "./report.js";

const LETTER_WIDTH = 6.6;
const PADDING = 10;
const widthOf = (text: string): number => Math.round(text.length * LETTER_WIDTH + 2 * PADDING);

const colours = { bad: "#b3261e", unsure: "#7a5200", good: "#0f5a2a" } as const;

/** An SVG badge for a README. Its texts never come from outside. */
export function badgeOf({ title, badge: { label = title, text, tone } }: Pick<Report, "title" | "badge">): string {
  const [left, right] = [widthOf(label), widthOf(text)];
  const middle = (from: number, width: number): number => Math.round(from + width / 2);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${text}">
<title>${label}: ${text}</title>
<rect width="${left}" height="20" fill="#444"/>
<rect x="${left}" width="${right}" height="20" fill="${colours[tone]}"/>
<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="${middle(0, left)}" y="14">${label}</text>
<text x="${middle(left, right)}" y="14">${text}</text>
</g></svg>
`;
}

import { participants, type StoryStep } from "./order-story.js";

/** One arrow of a sequence, or a note if it has no target. */
export interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly isAnswer: boolean;
  readonly isGood: boolean;
}

const placeOf = (who: StoryStep["from"]): number => participants.indexOf(who);
const ISSUER = placeOf("issuer");

/**
 * The arrows of a story in order: requests, questions to the issuer, and answers. The shop's own spans have no arrow.
 */
export const arrowsOf = (story: readonly StoryStep[]): readonly Arrow[] =>
  story.flatMap((step) => {
    if (step.kind === "span") return [];
    const [from, to] = [placeOf(step.from), placeOf(step.to)];
    const arrow = (a: number, b: number, text: string, isAnswer: boolean, isGood: boolean): Arrow => ({
      from: a,
      to: b,
      text,
      isAnswer,
      isGood,
    });
    const { issuer, answer } = step;
    return [
      arrow(from, to, step.what, false, true),
      ...(issuer
        ? [arrow(to, ISSUER, issuer.asked, false, true), arrow(ISSUER, to, issuer.said, true, issuer.isGood)]
        : []),
      ...(answer !== undefined && from !== to ? [arrow(to, from, answer, true, step.isGood)] : []),
    ];
  });

/** The sequence as Mermaid text. Removes anything in outside data that could end a line or message. */
export const mermaidOf = (story: readonly StoryStep[]): string =>
  [
    "sequenceDiagram",
    ...participants.map((name) => `  participant ${name}`),
    ...arrowsOf(story).map(({ from, to, text, isAnswer }) =>
      from === to
        ? `  Note over ${participants[from]}: ${plain(text)}`
        : `  ${participants[from]}${isAnswer ? "-->>" : "->>"}${participants[to]}: ${plain(text)}`,
    ),
  ].join("\n");

const plain = (text: string): string => text.replace(/[\r\n;#]+/g, " ").slice(0, 120);

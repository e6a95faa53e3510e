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
    const asks = (a: number, b: number, text: string) => ({ from: a, to: b, text, isAnswer: false, isGood: true });
    const { issuer, answer, isGood } = step;
    return [
      asks(from, to, step.what),
      ...(issuer ? [asks(to, ISSUER, issuer.asked)] : []),
      ...(issuer ? [{ from: ISSUER, to, text: issuer.said, isAnswer: true, isGood: issuer.isGood }] : []),
      ...(answer !== undefined && from !== to ? [{ from: to, to: from, text: answer, isAnswer: true, isGood }] : []),
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

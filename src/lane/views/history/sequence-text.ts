import { type Participant, participants, type StoryStep } from "./order-story.js";

/** One arrow of a sequence. One to its own participant is a note. */
export interface Arrow {
  readonly from: Participant;
  readonly to: Participant;
  readonly text: string;
  readonly isAnswer: boolean;
  readonly isGood: boolean;
}

/**
 * The arrows of a story in order: requests, questions to the issuer, and answers. The shop's own spans have no arrow.
 */
export const arrowsOf = (story: readonly StoryStep[]): readonly Arrow[] =>
  story.flatMap((step) => {
    if (step.kind === "span") return [];
    const { from, to, issuer, answer, isGood } = step;
    const asks = (from: Participant, to: Participant, text: string) =>
      ({ from, to, text, isAnswer: false, isGood: true }) as const;
    return [
      asks(from, to, step.what),
      ...(issuer ? [asks(to, "issuer", issuer.asked)] : []),
      ...(issuer ? [{ from: "issuer", to, text: issuer.said, isAnswer: true, isGood: issuer.isGood } as const] : []),
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
        ? `  Note over ${from}: ${plain(text)}`
        : `  ${from}${isAnswer ? "-->>" : "->>"}${to}: ${plain(text)}`,
    ),
  ].join("\n");

const plain = (text: string): string => text.replace(/[\r\n;#]+/g, " ").slice(0, 120);

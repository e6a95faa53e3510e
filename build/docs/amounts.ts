// The generated parts of docs/amounts-and-times.md.
import { formatAmount } from "../../src/core/domain/money.js";
import { readAmount } from "../../src/core/domain/read-amount.js";
import { encoders, moreEncoders, readers } from "./data/encoders.js";
import { amounts, cardNumbers, instants } from "./data/spellings.js";
import { table } from "./tables.js";

const code = (text: string): string => (text === "" ? "–" : `\`${text}\``);

/** What the sandbox makes of an amount: the money, or the refusal. A number and its text in quotes are read alike. */
export function answerTo(amount: string): string {
  const read = readAmount(amount.replace(/^"|"$/g, ""));
  return typeof read === "number" ? formatAmount(read) : `refused: ${read}`;
}

/** An encoder that has two ways to write has two texts. */
export const textsOf = (cell: string): readonly string[] => (cell === "" ? [] : cell.split(" / "));

const textAndAnswer = (cell: string): string => {
  const answers = textsOf(cell).map((text) => `${code(text)}${/^refused/.test(answerTo(text)) ? " (refused)" : ""}`);
  return answers.length === 0 ? "–" : answers.join(" or ");
};

export const encoderTexts = (): string =>
  table(
    ["encoder", "19.99", "0.1 + 0.2", "100.00", "1234567.89", "decimal types and surprises"],
    encoders.map(([name, price, , sum, hundred, million, remark]) => [
      name,
      ...[price, sum, hundred, million].map(textAndAnswer),
      remark || "–",
    ]),
  );

export const moreEncoderTexts = (): string => table(["language", "what it writes"], moreEncoders);

const answered = (answer: string): string => {
  if (/^unexpected/.test(answer)) return `HTTP 400: ${answer}`;
  return /^expected/.test(answer) ? `refused: ${answer}` : answer;
};

export const amountTexts = (): string =>
  table(
    ["written by", "text", "what the sandbox does"],
    amounts.map(({ writer, text, answer }) => [writer, code(text), answered(answer)]),
  );

export const instantTexts = (): string =>
  table(
    ["written by", "text", "what the sandbox reads"],
    instants.map(({ writer, text, answer }) => [writer, code(text), answered(answer)]),
  );

export const readerTexts = (): string => table(["reader", "`+00:00`", "`+0000`"], readers);

const cardAnswers = { number: "refused: no such number", brand: "refused: no brand that the service takes" } as const;

export const cardTexts = (): string =>
  table(
    ["number", "the hosted page", "libraries that disagree"],
    cardNumbers.map(({ number, answer, others }) => [
      code(number),
      cardAnswers[answer as keyof typeof cardAnswers] ?? answer,
      others || "–",
    ]),
  );

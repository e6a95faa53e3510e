import { plain, stemsIn } from "../../src/package/docs-search/query.ts";
import { type Chapter, FIELDS, type Indexed } from "../../src/package/docs-search/search-index.ts";

/** The index of a search as a line of JSON, then a line for the text of each chapter. */
export function indexLines(all: readonly Chapter[]): string {
  const chapters = all.map(indexed);
  const questions = chapters.flatMap(({ asked, titled }) => [asked, titled].flatMap((stems) => stems.split("|")));
  const having = questions
    .flatMap((stems) => [...new Set(stems.trim().split(" "))])
    .reduce((sums, stem) => sums.set(stem, (sums.get(stem) ?? 0) + 1), new Map<string, number>());
  const lengths = Object.fromEntries(FIELDS.map(([field]) => [field, mean(chapters.map((one) => one[field].length))]));
  const index = { chapters, lengths, questions: questions.length, having: Object.fromEntries(having) };
  return [index, ...all.map(({ text }) => text)].map(asciiJson).join("\n");
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** A chapter with its words. To make them for all chapters takes longer than a search, so they are made here. */
function indexed({ questions: asked = [], text, ...chapter }: Chapter): Indexed {
  const titled = [
    stemsIn(chapter.title),
    // "query hosted checkout" asks for hosted-checkout/query.
    ...(chapter.title.includes("/") ? [stemsIn(chapter.title.replaceAll(/[-/]/g, " "))] : []),
  ];
  return {
    chapter,
    title: ` ${plain(chapter.title)} `,
    // An introduction has the page's title already. Twice, it would come before the chapters that answer.
    page: chapter.page === chapter.title ? " " : ` ${plain(chapter.page)} `,
    text: ` ${plain(text)} `,
    asked: ` ${asked.join(" | ")} `,
    titled: ` ${titled.map((stems) => stems.join(" ")).join(" | ")} `,
  };
}

/** With escapes beyond ASCII it is read four times as fast. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

import * as z from "zod";
import { fault } from "../../../core/scenario/values/issues.js";
import { withUrl } from "../../../package/default-url.js";
import { type FoundChapter, findChapters, unknownNote } from "../../../package/docs-search/find.js";
import { docsIndex, uriOf } from "../resources.js";
import { tool, toolText } from "../tool.js";

const QUERY_CHARS = 200;
const ROWS = 5;
const ROWS_MAX = 20;

export const searchDocsTool = tool({
  name: "search_docs",
  title: "Search the documentation",
  about:
    "Searches this sandbox's documentation by words, best chapters first. resources/read takes each uri and returns that chapter.",
  input: z.strictObject({
    query: z
      .string()
      .superRefine((text, { addIssue }) => {
        if (text.length > QUERY_CHARS)
          addIssue(fault(`query has ${text.length} characters`, { expected: `at most ${QUERY_CHARS}` }));
        else if (!/[\p{L}\p{N}]/u.test(text))
          addIssue(fault("query has no word", { expected: "some words, such as refund twice" }));
      })
      .describe("words, a question, or an error message"),
    limit: z.int().min(1).max(ROWS_MAX).optional().describe(`the maximum number of chapters; ${ROWS} when left out`),
  }),
  isReading: true,
  run: async ({ query, limit = ROWS }, { target }) => {
    const chapters = findChapters(docsIndex(), query, limit).map(toldOf);
    const note = unknownNote(docsIndex(), query);
    return chapters.length > 0
      ? [withUrl(toolText(chapters), target.base), ...(note === "" ? [] : [note])]
      : "No chapter has these words. The resources payment-sandbox://docs/… are all pages.";
  },
});

const toldOf = ({ address, title, excerpt }: FoundChapter) => ({ chapter: title, excerpt, uri: uriOf(address) });

import { packageText } from "../../src/package/files.js";

/** The rows below a table's head on a page of the documentation. A cell that is all code has lost its backticks. */
export function pageTable(page: string, head: string): readonly (readonly string[])[] {
  const [, table] = packageText(page).split(`\n${head}`);
  if (table === undefined) throw new Error(`expected a table ${head} in ${page}`);
  const [, , ...lines] = table.split("\n\n", 1)[0]!.trimEnd().split("\n");
  return lines.map((line) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map((cell) => cell.replaceAll("\\|", "|").replace(/^`([^`]*)`$/, "$1")),
  );
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => "---")), ...rows.map((cells) => row(...cells))].join("\n");

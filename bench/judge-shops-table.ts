/** What was run of a shop, and what came of it. */
export interface Row {
  readonly shop: string;
  readonly how: string;
  readonly runs: string;
  readonly mutants: number;
  readonly result: string;
}

const BEGIN = "<!-- judge-shops:begin -->";
const END = "<!-- judge-shops:end -->";
const HEAD = ["| Shop | How | Runs | Mutants | Result | Commit |", "|---|---|---|---|---|---|"];

/** The page with this row in its table: it takes the place of an earlier one of the same shop, run in the same way. */
export function tableWith(
  page: string,
  { shop, how, runs, mutants, result, commit }: Row & { readonly commit: string },
): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`expected ${BEGIN} and ${END} in the page`);
  const begins = `| \`${shop}\` | ${how} |`;
  const row = `${begins} ${runs} | ${mutants.toLocaleString("en")} | ${result} | ${commit} |`;
  const rows = page
    .slice(from + BEGIN.length, to)
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const at = rows.findIndex((line) => line.startsWith(begins));
  const all = at === -1 ? [...rows, row] : rows.with(at, row);
  return `${page.slice(0, from + BEGIN.length)}\n\n${[...HEAD, ...all].join("\n")}\n\n${page.slice(to)}`;
}

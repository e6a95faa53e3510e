import type { Profile } from "../../src/tools/judge/conformance/requirement.js";

export interface ShopResults {
  readonly shop: string;
  /** Null: it makes none. */
  readonly mistake: string | null;
  /** The commit of these results, if it is another one than that of the rest. */
  readonly commit?: string | undefined;
  readonly mutants: number;
  readonly seconds: number;
  readonly results: Readonly<Record<string, string>>;
}

export interface All {
  readonly commit: string;
  readonly date: string;
  readonly seed: number;
  readonly shops: readonly ShopResults[];
}

/** The page of results: each test with the shops that fail it, then each shop with the tests that it fails. */
export function shopsPage({ commit, date, seed, shops }: All, profiles: readonly Profile[]): string {
  const tests = profiles.flatMap(({ requirements }) => requirements);
  const ended = (id: string, result: string) =>
    shops.filter(({ results }) => results[id] === result).map(({ shop }) => `\`${shop}\``);
  const shownBy = (id: string): string =>
    ended(id, "FAIL").join(", ") ||
    ended(id, "WARN")
      .map((shop) => `${shop} (WARN)`)
      .join(", ") ||
    "no example shop";
  const old = shops.filter((one) => one.commit !== undefined);
  const commits = [...new Set(old.map((one) => one.commit!.slice(0, 12)))];
  const right = shops.filter(({ mistake }) => mistake === null);
  const wrong = shops.filter(({ mistake }) => mistake !== null);
  return `# Conformance of the example shops

Can a test of [conformance](conformance.md) fail? This page names the example shops that fail it, and says "no example shop" if none did.
The right shops fail none. \`npm run conformance-shops\` in a clone of the repository generates this page. The machine may have been busy. Commit \`${commit.slice(0, 12)}${commit.includes(" ") ? " and changes" : ""}\`,
${date.slice(0, 10)}, seed ${seed}.${old.length === 0 ? "" : ` The results of ${old.length} shops, marked *, are of earlier commits: ${commits.join(", ")}.`}

## The right shops

The shops in \`server/\` run from the command line with \`--shop\` and only the crash profile. Those in \`browser/\` run in a real
browser, with only the tests of the pay button. The others run through the library, which can't kill a shop, sees no output
and has no browser. So their crash tests, HC-13, HC-14 and HC-15 are NOT VERIFIED.

| Shop | Mutants | PASS | WARN | NOT APPLICABLE | NOT VERIFIED | FAIL |
| --- | --- | --- | --- | --- | --- | --- |
${right.map(rightRow).join("\n")}

## Each test

| Test | Requirement | Failed by |
| --- | --- | --- |
${tests.map(({ id, requirement }) => `| ${id} | ${requirement} | ${shownBy(id)} |`).join("\n")}

## Each shop with a mistake

| Shop | Its mistake | Mutants | Fails |
| --- | --- | --- | --- |
${wrong.map(wrongRow).join("\n")}
`;
}

const idsOf = ({ results }: ShopResults, wanted: string): readonly string[] =>
  Object.keys(results).filter((id) => results[id] === wanted);

function rightRow(shop: ShopResults): string {
  const ids = (result: string) => idsOf(shop, result).join(", ") || "0";
  const count = idsOf(shop, "PASS").length;
  const listed = ["WARN", "NOT APPLICABLE", "NOT VERIFIED", "FAIL"].map(ids);
  return `| \`${shop.shop}\`${shop.commit === undefined ? "" : " *"} | ${shop.mutants} | ${count} | ${listed.join(" | ")} |`;
}

function wrongRow(shop: ShopResults): string {
  const warned = idsOf(shop, "WARN").map((id) => `${id} (WARN)`);
  const failed = [...idsOf(shop, "FAIL"), ...warned].join(", ") || "nothing";
  return `| \`${shop.shop}\`${shop.commit === undefined ? "" : " *"} | ${shop.mistake} | ${shop.mutants} | ${failed} |`;
}

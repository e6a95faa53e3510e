import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { judge } from "../../src/index.js";
import type { JudgeReport } from "../../src/library/language.js";
import { packagePath, packageText } from "../../src/package/files.js";

interface Expected {
  /** The verdict; null: none. */
  readonly finds: string | null;
  /** The grave practice. */
  readonly practice?: string;
  /** The mutants that are enough to see it. */
  readonly at: string;
}

const shops = Object.entries<Expected>(JSON.parse(packageText("examples/shops/expected.json")));
const load = (name: string) => import(pathToFileURL(packagePath(`examples/shops/${name}.mjs`)).href);

async function judged(name: string, only: string): Promise<JudgeReport> {
  const [{ default: Kind }, { shopDay }] = await Promise.all([load(name), load("skeleton")]);
  // Only a shop that gets no answer waits for so long. A slow machine answers within it.
  const timeoutMs = only.endsWith("no-response") ? 1_000 : 10_000;
  return judge((lane) => shopDay(Kind, { url: lane.url, timeoutMs }), { only, jobs: 2 });
}

const found = ({ findings, practices }: JudgeReport): readonly string[] => [
  ...findings.map(({ verdict }) => verdict),
  ...practices.filter(({ grave }) => grave).map(({ id }) => id),
];

describe.each(shops)("the example shop %s", (name, { finds, practice, at }) => {
  const wanted = [finds, practice].filter((one) => typeof one === "string");

  it(wanted.length === 0 ? "is accused of nothing" : `is found: ${wanted.join(", ")}`, async () => {
    const report = await judged(name, at);
    expect(report.counts.run).toBeGreaterThan(0);
    if (wanted.length === 0) expect(found(report)).toEqual([]);
    else expect(found(report)).toEqual(expect.arrayContaining(wanted));
  });
});

it("the README of the example shops tells what each is found by", () => {
  const readme = packageText("examples/shops/README.md");
  const rows = [...readme.matchAll(/^\| `([\w-]+)\.mjs`[^|]*\|[^|]*\| (?:`([\w-]+)`)? ?\| (?:`([\w-]+)`)? ?\|/gm)];
  const told = rows.map(([, name, finds = null, practice = null]) => ({ name, finds, practice }));
  expect(told).toEqual(shops.map(([name, { finds, practice = null }]) => ({ name, finds, practice })));
});

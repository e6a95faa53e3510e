import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { judge } from "../../src/index.js";
import type { JudgeReport } from "../../src/library/language.js";
import { packagePath, packageText } from "../../src/package/files.js";

interface Expected {
  /** The verdict; null: nothing, no grave manner either. */
  readonly finds: string | null;
  /** The mutants that are enough to see it. */
  readonly at: string;
}

const shops = Object.entries<Expected>(JSON.parse(packageText("examples/shops/expected.json")));
const load = (name: string) => import(pathToFileURL(packagePath(`examples/shops/${name}.mjs`)).href);

async function judged(name: string, only: string): Promise<JudgeReport> {
  const [{ default: Kind }, { shopDay }] = await Promise.all([load(name), load("skeleton")]);
  return judge((lane) => shopDay(Kind, { url: lane.url, timeoutMs: 500 }), { only, jobs: 2 });
}

const found = ({ findings, manners }: JudgeReport): readonly string[] => [
  ...findings.map(({ verdict }) => verdict),
  ...manners.filter(({ grave }) => grave).map(({ id }) => id),
];

describe.each(shops)("the example shop %s", (name, { finds, at }) => {
  it(finds === null ? "is accused of nothing" : `is found: ${finds}`, async () => {
    const report = await judged(name, at);
    expect(report.counts.run).toBeGreaterThan(0);
    if (finds === null) expect(found(report)).toEqual([]);
    else expect(found(report)).toContain(finds);
  });
});

it("the README of the example shops tells what each is found by", () => {
  const readme = packageText("examples/shops/README.md");
  const rows = [...readme.matchAll(/^\| `([\w-]+)\.mjs`[^|]*\|[^|]*\| (?:`([\w-]+)`)? ?\|/gm)];
  const told = new Map(rows.map(([, name = "", finds]) => [name, finds ?? null]));
  for (const [name, { finds }] of shops) expect([name, told.get(name)]).toEqual([name, finds]);
});

import { existsSync, globSync } from "node:fs";
import { Command } from "@commander-js/extra-typings";
import { describe, expect, it } from "vitest";
import { housePicture } from "../build/docs/house.js";
import { pages, renderPage } from "../build/docs/parts.js";
import { packagePath, packageText } from "../src/package/files.js";
import { endpoints } from "../src/server/payment-api/endpoints/index.js";
import { commands, loadCommand } from "../src/tools/cli/commands.js";

const readme = packageText("README.md");
const LINES_MAX = 150;

describe("the README", () => {
  it("opens with the two lines that work in a clone", () => {
    expect(readme).toMatch(/^# payment-sandbox\n\n```sh\nnpm ci && npx payment-sandbox start\nnpm ci && npm test\n```/);
  });

  it("has what a first visitor needs, and no more", () => {
    expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(LINES_MAX);
  });

  it("names no option that no command has", async () => {
    const program = new Command();
    for (const name of commands.keys()) (await loadCommand(name))(program);
    const known = new Set(program.commands.flatMap(({ options }) => options.map(({ long }) => long)));
    // Of npm, vitest, pytest, node, docker, curl, git, openssl and jq, and of every command.
    const others =
      "--save-dev --prefix --registry --cache --prefer-offline --shard --test --test-reporter --test-reporter-destination --arg --junitxml --log-junit --add-host --help".split(
        " ",
      );
    const told = [
      readme,
      ...["ci", "command-line", "first-order", "outcomes"].map((name) => packageText(`docs/${name}.md`)),
    ];
    const own = told
      .join("\n")
      .replaceAll(/```[\s\S]*?```/g, (block) => (block.includes("payment-sandbox") ? block : ""));
    const named = new Set([...own.matchAll(/(?<![\w-])--[a-z][\w-]+/g)].map(([flag]) => flag));
    expect([...named].filter((flag) => !known.has(flag) && !others.includes(flag))).toEqual([]);
    expect(named.size).toBeGreaterThan(10);
  });

  it("copies what it uses, and no tests that the user's runner would collect", () => {
    const [, folder = ""] = /cp -r node_modules\/payment-sandbox\/(examples\S*) /.exec(readme) ?? [];
    const copied = globSync(`${folder}/**/*`, { cwd: packagePath("") });
    const used = [...readme.matchAll(/node (examples\/\S+\.mjs)/g)].map(([, path]) => path!);
    expect(used.length).toBeGreaterThan(0);
    expect(copied).toEqual(expect.arrayContaining(used));
    expect(copied.filter((path) => /\.(?:test|spec)\.|__tests__/.test(path))).toEqual([]);
  });

  it("shows pictures that are there", () => {
    const pictures = [...readme.matchAll(/(?:examples\/screenshots|docs\/images)\/[\w-]+\.png/g)].map(([path]) => path);
    expect(pictures.length).toBeGreaterThan(3);
    for (const path of pictures) expect(existsSync(packagePath(path)), path).toBe(true);
  });

  it("says in a paragraph what it assumes, and leads to the register", () => {
    const [, chapter = ""] = /^## What it assumes\n\n([^#]*)/m.exec(readme) ?? [];
    expect(chapter).toContain("(docs/assumptions.md)");
    expect(chapter).not.toContain("| id |");
  });
});

describe("the documentation", () => {
  it("names every endpoint", () => {
    const page = packageText("docs/payment-api.md");
    for (const { path } of endpoints) expect(page).toContain(`\`/${path}\``);
  });

  it("lists the commands that there are, in their order", () => {
    const [, list = ""] =
      /<!-- commands:begin -->([\s\S]*?)<!-- commands:end -->/.exec(packageText("docs/command-line.md")) ?? [];
    expect([...list.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name)).toEqual([...commands.keys()]);
  });

  it.each(Object.keys(pages))("has the generated parts of %s in step with the code (npm run docs)", async (file) => {
    const page = packageText(file);
    expect(await renderPage(file, page)).toBe(page);
  });

  it("has a picture of the house in step with the imports (npm run docs)", () => {
    expect(packageText("docs/images/house.svg")).toBe(housePicture());
  });
});

it("first-order.md, which comes after the README, makes orders of other references", () => {
  const made = (file: string): readonly string[] =>
    [...packageText(file).matchAll(/merchantReference"?[=:]"?([A-Z]+-\d+)/g)].map(([, reference]) => reference!);
  const readme = made("README.md");
  expect(readme).toContain("A-1");
  expect(made("docs/first-order.md")).toContain("FIRST-1");
  expect(made("docs/first-order.md").filter((reference) => readme.includes(reference))).toEqual([]);
});

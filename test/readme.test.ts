import { existsSync } from "node:fs";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { pages, renderPage } from "../build/readme.js";
import { commands, loadCommand } from "../src/cli/commands.js";
import { packagePath, packageText } from "../src/package/files.js";
import { endpoints } from "../src/wire/endpoints/index.js";

const readme = packageText("README.md");

describe("the README", () => {
  it("opens with the two lines that work in a clone", () => {
    expect(readme).toMatch(/^# payment-sandbox\n\n```sh\nnpm ci && npx payment-sandbox start\nnpm ci && npm test\n```/);
  });

  it("names every endpoint", () => {
    for (const { path } of endpoints) expect(readme).toContain(`\`/${path}\``);
  });

  it("lists the commands that there are, in their order", () => {
    const [, list = ""] = /^## Command line\n\n([^;]*);/m.exec(readme) ?? [];
    expect([...list.matchAll(/`([\w-]+)[^`]*`/g)].map(([, name]) => name)).toEqual([...commands.keys()]);
  });

  it("names no option that no command has", async () => {
    const program = new Command();
    for (const name of commands.keys()) (await loadCommand(name))(program);
    const known = new Set(program.commands.flatMap(({ options }) => options.map(({ long }) => long)));
    // Of npm, curl, git and openssl, and of every command.
    const others = ["--save-dev", "--help"];
    const own = readme.replaceAll(/```[\s\S]*?```/g, (block) => (block.includes("payment-sandbox") ? block : ""));
    const named = new Set([...own.matchAll(/(?<![\w-])--[a-z][\w-]+/g)].map(([flag]) => flag));
    expect([...named].filter((flag) => !known.has(flag) && !others.includes(flag))).toEqual([]);
    expect(named.size).toBeGreaterThan(10);
  });

  it("shows pictures that are there", () => {
    const pictures = [...readme.matchAll(/examples\/screenshots\/[\w-]+\.png/g)].map(([path]) => path);
    expect(pictures.length).toBeGreaterThan(0);
    for (const path of pictures) expect(existsSync(packagePath(path)), path).toBe(true);
  });

  it("says in a paragraph what it assumes, and leads to the register", () => {
    const [, chapter = ""] = /^## What it assumes\n\n([^#]*)/m.exec(readme) ?? [];
    expect(chapter).toContain("(docs/assumptions.md)");
    expect(chapter).not.toContain("| id |");
  });
});

it.each(Object.keys(pages))("%s has its generated parts in step with the code (npm run readme)", (file) => {
  const page = packageText(file);
  expect(renderPage(file, page)).toBe(page);
});

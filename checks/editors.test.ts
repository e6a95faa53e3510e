import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { getLanguageService, type LanguageService } from "yaml-language-server";
import { scenarioSchema } from "../build/generated.js";
import { readScenario } from "../src/core/scenario/document/document.js";
import { outcomeNames } from "../src/core/scenario/values/outcomes.js";
import { loadRegexesFor } from "../src/core/scenario/values/pattern.js";

// The YAML language server is what Visual Studio Code, Vim, Emacs, Helix and others run.

let editor: LanguageService;
beforeAll(() => {
  editor = getLanguageService({
    schemaRequestService: async () => scenarioSchema(),
    workspaceContext: { resolveRelativePath: (path) => path },
    telemetry: { send() {}, sendError() {}, sendTrack() {} },
  });
  const schemas = [
    { uri: "file:///scenario.schema.json", fileMatch: ["*.yaml"], schema: JSON.parse(scenarioSchema()) },
  ];
  editor.configure({ validate: true, hover: true, completion: true, schemas });
});

let count = 0;
/** A file of its own, because the server keeps what it knows of one. */
const documentOf = (text: string): TextDocument => TextDocument.create(`file:///${++count}.yaml`, "yaml", 1, text);
const messages = async (text: string) =>
  (await editor.doValidation(documentOf(text), false)).map(({ message }) => message);
const isValid = (text: string) => !("problems" in readScenario(text, "f.yaml"));

describe("the scenario schema in an editor", () => {
  const refused: readonly (readonly [string, string, RegExp])[] = [
    ["a fault without placed", "rules: [{ then: { fault: http-500 } }]", /placed/],
    ["placed without a fault", "rules: [{ then: { placed: after-commit } }]", /fault/],
    ["copies without a fault", "rules: [{ then: { copies: cut } }]", /fault/],
    ["a rule without effects", "rules: [{ then: {} }]", /fewer properties/],
    ["an unknown operation", "rules: [{ when: { operation: hosted-checkout/refnd }, then: { delay: 1s } }]", /refund/],
    ["a first slash", "rules: [{ when: { operation: /hosted-checkout/refund }, then: { delay: 1s } }]", /refund/],
    ["an unknown operation in expect", "expect: [{ calls: { operation: sale, count: 1 } }]", /tokenization\/sale/],
    [
      "two members in an entry of expect",
      "expect: [{ order: { orderId: 1 }, rule: { name: a, fired: 1 } }]",
      /limit of 1/,
    ],
    ["an empty entry of expect", "expect: [{}]", /fewer properties/],
    ["an order without a name", "expect: [{ order: { status: SUCCESS } }]", /merchantReference/],
    ["an unknown outcome", "rules: [{ then: { outcome: nope } }]", /insufficient-funds/],
  ];
  it.each(refused)("refuses %s, as validate does", async (_, part, message) => {
    const text = `name: x\n${part}\n`;
    expect(isValid(text)).toBe(false);
    expect(await messages(text)).toEqual([expect.stringMatching(message)]);
  });

  it.each(readdirSync("scenarios").filter((file) => file.endsWith(".yaml")))("takes %s", async (file) => {
    const text = readFileSync(`scenarios/${file}`, "utf8");
    await loadRegexesFor(text);
    expect(isValid(text)).toBe(true);
    expect(await messages(text)).toEqual([]);
  });

  it("shows all outcomes, and offers them", async () => {
    const text = "name: x\nrules:\n  - then:\n      outcome: ";
    const { items } = await editor.doComplete(documentOf(text), { line: 3, character: 15 }, false);
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining([...outcomeNames]));
    const hover = await editor.doHover(documentOf(`${text}approve\n`), { line: 3, character: 8 });
    const shown = JSON.stringify(hover?.contents);
    expect(outcomeNames.filter((name) => !shown.includes(name))).toEqual([]);
  });
});

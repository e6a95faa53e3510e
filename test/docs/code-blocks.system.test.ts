import "../support/dist.js";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readScenario } from "../../src/core/scenario/document/document.js";
import { readDocument } from "../../src/core/scenario/document/positions.js";
import { loadRegexesFor } from "../../src/core/scenario/values/pattern.js";
import { packagePath } from "../../src/package/files.js";
import { configSchema } from "../../src/server/options/file.js";
import { commands, loadCommand } from "../../src/tools/cli/commands.js";
import { readWaivers } from "../../src/tools/judge/schema/waivers.js";
import { testFolder } from "../support/sandbox.js";
import { type Block, blocks, checked, placeOf } from "./blocks.js";

/** Each language with what checks it; `text` is what a program printed. */
const languages = ["ts", "js", "sh", "bash", "yaml", "json", "php", "python", "java", "go", "text"];

describe("every block of code in the documentation", () => {
  it("is of a language that is checked, or says why it is not", () => {
    const unknown = blocks.filter(({ language, remarks }) => !languages.includes(language) && !remarks["not run"]);
    expect(unknown.map((block) => `${placeOf(block)} ${block.language}`)).toEqual([]);
    expect(blocks.length).toBeGreaterThan(100);
  });

  it("gives a reason where it is not checked", () => {
    for (const block of blocks) expect(block.remarks["not run"] ?? "a reason", placeOf(block)).not.toBe("");
  });

  it("names no command and no option that is not there", async () => {
    const program = new Command();
    for (const name of commands.keys()) (await loadCommand(name))(program);
    const optionsOf = new Map(
      program.commands.map((one) => [
        one.name(),
        // Options of a subcommand stand behind its name, and behind that of its command.
        [one, ...one.commands].flatMap(({ options }) => options.flatMap(({ long, short }) => [long, short])),
      ]),
    );
    const wrong = blocks
      .filter(isShell)
      .flatMap((block) =>
        used(block).flatMap((call) => faultsOf(call, optionsOf).map((fault) => `${placeOf(block)}: ${fault}`)),
      );
    expect(wrong).toEqual([]);
  });
});

const isShell = ({ language }: Block): boolean => language === "sh" || language === "bash";

/** The arguments of each use of the command line, up to what is run inside, without what a quoted one runs. */
const used = ({ text }: Block): readonly (readonly string[])[] =>
  [...text.replaceAll("\\\n", " ").matchAll(/(?:^|[\s|;&(])(?:\S*\/)?payment-sandbox(?![\w./:@-])([^|\n#;&)]*)/g)].map(
    ([, rest = ""]) =>
      (rest.split(" -- ")[0] ?? "")
        .replace(/'[^']*'/g, "''")
        .trim()
        .split(/\s+/),
  );

function faultsOf(
  [name = "", ...args]: readonly string[],
  optionsOf: ReadonlyMap<string, readonly (string | undefined)[]>,
): readonly string[] {
  const known = optionsOf.get(name === "" || name.startsWith("-") ? "start" : name);
  if (known === undefined) return [`no command ${name}`];
  return args
    .filter((one) => /^--\w/.test(one) && one !== "--help")
    .map((one) => one.split("=")[0]!)
    .filter((one) => !known.includes(one))
    .map((one) => `${name} has no ${one}`);
}

/** The code as a module of its own, with what a reader would have around it. */
const moduleOf = ({ text, remarks, file }: Block): string =>
  `${remarks.with ?? ""}\n${text}\nexport {};\n`.replaceAll(/from "(\.\.?\/[^"]+)"/g, (_, path) =>
    // What is copied beside a handler.
    /\/genuine(\.ts)?$/.test(path)
      ? `from "${packagePath("examples/snippets/genuine.ts")}"`
      : `from "${join(packagePath(dirname(file)), path)}"`,
  );

/** Web frameworks that test/examples/snippets.test.ts installs. */
const ofOther = /Cannot find module '(fastify|koa|@koa\/\w+)'/;

/** It needs the package's types, as the blocks do. */
const judgedExample = "examples/snippets/judge.test.ts";

describe("TypeScript and JavaScript", () => {
  it.each(["ts", "js"])("in %s is typed as the package says", (language) => {
    // Inside of the checkout: the blocks find the packages that they import.
    const folder = packagePath(`node_modules/.cache/docs-${language}-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    const names = checked(language).map((block, i) => {
      const name = `${block.file.replaceAll(/\W/g, "_")}_${block.line}_${i}.${language === "ts" ? "ts" : "mjs"}`;
      writeFileSync(join(folder, name), moduleOf(block));
      return name;
    });
    expect(names.length).toBeGreaterThan(1);
    const compilerOptions = {
      ...{ target: "ES2023", module: "NodeNext", moduleResolution: "NodeNext", lib: ["ES2024", "ESNext.Disposable"] },
      // JavaScript says nothing of its types: what is missing there is no fault.
      ...{
        strict: language === "ts",
        noPropertyAccessFromIndexSignature: language === "ts",
        noImplicitAny: false,
        allowJs: true,
        checkJs: true,
        skipLibCheck: true,
        noEmit: true,
        allowImportingTsExtensions: true,
      },
      ...{
        types: ["node"],
        paths: {
          "payment-sandbox": [packagePath("dist/types/index.d.ts")],
          "payment-sandbox/*": [packagePath("dist/types/*.d.ts")],
        },
      },
    };
    const files = language === "ts" ? [...names, packagePath(judgedExample)] : names;
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const { stdout } = spawnSync(process.execPath, [packagePath("node_modules/typescript/bin/tsc"), "-p", folder], {
      encoding: "utf8",
    });
    rmSync(folder, { recursive: true });
    // What a block imports from the examples is JavaScript too, and has tests of its own.
    const isOurs = (line: string) => line.startsWith("node_modules/.cache/") || line.startsWith(judgedExample);
    const wrong = stdout.split("\n").filter((line) => isOurs(line) && !ofOther.test(line));
    expect(wrong).toEqual([]);
  });
});

describe("YAML", () => {
  const all = checked("yaml");
  const isScenario = (text: string): boolean => /^name: /m.test(text) && /^(rules|given|assume|expect):/m.test(text);
  // checks/files.test.ts lints them.
  const isWorkflow = (text: string): boolean => /^on:/m.test(text);
  const isWaivers = (text: string): boolean => text.startsWith("waivers:");
  /** Of Symfony and Docker Compose. */
  const isForeign = (text: string): boolean =>
    /^(framework|security|services|App\\\w+|payment_notification):/.test(text);
  // checks/files.test.ts lints what includes them, too.
  const isGitLab = (text: string): boolean => /^ {2}script:/m.test(text) || text.startsWith("include:");

  it.each(all.filter(({ text }) => isScenario(text)).map((block) => [placeOf(block), block.text]))(
    "%s is a scenario without a warning",
    async (place, text) => {
      await loadRegexesFor(text);
      expect(readScenario(text, place)).toMatchObject({ warnings: [] });
    },
  );

  it.each(all.filter(({ text }) => isGitLab(text)).map((block) => [placeOf(block), block.text]))(
    "%s is a GitLab job",
    (_, text) => {
      const { include, ...jobs } = parse(text);
      for (const job of Object.values(jobs)) expect(job).toHaveProperty(include === undefined ? "script" : "variables");
    },
  );

  it.each(all.filter(({ text }) => isForeign(text)).map((block) => [placeOf(block), block.text]))(
    "%s is YAML with one root",
    (_, text) => {
      expect(Object.keys(parse(text))).toHaveLength(1);
    },
  );

  it.each(all.filter(({ text }) => isWaivers(text)).map((block) => [placeOf(block), block.text]))(
    "%s is a file of waivers",
    (place, text) => {
      expect(readWaivers(text, place)).toHaveLength(1);
    },
  );

  it.each(
    all
      .filter(({ text }) => ![isScenario, isWorkflow, isGitLab, isWaivers, isForeign].some((is) => is(text)))
      .map((block) => [placeOf(block), block.text]),
  )("%s is a config file", (place, text) => {
    expect(readDocument({ text, file: place }, configSchema(), () => ({}))).not.toHaveProperty("problems");
  });
});

describe("JSON", () => {
  it("parses", () => {
    for (const block of checked("json")) expect(() => JSON.parse(block.text), placeOf(block)).not.toThrow();
  });

  it.each(
    checked("json")
      .filter(({ word }) => word === "scenario")
      .map((block) => [placeOf(block), block.text]),
  )("%s is a scenario without a warning", (place, text) => {
    expect(readScenario(text, place)).toMatchObject({ warnings: [] });
  });
});

const works = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;

/** Reads each text as a file of Java; what is wrong goes to stderr. */
const parseJava = `
import com.sun.source.util.JavacTask;
import java.nio.file.Path;
import java.util.List;
import javax.tools.*;
public class Parse {
  public static void main(String[] files) throws Exception {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var problems = new DiagnosticCollector<JavaFileObject>();
    var manager = compiler.getStandardFileManager(problems, null, java.nio.charset.StandardCharsets.UTF_8);
    ((JavacTask) compiler.getTask(null, manager, problems, null, null, manager.getJavaFileObjects(files))).parse();
    for (var problem : problems.getDiagnostics()) System.err.println(problem);
    System.exit(problems.getDiagnostics().isEmpty() ? 0 : 1);
  }
}`;

/** `bash -n` reads one file alone. */
const parseBash = 'for file; do bash -n "$file" || exit 1; done';
/** So does `php -l`, whose start takes longer than what it reads. */
const parsePhp = `
foreach (array_slice($argv, 1) as $file)
  try { token_get_all(file_get_contents($file), TOKEN_PARSE); }
  catch (ParseError $error) { fwrite(STDERR, "$file:{$error->getLine()}: {$error->getMessage()}"); exit(1); }`;

/** A reader pastes a block alone, so it imports what it uses. */
const namesOfPython = `
import ast, builtins, sys
for path in sys.argv[1:]:
    nodes = list(ast.walk(ast.parse(open(path).read(), path)))
    known = {*dir(builtins), *(one.id for one in nodes if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load))}
    known |= {one.name for one in nodes if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler))}
    known |= {one.arg for one in nodes if isinstance(one, ast.arg)}
    known |= {(one.asname or one.name).split(".")[0] for one in nodes if isinstance(one, ast.alias)}
    unknown = sorted({one.id for one in nodes if isinstance(one, ast.Name)} - known)
    if unknown: sys.exit(f"{path} uses {unknown} without an import")`;

/** The other languages: how the syntax of files is checked, where the machine can. */
const others = [
  { language: "bash", ending: "sh", command: ["bash", "-c", parseBash, "bash"], isHere: works("bash", "--version") },
  { language: "sh", ending: "sh", command: ["bash", "-c", parseBash, "bash"], isHere: works("bash", "--version") },
  { language: "php", ending: "php", command: ["php", "-r", parsePhp, "--"], isHere: works("php", "--version") },
  {
    language: "python",
    ending: "py",
    command: ["python3", "-c", namesOfPython],
    isHere: works("python3", "--version"),
  },
  { language: "go", ending: "go", command: ["gofmt", "-l"], isHere: works("gofmt", "-h") },
  { language: "java", ending: "java", command: ["java"], isHere: works("javac", "--version") },
] as const;

describe.each(others)("the syntax of $language", ({ language, ending, command, isHere }) => {
  it.runIf(isHere)("is right", () => {
    using folder = testFolder();
    const paths = checked(language).map((block) => {
      const path = join(folder.path, `${placeOf(block).replaceAll(/[/:]/g, "-")}.${ending}`);
      const around = language === "php" && !block.text.startsWith("<?php") ? "<?php" : (block.remarks.with ?? "");
      writeFileSync(path, `${around}\n${block.text}`.trimStart());
      return path;
    });
    const program = join(folder.path, "Parse.java");
    if (language === "java") writeFileSync(program, parseJava);
    const [tool, ...args] = [...command, ...(language === "java" ? [program] : [])];
    expect(paths.length).toBeGreaterThan(0);
    const { status, stderr, stdout } = spawnSync(tool, [...args, ...paths], { encoding: "utf8" });
    expect(status, stderr + stdout).toBe(0);
    // A second JVM takes a second.
    if (language === "java") return;
    writeFileSync(paths[0]!, language === "python" ? "os.getcwd()" : "<?php { ( [");
    expect(spawnSync(tool, [...args, ...paths]).status).not.toBe(0);
  });
});

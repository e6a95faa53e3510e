// Runs the sources of src with a mark at the start of each function, to count calls exactly.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import MagicString from "magic-string";
import { parseSync, Visitor } from "oxc-parser";

/** A function of src. Its lines are those of its code, without types and comments. */
export interface TracedFunction {
  readonly path: string;
  readonly name: string;
  readonly lines: number;
}

/** One call. The caller is undefined if Node itself called, for example with a message or after a timer. */
export interface TracedCall {
  readonly caller: TracedFunction | undefined;
  readonly callee: TracedFunction;
}

interface Span {
  readonly start: number;
  readonly end: number;
}
interface Found extends Span {
  readonly name: string;
  readonly body: Span & { readonly type: string };
}

const root = join(import.meta.dirname, "../..");
const SOURCE = pathToFileURL(join(root, "src/")).href;
const MARK = "__entered";
const all: TracedFunction[] = [];
/** By file: its functions in the marked code, in the order in which they begin. */
const placed = new Map<string, readonly (Span & { readonly id: number })[]>();
const lineStarts = new Map<string, readonly number[]>();
let calls: TracedCall[] | undefined;

/** Counts calls while `work` runs. */
export async function callsDuring(work: () => Promise<unknown>): Promise<readonly TracedCall[]> {
  const found: TracedCall[] = [];
  calls = found;
  try {
    await work();
  } finally {
    calls = undefined;
  }
  return found;
}

/** Call this before anything of src is imported. */
export function traceSources(): void {
  Object.assign(globalThis, { [MARK]: entered });
  Error.stackTraceLimit = 100;
  registerHooks({
    resolve(specifier, context, next) {
      // As the bundle does.
      if (/^hono\/jsx\/jsx-(dev-)?runtime$/.test(specifier))
        return next(`${SOURCE}server/pages/jsx-runtime.ts`, context);
      if (!context.parentURL?.startsWith(SOURCE) || !specifier.startsWith(".")) return next(specifier, context);
      for (const ending of [".ts", ".tsx"])
        try {
          return next(specifier.replace(/\.js$/, ending), context);
        } catch {}
      return next(specifier, context);
    },
    load(url, context, next) {
      if (!url.startsWith(SOURCE) || !/\.tsx?$/.test(url)) return next(url, context);
      return { format: "module", source: marked(url), shortCircuit: true };
    },
  });
}

function marked(url: string): string {
  const file = fileURLToPath(url);
  const { code } = transformSync(readFileSync(file, "utf8"), {
    loader: file.endsWith("x") ? "tsx" : "ts",
    jsx: "automatic",
    jsxImportSource: "hono/jsx",
    target: "node24",
  });
  const first = all.length;
  const text = new MagicString(code);
  for (const { name, start, end, body } of functionsIn(code)) {
    const id = all.push({ path: relative(root, file), name, lines: linesIn(code, start, end) }) - 1;
    if (body.type === "BlockStatement") text.appendRight(body.start + 1, `${MARK}(${id});`);
    else text.appendRight(body.start, `(${MARK}(${id}),`).appendLeft(body.end, ")");
  }
  const source = text.toString();
  placed.set(
    url,
    functionsIn(source).map(({ start, end }, i) => ({ start, end, id: first + i })),
  );
  lineStarts.set(url, [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]);
  return source;
}

const linesIn = (text: string, start: number, end: number): number => text.slice(start, end).split("\n").length;

/** In the order in which they begin. */
function functionsIn(code: string): readonly Found[] {
  const found: Found[] = [];
  const names = new Map<number, string>();
  // biome-ignore lint/suspicious/noExplicitAny: a node of the syntax tree.
  const named = (key: any, value: any): void => {
    if (value) names.set(value.start, key?.name ?? String(key?.value ?? ""));
  };
  // biome-ignore lint/suspicious/noExplicitAny: a node of the syntax tree.
  const take = (node: any): void => {
    if (node.body) found.push({ ...node, name: node.id?.name ?? names.get(node.start) ?? "" });
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => named(id, init),
    Property: ({ key, value }) => named(key, value),
    MethodDefinition: ({ key, value }) => named(key, value),
    PropertyDefinition: ({ key, value }) => named(key, value),
    AssignmentExpression: ({ left, right }) => named("property" in left ? left.property : left, right),
    FunctionDeclaration: take,
    FunctionExpression: take,
    ArrowFunctionExpression: take,
  }).visit(parseSync("code.js", code).program);
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

function entered(id: number): void {
  if (!calls) return;
  const before = Error.prepareStackTrace;
  Error.prepareStackTrace = (_, sites) => sites;
  const sites = new Error().stack as unknown as NodeJS.CallSite[];
  Error.prepareStackTrace = before;
  // The first two are this function and the one that was entered.
  const caller = sites.slice(2).find((site) => !site.isAsync() && placed.has(site.getFileName() ?? ""));
  calls.push({ caller: caller && at(caller), callee: all[id]! });
}

/** The innermost function around a place. Undefined for a module's own code. */
function at(site: NodeJS.CallSite): TracedFunction | undefined {
  const file = site.getFileName()!;
  const offset = lineStarts.get(file)![site.getLineNumber()! - 1]! + site.getColumnNumber()! - 1;
  const around = placed.get(file)!.findLast(({ start, end }) => start <= offset && offset < end);
  return around && all[around.id];
}

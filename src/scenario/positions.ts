import { type Document, isAlias, isMap, isNode, isScalar, LineCounter, type Node, parseDocument, visit } from "yaml";
import type * as z from "zod";
import { objections, type SchemaNode, sentence } from "./issues.js";

/** A place in a file, and what is wrong there. Line and column count from 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly what: string;
  readonly expected?: string;
  readonly didYouMean?: string;
}

export type Problems = readonly [Problem, ...Problem[]];

/** Where the member at a path stands; with `key`, the name of a member inside it. */
export type Place = (path: readonly PropertyKey[], key?: string) => Pick<Problem, "file" | "line" | "column">;

/** An alias may be used, a bomb of them not. */
const MAX_ALIASES = 100;

export interface SourceText {
  readonly text: string;
  readonly file: string;
  /** What an empty file lacks; left out: it counts as {}. */
  readonly atLeast?: string;
}

/** Reads YAML or JSON that people write, and checks it; each fault has its place. `jsonSchema` says which members there are. */
export function readDocument<S extends z.ZodType>(
  { text, file, atLeast }: SourceText,
  schema: S,
  jsonSchema: () => object,
): { readonly value: z.output<S>; readonly place: Place } | { readonly problems: Problems } {
  const lines = new LineCounter();
  const doc = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const syntax = [...syntaxProblems(doc)].map(({ offset, ...rest }) => ({ ...at(offset), ...rest }));
  if (isSome(syntax)) return { problems: syntax };
  if (doc.contents === null && atLeast !== undefined)
    return { problems: [{ ...at(0), what: "the file is empty", expected: atLeast }] };
  const value = plainOf(doc);
  if ("fault" in value)
    return { problems: [{ ...at(0), what: value.fault, expected: `at most ${MAX_ALIASES} aliases` }] };
  const place: Place = (path, key) => at(offsetOf(doc, path, key));
  const read = schema.safeParse(value.plain);
  if (read.success) return { value: read.data, place };
  const problems = objections(read.error.issues, value.plain, jsonSchema() as SchemaNode)
    .map(({ path, unknownMember, ...rest }) => ({ ...place(path, unknownMember), ...rest }))
    .sort(byPlace);
  return { problems: problems as unknown as Problems };
}

/** `file:line:column: what is wrong, what was expected`. */
export const formatProblem = ({ file, line, column, ...described }: Problem): string =>
  `${file}:${line}:${column}: ${sentence(described)}`;

export const byPlace = (a: Problem, b: Problem): number => a.line - b.line || a.column - b.column;

const isSome = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0;

interface Fault {
  readonly offset: number;
  readonly what: string;
  readonly expected?: string;
}

function* syntaxProblems(doc: Document.Parsed): Generator<Fault> {
  for (const error of doc.errors) {
    if (error.code === "BAD_ALIAS") yield leadingStar(error.pos[0], "");
    else yield { offset: error.pos[0], what: `not valid YAML: ${error.message.replace(/\.$/, "")}` };
  }
  if (doc.errors.length > 0) return;
  yield* aliasFaults(doc);
}

/** YAML reads `*x` as an alias: without an anchor of that name it was meant as a text. One inside its own anchor never ends. */
function aliasFaults(doc: Document.Parsed): readonly Fault[] {
  const anchors = new Map<string, Node>();
  const faults: Fault[] = [];
  visit(doc, (_key, node, above) => {
    if (!isNode(node)) return;
    if (!isAlias(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      return;
    }
    const { source, range } = node;
    const anchored = anchors.get(source);
    const offset = range?.[0] ?? 0;
    if (!anchored) faults.push(leadingStar(offset, source));
    else if (above.includes(anchored)) faults.push(endless(offset, source));
  });
  return faults;
}

const endless = (offset: number, name: string): Fault => ({
  offset,
  what: `the alias *${name} stands inside &${name}, which makes it endless`,
  expected: "the value itself, or an alias outside of it",
});

const leadingStar = (offset: number, rest: string): Fault => ({
  offset: Math.max(offset, 0),
  what: `the text *${rest} begins with an unquoted *, which YAML reads as an alias`,
  expected: `quotes: "*${rest}"`,
});

function plainOf(doc: Document.Parsed): { plain: unknown } | { fault: string } {
  try {
    return { plain: doc.contents === null ? {} : doc.toJS({ maxAliasCount: MAX_ALIASES }) };
  } catch (fault) {
    return { fault: fault instanceof Error ? fault.message : String(fault) };
  }
}

/** Where the member at `path` stands; the nearest enclosing one when it is missing. `key`: the member's own name, inside it. */
function offsetOf(doc: Document.Parsed, path: readonly PropertyKey[], key?: string): number {
  for (let depth = path.length; depth >= 0; depth--) {
    const node = depth === 0 ? doc.contents : doc.getIn(path.slice(0, depth), true);
    if (!isNode(node) || !node.range) continue;
    const pair = key !== undefined && isMap(node) ? node.items.find((item) => keyText(item.key) === key) : undefined;
    const start = isNode(pair?.key) ? pair.key.range?.[0] : undefined;
    return start ?? node.range[0];
  }
  return 0;
}

const keyText = (key: unknown): string => String(isScalar(key) ? key.value : key);

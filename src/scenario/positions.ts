import { type Document, LineCounter, parseDocument } from "yaml";
import type * as z from "zod";
import { objections, type SchemaNode, sentence } from "./issues.js";
import { problemsMax, sizeProblem } from "./limits.js";
import { plainJson } from "./plain-json.js";
import { faultsOf } from "./yaml-faults.js";
import { Places } from "./yaml-places.js";

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
  const tooLarge = sizeProblem(Buffer.byteLength(text));
  if (tooLarge) return { problems: [{ file, line: 1, column: 1, ...tooLarge }] };
  const quick = quicklyRead(text, file, schema);
  if (quick) return quick;
  const lines = new LineCounter();
  const doc = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const faults = faultsOf(doc);
  if (isSome(faults)) return { problems: firstProblems(faults, ({ offset, ...rest }) => ({ ...at(offset), ...rest })) };
  if (doc.contents === null && atLeast !== undefined)
    return { problems: [{ ...at(0), what: "the file is empty", expected: atLeast }] };
  const value = plainOf(doc);
  if ("fault" in value)
    return { problems: [{ ...at(0), what: value.fault, expected: `at most ${MAX_ALIASES} aliases` }] };
  const places = new Places(doc);
  const place: Place = (path, key) => at(places.offsetOf(path, key));
  const read = schema.safeParse(value.plain);
  if (read.success) return { value: read.data, place };
  const problems = objections(read.error.issues, value.plain, jsonSchema() as SchemaNode)
    .map(({ path, unknownMember, ...rest }) => ({ ...place(path, unknownMember), ...rest }))
    .sort(byPlace) as unknown as Problems;
  return { problems: firstProblems(problems, (problem) => problem) };
}

/** JSON that fits needs places of its rules and expectations alone; any other place is looked for when it is asked for. */
function quicklyRead<S extends z.ZodType>(
  text: string,
  file: string,
  schema: S,
): { readonly value: z.output<S>; readonly place: Place } | undefined {
  const json = plainJson(text);
  if (!json) return undefined;
  const read = schema.safeParse(json.value);
  if (!read.success) return undefined;
  const lines = once(() => linesOf(text));
  const places = once(() => new Places(parseDocument(text)));
  const place: Place = (path, key) => {
    const [member, n] = path;
    const isElement = path.length === 2 && key === undefined;
    const known = isElement ? json.elements.get(String(member))?.[Number(n)] : undefined;
    const { line, col } = lines().linePos(known ?? places().offsetOf(path, key));
    return { file, line, column: col };
  };
  return { value: read.data, place };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function linesOf(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines.addNewLine(at + 1);
  return lines;
}

/** The first of them, and how many more there are. */
function firstProblems<T>(all: readonly [T, ...T[]], problemOf: (one: T) => Problem): Problems {
  const problems = all.slice(0, problemsMax).map(problemOf);
  const next = all[problemsMax];
  if (next !== undefined)
    problems.push({ ...placeOf(problemOf(next)), what: `and ${all.length - problemsMax} more problems from here on` });
  return problems as unknown as Problems;
}

const placeOf = ({ file, line, column }: Problem) => ({ file, line, column });

/** `file:line:column: what is wrong, what was expected`. */
export const formatProblem = ({ file, line, column, ...described }: Problem): string =>
  `${file}:${line}:${column}: ${sentence(described)}`;

export const byPlace = (a: Problem, b: Problem): number => a.line - b.line || a.column - b.column;

const isSome = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0;

function plainOf(doc: Document.Parsed): { plain: unknown } | { fault: string } {
  try {
    return { plain: doc.contents === null ? {} : doc.toJS({ maxAliasCount: MAX_ALIASES }) };
  } catch (fault) {
    return { fault: fault instanceof Error ? fault.message : String(fault) };
  }
}

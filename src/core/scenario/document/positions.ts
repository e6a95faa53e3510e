import { type Document, isNode, LineCounter, parseDocument, type Scalar, type ScalarTag, type Tags, visit } from "yaml";
import type * as z from "zod";
import { type Described, objections, sentence, type Written } from "../values/issues.js";
import { problemsMax, sizeProblem } from "../values/limits.js";
import { patternsCost, patternsProblem } from "../values/pattern-cost.js";
import type { SchemaNode } from "../values/schema-node.js";
import { type Fault, faultsOf } from "./yaml-faults.js";
import { Places } from "./yaml-places.js";

/** A place in a file. Line and column count from 1. */
export interface Where {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A fault at a place in a file. */
export interface Problem extends Described, Where {}

export type Problems = readonly [Problem, ...Problem[]];

/** Returns the position of the member at a path. With `key`, the position of that member's name. */
export type Locate = (path: readonly PropertyKey[], key?: string) => Where;

/** Some aliases are allowed, but not an alias bomb. */
const MAX_ALIASES = 100;

export interface SourceText {
  readonly text: string;
  readonly file: string;
  /** The members that an empty file lacks. Absent: an empty file counts as {}. */
  readonly atLeast?: string;
  /** True if the text contains secrets: no fault quotes it. */
  readonly hidesValues?: boolean;
}

/**
 * Reads YAML or JSON that people write, and checks it. Each fault has its position. `jsonSchema` lists the valid
 * members.
 */
export function readDocument<S extends z.ZodType>(
  { text, file, atLeast, hidesValues }: SourceText,
  schema: S,
  jsonSchema: () => object,
): { readonly value: z.output<S>; readonly place: Locate } | { readonly problems: Problems } {
  const tooLarge = sizeProblem(Buffer.byteLength(text));
  if (tooLarge) return { problems: [{ file, line: 1, column: 1, ...tooLarge }] };
  const lines = new LineCounter();
  const customTags = (tags: Tags): Tags => [zerosFirst, ...tags];
  const doc = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, customTags });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const faults = faultsOf(doc, text);
  if (isSome(faults)) {
    // One broken place often has several faults, which differ only by what they quote.
    const told = hidesValues ? withoutQuotes(faults[0]) : faults;
    return { problems: firstProblems(told, ({ offset, quotesNothing: _, ...rest }) => ({ ...at(offset), ...rest })) };
  }
  if (doc.contents === null && atLeast !== undefined)
    return { problems: [{ ...at(0), what: "the file is empty", expected: atLeast }] };
  const spelled = spelledNumbers(doc);
  let value = plainOf(doc);
  if ("fault" in value)
    return { problems: [{ ...at(0), what: value.fault, expected: `at most ${MAX_ALIASES} aliases` }] };
  const places = new Places(doc);
  const place: Locate = (path, key) => at(places.offsetOf(path, key));
  const large = patternsProblem(patternsCost(value.plain));
  if (large !== undefined) return { problems: [{ ...at(0), what: large }] };
  let read = schema.safeParse(value.plain);
  for (const isLast of spelled.size === 0 ? [] : [false, true]) {
    if (read.success) break;
    for (const [node, number] of isLast ? spelled : refusedIn(doc, read.error.issues, spelled)) node.value = number;
    value = plainOf(doc) as { plain: unknown };
    read = schema.safeParse(value.plain);
  }
  if (read.success) return { value: read.data, place };
  const { issues } = read.error;
  const written: Written = (path) => (doc.getIn(path, true) as Partial<Scalar> | undefined)?.source;
  const few = issues.slice(0, PLACED_MAX);
  const how = { written, hidesValues, keysMax: PLACED_MAX };
  const problems = objections(few, value.plain, jsonSchema() as SchemaNode, how)
    .map(({ path, unknownMember, ...rest }) => ({ ...place(path, unknownMember), ...rest }))
    .sort(byPlace) as unknown as Problems;
  return { problems: firstProblems(problems, (problem) => problem, Math.max(countOf(issues), problems.length)) };
}

/** A fault of the text itself, without the words that it quotes. */
const withoutQuotes = (fault: Fault): readonly [Fault] => {
  if (fault.quotesNothing) return [fault];
  const { expected = "valid YAML", ...rest } = fault;
  return [
    {
      ...rest,
      what: "not readable",
      expected: expected.replace(/^quotes: .*/, "quotes around a text that begins with *"),
    },
  ];
};

/** A number with zeros before it is a text, such as the reference 0051: YAML would read it as 51. */
const zerosFirst: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  test: /^[-+]?0[0-9]+$/,
  resolve: (text) => text,
};

/**
 * Makes numbers with letters texts, such as the reference 1e3, which YAML reads as 1000. Returns them with their values: a place that
 * takes no text gets its number back.
 */
function spelledNumbers(doc: Document.Parsed): Map<Scalar, number> {
  const found = new Map<Scalar, number>();
  visit(doc, {
    Scalar(_, node) {
      if (typeof node.value !== "number" || !/^[-+]?(\d|\.\d).*[a-z]/i.test(node.source ?? "")) return;
      found.set(node, node.value);
      node.value = node.source;
    },
  });
  return found;
}

/** The numbers among them at the places that the schema refused. */
function refusedIn(doc: Document.Parsed, issues: readonly Issue[], spelled: ReadonlyMap<Scalar, number>) {
  const refused = new Map<Scalar, number>();
  for (const { path } of issues) {
    const node = doc.getIn(path, true);
    if (isNode(node))
      visit(node, { Scalar: (_, one) => void (spelled.has(one) && refused.set(one, spelled.get(one)!)) });
  }
  return refused;
}

/** How many objections to explain. Suggestions for a hundred thousand would take seconds. */
const PLACED_MAX = 200;

type Issue = z.core.$ZodIssue;
const countOf = (issues: readonly Issue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 1), 0);

/** The first problems, and the number of the others. */
function firstProblems<T>(
  all: readonly [T, ...T[]],
  problemOf: (one: T) => Problem,
  count: number = all.length,
): Problems {
  const problems = all.slice(0, problemsMax).map(problemOf);
  const next = all[problemsMax];
  if (next !== undefined)
    problems.push({ ...placeOf(problemOf(next)), what: `and ${count - problemsMax} more problems from here on` });
  return problems as unknown as Problems;
}

const placeOf = ({ file, line, column }: Problem) => ({ file, line, column });

/** Formats "file:line:column: fault, expected x". */
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

import { type Document, isAlias, isCollection, isMap, isNode, isScalar, type Node, visit, type YAMLMap } from "yaml";
import type { Described } from "../values/issues.js";

/** Invalid YAML, or valid YAML of a kind that our documents never use. */
export interface Fault extends Described {
  readonly offset: number;
  /** True if its words are the library's own, without a part of the text. */
  readonly quotesNothing?: boolean;
}

/** The library's faults that quote nothing. */
const PLAIN_FAULTS: ReadonlySet<string> = new Set([
  "MISSING_CHAR",
  "BAD_INDENT",
  "TAB_AS_INDENT",
  "BLOCK_AS_IMPLICIT_KEY",
  "BLOCK_IN_FLOW",
  "MULTILINE_IMPLICIT_KEY",
]);

/** Deep enough for our documents. Later readers are recursive, so deeper ones could overflow the stack. */
const DEPTH_MAX = 100;

/** The faults of a parsed text, in document order. Parse it without `uniqueKeys`, which takes quadratic time. */
export const faultsOf = (doc: Document.Parsed, text: string): readonly Fault[] =>
  [...syntaxFaults(doc, text), ...structureFaults(doc)].sort((a, b) => a.offset - b.offset);

function syntaxFaults({ errors }: Document.Parsed, text: string): readonly Fault[] {
  // The library tells a line that is indented too deep as two faults of the line above it.
  const begun = new Set(errors.flatMap(({ code, pos }) => (code === "BLOCK_AS_IMPLICIT_KEY" ? [pos[0]] : [])));
  const tooDeep = new Map(
    errors.flatMap(({ code, pos: [start, end] }) => {
      const isTwice = code === "MULTILINE_IMPLICIT_KEY" && begun.has(start);
      const fault = isTwice ? tooDeepAt(text, end - 1) : code === "BAD_INDENT" ? tooDeepAt(text, start) : undefined;
      return fault ? [[start, fault] as const] : [];
    }),
  );
  return errors.flatMap(({ code, message, pos }) => {
    if (code === "MULTILINE_IMPLICIT_KEY" && begun.has(pos[0])) return [];
    const deeper = tooDeep.get(pos[0]);
    if (deeper) return [deeper];
    if (code === "BAD_ALIAS") return [leadingStar(pos[0], "")];
    return code === "MULTIPLE_DOCS"
      ? [{ offset: pos[0], what: "a second document begins here", expected: "one document a file" }]
      : [
          {
            offset: pos[0],
            what: `not valid YAML: ${message.replace(/\.$/, "")}`,
            quotesNothing: PLAIN_FAULTS.has(code),
          },
        ];
  });
}

/** The line at an offset, if it is indented deeper than the member in the line above it. */
function tooDeepAt(text: string, offset: number): Fault | undefined {
  const start = text.lastIndexOf("\n", Math.max(offset - 1, 0)) + 1;
  if (start < 2) return undefined;
  const indent = /[^ -]/.exec(text.slice(start, start + INDENT_MAX))?.index ?? 0;
  const above = text.slice(text.lastIndexOf("\n", start - 2) + 1, start - 1);
  const [, before, name] = /^([ -]*)([^\s:#"'{[][^:]*):/.exec(above) ?? [];
  if (before === undefined || before.length >= indent) return undefined;
  const what = `this line is indented deeper than ${JSON.stringify(name)} above it`;
  return { offset: start + indent, what, expected: "the same column" };
}

const INDENT_MAX = 1000;

/** One pass over the nodes. */
function structureFaults(doc: Document.Parsed): readonly Fault[] {
  const isWhole = doc.errors.length === 0;
  const anchors = new Map<string, Node>();
  const faults: Fault[] = [];
  visit(doc, (_key, node, path) => {
    if (!isNode(node)) return undefined;
    if (path.length > DEPTH_MAX && path.filter(isCollection).length > DEPTH_MAX) {
      faults.push({ offset: startOf(node), what: "nested too deep", expected: `at most ${DEPTH_MAX} levels` });
      return visit.BREAK;
    }
    if (isAlias(node)) {
      const anchored = anchors.get(node.source);
      // If only part of the text was read, the anchor may be in the rest.
      if (!anchored && isWhole) faults.push(leadingStar(startOf(node), node.source));
      else if (anchored && path.includes(anchored)) faults.push(endless(startOf(node), node.source));
    } else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isMap(node)) for (const fault of keyFaults(node, isWhole)) faults.push(fault);
    return undefined;
  });
  return faults;
}

/** YAML reads `*x` as an alias. Without an anchor of that name, it was meant as a text. */
const leadingStar = (offset: number, rest: string): Fault => ({
  offset: Math.max(offset, 0),
  what: `the text *${rest} begins with an unquoted *, which YAML reads as an alias`,
  expected: `quotes: "*${rest}"`,
});

const endless = (offset: number, name: string): Fault => ({
  offset,
  what: `the alias *${name} stands inside &${name}, which makes it endless`,
  expected: "the value itself, or an alias outside of it",
});

/** Duplicate keys, and keys that aren't text. */
function keyFaults({ items }: YAMLMap, isWhole: boolean): readonly Fault[] {
  const seen = new Set<unknown>();
  return items.flatMap(({ key }) => {
    if (isCollection(key) && isWhole)
      return [{ offset: startOf(key), what: "a key is a list or an object", expected: "a text" }];
    if (!isScalar(key)) return [];
    if (seen.has(key.value))
      return [{ offset: startOf(key), what: `the key ${JSON.stringify(key.value)} is used twice` }];
    seen.add(key.value);
    return [];
  });
}

/** Parsed nodes always have a position. */
const startOf = ({ range }: { readonly range?: readonly number[] | null | undefined }): number => range![0]!;

import { type Document, isAlias, isCollection, isMap, isNode, isScalar, type Node, visit, type YAMLMap } from "yaml";
import type { Described } from "../values/issues.js";

/** Invalid YAML, or valid YAML of a kind that our documents never use. */
interface Fault extends Described {
  readonly offset: number;
}

/** Deep enough for our documents. Later readers are recursive, so deeper ones could overflow the stack. */
const DEPTH_MAX = 100;

/** The faults of a parsed text, in document order. Parse it without `uniqueKeys`, which takes quadratic time. */
export const faultsOf = (doc: Document.Parsed): readonly Fault[] =>
  [...syntaxFaults(doc), ...structureFaults(doc)].sort((a, b) => a.offset - b.offset);

const syntaxFaults = (doc: Document.Parsed): readonly Fault[] =>
  doc.errors.map(({ code, message, pos }) =>
    code === "BAD_ALIAS"
      ? leadingStar(pos[0], "")
      : code === "MULTIPLE_DOCS"
        ? { offset: pos[0], what: "a second document begins here", expected: "one document a file" }
        : { offset: pos[0], what: `not valid YAML: ${message.replace(/\.$/, "")}` },
  );

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

import MagicString from "magic-string";
import { parseSync, visitorKeys } from "oxc-parser";

/** One small change of a source, that some test should notice. */
export interface Mutant {
  readonly id: number;
  /** From the package's folder. */
  readonly file: string;
  readonly line: number;
  readonly operator: string;
  readonly before: string;
  readonly after: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Another text for a node, or `REMOVED` for a statement. */
interface Change {
  readonly operator: string;
  readonly after: string;
}

const REMOVED = "";

/**
 * All mutants of a source, and the source with each of them behind a switch: `__mutant(id)` says whether it is the one that
 * is on. Ids count from `first`.
 */
export function mutate(file: string, text: string, first: number): { mutants: readonly Mutant[]; switched: string } {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const mutants: Mutant[] = [];
  const switched = new MagicString(text);

  const visit = (node: Node, parents: readonly Node[]): void => {
    if (isDocumentation(node, parents[0])) return;
    const changes = changesOf(node, parents, text);
    const ids = changes.map(({ operator, after }) => {
      const id = first + mutants.length;
      const line = text.slice(0, node.start).split("\n").length;
      mutants.push({ id, file, line, operator, before: text.slice(node.start, node.end), after });
      return id;
    });
    // An outer switch is put before the inner ones at its beginning, and after them at its end.
    const isStatement = changes[0]?.after === REMOVED;
    // In braces: an `else` that follows must not become its own.
    if (isStatement) switched.appendRight(node.start, `{ if (!__mutant(${ids[0]})) `);
    else if (changes.length > 0)
      switched.appendRight(
        node.start,
        `(${changes.map(({ after }, n) => `__mutant(${ids[n]}) ? (${after}) : `).join("")}(`,
      );
    for (const child of childrenOf(node)) visit(child, [node, ...parents]);
    if (changes.length > 0) switched.appendLeft(node.end, isStatement ? " }" : "))");
  };
  visit(program as unknown as Node, []);
  return { mutants, switched: switched.toString() };
}

/** Types are no code. */
const childrenOf = (node: Node): readonly Node[] =>
  (visitorKeys[node.type] ?? [])
    .flatMap((key) => node[key] as Node | readonly Node[] | null)
    .filter((child): child is Node => child != null && typeof child === "object" && isCode(child));

const CODE_OF_TYPES = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);

const isCode = ({ type }: Node): boolean =>
  (!type.startsWith("TS") || CODE_OF_TYPES.has(type)) && !/^(Import|ExportAll)/.test(type);

const COMPARISONS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
};
const SUMS: Readonly<Record<string, string>> = { "+": "-", "-": "+", "*": "/", "/": "*", "%": "*" };
const CALLS: ReadonlyMap<string, string> = new Map([
  ["some", "every"],
  ["every", "some"],
  ["min", "max"],
  ["max", "min"],
  ["startsWith", "endsWith"],
  ["endsWith", "startsWith"],
  ["toUpperCase", "toLowerCase"],
  ["toLowerCase", "toUpperCase"],
]);
/** Calls that answer what they were called on, a little changed. */
const LEFT_OUT = new Set(["filter", "toSorted", "sort", "toReversed", "reverse", "trim", "slice"]);

function changesOf(node: Node, parents: readonly Node[], text: string): readonly Change[] {
  const [parent] = parents;
  const source = ({ start, end }: Node): string => text.slice(start, end);
  const changes = OPERATORS[node.type]?.(node, parents, source) ?? [];
  // A condition may also hold always, or never.
  const isCondition = /^(If|Conditional)/.test(parent?.type ?? "") && parent?.test === node;
  return isCondition
    ? [...changes, { operator: "condition", after: "true" }, { operator: "condition", after: "false" }]
    : changes;
}

type Operator = (node: Node, parents: readonly Node[], source: (node: Node) => string) => readonly Change[];

const OPERATORS: Readonly<Record<string, Operator>> = {
  BinaryExpression: (node, _, source) => {
    const [left, right] = [node.left as Node, node.right as Node];
    const operator = String(node.operator);
    const isText = [left, right].some((side) => side.type === "TemplateLiteral" || typeof side.value === "string");
    const other = COMPARISONS[operator] ?? (isText ? undefined : SUMS[operator]);
    return other === undefined ? [] : [{ operator, after: `(${source(left)}) ${other} (${source(right)})` }];
  },
  LogicalExpression: (node, _, source) => {
    const [left, right] = [source(node.left as Node), source(node.right as Node)];
    const operator = String(node.operator);
    if (operator === "??") return [{ operator, after: left }];
    return [{ operator, after: `(${left}) ${operator === "&&" ? "||" : "&&"} (${right})` }];
  },
  UnaryExpression: (node, _, source) =>
    node.operator === "!" ? [{ operator: "!", after: source(node.argument as Node) }] : [],
  Literal: (node, [parent, ...others]) => {
    if (isName(node, parent) || isOfOwnError([parent, ...others])) return [];
    if (typeof node.value === "boolean") return [{ operator: "boolean", after: String(!node.value) }];
    if (typeof node.value === "number") return [{ operator: "number", after: String(node.value + 1) }];
    return typeof node.value === "string" ? [{ operator: "text", after: node.value === "" ? '"x"' : '""' }] : [];
  },
  TemplateLiteral: (_, parents) =>
    parents[0]?.type === "TaggedTemplateExpression" || isOfOwnError(parents) ? [] : [{ operator: "text", after: '""' }],
  ArrayExpression: (node) => ((node.elements as unknown[]).length > 0 ? [{ operator: "list", after: "[]" }] : []),
  CallExpression: (node, parents, source) => {
    const callee = node.callee as Node;
    // A part of a longer `?.` cannot stand alone.
    if (callee.type !== "MemberExpression" || parents.some(({ type }) => type === "ChainExpression")) return [];
    const [object, name] = [callee.object as Node, source(callee.property as Node)];
    if (LEFT_OUT.has(name)) return [{ operator: `.${name}`, after: source(object) }];
    const other = callee.computed ? undefined : CALLS.get(name);
    const rest = source(node).slice((callee.end as number) - node.start);
    return other === undefined ? [] : [{ operator: `.${name}`, after: `${source(object)}.${other}${rest}` }];
  },
  ExpressionStatement: ({ expression, directive }) =>
    typeof directive === "string" || (expression as Node).type === "Literal"
      ? []
      : [{ operator: "statement", after: REMOVED }],
};

/** A key, the path of a module, or a label of a switch that the compiler checks. */
const isName = (node: Node, parent: Node | undefined): boolean =>
  parent === undefined ||
  /^(Import|Export|TS.*Type)/.test(parent.type) ||
  (parent.key === node && parent.computed !== true);

/** What a schema says of itself: it stands in the documents, which are compared with it as a whole. */
const isDocumentation = (node: Node, parent: Node | undefined): boolean =>
  parent?.type === "CallExpression" &&
  parent.callee !== node &&
  /\.(describe|meta)$/.test(nameOf(parent.callee as Node));

const nameOf = ({ type, property }: Node): string => (type === "MemberExpression" ? `.${(property as Node).name}` : "");

/** What is said of a mistake of our own is read by nobody but us. */
const isOfOwnError = (parents: readonly (Node | undefined)[]): boolean =>
  parents.some(
    (parent) =>
      parent?.type === "NewExpression" && /^(Error|TypeError|RangeError)$/.test(String((parent.callee as Node).name)),
  );

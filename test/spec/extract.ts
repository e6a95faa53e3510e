/** What a document states, by an id that follows from its place and its words. */
export type Statements = ReadonlyMap<string, string>;

interface Block {
  readonly section: string;
  readonly kind: "table" | "prose";
  readonly lines: readonly string[];
}

/** Every row of payment-service.md: table rows, conditions and effects of transitions, answer members, sentences. */
export function statementsOfSpec(markdown: string): Statements {
  const found = new Map<string, string>();
  for (const block of blocksOf(markdown)) {
    if (block.kind === "table") for (const [id, text] of tableRows(block)) add(found, id, text);
    else
      for (const line of block.lines)
        for (const [id, text] of ofProse(block.section, line, found)) add(found, id, text);
  }
  return found;
}

/** The rows of provider-facts.md that the documentation or clients vouch for; what is assumed stands in the register. */
export function statementsOfFacts(markdown: string): Statements {
  const found = new Map<string, string>();
  for (const block of blocksOf(markdown)) {
    if (!/^[1-6]$/.test(block.section)) continue;
    if (block.kind === "table") for (const [id, text] of factRows(block)) add(found, id, text);
    else
      for (const line of block.lines)
        for (const text of sentencesOf(line)) add(found, quoted(block.section, text), text);
  }
  return found;
}

function add(found: Map<string, string>, id: string, text: string): void {
  let name = id;
  for (let n = 2; found.has(name); n++) name = `${id} (${n})`;
  found.set(name, text);
}

function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let section = "0";
  for (const chunk of markdown.split(/\n{2,}|\n(?=#)|(?<=^#.*)\n/m).map((text) => text.trim())) {
    const heading = /^#+ (?:(\d+(?:\.\d+)?)\.? )?/.exec(chunk);
    if (heading) section = heading[1] ?? section;
    else if (chunk.startsWith("|")) blocks.push({ section, kind: "table", lines: chunk.split("\n") });
    else if (chunk !== "") blocks.push({ section, kind: "prose", lines: paragraphs(chunk) });
  }
  return blocks;
}

/** Items of a list, each with the lines that it is broken into; else the whole. */
const paragraphs = (chunk: string): readonly string[] =>
  chunk.split(/\n(?=- |\d+\. )/).map((item) => item.replace(/^(?:- |\d+\. )/, "").replaceAll(/\s*\n\s*/g, " "));

const cellsOf = (line: string): readonly string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

function* tableRows({ section, lines }: Block): Generator<readonly [string, string]> {
  const isTransitions = cellsOf(lines[0]!)[0] === "From";
  for (const line of lines.slice(2)) {
    const [first = "", ...rest] = cellsOf(line);
    if (!isTransitions) yield [`${section} ${first}`, line];
    else yield* transition(section, [first, ...rest], line);
  }
}

function* transition(section: string, cells: readonly string[], line: string): Generator<readonly [string, string]> {
  const [from, trigger, condition, to, also] = cells as [string, string, string, string, string];
  const id = `${section} ${from} → ${to} by ${plain(trigger)}`;
  yield [id, line];
  for (const part of partsOf(condition)) yield [`${id}, if ${plain(part)}`, part];
  for (const part of partsOf(also)) yield [`${id}: ${plain(part)}`, part];
}

function* factRows({ section, lines }: Block): Generator<readonly [string, string]> {
  const head = cellsOf(lines[0]!);
  for (const line of lines.slice(2)) {
    const cells = cellsOf(line);
    if (cells.at(-1) === "assumed") continue;
    if (head[0] === "Path")
      for (const n of [1, 2]) yield [`${section} ${plain(cells[0]!)}: ${head[n]!.toLowerCase()}`, cells[n]!];
    else if (head[0] === "From")
      yield [`${section} ${cells[0]} → ${firstWords(cells[2]!)} by ${plain(cells[1]!)}`, line];
    else yield [quoted(section, cells[0]!), line];
  }
}

/** Requests and responses that stand in a sentence are taken apart; of the rest each sentence is a row. */
function* ofProse(section: string, line: string, found: Statements): Generator<readonly [string, string]> {
  const [, request] = /Request(?:: | as )(.*?\.)(?:\s|$)/.exec(line) ?? [];
  if (request !== undefined) for (const name of namesIn(request, found)) yield [`${section} ${name}`, request];
  const [, response] = /^Response: (.*)$/.exec(line) ?? [];
  if (response !== undefined) {
    for (const member of membersIn(response, found)) yield [`${section} answer ${member}`, response];
    return;
  }
  const rest = request === undefined ? line : line.replace(/Request(?:: | as ).*?\.(?:\s|$)/, "");
  for (const sentence of sentencesOf(rest)) for (const part of partsOf(sentence)) yield [quoted(section, part), part];
}

/** "`merchantId` (string, required); …", or "4.5." for the parameters of another section. */
function namesIn(request: string, found: Statements): readonly string[] {
  const [, other] = /^(\d\.\d)\.$/.exec(request) ?? [];
  if (other === undefined) return [...request.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  return [...found.keys()]
    .flatMap((id) => /^(\S+) (\w+)$/.exec(id)?.slice(1) ?? [])
    .flatMap((part, at, all) => (at % 2 === 1 && all[at - 1] === other ? [part] : []));
}

/** "`responseCode`, `order` (id, …)", or "same shape as refund (4.4)". */
function membersIn(response: string, found: Statements): readonly string[] {
  const [, other] = /^same shape as \w+ \((\d\.\d)\)/.exec(response) ?? [];
  if (other !== undefined)
    return [...found.keys()].flatMap((id) =>
      id.startsWith(`${other} answer `) ? [id.slice(`${other} answer `.length)] : [],
    );
  return [...response.matchAll(/`(\w+)`(?: \(([^)]*)\))?/g)].flatMap(([, name, inside = ""]) =>
    name === "order" || name === "transaction"
      ? [name, ...inner(inside).map((member) => `${name}.${member}`)]
      : [name!],
  );
}

const inner = (list: string): readonly string[] =>
  list
    .replace(/^fields /, "")
    .split(/[,;] /)
    .filter((piece) => !piece.startsWith("the "))
    .map((piece) => /^\w+/.exec(piece)![0]);

const sentencesOf = (line: string): readonly string[] =>
  line.split(/(?<=[^.]\S[.)])\s+(?=[A-Z`]|query-token)(?<!e\.g\.\s)/);

/** What semicolons part, but for those in brackets. */
const partsOf = (text: string): readonly string[] => {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if ("([{".includes(text[at]!)) depth++;
    else if (")]}".includes(text[at]!)) depth--;
    else if (text[at] === ";" && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== "");
};

/** Without the marks of code and bold. */
const plain = (text: string): string =>
  text
    .replaceAll(/\*\*([^*\s][^*]*?)\*\*/g, "$1")
    .replaceAll("`", "")
    .replace(/[.:]$/, "");

const MOST_WORDS = 9;
const MOST_CHARS = 80;
function firstWords(text: string): string {
  const whole = plain(text);
  let words = whole.split(" ").slice(0, MOST_WORDS);
  while (words.join(" ").length > MOST_CHARS) words = words.slice(0, -1);
  const first = words.join(" ");
  return first === whole ? whole : `${first.replace(/[,;:.({]+$/, "")} …`;
}
const quoted = (section: string, text: string): string => `${section} “${firstWords(text)}”`;

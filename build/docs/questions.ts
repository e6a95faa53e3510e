import { readFileSync } from "node:fs";

const FILE = "build/docs/questions.txt";

/**
 * What people type, by the address of the chapter that answers it: an address, then its questions, each indented. Throws for an
 * address that is no chapter, and for a question that stands twice.
 */
export function readQuestions(addresses: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const seen = new Set<string>();
  let questions: string[] = [];
  for (const [i, line] of readFileSync(FILE, "utf8").split("\n").entries()) {
    const text = line.trim();
    const wrong = (what: string): Error => new Error(`${FILE}:${i + 1}: ${what}`);
    if (text === "" || text.startsWith("# ")) continue;
    if (text === line) {
      if (!addresses.includes(text)) throw wrong(`there is no chapter ${text}`);
      questions = found.get(text) ?? [];
      found.set(text, questions);
    } else {
      if (seen.has(text.toLowerCase())) throw wrong(`"${text}" stands twice`);
      seen.add(text.toLowerCase());
      questions.push(text);
    }
  }
  return found;
}

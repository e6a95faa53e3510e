import { formsOf, type Wanted } from "./query.js";
import { rarityOf } from "./score.js";
import type { Indexed, SearchIndex } from "./search-index.js";

/** How much of a stem counts that a question has by a synonym. */
const BY_SYNONYM = 0.6;

/**
 * How like a query is to the question of a chapter that is most like it: the rarity of the stems of both, by that of all stems.
 */
export function likenessTo(index: SearchIndex, words: readonly Wanted[]): (chapter: Indexed) => number {
  /** How rare a stem is among all questions. */
  const rarity = (stem: string): number =>
    rarityOf(Object.hasOwn(index.having, stem) ? index.having[stem]! : 0, index.questions);
  const weights = words.map(({ stem, counts }) => counts * rarity(stem));
  const asked = weights.reduce((sum, weight) => sum + weight, 0);
  const ofWords = new RegExp(` (?:${words.flatMap(formsOf).join("|")})(?= )`, "g");
  /** `most`: how like another question is. */
  const like = (question: string, most: number): number => {
    const there = question.match(ofWords)?.map((word) => word.slice(1));
    if (there === undefined) return 0;
    let both = 0;
    const met = new Set<string>();
    for (const [i, { stem, synonyms }] of words.entries()) {
      const same = there.includes(stem) ? stem : synonyms.find((one) => !met.has(one) && there.includes(one));
      if (same === undefined) continue;
      met.add(same);
      both += weights[i]! * (same === stem ? 1 : BY_SYNONYM);
    }
    // Its other stems can only make it less like.
    if (both / asked <= most) return 0;
    const others = question
      .trim()
      .split(" ")
      .filter((stem) => !met.has(stem));
    return both / (asked + others.reduce((sum, stem) => sum + rarity(stem), 0));
  };
  return ({ asked: ofOthers, titled }) =>
    `${ofOthers}|${titled}`.split("|").reduce((most, question) => Math.max(most, like(question, most)), 0);
}

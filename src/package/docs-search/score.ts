import type { Hit, Hits } from "./hits.js";
import { formsOf, type Wanted } from "./query.js";
import { FIELDS } from "./search-index.js";

/** BM25: how much a long text counts less. */
const LENGTH = 0.7;
/** BM25: how soon more of the same word stops to matter. */
const SATURATION = 1.2;

/** BM25: how much a word counts that so many of all texts have. */
export const rarityOf = (having: number, all: number): number => Math.log(1 + (all - having + 0.5) / (having + 0.5));

/** The score of each hit by BM25 in each field: rare words count more, and words in titles. */
export function scoresOf({ forms, found, all, lengths }: Hits, words: readonly Wanted[]): readonly number[] {
  const sums = found.map(() => 0);
  for (const [field, ofWord, ofSynonym] of FIELDS) {
    const having = forms.map(() => 0);
    for (const { counts } of found)
      for (const [form, times] of counts[field].entries()) if (times > 0) having[form]! += 1;
    // A synonym of two words counts once: "saved card token" asks for tokens no more than "saved card" does.
    const weights = forms.map(
      (_, form) => (form < words.length ? words[form]!.counts * ofWord : ofSynonym) * rarityOf(having[form]!, all),
    );
    for (const [i, { one, counts }] of found.entries()) {
      const norm = SATURATION * (1 - LENGTH + (LENGTH * one[field].length) / lengths[field]);
      for (const [form, times] of counts[field].entries())
        if (times > 0) sums[i]! += (weights[form]! * times * (SATURATION + 1)) / (times + norm);
    }
  }
  return sums;
}

/** The share of the words that a hit has, in any of their forms. A rare word counts more. */
export function shareIn({ forms, found, all }: Hits, words: readonly Wanted[]): (hit: Hit) => number {
  const weighed = words.map((word) => {
    const places = formsOf(word).map((form) => forms.indexOf(form));
    const isIn = ({ has }: Hit): boolean => places.some((place) => has[place]);
    return { isIn, weight: word.counts * rarityOf(found.filter(isIn).length, all) };
  });
  const sum = (some: typeof weighed): number => some.reduce((total, { weight }) => total + weight, 0);
  return (hit) => sum(weighed.filter(({ isIn }) => isIn(hit))) / sum(weighed);
}

/** For each wrong shop, the kinds of mutant that find its mistake. */
export type Table = Readonly<Record<string, readonly string[]>>;

/** What a mutant does, without the number of its call: `sale#2/decline/expired-card` is `sale decline/expired-card`. */
export const kindOf = (id: string): string => id.replace(/^lane\d+\./, "").replace(/#\d+\//, " ");

/** The more general of two kinds that find as many comes first. */
const plainFirst = ["connection-reset", "do-not-honour", "system-error"];
const plainness = (kind: string): number => {
  const place = plainFirst.findIndex((change) => kind.endsWith(`/${change}`));
  return place === -1 ? plainFirst.length : place;
};

/**
 * The smallest set of kinds that finds each shop, those that find the most shops a run first. An exact search: each round
 * takes the shop that the fewest kinds find, and tries each of them.
 */
export function smallestCover(table: Table): readonly string[] {
  const shops = Object.keys(table).sort();
  const foundBy = new Map<string, Set<string>>();
  for (const shop of shops)
    for (const kind of table[shop]!) foundBy.set(kind, (foundBy.get(kind) ?? new Set()).add(shop));
  const kinds = [...foundBy.keys()].sort(
    (a, b) => foundBy.get(b)!.size - foundBy.get(a)!.size || plainness(a) - plainness(b) || (a < b ? -1 : 1),
  );
  const rank = new Map(kinds.map((kind, i) => [kind, i]));
  let best = greedy(new Set(shops), kinds, foundBy);
  const search = (open: ReadonlySet<string>, taken: readonly string[]): void => {
    if (open.size === 0) {
      if (taken.length < best.length) best = taken;
      return;
    }
    const most = Math.max(...kinds.map((kind) => shared(foundBy.get(kind)!, open)));
    if (taken.length + Math.ceil(open.size / most) >= best.length) return;
    const hardest = [...open].sort((a, b) => table[a]!.length - table[b]!.length || (a < b ? -1 : 1))[0]!;
    const ways = bestOf(table[hardest]!, foundBy, open).sort((a, b) => rank.get(a)! - rank.get(b)!);
    for (const kind of ways) search(without(open, foundBy.get(kind)!), [...taken, kind]);
  };
  search(new Set(shops), []);
  return byNewShops(best, foundBy, rank);
}

/** Leaves out a kind if another one finds the same open shops and more. */
const bestOf = (
  kinds: readonly string[],
  foundBy: ReadonlyMap<string, ReadonlySet<string>>,
  open: ReadonlySet<string>,
): string[] => {
  const keyOf = (kind: string) => [...foundBy.get(kind)!].filter((shop) => open.has(shop)).sort();
  const keys = new Map(kinds.map((kind) => [kind, keyOf(kind)]));
  const isLess = (a: readonly string[], b: readonly string[]) => a.every((one) => b.includes(one));
  return kinds.filter((kind, i) =>
    kinds.every((other, j) => {
      if (i === j || !isLess(keys.get(kind)!, keys.get(other)!)) return true;
      const isSame = keys.get(kind)!.length === keys.get(other)!.length;
      return isSame && (plainness(kind) < plainness(other) || (plainness(kind) === plainness(other) && i < j));
    }),
  );
};

function greedy(
  shops: ReadonlySet<string>,
  kinds: readonly string[],
  foundBy: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const taken: string[] = [];
  for (let open = shops; open.size > 0; open = without(open, foundBy.get(taken.at(-1)!)!))
    taken.push(kinds.toSorted((a, b) => shared(foundBy.get(b)!, open) - shared(foundBy.get(a)!, open))[0]!);
  return taken;
}

/** A race is run in every order of its events: about so many times if the shop survives it. */
const RACE_RUNS = 6;
const runsOf = (kind: string): number => (kind.includes(" race/") ? RACE_RUNS : 1);

/** The kinds that find the most shops a run that no earlier one finds come first. */
function byNewShops(
  cover: readonly string[],
  foundBy: ReadonlyMap<string, ReadonlySet<string>>,
  rank: ReadonlyMap<string, number>,
): readonly string[] {
  const left = new Set(cover);
  const order: string[] = [];
  let seen: ReadonlySet<string> = new Set();
  const news = (kind: string): number => (foundBy.get(kind)!.size - shared(foundBy.get(kind)!, seen)) / runsOf(kind);
  while (left.size > 0) {
    const next = [...left].sort((a, b) => news(b) - news(a) || rank.get(a)! - rank.get(b)!)[0]!;
    order.push(next);
    left.delete(next);
    seen = new Set([...seen, ...foundBy.get(next)!]);
  }
  return declinesFirst(order);
}

/** Kinds that contain a decline: the plain decline comes before them, and shows what it does alone. */
const CONTAINS_DECLINE = /forged-for-unpaid|forged\/|foreign\/|returns-unpaid|success-after-decline|keyless/;

function declinesFirst(order: readonly string[]): readonly string[] {
  const declines = order.filter((kind) => kind.includes(" decline/"));
  const others = order.filter((kind) => !declines.includes(kind));
  const at = Math.min(
    others.findIndex((kind) => CONTAINS_DECLINE.test(kind)) >>> 0,
    declines.length === 0 ? 0 : order.indexOf(declines[0]!),
  );
  return [...others.slice(0, at), ...declines, ...others.slice(at)];
}

const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((one) => b.has(one)).length;
const without = (all: ReadonlySet<string>, some: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...all].filter((one) => !some.has(one)));

/** The source of src/tools/judge/mutants/detectives.ts. */
export const detectivesText = (kinds: readonly string[]): string => `/**
 * The kinds of mutant that together find each wrong shop of examples/shops, those that find the most a run first. Computed
 * from bench/judge-order/table.json by \`npm run judge-order\`.
 */
export const detectives: readonly string[] = [
${kinds.map((kind) => `  ${JSON.stringify(kind)},\n`).join("")}];
`;

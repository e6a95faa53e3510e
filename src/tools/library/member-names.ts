/** The calls that hints for people name, and the member of the library that does the same. Others stay. */
const calls: readonly (readonly [RegExp, string])[] = [
  [/^POST reset$/, "lane.reset()"],
  [/^POST rules$/, "lane.force(rule)"],
  [/^GET rules$/, "lane.rules()"],
  [/^GET orders$/, "lane.orders()"],
  [/^GET orders\/(\w+)$/, "lane.order($1)"],
  [/^POST orders\/(\w+)\/simulate$/, 'lane.simulate($1, "pay")'],
  [/^GET notifications$/, "lane.notifications()"],
  [/^POST notifications\/(\w+)\/(resend|hold|release)$/, "lane.$2($1)"],
  [/^PUT clock$/, 'lane.clock.advance("20m")'],
  [/^GET gates$/, "lane.gates()"],
  [/^GET tokens$/, "lane.tokens()"],
  [/^GET snapshots$/, "lane.snapshots()"],
  [/^DELETE snapshots\/[^/]+$/, "lane.deleteSnapshot(name)"],
  [/^DELETE lanes\/[^/]+$/, "lane.drop()"],
];

const CALL = /\b(GET|PUT|POST|DELETE) (?:\/lane\/[^\s/]+)?\/_sandbox\/([\w<>{}./-]*[\w>}])(?!\?)/g;

const PORT = "start with --port <n> (0 picks a free one)";

/** A hint for people, with the library's members in the place of HTTP calls and flags. */
export const withMemberNames = (hint: string): string =>
  hint
    .replace(PORT, "give another port (port: 0, as when left out, picks a free one)")
    .replace(/advance the clock by (\S+) with PUT \/_sandbox\/clock/g, 'await lane.clock.advance("$1")')
    .replace(CALL, (whole, method: string, path: string) => {
      const call = `${method} ${path}`;
      const [pattern, member] = calls.find(([ofMember]) => ofMember.test(call)) ?? [];
      return pattern === undefined ? whole : call.replace(pattern, member!);
    });

import { withPagePaths } from "../../package/files.js";

/** The calls that hints for people name, and the member of the library that does the same. Others stay. */
const calls: readonly (readonly [RegExp, string])[] = [
  [/^POST reset$/, "lane.reset()"],
  [/^POST rules$/, "lane.force(rule)"],
  [/^GET rules$/, "lane.rules()"],
  [/^GET orders$/, "lane.orders()"],
  [/^GET orders\/(\w+)$/, "lane.order($1)"],
  [/^POST orders\/(\w+)\/simulate$/, "lane.pay($1)"],
  [/^GET notifications$/, "lane.notifications()"],
  [/^POST notifications\/(\w+)\/(resend|hold|release)$/, "lane.$2($1)"],
  [/^PUT clock$/, 'lane.clock.advance("20m")'],
  [/^GET gates$/, "lane.gates()"],
  [/^GET tokens$/, "lane.tokens()"],
  [/^POST tokens$/, "lane.putToken(token)"],
  [/^GET snapshots$/, "lane.snapshots()"],
  [/^DELETE snapshots\/[^/]+$/, "lane.deleteSnapshot(name)"],
  [/^DELETE lanes\/[^/]+$/, "lane.drop()"],
];

/** Flags that are options of the library, too. Those of a command line stay. */
const FLAG =
  /(?<!payment-sandbox [^`.;]*)--(cert|data-dir|journal-bytes|key|notify-ca|notify-timeout|port|seed|skip-broken-lanes|store)\b/g;

/** A text for people, with the library's options in the place of flags. */
export const withOptionNames = (text: string): string =>
  text.replace(FLAG, (_, flag: string) => flag.replace(/-(.)/g, (__, letter: string) => letter.toUpperCase()));

const CALL = /\b(GET|PUT|POST|DELETE) (?:\/lane\/[^\s/]+)?\/_sandbox\/([\w<>{}./-]*[\w>}])(?!\?)/g;

const phrases: readonly (readonly [RegExp, string])[] = [
  [/POST \/_sandbox\/card-entries\/\w+\/simulate \{.*?\}/g, "lane.saveCard(checkoutUrl)"],
  [/take another --port \(0 picks a free one\)/g, "give another port (port: 0, as when left out, picks a free one)"],
  [/advance the clock by (\S+) with PUT \/_sandbox\/clock/g, 'await lane.clock.advance("$1")'],
  [/(set the lane's clock back with) PUT \/_sandbox\/clock/g, "$1 lane.clock.set(new Date())"],
  [/\bPAYMENT_SANDBOX_PRIVATE_KEY_FILE \(`npx payment-sandbox env`\)/g, "the demo merchant: lane.keys.privateKey"],
  [
    /`payment-sandbox keys` and notificationPublicKey of GET \/_sandbox\/keys have it, and under exec \w+ names its file/g,
    "lane.notificationPublicKey() resolves with it",
  ],
  [/\bPUT \/_sandbox\/merchants\/<?(\w+)>? \{publicKeys\}/g, "lane.putMerchant($1, { publicKeys })"],
  [/\bPUT \/_sandbox\/merchants\/<?(\w+)>? (\{.*?\}+)/g, "lane.putMerchant($1, $2)"],
  [/(balance by) PUT \/_sandbox\/merchants\/<?(\w+)>?/g, "$1 lane.putMerchant($2, { unsettledBalance })"],
  [/\bPUT \/_sandbox\/merchants\/<?(\w+)>?/g, "lane.putMerchant($1, …)"],
  [/`merchants` in the config/g, "the option `merchants`"],
  [/\bGET \/_sandbox\/provenance\b/g, "docs/assumptions.md"],
];

/** A hint for people, with the library's members in the place of HTTP calls and flags. */
export const withMemberNames = (hint: string): string =>
  withPagePaths(withOptionNames(phrases.reduce((text, [pattern, told]) => text.replace(pattern, told), hint))).replace(
    CALL,
    (whole, method: string, path: string) => {
      const call = `${method} ${path}`;
      const [pattern, member] = calls.find(([ofMember]) => ofMember.test(call)) ?? [];
      return pattern === undefined ? whole : call.replace(pattern, member!);
    },
  );

/**
 * What hints for people name, and the tool that does the same: a call of the control API, a command, or a phrase. The
 * first row that matches counts. A call that no tool makes stays.
 */
const calls: readonly (readonly [string, RegExp, string])[] = [
  ["PUT", /^clock$/, "clock"],
  ["GET", /^clock$/, "clock"],
  ["POST", /^reset$/, "reset"],
  ["POST", /^(rules|next)$/, "force_outcome"],
  ["GET", /^rules$/, "rules"],
  ["DELETE", /^rules(\/[^/]+)?$/, "rules"],
  ["GET", /^requests$/, "list_requests"],
  ["GET", /^orders$/, "list_orders"],
  ["GET", /^(requests|orders|notifications)\/[^/]+$/, "explain_request"],
  ["GET", /^notifications$/, "list_notifications"],
  ["POST", /^orders\/[^/]+\/simulate$/, "pay_order"],
  ["POST", /^card-entries\/[^/]+\/simulate$/, "pay_order with the page's address"],
  ["POST", /^notifications\/[^/]+\/(resend|release)$/, "resend"],
  ["POST", /^settle$/, "pay_order with action settle (without an order: all)"],
  ["GET", /^lanes$/, "list_lanes"],
  ["POST", /^lanes$/, "create_lane"],
  ["DELETE", /^lanes\/[^/]+$/, "drop_lane"],
  ["PUT", /^scenario$/, "create_lane"],
  ["GET", /^snapshots$/, "snapshots"],
  ["POST", /^snapshots(\/[^/]+\/load)?$/, "snapshots"],
  ["DELETE", /^snapshots\/[^/]+$/, "snapshots"],
  ["PUT", /^merchants\/[^/]+$/, "change_merchant"],
  ["POST", /^wait$/, "wait_for"],
  ["POST", /^verify$/, "verify"],
];

const phrases: readonly (readonly [RegExp, string])[] = [
  [
    /send Authorization: Bearer <[^>]*>|compare it with the --admin-token .*?adminTokens/g,
    "start `payment-sandbox mcp` with its token: --admin-token <token>, or PAYMENT_SANDBOX_ADMIN_TOKEN",
  ],
  [/\bDELETE it first, or POST its reset\b/g, "use it as it is, or empty it with the tool reset"],
  [/\bPUT it, or send a request as this merchant\b/g, "the tool change_merchant creates it"],
  [
    /`?payment-sandbox scenarios`? lists (?:them|the names)(?:; send a whole document for one of your own)?/g,
    "the tool list_scenarios lists them",
  ],
  [/`?payment-sandbox scenarios --outcomes`?/g, "the tool list_scenarios"],
  [/GET \/_sandbox\/provenance lists/g, "payment-sandbox://docs/assumptions lists"],
  [/payment-sandbox magic lists them/g, "the tool search_docs finds them: test cards"],
  [/sign it yourself \(payment-sandbox sign --key\), or call/g, "leave merchantId out to call"],
  [/(?:npx )?payment-sandbox why\b(?: <id>)?/g, "the tool explain_request"],
  [/Leave --prove-fix out to judge/g, "Call judge to judge"],
  [/\bwhy (req-\d+) --lane (\S+)/g, 'explain_request of $1 (lane: "$2")'],
  [/\bwhy ((?:req|notification)-\d+)/g, "explain_request of $1"],
  [/`payment-sandbox docs ([^`]* [^`]*)`/g, 'search_docs "$1"'],
  [/(?:npx )?payment-sandbox docs (\w+-[\w-]+)/g, "payment-sandbox://docs/verdicts#$1"],
  [
    /(\bnotification-\d+\b.*); check the lane \(--lane\)/g,
    "$1; the tool list_notifications lists them; check the lane",
  ],
  [/; check the lane \(--lane\)/g, "; the tool list_requests lists calls; check the lane"],
  [/\bdocs\/([\w-]+)\.md\b/g, "payment-sandbox://docs/$1"],
  [
    /allow it with (--allow-notify \S+), or allowNotify in the library/g,
    "start the sandbox, or `payment-sandbox mcp`, with $1; or give the shop's own address as callbackUrl.notify",
  ],
  [/with --base-setup, such as --base-setup (".*?")/g, "with baseSetup, such as baseSetup: $1"],
  [/ \(--lane\)/g, ""],
  [
    /\bjudged by judge --shop <its command> \(docs: [^)]*\)/g,
    'judged with "shop": its command, and as "command" a driver that buys there (payment-sandbox://docs/mcp#judge-a-web-server-as-an-agent)',
  ],
  [/\. With --strict they fail; --max-unresolved \d+ accepts them \(docs: ([^)]*)\)/g, " (search_docs: $1)"],
  // The tool says itself what was not run.
  [/ \(a longer --budget runs them[^)]*\)/g, ""],
  [/ \(--report html=judge\.html\)/g, ""],
  [/\(--lane (\S+)\)/g, '(lane: "$1")'],
  [/: exit code \d+, not 0\./g, "."],
  // Tools have no such option.
  [/ \(--whole runs each(?: alone)?\)|; say so with --other-machine if you mean it/g, ""],
  [/--only (?="[^"]*" )/g, "judge with only "],
  [/(\bjudge with only .*) without --prove-fix\b/g, "$1"],
  [/\b(use|try|longer) --(?=(?:budget|jobs|only|shop)\b)/gi, "$1 "],
  [/^--prove-fix: /g, "report: "],
  [/^--([a-z]+): /g, "$1: "],
];

const CALL =
  /\b(GET|PUT|POST|DELETE) (?:https?:\/\/[^\s/]+)?(?:\/lane\/[^\s/]+)?\/_sandbox\/([\w<>{}./-]*[\w>}])( \{)?/g;

/** This program by its path, as it is started if no shell finds it by its name. */
const PROGRAM =
  /(?:"[^"]*"|'[^']*'|[^\s`]+) (?:"[^"]*payment-sandbox\.js"|'[^']*payment-sandbox\.js'|[^\s`]*payment-sandbox\.js) (?=(?:docs|why|scenarios|magic|sign)\b)/g;

/** A hint for people, with the tools in the place of HTTP calls and commands. `base`: the lane's address, for a call that no tool makes. */
export const withToolNames = (hint: string, base = ""): string =>
  phrases
    .reduce((text, [pattern, told]) => text.replace(pattern, told), hint.replace(PROGRAM, "payment-sandbox "))
    .replace(CALL, (whole, method: string, path: string, body = "") => {
      const found = calls.find(([ofTool, pattern]) => ofTool === method && pattern.test(path));
      const [, merchant] = /^merchants\/(\d+)$/.exec(path) ?? [];
      // The call's path has the id, and its body the tool's other arguments.
      const args = body === "" || merchant === undefined ? body : ` {"id": ${merchant}, `;
      return found === undefined ? whole.replace(" /", ` ${base}/`) : `the tool ${found[2]}${args}`;
    });

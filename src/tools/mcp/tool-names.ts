/** Calls of the control API that a tool makes as well, as hints name them. */
const tools: readonly (readonly [string, RegExp, string])[] = [
  ["PUT", /^clock$/, "clock"],
  ["GET", /^clock$/, "clock"],
  ["POST", /^reset$/, "reset"],
  ["POST", /^(rules|next)$/, "force_outcome"],
  ["GET", /^(requests|orders)$/, "list_requests"],
  ["GET", /^(requests|orders|notifications)\/[^/]+$/, "explain_request"],
  ["POST", /^orders\/[^/]+\/simulate$/, "pay_order"],
  ["POST", /^notifications\/[^/]+\/resend$/, "resend"],
  ["POST", /^lanes$/, "create_lane"],
  ["PUT", /^scenario$/, "create_lane"],
  ["POST", /^wait$/, "wait_for"],
  ["POST", /^verify$/, "verify"],
];

const CALL = /\b(GET|PUT|POST|DELETE) (?:https?:\/\/[^\s/]+)?(?:\/lane\/[^\s/]+)?\/_sandbox\/([\w<>{}./-]*[\w>}])/g;

/** A hint for people, with the tools in the place of HTTP calls. A call that no tool makes stays. */
export const withToolNames = (hint: string): string =>
  hint.replace(CALL, (whole, method: string, path: string) => {
    const found = tools.find(([ofTool, pattern]) => ofTool === method && pattern.test(path));
    return found === undefined ? whole : `the tool ${found[2]}`;
  });

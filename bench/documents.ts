// The longest that a caller waits while another one sends a hostile document, and whether the process lives.
import { setTimeout as sleep } from "node:timers/promises";
import { oursArgs, start } from "./servers.ts";

const filled = (piece: string, bytes: number): string => piece.repeat(Math.floor(bytes / piece.length));
const each = (count: number, piece: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => piece(i)).join("");

const YAML = "application/yaml";
const JSON_TYPE = "application/json";
const BYTES = 4_900_000;

interface Attack {
  readonly what: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
}
const scenario = (what: string, type: string, body: string): Attack => ({ what, path: "PUT scenario", type, body });
const rule = (when: string): string => `{"when":{"reason":"${when}"},"then":{"outcome":"approve"}}`;

const attacks: readonly Attack[] = [
  scenario("YAML: flow lists that never end", YAML, `name: x\n${filled("\t: [\n", BYTES)}`),
  scenario("YAML: lists in a list", YAML, `name: x\nrules: [${filled("[],", BYTES)}`),
  scenario("YAML: brackets that close nothing", YAML, filled("]", BYTES)),
  scenario("YAML: one key again and again", YAML, filled("name: x\n", BYTES)),
  scenario("YAML: unknown keys", YAML, `name: x\n${each(400_000, (i) => `k${i}: 1\n`)}`),
  scenario("YAML: one long line below the limit of the main thread", YAML, `name: x\n${filled("\t: [\n", 2_000)}`),
  scenario("YAML: aliases", YAML, `name: &a x\n${filled("b: *a\n", BYTES)}`),
  scenario("JSON: unknown members", JSON_TYPE, `{"name":"x"${each(400_000, (i) => `,"k${i}":1`)}}`),
  scenario("JSON: rules that are none", JSON_TYPE, `{"name":"x","rules":[${filled("1,", BYTES)}1]}`),
  scenario("JSON: 10,000 rules", JSON_TYPE, `{"name":"x","rules":[${Array(10_000).fill(rule("a*b")).join()}]}`),
  scenario("JSON: 10,000 regexes", JSON_TYPE, `{"name":"x","rules":[${Array(10_000).fill(rule("/a.*b/")).join()}]}`),
  scenario("JSON: 500 regexes", JSON_TYPE, `{"name":"x","rules":[${Array(500).fill(rule("/a.*b/")).join()}]}`),
  scenario("JSON: one regex of 100 kB", JSON_TYPE, `{"name":"x","rules":[${rule(`/${"a{1000}".repeat(14_000)}/`)}]}`),
  {
    what: "a rule with 100,000 unknown members",
    path: "POST rules",
    type: JSON_TYPE,
    body: `{"then":{}${each(90_000, (i) => `,"k${i}":1`)}}`,
  },
  {
    what: "a rule with a regex of 100 kB",
    path: "POST rules",
    type: JSON_TYPE,
    body: rule(`/${"a{1000}".repeat(14_000)}/`),
  },
  {
    what: "500,000 expectations that are none",
    path: "POST verify",
    type: JSON_TYPE,
    body: `{"expect":[${filled("1,", 1_000_000)}1]}`,
  },
  {
    what: "5,000 expectations with regexes",
    path: "POST verify",
    type: JSON_TYPE,
    body: `{"expect":[${Array(5_000).fill('{"calls":{"reason":"/a.*b/","count":1}}').join()}]}`,
  },
  {
    what: "card numbers in a call of 1 MB",
    path: "POST hosted-checkout/query",
    type: JSON_TYPE,
    body: JSON.stringify({ request: JSON.stringify({ a: filled("4111 1111 1111 1111 ", 990_000) }), signature: "x" }),
  },
];

export async function documents(): Promise<void> {
  const options = oursArgs("--port", "0", "--signature", "warn");
  await using server = await start(["--max-old-space-size=256", ...options]);
  const { url } = server;
  await waited(url, () => sleep(500));
  console.log("longest wait of another caller, ms | answer | document");
  console.log(`${String(Math.round(await waited(url, () => sleep(2_000)))).padStart(6)} | | nothing is sent`);
  for (const attack of attacks) {
    const sending = sent(url, attack);
    const ms = await waited(url, () => sending);
    console.log(`${String(Math.round(ms)).padStart(6)} | ${await sending} | ${attack.path}: ${attack.what}`);
    await fetch(`${url}/_sandbox/reset`, { method: "POST" });
  }
}

async function sent(url: string, { path, type, body }: Attack): Promise<number> {
  const [method, place] = path.split(" ") as [string, string];
  const at = place.includes("/") ? `${url}/${place}` : `${url}/_sandbox/${place}`;
  const answer = await fetch(at, { method, headers: { "Content-Type": type }, body });
  await answer.text();
  return answer.status;
}

/** The longest of many small calls that were made while `work` was under way. */
async function waited(url: string, work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  const working = work().finally(() => (isOver = true));
  while (!isOver) {
    const since = performance.now();
    await (await fetch(`${url}/_sandbox/clock`)).text();
    longest = Math.max(longest, performance.now() - since);
    await sleep(5);
  }
  await working;
  return longest;
}

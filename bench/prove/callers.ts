import { setTimeout as pause } from "node:timers/promises";
import { defectsIn, end } from "../../test/crash/process.js";
import { callAtRandom, LaneFacts, SHARED_TIMES, wrongIn } from "../../test/lane/store/postgres/callers.js";
import { ownServer } from "../../test/support/own-postgres.js";
import { control } from "../../test/support/sandbox.js";
import { startShop } from "../../test/support/shop.js";
import { tcpProxy } from "../../test/support/tcp-proxy.js";
import { temporaryFolder } from "./leaving.js";
import type { Finding, Part } from "./part.js";
import { Random } from "./random.js";
import { makeTrouble, started, type Troubled } from "./troubles.js";

const ROUNDS = 10;
const ROUND_MS = 60_000;
const ROUND_SHORT_MS = 2_000;
const CALLERS = 10;
const LANES = ["x", "y"] as const;
const HEARD_WITHIN_MS = 60_000;

interface Round {
  readonly calls: number;
  readonly lost: number;
  readonly made: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
}

type Database = Awaited<ReturnType<typeof ownServer>>;

/** Random callers of several nodes, while nodes and database are troubled. */
export const callersPart: Part = {
  about: `Rounds of a minute, with two nodes and three in turn. ${CALLERS} random callers of two lanes each do one thing after another, each call on a node that is drawn, and hold each answer against what they were answered before. Meanwhile nodes are killed, stopped for seconds and rolled, connections to the database are cut, silenced and ended, and the database restarts. Nothing that was answered may be lost or happen twice, no clock goes back, the journal is dense, each payment is told, the books balance. With \`--minutes\` the rounds go on for so long.`,
  run: async ({ seed, isShort, until }) => {
    await using database = await ownServer(temporaryFolder());
    const findings: Finding[] = [];
    const rounds: Round[] = [];
    const ms = isShort ? ROUND_SHORT_MS : ROUND_MS;
    const isTimed = Number.isFinite(until);
    const isEnough = () => (isTimed ? Date.now() + ms > until : rounds.length >= (isShort ? 1 : ROUNDS));
    while (!isEnough() && findings.length === 0) {
      // A round that found something is drawn again by its own seed alone.
      const own = seed + rounds.length;
      const nodes = 2 + (own % 2);
      const round = await roundOf(database, { seed: own, nodes, ms });
      rounds.push(round);
      findings.push(...round.wrong.map((what) => ({ what: `seed ${own}, ${nodes} nodes: ${what}` })));
    }
    const sum = (of: (round: Round) => number) => rounds.reduce((all, round) => all + of(round), 0);
    const kinds = [...new Set(rounds.flatMap(({ made }) => Object.keys(made)))].sort();
    return {
      figures: [
        ["rounds", rounds.length],
        ["calls", sum(({ calls }) => calls)],
        ["calls without an answer that says what happened", sum(({ lost }) => lost)],
        ...kinds.map((kind) => [kind, sum(({ made }) => made[kind] ?? 0)] as const),
      ],
      findings,
    };
  },
};

interface RoundOptions {
  readonly seed: number;
  readonly nodes: number;
  readonly ms: number;
}

async function roundOf(database: Database, { seed, nodes, ms }: RoundOptions): Promise<Round> {
  await using stack = new AsyncDisposableStack();
  const shop = stack.use(await startShop());
  const store = `${database.url}?schema=callers_${seed}`;
  const { hostname: host, port } = new URL(store);
  const proxies = await Promise.all(
    Array.from({ length: nodes }, async () => stack.use(await tcpProxy({ host, port: Number(port) }))),
  );
  const argsOf = (node: number): readonly string[] => {
    const own = new URL(`${store}&pool=5&query_timeout=2000`);
    own.port = String(proxies[node]!.port);
    return ["--store", own.href, "--log-format", "json", "--notify-timeout", "1", "--signature", "off"];
  };
  const ran = await Promise.all(proxies.map((_, node) => started(argsOf(node))));
  stack.defer(async () => {
    for (const one of ran) await end(one, "SIGKILL");
  });
  const urls = ran.map(({ url }) => url);
  const facts = new Map(LANES.map((lane) => [lane as string, new LaneFacts()]));
  for (const lane of LANES)
    await control(`${urls[0]}/lane/${lane}`, "POST", "rules", {
      ...{ name: "shared", when: { merchantReference: "*-shared-*" }, times: SHARED_TIMES },
      then: { outcome: "do-not-honour" },
    });
  const troubled: Troubled = { database, store, proxies, ran, urls, argsOf };
  const random = new Random(seed);
  const until = Date.now() + ms;
  let isTroubled = true;
  const trouble = makeTrouble(troubled, { random, isOver: () => Date.now() > until }).finally(() => {
    isTroubled = false;
  });
  const called = callAtRandom(
    {
      ...{
        seed,
        callers: CALLERS,
        lanes: LANES,
        nodes: () => urls.filter((url) => url !== ""),
        notifyUrl: shop.notifyUrl,
        isFaulty: true,
      },
      isOver: () => Date.now() > until && !isTroubled,
    },
    facts,
  );
  const [made, { calls, lost, wrong, toBeTold }] = await Promise.all([trouble, called]);
  const all = [...wrong];
  for (const lane of LANES) all.push(...(await wrongAtTheEnd(urls, lane, facts.get(lane)!)));
  const told = () => new Set(shop.heard.map(({ fields }) => fields.merchantReference));
  for (const one of toBeTold) if (!told().has(one.split(" ")[1]!)) all.push(`nobody was told of ${one}`);
  all.push(...ran.flatMap(defectsIn));
  return { calls, lost, made, wrong: all };
}

/** Lets the lane deliver all that is due, then looks at it as a whole. */
async function wrongAtTheEnd(urls: readonly string[], lane: string, facts: LaneFacts): Promise<readonly string[]> {
  const until = Date.now() + HEARD_WITHIN_MS;
  for (let http = 0; http !== 200; ) {
    if (Date.now() > until) return [`lane ${lane} does not come to rest: ${http}`];
    http = await control(`${urls[1]}/lane/${lane}`, "PUT", "clock", { action: "run-until-idle" }).then(
      (answer) => answer.http,
      () => 0,
    );
    if (http !== 200) await pause(100);
  }
  return wrongIn(`${urls[0]}/lane/${lane}`, facts);
}

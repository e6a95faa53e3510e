import { formToken } from "../../src/server/pages/visit.js";
import { defectsIn, end, type Ran, run } from "../../test/crash/process.js";
import { type Client, clientOf, lineItems, requests } from "../../test/support/client.js";
import { control } from "../../test/support/sandbox.js";
import { temporaryFolder } from "./leaving.js";
import type { Finding, Part } from "./part.js";
import { Random } from "./random.js";

const CALLERS = 8;
const CHANGES_SHORT = 4;
const CHANGES_LONG = 200;

/** Worlds that change under calls, in memory and on file. */
export const race: Part = {
  about:
    "Eight callers call a lane without a pause (creates, sales, refunds, queries, pages and their forms, the control API) while it is reset, dropped, its scenario swapped, or put back to a snapshot. Each answer belongs to a world before or after a change, or is a 409 that says so: no 5xx, no scenario half applied, no order half made; the books balance after each change.",
  run: async ({ seed, isShort, until }) => {
    const findings: Finding[] = [];
    const seen = new Map<string, number>();
    let changes = 0;
    const kept = { "in memory": [], "on file": ["--data-dir", temporaryFolder()] };
    const servers = await Promise.all(
      Object.entries(kept).map(async ([where, options]) => {
        const server = await run("--log-format", "json", "--seed", "1", ...options);
        return { where, server };
      }),
    );
    for (const [name, world] of Object.entries(worlds))
      for (const { where, server } of servers) {
        const race = new Race(server, world, { name, random: new Random(seed), until });
        changes += await race.run(isShort ? CHANGES_SHORT : CHANGES_LONG);
        for (const [answer, n] of race.answers) seen.set(answer, (seen.get(answer) ?? 0) + n);
        findings.push(...race.findings.map((what) => ({ what: `${name}, ${where}: ${what}` })));
      }
    for (const { where, server } of servers) {
      findings.push(...defectsIn(server).map((line) => ({ what: `${where}, the log says ${line}` })));
      await end(server, "SIGTERM");
    }
    const calls = [...seen.values()].reduce((sum, n) => sum + n, 0);
    return {
      figures: [
        ["changes of a world", changes],
        ["calls meanwhile", calls],
        [
          "answers",
          [...seen]
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([what, n]) => `${what}: ${n}`)
            .join(", "),
        ],
      ],
      findings,
    };
  },
};

interface World {
  /** Makes the world in which the race begins. */
  prepare(lane: LaneAt): Promise<unknown>;
  /** Changes it under the calls. */
  change(lane: LaneAt, random: Random, n: number): Promise<{ readonly http: number; readonly body?: unknown }>;
  /** What a call may answer besides 409, by its kind. */
  readonly expected: Readonly<Record<Kind, RegExp>>;
  /** Told of the world once nobody calls. */
  after?(lane: LaneAt): Promise<string | undefined>;
}

interface LaneAt {
  readonly url: string;
  readonly client: Client;
  readonly server: string;
  readonly name: string;
}

type Kind = "create" | "sale" | "refund" | "query" | "page" | "form" | "control";
const kinds: readonly Kind[] = ["create", "sale", "sale", "refund", "query", "page", "form", "control"];

const ok = /^200 0000$/;
/** An order of a world that has gone is not there. */
const orGone = {
  create: ok,
  sale: ok,
  refund: /^200 (0000|2001|2004|2006|2007)$/,
  query: /^200 (0000|2001)$/,
  page: /^(200|404)$/,
  form: /^(200|303|404)$/,
  control: /^(200|404)$/,
};

const scenarioOf = (name: string, outcomes: readonly [string, string]) => ({
  name,
  rules: [
    { name: `${name} sale`, when: { operation: "tokenization/sale" }, then: { outcome: outcomes[0] } },
    { name: `${name} create`, when: { operation: "hosted-checkout/create" }, then: { outcome: outcomes[1] } },
  ],
});
const scenarios = [scenarioOf("a", ["rate-limited", "maintenance"]), scenarioOf("b", ["maintenance", "rate-limited"])];

const worlds: Readonly<Record<string, World>> = {
  reset: {
    prepare: async () => {},
    change: ({ url }) => control(url, "POST", "reset"),
    expected: orGone,
  },
  drop: {
    prepare: async () => {},
    change: ({ server, name }) => control(server, "DELETE", `lanes/${name}`),
    expected: orGone,
  },
  swap: {
    prepare: ({ url }) => control(url, "PUT", "scenario", scenarios[0]),
    change: ({ url }, _, n) => control(url, "PUT", "scenario", scenarios[(n + 1) % 2]),
    // Of one scenario or of the other; never of none.
    expected: { ...orGone, sale: /^200 (MAINTENANCE|RATE)$/, create: /^200 (MAINTENANCE|RATE)$/, refund: /^200 2001$/ },
  },
  load: {
    prepare: async ({ url, client }) => {
      for (let n = 0; n < 5; n++) await client("tokenization/sale", requests.sale({ merchantReference: `KEPT-${n}` }));
      await control(url, "POST", "snapshots", { name: "race" });
    },
    change: ({ url }) => control(url, "POST", "snapshots/race/load"),
    expected: orGone,
    after: async ({ client }) => {
      for (let n = 0; n < 5; n++) {
        const { body } = await client("hosted-checkout/query", { merchantId: 3, merchantReference: `KEPT-${n}` });
        if (body.order?.status !== "SUCCESS") return `an order of the snapshot is ${JSON.stringify(body)}`;
      }
      return undefined;
    },
  },
  all: {
    prepare: ({ url }) => control(url, "POST", "snapshots", { name: "race" }),
    change: (lane, random, n) =>
      random.pick([worlds.reset!, worlds.drop!, worlds.swap!, worlds.load!]).change(lane, random, n),
    expected: { ...orGone, sale: /^200 (0000|MAINTENANCE|RATE)$/, create: /^200 (0000|MAINTENANCE|RATE)$/ },
  },
};

class Race {
  readonly findings: string[] = [];
  readonly answers = new Map<string, number>();
  readonly #lane: LaneAt;
  #calls = 0;
  #isOver = false;
  #lastPage = "checkout/x";

  constructor(
    { url: server }: Ran,
    readonly world: World,
    readonly how: { readonly name: string; readonly random: Random; readonly until: number },
  ) {
    const url = `${server}/lane/${how.name}`;
    this.#lane = { url, client: clientOf(url), server, name: how.name };
  }

  /** So many changes while callers call; answers how many there were. */
  async run(wanted: number): Promise<number> {
    const { world, how } = this;
    await control(this.#lane.url, "PUT", "clock", { action: "freeze" });
    await world.prepare(this.#lane);
    const callers = Array.from({ length: CALLERS }, () => this.#caller());
    let n = 0;
    for (; n < wanted && Date.now() < how.until && this.findings.length < 5; n++) {
      const { http, body } = await world.change(this.#lane, how.random, n);
      // A lane that was dropped comes back with the next call.
      if (![200, 204, 404, 409].includes(http)) this.#found(`a change answers ${http} ${JSON.stringify(body)}`);
      const { holds, broken } = (await control(this.#lane.url, "GET", "invariants")).body;
      if (holds === false) this.#found(`the books: ${JSON.stringify(broken)}`);
    }
    this.#isOver = true;
    await Promise.all(callers);
    const wrong = await world.after?.(this.#lane);
    if (wrong !== undefined) this.#found(wrong);
    return n;
  }

  async #caller(): Promise<void> {
    while (!this.#isOver) {
      const n = this.#calls++;
      const kind = kinds[n % kinds.length]!;
      const answer = await this.#call(kind, n).catch((error: Error) => `no answer: ${String(error.cause ?? error)}`);
      const told = answer.startsWith("409") ? "409" : `${kind} ${answer}`;
      this.answers.set(told, (this.answers.get(told) ?? 0) + 1);
      if (!/^409 lane-gone$|^409$/.test(answer) && !this.world.expected[kind].test(answer))
        this.#found(`${kind} answers ${answer}`);
    }
  }

  /** The status, and the code of what was answered. */
  async #call(kind: Kind, n: number): Promise<string> {
    const { client, url } = this.#lane;
    const merchantReference = `X-${n}`;
    const earlier = { merchantId: 3, merchantReference: `X-${Math.max(0, n - (n % 16))}` };
    switch (kind) {
      case "create": {
        const { http, body } = await client("hosted-checkout/create", {
          ...requests.create({ merchantReference }),
          lineItems,
        });
        if (body.checkoutUrl) this.#lastPage = new URL(body.checkoutUrl).pathname.split("/").slice(-2).join("/");
        return codeOf(http, body);
      }
      case "sale":
        return this.#answerOf("tokenization/sale", requests.sale({ merchantReference }));
      case "refund":
        return this.#answerOf("hosted-checkout/refund", { ...earlier, amount: 1 });
      case "query":
        return this.#answerOf("hosted-checkout/query", earlier);
      case "page":
        return statusOf(fetch(`${url}/${this.#lastPage}`));
      case "form": {
        const body = new URLSearchParams({ token: formToken(this.#lastPage.split("/")[1]!) });
        return statusOf(fetch(`${url}/${this.#lastPage}/cancel`, { method: "POST", redirect: "manual", body }));
      }
      case "control": {
        const { http, body } = await control(url, "GET", `orders?limit=${1 + (n % 5)}`);
        return http === 409 ? `409 ${body.code}` : String(http);
      }
    }
  }

  async #answerOf(path: string, params: object): Promise<string> {
    const { http, body } = await this.#lane.client(path, { ...params });
    return codeOf(http, body);
  }

  #found(what: string): void {
    if (!this.findings.includes(what)) this.findings.push(what);
  }
}

const words: Readonly<Record<string, string>> = { "9001": "RATE", "9002": "MAINTENANCE" };
const codeOf = (http: number, body: { responseCode?: string; code?: string } | undefined): string => {
  const code = body?.responseCode ?? body?.code ?? "";
  return `${http} ${words[code] ?? code}`;
};

async function statusOf(answering: Promise<Response>): Promise<string> {
  const answer = await answering;
  await answer.arrayBuffer();
  return String(answer.status);
}
